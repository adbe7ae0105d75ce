// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perf/defer-evlist.h>

#include "util/base/error.h"
#include "util/profile/seam-rows.h"
#include "util/profile/seam.h"

const char *seam_mode__name(enum seam_mode mode)
{
	static const char *const names[SEAM_NR_MODES] = {
		[SEAM_BOTH] = "both",
		[SEAM_USER] = "user",
		[SEAM_KERNEL] = "kernel",
		[SEAM_PIVOT] = "pivot",
	};

	return names[mode];
}

int seam_mode__find(const char *name)
{
	for (int mode = 0; mode < SEAM_NR_MODES; mode++) {
		if (!strcmp(name, seam_mode__name(mode)))
			return mode;
	}
	return DEFER_ERR_INVAL;
}

int seam_sides__init(struct seam_sides *sides, struct funcs *funcs, struct defer_error *err)
{
	int64_t callers = funcs__seam(funcs, FUNC_NO_LEAF, SEAM_CALLERS, SEAM_CALLERS, err);
	int64_t callees =
		callers < 0 ? callers
			    : funcs__seam(funcs, FUNC_NO_LEAF, SEAM_CALLEES, SEAM_CALLEES, err);

	if (callees < 0)
		return callees;
	*sides = (struct seam_sides){true, callers, callees};
	return 0;
}

/* What seam_row__apply() works on. */
struct seam_work {
	struct chain_tree *chains;
	struct funcs *funcs;
	struct entry_stack at;
	struct defer_error *err;
};

static uint32_t node_func(const struct seam_work *work, uint32_t node)
{
	return work->chains->nodes[node].func;
}

/* Replaces the row by one of a stand-in. A sample without a chain does not get one. */
static int stand_in(struct seam_work *work, const char *name, struct seam_row *row)
{
	int64_t func = funcs__stand_in(work->funcs, name, work->err), node = CHAIN_ROOT;

	if (func >= 0 && row->chain != CHAIN_ROOT)
		node = chain_tree__call(work->chains, CHAIN_ROOT, func, work->err);
	if (func < 0 || node < 0)
		return func < 0 ? func : node;
	*row = (struct seam_row){.hit = func, .chain = node};
	return 0;
}

static int keep_user(struct seam_work *work, bool in_kernel, struct seam_row *row)
{
	if (in_kernel && work->at.user == CHAIN_ROOT)
		return stand_in(work, SEAM_NO_USER, row);
	if (in_kernel)
		row->hit = node_func(work, work->at.user);
	row->chain = work->at.user;
	return 0;
}

/* Makes the chain of the kernel half alone, up to @node. */
static int64_t kernel_chain(struct seam_work *work, uint32_t node)
{
	uint32_t nr = work->chains->nodes[node].depth - work->chains->nodes[work->at.user].depth;
	uint32_t *path = malloc((nr + 1ULL) * sizeof(*path));
	int64_t chain = CHAIN_ROOT;

	if (!path)
		return error__no_memory(work->err, "for call chains");
	for (uint32_t i = nr; i-- > 0; node = work->chains->nodes[node].parent)
		path[i] = node_func(work, node);
	for (uint32_t i = 0; chain >= 0 && i < nr; i++)
		chain = chain_tree__call(work->chains, chain, path[i], work->err);
	free(path);
	return chain;
}

static int keep_kernel(struct seam_work *work, bool in_kernel, struct seam_row *row)
{
	bool has_kernel = row->chain != work->at.user;
	int64_t chain;

	if (!in_kernel && !has_kernel)
		return stand_in(work, SEAM_NO_KERNEL, row);
	if (!in_kernel)
		row->hit = node_func(work, row->chain);
	chain = has_kernel ? kernel_chain(work, row->chain) : CHAIN_ROOT;
	if (chain < 0)
		return chain;
	row->chain = chain;
	return 0;
}

/* ---- pivots ---- */

/* Returns the name of @func, or its label if @labels; of an address its digits, in @buf. */
static const char *func_text(const struct func *func, bool labels, char *buf, size_t size)
{
	if (func->name)
		return labels ? func->label : func->name;
	snprintf(buf, size, "%#" PRIx64, func->addr);
	return buf;
}

/* Returns the user code of the row: func id or a negative error. */
static int64_t user_code(struct seam_work *work, bool in_kernel, const struct seam_row *row)
{
	if (work->at.user != CHAIN_ROOT)
		return node_func(work, work->at.user);
	return in_kernel ? funcs__stand_in(work->funcs, SEAM_NO_USER, work->err) : row->hit;
}

/* Returns "user code -> kind -> kernel function", which the caller frees; NULL without memory. */
static char *pivot_text(const struct seam_work *work, uint32_t leaf, const char *kind, bool labels)
{
	const struct funcs *funcs = work->funcs;
	bool has_first = work->at.first != ENTRY_NO_FUNC;
	char user[32], first[32], *text;

	if (asprintf(&text, "%s -> %s%s%s",
		     func_text(funcs__at(funcs, leaf), labels, user, sizeof(user)), kind,
		     has_first ? " -> " : "",
		     has_first ? func_text(funcs__at(funcs, work->at.first), labels, first,
					   sizeof(first))
			       : "") < 0)
		return NULL;
	return text;
}

static int make_pivot(struct seam_work *work, bool in_kernel, struct seam_row *row)
{
	int64_t leaf = user_code(work, in_kernel, row), func;
	char kind[128], *name, *label;

	if (leaf < 0)
		return leaf;
	entry_stack__mode_text(&work->at, kind, sizeof(kind));
	name = pivot_text(work, leaf, kind, false);
	label = pivot_text(work, leaf, kind, true);
	func = name && label ? funcs__seam(work->funcs, leaf, name, label, work->err)
			     : error__no_memory(work->err, "for functions");
	free(name);
	free(label);
	if (func < 0)
		return func;
	row->hit = func;
	return 0;
}

int seam_row__apply(struct seam_row *row, enum seam_mode mode, struct chain_tree *chains,
		    struct funcs *funcs, const struct defer_evsel *evsel, uint8_t cpumode,
		    struct defer_error *err)
{
	struct seam_work work = {.chains = chains, .funcs = funcs, .err = err};
	bool in_kernel = funcs__at(funcs, row->hit)->is_kernel;

	if (mode == SEAM_BOTH)
		return 0;
	entry_stack__init(&work.at, row->chain, chains, funcs, evsel, cpumode);
	switch (mode) {
	case SEAM_USER:
		return keep_user(&work, in_kernel, row);
	case SEAM_KERNEL:
		return keep_kernel(&work, in_kernel, row);
	case SEAM_PIVOT:
		return make_pivot(&work, in_kernel, row);
	case SEAM_BOTH:
	case SEAM_NR_MODES:
	default:
		return 0;
	}
}

uint32_t seam_chain__callers(const struct chain_tree *chains, const struct funcs *funcs,
			     uint32_t chain, uint32_t *funcs_of)
{
	struct entry_stack at;
	uint32_t nr = 0;

	entry_stack__split(&at, chain, chains, funcs);
	if (at.user == CHAIN_ROOT)
		return 0;
	for (uint32_t node = chains->nodes[at.user].parent; node != CHAIN_ROOT;
	     node = chains->nodes[node].parent)
		funcs_of[nr++] = chains->nodes[node].func;
	return nr;
}

uint32_t seam_chain__callees(const struct chain_tree *chains, const struct funcs *funcs,
			     uint32_t chain, uint32_t *funcs_of)
{
	struct entry_stack at;
	uint32_t end, nr;

	entry_stack__split(&at, chain, chains, funcs);
	end = at.first == ENTRY_NO_FUNC ? at.user : at.first_node;
	nr = chains->nodes[chain].depth - chains->nodes[end].depth;
	for (uint32_t i = nr, node = chain; i-- > 0; node = chains->nodes[node].parent)
		funcs_of[i] = chains->nodes[node].func;
	return nr;
}
