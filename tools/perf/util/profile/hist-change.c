// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/profile/hist-change.h"
#include "util/profile/hist.h"

void hist_before__delete(struct hist_before *before)
{
	if (!before)
		return;
	free(before->stacks);
	free(before->entries);
	free(before);
}

int hist_before__reserve_stack(struct hist_before *before, size_t nr)
{
	if (!ARRAY_GROW(before->stacks, before->cap_stacks, nr))
		return DEFER_ERR_NOMEM;
	memset(&before->stacks[nr - 1], 0, sizeof(*before->stacks));
	return 0;
}

int hist_before__reserve_entry(struct hist_before *before, size_t nr)
{
	if (!ARRAY_GROW(before->entries, before->cap_entries, nr))
		return DEFER_ERR_NOMEM;
	memset(&before->entries[nr - 1], 0, sizeof(*before->entries));
	return 0;
}

const struct sample_sum *hist__entry_before(const struct hist *hist, const struct hist_entry *entry)
{
	size_t i = entry - hist->entries;

	return hist->conf.order->children ? &hist->before->entries[i].children
					  : &hist->before->entries[i].self;
}

struct change hist__entry_change(const struct hist *hist, const struct hist_entry *entry)
{
	const struct sample_sums part = {
		.before = *hist__entry_before(hist, entry),
		.now = {hist->conf.order->children ? entry->children.nr : entry->self.nr,
			hist__entry_period(hist, entry)},
	};

	return change__of(&part, &hist->before->all);
}

int hist_change__compare(const struct column *column, const struct hist *hist,
			 const struct hist_entry *a, const struct hist_entry *b)
{
	struct change of_a, of_b;

	if (!hist->conf.compares)
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

	if (hist->conf.compares)
		change = hist__entry_change(hist, entry);
	if (column->kind == COLUMN_BASELINE)
		return snprintf(buf, size, " %*.2f%%", room > 2 ? (int)room - 2 : 1, change.before);
	return change__format(&change, room, buf, size);
}
