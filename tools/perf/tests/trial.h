/* SPDX-License-Identifier: GPL-2.0-only */
/* trial: what reading an input comes to, in this process or as a user runs it. */
#ifndef PERF_DEFER_TESTS_TRIAL_H
#define PERF_DEFER_TESTS_TRIAL_H

#include <stdbool.h>
#include <stdint.h>

#include <perf/defer.h>

#include "tests/builder.h"
#include "util/base/damage.h"

struct session;

/* Through a session: both passes. */
struct trial {
	int ret; /* 0, or what ended the reading */
	struct defer_error err;
	uint64_t nr_damage;
	unsigned int nr_kept;
	struct defer_error kept[DAMAGE_MAX_KEPT];
	uint64_t samples, classes[DEFER_NR_CLASSES];
};

/* Does all that a verb does with a trace before it draws. */
void trial__read(struct trial *trial, const char *path);
/* The same, of bytes in memory. */
void trial__read_builder(struct trial *trial, const struct builder *b);
/* The rest of a trial whose session the caller opened, and still owns. */
void trial__finish(struct trial *trial, struct session *session);

/* Is @text in what ended the reading or in what was said on the way, with a file offset? */
bool trial__says(const struct trial *trial, const char *text);
/* Was anything wrong? */
bool trial__complains(const struct trial *trial);
/* Do the classes sum to the samples, and does each complaint have a text? */
bool trial__is_sound(const struct trial *trial);

/* An open file without a name, with the bytes; programs that are run inherit it. */
int trial__memfd(const struct builder *b);

/* As a user runs it, with its limits on time and memory. */
struct trial_run {
	int status;	 /* exit status, or minus the signal that ended it */
	long max_rss;	 /* kB */
	char *out, *err; /* NUL-terminated, owned */
	int64_t samples; /* how many the output tells of, -1 if it does not */
};

/* The ways to read a trace. */
enum trial_verb {
	TRIAL_AUDIT, /* audit --json */
	TRIAL_SCRIPT,
	TRIAL_REPORT, /* report --stdio, which tells no exact number of samples */
	TRIAL_NR_VERBS
};

const char *trial_verb__name(enum trial_verb verb);

void trial_run__init(struct trial_run *run, enum trial_verb verb, const char *path);
/* The same, of bytes in memory. */
void trial_run__init_builder(struct trial_run *run, enum trial_verb verb, const struct builder *b);
void trial_run__exit(struct trial_run *run);

/* Is this build instrumented, so that memory tells nothing? */
bool trial__is_sanitized(void);

#endif /* PERF_DEFER_TESTS_TRIAL_H */
