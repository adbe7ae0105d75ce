/* SPDX-License-Identifier: GPL-2.0-only */
/* elf_file: reads ELF files that are not trusted. */
#ifndef PERF_DEFER_UTIL_DSO_ELF_FILE_H
#define PERF_DEFER_UTIL_DSO_ELF_FILE_H

#include <gelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

#include "util/dso/build-id.h"

/* A part of the file that is mapped at run time. */
struct elf_segment {
	uint64_t vaddr;
	uint64_t offset;
	uint64_t size; /* size in the file, bytes */
	bool exec;
};

struct elf_segments {
	struct elf_segment *seg;
	uint32_t nr;
	size_t cap;
};

/*
 * An ELF file that is read, never mapped, since it may be truncated meanwhile. Everything its
 * headers claim is checked against its size, here or by libelf.
 */
struct elf_file {
	int fd; /* -1: an image in memory */
	Elf *elf;
	void *image; /* the image in memory, owned */
	uint64_t size;
	GElf_Ehdr ehdr;
	size_t shstrndx;
	struct build_id bid; /* size 0: the file has none */
	struct elf_segments segs;
};

/* Opens a regular file. */
int elf_file__open(struct elf_file *file, const char *path, struct defer_error *err);

/* Opens an image in memory. Takes over @image (malloc) even on error. @name is for messages. */
int elf_file__open_image(struct elf_file *file, void *image, size_t size, const char *name,
			 struct defer_error *err);
void elf_file__close(struct elf_file *file);

/* Returns the first section called @name, or NULL. Sets @shdr. */
Elf_Scn *elf_file__section(const struct elf_file *file, const char *name, GElf_Shdr *shdr);

/* Returns the name of a section, or NULL. */
const char *elf_file__section_name(const struct elf_file *file, const GElf_Shdr *shdr);

/* Returns true if the file has code. A debug file has only the headers of it. */
bool elf_file__has_code(const struct elf_file *file);

/* Reads the raw contents of a section and appends a NUL. *@buf is from malloc. */
int elf_file__read_section(const struct elf_file *file, const GElf_Shdr *shdr, char **buf,
			   struct defer_error *err);

/*
 * Convert between virtual addresses and file offsets. Return false if the file does not contain the
 * byte.
 */
bool elf_segments__to_offset(const struct elf_segments *segs, uint64_t vaddr, uint64_t *offset);
bool elf_segments__to_vaddr(const struct elf_segments *segs, uint64_t offset, uint64_t *vaddr);

#endif /* PERF_DEFER_UTIL_DSO_ELF_FILE_H */
