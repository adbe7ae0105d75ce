// SPDX-License-Identifier: GPL-2.0-only
/* bench report, audit, script, inject: runs the verb in a process of its own, and times its stages. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "verbs/common.h"
#include "verbs/bench.h"
#include "verbs/defer.h"
#include "ui/text/json.h"
#include "util/base/array.h"
#include "util/base/stages.h"

static const struct stage_name {
	const char *text, *key; /* for people, and in JSON */
} stage_names[] = {
	[STAGE_OTHER] = {"other", "other"},	  [STAGE_OPEN] = {"open", "open"},
	[STAGE_GATHER] = {"pass 1", "pass_1"},	  [STAGE_SEAL] = {"seal", "seal"},
	[STAGE_WALK] = {"pass 2", "pass_2"},	  [STAGE_FOLD] = {"fold", "fold"},
	[STAGE_RESOLVE] = {"resolve", "resolve"}, [STAGE_ROWS] = {"rows", "rows"},
	[STAGE_VIEW] = {"view", "view"},
};

_Static_assert(ARRAY_SIZE(stage_names) == STAGE_NR, "each stage has a name");

/* What was measured, in rows of numbers: the stages, and then these. */
enum {
	RUN_WALL = STAGE_NR, /* ns */
	RUN_READING,	     /* ns */
	RUN_CPU,	     /* ns */
	RUN_PEAK,	     /* bytes */
	RUN_NR,
};

struct run {
	uint64_t values[RUN_NR];
};

struct runs {
	const struct bench_opts *opts;
	const struct bench_verb *verb;
	struct run *runs;
	struct stages *stages; /* shared with the process that runs */
	struct run median;
};

static uint64_t timeval_ns(const struct timeval *time)
{
	return time->tv_sec * NSEC_PER_SEC + time->tv_usec * UINT64_C(1000);
}

/* Runs the verb in this process, which it ends, with @args, which it frees. */
static void run_here(const struct runs *runs, int argc, const char **args)
{
	const struct verb_setup setup = {
		.nr_workers = runs->opts->nr_workers,
		.stages = runs->stages,
	};
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC), status;

	if (null < 0 || dup2(null, STDOUT_FILENO) < 0) {
		fprintf(stderr, "perf-defer: cannot discard the output: %s\n", strerror(errno));
		exit(1);
	}
	status = runs->verb->run(argc, args, &setup);
	free(args);
	exit(fflush(stdout) ? 1 : status);
}

static void take_run(const struct runs *runs, struct run *run, uint64_t wall,
		     const struct rusage *usage)
{
	for (int i = 0; i < STAGE_NR; i++)
		run->values[i] = runs->stages->ns[i];
	run->values[RUN_READING] = atomic_load(&runs->stages->reading_ns);
	run->values[RUN_WALL] = wall;
	run->values[RUN_CPU] = timeval_ns(&usage->ru_utime) + timeval_ns(&usage->ru_stime);
	run->values[RUN_PEAK] = usage->ru_maxrss * UINT64_C(1024);
}

/* Returns the exit status of the run. */
static int run_once(struct runs *runs, struct run *run, int argc, const char **argv)
{
	const char **args = calloc(argc + 1, sizeof(*args)); /* the parser of options changes it */
	uint64_t began = clock__now();
	struct rusage usage;
	int status;
	pid_t pid;

	if (!args)
		return 1;
	memcpy(args, argv, argc * sizeof(*args));
	*runs->stages = (struct stages){.since = began};
	fflush(NULL);
	pid = fork();
	if (!pid)
		run_here(runs, argc, args);
	free(args);
	if (pid < 0 || wait4(pid, &status, 0, &usage) < 0) {
		fprintf(stderr, "perf-defer: cannot run %s: %s\n", runs->verb->name,
			strerror(errno));
		return 1;
	}
	take_run(runs, run, clock__now() - began, &usage);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static int by_value(const void *a, const void *b)
{
	const uint64_t *ua = a, *ub = b;

	return CMP(*ua, *ub);
}

/* Takes the median of each value by itself; the lower middle one of an even number. */
static int take_medians(struct runs *runs)
{
	const unsigned int nr = runs->opts->repeat;
	uint64_t *values = calloc(nr, sizeof(*values));

	if (!values)
		return -1;
	for (int i = 0; i < RUN_NR; i++) {
		for (unsigned int j = 0; j < nr; j++)
			values[j] = runs->runs[j].values[i];
		qsort(values, nr, sizeof(*values), by_value);
		runs->median.values[i] = values[(nr - 1) / 2];
	}
	free(values);
	return 0;
}

/* ---- what is printed ---- */

static double seconds(uint64_t ns)
{
	return (double)ns / NSEC_PER_SEC;
}

static void print_default(const struct runs *runs)
{
	const struct stages *stages = runs->stages;
	const uint64_t *values = runs->median.values;
	const double wall = seconds(values[RUN_WALL]);

	printf("# Running 'defer/%s' benchmark:\n", runs->verb->name);
	printf("# %" PRIu64 " samples in %.1f MB, %u workers, median of %u runs\n\n",
	       stages->samples, stages->bytes / 1e6, stages->nr_workers, runs->opts->repeat);
	for (int i = 0; i < STAGE_NR; i++) {
		if (values[i])
			printf("%12s: %.6f [sec]\n", stage_names[i].text, seconds(values[i]));
	}
	printf("\n     Reading: %.6f [sec], within the passes, of all workers\n",
	       seconds(values[RUN_READING]));
	printf("  Total time: %.3f [sec]\n", wall);
	printf("    CPU time: %.3f [sec]\n\n", seconds(values[RUN_CPU]));
	printf(" %14.1f MB/sec\n", stages->bytes / 1e6 / wall);
	printf(" %14.0f samples/sec\n", stages->samples / wall);
	printf(" %14.1f MB peak memory\n", values[RUN_PEAK] / 1e6);
}

static int print_json(const struct runs *runs, struct defer_error *err)
{
	const struct stages *stages = runs->stages;
	const uint64_t *values = runs->median.values;
	struct json json;

	json__init(&json, stdout);
	json__object(&json, NULL);
	json__str(&json, "suite", runs->verb->name);
	json__u64(&json, "repeat", runs->opts->repeat);
	json__u64(&json, "workers", stages->nr_workers);
	json__u64(&json, "bytes", stages->bytes);
	json__u64(&json, "samples", stages->samples);
	json__object(&json, "stages_ns");
	for (int i = 0; i < STAGE_NR; i++)
		json__u64(&json, stage_names[i].key, values[i]);
	json__end(&json);
	json__u64(&json, "reading_ns", values[RUN_READING]);
	json__u64(&json, "wall_ns", values[RUN_WALL]);
	json__u64(&json, "cpu_ns", values[RUN_CPU]);
	json__u64(&json, "peak_bytes", values[RUN_PEAK]);
	json__end(&json);
	return json__finish(&json, err);
}

static int print_runs(const struct runs *runs)
{
	struct defer_error err = DEFER_ERROR_INIT;

	if (runs->opts->format == BENCH_FORMAT_JSON)
		return print_json(runs, &err) ? verb__error(NULL, &err) : 0;
	if (runs->opts->format == BENCH_FORMAT_SIMPLE)
		printf("%.3f\n", seconds(runs->median.values[RUN_WALL]));
	else
		print_default(runs);
	return 0;
}

int bench__verb(const struct bench_opts *opts, const struct bench_verb *verb, int argc,
		const char **argv)
{
	struct runs runs = {
		.opts = opts,
		.verb = verb,
		.runs = calloc(opts->repeat, sizeof(*runs.runs)),
		.stages = mmap(NULL, sizeof(*runs.stages), PROT_READ | PROT_WRITE,
			       MAP_SHARED | MAP_ANONYMOUS, -1, 0),
	};
	int status = 0;

	if (!runs.runs || runs.stages == MAP_FAILED) {
		fprintf(stderr, "perf-defer: not enough memory to measure\n");
		free(runs.runs);
		return 1;
	}
	for (unsigned int i = 0; i < opts->repeat && !status; i++)
		status = run_once(&runs, &runs.runs[i], argc, argv);
	if (!status && !take_medians(&runs))
		status = print_runs(&runs);
	munmap(runs.stages, sizeof(*runs.stages));
	free(runs.runs);
	return status;
}
