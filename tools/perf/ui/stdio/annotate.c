// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ui/stdio/annotate.h"
#include "ui/stdio/color.h"
#include "ui/stdio/plain.h"
#include "util/dso/dso.h"
#include "util/dso/symbol.h"

#define TEXT_LEN    2048
#define HOT_PERCENT 0.5 /* as in perf, lines with less are in no summary */

struct annotate_text {
	const struct source_rows *rows;
	const struct dso *dso;
	const char *name; /* of the event or group */
	const struct annotate_event *events;
	unsigned int nr;
	const struct annotate_style *style;
	FILE *out;
};

/* ---- samples ---- */

static double percent_of(const struct annotate_text *text, const struct annotate_event *event,
			 struct sample_sum sum)
{
	struct sample_sum base = text->style->of_all ? event->all : event->annotate->self;

	if (text->style->by_hits)
		sum.period = base.period = 0;
	return 100 * annotate_stat__share(&sum, &base);
}

/* Returns the samples of @event that hit row @i. */
static struct sample_sum sum_of(const struct annotate_text *text,
				const struct annotate_event *event, size_t i)
{
	const struct source_row *row = &text->rows->rows[i];
	struct sample_sum self, total;

	if (row->kind == SOURCE_INSN)
		return annotate__at(event->annotate, text->rows->disasm.insns[row->at].addr,
				    text->rows->disasm.insns[row->at].size, NULL);
	source_rows__stat(text->rows, i, &self, &total);
	return self;
}

/* Returns the width of the numbers of one event, as in perf. */
static int number_width(const struct annotate_style *style)
{
	return style->total_period ? 12 : 8;
}

static void print_number(const struct annotate_text *text, const struct annotate_event *event,
			 struct sample_sum sum)
{
	const int width = number_width(text->style);
	const double percent = percent_of(text, event, sum);
	char number[32];

	if (text->style->total_period)
		snprintf(number, sizeof(number), "%*" PRIu64, width, sum.period);
	else if (text->style->nr_samples)
		snprintf(number, sizeof(number), "%*" PRIu64, width, sum.nr);
	else
		snprintf(number, sizeof(number), "%*.2f", width, percent);
	if (text->style->color)
		color__puts(number, percent, text->out);
	else
		fputs(number, text->out);
}

static void print_no_numbers(const struct annotate_text *text)
{
	fprintf(text->out, "%*s : ", (int)text->nr * number_width(text->style), "");
}

/* ---- lines ---- */

static const char *short_path(const struct annotate_style *style, const char *path)
{
	const char *slash = style->full_paths ? NULL : strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Prints where the instruction of @row leads, as objdump does: " <write+0x10>". */
static void print_target(const struct annotate_text *text, const struct source_row *row)
{
	const struct disasm_insn *insn = &text->rows->disasm.insns[row->at];
	uint64_t start = row->callee ? row->callee->start : text->rows->annotate.start;

	if (!insn->target_at || (row->to == SOURCE_NONE && !row->callee))
		return;
	fputs(" <", text->out);
	plain__puts(row->callee ? row->callee->name : text->rows->name, text->out);
	if (insn->target != start)
		fprintf(text->out, "+%#" PRIx64, insn->target - start);
	fputs(">", text->out);
}

static void print_insn(const struct annotate_text *text, size_t i)
{
	const struct source_row *row = &text->rows->rows[i];
	bool is_hot = false;

	for (unsigned int e = 0; e < text->nr; e++) {
		struct sample_sum sum = sum_of(text, &text->events[e], i);

		is_hot |= percent_of(text, &text->events[e], sum) > HOT_PERCENT;
		print_number(text, &text->events[e], sum);
	}
	fprintf(text->out, " :   %" PRIx64 ": %s", text->rows->disasm.insns[row->at].vaddr,
		text->rows->disasm.insns[row->at].text);
	print_target(text, row);
	if (text->style->lines && is_hot && row->text != SOURCE_NONE) {
		fputs(" // ", text->out);
		plain__puts(short_path(text->style, text->rows->texts[row->text].path), text->out);
		fprintf(text->out, ":%u", row->line);
	}
	fputc('\n', text->out);
}

/* Prints a source line: with its samples if it was hit, and its number if it has one. */
static void print_row(const struct annotate_text *text, size_t i)
{
	static const struct source_style style = {.no_lines = true};
	const struct source_row *row = &text->rows->rows[i];
	char buf[TEXT_LEN];

	source_rows__text(text->rows, i, &style, buf, sizeof(buf));
	if (row->kind == SOURCE_LINE || row->kind == SOURCE_ADDR) {
		print_number(text, text->events, sum_of(text, text->events, i));
		fputs(" : ", text->out);
	} else {
		print_no_numbers(text);
	}
	if (row->kind == SOURCE_LINE || row->kind == SOURCE_QUOTE)
		fprintf(text->out, *buf ? "%-6u " : "%u", row->line);
	plain__puts(buf, text->out);
	fputc('\n', text->out);
}

static void print_name(const struct annotate_text *text, const char *inlined)
{
	print_no_numbers(text);
	plain__puts(inlined ? inlined : text->rows->name, text->out);
	fputs(inlined ? "(): (inlined)\n" : "():\n", text->out);
}

/* Says of which function, and of which file, the lines of @row and of those after it are. @last: before it. */
static void print_scope(const struct annotate_text *text, const struct source_row *row,
			const struct source_row *last)
{
	if (last ? last->inlined != row->inlined : row->inlined != NULL)
		print_name(text, row->inlined);
	if (!last || last->text != row->text) {
		print_no_numbers(text);
		plain__puts(text->rows->texts[row->text].path, text->out);
		fputc('\n', text->out);
	}
}

static void print_rows(const struct annotate_text *text)
{
	const struct source_row *last = NULL;

	print_name(text, NULL);
	for (size_t i = 0; i < text->rows->nr; i++) {
		const struct source_row *row = &text->rows->rows[i];

		if (row->kind == SOURCE_INSN) {
			print_insn(text, i);
			continue;
		}
		if (row->kind == SOURCE_QUOTE) {
			print_scope(text, row, last);
			last = row;
		}
		print_row(text, i);
	}
}

/* ---- the lines that were hit ---- */

struct hot_line {
	const char *path;
	unsigned int line;
	double percent;
};

static int cmp_hot_lines(const void *a, const void *b)
{
	const struct hot_line *la = a, *lb = b;

	if (la->percent != lb->percent)
		return la->percent < lb->percent ? 1 : -1;
	return strcmp(la->path, lb->path) ? strcmp(la->path, lb->path)
					  : (la->line > lb->line) - (la->line < lb->line);
}

/* Puts the hot lines of @event into @lines, which has room for all lines. Returns their number. */
static size_t find_hot_lines(const struct annotate_text *text, const struct annotate_event *event,
			     struct hot_line *lines)
{
	const struct annotate *annotate = event->annotate;
	size_t nr = 0;

	for (size_t i = 0; i < annotate->nr_lines; i++) {
		const struct annotate_line *line = &annotate->lines[i];
		double percent = percent_of(text, event, line->self);

		if (percent > HOT_PERCENT)
			lines[nr++] = (struct hot_line){annotate->files[line->file].path,
							line->line, percent};
	}
	if (nr)
		qsort(lines, nr, sizeof(*lines), cmp_hot_lines);
	return nr;
}

/* Without memory there is no summary: each line stands below all the same. */
static void print_summary(const struct annotate_text *text, const struct annotate_event *event)
{
	struct hot_line *lines = calloc(event->annotate->nr_lines + 1, sizeof(*lines));
	size_t nr = lines ? find_hot_lines(text, event, lines) : 0;

	fputs("\nSorted summary for file ", text->out);
	plain__puts(text->dso->long_name, text->out);
	fputs("\n----------------------------------------------\n\n", text->out);
	if (!nr)
		fprintf(text->out, " Nothing higher than %.1f%%\n", HOT_PERCENT);
	for (size_t i = 0; i < nr; i++) {
		char number[32];

		snprintf(number, sizeof(number), " %7.2f", lines[i].percent);
		color__puts(number, text->style->color ? lines[i].percent : 0, text->out);
		fputc(' ', text->out);
		plain__puts(short_path(text->style, lines[i].path), text->out);
		fprintf(text->out, ":%u\n", lines[i].line);
	}
	free(lines);
}

/* ---- the whole function ---- */

static void print_head(const struct annotate_text *text)
{
	const struct annotate_style *style = text->style;
	const char *path = style->full_paths ? text->dso->long_name : text->dso->short_name;
	const int width = (int)text->nr * number_width(style);
	size_t len = plain__len(path) + strlen(" for ") + plain__len(text->name);

	len += fprintf(text->out, " %-*s|\t%s of ", width,
		       style->total_period ? "Period"
		       : style->nr_samples ? "Samples"
					   : "Percent",
		       text->rows->disasm.nr ? "Source code & Disassembly" : "Source code");
	plain__puts(path, text->out);
	fputs(" for ", text->out);
	plain__puts(text->name, text->out);
	len += fprintf(text->out, " (%" PRIu64 " samples, percent: %s %s)\n",
		       text->rows->annotate.self.nr, style->of_all ? "global" : "local",
		       style->by_hits ? "hits" : "period");
	/* As in perf, the line below is as long, where the tab counts as one. */
	for (size_t i = 1; i < len; i++)
		fputc('-', text->out);
	fputc('\n', text->out);
}

void annotate_text__print(const struct source_rows *rows, const struct dso *dso, const char *name,
			  const struct annotate_event *events, unsigned int nr,
			  const struct annotate_style *style, FILE *out)
{
	const struct annotate_text text = {rows, dso, name, events, nr, style, out};

	for (unsigned int e = 0; style->lines && e < nr; e++)
		print_summary(&text, &events[e]);
	print_head(&text);
	print_rows(&text);
}
