// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <string.h>

#include "ui/tui/view/entry-draw.h"
#include "util/base/span.h"
#include "util/profile/profile.h"

/* Returns the sample that column @col of @cols shows: all are equally wide. */
static size_t sample_at(const struct entry_chart *chart, uint32_t col, uint32_t cols)
{
	return (uint64_t)col * chart->nr / (cols ? cols : 1);
}

uint32_t entry_chart__node_at(const struct entry_chart *chart, uint32_t col, uint32_t cols,
			      uint32_t depth)
{
	return chart->nr ? entry_chart__node(chart, sample_at(chart, col, cols), depth)
			 : CHAIN_ROOT;
}

bool entry_chart__node_has(const struct entry_chart *chart, uint32_t node, const char *text)
{
	const struct func *func = entry_list__func(chart->list, node);
	char buf[FUNC_LABEL_LEN];

	return func && strcasestr(func__label(func, buf), text);
}

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

/* Draws which sample is at the cursor. */
static void draw_sample(const struct entry_chart *chart, const struct entry *entry, uint32_t at,
			struct term_win *win)
{
	size_t i = sample_at(chart, at, win->cols);
	const struct sample_ref *sample;
	char span[SPAN_LEN];

	if (!chart->nr)
		return;
	sample = chart->samples[i];
	term_win__printf(win, "+%s", span__text(sample->time - entry->begin, span));
	if (sample->cpu >= 0)
		term_win__printf(win, "  CPU %" PRId32, sample->cpu);
	term_win__printf(win, "  sample %zu of %zu%s", i + 1, chart->nr,
			 entry_chart__depth(chart, i) ? "" : ", in user mode");
}

void entry_chart__draw_heads(const struct entry_chart *chart, const struct entry *entry,
			     struct frames user, uint32_t at, struct term_win *win)
{
	struct term_win rows[ENTRY_CHART_HEADS];

	for (unsigned int i = 0; i < ENTRY_CHART_HEADS; i++)
		rows[i] = term_win__sub(win, i, 0, 1, win->cols);
	draw_entry(chart->list, entry, &rows[0]);
	frames__draw(user, NULL, &rows[1]);
	draw_sample(chart, entry, at, &rows[2]);
	term_win__color(&rows[3], TERM_DIM);
	for (uint32_t col = 0; col < win->cols; col++) {
		if (col == at)
			term_win__puts(&rows[3], "^");
		else
			term_win__glyph(&rows[3], GLYPH_HLINE, 1);
	}
}

static void draw_box(const struct entry_chart *chart, uint32_t node, uint32_t width, bool selected,
		     struct term_win *win)
{
	const struct chain_node *nodes = chart->list->shown.profile->chains.nodes;
	const struct func *func = entry_list__func(chart->list, node);
	char buf[FUNC_LABEL_LEN];

	if (selected)
		term_win__color(win, TERM_SELECTED);
	else
		term_win__color(win, func ? TERM_FLAME_KERNEL + nodes[node].func % TERM_NR_FLAME
					  : TERM_NORMAL);
	term_win__pad(win, func ? func__label(func, buf) : "", width);
}

void entry_chart__draw_row(const struct entry_chart *chart, uint32_t depth, uint32_t at,
			   struct term_win *win)
{
	uint32_t cols = win->cols, begin = 0;
	bool cursor = win->selected;

	win->skip = 0; /* the whole of time stays visible */
	win->selected = false;
	while (begin < cols) {
		uint32_t node = entry_chart__node_at(chart, begin, cols, depth), end = begin + 1;

		while (end < cols && entry_chart__node_at(chart, end, cols, depth) == node)
			end++;
		draw_box(chart, node, end - begin, cursor && begin <= at && at < end, win);
		begin = end;
	}
}
