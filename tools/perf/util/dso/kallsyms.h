/* SPDX-License-Identifier: GPL-2.0-only */
/* kallsyms: a kernel's own list of its symbols. */
#ifndef PERF_DEFER_UTIL_DSO_KALLSYMS_H
#define PERF_DEFER_UTIL_DSO_KALLSYMS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

#include "util/base/strpool.h"
#include "util/dso/symbol.h"

/* One line: "ffffffffa6e00000 T _text" or "… t fn\t[module]". */
struct kallsyms_entry {
	uint64_t addr;
	uint32_t name; /* offset in names; the type is one byte before it */
	uint32_t mod;  /* offset of the module's name, without brackets; 0: the kernel */
};

/* A kernel's symbol list in the form of /proc/kallsyms. Searched by any thread once loaded. */
struct kallsyms {
	char *names;
	size_t names_size;
	size_t names_cap;
	struct kallsyms_entry *entries; /* sorted by address; of equal ones the last counts */
	uint32_t nr;
	uint32_t cap;
	pthread_mutex_t lock; /* protects syms */
	struct symbol *syms;  /* [nr], each filled when first found */
	struct strpool pool;  /* demangled names */
};

/*
 * Reads @path. Keeps text, weak, data and bss symbols, as perf does (Linux 7.2,
 * tools/perf/util/symbol.c). Lines of another form are skipped. A list whose
 * addresses are all zero is an error that says what to do about kptr_restrict.
 */
int kallsyms__load(struct kallsyms *ks, const char *path, bool demangle, struct defer_error *err);
void kallsyms__exit(struct kallsyms *ks);

/* The address of the first line of the kernel itself that has @name. */
bool kallsyms__addr(const struct kallsyms *ks, const char *name, uint64_t *addr);

/* Is there text of @module (no brackets)? Then *@first and *@last are where its symbols begin. */
bool kallsyms__module_text(const struct kallsyms *ks, const char *module, uint64_t *first,
			   uint64_t *last);

/*
 * Adds @delta to the kernel's addresses and drops the modules, whose places say
 * nothing about another boot. For a list of the same kernel, booted elsewhere. Before the
 * first kallsyms__find().
 */
int kallsyms__relocate(struct kallsyms *ks, uint64_t delta, struct defer_error *err);

/* The symbol around @addr if it belongs to @module, or to the kernel if that is NULL. */
const struct symbol *kallsyms__find(struct kallsyms *ks, const char *module, uint64_t addr);

#endif /* PERF_DEFER_UTIL_DSO_KALLSYMS_H */
