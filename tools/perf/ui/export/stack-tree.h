/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stack_tree: the stacks of one event as exports write them: from the task's name inward, equal
 * names being equal frames, wherever in the function the addresses were.
 */
#ifndef PERF_DEFER_UI_EXPORT_STACK_TREE_H
#define PERF_DEFER_UI_EXPORT_STACK_TREE_H

#include "util/base/strpool.h"
#include "util/profile/hist.h"

#define STACK_ROOT 0
#define STACK_END  0 /* no further child or sibling: the root is neither */

enum stack_kind {
	STACK_COMM,
	STACK_USER,
	STACK_INLINED, /* of either half */
	STACK_KERNEL,
	STACK_MISSING, /* stands for a user half that is not there */
};

struct stack_name {
	const char *text; /* as in the trace: anything but NUL may stand in it */
	uint8_t kind;	  /* enum stack_kind */
};

struct stack_node {
	uint32_t parent, name;
	uint32_t first, next; /* after seal: its first child, its next sibling, by name */
	uint32_t depth;	      /* 0: the root, whose children are tasks */
	uint64_t nr, period;  /* of samples that end here; after seal also of those that go on */
	uint64_t self;	      /* after seal: value of those that end here */
};

struct stack_tree {
	struct stack_node *nodes; /* parents before children; node 0 is the root, without a name */
	size_t nr, cap;
	struct stack_name *names;
	size_t nr_names, cap_names;
	struct hash_index index, name_index;
	uint64_t hash_key;
	struct strpool strs;
	uint32_t max_depth;
	bool by_nr; /* no sample has a period: their number counts */
};

/*
 * All stacks of @hist, sealed. What the hist's names live in outlives the tree. The caller calls
 * exit also after an error.
 */
int stack_tree__init(struct stack_tree *tree, const struct hist *hist, struct defer_error *err);
void stack_tree__exit(struct stack_tree *tree);

static inline const struct stack_name *stack_tree__name(const struct stack_tree *tree,
							const struct stack_node *node)
{
	return &tree->names[node->name];
}

/* What a box is wide by: the period, or samples where there is none. */
static inline uint64_t stack_tree__value(const struct stack_tree *tree,
					 const struct stack_node *node)
{
	return tree->by_nr ? node->nr : node->period;
}

/* The node after @node in a walk from the root, parents first; STACK_END after the last. */
uint32_t stack_tree__next(const struct stack_tree *tree, uint32_t node);

#endif /* PERF_DEFER_UI_EXPORT_STACK_TREE_H */
