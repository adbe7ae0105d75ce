// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/tui/view/time-rows.h"
#include "util/base/error.h"
#include "util/machine/comms.h"
#include "util/session/session.h"

#define MIN_IDLE 3 /* rows that one line replaces */

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
		[TIME_BY_TID] = "number",
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

const char *time_rows__word(enum heat_by of)
{
	return of == HEAT_BY_CPU ? "CPU" : of == HEAT_BY_PROCESS ? "process" : "thread";
}

const char *time_rows__plural(enum heat_by of)
{
	return of == HEAT_BY_PROCESS ? "es" : "s";
}

/* Returns the number of idle rows in the last line, which is theirs unless that is 0. */
static uint32_t nr_idle(const struct time_rows *rows)
{
	return rows->heat ? rows->heat->nr_rows - rows->nr : 0;
}

uint64_t time_rows__nr_lines(const struct time_rows *rows)
{
	return rows->nr + (nr_idle(rows) > 0);
}

const struct heat_row *time_rows__at(const struct time_rows *rows, uint64_t line)
{
	if (line >= rows->nr)
		return NULL;
	return &rows->heat->rows[rows->order ? rows->order[line].row : line];
}

uint64_t time_rows__samples(const struct time_rows *rows, uint64_t line)
{
	const struct heat_row *row = time_rows__at(rows, line);
	uint64_t nr = 0;

	if (row)
		return row->nr;
	for (size_t i = rows->nr; i < rows->heat->nr_rows; i++)
		nr += rows->heat->rows[i].nr;
	return nr;
}

void time_rows__label(const struct time_rows *rows, uint64_t line, char buf[TIME_LABEL_LEN])
{
	const struct heat_row *row = time_rows__at(rows, line);

	if (!row)
		snprintf(buf, TIME_LABEL_LEN, "%" PRIu32 " idle %s%s", nr_idle(rows),
			 time_rows__word(rows->of), time_rows__plural(rows->of));
	else if (rows->of == HEAT_BY_CPU && heat_task__tid(row->key) < 0)
		snprintf(buf, TIME_LABEL_LEN, "CPU not recorded");
	else if (rows->of == HEAT_BY_CPU)
		snprintf(buf, TIME_LABEL_LEN, "CPU %" PRId32, heat_task__tid(row->key));
	else
		comm__label(comm_of(rows->session, row), heat_task__pid(row->key),
			    heat_task__tid(row->key), buf, TIME_LABEL_LEN);
}

bool time_rows__has(const struct time_rows *rows, uint64_t line, const char *text)
{
	struct time_rows idle = *rows;
	char label[TIME_LABEL_LEN];
	bool has;

	time_rows__label(rows, line, label);
	has = strcasestr(label, text);
	idle.nr = rows->heat->nr_rows;
	idle.order = NULL;
	for (uint64_t i = rows->nr; !has && line == rows->nr && i < idle.nr; i++) {
		time_rows__label(&idle, i, label);
		has = strcasestr(label, text);
	}
	return has;
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

/* Returns how many rows remain if the last ones are taken that have at most a hundredth of the samples. */
static uint32_t nr_busy(const struct heat *heat)
{
	uint64_t nr = 0;
	size_t busy = heat->nr_rows;

	while (busy && (nr + heat->rows[busy - 1].nr) * 100 <= heat->nr)
		nr += heat->rows[--busy].nr;
	return heat->nr_rows - busy < MIN_IDLE ? heat->nr_rows : busy;
}

static int sort_rows(struct time_rows *rows, enum time_sort by, struct defer_error *err)
{
	size_t nr = rows->nr;

	rows->order = malloc((nr + 1) * sizeof(*rows->order));
	if (!rows->order)
		return error__no_memory(err, "to sort threads");
	for (uint32_t i = 0; i < nr; i++)
		rows->order[i] = make_item(rows, i, by);
	qsort(rows->order, nr, sizeof(*rows->order), cmp_items);
	return 0;
}

int time_rows__init(struct time_rows *rows, const struct session *session, const struct heat *heat,
		    enum heat_by of, enum time_sort by, bool all, struct defer_error *err)
{
	int ret;

	*rows = (struct time_rows){.session = session, .heat = heat, .of = of};
	if (heat)
		rows->nr = all ? heat->nr_rows : nr_busy(heat);
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
