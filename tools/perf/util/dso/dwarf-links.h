/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * dwarf_links: the further files that DWARF names, which libdw would open whatever they are: a
 * FIFO makes it wait for ever, and to open a device may be to use it.
 *
 * The supplementary file (.gnu_debugaltlink, DWARF 5's .debug_sup) is opened here, if it is a
 * regular file of the build that is named, and given to libdw; else libdw gets an empty one. A
 * split unit (.dwo) libdw finds by itself only after all places where it looks (elfutils 0.188 to
 * 0.193, libdw_find_split_unit.c) were found to be regular files, or empty.
 */
#ifndef PERF_DEFER_UTIL_DSO_DWARF_LINKS_H
#define PERF_DEFER_UTIL_DSO_DWARF_LINKS_H

#include <elfutils/libdw.h>
#include <stdbool.h>

#include <perf/defer-error.h>

#include "util/dso/elf-file.h"

struct dwarf_links {
	char *path;		 /* of the file, as the kernel knows it; NULL: not known */
	struct elf_file file;	 /* the supplementary one */
	struct elf_file empty;	 /* stands in where there is none */
	Dwarf *alt, *no_alt;	 /* DWARF of both; alt may be NULL */
	const Dwarf *last_split; /* the file of split units that was guarded last */
	bool last_may;		 /* what came of it */
};

/* Gives @dwarf, of @file, what it may follow. 0 or negative; exit() it in both cases. */
int dwarf_links__init(struct dwarf_links *links, const struct elf_file *file, Dwarf *dwarf,
		      struct defer_error *err);
/* After dwarf_end() of what was given to init(). */
void dwarf_links__exit(struct dwarf_links *links);

/* May libdw look for the split part of the skeleton unit @die? */
bool dwarf_links__may_split(const struct dwarf_links *links, Dwarf_Die *die);

/* Guards the file that a split part was found in, which names no further ones. False: leave it. */
bool dwarf_links__guard_split(struct dwarf_links *links, Dwarf *split);

#endif /* PERF_DEFER_UTIL_DSO_DWARF_LINKS_H */
