// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>

#include "ui/entry/entry-cell.h"
#include "ui/ledger/ledger-view.h"
#include "ui/text/units.h"
#include "util/profile/profile.h"

struct column_desc {
	const char *header;
	int width;
	enum entry_sort sort;
};

static const struct column_desc *desc_of(enum entry_column column)
{
	static const struct column_desc descs[ENTRY_NR_COLUMNS] = {
		[ENTRY_REMAINING] = {"Remaining", 10, ENTRY_BY_REMAINING},
		[ENTRY_SAMPLES] = {"Samples", 7, ENTRY_BY_SAMPLES},
		[ENTRY_STATE] = {"State", -9, ENTRY_BY_STATE},
		[ENTRY_ON_CPU] = {"On CPU", 6, ENTRY_BY_ON_CPU},
		[ENTRY_KIND] = {"Kind", -23, ENTRY_BY_KIND},
		[ENTRY_THREAD] = {"Thread", -20, ENTRY_BY_THREAD},
		[ENTRY_BEGIN] = {"Begin", 14, ENTRY_BY_BEGIN},
		[ENTRY_RETURN] = {"Return", 14, ENTRY_BY_RETURN},
	};

	return &descs[column];
}

const char *entry_cell__header(enum entry_column column)
{
	return desc_of(column)->header;
}

int entry_cell__width(enum entry_column column)
{
	return desc_of(column)->width;
}

enum entry_sort entry_cell__sort(enum entry_column column)
{
	return desc_of(column)->sort;
}

static void print_return(const struct entry_list *list, const struct entry *entry,
			 char buf[ENTRY_CELL_LEN])
{
	uint64_t time;

	if (entry_list__return(list, entry, &time))
		units__time(time, false, buf);
	else
		snprintf(buf, ENTRY_CELL_LEN, "-");
}

static void print_remaining(const struct entry_list *list, const struct entry *entry,
			    char buf[ENTRY_CELL_LEN])
{
	uint64_t ns;

	if (entry_list__remaining(list, entry, &ns))
		ledger_view__span(ns, buf);
	else
		snprintf(buf, ENTRY_CELL_LEN, "%s", defer_class__name(entry->key.cls));
}

static void print_on_cpu(const struct entry_list *list, const struct entry *entry,
			 char buf[ENTRY_CELL_LEN])
{
	double share;

	if (entry_list__on_cpu(list, entry, &share))
		snprintf(buf, ENTRY_CELL_LEN, "%.1f%%", 100 * share);
	else
		snprintf(buf, ENTRY_CELL_LEN, "-");
}

const char *entry_cell__text(const struct entry_list *list, const struct entry *entry,
			     enum entry_column column, char buf[ENTRY_CELL_LEN])
{
	switch (column) {
	case ENTRY_REMAINING:
		print_remaining(list, entry, buf);
		break;
	case ENTRY_SAMPLES:
		snprintf(buf, ENTRY_CELL_LEN, "%" PRIu64, entry->nr);
		break;
	case ENTRY_STATE:
		snprintf(buf, ENTRY_CELL_LEN, "%s",
			 entry_state__name(entry_list__state(list, entry)));
		break;
	case ENTRY_ON_CPU:
		print_on_cpu(list, entry, buf);
		break;
	case ENTRY_KIND:
		entry_stack__kind_text(entry_list__stack(list, entry), buf, ENTRY_CELL_LEN);
		break;
	case ENTRY_THREAD:
		snprintf(buf, ENTRY_CELL_LEN, "%s %" PRId32, entry_list__comm(list, entry),
			 entry->key.tid);
		break;
	case ENTRY_BEGIN:
		units__time(entry->begin, list->shown.session->no_time, buf);
		break;
	case ENTRY_RETURN:
	case ENTRY_NR_COLUMNS:
	default:
		print_return(list, entry, buf);
	}
	return buf;
}

const char *entry_cell__func(const struct entry_list *list, uint32_t func, char buf[ENTRY_CELL_LEN])
{
	return func__label(funcs__at(&list->shown.profile->funcs, func), buf);
}
