// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ui/table/tables.h"
#include "ui/tui/view/kind-draw.h"
#include "ui/tui/view/row-view.h"
#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/span.h"
#include "util/entry/entry-kinds.h"
#include "util/entry/kind-parts.h"
#include "util/profile/change.h"

#define BY_TIME PART_NR

struct kind_line {
	unsigned int by;	 /* enum part_by, or BY_TIME */
	char *text;		 /* what tells it from others of these */
	uint64_t order;		 /* of spans of time */
	struct sample_sums sums; /* entries and their time, ns; of spans only entries */
	struct change change;	 /* of its share in the kind */
};

struct kind_lines {
	char name[KIND_NAME_LEN];
	struct entry_kind kind; /* for its numbers alone */
	struct kind_line *lines;
	uint32_t nr;
};

/* ---- one kind ---- */

static void add_parts(struct kind_lines *lines, const struct table *table)
{
	for (uint32_t i = 0; i < table->nr; i++) {
		const struct kind_part *part = table->kind->record(table, table->rows[i]);

		lines->lines[lines->nr++] = (struct kind_line){
			.by = part->by,
			.text = kind_draw__text(table, table->rows[i]),
			.sums.now = {part->nr, part->ns},
		};
	}
}

static char *span_text(unsigned int i)
{
	char from[SPAN_LEN], text[64];

	snprintf(text, sizeof(text), "from %s on", span__text(log_time__from(i), from));
	return strdup(i ? text : "from 0 on");
}

static void add_spans(struct kind_lines *lines, const struct entry_kinds *kinds)
{
	uint32_t times[LOG_TIME_NR];

	entry_kind__times(kinds, &lines->kind, times);
	for (unsigned int i = 0; i < LOG_TIME_NR; i++) {
		if (times[i])
			lines->lines[lines->nr++] = (struct kind_line){
				.by = BY_TIME,
				.text = span_text(i),
				.order = i,
				.sums.now.nr = times[i],
			};
	}
}

/* Returns whether there was memory for all. */
static bool is_whole(const struct kind_lines *lines)
{
	for (uint32_t i = 0; i < lines->nr; i++) {
		if (!lines->lines[i].text)
			return false;
	}
	return lines->lines;
}

static int take_apart(struct kind_lines *lines, const struct table *table, uint32_t row,
		      struct defer_error *err)
{
	struct kind_parts *parts;
	struct table of_parts;
	int ret = kind_draw__open(&parts, table, row, err);

	if (ret)
		return ret;
	lines->lines = malloc((parts->nr + LOG_TIME_NR) * sizeof(*lines->lines));
	if (lines->lines) {
		of_parts = kind_parts__table(parts, row);
		add_parts(lines, &of_parts);
		add_spans(lines, table->source);
	}
	kind_draw__close(&parts);
	return is_whole(lines) ? 0 : error__no_memory(err, "for the parts of a kind");
}

int kind_lines__new(struct kind_lines **linesp, const struct table *table, uint32_t row,
		    struct defer_error *err)
{
	const struct entry_kinds *kinds = table->source;
	struct kind_lines *lines = calloc(1, sizeof(*lines));
	int ret;

	*linesp = lines;
	if (!lines)
		return error__no_memory(err, "for the parts of a kind");
	lines->kind = kinds->kinds[row];
	kind_draw__name(table, row, lines->name, sizeof(lines->name));
	ret = take_apart(lines, table, row, err);
	if (ret)
		kind_lines__delete(linesp);
	return ret;
}

void kind_lines__delete(struct kind_lines **linesp)
{
	struct kind_lines *lines = *linesp;

	for (uint32_t i = 0; lines && i < lines->nr; i++)
		free(lines->lines[i].text);
	if (lines)
		free(lines->lines);
	free(lines);
	*linesp = NULL;
}

const char *kind_lines__name(const struct kind_lines *lines)
{
	return lines->name;
}

uint32_t kind_lines__nr(const struct kind_lines *lines)
{
	return lines->nr;
}

bool kind_lines__have(const struct kind_lines *lines, uint64_t i, const char *text)
{
	return strcasestr(lines->lines[i].text, text);
}

bool kind_lines__equal(const struct kind_lines *a, const struct kind_lines *b)
{
	return !strcmp(a->name, b->name) && a->kind.nr == b->kind.nr &&
	       a->kind.total == b->kind.total && a->kind.samples == b->kind.samples;
}

/* ---- two of them ---- */

static int add_before(struct kind_lines *lines, const struct kind_line *marked)
{
	struct kind_line *line = lines->lines;

	while (line < lines->lines + lines->nr &&
	       (line->by != marked->by || strcmp(line->text, marked->text) != 0))
		line++;
	if (line == lines->lines + lines->nr) {
		*line = (struct kind_line){
			.by = marked->by, .order = marked->order, .text = strdup(marked->text)};
		if (!line->text)
			return DEFER_ERR_NOMEM;
		lines->nr++;
	}
	line->sums.before = marked->sums.now;
	return 0;
}

/* Orders spans of time first, as they are; of others those that have changed most. */
static int compare_lines(const void *l, const void *r)
{
	const struct kind_line *a = l, *b = r;

	return CMP(b->by == BY_TIME, a->by == BY_TIME)
		       ?: CMP(a->by, b->by)
		       ?: CMP(a->order, b->order)
		       ?: change__compare(&a->change, &b->change) ?: strcmp(a->text, b->text);
}

int kind_lines__compare(struct kind_lines *lines, const struct kind_lines *marked,
			struct defer_error *err)
{
	const struct entry_kind *before = &marked->kind, *now = &lines->kind;
	const struct sample_sums all = {{before->nr, before->total}, {now->nr, now->total}};
	const struct sample_sums timed = {{before->nr_timed, 0}, {now->nr_timed, 0}};
	struct kind_line *room =
		realloc(lines->lines, (lines->nr + marked->nr + 1ULL) * sizeof(*room));
	int ret = room ? 0 : DEFER_ERR_NOMEM;

	if (room)
		lines->lines = room;
	for (uint32_t i = 0; !ret && i < marked->nr; i++)
		ret = add_before(lines, &marked->lines[i]);
	if (ret)
		return error__no_memory(err, "for the parts of a kind");
	for (uint32_t i = 0; i < lines->nr; i++) {
		struct kind_line *line = &lines->lines[i];

		line->change = change__of(&line->sums, line->by == BY_TIME ? &timed : &all);
	}
	qsort(lines->lines, lines->nr, sizeof(*lines->lines), compare_lines);
	return 0;
}

/* ---- drawing ---- */

static void draw_kind(const char *before, const struct kind_lines *lines, struct term_win *win)
{
	const struct entry_kind *kind = &lines->kind;
	const char *least = kind->exact ? "" : ">= ";
	char median[SPAN_LEN], p99[SPAN_LEN], longest[SPAN_LEN];

	term_win__color(win, TERM_TITLE);
	term_win__printf(win, "%s%s, %" PRIu64 " entries, median %s%s, 99%% %s%s, longest %s%s",
			 before, lines->name, kind->nr, least, span__text(kind->median, median),
			 least, span__text(kind->p99, p99), least,
			 span__text(kind->longest, longest));
}

void kind_lines__draw_heads(const struct kind_lines *lines, const struct kind_lines *marked,
			    struct term_win *win)
{
	draw_kind("", lines, win);
	term_win__at(win, 1, 0);
	draw_kind("Compared with ", marked, win);
	term_win__at(win, 2, 0);
	term_win__color(win, TERM_TITLE);
	term_win__printf(win, "%10s  %10s  %8s  %8s  %10s  %-10s  %s", "Marked", "Entries",
			 "Baseline", "Share", "Change", "By", "~: may be chance; =: unmark");
}

void kind_lines__draw(const struct kind_lines *lines, uint64_t i, const char *search,
		      struct term_win *win)
{
	const struct kind_line *line = &lines->lines[i];

	term_win__printf(win, "%10" PRIu64 "  %10" PRIu64 "  %7.2f%%  %7.2f%%  ",
			 line->sums.before.nr, line->sums.now.nr, line->change.before,
			 line->change.now);
	row_view__draw_change(line->change, win);
	term_win__printf(win, "  %-10s  ", line->by == BY_TIME ? "time" : part_by__name(line->by));
	term_win__puts_match(win, line->text, search);
}
