// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/source/source-rows.h"
#include "ui/text/utf8.h"
#include "util/base/array.h"
#include "util/base/error.h"
#include "util/dso/dso-code.h"
#include "util/dso/dso.h"
#include "util/profile/annotate-fold.h"

#define CONTEXT	  2 /* lines shown around others */
#define MAX_CODE  (256U << 10)
#define MAX_LINES 65536 /* a function with more lines is damaged DWARF */

struct rows_build {
	struct source_rows *rows;
	const struct source_request *what;
	unsigned int done; /* last line of the current file that has a row */
};

static int add_row(struct source_rows *rows, struct source_row row)
{
	if (!ARRAY_GROW(rows->rows, rows->cap, rows->nr + 1))
		return DEFER_ERR_NOMEM;
	rows->rows[rows->nr++] = row;
	return 0;
}

/* Returns the index of the text of @path; reads it on first use. Negative on error. */
static int64_t find_text(struct rows_build *build, const char *path)
{
	struct source_rows *rows = build->rows;
	struct source_text *text;

	for (size_t i = 0; i < rows->nr_texts; i++) {
		if (rows->texts[i].path == path || !strcmp(rows->texts[i].path, path))
			return i;
	}
	if (!ARRAY_GROW(rows->texts, rows->cap_texts, rows->nr_texts + 1))
		return DEFER_ERR_NOMEM;
	text = &rows->texts[rows->nr_texts];
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
		.at = hit ? (uint32_t)(hit - annotate->lines) : SOURCE_NONE,
	};

	build->done = line;
	return add_row(build->rows, row);
}

/* Adds rows for lines @first to @last, except those that have one. */
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
	/* @last may be UINT_MAX in damaged DWARF, so @line <= @last would never end. */
	for (unsigned int left = last - first + 1, line = first; !ret && left; left--, line++)
		ret = add_line(build, file, text, line);
	return ret;
}

/* Adds a span with the lines around it, as far as the file has them. */
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

/* Adds the whole function, and other lines of the file that were hit. */
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

/* Adds line numbers without text. */
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

/*
 * Explains why a function has no lines: assembly files, and objects of a library that were built
 * without -g, have none although the rest of the DSO has.
 */
static void say_no_lines(const struct source_request *what, struct defer_error *why)
{
	if (dso__has_dwarf(what->dso))
		defer_error__set(why, DEFER_ERR_NOENT, "the DWARF of %s has none of this function",
				 what->dso->short_name);
	else
		defer_error__set(why, DEFER_ERR_NOENT, "%s has no DWARF here",
				 what->dso->short_name);
}

static int add_source(struct rows_build *build)
{
	struct source_rows *rows = build->rows;
	int ret = 0;

	if (!rows->annotate.nr_files) {
		say_no_lines(build->what, &rows->why);
		return add_addrs(rows);
	}
	for (size_t i = 0; !ret && i < rows->annotate.nr_files; i++)
		ret = add_file(build, i);
	return ret;
}

/* ---- assembly ---- */

static int read_code(struct rows_build *build)
{
	const struct source_request *what = build->what;
	uint64_t start = what->sym->start, end = what->sym->end;
	struct source_rows *rows = build->rows;
	struct dso_code code;
	int ret;

	if (!disasm__is_there())
		return disasm__init(&rows->disasm, NULL, 0, false, &rows->why);
	if (end > start && end - start > MAX_CODE)
		end = start + MAX_CODE;
	ret = dso_code__init(&code, what->dso, what->conf, start, end, &rows->why);
	if (ret)
		return ret;
	ret = disasm__init(&rows->disasm, &code, start, what->intel, &rows->why);
	dso_code__exit(&code);
	return ret;
}

/* Adds the source line of the instruction @insn at @addr, if it differs from *@last, and sets it there. */
static int add_quote(struct rows_build *build, uint64_t addr, struct src_frame *last,
		     struct source_row *insn)
{
	struct source_row row = {.kind = SOURCE_QUOTE};
	struct src_frame frames[64];
	int64_t text;

	if (dso__inline(build->what->dso, addr, frames, 64) <= 0 || !frames[0].file)
		return 0;
	text = find_text(build, frames[0].file);
	if (text < 0)
		return text;
	insn->text = row.text = text;
	insn->line = row.line = frames[0].line;
	row.inlined = frames[0].name;
	if (last->file && last->line == frames[0].line && !strcmp(last->file, frames[0].file))
		return 0;
	*last = frames[0];
	return build->what->no_quotes ? 0 : add_row(build->rows, row);
}

/* Finds where the instruction of @row leads. @places: the row of each instruction. */
static void find_target(struct rows_build *build, struct source_row *row, const uint32_t *places)
{
	struct source_rows *rows = build->rows;
	const struct disasm_insn *insn = &rows->disasm.insns[row->at];
	int64_t at;

	if (!insn->target_at)
		return;
	at = disasm__find(&rows->disasm, insn->target);
	if (at >= 0 && rows->disasm.insns[at].addr == insn->target) {
		row->to = places[at];
		rows->rows[row->to].jumps += insn->flow == DISASM_JUMP;
	}
	if (at < 0 || insn->flow == DISASM_CALL)
		row->callee = dso__find(build->what->dso, insn->target);
}

static int find_targets(struct rows_build *build)
{
	struct source_rows *rows = build->rows;
	uint32_t *places = malloc((rows->disasm.nr + 1) * sizeof(*places));

	if (!places)
		return DEFER_ERR_NOMEM;
	for (size_t i = 0; i < rows->nr; i++) {
		if (rows->rows[i].kind == SOURCE_INSN)
			places[rows->rows[i].at] = i;
	}
	for (size_t i = 0; i < rows->nr; i++) {
		if (rows->rows[i].kind == SOURCE_INSN)
			find_target(build, &rows->rows[i], places);
	}
	free(places);
	return 0;
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
		struct source_row row = {
			.kind = SOURCE_INSN, .text = SOURCE_NONE, .at = i, .to = SOURCE_NONE};

		ret = add_quote(build, rows->disasm.insns[i].addr, &last, &row);
		if (!ret)
			ret = add_row(rows, row);
	}
	return ret ? ret : find_targets(build);
}

/* ---- all of it ---- */

struct dso *source_request__find_dso(const struct resolve *resolve, const struct dso *dso,
				     const struct symbol *sym)
{
	for (uint32_t i = 0; sym && i < resolve__nr(resolve); i++) {
		const struct frame *frame = resolve__frame(resolve, i);

		if (frame->sym == sym && frame->dso == dso)
			return frame->dso;
	}
	return NULL;
}

static int find_place(void *ctx, uint64_t addr, struct src_frame *frames, int max)
{
	return dso__inline(ctx, addr, frames, max);
}

int source_request__seal(const struct source_request *what, struct annotate *annotate,
			 struct defer_error *err)
{
	return annotate__seal(annotate, find_place, what->dso, err);
}

int source_rows__init(struct source_rows *rows, const struct source_request *what,
		      struct defer_error *err)
{
	struct rows_build build = {.rows = rows, .what = what};
	int ret;

	*rows = (struct source_rows){.name = what->sym->name, .why = DEFER_ERROR_INIT};
	annotate__init(&rows->annotate, what->sym->start, what->sym->end);
	ret = annotate__add_fold(&rows->annotate, what->fold, what->evsel_idx, what->resolve,
				 what->dso, what->sym, err);
	if (!ret)
		ret = source_request__seal(what, &rows->annotate, err);
	if (!ret)
		ret = what->assembly ? add_assembly(&build) : add_source(&build);
	if (!ret)
		return 0;
	source_rows__exit(rows);
	return error__no_memory(err, "for the source of a function");
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

/* ---- what hit them ---- */

bool source_rows__stat(const struct source_rows *rows, size_t i, struct sample_sum *self,
		       struct sample_sum *total)
{
	const struct source_row *row = &rows->rows[i];
	const struct annotate *annotate = &rows->annotate;

	*self = *total = (struct sample_sum){0};
	if (row->kind == SOURCE_LINE && row->at != SOURCE_NONE) {
		*self = annotate->lines[row->at].self;
		*total = annotate->lines[row->at].total;
	} else if (row->kind == SOURCE_INSN) {
		*self = annotate__at(annotate, rows->disasm.insns[row->at].addr,
				     rows->disasm.insns[row->at].size, total);
	} else if (row->kind == SOURCE_ADDR) {
		*self = annotate->addrs[row->at].self;
		*total = annotate->addrs[row->at].total;
	}
	return total->nr > 0;
}

/* The heat of a row, with its place: of two equally hot rows the upper one comes first. */
struct heat_of_row {
	struct sample_sum stat, second;
	size_t row;
};

static struct heat_of_row heat_of(const struct source_rows *rows, size_t row, bool children)
{
	struct heat_of_row heat = {.row = row};

	source_rows__stat(rows, row, &heat.second, &heat.stat);
	if (!children)
		heat.stat = heat.second;
	return heat;
}

static int cmp_stats(const struct sample_sum *a, const struct sample_sum *b)
{
	return CMP(a->period, b->period) ?: CMP(a->nr, b->nr);
}

/* Returns a positive number if @a is hotter. */
static int cmp_heats(const struct heat_of_row *a, const struct heat_of_row *b)
{
	int cmp = cmp_stats(&a->stat, &b->stat) ?: cmp_stats(&a->second, &b->second);

	return cmp ?: CMP(b->row, a->row);
}

size_t source_rows__hottest(const struct source_rows *rows, bool children)
{
	struct heat_of_row best = {.row = 0};

	for (size_t i = 0; i < rows->nr; i++) {
		struct heat_of_row heat = heat_of(rows, i, children);

		if (heat.stat.nr && cmp_heats(&heat, &best) > 0)
			best = heat;
	}
	return best.row;
}

/* Returns the next row in order of heat, down or up; @from itself if there is none. */
static struct heat_of_row next_heat(const struct source_rows *rows, const struct heat_of_row *from,
				    bool children, bool down)
{
	struct heat_of_row best = *from;

	for (size_t i = 0; i < rows->nr; i++) {
		struct heat_of_row heat = heat_of(rows, i, children);
		int past = cmp_heats(&heat, from), nearer = cmp_heats(&heat, &best);

		if (!heat.stat.nr || (down ? past >= 0 : past <= 0))
			continue;
		if (best.row == from->row || (down ? nearer > 0 : nearer < 0))
			best = heat;
	}
	return best;
}

size_t source_rows__next_hot(const struct source_rows *rows, size_t row, bool children, bool down)
{
	struct heat_of_row from = {.row = row}, next;

	if (row < rows->nr)
		from = heat_of(rows, row, children);
	if (!from.stat.nr)
		return source_rows__hottest(rows, children);
	next = next_heat(rows, &from, children, down);
	if (next.row != row)
		return next.row;
	if (down)
		return source_rows__hottest(rows, children);
	/* Starts below all rows: the next one up is the least hot of those that were hit. */
	from = (struct heat_of_row){.row = rows->nr};
	return next_heat(rows, &from, children, false).row;
}

/* ---- text ---- */

#define TAB	 8
#define MAX_NAME 60

/* Copies whole characters only, with tabs expanded to blanks. */
static const char *expand_text(const char *str, size_t len, char *buf, size_t size)
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
		return expand_text(str, len, buf, size);
	buf[0] = '\0';
	if (text->file.path)
		snprintf(buf, size, "(the file has only %u lines: it is not what was compiled)",
			 text->file.nr);
	return buf;
}

static const char *quote_text(const struct source_text *text, unsigned int line, bool no_lines,
			      char *buf, size_t size)
{
	const char *slash = strrchr(text->path, '/');
	int len = 0;

	if (!no_lines)
		len = snprintf(buf, size, "%s:%u  ", slash ? slash + 1 : text->path, line);

	if (len >= 0 && (size_t)len < size)
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

/* Writes an instruction with names in place of addresses: "jne 49", "call write". */
static void insn_text(const struct source_rows *rows, const struct source_row *row, bool raw,
		      char *buf, size_t size)
{
	const struct disasm_insn *insn = &rows->disasm.insns[row->at];
	int before = insn->target_at;

	if (raw || !before || (row->to == SOURCE_NONE && !row->callee))
		snprintf(buf, size, "%s", insn->text);
	else if (!row->callee)
		snprintf(buf, size, "%.*s%" PRIx64, before, insn->text,
			 insn->target - rows->annotate.start);
	else if (insn->target == row->callee->start)
		snprintf(buf, size, "%.*s%s", before, insn->text, row->callee->name);
	else
		snprintf(buf, size, "%.*s%s+%#" PRIx64, before, insn->text, row->callee->name,
			 insn->target - row->callee->start);
}

/*
 * Writes an address. A call is known by its return address, as in callchains; samples may have hit
 * that as well.
 */
static void addr_text(const struct source_rows *rows, const struct annotate_addr *addr, char *buf,
		      size_t size)
{
	bool call = !addr->self.nr;

	snprintf(buf, size, "%s%.*s%s+%#" PRIx64, call ? "call before " : "", MAX_NAME, rows->name,
		 strlen(rows->name) > MAX_NAME ? ".." : "",
		 addr->addr - rows->annotate.start + call);
}

const char *source_rows__text(const struct source_rows *rows, size_t i,
			      const struct source_style *look, char *buf, size_t size)
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
		return quote_text(&rows->texts[row->text], row->line, look->no_lines, buf, size);
	case SOURCE_GAP:
		snprintf(buf, size, "...");
		break;
	case SOURCE_INSN:
		insn_text(rows, row, look->raw, buf, size);
		break;
	case SOURCE_ADDR:
		addr_text(rows, &rows->annotate.addrs[row->at], buf, size);
		break;
	default:
		break;
	}
	return buf;
}

static bool has_label(const struct source_row *row, const struct disasm_insn *insn,
		      const struct source_style *look)
{
	return look->raw || look->labels == LABEL_ALL || row->jumps ||
	       (look->labels == LABEL_CALLS && insn->flow == DISASM_CALL);
}

const char *source_rows__place(const struct source_rows *rows, size_t i,
			       const struct source_style *look, char *buf, size_t size)
{
	const struct source_row *row = &rows->rows[i];
	const struct disasm_insn *insn;

	buf[0] = '\0';
	if (row->kind == SOURCE_LINE && !look->no_lines)
		snprintf(buf, size, "%u", row->line);
	if (row->kind != SOURCE_INSN)
		return buf;
	insn = &rows->disasm.insns[row->at];
	if (has_label(row, insn, look))
		snprintf(buf, size, "%" PRIx64,
			 look->raw || look->full_addr ? insn->vaddr
						      : insn->addr - rows->annotate.start);
	return buf;
}
