// SPDX-License-Identifier: GPL-2.0-only
#include "util/profile/column-trait.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "util/machine/cgroups.h"
#include "util/profile/hist.h"
#include "util/profile/row-traits.h"
#include "util/profile/show-opts.h"

#define NSEC_PER_SEC   UINT64_C(1000000000)
#define WIDTH_NANOSECS 16	 /* as in perf */
#define OTHER	       "[other]" /* a sample without a parent */

uint64_t column_trait__value(const struct column *column, const struct hist *hist,
			     const struct hist_entry *entry)
{
	return row_traits__value(hist->conf.traits, entry->who.traits, column);
}

static const struct trait_text *text_at(const struct hist *hist, uint64_t place)
{
	return row_traits__text(hist->conf.traits, place);
}

/* Orders by bytes; what is the beginning of the other one comes first. */
static int compare_bytes(const struct trait_text *a, const struct trait_text *b)
{
	int cmp = memcmp(a->key, b->key, a->size < b->size ? a->size : b->size);

	return cmp ? cmp : (a->size > b->size) - (a->size < b->size);
}

/* Texts rise, except that no text comes last, and fields of tracepoints fall, all as in perf. */
static int compare_texts(const struct column *column, const struct hist *hist, uint64_t a,
			 uint64_t b)
{
	int cmp;

	if (a == b)
		return 0;
	if (column->trait == COLUMN_TRAIT_FIELD)
		return compare_bytes(text_at(hist, b), text_at(hist, a));
	cmp = strcmp(text_at(hist, a)->text, text_at(hist, b)->text);
	return !a || !b ? !a - !b : cmp;
}

int column_trait__compare(const struct column *column, const struct hist *hist,
			  const struct hist_entry *a, const struct hist_entry *b)
{
	uint64_t va = column_trait__value(column, hist, a);
	uint64_t vb = column_trait__value(column, hist, b);

	if (column__is_text(column))
		return compare_texts(column, hist, va, vb);
	return column->falling ? (va < vb) - (va > vb) : (va > vb) - (va < vb);
}

/* Prints as perf: microseconds are cut off, not rounded. */
static int format_time(const struct hist *hist, uint64_t time, char *buf, size_t size)
{
	if (hist->conf.show->nanosecs)
		return snprintf(buf, size, "%" PRIu64 ".%09" PRIu64, time / NSEC_PER_SEC,
				time % NSEC_PER_SEC);
	return snprintf(buf, size, "%" PRIu64 ".%06" PRIu64, time / NSEC_PER_SEC,
			time % NSEC_PER_SEC / 1000);
}

static int format_text(const struct column *column, const struct hist *hist, uint64_t value,
		       int width, char *buf, size_t size)
{
	const char *text = text_at(hist, value)->text;

	if (column->trait == COLUMN_TRAIT_PARENT)
		return snprintf(buf, size, "%-*s", width, value ? text : OTHER);
	if (column->trait == COLUMN_TRAIT_COMM_NODIGIT)
		return snprintf(buf, size, "%-*s", width, text);
	if (column->trait == COLUMN_TRAIT_FIELD)
		return snprintf(buf, size, "%*s", width, text);
	return snprintf(buf, size, "%s", text);
}

int column_trait__format(const struct column *column, const struct hist *hist,
			 const struct hist_entry *entry, unsigned int width, char *buf, size_t size)
{
	uint64_t value = column_trait__value(column, hist, entry);

	if (column__is_text(column))
		return format_text(column, hist, value, (int)width, buf, size);
	if (column->trait == COLUMN_TRAIT_TIME)
		return format_time(hist, value, buf, size);
	if (column->trait == COLUMN_TRAIT_CGROUP)
		return snprintf(buf, size, "%s", cgroups__name(hist->conf.cgroups, value));
	if (column->trait == COLUMN_TRAIT_TOTAL)
		value *= entry->self.nr;
	return snprintf(buf, size, "%-*" PRIu64, (int)width, value);
}

size_t column_trait__len(const struct column *column, const struct hist *hist,
			 const struct hist_entry *entry)
{
	size_t len = column_trait__format(column, hist, entry, 0, NULL, 0), size;

	if (column->trait == COLUMN_TRAIT_TIME && hist->conf.show->nanosecs)
		return WIDTH_NANOSECS;
	if (column->trait != COLUMN_TRAIT_FIELD)
		return len;
	/* perf makes room for all bytes of a string, with the NUL at its end. */
	size = text_at(hist, column_trait__value(column, hist, entry))->size - 1;
	return size > len ? size : len;
}
