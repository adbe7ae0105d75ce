// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "ui/tui/load/trees.h"
#include "util/base/error.h"
#include "util/profile/profile.h"

#define DIFF_FIELDS COLUMN_BASELINE_NAME "," COLUMN_OVERHEAD "," COLUMN_CHANGE_NAME

static int init_confs(struct trees *trees, const struct profile *profile, struct defer_error *err)
{
	static const char *const keys[TREE_NR_KINDS] = {
		[TREE_TOP_DOWN] = "comm", [TREE_BOTTOM_UP] = "symbol"};

	for (int kind = 0; kind < TREE_NR_KINDS; kind++) {
		/* Rows of pivots are above both sides of their call graphs. */
		struct sort_opts opts = {.sort = profile->sides.on ? "symbol" : keys[kind],
					 .compares = profile->opts.compares};
		int ret;

		/* Both sides have one outermost row, whatever their tasks. */
		if (opts.compares && kind == TREE_TOP_DOWN && !profile->sides.on) {
			opts.sort = NULL;
			opts.fields = DIFF_FIELDS;
		}
		ret = sort_order__init(&trees->orders[kind], &opts, err);
		if (ret)
			return ret;
		trees->shows[kind] = show_opts__of_tree(
			profile->opts.show, kind == TREE_TOP_DOWN ? ORDER_CALLER : ORDER_CALLEE);
	}
	return 0;
}

static int init_hists(struct trees *trees, const struct profile *profile, struct defer_error *err)
{
	for (uint32_t i = 0; i < trees->nr_events; i++) {
		const struct hist *from = &profile->events[i].hist;

		for (int kind = 0; kind < TREE_NR_KINDS; kind++) {
			struct hist_conf conf = from->conf;
			int ret;

			conf.order = &trees->orders[kind];
			conf.show = &trees->shows[kind];
			conf.hits = NULL;
			hist__init(&trees->hists[i][kind], &conf);
			ret = hist__add_from(&trees->hists[i][kind], from, err);
			if (!ret)
				ret = hist__sort(&trees->hists[i][kind], err);
			if (ret)
				return ret;
		}
	}
	return 0;
}

int trees__new(struct trees **treesp, const struct profile *profile, struct defer_error *err)
{
	struct trees *trees = calloc(1, sizeof(*trees));
	int ret;

	*treesp = NULL;
	if (trees)
		trees->hists = calloc(profile->nr_events + 1ULL, sizeof(*trees->hists));
	if (!trees || !trees->hists) {
		free(trees);
		return error__no_memory(err, "for call trees");
	}
	trees->nr_events = profile->nr_events;
	ret = init_confs(trees, profile, err);
	if (!ret)
		ret = init_hists(trees, profile, err);
	if (ret)
		trees__delete(trees);
	else
		*treesp = trees;
	return ret;
}

void trees__delete(struct trees *trees)
{
	if (!trees)
		return;
	for (uint32_t i = 0; i < trees->nr_events; i++) {
		for (int kind = 0; kind < TREE_NR_KINDS; kind++)
			hist__exit(&trees->hists[i][kind]);
	}
	free(trees->hists);
	free(trees);
}
