// SPDX-License-Identifier: GPL-2.0-only
#include <dwarf.h>
#include <string.h>

#include <perf/defer-cursor.h>

#include "util/unwind/cfi-entry.h"

/*
 * Every FDE runs the program of its CIE. A longer one than this would make files that are slow to read
 * on purpose; compilers write some ten bytes.
 */
#define CIE_MAX_PROGRAM 1024
/* Bytes of an augmentation with its NUL: "zPLRSB" has 7. */
#define MAX_AUGMENTATION 16

static struct defer_cursor cursor_at(const struct cfi *cfi, size_t offset, size_t end)
{
	struct defer_cursor cur;

	defer_cursor__init(&cur, cfi->data, end, 0, cfi->swap);
	cur.pos = offset;
	return cur;
}

bool cfi__read_entry(const struct cfi *cfi, size_t offset, struct cfi_entry *entry)
{
	struct defer_cursor cur = cursor_at(cfi, offset, cfi->size);
	uint64_t length = defer_cursor__u32(&cur), id, none;
	bool is_64 = length == UINT32_MAX;
	size_t at;

	if (is_64)
		length = defer_cursor__u64(&cur);
	if (cur.failed || length > defer_cursor__left(&cur))
		return false;
	at = cur.pos;
	*entry = (struct cfi_entry){.end = at + length};
	if (!length)
		return true;
	is_64 &= !cfi->is_eh;
	id = is_64 ? defer_cursor__u64(&cur) : defer_cursor__u32(&cur);
	none = is_64 ? UINT64_MAX : UINT32_MAX;
	if (cur.failed || cur.pos > entry->end)
		return false;
	entry->body = cur.pos;
	entry->is_cie = id == (cfi->is_eh ? 0 : none);
	entry->is_fde = !entry->is_cie;
	/* In .eh_frame the distance back from the field itself. */
	entry->cie = cfi->is_eh ? at - id : id;
	return true;
}

/* Reads what the letters of @augmentation stand for. Returns false if the FDEs cannot be read without. */
static bool read_augmentation(const struct cfi *cfi, struct cie *cie, const char *augmentation,
			      struct defer_cursor *cur)
{
	uint64_t size;
	size_t end;

	if (*augmentation != 'z')
		return !*augmentation;
	cie->has_augmentation = true;
	size = dw_cursor__uleb(cur);
	if (cur->failed || size > defer_cursor__left(cur))
		return false;
	end = cur->pos + size;
	for (const char *letter = augmentation + 1; *letter; letter++) {
		if (*letter == 'R')
			cie->enc = defer_cursor__u8(cur);
		else if (*letter == 'L')
			defer_cursor__u8(cur);
		else if (*letter == 'P')
			/* The routine is never called, so it does not matter where its address is. */
			dw_cursor__encoded(cur, defer_cursor__u8(cur) & 0x0f, &cfi->base);
		else if (*letter == 'S')
			cie->signal = true;
		else if (*letter != 'B') /* arm64: the other key, which makes no difference here */
			return false;
	}
	if (cur->pos > end)
		return false;
	cur->pos = end;
	return true;
}

/* Returns the augmentation string at the cursor, and moves behind it. */
static const char *read_string(struct defer_cursor *cur)
{
	const uint8_t *str = cur->data + cur->pos;
	size_t left = defer_cursor__left(cur);
	const uint8_t *end = memchr(str, '\0', left < MAX_AUGMENTATION ? left : MAX_AUGMENTATION);

	if (!end) {
		cur->failed = true;
		return "";
	}
	cur->pos += end - str + 1;
	return (const char *)str;
}

static bool has_sizes(const struct cfi *cfi, struct defer_cursor *cur)
{
	uint8_t addr_size = defer_cursor__u8(cur), segment_size = defer_cursor__u8(cur);

	return addr_size == cfi->base.addr_size && !segment_size;
}

bool cfi__read_cie(const struct cfi *cfi, uint64_t offset, struct cie *cie)
{
	const char *augmentation;
	struct cfi_entry entry;
	struct defer_cursor cur;
	uint8_t version;

	if (offset >= cfi->size || !cfi__read_entry(cfi, offset, &entry) || !entry.is_cie)
		return false;
	cur = cursor_at(cfi, entry.body, entry.end);
	version = defer_cursor__u8(&cur);
	if (version != 1 && version != 3 && version != 4)
		return false;
	augmentation = read_string(&cur);
	if (version == 4 && !has_sizes(cfi, &cur))
		return false;
	*cie = (struct cie){.offset = offset, .program_end = entry.end};
	cie->code_align = dw_cursor__uleb(&cur);
	cie->data_align = dw_cursor__sleb(&cur);
	cie->ra = version == 1 ? defer_cursor__u8(&cur) : dw_cursor__uleb(&cur);
	if (!read_augmentation(cfi, cie, augmentation, &cur))
		return false;
	cie->program = cur.pos;
	return !cur.failed && cie->ra < CFI_MAX_REGS &&
	       cie->program_end - cie->program <= CIE_MAX_PROGRAM;
}

bool cfi__read_fde(const struct cfi *cfi, const struct cfi_entry *entry, const struct cie *cie,
		   struct fde *fde)
{
	struct defer_cursor cur = cursor_at(cfi, entry->body, entry->end);
	uint64_t skip;

	fde->start = dw_cursor__encoded(&cur, cie->enc, &cfi->base);
	/* A size has the format of an address, and counts from nowhere. */
	fde->size = dw_cursor__encoded(&cur, cie->enc & 0x0f, &cfi->base);
	if (cie->has_augmentation) {
		skip = dw_cursor__uleb(&cur);
		if (!cur.failed && skip <= defer_cursor__left(&cur))
			cur.pos += skip;
		else
			cur.failed = true;
	}
	fde->program = cur.pos;
	fde->program_end = entry->end;
	return !cur.failed;
}
