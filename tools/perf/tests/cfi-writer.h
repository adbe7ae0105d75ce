/* SPDX-License-Identifier: GPL-2.0-only */
/* cfi_writer: sections of call frame information, right or wrong, entry by entry. No assembler needed. */
#ifndef PERF_DEFER_TESTS_CFI_WRITER_H
#define PERF_DEFER_TESTS_CFI_WRITER_H

#include "tests/builder.h"
#include "util/unwind/cfi.h"

struct cfi_writer {
	struct builder b; /* the section's bytes so far */
	uint64_t addr;	  /* of the section */
	bool is_eh;	  /* .eh_frame, not .debug_frame */
	bool is_64;	  /* entries have 64-bit lengths */
	uint8_t addr_size;
	uint8_t version;	  /* of CIEs */
	uint8_t enc;		  /* DW_EH_PE_* of addresses, of CIEs with an R */
	const char *augmentation; /* of CIEs */
	uint8_t code_align;	  /* below 128 */
	int8_t data_align;	  /* from -64 to 63 */
	uint8_t ra;		  /* below 128 */
};

/* Begins an .eh_frame at 0x2000 for x86-64, with "zR" and pcrel sdata4, as compilers write it. */
void cfi_writer__init(struct cfi_writer *w);
void cfi_writer__exit(struct cfi_writer *w);

/* Appends a CIE with @size bytes of @program. Returns its offset. */
size_t cfi_writer__cie(struct cfi_writer *w, const void *program, size_t size);

/*
 * Appends an FDE of the CIE at offset @cie, for @len bytes of code from @start on. The CIE has the
 * writer's augmentation. Returns its offset.
 */
size_t cfi_writer__fde(struct cfi_writer *w, size_t cie, uint64_t start, uint64_t len,
		       const void *program, size_t size);

/* Appends @v as a number of @size bytes: 1, 2, 4 or 8. */
void cfi_writer__sized(struct cfi_writer *w, uint64_t v, unsigned int size);

/* Decodes a copy of the bytes so far into @cfi. Aborts if out of memory. */
void cfi_writer__open(const struct cfi_writer *w, struct cfi *cfi);

/* The bytes of an instruction or of an expression, as two arguments. */
#define CODE(...) (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__})

#endif /* PERF_DEFER_TESTS_CFI_WRITER_H */
