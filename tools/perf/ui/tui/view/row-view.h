/* SPDX-License-Identifier: GPL-2.0-only */
/* row_view: a view of the lines of a hist: entries, and call graphs that open under them. */
#ifndef PERF_DEFER_UI_TUI_VIEW_ROW_VIEW_H
#define PERF_DEFER_UI_TUI_VIEW_ROW_VIEW_H

#include "ui/tui/view/view.h"
#include "util/view/rows.h"

/* What is searched for, and where it can be. */
struct row_match {
	char *text;   /* NULL: nothing was searched for in these rows */
	bool *funcs;  /* by func id: its name has the text */
	bool *chains; /* by id in the chain tree: some function in the chain has it */
	bool any;     /* some function has it */
};

void row_match__exit(struct row_match *match);

struct row_view {
	const struct hist *hist; /* NULL: nothing to show yet */
	struct rows rows;
	struct row_match match;
	unsigned int widths[MAX_COLUMNS]; /* of the hist's fields, characters */
	bool verbose;			  /* show DSOs next to the frames of call chains */
	const struct func *above; /* calls the first frames, or is called by them; or NULL */
	unsigned int nr_back;	  /* columns that are shown though a narrow screen has no room */

	/* Progress of opening everything, from the heaviest entry on: see row_view__work(). */
	uint32_t next_entry, end_entry; /* slots of rows */
	uint64_t next_line;
	int64_t time_left; /* until it gives up, ns */
};

/* The keys that open and close lines; views include them in their own. */
#define ROW_VIEW_KEYS                                                                          \
	{{'+'}, "Open or close the rows or callchains one level below", false},                \
		{{'-'}, "Close what is one level below, or fold a straight callchain", false}, \
		{{'e'}, "Open or close all rows and callchains below", false},                 \
		{{'c'}, "Close all rows and callchains below", false},                         \
		{{'E'}, "Open all rows and callchains of all lines", false},                   \
		{{'C'}, "Close all rows and callchains of all lines", false},                  \
		{{KEY_ENTER}, "Open or close what is below, if anything", false},              \
	{                                                                                      \
		{'V'}, "Name the DSOs of frames in callchains", false                          \
	}

/*
 * Shows @hist, with its hierarchy @levels or NULL. @widths: characters that its fields need; NULL:
 * measures them. NULL @hist: shows nothing. The previous hist may have been freed already.
 */
int row_view__set(struct row_view *rv, const struct hist *hist, const struct hierarchy *levels,
		  const unsigned int *widths, struct defer_error *err);
void row_view__exit(struct row_view *rv);

/* Returns whether line @i, which is @row, is the last of its run of frames. */
bool row_view__ends_run(const struct row_view *rv, uint64_t i, const struct row *row);

/* Returns whether some columns are not shown in a window of @cols columns. */
bool row_view__leaves_out(const struct row_view *rv, unsigned int cols);

/* Draw a percentage in the colour of its size, and a function, which @from, or NULL, has called. */
void row_view__draw_percent(double percent, struct term_win *win);
void row_view__draw_call(const struct row_view *rv, const struct func *from,
			 const struct func *func, const char *search, struct term_win *win);

/* These implement the functions of tui_view_ops. */
void row_view__draw_head(const struct row_view *rv, struct term_win *win);
void row_view__draw_line(const struct row_view *rv, uint64_t line, const char *search,
			 struct term_win *win);
int row_view__key(struct row_view *rv, struct tui_view *view, const struct term_event *event,
		  struct defer_error *err);
int row_view__work(struct row_view *rv, struct tui_view *view, struct defer_error *err);
enum find_result row_view__find(struct row_view *rv, struct find_request *request);
bool row_view__count(struct row_view *rv, const char *text, uint64_t *from, uint64_t *nr);
void row_view__target(const struct row_view *rv, uint64_t line, struct tui_target *target);
/* Sets what a frame with func @id is about. */
void row_view__target_func(const struct row_view *rv, uint32_t id, struct tui_target *target);

#endif /* PERF_DEFER_UI_TUI_VIEW_ROW_VIEW_H */
