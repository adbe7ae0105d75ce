// SPDX-License-Identifier: GPL-2.0-only
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "ui/stdio/plain.h"
#include "ui/table/table.h"
#include "ui/text/json-evidence.h"
#include "ui/text/units.h"
#include "util/base/histogram.h"
#include "util/base/span.h"
#include "util/profile/profile.h"

const struct func *frames__next(struct frames *frames)
{
	const struct chain_node *node = &frames->profile->chains.nodes[frames->node];

	if (frames->node == frames->end)
		return NULL;
	frames->node = node->parent;
	return funcs__at(&frames->profile->funcs, node->func);
}

uint32_t table__stack(const struct table *table, uint32_t row)
{
	const char *record = table->kind->record(table, row);

	return *(const uint32_t *)(record + table->kind->stack);
}

static uint64_t field_of(const struct table_column *column, const void *record)
{
	const void *field = (const char *)record + column->field;

	return column->size == sizeof(uint64_t) ? *(const uint64_t *)field
						: *(const uint32_t *)field;
}

struct cell *table__cell(const struct table *table, unsigned int column, uint32_t row,
			 struct cell *cell)
{
	const struct table_column *desc = &table->kind->columns[column];
	bool known = true;

	cell->table = table;
	cell->row = row;
	cell->record = table->kind->record(table, row);
	cell->stack = fold__stack(table->shown->all, table__stack(table, row));
	cell->look = CELL_PLAIN;
	cell->nr = 0;
	cell->share = 0;
	cell->str = NULL;
	if (desc->get)
		known = desc->get(cell);
	else
		cell->nr = field_of(desc, cell->record);
	cell->kind = known ? desc->kind : CELL_NONE;
	return cell;
}

bool cell__get_pid(struct cell *cell)
{
	cell->nr = cell->stack->pid;
	return true;
}

bool cell__get_tid(struct cell *cell)
{
	cell->nr = cell->stack->tid;
	return true;
}

bool cell__get_comm(struct cell *cell)
{
	cell->str = cell->table->shown->profile->comms[cell->stack->comm_id];
	return true;
}

bool cell__get_thread(struct cell *cell)
{
	cell__get_comm(cell);
	snprintf(cell->buf, CELL_LEN, "%s %" PRId32, cell->str, cell->stack->tid);
	cell->str = cell->buf;
	return true;
}

static_assert(CELL_NR_TIMES == LOG_TIME_NR, "A cell has room for all bars");

unsigned int cell__bar(const struct cell *cell, unsigned int i)
{
	uint64_t most = 1;

	for (unsigned int j = 0; j < CELL_NR_TIMES; j++)
		most = cell->times[j] > most ? cell->times[j] : most;
	return (8 * (uint64_t)cell->times[i] + most - 1) / most;
}

/* Writes the bars as characters that grow. */
static void times_text(struct cell *cell)
{
	for (unsigned int i = 0; i < CELL_NR_TIMES; i++)
		cell->buf[i] = " .:-=+*#@"[cell__bar(cell, i)];
	cell->buf[CELL_NR_TIMES] = '\0';
}

const char *cell__text(struct cell *cell)
{
	switch (cell->kind) {
	case CELL_U64:
	case CELL_BOOL:
		snprintf(cell->buf, CELL_LEN, "%" PRIu64, cell->nr);
		break;
	case CELL_I32:
		snprintf(cell->buf, CELL_LEN, (int32_t)cell->nr < 0 ? "-" : "%" PRId32,
			 (int32_t)cell->nr);
		break;
	case CELL_HEX:
		snprintf(cell->buf, CELL_LEN, cell->nr ? "0x%" PRIx64 : "-", cell->nr);
		break;
	case CELL_TIME:
		return units__time(cell->nr, cell->table->shown->session->no_time, cell->buf);
	case CELL_SPAN:
		return span__text(cell->nr, cell->buf);
	case CELL_SHARE:
		snprintf(cell->buf, CELL_LEN, "%.1f%%", 100 * cell->share);
		break;
	case CELL_CLASS:
		return defer_class__name(cell->nr);
	case CELL_TIMES:
		times_text(cell);
		break;
	case CELL_NONE:
	case CELL_STR:
	case CELL_FRAMES:
	case CELL_EVIDENCE:
	default:
		if (cell->str != cell->buf)
			snprintf(cell->buf, CELL_LEN, "%s", cell->str ? cell->str : "-");
	}
	return cell->buf;
}

/* Returns true if two numbers or names are the same, which need not be written to tell. */
static bool is_same_value(const struct cell *a, const struct cell *b)
{
	return a->kind != CELL_FRAMES && a->kind != CELL_TIMES && a->nr == b->nr &&
	       a->share == b->share && a->str == b->str;
}

static bool is_equal_everywhere(const struct table *table, unsigned int column)
{
	struct cell first, cell;

	table__cell(table, column, table->rows[0], &first);
	for (uint32_t i = 1; i < table->nr; i++) {
		if (i + TABLE_AHEAD < table->nr)
			table__prefetch(table, table->rows[i + TABLE_AHEAD]);
		table__cell(table, column, table->rows[i], &cell);
		if (cell.kind != first.kind)
			return false;
		if (cell.kind != CELL_NONE && !is_same_value(&cell, &first) &&
		    strcmp(cell__text(&cell), cell__text(&first)) != 0)
			return false;
	}
	return true;
}

void table__leave_out(struct table *table)
{
	table->left_out = 0;
	for (unsigned int i = 0; table->nr > 1 && i < table->kind->nr_columns; i++) {
		if (table->kind->columns[i].varies && is_equal_everywhere(table, i))
			table->left_out |= UINT64_C(1) << i;
	}
}

unsigned int table_kind__next(const struct table_kind *kind, unsigned int column, bool back)
{
	do {
		column = (column + (back ? kind->nr_columns - 1 : 1)) % kind->nr_columns;
	} while (!kind->columns[column].header || !kind->columns[column].name);
	return column;
}

/* ---- text ---- */

/* Prints what the columns that are left out would have said. */
static void print_left_out(const struct table *table, FILE *out)
{
	const char *before = "# The same in all rows: ";
	struct cell cell;

	for (unsigned int i = 0; i < table->kind->nr_columns; i++) {
		if (!(table->left_out & UINT64_C(1) << i))
			continue;
		table__cell(table, i, table->rows[0], &cell);
		fprintf(out, "%s%s %s", before, table->kind->columns[i].header,
			cell.kind == CELL_NONE ? "unknown" : cell__text(&cell));
		before = ", ";
	}
	fputs(table->left_out ? "\n#\n" : "", out);
}

/* Parts of rows stand to the right of where the row begins. */
#define PARTS_INDENT "    "

static void print_columns(const struct table *table, const char *indent, FILE *out)
{
	fprintf(out, "# %s", indent);
	for (unsigned int i = 0; i < table->kind->nr_columns; i++) {
		const struct table_column *column = &table->kind->columns[i];

		if (!table__shows(table, i))
			continue;
		plain__pad(column->header, column->width, out);
		fputs(column->width ? "  " : "\n", out);
	}
}

/* Prints the headings of rows, and of their parts. */
static void print_heads(const struct table *table, FILE *out)
{
	struct table parts;

	print_columns(table, "", out);
	if (table->parts && table->nr) {
		parts = table->kind->parts(table, table->rows[0]);
		print_columns(&parts, PARTS_INDENT, out);
	}
	fputs("#\n", out);
}

static void print_frames(struct frames frames, FILE *out)
{
	const struct func *func;
	uint32_t first = frames.node;
	char buf[FUNC_LABEL_LEN];

	if (frames.label) {
		putc('[', out);
		plain__puts(frames.label, out);
		fputs("] ", out);
	}
	for (uint32_t node = first; (func = frames__next(&frames)); node = frames.node) {
		if (node == frames.seam)
			fputs(FRAMES_SEAM + (node == first), out);
		else if (node != first)
			fputs(FRAMES_CALLED_BY, out);
		plain__puts(func__label(func, buf), out);
	}
	if (frames.cut)
		fputs(FRAMES_CALLED_BY FRAMES_CUT, out);
}

static void print_row(const struct table *table, uint32_t row, const char *indent, FILE *out)
{
	struct cell cell;

	fprintf(out, "  %s", indent);
	for (unsigned int i = 0; i < table->kind->nr_columns; i++) {
		const struct table_column *column = &table->kind->columns[i];

		if (!table__shows(table, i))
			continue;
		table__cell(table, i, row, &cell);
		if (cell.kind == CELL_FRAMES) {
			print_frames(cell.frames, out);
			continue;
		}
		plain__pad(cell__text(&cell), column->width, out);
		fputs(column->width ? "  " : "", out);
	}
	putc('\n', out);
}

/* Prints what a row is divided into, and a blank line. */
static void print_parts(const struct table *table, uint32_t row, FILE *out)
{
	struct table parts = table->kind->parts(table, row);

	for (uint32_t i = 0; i < parts.nr; i++)
		print_row(&parts, parts.rows[i], PARTS_INDENT, out);
	putc('\n', out);
}

void table__print(const struct table *table, const struct table_order *order, bool quiet, FILE *out)
{
	if (!quiet) {
		table->kind->print_head(table, order, out);
		print_left_out(table, out);
		print_heads(table, out);
	}
	for (uint32_t i = 0; i < table->nr && !ferror(out); i++) {
		print_row(table, table->rows[i], "", out);
		if (table->parts)
			print_parts(table, table->rows[i], out);
	}
}

/* ---- JSON ---- */

static void write_frames(struct json *json, const char *key, struct frames frames)
{
	const struct func *func;
	char buf[FUNC_LABEL_LEN];

	json__array(json, key);
	while ((func = frames__next(&frames)))
		json__str(json, NULL, func__label(func, buf));
	if (frames.cut)
		json__str(json, NULL, FRAMES_CUT);
	json__end(json);
}

/* Writes those that are not 0, from the shortest times on. */
static void write_times(struct json *json, const char *key, const uint32_t times[CELL_NR_TIMES])
{
	json__array(json, key);
	for (unsigned int i = 0; i < CELL_NR_TIMES; i++) {
		if (!times[i])
			continue;
		json__object(json, NULL);
		json__u64(json, "from", log_time__from(i));
		json__u64(json, "nr", times[i]);
		json__end(json);
	}
	json__end(json);
}

static void write_cell(struct json *json, const char *key, const struct cell *cell)
{
	switch (cell->nr || cell->kind != CELL_HEX ? cell->kind : CELL_NONE) {
	case CELL_U64:
	case CELL_TIME:
	case CELL_SPAN:
		json__u64(json, key, cell->nr);
		break;
	case CELL_I32:
		json__i64(json, key, (int32_t)cell->nr);
		break;
	case CELL_HEX:
		json__hex(json, key, cell->nr);
		break;
	case CELL_BOOL:
		json__bool(json, key, cell->nr);
		break;
	case CELL_SHARE:
		json__double(json, key, cell->share, 4);
		break;
	case CELL_CLASS:
		json__str(json, key, defer_class__name(cell->nr));
		break;
	case CELL_STR:
		json__str(json, key, cell->str);
		break;
	case CELL_TIMES:
		write_times(json, key, cell->times);
		break;
	case CELL_FRAMES:
		write_frames(json, key, cell->frames);
		break;
	case CELL_EVIDENCE:
		json__evidence(json, cell->stack);
		break;
	case CELL_NONE:
	default:
		json__null(json, key);
	}
}

static void write_rows(const struct table *table, struct json *json);

static void write_row(const struct table *table, uint32_t row, struct json *json)
{
	struct table parts;
	struct cell cell;

	json__object(json, NULL);
	for (unsigned int i = 0; i < table->kind->nr_columns; i++) {
		const char *key = table->kind->columns[i].key;

		if (key)
			write_cell(json, key, table__cell(table, i, row, &cell));
	}
	if (table->parts) {
		parts = table->kind->parts(table, row);
		write_rows(&parts, json);
	}
	json__end(json);
}

static void write_rows(const struct table *table, struct json *json)
{
	json__array(json, table->kind->noun);
	for (uint32_t i = 0; i < table->nr; i++)
		write_row(table, table->rows[i], json);
	json__end(json);
}

void table__write_json(const struct table *table, const struct table_order *order,
		       struct json *json)
{
	json__object(json, NULL);
	table->kind->write_head(table, order, json);
	write_rows(table, json);
	json__end(json);
}
