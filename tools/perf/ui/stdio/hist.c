// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ui/stdio/callgraph.h"
#include "ui/stdio/color.h"
#include "ui/stdio/hist.h"
#include "ui/stdio/plain.h"
#include "ui/text/units.h"
#include "util/base/array.h"
#include "util/base/error.h"

#define MAX_WIDTH 1000 /* of a column that -w sets, characters */

/* The rows of one event, as they are printed. */
struct sheet {
	const struct hist *hist;
	const struct hist_print *print;
	FILE *out;
	unsigned int widths[MAX_COLUMNS];
	char *cell; /* one value; grows, since C++ names have no maximum length */
	size_t cap;
};

static void put_chars(char c, int nr, FILE *out)
{
	while (nr-- > 0)
		putc_unlocked(c, out);
}

/* ---- head ---- */

static void print_samples(uint64_t nr, FILE *out)
{
	char unit = units__shorten(&nr);

	fprintf(out, "# Samples: %" PRIu64 "%c", nr, unit);
}

/* Prints a number in groups of three digits: 78,357. */
static void print_grouped(uint64_t nr, FILE *out)
{
	if (nr >= 1000) {
		print_grouped(nr / 1000, out);
		fprintf(out, ",%03u", (unsigned int)(nr % 1000));
	} else {
		fprintf(out, "%u", (unsigned int)nr);
	}
}

static void print_class(const struct profile_event *event, enum defer_class cls, bool *first,
			FILE *out)
{
	if (!event->classes[cls])
		return;
	fputs(*first ? " (" : ", ", out);
	*first = false;
	print_grouped(event->classes[cls], out);
	fprintf(out, " %s", defer_class__name(cls));
}

/*
 * Prints how many samples have their user half, and why the others lack it: "# Stacks: 78,357 of
 * 78,358 samples have their user stack (77,841 merged, 516 merged-back), 1 exec".
 */
static void print_stacks(const struct profile_event *event, FILE *out)
{
	static const enum defer_class with[] = {DEFER_MERGED, DEFER_MERGED_BACK, DEFER_INLINE};
	uint64_t nr = 0, have = 0;
	bool first = true;

	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++)
		nr += event->classes[cls];
	for (size_t i = 0; i < sizeof(with) / sizeof(*with); i++)
		have += event->classes[with[i]];

	fputs("# Stacks: ", out);
	print_grouped(have, out);
	fputs(" of ", out);
	print_grouped(nr, out);
	fputs(" samples have their user stack", out);
	for (size_t i = 0; i < sizeof(with) / sizeof(*with); i++)
		print_class(event, with[i], &first, out);
	if (!first)
		putc(')', out);
	first = false;
	for (int cls = DEFER_KERNEL; cls < DEFER_NR_CLASSES; cls++)
		print_class(event, cls, &first, out);
	putc('\n', out);
}

static void print_head(const struct profile_event *event, const struct hist_print *print, FILE *out)
{
	print_samples(event->nr, out);
	fputs(" of event '", out);
	plain__puts(event->evsel->name, out);
	putc('\'', out);
	if (print->time)
		fprintf(out, " (time slices: %s)", print->time);
	fprintf(out, "\n# Event count (approx.): %" PRIu64 "\n", event->period);
	print_stacks(event, out);
	fputs("#\n", out);
}

/* ---- columns ---- */

/* Returns the next number of a list such as "10,20,30" and steps over it; 0 at the end. */
static unsigned int next_width(const char **str)
{
	char *end;
	unsigned long width;

	if (!*str || !**str)
		return 0;
	width = strtoul(*str, &end, 10);
	*str = *end == ',' ? end + 1 : "";
	return width < MAX_WIDTH ? width : MAX_WIDTH;
}

static void sheet__init(struct sheet *sheet, const struct hist *hist,
			const struct hist_print *print, FILE *out)
{
	const struct column_list *fields = &hist->conf.order->fields;
	const char *widths = print->widths;

	*sheet = (struct sheet){.hist = hist, .print = print, .out = out};
	for (unsigned int i = 0; i < fields->nr; i++) {
		unsigned int width = next_width(&widths);

		sheet->widths[i] = width ? width : hist__column_width(hist, fields->columns[i]);
	}
}

static void print_column_heads(const struct sheet *sheet)
{
	const struct sort_order *order = sheet->hist->conf.order;
	const char *sep = sheet->print->sep ? sheet->print->sep : "  ";

	fputs("# ", sheet->out);
	for (unsigned int i = 0; i < order->fields.nr; i++) {
		const struct column *column = order->fields.columns[i];
		int width = sheet->widths[i];

		fprintf(sheet->out, column->kind == COLUMN_KEY ? "%s%-*s" : "%s%*s", i ? sep : "",
			width, sort_order__header(order, column));
	}
	putc('\n', sheet->out);
	if (sheet->print->sep)
		return;

	fputs("# ", sheet->out);
	for (unsigned int i = 0; i < order->fields.nr; i++) {
		fputs(i ? sep : "", sheet->out);
		put_chars('.', sheet->widths[i], sheet->out);
	}
	fputs("\n#\n", sheet->out);
}

/* Replaces the separator of columns inside a cell. */
static void mask_sep(char *cell, const char *sep)
{
	for (; sep && *cell; cell++) {
		if (*cell == *sep)
			*cell = '.';
	}
}

/* Formats the value into sheet->cell. Returns its length, or negative. */
static int format_cell(struct sheet *sheet, const struct hist_entry *entry, unsigned int i)
{
	for (;;) {
		int len = column__format(sheet->hist->conf.order->fields.columns[i], sheet->hist,
					 entry, sheet->widths[i], sheet->print->sep != NULL,
					 sheet->cell, sheet->cap);
		char *cell;

		if (len < 0 || (size_t)len < sheet->cap)
			return len;
		cell = array__reserve(sheet->cell, &sheet->cap, len + 1, 1);
		if (!cell)
			return DEFER_ERR_NOMEM;
		sheet->cell = cell;
	}
}

/* Prints the value in sheet->cell. */
static void print_cell(const struct sheet *sheet, const struct hist_entry *entry,
		       const struct column *column)
{
	if (sheet->print->color && !sheet->print->sep && column__is_percent(column))
		color__puts(sheet->cell, column__percent(column, sheet->hist, entry), sheet->out);
	else
		fputs_unlocked(sheet->cell, sheet->out);
}

static int print_row(struct sheet *sheet, const struct hist_entry *entry)
{
	unsigned int nr = sheet->hist->conf.order->fields.nr;
	const char *sep = sheet->print->sep;

	for (unsigned int i = 0; i < nr; i++) {
		unsigned int width = sheet->widths[i];
		int len = format_cell(sheet, entry, i);

		if (len < 0)
			return DEFER_ERR_NOMEM;
		/* A width that the user set truncates; the last column may exceed it. */
		if (sheet->print->widths && (unsigned int)len > width && i + 1 < nr)
			sheet->cell[width] = '\0';
		len = plain__mask(sheet->cell);
		mask_sep(sheet->cell, sep);
		if (!sep || i)
			fputs_unlocked(sep ? sep : "  ", sheet->out);
		print_cell(sheet, entry, sheet->hist->conf.order->fields.columns[i]);
		if (i + 1 < nr)
			put_chars(' ', (int)width - len, sheet->out);
	}
	putc_unlocked('\n', sheet->out);
	return 0;
}

static int print_graph(const struct sheet *sheet, const struct hist_entry *entry,
		       struct defer_error *err)
{
	const struct hist *hist = sheet->hist;
	const struct callgraph_print print = {
		.conf = hist->conf.graph,
		.total = hist->total_period,
		.parent = hist__entry_period(hist, entry),
		.skip_first = sheet->print->skip_symbol,
		.sep = sheet->print->sep ? sheet->print->sep : ";",
		.color = sheet->print->color,
	};
	struct callgraph graph;
	int ret = hist__callgraph(hist, entry, &graph, err);

	if (!ret)
		ret = callgraph__print(&graph, &print, sheet->out, err);
	callgraph__exit(&graph);
	return ret;
}

static int print_event(struct profile_event *event, const struct hist_print *print, FILE *out,
		       struct defer_error *err)
{
	struct hist *hist = &event->hist;
	struct sheet sheet;
	int ret = hist__sort(hist, err);

	if (ret)
		return ret;
	sheet__init(&sheet, hist, print, out);
	if (!print->quiet) {
		print_head(event, print, out);
		print_column_heads(&sheet);
	}
	for (uint32_t i = 0; !ret && i < hist->nr_rows; i++) {
		const struct hist_entry *entry = &hist->entries[hist->rows[i]];

		if (print_row(&sheet, entry))
			ret = error__no_memory(err, "to print rows");
		else if (hist__has_graph(hist, entry))
			ret = print_graph(&sheet, entry, err);
	}
	fputs("\n\n", out);
	free(sheet.cell);
	return ret;
}

int profile__print(struct profile *profile, const struct hist_print *print, FILE *out,
		   struct defer_error *err)
{
	for (uint32_t i = 0; i < profile->nr_events; i++) {
		int ret = profile->events[i].nr ? print_event(&profile->events[i], print, out, err)
						: 0;

		if (ret)
			return ret;
	}
	return 0;
}
