/* SPDX-License-Identifier: GPL-2.0-only */
/* kallsyms: a kernel's own list of its symbols. */
#ifndef PERF_DEFER_UTIL_KALLSYMS_H
#define PERF_DEFER_UTIL_KALLSYMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

#include "util/symbol.h"

#define KALLSYMS_CORE 0 /* module index of the kernel itself */

/* One line: "ffffffffa6e00000 T _text" or "… t fn\t[module]". */
struct kallsyms_entry {
	uint64_t addr;
	uint32_t name; /* offset in text */
	uint16_t mod;  /* index in mods, KALLSYMS_CORE for the kernel */
	char type;
};

/*
 * A kernel's symbol list in the form of /proc/kallsyms. Read-only once loaded, apart
 * from syms: an entry's symbol is filled when first found, by the one thread that
 * works on the dso (kernel or module) which the entry belongs to.
 */
struct kallsyms {
	char *text;
	size_t size;
	struct kallsyms_entry *entries; /* sorted by address; of equal ones the last counts */
	uint32_t nr;
	uint32_t cap;
	struct symbol *syms; /* [nr] */
	const char **mods;   /* [nr_mods], without brackets; [0] is NULL */
	uint16_t nr_mods;
	uint16_t cap_mods;
};

/*
 * Reads @path. Keeps text, weak, data and bss symbols, as perf does (Linux 7.2,
 * tools/perf/util/symbol.c). Lines of another form are skipped. A list whose
 * addresses are all zero is an error that says what to do about kptr_restrict.
 */
int kallsyms__load(struct kallsyms *ks, const char *path, struct defer_error *err);
void kallsyms__exit(struct kallsyms *ks);

/* The address of the first line that has @name, outside of modules. */
bool kallsyms__addr(const struct kallsyms *ks, const char *name, uint64_t *addr);

/* Index of module @name (no brackets), or -1. KALLSYMS_CORE if @name is NULL. */
int kallsyms__module(const struct kallsyms *ks, const char *name);

/*
 * Adds @delta to the kernel's addresses and drops the modules, whose places say
 * nothing about another boot. For a list of the same kernel, booted elsewhere.
 */
void kallsyms__relocate(struct kallsyms *ks, int64_t delta);

/* The symbol around @addr if it belongs to module index @mod, else NULL. */
struct symbol *kallsyms__find(struct kallsyms *ks, int mod, uint64_t addr);

#endif /* PERF_DEFER_UTIL_KALLSYMS_H */
