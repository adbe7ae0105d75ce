/* SPDX-License-Identifier: GPL-2.0-only */
/* elf_writer: small ELF files, right or wrong, byte by byte. No linker needed. */
#ifndef PERF_DEFER_TESTS_ELF_WRITER_H
#define PERF_DEFER_TESTS_ELF_WRITER_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ELF_WRITER_SIZE	    (64 << 10)
#define ELF_WRITER_SECTIONS 24
#define ELF_WRITER_SEGMENTS 8
#define ELF_WRITER_SYMBOLS  64

/* A 64-bit x86-64 file in this machine's byte order. Zero it before elf_writer__init(). */
struct elf_writer {
	unsigned char bytes[ELF_WRITER_SIZE];
	size_t size;
	Elf64_Ehdr ehdr;
	Elf64_Shdr shdrs[ELF_WRITER_SECTIONS];
	Elf64_Phdr phdrs[ELF_WRITER_SEGMENTS];
	Elf64_Sym syms[ELF_WRITER_SYMBOLS];
	size_t nr_syms;
	char names[1024]; /* names of sections */
	size_t names_size;
	char strings[16384]; /* names of symbols */
	size_t strings_size;
	bool failed; /* something did not fit */
};

void elf_writer__init(struct elf_writer *w, uint16_t type);

/*
 * Adds a section of @size bytes at @offset, or at the first free offset if that is 0. Returns its
 * index.
 */
int elf_writer__section(struct elf_writer *w, const char *name, uint32_t type, uint64_t flags,
			uint64_t addr, uint64_t offset, const void *data, size_t size);

void elf_writer__segment(struct elf_writer *w, uint32_t type, uint32_t flags, uint64_t vaddr,
			 uint64_t offset, uint64_t size);

/* Adds the build id as a note section and a note segment. */
void elf_writer__build_id(struct elf_writer *w, const void *id, uint32_t size);

/* Adds a symbol to the next table; @info is made by ELF64_ST_INFO(). Returns its index. */
uint32_t elf_writer__symbol(struct elf_writer *w, const char *name, uint64_t value, uint64_t size,
			    unsigned char info, uint16_t shndx);

/* Writes the symbols added so far as .symtab (SHT_SYMTAB) or .dynsym, and clears them. */
int elf_writer__symtab(struct elf_writer *w, uint32_t type);

/* Writes the headers and the file. Returns false if any step failed. */
bool elf_writer__finish(struct elf_writer *w, const char *path);

#endif /* PERF_DEFER_TESTS_ELF_WRITER_H */
