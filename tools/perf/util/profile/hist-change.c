// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>

#include "util/base/array.h"
#include "util/profile/hist-change.h"
#include "util/profile/hist.h"

struct change hist__entry_change(const struct hist *hist, const struct hist_entry *entry)
{
	const struct hist_entry *before = hist__entry_before(hist, entry);
	const struct sample_sums part = {hist__entry_samples(hist, before),
					 hist__entry_samples(hist, entry)};
	const struct sample_sums all = {sums__samples(&hist->base->total),
					sums__samples(&hist->total)};

	return change__of(&part, &all);
}

int hist_change__compare(const struct column *column, const struct hist *hist,
			 const struct hist_entry *a, const struct hist_entry *b)
{
	struct change of_a, of_b;

	if (!hist->base)
		return 0;
	of_a = hist__entry_change(hist, a);
	of_b = hist__entry_change(hist, b);
	if (column->kind == COLUMN_BASELINE)
		return CMP(of_b.before, of_a.before);
	return change__compare(&of_a, &of_b);
}

int hist_change__format(const struct column *column, const struct hist *hist,
			const struct hist_entry *entry, unsigned int room, char *buf, size_t size)
{
	struct change change = {0};

	if (hist->base)
		change = hist__entry_change(hist, entry);
	if (column->kind == COLUMN_BASELINE)
		return snprintf(buf, size, " %*.2f%%", room > 2 ? (int)room - 2 : 1, change.before);
	return change__format(&change, room, buf, size);
}
