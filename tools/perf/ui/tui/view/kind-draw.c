// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ui/table/tables.h"
#include "ui/tui/view/kind-draw.h"
#include "util/base/byte-buf.h"
#include "util/base/error.h"
#include "util/entry/entry-kinds.h"
#include "util/entry/kind-parts.h"

static const struct entry_kind *kind_of(const struct table *table, uint32_t row)
{
	return &((const struct entry_kinds *)table->source)->kinds[row];
}

void kind_draw__close(struct kind_parts **parts)
{
	if (*parts)
		kind_parts__exit(*parts);
	free(*parts);
	*parts = NULL;
}

int kind_draw__open(struct kind_parts **parts, const struct table *table, uint32_t row,
		    struct defer_error *err)
{
	int ret;

	*parts = calloc(1, sizeof(**parts));
	if (!*parts)
		return error__no_memory(err, "for the parts of a kind");
	ret = kind_parts__init(*parts, table->source, row, 1, PART_ALL, 0, err);
	if (ret)
		kind_draw__close(parts);
	return ret;
}

void kind_draw__name(const struct table *table, uint32_t row, char *buf, size_t size)
{
	const struct entry_list *list = ((const struct entry_kinds *)table->source)->list;
	const struct entry_kind *kind = kind_of(table, row);
	char text[FUNC_LABEL_LEN];

	entry_stack__kind_text(entry_list__stack(list, kind->like), text, sizeof(text));
	snprintf(buf, size, "%s, %s", text, entry_list__comm(list, kind->like));
}

void kind_draw__heads(const struct table *table, uint32_t row, const struct table *parts,
		      struct term_win *win)
{
	const struct entry_kind *kind = kind_of(table, row);
	struct term_win heads = term_win__sub(win, 2, 0, 1, win->cols);
	char text[KIND_NAME_LEN];
	struct cell user;

	kind_draw__name(table, row, text, sizeof(text));
	term_win__color(win, TERM_TITLE);
	term_win__printf(win, "%s, %" PRIu64 " entries, %s", text, kind->nr,
			 kind->exact ? "exact" : "sampled: times are at least so long");
	term_win__at(win, 1, 0);
	table__cell(table, table_kind__find(table->kind, "user", 4), row, &user);
	frames__draw(user.frames, NULL, win);
	table__draw_heads(parts, parts->kind->nr_columns, &heads);
}

/* Appends the functions from the inside, as they are drawn. */
static void add_frames(struct byte_buf *text, struct frames frames)
{
	const struct func *func;
	char buf[FUNC_LABEL_LEN];

	for (const char *before = ""; (func = frames__next(&frames)); before = FRAMES_CALLED_BY) {
		const char *label = func__label(func, buf);

		byte_buf__add(text, before, strlen(before));
		byte_buf__add(text, label, strlen(label));
	}
}

char *kind_draw__text(const struct table *parts, uint32_t row)
{
	struct byte_buf text = {0};
	struct cell name;

	table__cell(parts, table_kind__find(parts->kind, "part", 4), row, &name);
	if (name.kind != CELL_FRAMES)
		return strdup(cell__text(&name));
	add_frames(&text, name.frames);
	byte_buf__add(&text, "", 1);
	if (!text.no_memory)
		return (char *)text.data;
	byte_buf__exit(&text);
	return NULL;
}
