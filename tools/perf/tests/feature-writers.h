/* SPDX-License-Identifier: GPL-2.0-only */
/* Features as perf writes them, each with contents that a test can tell again. */
#ifndef PERF_DEFER_TESTS_FEATURE_WRITERS_H
#define PERF_DEFER_TESTS_FEATURE_WRITERS_H

#include "tests/builder.h"

struct feature_writer {
	unsigned int id;
	void (*write)(struct builder *b); /* the feature's bytes, into a builder of its own */
};

#define NR_FEATURE_WRITERS 21

/* All features that are more than a string; [1] is NRCPUS, which others need. */
extern const struct feature_writer feature_writers[NR_FEATURE_WRITERS];

/* The one event that EVENT_DESC describes, as "my-event". */
extern const struct builder_event feature_event;

#endif /* PERF_DEFER_TESTS_FEATURE_WRITERS_H */
