// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/radix-sort.h"
#include "util/unwind/cfi-program.h"

static int cfi__add(struct cfi *cfi, const struct fde *fde, size_t offset)
{
	struct cfi_fde *to;

	/* A linker that drops a function sets its FDE to 0. */
	if (!fde->size || !fde->start || fde->start + fde->size < fde->start)
		return 0;
	if (!ARRAY_GROW(cfi->fdes, cfi->cap, cfi->nr + 1ULL))
		return DEFER_ERR_NOMEM;
	to = &cfi->fdes[cfi->nr++];
	to->start = fde->start;
	to->size = fde->size > UINT32_MAX ? UINT32_MAX : fde->size;
	to->offset = offset;
	atomic_init(&to->rows, NULL);
	return 0;
}

/* Finds the FDEs. Most have the CIE of the one before. */
static int cfi__scan(struct cfi *cfi)
{
	struct cfi_entry entry;
	bool has_cie = false;
	struct cie cie;
	struct fde fde;
	int ret = 0;

	for (size_t at = 0;
	     !ret && at < cfi->size && at <= UINT32_MAX && cfi__read_entry(cfi, at, &entry);
	     at = entry.end) {
		if (!entry.is_fde)
			continue;
		if (!has_cie || cie.offset != entry.cie)
			has_cie = cfi__read_cie(cfi, entry.cie, &cie);
		if (has_cie && cfi__read_fde(cfi, &entry, &cie, &fde))
			ret = cfi__add(cfi, &fde, at);
	}
	return ret;
}

static uint64_t fde__start(const void *fde)
{
	return ((const struct cfi_fde *)fde)->start;
}

static uint64_t fde__size(const void *fde)
{
	return ((const struct cfi_fde *)fde)->size;
}

/* Sorts FDEs, which are in the order of their offsets. */
static int cfi__sort(struct cfi *cfi)
{
	struct cfi_fde *sorted;

	if (cfi->nr < 2)
		return 0;
	sorted = radix_sort_rows(cfi->fdes, sizeof(*sorted), cfi->nr, fde__start, fde__size);
	if (!sorted)
		return DEFER_ERR_NOMEM;
	cfi->fdes = sorted;
	cfi->cap = cfi->nr;
	return 0;
}

int cfi__init(struct cfi *cfi, uint8_t *data, size_t size, const struct dw_base *base, bool is_eh,
	      bool swap, struct defer_error *err)
{
	*cfi = (struct cfi){
		.data = data, .size = size, .base = *base, .is_eh = is_eh, .swap = swap};
	if (cfi__scan(cfi) || cfi__sort(cfi))
		return error__no_memory(err, "for call frame information");
	return 0;
}

void cfi__exit(struct cfi *cfi)
{
	free(cfi->data);
	free(cfi->fdes);
}

struct cfi_fde *cfi__find(const struct cfi *cfi, uint64_t addr)
{
	size_t after = LOWER_BOUND(i, cfi->nr, cfi->fdes[i].start <= addr);
	struct cfi_fde *fde = after ? &cfi->fdes[after - 1] : NULL;

	return fde && addr - fde->start < fde->size ? fde : NULL;
}

const struct cfi_rows *cfi__rows(const struct cfi *cfi, struct cfi_fde *fde, struct intern *rules,
				 struct arena *arena)
{
	const struct cfi_rows *known = atomic_load_explicit(&fde->rows, memory_order_acquire);
	struct cfi_entry entry;
	struct cfi_rows *rows;
	struct fde decoded;
	struct cie cie;

	if (known)
		return known;
	/* Both were read when the FDE was found. */
	if (!cfi__read_entry(cfi, fde->offset, &entry) || !cfi__read_cie(cfi, entry.cie, &cie) ||
	    !cfi__read_fde(cfi, &entry, &cie, &decoded))
		return NULL;
	decoded.size = fde->size;
	rows = cfi_program__run(cfi, &cie, &decoded, rules, arena);
	if (!rows)
		return NULL;
	if (atomic_compare_exchange_strong_explicit(&fde->rows, &known, rows, memory_order_acq_rel,
						    memory_order_acquire))
		return rows;
	arena__undo(arena, sizeof(*rows) + rows->nr * sizeof(*rows->rows));
	return known;
}

const struct cfi_rule *cfi_rows__find(const struct cfi_rows *rows, const struct cfi_fde *fde,
				      uint64_t addr)
{
	uint64_t offset = addr - fde->start;
	size_t after = LOWER_BOUND(i, rows->nr, rows->rows[i].start <= offset);

	return after ? rows->rows[after - 1].rule : NULL;
}
