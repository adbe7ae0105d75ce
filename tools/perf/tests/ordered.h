/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DEFER_TESTS_ORDERED_H
#define PERF_DEFER_TESTS_ORDERED_H

#include "util/session/session.h"

/* Delivers each sample once, ordered by (time, order), from one thread, as the module for Python takes them. */
int session__walk_ordered(struct session *session, session_sample_fn fn, void *ctx,
			  struct defer_error *err);

#endif /* PERF_DEFER_TESTS_ORDERED_H */
