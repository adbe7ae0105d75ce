/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stack_tree: the stacks of one event as a tree, in the form that exports write. The first level
 * holds the names of the tasks, deeper ones the frames from the outermost inward. Frames of equal
 * name are one node, whatever their addresses. For the stacks "burn;main;f 3", "burn;main 1":
 *
 *	node 0, the root          nr 4   self 0
 *	  burn   (STACK_COMM)     nr 4   self 0
 *	    main (STACK_USER)     nr 4   self 1
 *	      f  (STACK_USER)     nr 3   self 3
 *
 * A node is linked to its first child and its next sibling; parents stand before their children in
 * the array, so that one backward pass adds up nr and period.
 */
#ifndef PERF_DEFER_UI_EXPORT_STACK_TREE_H
#define PERF_DEFER_UI_EXPORT_STACK_TREE_H

#include "util/base/strpool.h"
#include "util/profile/change.h"
#include "util/profile/hist.h"
#include "util/view/flame-shape.h"

#define STACK_ROOT 0
#define STACK_END  0 /* no child or sibling; the root is neither */

enum stack_kind {
	STACK_COMM,
	STACK_USER,
	STACK_INLINED, /* an inlined frame of either half */
	STACK_KERNEL,
	STACK_MISSING, /* stands for a user half that is missing */
};

/* Returns the enum stack_kind of a function's frames. */
uint8_t stack_kind__of(const struct func *func);

struct stack_name {
	const char *text; /* as in the trace: may contain any byte but NUL */
	uint8_t kind;	  /* enum stack_kind */
};

struct stack_node {
	uint32_t parent, name;
	uint32_t first, next;  /* first child and next sibling, by name; set by seal */
	uint32_t depth;	       /* 0: the root, whose children are tasks */
	struct sample_sum sum; /* samples that end here; after seal, also those of all children */
	uint64_t self;	       /* value of the samples that end here; set by seal */
};

/* What a node had before, in what the hist is compared with. */
struct stack_before {
	struct sample_sum sum; /* as that of the node */
	uint64_t self;	       /* as that of the node */
};

struct stack_tree {
	struct stack_node *nodes; /* parents before children; node 0 is the root and has no name */
	struct stack_before *before; /* by node; NULL: no comparison */
	size_t nr, cap, cap_before;
	struct stack_name *names;
	size_t nr_names, cap_names;
	struct hash_index index, name_index;
	uint64_t hash_key;
	struct strpool strs;
	uint32_t max_depth;
	uint64_t max_nodes;
	bool by_nr; /* no sample has a period: values are numbers of samples */
};

/*
 * Builds and seals the tree of all stacks of @hist. With FLAME_INVERTED a stack begins with what was
 * hit and ends with its task; with FLAME_THREADS the first level holds threads, "burn-112/114". The
 * names are borrowed: what @hist takes them from must outlive the tree. Returns DEFER_ERR_NOMEM also if
 * the tree would have more nodes than @hist allows. The caller calls exit also after an error.
 */
int stack_tree__init(struct stack_tree *tree, const struct hist *hist, enum flame_shape shape,
		     struct defer_error *err);
void stack_tree__exit(struct stack_tree *tree);

static inline const struct stack_name *stack_tree__name(const struct stack_tree *tree,
							const struct stack_node *node)
{
	return &tree->names[node->name];
}

/*
 * Returns the value that the width of a box stands for: the period, or the number of samples if
 * there are no periods.
 */
static inline uint64_t stack_tree__value(const struct stack_tree *tree,
					 const struct stack_node *node)
{
	return tree->by_nr ? node->sum.nr : node->sum.period;
}

/* Returns the change of the node's share, if the hist compares. */
struct change stack_tree__change(const struct stack_tree *tree, uint32_t node);

/* Returns the node after @node in a walk from the root, parents first; STACK_END after the last. */
uint32_t stack_tree__next(const struct stack_tree *tree, uint32_t node);

#endif /* PERF_DEFER_UI_EXPORT_STACK_TREE_H */
