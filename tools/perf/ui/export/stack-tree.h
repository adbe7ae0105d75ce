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
 * It is a flame whose functions are names.
 */
#ifndef PERF_DEFER_UI_EXPORT_STACK_TREE_H
#define PERF_DEFER_UI_EXPORT_STACK_TREE_H

#include "util/base/strpool.h"
#include "util/view/flame.h"

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

struct stack_tree {
	struct flame flame; /* its nodes have names for functions; siblings are sorted by name */
	struct stack_name *names;
	size_t nr_names, cap_names;
	struct hash_index name_index;
	struct strpool strs;
};

/*
 * Builds the tree of all stacks of @hist. With FLAME_INVERTED a stack begins with what was
 * hit and ends with its task; with FLAME_THREADS the first level holds threads, "burn-112/114". The
 * names are borrowed: what @hist takes them from must outlive the tree. Returns DEFER_ERR_NOMEM also if
 * the tree would have more nodes than @hist allows. The caller calls exit also after an error.
 * @by_samples: nodes have their samples, not their period.
 */
int stack_tree__init(struct stack_tree *tree, const struct hist *hist, enum flame_shape shape,
		     bool by_samples, struct defer_error *err);
void stack_tree__exit(struct stack_tree *tree);

/* Orders what was in the order of names: the heaviest first, as in the terminal UI, then by names. */
int stack_tree__sort_by_weight(struct stack_tree *tree, struct defer_error *err);

/* Returns the name of @node, which is not the root. */
static inline const struct stack_name *stack_tree__name(const struct stack_tree *tree,
							uint32_t node)
{
	return &tree->names[tree->flame.nodes[node].func];
}

#endif /* PERF_DEFER_UI_EXPORT_STACK_TREE_H */
