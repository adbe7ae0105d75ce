// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ui/table/tables.h"
#include "ui/tui/view/kind-draw.h"
#include "util/base/byte-buf.h"
#include "util/base/error.h"
#include "util/base/span.h"
#include "util/entry/entry-kinds.h"
#include "util/entry/kind-parts.h"
#include "util/profile/profile.h"

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
	ret = kind_parts__init(*parts, table->source, kind_of(table, row), err);
	if (ret)
		kind_draw__close(parts);
	return ret;
}

uint32_t kind_draw__nr(const struct kind_parts *parts)
{
	return parts->nr;
}

/* Returns the user code of row @row of @table, a kind or an entry. */
static struct frames user_of(const struct table *table, uint32_t row)
{
	struct cell user;

	table__cell(table, table_kind__find(table->kind, "user", 4), row, &user);
	return user.frames;
}

void kind_draw__name(const struct table *table, uint32_t row, char *buf, size_t size)
{
	const struct entry_list *list = ((const struct entry_kinds *)table->source)->list;
	const struct entry_kind *kind = kind_of(table, row);
	char text[FUNC_LABEL_LEN];

	entry_stack__kind_text(entry_list__stack(list, kind->like), text, sizeof(text));
	snprintf(buf, size, "%s, %s", text, entry_list__comm(list, kind->like));
}

void kind_draw__heads(const struct table *table, uint32_t row, struct term_win *win)
{
	const struct entry_kind *kind = kind_of(table, row);
	struct term_win heads = term_win__sub(win, 2, 0, 1, win->cols);
	char text[KIND_NAME_LEN];

	kind_draw__name(table, row, text, sizeof(text));
	term_win__color(win, TERM_TITLE);
	term_win__printf(win, "%s, %" PRIu64 " entries, %s", text, kind->nr,
			 kind->exact ? "exact" : "sampled: times are at least so long");
	term_win__at(win, 1, 0);
	frames__draw(user_of(table, row), NULL, win);
	term_win__color(&heads, TERM_TITLE);
	term_win__printf(&heads, "%10s  %9s  %6s  %-10s", "Entries", "Total", "Time", "By");
}

/* Returns the user code of an entry of @part, with its callers. */
static struct frames site_of(const struct entry_kinds *kinds, const struct kind_part *part)
{
	const struct table entries = entry_list__table(kinds->list);

	return user_of(&entries, part->like);
}

/* Returns what tells a part that is no call site from others. */
static const char *label_of(const struct entry_kinds *kinds, const struct kind_part *part,
			    char buf[FUNC_LABEL_LEN])
{
	if (part->by == PART_STATE)
		return entry_state__name(part->id);
	if (part->id == PART_NO_GAP)
		return "no gap";
	return func__label(funcs__at(&kinds->list->shown.profile->funcs, part->id), buf);
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

char *kind_draw__text(const struct table *table, const struct kind_part *part)
{
	struct byte_buf text = {0};
	char buf[FUNC_LABEL_LEN];

	if (part->by != PART_SITE)
		return strdup(label_of(table->source, part, buf));
	add_frames(&text, site_of(table->source, part));
	byte_buf__add(&text, "", 1);
	if (!text.no_memory)
		return (char *)text.data;
	byte_buf__exit(&text);
	return NULL;
}

void kind_draw__part(const struct table *table, uint32_t row, const struct kind_parts *parts,
		     uint32_t i, const char *search, struct term_win *win)
{
	const struct kind_part *part = &parts->parts[i];
	static const char *const by[] = {
		[PART_SITE] = "call site", [PART_STATE] = "state", [PART_GAP] = "gap after"};
	uint64_t total = kind_of(table, row)->total;
	char span[SPAN_LEN], buf[FUNC_LABEL_LEN];

	term_win__printf(win, "%10" PRIu64 "  %9s  %5.1f%%  %-10s  ", part->nr,
			 span__text(part->ns, span),
			 total ? 100.0 * (double)part->ns / (double)total : 0, by[part->by]);
	if (part->by == PART_SITE)
		frames__draw(site_of(table->source, part), search, win);
	else
		term_win__puts_match(win, label_of(table->source, part, buf), search);
}

bool kind_draw__has(const struct table *table, const struct kind_parts *parts, uint32_t i,
		    const char *text)
{
	const struct kind_part *part = &parts->parts[i];
	char buf[FUNC_LABEL_LEN];

	if (part->by == PART_SITE)
		return frames__have(site_of(table->source, part), text);
	return strcasestr(label_of(table->source, part, buf), text);
}
