/* SPDX-License-Identifier: GPL-2.0-only */
/* flame_chart: the view of flames, in order of time: what it draws, its keys and its search. */
#ifndef PERF_DEFER_UI_TUI_VIEW_FLAME_CHART_H
#define PERF_DEFER_UI_TUI_VIEW_FLAME_CHART_H

#include "ui/tui/view/chart-draw.h"
#include "ui/tui/view/view.h"

struct flame_chart {
	struct chart_place place;
	char *search; /* text that matches contain, or NULL */
	struct chart_matches matches;
};

void flame_chart__init(struct flame_chart *fc);
void flame_chart__exit(struct flame_chart *fc);

/* Takes other data, which may be without a chart. */
int flame_chart__set(struct flame_chart *fc, const struct tui_data *data, struct defer_error *err);

static inline bool flame_chart__is_ready(const struct flame_chart *fc)
{
	return fc->place.chart && fc->place.chart->nr;
}

/* Draws the chart, which must be ready. Returns false without memory. */
bool flame_chart__draw(struct flame_chart *fc, const struct tui_view *view, struct term_win *win);

/* Return TUI_DONE or TUI_PASS. */
int flame_chart__press(struct flame_chart *fc, uint32_t key);
int flame_chart__mouse(struct flame_chart *fc, const struct term_event *event);

/* As those of tui_view_ops. */
uint64_t flame_chart__find(struct flame_chart *fc, uint64_t from, const char *text, bool forward);
void flame_chart__select(struct flame_chart *fc, uint64_t found);
void flame_chart__target(struct flame_chart *fc, struct tui_target *target);
int flame_chart__status(const struct flame_chart *fc, char *buf, size_t size);

#endif /* PERF_DEFER_UI_TUI_VIEW_FLAME_CHART_H */
