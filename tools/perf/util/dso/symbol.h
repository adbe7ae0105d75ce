/* SPDX-License-Identifier: GPL-2.0-only */
/* symbol: a named range of addresses, and sorted tables of them. */
#ifndef PERF_DEFER_UTIL_DSO_SYMBOL_H
#define PERF_DEFER_UTIL_DSO_SYMBOL_H

#include <stdbool.h>
#include <stdint.h>

#include <perf/defer-error.h>

#include "util/base/strpool.h"

#define SYMBOL_NONE UINT32_MAX

/* The address range [start, end) of a name. */
struct symbol {
	uint64_t start;
	uint64_t end;
	const char *name; /* as in the ELF file, until demangled */
	uint32_t outer;	  /* index of the nearest earlier symbol that ends later, or SYMBOL_NONE */
	uint8_t binding;  /* STB_* */
	uint8_t type;	  /* STT_* */
	bool demangled;	  /* the name needs no further demangling */
	bool ifunc_alias; /* it replaced an STT_GNU_IFUNC at the same address */
};

struct containers;
struct debuginfod;

/*
 * Settings for finding symbols. The caller owns the strings, which must outlive every user. NULL is
 * the default.
 */
struct symbol_conf {
	const char *kallsyms;	 /* --kallsyms: a copy of the kernel's /proc/kallsyms */
	const char *vmlinux;	 /* -k, --vmlinux */
	const char *symfs;	 /* --symfs: directory prepended to every recorded path */
	const char *buildid_dir; /* $PERF_BUILDID_DIR, buildid.dir; default ~/.debug */
	/* --symfs DIR,flat: DIR has the files under their base names */
	bool symfs_flat;
	bool no_inline;		       /* --no-inline: dso__inline() finds no inlined functions */
	bool no_demangle;	       /* --no-demangle */
	bool demangle_kernel;	       /* --demangle-kernel */
	struct containers *containers; /* searched for missing files; or NULL */
	struct debuginfod *debuginfod; /* asked for missing files; or NULL */
	bool force;		       /* -f: read perf-PID.map files of any owner */
	bool fp_fallback;	       /* --unwind fp-fallback: guess callers by frame pointers */
	bool no_repair;		       /* --no-repair: user stacks are those of the kernel */
	unsigned int repair_bytes;     /* --repair-bytes: of each dump beside a callchain; 0: all */
};

/*
 * The symbols of one file. Fill it with symtab__add(), then seal it; only a sealed table can be
 * searched. One thread at a time may use it.
 */
struct symtab {
	struct symbol *syms;
	uint32_t nr;
	uint32_t cap;
	uint32_t nr_sealed;  /* number of symbols that symtab__find() searches */
	bool demangle;	     /* symtab__find() demangles what it returns */
	struct strpool pool; /* names that are not in an ELF string table */
	char **strtabs;	     /* ELF string tables that names refer to */
	uint32_t nr_strtabs;
};

void symtab__init(struct symtab *tab, bool demangle);
void symtab__exit(struct symtab *tab);

/* Adds [start, start + len) as @name, which must live as long as @tab. */
int symtab__add(struct symtab *tab, uint64_t start, uint64_t len, uint8_t binding, uint8_t type,
		const char *name, struct defer_error *err);

/* Gives @tab a string table (malloc), which it owns even on error. */
int symtab__own(struct symtab *tab, char *strtab, struct defer_error *err);

/*
 * Sorts the symbols, extends those without a size up to the next one, and keeps one of each
 * address. May be repeated after more symtab__add(). Chooses as perf does (Linux 7.2,
 * tools/perf/util/symbol.c, choose_best_symbol()).
 */
void symtab__fixup(struct symtab *tab);

/* Sorts the symbols for symtab__find(). Must be the last call before it. */
void symtab__seal(struct symtab *tab);

/* Returns the innermost symbol that contains @addr, with its name demangled, or NULL. */
struct symbol *symtab__find(struct symtab *tab, uint64_t addr);

#endif /* PERF_DEFER_UTIL_DSO_SYMBOL_H */
