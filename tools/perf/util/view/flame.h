/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * flame: the call chains of an event as one tree from the outermost frame inward, and the boxes
 * of its picture: each function as wide as its share, what it calls below it, the heaviest
 * first. Pure: whoever draws says how many units wide the picture is, columns or pixels.
 *
 * The tree is made once, in time that grows with the chains. A picture costs what is visible:
 * boxes that are narrower than asked are not looked at, but counted.
 */
#ifndef PERF_DEFER_UTIL_VIEW_FLAME_H
#define PERF_DEFER_UTIL_VIEW_FLAME_H

#include "util/profile/hist.h"

#define FLAME_ROOT 0 /* all samples; has no func */
#define FLAME_END  0 /* no further child or sibling */

struct flame_node {
	uint32_t func; /* id in funcs, of the graph's node: see func.graph_id */
	uint32_t parent;
	uint32_t depth;	      /* 0: the root */
	uint32_t first, next; /* child and sibling */
	uint32_t nr_children;
	uint32_t nr_below; /* nodes under it, however deep */
	bool sorted;	   /* its children are: see flame__sort() */
	uint64_t total;	   /* weight of all chains through it */
	uint64_t self;	   /* of those that end in it */
};

struct flame {
	const struct hist *hist;
	struct flame_node *nodes; /* parents before children */
	size_t nr, cap;
	struct hash_index index;
	uint64_t hash_key;
	uint32_t max_depth;
	bool by_samples; /* weights are samples, because no sample has a period */
};

/* @hist outlives the flame, and nothing is added to it meanwhile. */
int flame__init(struct flame *flame, const struct hist *hist, struct defer_error *err);
void flame__exit(struct flame *flame);

/* The func of a node that is not the root. */
const struct func *flame__func(const struct flame *flame, uint32_t node);

#define FLAME_LABEL_LEN 32
/* What a box is called: a name, an address, which is written to @buf, or "all". */
const char *flame__label(const struct flame *flame, uint32_t node, char buf[FLAME_LABEL_LEN]);

/* Percentage of all samples of the event, filtered ones too. */
double flame__percent(const struct flame *flame, uint64_t weight);

/* Puts the children of @node in order, the heaviest first, once. */
int flame__sort(struct flame *flame, uint32_t node, struct defer_error *err);

/* Is @below the same as @above, or under it? */
bool flame__is_below(const struct flame *flame, uint32_t below, uint32_t above);

/* ---- the picture ---- */

struct flame_box {
	uint32_t node;	     /* of a rest: the one whose children it stands for */
	uint32_t depth;	     /* row; the root's is 0 */
	uint32_t col, width; /* in units of the picture, width at least 1 */
	uint32_t nr_rest; /* 0: a node; else so many children, too narrow for boxes of their own */
	bool is_outer;	  /* calls what the picture is of, and is as wide as that */
	uint64_t begin;	  /* weight to its left */
	uint64_t weight;
};

struct flame_opts {
	uint32_t focus;	    /* is as wide as the picture */
	uint32_t width;	    /* of the picture, units */
	uint32_t min_width; /* of a box, units; at least 1 */
	uint32_t max_depth; /* last row that is wanted */
};

struct flame_picture {
	struct flame_box *boxes; /* row by row, and each from the left */
	size_t nr, cap;
	uint64_t nr_narrow; /* nodes that have no box because they, or a caller, are too narrow */
};

/* The boxes instead of those of the last time. All zero is a picture to begin with. */
int flame__layout(struct flame *flame, const struct flame_opts *opts, struct flame_picture *picture,
		  struct defer_error *err);
void flame_picture__exit(struct flame_picture *picture);

/* ---- search ---- */

struct flame_matches {
	bool *funcs;	 /* by func id: has the text in its name */
	uint32_t *nodes; /* outermost ones of such funcs, the heaviest first */
	size_t nr, cap;
	uint64_t total; /* weight of all chains with such a func, each once */
};

/* Searches all nodes, whatever the case of @text. The caller owns the matches, also if it fails. */
int flame__search(const struct flame *flame, const char *text, struct flame_matches *matches,
		  struct defer_error *err);
void flame_matches__exit(struct flame_matches *matches);

static inline bool flame_matches__has(const struct flame_matches *matches,
				      const struct flame *flame, uint32_t node)
{
	return matches->funcs && node != FLAME_ROOT && matches->funcs[flame->nodes[node].func];
}

#endif /* PERF_DEFER_UTIL_VIEW_FLAME_H */
