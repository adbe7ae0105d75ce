/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * script_samples: the samples that are printed: their distinct stacks, which are named once, and
 * the order and the stack of each, in 24 bytes.
 */
#ifndef PERF_DEFER_UI_SCRIPT_SAMPLES_H
#define PERF_DEFER_UI_SCRIPT_SAMPLES_H

#include "util/fold/fold.h"
#include "util/session/order-merge.h"

/* All zero is empty. */
struct script_samples {
	struct session *session;
	struct fold *fold;
	struct order_list *lists; /* one for each worker; tag: the stack's place in the fold */
};

int script_samples__init(struct script_samples *samples, struct session *session,
			 struct defer_error *err);
void script_samples__exit(struct script_samples *samples);

/* Adds @sample on behalf of @worker; see session_sample_fn. */
int script_samples__add(struct script_samples *samples, unsigned int worker,
			const struct stitched *sample, struct defer_error *err);

/* Ends the adding, so that stacks and lists can be used. */
int script_samples__finish(struct script_samples *samples, struct defer_error *err);

/* Removes the samples of those stacks that @is_hidden has at their places. */
void script_samples__hide(struct script_samples *samples, const bool *is_hidden);

#endif /* PERF_DEFER_UI_SCRIPT_SAMPLES_H */
