// SPDX-License-Identifier: GPL-2.0-only
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/dso/dwarf-cu.h"
#include "util/dso/dwarf-links.h"

/*
 * A DIE takes at least one byte, but attributes may refer to any place, so a few bytes may look
 * like a tree of any size. The largest units of real programs have a tenth of this.
 */
#define DWARF_CU_BUDGET (1U << 24)

/* Deeper DIEs are ignored. Compilers do not nest as deep, so no innermost function is missed. */
#define DWARF_MAX_DEPTH 1024

static int pc_ranges__add(struct pc_ranges *pcs, uint64_t lo, uint64_t hi, uint32_t owner)
{
	if (!ARRAY_GROW(pcs->range, pcs->cap, pcs->nr + 1ULL))
		return -1;
	pcs->range[pcs->nr++] = (struct pc_range){.lo = lo, .hi = hi, .owner = owner};
	return 0;
}

static int pc_range__cmp(const void *va, const void *vb)
{
	const struct pc_range *a = va, *b = vb;

	return CMP(a->lo, b->lo);
}

/* Finds the split part of a skeleton unit. Returns false if there is none. */
static bool find_split(Dwarf_Die *die, struct dwarf_links *links, Dwarf_Die *sub)
{
	uint8_t type = 0;

	if (dwarf_cu_info(die->cu, NULL, &type, NULL, NULL, NULL, NULL, NULL) ||
	    type != DW_UT_skeleton || !dwarf_links__may_split(links, die))
		return false;
	memset(sub, 0, sizeof(*sub));
	return !dwarf_cu_info(die->cu, NULL, NULL, NULL, sub, NULL, NULL, NULL) &&
	       dwarf_tag(sub) == DW_TAG_compile_unit &&
	       dwarf_links__guard_split(links, dwarf_cu_getdwarf(sub->cu));
}

void dwarf_cu__init(struct dwarf_cu *cu, const Dwarf_Die *die, struct dwarf_links *links)
{
	Dwarf_Die sub;

	memset(cu, 0, sizeof(*cu));
	cu->die = *die;
	cu->scope = *die;
	cu->budget = DWARF_CU_BUDGET;
	if (find_split(&cu->die, links, &sub))
		cu->scope = sub;
}

void dwarf_cu__exit(struct dwarf_cu *cu)
{
	uint32_t i;

	for (i = 0; i < cu->nr_funcs; i++) {
		free(cu->funcs[i].pcs.range);
		free(cu->funcs[i].inlines);
	}
	free(cu->funcs);
	free(cu->pcs.range);
	memset(cu, 0, sizeof(*cu));
}

bool dwarf_cu__die(const struct dwarf_cu *cu, Dwarf_Off offset, Dwarf_Die *die)
{
	return dwarf_offdie(dwarf_cu_getdwarf(cu->scope.cu), offset, die);
}

/* Adds all of @die's ranges. Returns their number, or -1. */
static int dwarf_cu__add_ranges(struct dwarf_cu *cu, struct pc_ranges *pcs, Dwarf_Die *die,
				uint32_t owner)
{
	Dwarf_Addr base, lo, hi;
	ptrdiff_t at = 0;
	int nr = 0;

	while (cu->budget && (at = dwarf_ranges(die, at, &base, &lo, &hi)) > 0) {
		cu->budget--;
		if (lo >= hi)
			continue;
		if (pc_ranges__add(pcs, lo, hi, owner))
			return -1;
		nr++;
	}
	return nr;
}

static int dwarf_cu__add_func(struct dwarf_cu *cu, Dwarf_Die *die)
{
	int nr;

	nr = dwarf_cu__add_ranges(cu, &cu->pcs, die, cu->nr_funcs);
	if (nr <= 0)
		return nr;
	if (!ARRAY_GROW(cu->funcs, cu->cap_funcs, cu->nr_funcs + 1ULL)) {
		cu->pcs.nr -= nr;
		return -1;
	}
	cu->funcs[cu->nr_funcs++] = (struct dwarf_func){.die = dwarf_dieoffset(die)};
	return 0;
}

static int dwarf_func__add_inline(struct dwarf_cu *cu, struct dwarf_func *func, Dwarf_Die *die,
				  uint32_t parent)
{
	int nr;

	nr = dwarf_cu__add_ranges(cu, &func->pcs, die, func->nr_inlines);
	if (nr < 0)
		return -1;
	if (!ARRAY_GROW(func->inlines, func->cap_inlines, func->nr_inlines + 1ULL)) {
		func->pcs.nr -= nr;
		return -1;
	}
	func->inlines[func->nr_inlines++] = (struct dwarf_inline){
		.die = dwarf_dieoffset(die),
		.parent = parent,
	};
	return 0;
}

/* Steps to the next sibling. Siblings are in file order, so there are no cycles. */
static bool next_sibling(struct dwarf_cu *cu, Dwarf_Die *die)
{
	Dwarf_Off at = dwarf_dieoffset(die);

	return cu->budget && cu->budget-- && !dwarf_siblingof(die, die) &&
	       dwarf_dieoffset(die) > at;
}

static bool tag_may_hold_functions(int tag)
{
	switch (tag) {
	case DW_TAG_namespace:
	case DW_TAG_module:
	case DW_TAG_class_type:
	case DW_TAG_structure_type:
	case DW_TAG_union_type:
	case DW_TAG_enumeration_type:
		return true;
	default:
		break;
	}
	return false;
}

/* Reads all functions below @scope that have code. */
static int dwarf_cu__walk(struct dwarf_cu *cu, Dwarf_Die *scope, int depth)
{
	Dwarf_Die die;
	int tag, ret = 0;

	if (depth > DWARF_MAX_DEPTH || dwarf_child(scope, &die))
		return 0;
	do {
		tag = dwarf_tag(&die);
		if (tag == DW_TAG_subprogram)
			ret = dwarf_cu__add_func(cu, &die);
		else if (tag_may_hold_functions(tag))
			ret = dwarf_cu__walk(cu, &die, depth + 1);
	} while (!ret && next_sibling(cu, &die));
	return ret;
}

/* Reads everything inlined below @scope, which belongs to the inline @parent. */
static int dwarf_func__walk(struct dwarf_cu *cu, struct dwarf_func *func, Dwarf_Die *scope,
			    uint32_t parent, int depth)
{
	Dwarf_Die die;
	int ret = 0;

	if (depth > DWARF_MAX_DEPTH || dwarf_child(scope, &die))
		return 0;
	do {
		switch (dwarf_tag(&die)) {
		case DW_TAG_inlined_subroutine:
			ret = dwarf_func__add_inline(cu, func, &die, parent);
			if (!ret)
				ret = dwarf_func__walk(cu, func, &die, func->nr_inlines - 1,
						       depth + 1);
			break;
		case DW_TAG_lexical_block:
		case DW_TAG_try_block:
		case DW_TAG_catch_block:
			ret = dwarf_func__walk(cu, func, &die, parent, depth + 1);
			break;
		default:
			break;
		}
	} while (!ret && next_sibling(cu, &die));
	return ret;
}

struct dwarf_func *dwarf_cu__find_func(struct dwarf_cu *cu, uint64_t addr)
{
	size_t after;

	if (!cu->walked) {
		cu->walked = true;
		dwarf_cu__walk(cu, &cu->scope, 0);
		if (cu->pcs.nr)
			qsort(cu->pcs.range, cu->pcs.nr, sizeof(*cu->pcs.range), pc_range__cmp);
	}
	after = LOWER_BOUND(i, cu->pcs.nr, cu->pcs.range[i].lo <= addr);
	if (!after || addr >= cu->pcs.range[after - 1].hi)
		return NULL;
	return &cu->funcs[cu->pcs.range[after - 1].owner];
}

/*
 * Outer ranges come before inner ones, so the last match of a nest is the innermost. Other overlaps
 * are ignored.
 */
uint32_t dwarf_cu__find_inline(struct dwarf_cu *cu, struct dwarf_func *func, uint64_t addr)
{
	uint32_t found = DWARF_NONE;
	const struct pc_range *pc;
	Dwarf_Die die;

	if (!func->walked) {
		func->walked = true;
		if (dwarf_cu__die(cu, func->die, &die))
			dwarf_func__walk(cu, func, &die, DWARF_NONE, 0);
	}
	for (pc = func->pcs.range; pc < func->pcs.range + func->pcs.nr; pc++) {
		if (addr - pc->lo < pc->hi - pc->lo && func->inlines[pc->owner].parent == found)
			found = pc->owner;
	}
	return found;
}
