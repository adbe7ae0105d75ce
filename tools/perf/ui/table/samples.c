// SPDX-License-Identifier: GPL-2.0-only
/* The columns of samples one by one. */
#include <inttypes.h>

#include <perf/defer-evlist.h>

#include "ui/table/tables.h"
#include "ui/text/json.h"
#include "util/base/array.h"
#include "util/base/tally.h"
#include "util/fold/samples.h"
#include "util/profile/profile.h"
#include "util/profile/seam.h"
#include "util/view/sample-rows.h"

/* ---- values ---- */

static bool get_event(struct cell *cell)
{
	cell->nr = cell->stack->evsel_idx;
	cell->str = cell->table->shown->profile->events[cell->nr].evsel->name;
	return true;
}

static bool get_class(struct cell *cell)
{
	cell->nr = cell->stack->cls;
	cell->look = defer_class__is_missing(cell->nr) ? CELL_MISSING : CELL_PLAIN;
	return true;
}

static bool get_delay(struct cell *cell)
{
	return sample_rows__delay(cell->table->source, cell->row, &cell->nr);
}

static bool get_trace(struct cell *cell)
{
	cell->str = sample_rows__trace(cell->table->source, cell->row);
	return true;
}

/* Sets the frames of both halves, with a seam between them. */
static bool get_halves(struct cell *cell)
{
	const struct profile *profile = cell->table->shown->profile;
	const struct chain_node *nodes = profile->chains.nodes;
	uint32_t node = sample_rows__chain(cell->table->source, cell->row), seam = node;

	while (seam != CHAIN_ROOT && funcs__at(&profile->funcs, nodes[seam].func)->is_kernel)
		seam = nodes[seam].parent;
	cell->frames = (struct frames){.profile = profile, .node = node, .seam = seam};
	return true;
}

static bool get_kernel(struct cell *cell)
{
	get_halves(cell);
	cell->frames.end = cell->frames.seam;
	return true;
}

static bool get_user(struct cell *cell)
{
	get_halves(cell);
	cell->frames.node = cell->frames.seam;
	return true;
}

static bool get_stack(struct cell *cell)
{
	get_halves(cell);
	cell->frames.label = sample_rows__trace(cell->table->source, cell->row);
	return true;
}

/* Orders by the function that was hit. Samples without a frame come first. */
static int compare_hits(const struct table *table, uint32_t a, uint32_t b)
{
	const struct sample_rows *rows = table->source;
	const struct profile *profile = table->shown->profile;
	uint32_t na = rows->chains[a], nb = rows->chains[b];

	if (na == CHAIN_ROOT || nb == CHAIN_ROOT)
		return (nb == CHAIN_ROOT) - (na == CHAIN_ROOT);
	return func__cmp(funcs__at(&profile->funcs, profile->chains.nodes[na].func),
			 funcs__at(&profile->funcs, profile->chains.nodes[nb].func));
}

/* ---- the table ---- */

static const struct table_column columns[] = {
	{"time", "Time", "time", CELL_TIME, TABLE_FIELD(struct sample_ref, time), .width = 14,
	 .searched = true},
	{"cpu", "CPU", "cpu", CELL_I32, TABLE_FIELD(struct sample_ref, cpu), .width = 3},
	{.key = "pid", .kind = CELL_I32, .get = cell__get_pid},
	{.key = "tid", .kind = CELL_I32, .get = cell__get_tid},
	{.key = "comm", .kind = CELL_STR, .get = cell__get_comm},
	{"thread", "Thread", NULL, CELL_STR, cell__get_thread, .width = -20, .narrow = -12,
	 .searched = true, .compare = table__compare_threads},
	{"event", "Event", "event", CELL_STR, get_event, .width = -18, .narrow = TABLE_HIDDEN,
	 .searched = true},
	{.key = "period", .kind = CELL_U64, TABLE_FIELD(struct sample_ref, weights.period)},
	{"class", "Class", "class", CELL_CLASS, get_class, .width = -12, .searched = true},
	{"cookie", "Cookie", "cookie", CELL_HEX, TABLE_FIELD(struct sample_ref, cookie),
	 .width = 18, .narrow = TABLE_HIDDEN, .searched = true},
	{"delay", "Delay", "delay_ns", CELL_SPAN, get_delay, .width = 10, .descending = true},
	{.key = "trace", .kind = CELL_STR, .get = get_trace},
	{.key = "kernel", .kind = CELL_FRAMES, .get = get_kernel},
	{.key = "user", .kind = CELL_FRAMES, .get = get_user},
	{"stack", "Kernel stack | user stack, innermost first", NULL, CELL_FRAMES, get_stack,
	 .searched = true, .compare = compare_hits},
	{.key = "evidence", .kind = CELL_EVIDENCE},
};

static void print_head(const struct table *table, const struct table_order *order, FILE *out)
{
	(void)order;
	fprintf(out, "# Samples: %" PRIu32 "\n#\n", table->nr);
}

static void write_head(const struct table *table, const struct table_order *order,
		       struct json *json)
{
	(void)order;
	json__u64(json, "nr_samples", table->nr);
}

static const void *record_of(const struct table *table, uint32_t row)
{
	return sample_rows__ref(table->source, row);
}

const struct table_kind table_of_samples = {
	.noun = "samples",
	.columns = columns,
	.nr_columns = ARRAY_SIZE(columns),
	.stack = offsetof(struct sample_ref, stack),
	.record = record_of,
	.print_head = print_head,
	.write_head = write_head,
};

struct table sample_rows__table(const struct sample_rows *rows)
{
	return (struct table){&table_of_samples, &rows->shown, rows, rows->rows, rows->nr, 0, NULL};
}
