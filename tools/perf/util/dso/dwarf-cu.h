/* SPDX-License-Identifier: GPL-2.0-only */
/* dwarf_cu: the functions of one compilation unit, and the functions inlined into each. */
#ifndef PERF_DEFER_UTIL_DSO_DWARF_CU_H
#define PERF_DEFER_UTIL_DSO_DWARF_CU_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dwarf_links;

#define DWARF_NONE UINT32_MAX

/* The addresses [lo, hi) of the function or inline with index @owner. */
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
	uint32_t parent;  /* index of the inline around it, or DWARF_NONE if that is the function */
	const char *name; /* kept here for the caller; NULL at first */
};

/* A function with code of its own. */
struct dwarf_func {
	Dwarf_Off die;
	bool walked;
	struct pc_ranges pcs; /* ranges of inlines, outer before inner */
	struct dwarf_inline *inlines;
	uint32_t nr_inlines;
	size_t cap_inlines;
};

struct dwarf_cu {
	Dwarf_Die die;	 /* DIE of the unit, with its lines and files */
	Dwarf_Die scope; /* the same DIE, or that of its .dwo part, which has the functions */
	bool walked;
	struct pc_ranges pcs; /* ranges of funcs, by address */
	struct dwarf_func *funcs;
	uint32_t nr_funcs;
	size_t cap_funcs;
	uint32_t budget; /* number of DIEs and ranges that may still be read */
};

/*
 * Prepares the unit of @die, whose split part must be allowed by @links. Functions are read on
 * first use.
 */
void dwarf_cu__init(struct dwarf_cu *cu, const Dwarf_Die *die, struct dwarf_links *links);
void dwarf_cu__exit(struct dwarf_cu *cu);

/*
 * Returns the function at @addr, or NULL. Reads damaged or endless DWARF up to the damage or the
 * budget.
 */
struct dwarf_func *dwarf_cu__find_func(struct dwarf_cu *cu, uint64_t addr);

/* Returns the index of the innermost inline of @func at @addr, or DWARF_NONE. */
uint32_t dwarf_cu__find_inline(struct dwarf_cu *cu, struct dwarf_func *func, uint64_t addr);

/* Gets the DIE at @offset in the debug info that has the functions. */
bool dwarf_cu__die(const struct dwarf_cu *cu, Dwarf_Off offset, Dwarf_Die *die);

#endif /* PERF_DEFER_UTIL_DSO_DWARF_CU_H */
