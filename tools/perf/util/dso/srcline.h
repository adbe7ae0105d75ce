/* SPDX-License-Identifier: GPL-2.0-only */
/* srcline: finds source lines and inlined functions in DWARF. */
#ifndef PERF_DEFER_UTIL_DSO_SRCLINE_H
#define PERF_DEFER_UTIL_DSO_SRCLINE_H

#include <stdbool.h>
#include <stdint.h>

#include <perf/defer-error.h>

/*
 * A function at an address. The strings live as long as the struct srcline (the dso) that returned
 * them.
 */
struct src_frame {
	const char *name;  /* demangled; NULL for the last frame, which is the symbol itself */
	const char *file;  /* path as the compiler recorded it, or NULL */
	unsigned int line; /* 0 if unknown */
};

struct srcline;

/*
 * Opens the DWARF of @path, which must have .debug_info. One thread at a time may use it. Returns
 * DEFER_ERR_NOENT if there is none.
 */
int srcline__new(struct srcline **slp, const char *path, bool demangle, struct defer_error *err);
void srcline__delete(struct srcline *sl);

/*
 * Finds the functions inlined at ELF virtual address @addr, innermost first, then the function that
 * contains them. frames[i].file:line is the position within frames[i]. Returns their number, at
 * most @max; beyond that the outermost are missing. 0 if nothing is known. Damaged DWARF counts as
 * none.
 */
int srcline__find(struct srcline *sl, uint64_t addr, struct src_frame *frames, int max);

#endif /* PERF_DEFER_UTIL_DSO_SRCLINE_H */
