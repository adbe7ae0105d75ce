// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/tui/source-rows.h"
#include "ui/utf8.h"
#include "util/annotate-fold.h"
#include "util/array.h"
#include "util/dso-code.h"
#include "util/dso.h"

#define CONTEXT	  2 /* lines around what is shown */
#define MAX_CODE  (256U << 10)
#define MAX_LINES 65536 /* more are no function but damaged DWARF */
#define TAB	  8

struct rows_build {
	struct source_rows *rows;
	const struct source_what *what;
	unsigned int done; /* last line of the file at hand that has a row */
};

static int no_memory(struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_NOMEM, DEFER_NO_OFFSET,
				"no memory for the source of a function");
}

static int add_row(struct source_rows *rows, struct source_row row)
{
	struct source_row *grown =
		array__reserve(rows->rows, &rows->cap, rows->nr + 1, sizeof(*grown));

	if (!grown)
		return DEFER_ERR_NOMEM;
	rows->rows = grown;
	grown[rows->nr++] = row;
	return 0;
}

/* The text called @path, which is read the first time. */
static int64_t find_text(struct rows_build *build, const char *path)
{
	struct source_rows *rows = build->rows;
	struct source_text *texts, *text;

	for (size_t i = 0; i < rows->nr_texts; i++) {
		if (rows->texts[i].path == path || !strcmp(rows->texts[i].path, path))
			return i;
	}
	texts = array__reserve(rows->texts, &rows->cap_texts, rows->nr_texts + 1, sizeof(*texts));
	if (!texts)
		return DEFER_ERR_NOMEM;
	rows->texts = texts;
	text = &texts[rows->nr_texts];
	*text = (struct source_text){.path = path, .why = DEFER_ERROR_INIT};
	src_file__init(&text->file, build->what->conf, path, &text->why);
	return rows->nr_texts++;
}

/* ---- source ---- */

static int add_line(struct rows_build *build, uint32_t file, uint32_t text, unsigned int line)
{
	const struct annotate *annotate = &build->rows->annotate;
	const struct annotate_line *hit = annotate__line(annotate, file, line);
	const struct source_row row = {
		.kind = SOURCE_LINE,
		.text = text,
		.line = line,
		.at = hit ? hit - annotate->lines : SOURCE_NONE,
	};

	build->done = line;
	return add_row(build->rows, row);
}

/* Lines @first to @last, as far as they have no rows yet. */
static int add_span(struct rows_build *build, uint32_t file, uint32_t text, unsigned int first,
		    unsigned int last)
{
	int ret = 0;

	if (last <= build->done)
		return 0;
	if (build->done && first > build->done + 1)
		ret = add_row(build->rows, (struct source_row){.kind = SOURCE_GAP, .text = text});
	if (first <= build->done)
		first = build->done + 1;
	/* Damaged DWARF may have the last number that there is. */
	for (unsigned int left = last - first + 1, line = first; !ret && left; left--, line++)
		ret = add_line(build, file, text, line);
	return ret;
}

/* With lines around it, as far as the file has them. */
static int add_around(struct rows_build *build, uint32_t file, uint32_t text, unsigned int first,
		      unsigned int last)
{
	unsigned int end = build->rows->texts[text].file.nr;

	if (first <= end)
		first = first > CONTEXT ? first - CONTEXT : 1;
	if (last < end)
		last = end - last > CONTEXT ? last + CONTEXT : end;
	return add_span(build, file, text, first, last);
}

/* The function as a whole, and what else of the file was hit. */
static int add_known_lines(struct rows_build *build, uint32_t idx, uint32_t text)
{
	const struct annotate *annotate = &build->rows->annotate;
	const struct annotate_file *file = &annotate->files[idx];
	const unsigned int end = build->rows->texts[text].file.nr;
	const unsigned int last = file->end < end ? file->end : end;
	bool own = !file->begin || file->begin > last || last - file->begin > MAX_LINES;
	int ret = 0;

	for (uint32_t i = 0; !ret && i < file->nr; i++) {
		unsigned int line = annotate->lines[file->first + i].line;

		if (!own && line + CONTEXT >= file->begin) {
			own = true;
			ret = add_around(build, idx, text, file->begin, last);
		}
		if (!ret && line > build->done)
			ret = add_around(build, idx, text, line, line);
	}
	return ret || own ? ret : add_around(build, idx, text, file->begin, last);
}

/* Numbers alone. */
static int add_bare_lines(struct rows_build *build, uint32_t idx, uint32_t text)
{
	const struct annotate *annotate = &build->rows->annotate;
	const struct annotate_file *file = &annotate->files[idx];
	int ret = add_row(build->rows, (struct source_row){.kind = SOURCE_NOTE, .text = text});

	for (uint32_t i = 0; !ret && i < file->nr; i++)
		ret = add_line(build, idx, text, annotate->lines[file->first + i].line);
	return ret;
}

static int add_file(struct rows_build *build, uint32_t idx)
{
	int64_t text = find_text(build, build->rows->annotate.files[idx].path);
	int ret;

	if (text < 0)
		return text;
	build->done = 0;
	ret = add_row(build->rows, (struct source_row){.kind = SOURCE_FILE, .text = text});
	if (ret)
		return ret;
	return build->rows->texts[text].file.path ? add_known_lines(build, idx, text)
						  : add_bare_lines(build, idx, text);
}

static int add_addrs(struct source_rows *rows)
{
	int ret = add_row(rows, (struct source_row){.kind = SOURCE_NOTE, .text = SOURCE_NONE});

	for (size_t i = 0; !ret && i < rows->annotate.nr_addrs; i++)
		ret = add_row(rows, (struct source_row){.kind = SOURCE_ADDR, .at = i});
	return ret;
}

static int add_source(struct rows_build *build)
{
	struct source_rows *rows = build->rows;
	int ret = 0;

	if (!rows->annotate.nr_files) {
		defer_error__set(&rows->why, DEFER_ERR_NOENT, DEFER_NO_OFFSET,
				 "%s has no DWARF here", build->what->dso->short_name);
		return add_addrs(rows);
	}
	for (size_t i = 0; !ret && i < rows->annotate.nr_files; i++)
		ret = add_file(build, i);
	return ret;
}

/* ---- assembly ---- */

static int read_code(struct rows_build *build)
{
	const struct source_what *what = build->what;
	uint64_t start = what->sym->start, end = what->sym->end;
	struct source_rows *rows = build->rows;
	struct dso_code code;
	int ret;

	if (!disasm__is_there())
		return disasm__init(&rows->disasm, NULL, 0, &rows->why);
	if (end > start && end - start > MAX_CODE)
		end = start + MAX_CODE;
	ret = dso_code__init(&code, what->dso, what->conf, start, end, &rows->why);
	if (ret)
		return ret;
	ret = disasm__init(&rows->disasm, &code, start, &rows->why);
	dso_code__exit(&code);
	return ret;
}

/* The line that the code at @addr was made of, if it is another than *@last. */
static int add_quote(struct rows_build *build, uint64_t addr, struct src_frame *last)
{
	struct source_row row = {.kind = SOURCE_QUOTE};
	struct src_frame frames[64];
	int64_t text;

	if (dso__inline(build->what->dso, addr, frames, 64) <= 0 || !frames[0].file)
		return 0;
	if (last->file && last->line == frames[0].line && !strcmp(last->file, frames[0].file))
		return 0;
	*last = frames[0];
	text = find_text(build, frames[0].file);
	if (text < 0)
		return text;
	row.text = text;
	row.line = frames[0].line;
	return add_row(build->rows, row);
}

static int add_assembly(struct rows_build *build)
{
	struct source_rows *rows = build->rows;
	struct src_frame last = {0};
	int ret = 0;

	rows->no_assembly = read_code(build) != 0;
	if (rows->no_assembly)
		return rows->why.code == DEFER_ERR_NOMEM ? DEFER_ERR_NOMEM : add_addrs(rows);
	for (size_t i = 0; !ret && i < rows->disasm.nr; i++) {
		ret = add_quote(build, rows->disasm.insns[i].addr, &last);
		if (!ret)
			ret = add_row(rows, (struct source_row){.kind = SOURCE_INSN, .at = i});
	}
	return ret;
}

/* ---- all of it ---- */

static int find_place(void *ctx, uint64_t addr, struct src_frame *frames, int max)
{
	return dso__inline(ctx, addr, frames, max);
}

int source_rows__init(struct source_rows *rows, const struct source_what *what,
		      struct defer_error *err)
{
	struct rows_build build = {.rows = rows, .what = what};
	int ret;

	*rows = (struct source_rows){.name = what->sym->name, .why = DEFER_ERROR_INIT};
	annotate__init(&rows->annotate, what->sym->start, what->sym->end);
	ret = annotate__add_fold(&rows->annotate, what->fold, what->evsel_idx, what->resolve,
				 what->dso, what->sym, err);
	if (!ret)
		ret = annotate__seal(&rows->annotate, find_place, what->dso, err);
	if (!ret)
		ret = what->assembly ? add_assembly(&build) : add_source(&build);
	if (!ret)
		return 0;
	source_rows__exit(rows);
	return no_memory(err);
}

void source_rows__exit(struct source_rows *rows)
{
	for (size_t i = 0; i < rows->nr_texts; i++)
		src_file__exit(&rows->texts[i].file);
	free(rows->texts);
	free(rows->rows);
	disasm__exit(&rows->disasm);
	annotate__exit(&rows->annotate);
	*rows = (struct source_rows){.why = DEFER_ERROR_INIT};
}

/* ---- what rows say ---- */

/* Whole characters, and blanks instead of tabs. */
static const char *expand(const char *str, size_t len, char *buf, size_t size)
{
	size_t used = 0;
	unsigned int col = 0;

	while (len) {
		uint32_t ch;
		size_t nr = utf8__next(str, len, &ch), want = *str == '\t' ? TAB - col % TAB : nr;

		if (used + want >= size)
			break;
		if (*str == '\t')
			memset(buf + used, ' ', want);
		else
			memcpy(buf + used, *str ? str : ".", nr);
		col += *str == '\t' ? want : ch == UINT32_MAX ? 1 : utf8__width(ch);
		used += want;
		str += nr;
		len -= nr;
	}
	buf[used] = '\0';
	return buf;
}

static const char *line_text(const struct source_text *text, unsigned int line, char *buf,
			     size_t size)
{
	size_t len;
	const char *str = src_file__line(&text->file, line, &len);

	if (str)
		return expand(str, len, buf, size);
	buf[0] = '\0';
	if (text->file.path)
		snprintf(buf, size, "(the file has only %u lines: it is not what was compiled)",
			 text->file.nr);
	return buf;
}

static const char *quote_text(const struct source_text *text, unsigned int line, char *buf,
			      size_t size)
{
	const char *slash = strrchr(text->path, '/');
	int len = snprintf(buf, size, "%s:%u  ", slash ? slash + 1 : text->path, line);

	if (len > 0 && (size_t)len < size)
		line_text(text, line, buf + len, size - len);
	return buf;
}

static void note_text(const struct source_rows *rows, uint32_t text, char *buf, size_t size)
{
	if (text == SOURCE_NONE)
		snprintf(buf, size, "%s: %s",
			 rows->no_assembly ? "There is no assembly" : "There are no lines",
			 rows->why.text);
	else
		snprintf(buf, size, "There is no source: %s", rows->texts[text].why.text);
}

const char *source_rows__text(const struct source_rows *rows, size_t i, char *buf, size_t size)
{
	const struct source_row *row = &rows->rows[i];

	switch (row->kind) {
	case SOURCE_FILE:
		snprintf(buf, size, "%s", rows->texts[row->text].path);
		break;
	case SOURCE_NOTE:
		note_text(rows, row->text, buf, size);
		break;
	case SOURCE_LINE:
		return line_text(&rows->texts[row->text], row->line, buf, size);
	case SOURCE_QUOTE:
		return quote_text(&rows->texts[row->text], row->line, buf, size);
	case SOURCE_GAP:
		snprintf(buf, size, "...");
		break;
	case SOURCE_INSN:
		snprintf(buf, size, "%s", rows->disasm.insns[row->at].text);
		break;
	case SOURCE_ADDR:
		snprintf(buf, size, "%s+%#" PRIx64, rows->name,
			 rows->annotate.addrs[row->at].addr - rows->annotate.start);
		break;
	}
	return buf;
}

bool source_rows__stat(const struct source_rows *rows, size_t i, struct annotate_stat *self,
		       struct annotate_stat *total)
{
	const struct source_row *row = &rows->rows[i];
	const struct annotate *annotate = &rows->annotate;

	*self = (struct annotate_stat){0};
	if (row->kind == SOURCE_LINE && row->at != SOURCE_NONE) {
		*self = annotate->lines[row->at].self;
		*total = annotate->lines[row->at].total;
		return true;
	}
	if (row->kind == SOURCE_INSN)
		*self = annotate__at(annotate, rows->disasm.insns[row->at].addr,
				     rows->disasm.insns[row->at].size);
	else if (row->kind == SOURCE_ADDR)
		*self = annotate->addrs[row->at].stat;
	*total = *self;
	return self->nr > 0;
}

size_t source_rows__hottest(const struct source_rows *rows)
{
	struct annotate_stat best = {0}, self, total;
	size_t hottest = 0;

	for (size_t i = 0; i < rows->nr; i++) {
		if (!source_rows__stat(rows, i, &self, &total))
			continue;
		if (self.period > best.period ||
		    (self.period == best.period && self.nr > best.nr)) {
			best = self;
			hottest = i;
		}
	}
	return hottest;
}
