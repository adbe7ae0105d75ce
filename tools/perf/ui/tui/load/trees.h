/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * trees: the call chains of each event as trees from both ends: from the outermost frame down,
 * under the name of the task, and from the function that was hit up to its callers.
 */
#ifndef PERF_DEFER_UI_TUI_LOAD_TREES_H
#define PERF_DEFER_UI_TUI_LOAD_TREES_H

#include "util/profile/hist.h"
#include "util/profile/show-opts.h"

struct profile;

enum tree_kind {
	TREE_TOP_DOWN,
	TREE_BOTTOM_UP,
	TREE_NR_KINDS
};

struct trees {
	struct sort_order orders[TREE_NR_KINDS];
	struct show_opts shows[TREE_NR_KINDS];
	struct hist (*hists)[TREE_NR_KINDS]; /* per event, sorted */
	uint32_t nr_events;
};

/* Makes both trees of each event. @profile must outlive them. */
int trees__new(struct trees **trees, const struct profile *profile, struct defer_error *err);
void trees__delete(struct trees *trees);

#endif /* PERF_DEFER_UI_TUI_LOAD_TREES_H */
