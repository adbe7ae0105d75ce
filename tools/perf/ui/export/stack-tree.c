// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/export/stack-tree.h"
#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash.h"
#include "util/base/node-limit.h"
#include "util/view/flame-tree.h"

#define NO_NAME UINT32_MAX

/* State that is needed only while stacks are added. */
struct tree_build {
	struct stack_tree *tree;
	uint32_t *func_names; /* name of each func, or NO_NAME */
	uint32_t *path;	      /* of the current stack: functions, then names */
};

/* ---- names ---- */

static bool name_equal(const void *ctx, uint32_t pos, const void *key)
{
	const struct stack_name *a = &((const struct stack_name *)ctx)[pos], *b = key;

	return a->kind == b->kind && !strcmp(a->text, b->text);
}

/* Finds or adds @name and returns its index, or negative; copies its text if @copy. */
static int64_t find_name(struct stack_tree *tree, struct stack_name name, bool copy)
{
	size_t len = strlen(name.text);
	uint64_t hash = hash__bytes(tree->flame.hash_key + name.kind, name.text, len);
	uint32_t pos = hash_index__find(&tree->name_index, hash, name_equal, tree->names, &name);

	if (pos != HASH_INDEX_NONE)
		return pos;
	if (!ARRAY_GROW(tree->names, tree->cap_names, tree->nr_names + 1))
		return DEFER_ERR_NOMEM;
	if (copy)
		name.text = strpool__add(&tree->strs, name.text, len);
	if (!name.text || hash_index__add(&tree->name_index, hash, tree->nr_names))
		return DEFER_ERR_NOMEM;
	tree->names[tree->nr_names] = name;
	return tree->nr_names++;
}

uint8_t stack_kind__of(const struct func *func)
{
	if (func->kind == FUNC_NO_HALF)
		return STACK_MISSING;
	if (func->is_kernel)
		return STACK_KERNEL;
	return func->kind == FUNC_INLINED ? STACK_INLINED : STACK_USER;
}

/*
 * Returns the name of @func. A func without one is called by its DSO, as in stackcollapse-perf.pl:
 * "[libc.so.6]".
 */
static int64_t find_func_name(struct stack_tree *tree, const struct func *func)
{
	struct stack_name name = {.text = func->label, .kind = stack_kind__of(func)};
	const char *dso;
	char *text;
	int64_t id;

	if (name.text)
		return find_name(tree, name, false);
	dso = func__dso_name(func, false);
	if (asprintf(&text, dso[0] == '[' ? "%s" : "[%s]", dso) < 0)
		return DEFER_ERR_NOMEM;
	name.text = text;
	id = find_name(tree, name, true);
	free(text);
	return id;
}

static int64_t func_name(struct tree_build *build, uint32_t func)
{
	int64_t id = build->func_names[func];

	if (id != NO_NAME)
		return id;
	id = find_func_name(build->tree, funcs__at(build->tree->flame.hist->conf.funcs, func));
	if (id >= 0)
		build->func_names[func] = id;
	return id;
}

/* Returns the name of the task, or of the thread as stackcollapse-perf.pl --tid has it. */
static int64_t task_name(struct tree_build *build, const struct hist_stack *stack)
{
	struct stack_name name = {build->tree->flame.hist->conf.comms[stack->who.comm_id],
				  STACK_COMM};
	char *text;
	int64_t id;

	if (build->tree->flame.shape != FLAME_THREADS)
		return find_name(build->tree, name, false);
	if (asprintf(&text, "%s-%" PRId32 "/%" PRId32, name.text, stack->who.pid, stack->who.tid) <
	    0)
		return DEFER_ERR_NOMEM;
	name.text = text;
	id = find_name(build->tree, name, true);
	free(text);
	return id;
}

/* ---- stacks ---- */

/* Writes the names of a stack, with its task, to build->path. Returns how many, or a negative code. */
static int64_t get_names(struct tree_build *build, const struct hist_stack *stack)
{
	const struct flame *flame = &build->tree->flame;
	bool inverted = flame->shape == FLAME_INVERTED;
	uint32_t *names = build->path + !inverted;
	uint32_t nr = flame_path__of(flame->hist, stack, flame->shape, names);
	int64_t task = task_name(build, stack), name = task;

	for (uint32_t i = 0; name >= 0 && i < nr; i++) {
		name = func_name(build, names[i]);
		names[i] = name;
	}
	build->path[inverted ? nr : 0] = task;
	return name < 0 ? name : nr + 1LL;
}

static int add_stack(struct tree_build *build, struct flame *flame, size_t idx)
{
	int64_t nr = get_names(build, &flame->hist->stacks[idx]), node;

	if (nr < 0)
		return nr;
	node = flame__add_path(flame, FLAME_ROOT, build->path, nr);
	if (node < 0)
		return node;
	flame__count(flame, node, idx);
	return 0;
}

/* ---- the tree ---- */

static int compare_names(const void *l, const void *r, void *arg)
{
	const struct stack_name *a = stack_tree__name(arg, *(const uint32_t *)l);
	const struct stack_name *b = stack_tree__name(arg, *(const uint32_t *)r);
	int cmp = strcmp(a->text, b->text);

	return cmp ? cmp : a->kind - b->kind;
}

static int build_flame(struct tree_build *build, struct flame *flame)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < flame->hist->nr_stacks; i++)
		ret = add_stack(build, flame, i);
	flame__finish(flame);
	return ret;
}

static int compare_weights(const void *l, const void *r, void *arg)
{
	const struct stack_tree *tree = arg;
	const uint64_t a = tree->flame.nodes[*(const uint32_t *)l].total;
	const uint64_t b = tree->flame.nodes[*(const uint32_t *)r].total;

	return CMP(b, a) ?: compare_names(l, r, arg);
}

int stack_tree__sort_by_weight(struct stack_tree *tree, struct defer_error *err)
{
	struct flame *flame = &tree->flame;
	int ret = 0;

	for (size_t i = 0; !ret && i < flame->nr; i++) {
		flame->nodes[i].sorted = false;
		ret = flame__sort_by(flame, i, compare_weights, tree);
	}
	return ret ? error__no_memory(err, "for the export") : 0;
}

static int build_tree(struct tree_build *build)
{
	struct flame *flame = &build->tree->flame;
	int ret;

	if (!build->func_names || !build->path)
		return DEFER_ERR_NOMEM;
	memset(build->func_names, 0xff, flame->nr_funcs * sizeof(*build->func_names));
	ret = build_flame(build, flame);
	if (!ret && flame->base)
		ret = build_flame(build, flame->base);
	for (size_t i = 0; !ret && i < flame->nr; i++)
		ret = flame__sort_by(flame, i, compare_names, build->tree);
	return ret;
}

/* Has both sides count alike: one may have no periods. */
static void set_by_samples(struct flame *flame, bool by_samples)
{
	flame->by_samples |= by_samples;
	if (flame->base)
		flame->base->by_samples = flame->by_samples;
}

int stack_tree__init(struct stack_tree *tree, const struct hist *hist, enum flame_shape shape,
		     bool by_samples, struct defer_error *err)
{
	struct tree_build build = {
		.tree = tree,
		.func_names = malloc((hist->conf.funcs->nr + 1) * sizeof(*build.func_names)),
		.path = malloc(flame_path__room(hist) * sizeof(*build.path)),
	};
	int ret;

	*tree = (struct stack_tree){0};
	ret = flame__begin(&tree->flame, hist, shape);
	set_by_samples(&tree->flame, by_samples);
	if (!ret)
		ret = build_tree(&build);
	free(build.func_names);
	free(build.path);
	return ret ? node_limit__say(hist->conf.max_nodes, tree->flame.nr, "for the export", err)
		   : 0;
}

void stack_tree__exit(struct stack_tree *tree)
{
	flame__exit(&tree->flame);
	free(tree->names);
	hash_index__exit(&tree->name_index);
	strpool__exit(&tree->strs);
	*tree = (struct stack_tree){0};
}
