/* SPDX-License-Identifier: GPL-2.0-only */
/* elf_file: an ELF file that nobody vouches for. */
#ifndef PERF_DEFER_UTIL_DSO_ELF_FILE_H
#define PERF_DEFER_UTIL_DSO_ELF_FILE_H

#include <gelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

#include "util/dso/build-id.h"

/* A piece of the file that is mapped at run time. */
struct elf_segment {
	uint64_t vaddr;
	uint64_t offset;
	uint64_t size; /* in the file */
	bool exec;
};

struct elf_segments {
	struct elf_segment *seg;
	uint32_t nr;
	size_t cap;
};

/*
 * An ELF file opened to be read, never mapped: it may be cut while we read. Whatever
 * its headers claim is checked against its size, here or by libelf.
 */
struct elf_file {
	int fd; /* -1: in memory */
	Elf *elf;
	void *image; /* in memory: our copy */
	uint64_t size;
	GElf_Ehdr ehdr;
	size_t shstrndx;
	struct build_id bid; /* size 0 if the file has none */
	struct elf_segments segs;
};

/* Opens a regular file. */
int elf_file__open(struct elf_file *file, const char *path, struct defer_error *err);

/* The same over memory; takes over @image (malloc), also on error. @name is for messages. */
int elf_file__open_image(struct elf_file *file, void *image, size_t size, const char *name,
			 struct defer_error *err);
void elf_file__close(struct elf_file *file);

/* The first section called @name, or NULL; @shdr and @idx (may be NULL) describe it. */
Elf_Scn *elf_file__section(const struct elf_file *file, const char *name, GElf_Shdr *shdr,
			   size_t *idx);

/* The name of a section, or NULL. */
const char *elf_file__section_name(const struct elf_file *file, const GElf_Shdr *shdr);

/* Reads a whole section as it lies in the file, and adds a NUL: *@buf (malloc). */
int elf_file__read_section(const struct elf_file *file, const GElf_Shdr *shdr, char **buf,
			   struct defer_error *err);

/* Between virtual addresses and file offsets. False if the file does not hold the byte. */
bool elf_segments__to_offset(const struct elf_segments *segs, uint64_t vaddr, uint64_t *offset);
bool elf_segments__to_vaddr(const struct elf_segments *segs, uint64_t offset, uint64_t *vaddr);

#endif /* PERF_DEFER_UTIL_DSO_ELF_FILE_H */
