// SPDX-License-Identifier: GPL-2.0-only
/* What the rows of a function say. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ui/tui/view/source-rows.h"
#include "ui/text/utf8.h"

#define TAB	 8
#define MAX_NAME 60

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

/* "jne 49" and "call write" instead of addresses. */
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

/* Calls are known by where they return to, as in callchains. */
static void addr_text(const struct source_rows *rows, const struct annotate_addr *addr, char *buf,
		      size_t size)
{
	snprintf(buf, size, "%.*s%s+%#" PRIx64, MAX_NAME, rows->name,
		 strlen(rows->name) > MAX_NAME ? ".." : "",
		 addr->addr - rows->annotate.start + !addr->self.nr);
}

const char *source_rows__text(const struct source_rows *rows, size_t i,
			      const struct source_look *look, char *buf, size_t size)
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
	}
	return buf;
}

static bool has_label(const struct source_row *row, const struct disasm_insn *insn,
		      const struct source_look *look)
{
	return look->raw || look->labels == LABEL_ALL || row->jumps ||
	       (look->labels == LABEL_CALLS && insn->flow == DISASM_CALL);
}

const char *source_rows__place(const struct source_rows *rows, size_t i,
			       const struct source_look *look, char *buf, size_t size)
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
