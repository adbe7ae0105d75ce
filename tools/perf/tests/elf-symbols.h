/* SPDX-License-Identifier: GPL-2.0-only */
/* elf_symbols: a program that an elf_writer writes, and the symbols and stubs that it has. */
#ifndef PERF_DEFER_TESTS_ELF_SYMBOLS_H
#define PERF_DEFER_TESTS_ELF_SYMBOLS_H

#include "tests/elf-writer.h"
#include "util/base/error.h"
#include "util/dso/symbol.h"

#define TEXT_OFFSET 0x1000
#define TEXT_VADDR  0x401000
#define FUNC	    ELF64_ST_INFO(STB_GLOBAL, STT_FUNC)

/* Writes the name of a new file into @path, of 64 bytes. NULL if there is none. */
const char *elf_symbols__temp(char *path);

/* Begins a program: .text of 0x200 bytes at offset 0x1000, address 0x401000. Returns its index. */
int elf_symbols__program(struct elf_writer *w);

/* Adds relocations of two stubs, the second one first: stubs are in the order of their slots. */
void elf_symbols__rela(struct elf_writer *w, const char *name, int symtab, uint32_t sym1,
		       uint32_t sym2);

/* Loads all that perf would show of @path: symbols and stubs. */
int elf_symbols__load(struct symtab *tab, const char *path, struct defer_error *err);

/* Writes the file, and loads it. -1 if it cannot be written. */
int elf_symbols__write(struct elf_writer *w, struct symtab *tab);

/* Returns the name at @offset, "(none)" if there is none. */
const char *elf_symbols__at(struct symtab *tab, uint64_t offset);

#endif /* PERF_DEFER_TESTS_ELF_SYMBOLS_H */
