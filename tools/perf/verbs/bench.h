/* SPDX-License-Identifier: GPL-2.0-only */
/* The suites of bench. */
#ifndef PERF_DEFER_VERBS_BENCH_H
#define PERF_DEFER_VERBS_BENCH_H

enum bench_format {
	BENCH_FORMAT_DEFAULT,
	BENCH_FORMAT_SIMPLE, /* one number: seconds */
	BENCH_FORMAT_JSON,
};

/* The options that all suites have. */
struct bench_opts {
	unsigned int repeat;	 /* runs of which medians are printed */
	unsigned int nr_workers; /* 0: as many as CPUs */
	enum bench_format format;
};

struct verb_setup;

/* A verb of which a suite measures runs. */
struct bench_verb {
	const char *name;
	int (*run)(int argc, const char **argv, const struct verb_setup *setup);
};

/*
 * Runs @verb with its own arguments, without its output, and prints its times. Returns the exit
 * status, that of the first run which fails.
 */
int bench__verb(const struct bench_opts *opts, const struct bench_verb *verb, int argc,
		const char **argv);

#endif /* PERF_DEFER_VERBS_BENCH_H */
