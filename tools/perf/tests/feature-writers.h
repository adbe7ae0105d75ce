/* SPDX-License-Identifier: GPL-2.0-only */
/* feature_writers: features as perf writes them, with contents that a test can recognize. */
#ifndef PERF_DEFER_TESTS_FEATURE_WRITERS_H
#define PERF_DEFER_TESTS_FEATURE_WRITERS_H

#include "tests/builder.h"

struct feature_writer {
	unsigned int id;
	void (*write)(struct builder *b); /* writes the feature's bytes into an empty builder */
};

#define NR_FEATURE_WRITERS 21

/* All features that are more than a string; [1] is NRCPUS, which other features need. */
extern const struct feature_writer feature_writers[NR_FEATURE_WRITERS];

/* The one event that EVENT_DESC describes, as "my-event". */
extern const struct builder_event feature_event;

#endif /* PERF_DEFER_TESTS_FEATURE_WRITERS_H */
