/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * table_view: a view that lists the rows of a table, sorts them by the column that the user chooses,
 * and opens one of them. Its tui_view_ops are TABLE_VIEW_OPS and what tells such views apart.
 */
#ifndef PERF_DEFER_UI_TUI_VIEW_TABLE_VIEW_H
#define PERF_DEFER_UI_TUI_VIEW_TABLE_VIEW_H

#include "ui/table/table.h"
#include "ui/tui/view/host.h"
#include "ui/tui/view/view.h"

/* Finds a row again in new data. */
struct table_place {
	uint64_t major, minor;
};

struct table_view_ops {
	const struct table_kind *kind;
	enum view_data_kind data;
	const char *waiting;   /* said while the loader makes it */
	unsigned int nr_heads; /* above an open row */
	bool reopens;	       /* a row stays open when new data come */

	/* Sets the table. Returns false if @data does not have it yet. */
	bool (*table)(const struct tui_data *data, struct table *table);
	struct table_place (*place)(const struct table *table, uint32_t row);
	/* Fills @target with what the cursor is on: @row, or a part of it if that is open. */
	void (*target)(const struct tui_view *view, uint32_t row, struct zoom_target *target);

	/* The open row; NULL: nothing to do. */
	int (*open)(struct tui_view *view, uint32_t row, bool again, struct defer_error *err);
	void (*close)(struct tui_view *view);
	int (*key)(struct tui_view *view, uint32_t key);

	/* The lines of the open row. */
	uint64_t (*nr_lines)(const struct tui_view *view);
	void (*draw_heads)(const struct tui_view *view, struct term_win *win);
	void (*draw_line)(const struct tui_view *view, uint64_t line, struct term_win *win);
	bool (*has)(const struct tui_view *view, uint64_t line, const char *text);
};

/* The first member of a view's priv. */
struct table_view {
	const struct table_view_ops *ops;
	struct table table; /* that was there last, if !has_table */
	bool has_table;
	uint32_t *sorted;    /* the table's rows; NULL: they are those of its source */
	unsigned int column; /* that they are sorted by */
	bool has_place;	     /* the cursor was on the row at @place */
	struct table_place place;
	bool open; /* the row at @line is shown, not the list */
	uint64_t line;
};

/* The view's open() calls it. */
int table_view__open(struct tui_view *view, const struct table_view_ops *ops);
/* Shows the rows of another table, from the first one on, by means of the same view's data. */
int table_view__switch(struct tui_view *view, const struct table_view_ops *ops,
		       struct defer_error *err);
/* Returns the row that is open. */
uint32_t table_view__row(const struct tui_view *view);

/* Draws the headings; @sorted: the column that rows are sorted by, or the number of columns. */
void table__draw_heads(const struct table *table, unsigned int sorted, struct term_win *win);
/* Draws a row, with what is like @search marked. */
void table__draw_row(const struct table *table, uint32_t row, const char *search,
		     struct term_win *win);
/* Returns true if a column that a search looks at has @text, in any case. */
bool table__row_has(const struct table *table, uint32_t row, const char *text);

/* Draws frames from the inside, as far as the window is wide. */
void frames__draw(struct frames frames, const char *search, struct term_win *win);

#define TABLE_VIEW_OPS                                                                      \
	.save = table_view__save, .refresh = table_view__refresh,                           \
	.nr_lines = table_view__nr_lines, .draw_line = table_view__draw_line,               \
	.nr_heads = table_view__nr_heads, .draw_head = table_view__draw_head,               \
	.has = table_view__has, .awaits = table_view__awaits, .target = table_view__target, \
	.click_head = table_view__click_head

void table_view__close(struct tui_view *view);
void table_view__save(struct tui_view *view);
int table_view__refresh(struct tui_view *view, struct defer_error *err);
uint64_t table_view__nr_lines(const struct tui_view *view);
void table_view__draw_line(const struct tui_view *view, uint64_t line, struct term_win *win);
unsigned int table_view__nr_heads(const struct tui_view *view);
void table_view__draw_head(const struct tui_view *view, struct term_win *win);
int table_view__click_head(struct tui_view *view, unsigned int col, const struct column **column,
			   struct defer_error *err);
int table_view__key(struct tui_view *view, const struct term_event *event, struct defer_error *err);
bool table_view__has(const struct tui_view *view, uint64_t line, const char *text);
bool table_view__awaits(const struct tui_view *view);
void table_view__target(const struct tui_view *view, struct zoom_target *target);

#endif /* PERF_DEFER_UI_TUI_VIEW_TABLE_VIEW_H */
