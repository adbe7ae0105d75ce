/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * dwarf_links: checks the other files that DWARF names. libdw would open them whatever they are: a
 * FIFO blocks it forever, and opening a device may have effects.
 *
 * - The supplementary file (.gnu_debugaltlink, DWARF 5's .debug_sup) is opened here if it is a
 *   regular file of the named build, and passed to libdw; else libdw gets an empty one.
 * - libdw finds a split unit (.dwo) by itself, but only after every place where it looks (elfutils
 *   0.188 to 0.193, libdw_find_split_unit.c) is a regular file or empty.
 */
#ifndef PERF_DEFER_UTIL_DSO_DWARF_LINKS_H
#define PERF_DEFER_UTIL_DSO_DWARF_LINKS_H

#include <elfutils/libdw.h>
#include <stdbool.h>

#include <perf/defer-error.h>

#include "util/dso/elf-file.h"

struct dwarf_links {
	char *path;		 /* path of the file as the kernel has it; NULL: unknown */
	struct elf_file file;	 /* the supplementary file */
	struct elf_file empty;	 /* used if there is none */
	Dwarf *alt, *no_alt;	 /* their DWARF; alt may be NULL */
	const Dwarf *last_split; /* file of split units checked last */
	bool last_may;		 /* result of that check */
};

/*
 * Sets the files that @dwarf of @file may refer to. Returns 0 or a negative code; call exit() in
 * both cases.
 */
int dwarf_links__init(struct dwarf_links *links, const struct elf_file *file, Dwarf *dwarf,
		      struct defer_error *err);
/* Frees the files. Call it after dwarf_end() of the DWARF given to init(). */
void dwarf_links__exit(struct dwarf_links *links);

/* Returns true if libdw may look for the split part of the skeleton unit @die. */
bool dwarf_links__may_split(const struct dwarf_links *links, Dwarf_Die *die);

/*
 * Checks the file of a split part, which must not refer to other files. Returns false if it must
 * not be used.
 */
bool dwarf_links__guard_split(struct dwarf_links *links, Dwarf *split);

#endif /* PERF_DEFER_UTIL_DSO_DWARF_LINKS_H */
