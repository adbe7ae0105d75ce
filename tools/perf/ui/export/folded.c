// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdlib.h>

#include "ui/export/folded.h"
#include "ui/export/stack-tree.h"
#include "ui/stdio/plain.h"
#include "util/base/error.h"

static void put_name(const struct stack_name *name, bool no_marks, FILE *out)
{
	size_t len;

	for (const char *part = name->text; *part; part += len) {
		bool shown = plain__is_shown(part, &len);

		if (!shown || *part == ';')
			putc_unlocked(shown ? ':' : '.', out);
		else
			fwrite_unlocked(part, 1, len, out);
	}
	if (no_marks)
		return;
	if (name->kind == STACK_KERNEL)
		fputs("_[k]", out);
	else if (name->kind == STACK_INLINED)
		fputs("_[i]", out);
}

/* Writes the line of @node, if samples end there; @path holds the node at each depth above it. */
static void put_line(const struct stack_tree *tree, const uint32_t *path, uint32_t node,
		     bool no_marks, FILE *out)
{
	const struct flame_node *of = &tree->flame.nodes[node];
	const struct flame *base = tree->flame.base;
	uint64_t before = base ? base->nodes[node].self : 0;

	if (!of->self && !before)
		return;
	for (uint32_t i = 1; i <= of->depth; i++) {
		if (i > 1)
			putc_unlocked(';', out);
		put_name(stack_tree__name(tree, path[i]), no_marks, out);
	}
	if (base)
		fprintf(out, " %" PRIu64, before);
	fprintf(out, " %" PRIu64 "\n", of->self);
}

static int put_all(const struct stack_tree *tree, bool no_marks, FILE *out, struct defer_error *err)
{
	uint32_t *path = calloc(tree->flame.max_depth + 1ULL, sizeof(*path));
	uint32_t node = FLAME_ROOT;

	if (!path)
		return error__no_memory(err, "for the export");
	while ((node = flame__next(&tree->flame, node)) != FLAME_END) {
		path[tree->flame.nodes[node].depth] = node;
		put_line(tree, path, node, no_marks, out);
	}
	free(path);
	if (fflush(out) || ferror(out))
		return defer_error__set(err, DEFER_ERR_IO, "cannot write the folded stacks: %m");
	return 0;
}

int folded__write(const struct hist *hist, const struct folded_opts *opts, FILE *out,
		  struct defer_error *err)
{
	struct stack_tree tree;
	int ret = stack_tree__init(&tree, hist, opts->shape, opts->counts, err);

	if (!ret)
		ret = put_all(&tree, opts->no_marks, out, err);
	stack_tree__exit(&tree);
	return ret;
}
