// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/tui/view/chart-draw.h"
#include "ui/tui/view/entry-draw.h"
#include "ui/tui/view/flame-boxes.h"
#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash.h"
#include "util/base/span.h"
#include "util/profile/profile.h"
#include "util/view/chart.h"

void entry_chart__close(struct entry_chart *chart)
{
	if (chart->picture)
		chart_picture__exit(chart->picture);
	free(chart->picture);
	chart->picture = NULL;
	chart__delete(chart->chart);
	chart->chart = NULL;
}

int entry_chart__open(struct entry_chart *chart, const struct entry_list *list,
		      const struct entry *entry, struct defer_error *err)
{
	const struct chain_node *nodes = list->shown.profile->chains.nodes;
	int ret;

	chart->list = list;
	chart->entry = entry;
	chart->first_line = nodes[entry_list__stack(list, entry)->user].depth + 1;
	chart->picture = calloc(1, sizeof(*chart->picture));
	if (!chart->picture)
		return error__no_memory(err, "for the picture of an entry");
	ret = chart__new_entry(&chart->chart, list, entry, err);
	if (ret)
		entry_chart__close(chart);
	return ret;
}

uint64_t entry_chart__nr_lines(const struct entry_chart *chart)
{
	uint64_t end = chart->chart->nr_lines;

	return end > chart->first_line ? end - chart->first_line : 1;
}

void entry_chart__move(struct entry_chart *chart, int step)
{
	if (step < 0 ? chart->at > 0 : chart->at + 1 < chart->picture->nr_cols)
		chart->at += step;
}

/* Lays the chart out in @cols columns, with the cursor in them. */
static void lay_out(struct entry_chart *chart, uint32_t cols)
{
	struct chart_part part = chart__whole(chart->chart);

	cols = cols < TERM_MAX_COLS ? cols ?: 1 : TERM_MAX_COLS;
	chart->at = chart->at < cols ? chart->at : cols - 1;
	if (chart->picture->nr_cols == cols)
		return;
	part.first_line = chart->first_line;
	part.end_line += part.end_line <= part.first_line;
	/* Without memory, nothing is drawn. */
	if (chart__layout(chart->chart, &part, cols, chart->picture, NULL))
		chart_picture__exit(chart->picture);
}

uint32_t entry_chart__node_at(const struct entry_chart *chart, uint64_t line)
{
	const struct chart_box *box =
		chart_picture__at(chart->picture, chart->first_line + line, chart->at);

	return box ? box->node : CHAIN_ROOT;
}

bool entry_chart__line_has(const struct entry_chart *chart, uint64_t line, const char *text)
{
	const struct chain_node *nodes = chart->chart->conf.chains->nodes;
	const uint64_t depth = chart->first_line + line;
	char buf[FUNC_LABEL_LEN];

	for (size_t i = 0; i < chart->chart->nr; i++) {
		uint32_t node = chart__node_at(chart->chart, chart->chart->samples[i].chain, depth);
		const struct func *func = entry_list__func(chart->list, node);

		if (func && nodes[node].depth == depth && strcasestr(func__label(func, buf), text))
			return true;
	}
	return false;
}

/* ---- above the chart ---- */

/*
 * Draws how much of its time the task was on a CPU, as far as samples or context switches prove. A sample
 * stands for time before it as well: that of a short entry may be longer than the entry.
 */
static void draw_times(const struct entry_list *list, const struct entry *entry,
		       struct term_win *win)
{
	char part[SPAN_LEN], whole[SPAN_LEN];
	struct entry_times times;
	uint64_t ns;

	if (!entry_list__remaining(list, entry, &ns))
		return term_win__printf(win, ", no return: %s", defer_class__name(entry->key.cls));
	if (entry_list__times(list, entry, &times))
		term_win__printf(win, ", %s of %s on CPU", span__text(times.on_cpu, part),
				 span__text(ns, whole));
	else if (entry->sampled && entry->sampled < ns)
		term_win__printf(win, ", %s of %s sampled on CPU", span__text(entry->sampled, part),
				 span__text(ns, whole));
	else
		term_win__printf(win, ", returned after %s", span__text(ns, whole));
}

static void draw_entry(const struct entry_list *list, const struct entry *entry,
		       struct term_win *win)
{
	char kind[FUNC_LABEL_LEN];

	enum entry_state state = entry_list__state(list, entry);

	entry_stack__kind_text(entry_list__stack(list, entry), kind, sizeof(kind));
	term_win__color(win, TERM_TITLE);
	term_win__printf(win, "%s, %s %" PRId32 ", %" PRIu64 " sample%s", kind,
			 entry_list__comm(list, entry), entry->key.tid, entry->nr,
			 entry->nr == 1 ? "" : "s");
	draw_times(list, entry, win);
	if (state == ENTRY_NOT_KNOWN)
		term_win__puts(win, ", else unknown");
	else if (state != ENTRY_RAN)
		term_win__printf(win, ", %s", entry_state__name(state));
}

/* Returns the CPU of the sample of the entry at @time, or -1. */
static int32_t cpu_at(const struct entry_chart *chart, uint64_t time)
{
	const struct shown *shown = &chart->list->shown;

	for (size_t i = samples__from(shown->samples, time); i < samples__nr(shown->samples); i++) {
		const struct sample_ref *ref = samples__at(shown->samples, i);

		if (ref->time != time)
			break;
		if (entry__has(chart->entry, ref, fold__stack(shown->all, ref->stack)))
			return ref->cpu;
	}
	return -1;
}

/* Returns the first sample at or after the begin of column @col. */
static size_t sample_from(const struct entry_chart *chart, uint32_t col)
{
	const struct chart_sample *samples = chart->chart->samples;
	uint64_t time = chart_part__edge(&chart->picture->part, col, chart->picture->nr_cols);

	return LOWER_BOUND(i, chart->chart->nr, samples[i].time < time);
}

/* Draws which samples are at the cursor, or how long there is none. */
static void draw_place(const struct entry_chart *chart, struct term_win *win)
{
	size_t from = sample_from(chart, chart->at), to = sample_from(chart, chart->at + 1);
	const struct chart_sample *sample;
	uint64_t start, end;
	char span[SPAN_LEN];
	int32_t cpu;

	if (chart__gap(chart->chart, chart->picture, 0, chart->at, &start, &end)) {
		term_win__printf(win, "+%s", span__text(start - chart->entry->begin, span));
		term_win__printf(win, "  no sample for %s", span__text(end - start, span));
		return;
	}
	from -= from && from >= to; /* it began before this column */
	sample = &chart->chart->samples[from];
	cpu = cpu_at(chart, sample->time);
	term_win__printf(win, "+%s", span__text(sample->time - chart->entry->begin, span));
	if (cpu >= 0)
		term_win__printf(win, "  CPU %" PRId32, cpu);
	term_win__printf(win, "  sample %zu", from + 1);
	if (to > from + 1)
		term_win__printf(win, " to %zu", to);
	term_win__printf(win, " of %zu%s", chart->chart->nr,
			 chart->chart->conf.chains->nodes[sample->chain].depth < chart->first_line
				 ? ", in user mode"
				 : "");
}

void entry_chart__draw_heads(struct entry_chart *chart, struct frames user, struct term_win *win)
{
	struct term_win rows[ENTRY_CHART_HEADS];

	for (unsigned int i = 0; i < ENTRY_CHART_HEADS; i++)
		rows[i] = term_win__sub(win, i, 0, 1, win->cols);
	draw_entry(chart->list, chart->entry, &rows[0]);
	frames__draw(user, NULL, &rows[1]);
	lay_out(chart, win->cols);
	if (!chart->picture->rows)
		return;
	draw_place(chart, &rows[2]);
	chart_draw__ticks(&chart->picture->part, chart->picture->nr_cols, chart->entry->begin,
			  chart->chart->conf.no_time, &rows[3]);
	chart_draw__cursor(chart->at, &rows[3]);
}

/* ---- the chart ---- */

/* Draws a time without a sample over the width of @win, between its edges, with its length if @label. */
static void draw_gap(uint64_t ns, bool label, struct term_win *win)
{
	char span[SPAN_LEN], text[SPAN_LEN + 16];
	struct term_win inside = term_win__sub(win, 0, 1, 1, win->cols > 2 ? win->cols - 2 : 0);

	snprintf(text, sizeof(text), " %s, no sample ", span__text(ns, span));
	if (term__width(text) > inside.cols)
		snprintf(text, sizeof(text), " %s ", span);
	term_win__glyph(win, GLYPH_GAP, 1);
	term_win__pad(&inside, label && term__width(text) <= inside.cols ? text : "", inside.cols);
	term_win__at(win, 0, win->cols - 1);
	term_win__glyph(win, GLYPH_GAP, 1);
}

/* Draws the times without a sample. Returns the column behind the one at @col. */
static uint32_t draw_gap_at(const struct entry_chart *chart, uint32_t col, bool label, bool cursor,
			    const struct term_win *win)
{
	const uint32_t *chains = chart->picture->rows[0].chains;
	uint32_t end = col + 1;
	uint64_t from, to;
	struct term_win gap;

	while (end < chart->picture->nr_cols &&
	       (chains[col] == CHART_NONE) == (chains[end] == CHART_NONE))
		end++;
	if (!chart__gap(chart->chart, chart->picture, 0, col, &from, &to))
		return end;
	gap = term_win__sub(win, 0, col, 1, end - col);
	term_win__color(&gap,
			cursor && col <= chart->at && chart->at < end ? TERM_SELECTED : TERM_DIM);
	draw_gap(to - from, label, &gap);
	return end;
}

static void draw_box(const struct entry_chart *chart, const struct chart_box *box, bool selected,
		     const struct term_win *win)
{
	struct term_win cell = term_win__sub(win, 0, box->col, 1, box->width);
	const struct func *func = entry_list__func(chart->list, box->node);
	char buf[FUNC_LABEL_LEN];
	const char *label = func__label(func, buf);

	term_win__color(&cell,
			selected ? TERM_SELECTED : flame_box__color(func, hash__fixed(label)));
	flame_box__draw(&cell, label, selected);
}

void entry_chart__draw_line(struct entry_chart *chart, uint64_t line, struct term_win *win)
{
	const struct chart_picture *picture = chart->picture;
	bool cursor = win->selected;

	win->skip = 0; /* the whole of time stays visible */
	win->selected = false;
	lay_out(chart, win->cols);
	for (uint32_t col = 0; picture->rows && col < picture->nr_cols;)
		col = draw_gap_at(chart, col, !line, cursor, win);
	for (size_t i = 0; i < picture->nr; i++) {
		const struct chart_box *box = &picture->boxes[i];

		if (box->line == chart->first_line + line)
			draw_box(chart, box,
				 cursor && box->col <= chart->at &&
					 chart->at < box->col + box->width,
				 win);
	}
}
