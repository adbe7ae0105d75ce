// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "ui/tui/view/time-rows.h"
#include "util/base/error.h"
#include "util/machine/comms.h"
#include "util/session/session.h"

/* A row with what it is sorted by. Names are only those of TIME_BY_NAME. */
struct time_item {
	const char *name;
	uint64_t number;
	uint64_t key;
	uint32_t row;
};

const char *time_sort__name(enum time_sort by)
{
	static const char *const names[TIME_NR_SORTS] = {
		[TIME_BY_SAMPLES] = "samples",
		[TIME_BY_FIRST] = "first sample",
		[TIME_BY_TID] = "tid",
		[TIME_BY_NAME] = "name",
	};

	return names[by];
}

/* Returns the name of a thread; "" if nothing is known of it. */
static const char *comm_of(const struct session *session, const struct heat_row *row)
{
	int32_t pid = heat_task__pid(row->key), tid = heat_task__tid(row->key);
	struct task_view task;

	if (!session || tid < 0)
		return "";
	machine__find_task(session->machine, pid, tid, UINT64_MAX, UINT64_MAX, &task);
	return machine__comm(session->machine, task.comm_id);
}

const struct heat_row *time_rows__at(const struct time_rows *rows, uint64_t line)
{
	return &rows->heat->rows[rows->order ? rows->order[line].row : line];
}

void time_rows__label(const struct time_rows *rows, uint64_t line, char buf[TIME_LABEL_LEN])
{
	const struct heat_row *row = time_rows__at(rows, line);

	comm__label(comm_of(rows->session, row), heat_task__pid(row->key), heat_task__tid(row->key),
		    buf, TIME_LABEL_LEN);
}

/* ---- order ---- */

static int cmp_items(const void *l, const void *r)
{
	const struct time_item *a = l, *b = r;
	int cmp = strcmp(a->name, b->name);

	if (!cmp)
		cmp = (a->number > b->number) - (a->number < b->number);
	return cmp ? cmp : (a->key > b->key) - (a->key < b->key);
}

static struct time_item make_item(const struct time_rows *rows, uint32_t i, enum time_sort by)
{
	const struct heat_row *row = &rows->heat->rows[i];

	return (struct time_item){
		.name = by == TIME_BY_NAME ? comm_of(rows->session, row) : "",
		.number = by == TIME_BY_FIRST ? row->begin : 0,
		.key = row->key,
		.row = i,
	};
}

static int sort_rows(struct time_rows *rows, enum time_sort by, struct defer_error *err)
{
	size_t nr = rows->heat->nr_rows;

	rows->order = malloc((nr + 1) * sizeof(*rows->order));
	if (!rows->order)
		return error__no_memory(err, "to sort threads");
	for (uint32_t i = 0; i < nr; i++)
		rows->order[i] = make_item(rows, i, by);
	qsort(rows->order, nr, sizeof(*rows->order), cmp_items);
	return 0;
}

int time_rows__init(struct time_rows *rows, const struct session *session, const struct heat *heat,
		    enum time_sort by, struct defer_error *err)
{
	int ret;

	*rows = (struct time_rows){.session = session, .heat = heat};
	if (!heat || by == TIME_BY_SAMPLES)
		return 0;
	ret = sort_rows(rows, by, err);
	if (ret)
		time_rows__exit(rows);
	return ret;
}

void time_rows__exit(struct time_rows *rows)
{
	free(rows->order);
	rows->order = NULL;
}
