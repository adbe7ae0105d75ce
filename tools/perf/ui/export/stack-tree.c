// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/export/stack-tree.h"
#include "util/base/array.h"
#include "util/base/hash.h"
#include "util/base/node-limit.h"
#include "util/profile/hist-change.h"
#include "util/profile/seam-rows.h"

#define NO_NAME UINT32_MAX

/* State that is needed only while stacks are added. */
struct tree_build {
	struct stack_tree *tree;
	const struct hist *hist;
	enum flame_shape shape;
	uint32_t *func_names; /* name of each func, or NO_NAME */
	uint32_t *path;	      /* funcs of the current stack, innermost first */
	size_t cap_path;
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
	uint64_t hash = hash__bytes(tree->hash_key + name.kind, name.text, len);
	uint32_t pos = hash_index__find(&tree->name_index, hash, name_equal, tree->names, &name);
	struct stack_name *names;

	if (pos != HASH_INDEX_NONE)
		return pos;
	names = array__reserve(tree->names, &tree->cap_names, tree->nr_names + 1, sizeof(*names));
	if (!names)
		return DEFER_ERR_NOMEM;
	tree->names = names;
	if (copy)
		name.text = strpool__add(&tree->strs, name.text, len);
	if (!name.text || hash_index__add(&tree->name_index, hash, tree->nr_names))
		return DEFER_ERR_NOMEM;
	names[tree->nr_names] = name;
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
	id = find_func_name(build->tree, funcs__at(build->hist->conf.funcs, func));
	if (id >= 0)
		build->func_names[func] = id;
	return id;
}

/* ---- nodes ---- */

static bool node_equal(const void *ctx, uint32_t pos, const void *key)
{
	const struct stack_node *a = &((const struct stack_node *)ctx)[pos], *b = key;

	return a->parent == b->parent && a->name == b->name;
}

/* Makes room for what the nodes had before. */
static int reserve_before(struct stack_tree *tree, size_t nr)
{
	struct stack_before *before =
		array__reserve(tree->before, &tree->cap_before, nr, sizeof(*before));

	if (!before)
		return DEFER_ERR_NOMEM;
	tree->before = before;
	before[nr - 1] = (struct stack_before){.self = 0};
	return 0;
}

static int64_t find_child(struct stack_tree *tree, uint32_t parent, int64_t name)
{
	const struct stack_node want = {.parent = parent, .name = name};
	struct stack_node *nodes;
	uint64_t hash;
	uint32_t pos;

	if (name < 0)
		return name;
	hash = hash__u64(tree->hash_key, (uint64_t)parent << 32 | (uint32_t)name);
	pos = hash_index__find(&tree->index, hash, node_equal, tree->nodes, &want);
	if (pos != HASH_INDEX_NONE)
		return pos;
	if (node_limit__is_reached(tree->max_nodes, tree->nr))
		return DEFER_ERR_NOMEM;
	nodes = array__reserve(tree->nodes, &tree->cap, tree->nr + 1, sizeof(*nodes));
	if (!nodes || tree->nr >= UINT32_MAX - 1)
		return DEFER_ERR_NOMEM;
	tree->nodes = nodes;
	if (tree->before && reserve_before(tree, tree->nr + 1))
		return DEFER_ERR_NOMEM;
	if (hash_index__add(&tree->index, hash, tree->nr))
		return DEFER_ERR_NOMEM;
	nodes[tree->nr] = want;
	nodes[tree->nr].depth = nodes[parent].depth + 1;
	if (nodes[tree->nr].depth > tree->max_depth)
		tree->max_depth = nodes[tree->nr].depth;
	return tree->nr++;
}

/* Does what get_path() does for a pivot: with what it called in the kernel, without callers. */
static int64_t get_pivot(struct tree_build *build, const struct hist_stack *stack)
{
	const struct hist_conf *conf = &build->hist->conf;
	uint32_t nr = seam_chain__callees(conf->chains, conf->funcs, stack->chain, build->path);

	for (uint32_t i = 0; i < nr / 2; i++) {
		uint32_t func = build->path[i];

		build->path[i] = build->path[nr - 1 - i];
		build->path[nr - 1 - i] = func;
	}
	build->path[nr] = stack->hit;
	return nr + 1ULL;
}

/* Fills build->path with the funcs of the stack, innermost first. Returns how many, or negative. */
static int64_t get_path(struct tree_build *build, const struct hist_stack *stack)
{
	const struct chain_node *nodes = build->hist->conf.chains->nodes;
	uint32_t nr = 0, depth = nodes[stack->chain].depth;
	uint32_t *path = array__reserve(build->path, &build->cap_path, depth + 1ULL, sizeof(*path));

	if (!path)
		return DEFER_ERR_NOMEM;
	build->path = path;
	if (build->hist->conf.sides.on)
		return get_pivot(build, stack);
	if (stack->chain == CHAIN_ROOT)
		path[nr++] = stack->hit;
	for (uint32_t node = stack->chain; node != CHAIN_ROOT; node = nodes[node].parent)
		path[nr++] = nodes[node].func;
	return nr;
}

/* Returns the name of the task, or of the thread as stackcollapse-perf.pl --tid has it. */
static int64_t task_name(struct tree_build *build, const struct hist_stack *stack)
{
	struct stack_name name = {build->hist->conf.comms[stack->who.comm_id], STACK_COMM};
	char *text;
	int64_t id;

	if (build->shape != FLAME_THREADS)
		return find_name(build->tree, name, false);
	if (asprintf(&text, "%s-%" PRId32 "/%" PRId32, name.text, stack->who.pid, stack->who.tid) <
	    0)
		return DEFER_ERR_NOMEM;
	name.text = text;
	id = find_name(build->tree, name, true);
	free(text);
	return id;
}

/* Adds the frames of build->path, the outermost first. Returns the last node, or negative. */
static int64_t add_frames(struct tree_build *build, int64_t node, int64_t nr)
{
	while (node >= 0 && nr-- > 0)
		node = find_child(build->tree, node, func_name(build, build->path[nr]));
	return node;
}

static int64_t add_inverted(struct tree_build *build, int64_t nr, int64_t task)
{
	int64_t node = STACK_ROOT;

	for (int64_t i = 0; node >= 0 && i < nr; i++)
		node = find_child(build->tree, node, func_name(build, build->path[i]));
	return node < 0 ? node : find_child(build->tree, node, task);
}

static int add_stack(struct tree_build *build, size_t idx)
{
	const struct hist_stack *stack = &build->hist->stacks[idx];
	struct stack_tree *tree = build->tree;
	const struct sample_sum sum = sums__samples(&stack->sums);
	int64_t nr = get_path(build, stack), task, node;

	if (nr < 0)
		return nr;
	task = task_name(build, stack);
	if (build->shape == FLAME_INVERTED)
		node = add_inverted(build, nr, task);
	else
		node = add_frames(build, find_child(tree, STACK_ROOT, task), nr);
	if (node < 0)
		return node;
	sample_sum__add(&tree->nodes[node].sum, &sum);
	if (tree->before)
		sample_sum__add(&tree->before[node].sum, &build->hist->before->stacks[idx]);
	return 0;
}

/* ---- seal ---- */

/* A node with its sort key. Parents precede their children; siblings are in the order of names. */
struct sort_item {
	const struct stack_name *name;
	uint32_t parent, node;
};

static int cmp_items(const void *va, const void *vb)
{
	const struct sort_item *a = va, *b = vb;
	int cmp = (a->parent > b->parent) - (a->parent < b->parent);

	if (!cmp)
		cmp = strcmp(a->name->text, b->name->text);
	return cmp ? cmp : a->name->kind - b->name->kind;
}

static int link_children(struct stack_tree *tree)
{
	struct sort_item *items = malloc(tree->nr * sizeof(*items));
	size_t nr = tree->nr - 1;

	if (!items)
		return DEFER_ERR_NOMEM;
	for (size_t i = 0; i < nr; i++) {
		const struct stack_node *node = &tree->nodes[i + 1];

		items[i] = (struct sort_item){stack_tree__name(tree, node), node->parent, i + 1};
	}
	qsort(items, nr, sizeof(*items), cmp_items);
	for (size_t i = nr; i-- > 0;) {
		struct stack_node *parent = &tree->nodes[items[i].parent];

		tree->nodes[items[i].node].next = parent->first;
		parent->first = items[i].node;
	}
	free(items);
	return 0;
}

static void sum_up_before(struct stack_tree *tree)
{
	struct stack_before *before = tree->before;

	for (size_t i = 0; i < tree->nr; i++)
		before[i].self = tree->by_nr ? before[i].sum.nr : before[i].sum.period;
	for (size_t i = tree->nr; i-- > 1;)
		sample_sum__add(&before[tree->nodes[i].parent].sum, &before[i].sum);
}

struct change stack_tree__change(const struct stack_tree *tree, uint32_t node)
{
	const struct stack_node *nodes = tree->nodes;
	const struct sample_sums part = {.before = tree->before[node].sum, .now = nodes[node].sum};
	const struct sample_sums all = {.before = tree->before[STACK_ROOT].sum,
					.now = nodes[STACK_ROOT].sum};

	return change__of(&part, &all);
}

static int stack_tree__seal(struct stack_tree *tree)
{
	tree->by_nr = true;
	for (size_t i = 0; i < tree->nr; i++)
		tree->by_nr &= !tree->nodes[i].sum.period;
	for (size_t i = 0; i < tree->nr; i++)
		tree->nodes[i].self = stack_tree__value(tree, &tree->nodes[i]);
	for (size_t i = tree->nr; i-- > 1;) {
		struct stack_node *node = &tree->nodes[i], *parent = &tree->nodes[node->parent];

		sample_sum__add(&parent->sum, &node->sum);
	}
	if (tree->before)
		sum_up_before(tree);
	return link_children(tree);
}

static int build_tree(struct tree_build *build)
{
	size_t nr_funcs = build->hist->conf.funcs->nr;
	struct stack_tree *tree = build->tree;
	int ret = 0;

	tree->nodes = array__reserve(NULL, &tree->cap, 1, sizeof(*tree->nodes));
	build->func_names = malloc((nr_funcs + 1) * sizeof(*build->func_names));
	if (!tree->nodes || !build->func_names)
		return DEFER_ERR_NOMEM;
	tree->nodes[tree->nr++] = (struct stack_node){0};
	if (build->hist->conf.compares && reserve_before(tree, tree->nr))
		return DEFER_ERR_NOMEM;
	memset(build->func_names, 0xff, nr_funcs * sizeof(*build->func_names));
	for (size_t i = 0; !ret && i < build->hist->nr_stacks; i++)
		ret = add_stack(build, i);
	return ret ? ret : stack_tree__seal(tree);
}

int stack_tree__init(struct stack_tree *tree, const struct hist *hist, enum flame_shape shape,
		     struct defer_error *err)
{
	struct tree_build build = {.tree = tree, .hist = hist, .shape = shape};
	int ret;

	*tree = (struct stack_tree){.hash_key = hash__key(), .max_nodes = hist->conf.max_nodes};
	ret = build_tree(&build);
	free(build.func_names);
	free(build.path);
	return ret ? node_limit__say(tree->max_nodes, tree->nr, "for the export", err) : 0;
}

void stack_tree__exit(struct stack_tree *tree)
{
	free(tree->nodes);
	free(tree->before);
	free(tree->names);
	hash_index__exit(&tree->index);
	hash_index__exit(&tree->name_index);
	strpool__exit(&tree->strs);
	*tree = (struct stack_tree){0};
}

uint32_t stack_tree__next(const struct stack_tree *tree, uint32_t node)
{
	if (tree->nodes[node].first != STACK_END)
		return tree->nodes[node].first;
	while (node != STACK_ROOT && tree->nodes[node].next == STACK_END)
		node = tree->nodes[node].parent;
	return node == STACK_ROOT ? STACK_END : tree->nodes[node].next;
}
