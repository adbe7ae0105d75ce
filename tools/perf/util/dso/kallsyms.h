/* SPDX-License-Identifier: GPL-2.0-only */
/* kallsyms: the kernel's own list of its symbols. */
#ifndef PERF_DEFER_UTIL_DSO_KALLSYMS_H
#define PERF_DEFER_UTIL_DSO_KALLSYMS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

#include "util/base/strpool.h"
#include "util/dso/symbol.h"

/* A line such as "ffffffffa6e00000 T _text" or "… t fn\t[module]". */
struct kallsyms_entry {
	uint64_t addr;
	uint32_t name; /* offset in names; its type is the byte before */
	uint32_t mod;  /* offset of the module's name without brackets; 0: the kernel */
};

/*
 * A kernel's symbol list in the format of /proc/kallsyms. Any thread may search it once it is
 * loaded.
 */
struct kallsyms {
	char *names;
	size_t names_size;
	size_t names_cap;
	/* sorted by address; of equal addresses the last one counts */
	struct kallsyms_entry *entries;
	uint32_t nr;
	uint32_t cap;
	bool demangle;	      /* names of symbols */
	pthread_mutex_t lock; /* protects blocks and pool */
	/* [nr_blocks], each made, and each of its symbols filled, on first use */
	struct symbol **blocks;
	uint32_t nr_blocks;
	struct strpool pool; /* demangled names */
};

/*
 * Reads @path. Keeps text, weak, data and bss symbols, as perf does (Linux 7.2,
 * tools/perf/util/symbol.c). Ignores lines of another form. A list with only zero addresses is an
 * error, whose text explains kptr_restrict.
 */
int kallsyms__load(struct kallsyms *ks, const char *path, bool demangle, struct defer_error *err);
/*
 * Does the same, but keeps only symbols whose line contains @part, the symbol @name of the kernel, and
 * after each of them the next one in the file, which tells where it ends. Without @part, keeps all.
 */
int kallsyms__load_some(struct kallsyms *ks, const char *path, bool demangle, const char *name,
			const char *part, struct defer_error *err);
void kallsyms__exit(struct kallsyms *ks);

/* Finds the address of the first line with @name that belongs to the kernel itself. */
bool kallsyms__addr(const struct kallsyms *ks, const char *name, uint64_t *addr);

/*
 * Returns true if @module (without brackets) has text. Sets *@first and *@last to the start of its
 * first and last symbol.
 */
bool kallsyms__module_text(const struct kallsyms *ks, const char *module, uint64_t *first,
			   uint64_t *last);

/*
 * Moves the kernel's symbols by @delta and drops the modules, whose addresses differ in each boot.
 * For a list of the same kernel from another boot. Call it before the first kallsyms__find().
 */
int kallsyms__relocate(struct kallsyms *ks, uint64_t delta, struct defer_error *err);

/*
 * Returns the symbol that contains @addr if it belongs to @module (NULL: to the kernel), else NULL.
 */
const struct symbol *kallsyms__find(struct kallsyms *ks, const char *module, uint64_t addr);

#endif /* PERF_DEFER_UTIL_DSO_KALLSYMS_H */
