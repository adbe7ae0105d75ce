/* SPDX-License-Identifier: GPL-2.0-only */
/* dwarf_cu: the functions of one compilation unit, and what was inlined into each. */
#ifndef PERF_DEFER_UTIL_DSO_DWARF_CU_H
#define PERF_DEFER_UTIL_DSO_DWARF_CU_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dwarf_links;

#define DWARF_NONE UINT32_MAX

/* Addresses [lo, hi) belong to @owner, an index. */
struct pc_range {
	uint64_t lo, hi;
	uint32_t owner;
};

struct pc_ranges {
	struct pc_range *range;
	uint32_t nr;
	size_t cap;
};

/* A place where a function was inlined. */
struct dwarf_inline {
	Dwarf_Off die;
	uint32_t parent;  /* the inline around it, an index, or DWARF_NONE: the function */
	const char *name; /* for the user of dwarf_cu to keep, NULL at first */
};

/* A function that has code of its own. */
struct dwarf_func {
	Dwarf_Off die;
	bool walked;
	struct pc_ranges pcs; /* of inlines, outer before inner */
	struct dwarf_inline *inlines;
	uint32_t nr_inlines;
	size_t cap_inlines;
};

struct dwarf_cu {
	Dwarf_Die die;	 /* of the unit: has lines and files */
	Dwarf_Die scope; /* the same, or its .dwo part, which has the functions */
	bool walked;
	struct pc_ranges pcs; /* of funcs, by address */
	struct dwarf_func *funcs;
	uint32_t nr_funcs;
	size_t cap_funcs;
	uint32_t budget; /* how many DIEs and ranges may still be read */
};

/*
 * @die is the unit's; its split part may be where @links allows. Functions are not read before
 * they are asked for.
 */
void dwarf_cu__init(struct dwarf_cu *cu, const Dwarf_Die *die, struct dwarf_links *links);
void dwarf_cu__exit(struct dwarf_cu *cu);

/* The function at @addr, or NULL. Damaged or endless DWARF is read until it shows. */
struct dwarf_func *dwarf_cu__find_func(struct dwarf_cu *cu, uint64_t addr);

/* The innermost inline of @func at @addr: an index in inlines, or DWARF_NONE. */
uint32_t dwarf_cu__find_inline(struct dwarf_cu *cu, struct dwarf_func *func, uint64_t addr);

/* The DIE at @offset of the debug info that functions are in. */
bool dwarf_cu__die(const struct dwarf_cu *cu, Dwarf_Off offset, Dwarf_Die *die);

#endif /* PERF_DEFER_UTIL_DSO_DWARF_CU_H */
