// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>

#include "ui/ledger/ledger-view.h"
#include "ui/sample/sample-cell.h"
#include "ui/text/units.h"
#include "util/fold/samples.h"
#include "util/profile/profile.h"

struct column_desc {
	const char *header;
	int width;
	enum sample_sort sort;
};

static const struct column_desc *desc_of(enum sample_column column)
{
	static const struct column_desc descs[SAMPLE_NR_COLUMNS] = {
		[SAMPLE_TIME] = {"Time", 14, SAMPLE_BY_TIME},
		[SAMPLE_CPU] = {"CPU", 3, SAMPLE_BY_CPU},
		[SAMPLE_THREAD] = {"Thread", -20, SAMPLE_BY_THREAD},
		[SAMPLE_EVENT] = {"Event", -18, SAMPLE_BY_EVENT},
		[SAMPLE_CLASS] = {"Class", -12, SAMPLE_BY_CLASS},
		[SAMPLE_COOKIE] = {"Cookie", 18, SAMPLE_BY_COOKIE},
		[SAMPLE_DELAY] = {"Delay", 10, SAMPLE_BY_DELAY},
	};

	return &descs[column];
}

const char *sample_cell__header(enum sample_column column)
{
	return desc_of(column)->header;
}

int sample_cell__width(enum sample_column column)
{
	return desc_of(column)->width;
}

enum sample_sort sample_cell__sort(enum sample_column column)
{
	return desc_of(column)->sort;
}

static void print_delay(const struct sample_rows *rows, uint32_t row, char buf[SAMPLE_CELL_LEN])
{
	uint64_t delay;

	if (sample_rows__delay(rows, row, &delay))
		ledger_view__span(delay, buf);
	else
		snprintf(buf, SAMPLE_CELL_LEN, "-");
}

const char *sample_cell__text(const struct sample_rows *rows, uint32_t row,
			      enum sample_column column, char buf[SAMPLE_CELL_LEN])
{
	const struct sample_ref *ref = sample_rows__ref(rows, row);
	const struct stack *stack = sample_rows__stack(rows, row);

	switch (column) {
	case SAMPLE_TIME:
		units__time(ref->time, rows->shown.session->no_time, buf);
		break;
	case SAMPLE_CPU:
		snprintf(buf, SAMPLE_CELL_LEN, ref->cpu < 0 ? "-" : "%" PRId32, ref->cpu);
		break;
	case SAMPLE_THREAD:
		snprintf(buf, SAMPLE_CELL_LEN, "%s %" PRId32, sample_rows__comm(rows, row),
			 stack->tid);
		break;
	case SAMPLE_EVENT:
		snprintf(buf, SAMPLE_CELL_LEN, "%s",
			 rows->shown.profile->events[stack->evsel_idx].evsel->name);
		break;
	case SAMPLE_CLASS:
		snprintf(buf, SAMPLE_CELL_LEN, "%s", defer_class__name(stack->cls));
		break;
	case SAMPLE_COOKIE:
		snprintf(buf, SAMPLE_CELL_LEN, ref->cookie ? "0x%" PRIx64 : "-", ref->cookie);
		break;
	case SAMPLE_DELAY:
	case SAMPLE_NR_COLUMNS:
	default:
		print_delay(rows, row, buf);
	}
	return buf;
}

const char *sample_cell__func(const struct sample_rows *rows, uint32_t node,
			      char buf[SAMPLE_CELL_LEN])
{
	const struct profile *profile = rows->shown.profile;

	return func__label(funcs__at(&profile->funcs, profile->chains.nodes[node].func), buf);
}
