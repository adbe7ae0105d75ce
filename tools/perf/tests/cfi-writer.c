// SPDX-License-Identifier: GPL-2.0-only
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cfi-writer.h"

void cfi_writer__init(struct cfi_writer *w)
{
	*w = (struct cfi_writer){
		.addr = 0x2000,
		.is_eh = true,
		.addr_size = 8,
		.version = 1,
		.enc = DW_EH_PE_pcrel | DW_EH_PE_sdata4,
		.augmentation = "zR",
		.code_align = 1,
		.data_align = -8,
		.ra = 16,
	};
	builder__init(&w->b, __BYTE_ORDER == __BIG_ENDIAN);
}

void cfi_writer__exit(struct cfi_writer *w)
{
	builder__exit(&w->b);
}

void cfi_writer__sized(struct cfi_writer *w, uint64_t v, unsigned int size)
{
	if (size == 1)
		builder__u8(&w->b, v);
	else if (size == 2)
		builder__u16(&w->b, v);
	else if (size == 4)
		builder__u32(&w->b, v);
	else
		builder__u64(&w->b, v);
}

/* Begins an entry. Returns the offset of what its length counts. */
static size_t begin_entry(struct cfi_writer *w)
{
	if (w->is_64)
		builder__u32(&w->b, UINT32_MAX);
	cfi_writer__sized(w, 0, w->is_64 ? 8 : 4);
	return w->b.size;
}

static void end_entry(struct cfi_writer *w, size_t from)
{
	if (w->is_64)
		builder__poke_u64(&w->b, from - 8, w->b.size - from);
	else
		builder__poke_u32(&w->b, from - 4, w->b.size - from);
}

static unsigned int id_size(const struct cfi_writer *w)
{
	return w->is_64 && !w->is_eh ? 8 : 4;
}

/* Appends the data of the CIE's augmentation, with their size. */
static void put_augmentation(struct cfi_writer *w)
{
	const size_t at = builder__u8(&w->b, 0);

	for (const char *letter = w->augmentation + 1; *letter; letter++) {
		if (*letter == 'R')
			builder__u8(&w->b, w->enc);
		if (*letter == 'L')
			builder__u8(&w->b, DW_EH_PE_pcrel | DW_EH_PE_sdata4);
		if (*letter == 'P') {
			builder__u8(&w->b, DW_EH_PE_indirect | DW_EH_PE_pcrel | DW_EH_PE_sdata4);
			builder__u32(&w->b, 0x12345678);
		}
	}
	w->b.data[at] = w->b.size - at - 1;
}

size_t cfi_writer__cie(struct cfi_writer *w, const void *program, size_t size)
{
	const size_t at = w->b.size, from = begin_entry(w);

	cfi_writer__sized(w, w->is_eh ? 0 : UINT64_MAX, id_size(w));
	builder__u8(&w->b, w->version);
	builder__bytes(&w->b, w->augmentation, strlen(w->augmentation) + 1);
	if (w->version == 4) {
		builder__u8(&w->b, w->addr_size);
		builder__u8(&w->b, 0);
	}
	builder__u8(&w->b, w->code_align);
	builder__u8(&w->b, w->data_align & 0x7f);
	builder__u8(&w->b, w->ra);
	if (*w->augmentation == 'z')
		put_augmentation(w);
	builder__bytes(&w->b, program, size);
	end_entry(w, from);
	return at;
}

/* Appends an address as FDEs have it. */
static void put_address(struct cfi_writer *w, uint64_t addr, uint8_t enc)
{
	static const uint8_t sizes[8] = {0, 0, 2, 4, 8};
	const unsigned int size = sizes[enc & 7];

	if (enc & DW_EH_PE_pcrel)
		addr -= w->addr + w->b.size;
	cfi_writer__sized(w, addr, size ? size : w->addr_size);
}

size_t cfi_writer__fde(struct cfi_writer *w, size_t cie, uint64_t start, uint64_t len,
		       const void *program, size_t size)
{
	const uint8_t enc = strchr(w->augmentation, 'R') ? w->enc : DW_EH_PE_absptr;
	const size_t at = w->b.size, from = begin_entry(w);

	cfi_writer__sized(w, w->is_eh ? from - cie : cie, id_size(w));
	put_address(w, start, enc);
	put_address(w, len, enc & 0x0f);
	if (*w->augmentation == 'z') {
		builder__u8(&w->b, strchr(w->augmentation, 'L') ? 4 : 0);
		if (strchr(w->augmentation, 'L'))
			builder__u32(&w->b, 0x87654321);
	}
	builder__bytes(&w->b, program, size);
	end_entry(w, from);
	return at;
}

void cfi_writer__open(const struct cfi_writer *w, struct cfi *cfi)
{
	const struct dw_base base = {.section = w->addr, .addr_size = w->addr_size};
	uint8_t *bytes = malloc(w->b.size ? w->b.size : 1);

	if (!bytes)
		abort();
	memcpy(bytes, w->b.data, w->b.size);
	if (cfi__init(cfi, bytes, w->b.size, &base, w->is_eh, builder__swap(&w->b), NULL))
		abort();
}
