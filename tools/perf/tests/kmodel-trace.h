/* SPDX-License-Identifier: GPL-2.0-only */
/* kmodel_trace: the events of a model as a trace that verbs can read. */
#ifndef PERF_DEFER_TESTS_KMODEL_TRACE_H
#define PERF_DEFER_TESTS_KMODEL_TRACE_H

#include "tests/kmodel.h"

#define KMODEL_PATH_SIZE 32

/* What is added to the times of a model, ns: later than the task that each trace begins with. */
#define KMODEL_BOOT 100000000

/*
 * Writes the trace of @model to an unnamed file, which @path names. Returns
 * its descriptor, which the caller closes.
 */
int kmodel__write(const struct kmodel *model, char path[KMODEL_PATH_SIZE]);

#endif /* PERF_DEFER_TESTS_KMODEL_TRACE_H */
