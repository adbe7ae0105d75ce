// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "ui/stdio/callgraph.h"
#include "ui/stdio/color.h"
#include "ui/stdio/sheet.h"
#include "util/base/array.h"
#include "util/profile/hist-change.h"
#include "util/profile/hist-group.h"
#include "util/profile/show-opts.h"

#define MAX_WIDTH 1000 /* of a column that -w sets, characters */

void sheet__put_chars(char c, int nr, FILE *out)
{
	while (nr-- > 0)
		putc_unlocked(c, out);
}

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

void sheet__init(struct sheet *sheet, const struct hist *hist, const struct hist_print *print,
		 FILE *out)
{
	const struct column_list *fields = &hist->conf.order->fields;
	/* As in perf, a hierarchy has its own widths. */
	const char *widths = hist->conf.order->hierarchy ? NULL : print->widths;

	*sheet = (struct sheet){.hist = hist, .print = print, .out = out};
	for (unsigned int i = 0; i < fields->nr; i++) {
		unsigned int width = next_width(&widths);
		unsigned int need = hist__column_width(hist, fields->columns[i]);
		bool has_group = hist->group && !column__is_key(fields->columns[i]);

		sheet->widths[i] = !width || (has_group && width < need) ? need : width;
	}
}

void sheet__exit(struct sheet *sheet)
{
	free(sheet->cell);
}

void sheet__mask_sep(struct sheet *sheet)
{
	const char *sep = sheet->print->sep;

	for (char *cell = sheet->cell; sep && *cell; cell++) {
		if (*cell == *sep)
			*cell = '.';
	}
}

int sheet__format(struct sheet *sheet, const struct hist *hist, const struct hist_entry *entry,
		  unsigned int i)
{
	for (;;) {
		int len = column__format(sheet->hist->conf.order->fields.columns[i], hist, entry,
					 sheet->widths[i], sheet->print->sep != NULL, sheet->cell,
					 sheet->cap);

		if (len < 0 || (size_t)len < sheet->cap)
			return len;
		if (!ARRAY_GROW(sheet->cell, sheet->cap, len + 1))
			return DEFER_ERR_NOMEM;
	}
}

/* Prints the percentages of a group, each in its colour. */
static void print_group(const struct hist *leader, const struct hist_entry *entry,
			const struct column *column, FILE *out)
{
	const struct hist_group *group = leader->group;
	char cell[64];

	for (uint32_t i = 0; i < group->nr; i++) {
		const struct hist *hist = group->members[i].hist;

		if (!group->members[i].has_samples)
			continue;
		column__format_member(column, leader, entry, i, false, cell, sizeof(cell));
		color__puts(cell,
			    column__percent(column, hist, hist_group__entry(leader, entry, i)),
			    out);
	}
}

void sheet__print_cell(const struct sheet *sheet, const struct hist *hist,
		       const struct hist_entry *entry, const struct column *column)
{
	bool with_color = sheet->print->color && !sheet->print->sep;
	bool color = with_color && column__is_percent(column);
	struct change change;

	if (with_color && column->kind == COLUMN_CHANGE) {
		change = hist__entry_change(hist, entry);
		color__puts_change(sheet->cell, &change, sheet->out);
		return;
	}
	if (color && hist->group)
		print_group(hist, entry, column, sheet->out);
	else if (color)
		color__puts(sheet->cell, column__percent(column, hist, entry), sheet->out);
	else
		fputs_unlocked(sheet->cell, sheet->out);
}

int sheet__print_graph(const struct sheet *sheet, const struct hist_entry *entry,
		       struct defer_error *err)
{
	const struct hist *hist = sheet->hist;
	const struct callgraph_print print = {
		.conf = &hist->conf.show->graph,
		.total = hist->total.period,
		.parent = hist__entry_period(hist, entry),
		.how = sheet->print,
	};
	struct callgraph graph;
	int ret = hist__callgraph(hist, entry, &graph, err);

	if (!ret)
		ret = callgraph__print(&graph, &print, sheet->out, err);
	callgraph__exit(&graph);
	return ret;
}
