/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * show_opts: the user's options of what rows and call graphs show. They stand here alone: an option
 * is written to its member by the verb's table, and all stages read it there, by a pointer.
 */
#ifndef PERF_DEFER_UTIL_PROFILE_SHOW_OPTS_H
#define PERF_DEFER_UTIL_PROFILE_SHOW_OPTS_H

#include "util/profile/graph-conf.h"

/* The half of each stack that rows and call graphs show: see seam-rows.h. */
enum seam_mode {
	SEAM_BOTH,
	SEAM_USER,
	SEAM_KERNEL,
	SEAM_PIVOT,
	SEAM_NR_MODES
};

struct show_opts {
	struct graph_conf graph;
	enum seam_mode seam;
	const char *symbol_filter; /* text that symbols to show have; NULL: all rows */
	double min_percent;	   /* rows below it are hidden */
	int max_stack;		   /* innermost frames to keep; 0: all */
	bool say_cut;		   /* show FUNC_CUT_NAME in place of the others */
	bool full_paths;	   /* of DSOs, and addresses of symbols: -v */
	bool short_names;	   /* of functions, without arguments; recursion folds to two */
	bool join_clones;	   /* functions are one with their clones: see clone_name__stem() */
	bool fold_recursion;  /* graphs have a function that calls itself once, and how often */
	bool labels;	      /* call addresses without a symbol by func__label() */
	bool nanosecs;	      /* show times in ns: --ns */
	bool hide_unresolved; /* hide frames without a symbol */
	bool relative;	      /* percentages of the samples shown, not of all */
	bool exclude_other;   /* only samples with a parent: -x */
};

/* Returns how to show a tree of chains in @order: every row, and shares of all samples. */
struct show_opts show_opts__of_tree(const struct show_opts *from, enum graph_order order);

#endif /* PERF_DEFER_UTIL_PROFILE_SHOW_OPTS_H */
