/* SPDX-License-Identifier: GPL-2.0-only */
/* source_view: the state of the source view, shared with its drawing. */
#ifndef PERF_DEFER_UI_TUI_VIEW_SOURCE_VIEW_H
#define PERF_DEFER_UI_TUI_VIEW_SOURCE_VIEW_H

#include "ui/source/source-rows.h"
#include "ui/tui/view/view.h"

#define SOURCE_TEXT_LEN 2048

enum source_unit {
	SOURCE_PERCENT,
	SOURCE_PERIOD,
	SOURCE_SAMPLES,
	SOURCE_NR_UNITS
};

enum source_mode {
	SOURCE_AUTO, /* source, or assembly if there is no source */
	SOURCE_ONLY,
	SOURCE_ASSEMBLY,
};

/* A position to return to after following a call. */
struct source_place {
	const struct dso *dso;
	const struct symbol *sym;
	uint64_t cursor;
};

#define SOURCE_MAX_PLACES 32

struct source_view {
	const struct dso *dso; /* NULL: no function yet */
	const struct symbol *sym;
	bool chosen;	  /* chosen by the user; else the function with the most hits */
	size_t nr_before; /* number of rows before the last change */
	uint64_t mark;	  /* stands for the row of the cursor then */
	struct source_rows rows;
	bool has_rows;
	bool assembly; /* the rows are assembly */
	enum source_mode mode;
	bool no_quotes;
	bool of_all;	/* percentages are of all samples of the event */
	bool by_hits;	/* percentages are of the number of samples, not of the period */
	bool no_arrows; /* draw no arrows at jumps */
	bool jumps;	/* show the number of jumps to a line */
	enum source_unit unit;
	struct source_style look;
	struct source_place places[SOURCE_MAX_PLACES];
	unsigned int nr_places;
};

/* Returns whether lines can be looked up now; not while the loader reads names. */
static inline bool source_view__is_ready(const struct tui_view *view)
{
	const struct tui_data *data = view->data;

	return data->event && data->fold && data->resolve && data->has_names;
}

#define SOURCE_HEADS 2
void source_view__draw_head(const struct tui_view *view, struct term_win *win);
void source_view__draw_line(const struct tui_view *view, uint64_t line, struct term_win *win);

#endif /* PERF_DEFER_UI_TUI_VIEW_SOURCE_VIEW_H */
