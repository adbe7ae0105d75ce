// SPDX-License-Identifier: GPL-2.0-only
/*
 * Prints a hierarchy in the format of perf (Linux 7.3, tools/perf/ui/stdio/hist.c): numbers first,
 * indented by level, then the keys of the level alone.
 */
#include <string.h>

#include "ui/stdio/hist-levels.h"
#include "ui/stdio/plain.h"
#include "util/base/error.h"
#include "util/profile/show-opts.h"

#define INDENT	     3 /* columns for each level */
#define MESSAGE_SKIP 4 /* columns between the numbers and a message */

static bool is_number(const struct sheet *sheet, unsigned int i)
{
	return !column__is_key(sheet->hist->conf.order->fields.columns[i]);
}

/* Returns the width of all numbers and the space between them. */
static unsigned int numbers_width(const struct sheet *sheet)
{
	unsigned int width = 0;

	for (unsigned int i = 0; i < sheet->hist->conf.order->fields.nr; i++)
		width += is_number(sheet, i) ? sheet->widths[i] + (width ? 2 : 0) : 0;
	return width;
}

/* Prints the indentation of the lowest level, which without -t stands before or after all numbers. */
static void put_indent(const struct sheet *sheet, char c, unsigned int level)
{
	if (!sheet->print->sep)
		sheet__put_chars(c, level * INDENT, sheet->out);
}

/* ---- heads ---- */

/* Prints "Command / Shared Object+Symbol". Returns its length. */
static int print_key_heads(const struct sheet *sheet)
{
	const struct sort_order *order = sheet->hist->conf.order;
	int len = 0;

	for (unsigned int i = 0; i < order->keys.nr; i++) {
		const char *before, *head = sort_order__key_header(order, i, &before);

		len += fprintf(sheet->out, "%s%s", before, head);
	}
	return len;
}

/* Returns the width of the keys of the widest level, with its indentation. */
static int keys_width(const struct sheet *sheet)
{
	const struct sort_order *order = sheet->hist->conf.order;
	const struct column_list *keys = &order->keys;
	int width = 0, widest = 0, level = 0;

	for (unsigned int i = 0; i < keys->nr; i++) {
		bool same = i && keys->levels[i] == keys->levels[i - 1];

		level += i && !same;
		width = same ? width + 1 : level * INDENT;
		width += sheet->widths[column_list__index(&order->fields, keys->columns[i])];
		widest = width > widest ? width : widest;
	}
	return widest;
}

static void print_heads(const struct sheet *sheet, const struct hierarchy *levels)
{
	const struct sort_order *order = sheet->hist->conf.order;
	const char *sep = sheet->print->sep;
	bool first = true;
	int len, width;

	fputs("# ", sheet->out);
	put_indent(sheet, ' ', levels->nr_levels - 1);
	for (unsigned int i = 0; i < order->fields.nr; i++) {
		if (is_number(sheet, i))
			fprintf(sheet->out, "%*s%s", sheet->widths[i],
				sort_order__header(order, order->fields.columns[i]),
				sep ? sep : "  ");
	}
	len = print_key_heads(sheet);
	fputs("\n# ", sheet->out);
	put_indent(sheet, '.', levels->nr_levels - 1);
	for (unsigned int i = 0; i < order->fields.nr; i++) {
		if (!is_number(sheet, i))
			continue;
		fputs(first ? "" : sep ? sep : "..", sheet->out);
		sheet__put_chars('.', sheet->widths[i], sheet->out);
		first = false;
	}
	width = keys_width(sheet);
	fputs(sep ? sep : "  ", sheet->out);
	sheet__put_chars('.', width > len ? width : len, sheet->out);
	fputs("\n#\n", sheet->out);
}

/* ---- rows ---- */

static int print_numbers(struct sheet *sheet, const struct hist *hist,
			 const struct hist_entry *entry)
{
	const struct column_list *fields = &sheet->hist->conf.order->fields;
	const char *sep = sheet->print->sep;
	bool first = true;

	for (unsigned int i = 0; i < fields->nr; i++) {
		int len = is_number(sheet, i) ? sheet__format(sheet, hist, entry, i) : 0;

		if (len < 0)
			return DEFER_ERR_NOMEM;
		if (!is_number(sheet, i))
			continue;
		if (!sep || !first)
			fputs_unlocked(sep ? sep : "  ", sheet->out);
		first = false;
		sheet__mask_sep(sheet);
		sheet__print_cell(sheet, hist, entry, fields->columns[i]);
		sheet__put_chars(' ', (int)sheet->widths[i] - len, sheet->out);
	}
	return 0;
}

/* Prints the keys of a level. As in perf, all are padded but symbols. */
static int print_keys(struct sheet *sheet, const struct hist *hist, const struct hist_entry *entry,
		      const struct column_list *keys)
{
	const struct column_list *fields = &sheet->hist->conf.order->fields;

	for (unsigned int i = 0; i < keys->nr; i++) {
		unsigned int field = column_list__index(fields, keys->columns[i]);
		int len;

		if (sheet__format(sheet, hist, entry, field) < 0)
			return DEFER_ERR_NOMEM;
		len = plain__mask(sheet->cell);
		sheet__mask_sep(sheet);
		fputs_unlocked(sheet->print->sep ? sheet->print->sep : "  ", sheet->out);
		fputs_unlocked(sheet->cell + strspn(sheet->cell, " "), sheet->out);
		if (strcmp(keys->columns[i]->name, "symbol"))
			sheet__put_chars(' ', (int)sheet->widths[field] - len, sheet->out);
	}
	putc_unlocked('\n', sheet->out);
	return 0;
}

static int print_row(struct sheet *sheet, const struct hierarchy *levels,
		     const struct hierarchy_row *row, struct defer_error *err)
{
	const struct hist *hist = hierarchy__hist(levels, row->level);
	const struct hist_entry *entry = hierarchy__entry(levels, row);

	sheet__put_chars(' ', row->level * INDENT, sheet->out);
	if (print_numbers(sheet, hist, entry))
		return error__no_memory(err, "to print rows");
	put_indent(sheet, ' ', levels->nr_levels - 1);
	if (print_keys(sheet, hist, entry, &levels->keys[row->level]))
		return error__no_memory(err, "to print rows");
	if (hist != sheet->hist || !hist__has_graph(hist, entry))
		return 0;
	return sheet__print_graph(sheet, entry, err);
}

/* Says that the percent limit hides all that is below @row. */
static void print_message(const struct sheet *sheet, const struct hierarchy *levels,
			  const struct hierarchy_row *row)
{
	put_indent(sheet, ' ', levels->nr_levels + row->level);
	sheet__put_chars(' ', numbers_width(sheet) + MESSAGE_SKIP, sheet->out);
	fprintf(sheet->out, "no entry >= %.2f%%\n", sheet->hist->conf.show->min_percent);
}

int sheet__print_levels(struct sheet *sheet, const struct hierarchy *levels,
			struct defer_error *err)
{
	int ret = 0;

	if (!sheet->print->quiet)
		print_heads(sheet, levels);
	for (size_t i = 0; !ret && i < levels->nr; i++) {
		const struct hierarchy_row *row = &levels->rows[i];

		if (row->is_rest)
			continue;
		ret = print_row(sheet, levels, row, err);
		if (!ret && row->level + 1U < levels->nr_levels && levels->rows[i + 1].is_rest)
			print_message(sheet, levels, row);
	}
	return ret;
}
