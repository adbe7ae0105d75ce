/* SPDX-License-Identifier: GPL-2.0-only */
/* symbol: a named range of addresses, tables of them, and how they are looked for. */
#ifndef PERF_DEFER_UTIL_DSO_SYMBOL_H
#define PERF_DEFER_UTIL_DSO_SYMBOL_H

#include <stdbool.h>
#include <stdint.h>

#include <perf/defer-error.h>

#include "util/base/strpool.h"

#define SYMBOL_NONE UINT32_MAX

/* A named range [start, end). */
struct symbol {
	uint64_t start;
	uint64_t end;
	const char *name; /* as the ELF file has it, until demangled */
	uint32_t outer;	  /* nearest earlier symbol that ends later, or SYMBOL_NONE */
	uint8_t binding;  /* STB_* */
	uint8_t type;	  /* STT_* */
	bool demangled;	  /* name needs no (further) demangling */
	bool ifunc_alias; /* an STT_GNU_IFUNC at the same address gave way to this one */
};

struct containers;
struct debuginfod;

/*
 * How names are looked for. Strings belong to the caller and outlive every user.
 * NULL means the default.
 */
struct symbol_conf {
	const char *kallsyms;	       /* --kallsyms: a copy of the kernel's /proc/kallsyms */
	const char *vmlinux;	       /* -k, --vmlinux */
	const char *symfs;	       /* --symfs: directory put before every recorded path */
	const char *buildid_dir;       /* $PERF_BUILDID_DIR, buildid.dir; default ~/.debug */
	bool symfs_flat;	       /* --symfs DIR,flat: files lie in DIR by base name */
	bool no_inline;		       /* --no-inline: dso__inline() finds no inlined functions */
	bool no_demangle;	       /* --no-demangle */
	bool demangle_kernel;	       /* --demangle-kernel */
	struct containers *containers; /* where to look for files that are not here; or nowhere */
	struct debuginfod *debuginfod; /* whom to ask for files that are not here; or nobody */
	bool force;		       /* -f: read perf-PID.map files whoever owns them */
};

/*
 * The symbols of one file. Filled with symtab__add(), then sealed once; only a
 * sealed table is searched. It is used by one thread at a time.
 */
struct symtab {
	struct symbol *syms;
	uint32_t nr;
	uint32_t cap;
	uint32_t nr_sealed;  /* symtab__find() searches the first ones */
	bool demangle;	     /* symtab__find() demangles what it returns */
	struct strpool pool; /* names that are not in the ELF string table */
	char **strtabs;	     /* ELF string tables that names point into */
	uint32_t nr_strtabs;
};

void symtab__init(struct symtab *tab, bool demangle);
void symtab__exit(struct symtab *tab);

/* Adds [start, start + len) under @name, which must live as long as @tab. */
int symtab__add(struct symtab *tab, uint64_t start, uint64_t len, uint8_t binding, uint8_t type,
		const char *name, struct defer_error *err);

/* Hands a string table (malloc) over to @tab, also on error. */
int symtab__own(struct symtab *tab, char *strtab, struct defer_error *err);

/*
 * Sorts, gives a symbol of no size the space up to the next one, and keeps one of
 * those with one address. May be called again after further symtab__add().
 * Same choice as perf's (Linux 7.2, tools/perf/util/symbol.c, choose_best_symbol()).
 */
void symtab__fixup(struct symtab *tab);

/* Sorts, and prepares for symtab__find(). The last call before it. */
void symtab__seal(struct symtab *tab);

/* The innermost symbol around @addr, name demangled, or NULL. */
struct symbol *symtab__find(struct symtab *tab, uint64_t addr);

#endif /* PERF_DEFER_UTIL_DSO_SYMBOL_H */
