/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * flame_tree: a flame while it grows. Exports make their own trees of it, with other keys than the ids of
 * functions in flame_node.func.
 */
#ifndef PERF_DEFER_UTIL_VIEW_FLAME_TREE_H
#define PERF_DEFER_UTIL_VIEW_FLAME_TREE_H

#include "util/view/flame.h"

/* Makes a tree of a root without samples. Returns 0 or a negative code, as those below. */
int flame__begin(struct flame *flame, const struct hist *hist, enum flame_shape shape);
/* Adds up the samples of all nodes. Nothing may be added afterwards. */
void flame__finish(struct flame *flame);

/* Adds all stacks of the hist in the flame's shape. */
int flame__add_stacks(struct flame *flame);

/*
 * Writes the functions of a stack in the order of @shape, without its thread. Of a pivot, these are its row
 * and what it called. @path has room for flame__path_room(). Returns their number, at least 1.
 */
uint32_t flame_path__of(const struct hist *hist, const struct hist_stack *stack,
			enum flame_shape shape, uint32_t *path);
/* Returns the most functions of a path, and one for its thread. */
size_t flame_path__room(const struct hist *hist);

/* Finds or adds the child with @key, and returns it, or a negative code, which @parent may be, too. */
int64_t flame__child(struct flame *flame, int64_t parent, uint32_t key);
/* Does so for each key of a path that begins below @node. Returns the last node. */
int64_t flame__add_path(struct flame *flame, int64_t node, const uint32_t *keys, size_t nr);
/* Counts the samples of stack @idx of the hist at @node, where it ends. */
void flame__count(struct flame *flame, uint32_t node, size_t idx);

/* Sorts the children of @node by @compare, which gets pointers to two nodes' numbers, and @arg. */
int flame__sort_by(struct flame *flame, uint32_t node,
		   int (*compare)(const void *, const void *, void *), void *arg);

#endif /* PERF_DEFER_UTIL_VIEW_FLAME_TREE_H */
