/* SPDX-License-Identifier: GPL-2.0-only */
/* srcline: source lines and inlined functions, from DWARF. */
#ifndef PERF_DEFER_UTIL_DSO_SRCLINE_H
#define PERF_DEFER_UTIL_DSO_SRCLINE_H

#include <stdbool.h>
#include <stdint.h>

#include <perf/defer-error.h>

/*
 * One function at an address. The strings live as long as the struct srcline (the
 * dso) that they came from.
 */
struct src_frame {
	const char *name;  /* demangled; NULL for the last frame: it is the symbol itself */
	const char *file;  /* as the compiler recorded it, or NULL */
	unsigned int line; /* 0 if unknown */
};

struct srcline;

/*
 * Opens the DWARF of @path: only for a file that has .debug_info. Used by one thread
 * at a time. Returns DEFER_ERR_NOENT if there is none.
 */
int srcline__new(struct srcline **slp, const char *path, bool demangle, struct defer_error *err);
void srcline__delete(struct srcline *sl);

/*
 * What source is at ELF virtual address @addr: the functions inlined there, innermost
 * first, and then the function that contains them. frames[i].file:line is where
 * control is within frames[i]. Returns their number, at most @max, and then the outermost
 * have no place; 0 if nothing is known. Damaged DWARF is as good as none.
 */
int srcline__find(struct srcline *sl, uint64_t addr, struct src_frame *frames, int max);

#endif /* PERF_DEFER_UTIL_DSO_SRCLINE_H */
