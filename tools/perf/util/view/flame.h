/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * flame: the call chains of an event as one tree from the outermost frame inward, and the boxes of
 * its picture.
 *
 *   +------------------- all -------------------+
 *   +---------- main ----------+ +--- start ----+    width: share of the weight
 *   +----- f -----+ +--- g ---+  +--- h ---+         below: what it calls, heaviest first
 *
 * In a comparison, widths are shares of now. What only the baseline has is a node without a width.
 *
 * The tree is made once, in time linear in the chains. A picture costs what is visible: boxes
 * narrower than asked are counted, but not visited. In FLAME_CALLERS a node stands for one or more of
 * the chain tree; the other shapes, and pivots, repeat frames: see node-limit.h. The code draws nothing;
 * the caller chooses the unit of width, columns or pixels.
 */
#ifndef PERF_DEFER_UTIL_VIEW_FLAME_H
#define PERF_DEFER_UTIL_VIEW_FLAME_H

#include "util/profile/change.h"
#include "util/profile/hist.h"
#include "util/view/flame-shape.h"

#define FLAME_ROOT 0 /* all samples; without a func */
#define FLAME_END  0 /* no further child or sibling */

struct flame_thread {
	uint32_t comm_id;
	int32_t pid, tid;
};

struct flame_node {
	/* Id in funcs of the graph's node: see func.graph_id. From flame.nr_funcs on, a thread. */
	uint32_t func;
	uint32_t parent;
	uint32_t depth;	      /* 0: the root */
	uint32_t first, next; /* first child and next sibling, or FLAME_END */
	uint32_t nr_children;
	uint32_t nr_below; /* number of all its descendants */
	bool sorted;	   /* children are sorted: see flame__sort() */
	uint64_t total;	   /* weight of all chains through this node */
	uint64_t self;	   /* weight of the chains that end here */
	uint64_t nr;	   /* samples of all chains through this node */
};

struct flame {
	const struct hist *hist;
	struct flame *base;	  /* that of its baseline, with the same nodes; NULL: none */
	struct flame_node *nodes; /* parents before children */
	size_t nr, cap;
	struct hash_index index;
	uint64_t hash_key;
	uint32_t max_depth;
	enum flame_shape shape;
	uint32_t nr_funcs;
	struct flame_thread *threads; /* of FLAME_THREADS */
	size_t nr_threads, cap_threads;
	bool by_samples; /* weights are samples, because no sample has a period */
	bool too_large;	 /* left without samples, since it would have too many nodes */
	bool two_sided;	 /* pivots, with their callers on the left and the kernel on the right */
};

/* The depth of the sides of pivots. Each has the whole weight, and half of its pivot's width. */
#define FLAME_SIDES 2

/* Returns the weight that stands for the width of a node's box. */
static inline uint64_t flame__width(const struct flame *flame, uint32_t node)
{
	const struct flame_node *of = &flame->nodes[node];

	return flame->two_sided && of->depth < FLAME_SIDES ? 2 * of->total : of->total;
}

/*
 * Builds the tree. @hist must outlive the flame and stay unchanged. If the tree would have more nodes than
 * @hist allows, it becomes too_large, which is no error.
 */
int flame__init(struct flame *flame, const struct hist *hist, enum flame_shape shape,
		struct defer_error *err);
void flame__exit(struct flame *flame);

/* Returns the func of a node; NULL for the root and for threads. */
const struct func *flame__func(const struct flame *flame, uint32_t node);
/* Returns the thread that a node stands for, or NULL. */
const struct flame_thread *flame__thread(const struct flame *flame, uint32_t node);
/* Returns the function that it is about: see funcs__subject(). NULL: none. */
const struct func *flame__subject(const struct flame *flame, uint32_t node);

#define FLAME_LABEL_LEN FUNC_LABEL_LEN
/* Returns the label of a box: a name, an address or a thread, which are written to @buf, or "all". */
const char *flame__label(const struct flame *flame, uint32_t node, char buf[FLAME_LABEL_LEN]);

/* Returns @weight as a percentage of all samples of the event, including filtered ones. */
double flame__percent(const struct flame *flame, uint64_t weight);

/* Returns the change of the node's share, if there is a base. */
struct change flame__change(const struct flame *flame, uint32_t node);

/* Returns the node after @node in a walk from the root, parents first; FLAME_END after the last. */
uint32_t flame__next(const struct flame *flame, uint32_t node);

/* Sorts the children of @node, heaviest first, unless they are sorted. */
int flame__sort(struct flame *flame, uint32_t node, struct defer_error *err);

/* Returns true if @below is @above or one of its descendants. */
bool flame__is_below(const struct flame *flame, uint32_t below, uint32_t above);

/* ---- the picture ---- */

struct flame_box {
	uint32_t node;	     /* the node; of a rest: the parent of its children */
	uint32_t depth;	     /* row; 0 is the root's */
	uint32_t col, width; /* in units of the picture, width at least 1 */
	uint32_t nr_rest;    /* 0: a node; else the number of children too narrow for boxes */
	bool is_outer;	     /* an ancestor of the focus, drawn in full width */
	uint64_t begin;	     /* width to the left of the box: see flame__width() */
	uint64_t weight;     /* its width */
};

struct flame_opts {
	uint32_t focus;	    /* node that is as wide as the picture */
	uint32_t width;	    /* width of the picture, units */
	uint32_t min_width; /* smallest width of a box, units; at least 1 */
	uint32_t max_depth; /* last row to lay out */
};

struct flame_picture {
	struct flame_box *boxes; /* row by row, each from the left */
	size_t nr, cap;
	uint64_t nr_narrow; /* nodes without a box because they, or a caller, are too narrow */
};

/* Lays out the boxes and replaces those in @picture, which is all zero at first. */
int flame__layout(struct flame *flame, const struct flame_opts *opts, struct flame_picture *picture,
		  struct defer_error *err);
void flame_picture__exit(struct flame_picture *picture);

/* ---- search ---- */

struct flame_matches {
	bool *funcs;	 /* by func id: the name contains the text */
	uint32_t *nodes; /* outermost nodes of such funcs, heaviest first */
	size_t nr, cap;
	uint64_t total; /* weight of all chains with such a func, each chain once */
};

/* Searches all nodes for @text, ignoring case. The caller owns the matches, even after an error. */
int flame__search(const struct flame *flame, const char *text, struct flame_matches *matches,
		  struct defer_error *err);
void flame_matches__exit(struct flame_matches *matches);

static inline bool flame_matches__has(const struct flame_matches *matches,
				      const struct flame *flame, uint32_t node)
{
	return matches->funcs && node != FLAME_ROOT && matches->funcs[flame->nodes[node].func];
}

#endif /* PERF_DEFER_UTIL_VIEW_FLAME_H */
