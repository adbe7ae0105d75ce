/* SPDX-License-Identifier: GPL-2.0-only */
/* trial: the result of reading an input, in this process or as a user runs it. */
#ifndef PERF_DEFER_TESTS_TRIAL_H
#define PERF_DEFER_TESTS_TRIAL_H

#include <stdbool.h>
#include <stdint.h>

#include <perf/defer-class.h>

#include "tests/builder.h"
#include "util/base/damage.h"

struct session;

/* The result of both passes of a session. */
struct trial {
	int ret; /* 0, or the error that ended the reading */
	struct defer_error err;
	uint64_t nr_damage;
	unsigned int nr_kept;
	struct defer_error kept[DAMAGE_MAX_KEPT];
	uint64_t samples, classes[DEFER_NR_CLASSES];
};

/* Does everything that a verb does with a trace before it prints. */
void trial__read(struct trial *trial, const char *path);
/* Does the same for bytes in memory. */
void trial__read_builder(struct trial *trial, const struct builder *b);
/* Finishes a trial whose session the caller opened and still owns. */
void trial__finish(struct trial *trial, struct session *session);

/* Returns whether @text is in the final error or in the damage, with a file offset. */
bool trial__says(const struct trial *trial, const char *text);
/* Returns whether there was an error or damage. */
bool trial__complains(const struct trial *trial);
/* Returns whether the classes sum to the samples, and each complaint has a text. */
bool trial__is_sound(const struct trial *trial);

/* Returns an open unnamed file with the bytes; child processes inherit it. */
int trial__memfd(const struct builder *b);

/* Returns what report -D prints of the trace (malloc), read by two workers; NULL after an error. */
char *trial__dump(const struct builder *b);

/* The result of a run as by a user, with limits on time and memory. */
struct trial_run {
	int status;	 /* exit status, or the negative number of the signal that ended it */
	long max_rss;	 /* kB */
	char *out, *err; /* NUL-terminated, owned */
	int64_t samples; /* number of samples in the output; -1 if it has none */
};

/* The ways to read a trace. */
enum trial_verb {
	TRIAL_AUDIT, /* audit --json */
	TRIAL_SCRIPT,
	TRIAL_REPORT, /* report --stdio, which prints no exact number of samples */
	TRIAL_NR_VERBS,
	TRIAL_EXPORT = TRIAL_NR_VERBS, /* report --export folded, from what was hit */
	TRIAL_INJECT,		       /* writes to /dev/null */
};

const char *trial_verb__name(enum trial_verb verb);

void trial_run__init(struct trial_run *run, enum trial_verb verb, const char *path);
/* Does the same for bytes in memory. */
void trial_run__init_builder(struct trial_run *run, enum trial_verb verb, const struct builder *b);
void trial_run__exit(struct trial_run *run);

/*
 * Returns how many instructions a run takes, counted by valgrind, which must be installed. If the run
 * fails, returns 0 and prints why.
 */
int64_t trial__instructions(enum trial_verb verb, const struct builder *b);

/* Returns whether this build is instrumented, so that its memory use means nothing. */
bool trial__is_sanitized(void);

#endif /* PERF_DEFER_TESTS_TRIAL_H */
