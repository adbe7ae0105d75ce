/* SPDX-License-Identifier: GPL-2.0-only */
/* symbol-elf: the symbols that an ELF file names. */
#ifndef PERF_DEFER_UTIL_DSO_SYMBOL_ELF_H
#define PERF_DEFER_UTIL_DSO_SYMBOL_ELF_H

#include <stdbool.h>

#include <perf/defer-error.h>

#include "util/dso/elf-file.h"
#include "util/dso/symbol.h"

/* What a symbol's start is. */
enum elf_space {
	ELF_SPACE_OFFSET, /* its place in the file: user files */
	ELF_SPACE_VADDR,  /* as linked: vmlinux */
	ELF_SPACE_MODULE, /* its place in the file; only what the kernel lays out with .text */
};

/* True if @file has .symtab. */
bool elf_file__has_symtab(const struct elf_file *file);

/*
 * Adds the functions, objects and labels of .symtab and .dynsym of @file, fixed up.
 * @runtime is the file that was mapped; it is @file itself unless that is a separate debug
 * file, whose own offsets mean nothing. Returns how many there are, or an error.
 */
int symtab__load_elf(struct symtab *tab, const struct elf_file *file,
		     const struct elf_file *runtime, enum elf_space space, struct defer_error *err);

/* The value of the symbol called @name in .symtab. */
bool elf_file__symbol_value(const struct elf_file *file, const char *name, uint64_t *value);

#endif /* PERF_DEFER_UTIL_DSO_SYMBOL_ELF_H */
