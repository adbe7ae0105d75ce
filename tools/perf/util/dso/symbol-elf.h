/* SPDX-License-Identifier: GPL-2.0-only */
/* symbol-elf: reads the symbols of an ELF file. */
#ifndef PERF_DEFER_UTIL_DSO_SYMBOL_ELF_H
#define PERF_DEFER_UTIL_DSO_SYMBOL_ELF_H

#include <stdbool.h>

#include <perf/defer-error.h>

#include "util/dso/elf-file.h"
#include "util/dso/symbol.h"

/* The space in which the start of a symbol is an address. */
enum elf_space {
	ELF_SPACE_OFFSET, /* its file offset: user files */
	ELF_SPACE_VADDR,  /* its linked address: vmlinux */
	/* its file offset, only for sections that the kernel places after .text */
	ELF_SPACE_MODULE,
};

/* Returns true if @file has .symtab. */
bool elf_file__has_symtab(const struct elf_file *file);

/*
 * Adds the functions, objects and labels of .symtab and .dynsym of @file, and fixes them up.
 * @runtime is the file that was mapped; it differs from @file if that is a separate debug file,
 * whose own offsets have no meaning. Returns the number of symbols, or a negative code.
 */
int symtab__load_elf(struct symtab *tab, const struct elf_file *file,
		     const struct elf_file *runtime, enum elf_space space, struct defer_error *err);

typedef bool (*elf_symbol_fn)(void *ctx, const char *name, const GElf_Sym *sym);

/*
 * Calls @fn for the symbols of .symtab that have a name, until one call returns true. Returns true
 * if one did.
 */
bool elf_file__find_symbol(const struct elf_file *file, elf_symbol_fn fn, void *ctx);

/* Gets the value of the symbol called @name in .symtab. */
bool elf_file__symbol_value(const struct elf_file *file, const char *name, uint64_t *value);

#endif /* PERF_DEFER_UTIL_DSO_SYMBOL_ELF_H */
