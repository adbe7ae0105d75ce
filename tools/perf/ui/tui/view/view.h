/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * view: one way to look at a profile. A view is a table of functions; the app owns what all views
 * share: common keys, the cursor, scrolling, search, zoom, help and the lines above and below.
 *
 * A view of lines tells how many lines it has and draws any one of them, in time independent of
 * their number. A view of a picture (a flame graph) draws the whole window instead. All functions
 * are called from the thread that draws; they must be quick, since keys wait for them.
 *
 * A new view is ui/tui/view/view-<name>.c, and a line in each of views.h and views.c.
 */
#ifndef PERF_DEFER_UI_TUI_VIEW_VIEW_H
#define PERF_DEFER_UI_TUI_VIEW_VIEW_H

#include <stdio.h>

#include "ui/tui/term/term.h"
#include "util/profile/zoom-kind.h"

struct chart;
struct column;
struct dso;
struct entry_kinds;
struct entry_list;
struct flame;
struct fold;
struct func;
struct heat_samples;
struct hierarchy;
struct hist;
struct ledger;
struct losses;
struct profile;
struct profile_event;
struct resolve;
struct sample_rows;
struct samples;
struct session;
struct summary;
struct tui_host;
struct tui_view;
struct zooms;

/*
 * The part of the trace that is known so far. Pointers are NULL until the loader gets there, and stay
 * the same from one refresh() to the next.
 */
struct tui_data {
	const char *path;
	const struct session *session; /* it has gathered */
	const struct ledger *ledger;   /* finished; covers all samples, whatever the zooms */
	const struct losses *losses;   /* reported by the kernel; known after @ledger */
	const struct fold *all;	       /* every stack that passes the command line's filters */
	const struct samples *samples; /* of @all: sample_ref.stack is an index in it */
	const struct fold *fold; /* the stacks within the zooms in force; @all if there are none */
	const struct profile *profile;	   /* of @fold; each event's hist is sorted */
	const struct profile_event *event; /* the current one, of @profile */
	const unsigned int *widths;	   /* of its hist's columns, characters */
	const struct hierarchy *levels;	   /* of its hist; NULL: rows are not below each other */
	/* From here to summary: NULL until tui_host__want(). */
	const struct hist *trees;	   /* its call trees: see trees.h */
	struct flame *const *flames;	   /* its flame graphs by shape; reading may sort one */
	const struct chart *chart;	   /* its stacks in order of time, by thread */
	struct heat_samples *const *heats; /* its samples over time, by enum heat_by */
	const struct entry_list *entries;  /* entries into the kernel, of all events */
	const struct entry_kinds *kinds;   /* of these */
	struct sample_rows *sample_rows;   /* samples one by one; drawing reads the trace */
	const struct summary *summary;	   /* its sentences, as far as they are known */
	struct resolve *resolve;	   /* NULL also while the loader uses it */
	const struct zooms *zooms;	   /* in force in @fold and @profile */
	bool partial;	/* only the beginning of the trace: the rest is being read */
	bool has_names; /* symbols are in @profile; before, it has addresses */
};

/* A key with its action; the help is printed from the same table, and tests use it. */
struct tui_key {
	uint32_t keys[3]; /* keys that do it, as in term_event; 0 ends them; none: the mouse does */
	const char *help; /* one line: "Expand all call chains" */
};

/* A text to look for in a view, and the place to begin at. */
struct find_request {
	const char *text; /* in any case; "=NAME": the whole name of a function */
	uint64_t from;	  /* line; views of a picture: any number that select() takes, first 0 */
	bool forward;	  /* from that line on; else before it */
	bool closed;	  /* also below closed lines, for views with count() */
	bool below;	  /* begins below the line, not with its own text */
};

enum find_result {
	FIND_NONE,
	FIND_FOUND, /* @from is the line */
	FIND_MORE,  /* it is not in the next FIND_LINES: @from is where to go on */
	FIND_LATER, /* the view waits for data: ask again when they have come */
};

#define FIND_LINES 10000 /* to look at in one call, so that a key can stop a search */

enum tui_handled {
	TUI_PASS, /* not a key of the view: the app handles it */
	TUI_DONE, /* handled: draw anew */
};

struct tui_view_ops {
	const char *name;	    /* "symbols": for the row of tabs and file names */
	const char *title;	    /* one line for the help: "Functions, with their callers" */
	const struct tui_key *keys; /* of this view only; ends with a zeroed one; may be NULL */
	const char *hint;  /* the keys that matter most here, for the bottom line; may be NULL */
	const char *empty; /* why there are no lines though there are samples; may be NULL */
	bool has_funcs;	   /* functions are its lines or boxes, and find() takes "=NAME" */
	bool needs_symbol; /* show() has nothing for functions of which only an address is known */
	bool has_rows;	   /* its lines are the rows of data->event, which a zoom can hide */
	bool folds;	   /* it has stacks whose recursion ZOOM_FOLD folds */
	bool passes_keys;  /* keys about what is shown go to the first view, and act there */

	size_t size; /* of view->priv, which belongs to the view; bytes, all zero at first */
	/* Called once, before all others. There is no data yet. Both may be NULL. */
	int (*open)(struct tui_view *view, struct defer_error *err);
	void (*close)(struct tui_view *view);

	/*
	 * Called before view->data changes: a last look at the old data, so that the view can find
	 * its place in the new. Only for views that were refreshed since the last change. May be
	 * NULL.
	 */
	void (*save)(struct tui_view *view);

	/*
	 * Called after view->data has changed: more was read, a zoom, another event. Pointers into
	 * the old data are dead. A view that is not shown is refreshed once, when it is shown next.
	 */
	int (*refresh)(struct tui_view *view, struct defer_error *err);

	/* Views of lines: returns how many there are. Keys are about line view->cursor, from 0. */
	uint64_t (*nr_lines)(const struct tui_view *view);
	/* Draws line @line into @win, which is one row high, from the pen at its start on. */
	void (*draw_line)(const struct tui_view *view, uint64_t line, struct term_win *win);
	bool indents; /* lines are indented by depth: the window moves sideways with the cursor */
	/* Rows above the lines that do not scroll, drawn by draw_head(). NULL: one, if there is that. */
	unsigned int (*nr_heads)(const struct tui_view *view);
	void (*draw_head)(const struct tui_view *view, struct term_win *win);
	/*
	 * Takes a click on the heads: sorts by what is at @col, or sets *@column to what the app is to sort by.
	 * NULL: there is nothing to sort.
	 */
	int (*click_head)(struct tui_view *view, unsigned int col, const struct column **column,
			  struct defer_error *err);

	/*
	 * Takes a part of the window away from heads and lines: sets *@cols of a window's columns, on the right, or
	 * *@rows of its rows, below, both of which are the window's size before; 0: nothing. May be NULL. draw_side()
	 * draws it after the lines.
	 */
	void (*side)(const struct tui_view *view, unsigned int *cols, unsigned int *rows);
	void (*draw_side)(const struct tui_view *view, struct term_win *win);

	/* Views of a picture: draws the whole window. nr_lines and draw_line are NULL then. */
	void (*draw)(struct tui_view *view, struct term_win *win);

	/* Handles a key or the mouse before the app does; row and col are in the view's window. */
	int (*key)(struct tui_view *view, const struct term_event *event, struct defer_error *err);

	/* Returns whether a line has @text. Views where that is not enough have find() instead. */
	bool (*has)(const struct tui_view *view, uint64_t line, const char *text);
	/* Finds the next place. Both NULL: nothing to search. */
	enum find_result (*find)(const struct tui_view *view, struct find_request *request);
	/* Returns whether the data that it shows are still being made. NULL: it never waits. */
	bool (*awaits)(const struct tui_view *view);
	/*
	 * Adds to *@nr how many places have @text, also below closed lines, which find() opens if
	 * told. Works for some ms, from *@from on, which is 0 at first. Returns true if there is
	 * more. NULL: every match is a line that find() returns.
	 */
	bool (*count)(struct tui_view *view, const char *text, uint64_t *from, uint64_t *nr);
	/* Views of a picture: selects what find() returned. */
	void (*select)(struct tui_view *view, uint64_t found);

	/*
	 * Continues work that is too long for one key, which a view announces by view->busy, for
	 * some ms. Returns 1 if there is more to do. The next key ends it.
	 */
	int (*work)(struct tui_view *view, struct defer_error *err);

	/*
	 * Fills @target, which is ZOOM_TARGET_INIT before, with what the cursor is on. NULL:
	 * nothing.
	 */
	void (*target)(const struct tui_view *view, struct zoom_target *target);
	/* Returns the enum flame_shape that it shows, for exports. NULL: FLAME_CALLERS. */
	int (*shape)(const struct tui_view *view);
	/*
	 * Shows @target's function, for views of a single one; it has a symbol if needs_symbol. NULL for
	 * other views.
	 */
	int (*show)(struct tui_view *view, const struct zoom_target *target,
		    struct defer_error *err);

	/*
	 * Writes a few words for the right of the bottom line, like snprintf(). NULL: "line/lines".
	 */
	int (*status)(const struct tui_view *view, char *buf, size_t size);
};

struct tui_view {
	const struct tui_view_ops *ops;
	struct tui_host *host;
	const struct tui_data *data;
	void *priv;

	/* The app's; a view may move the cursor. */
	uint64_t cursor;   /* index of its line */
	uint64_t top;	   /* line in the first row */
	unsigned int left; /* columns that lines are moved to the left */
	unsigned int
		own_left; /* ... of the cursor's line instead, to show a match in it; 0: none */
	bool moved;	  /* moved sideways to show the cursor's line, not by the user */
	bool found;	  /* the next drawing has to make the match visible */
	uint64_t drawn;	  /* line of the cursor in the last drawing */
	bool stale;	  /* refresh() is due */
	bool replaced;	  /* data before are freed: what is at the same address is not the same */
	bool busy;	  /* work() is due */
	bool marked;	  /* by the view: it has what no option opens, to compare with */
	bool center;	  /* the next drawing moves the cursor's line to the middle */
	unsigned int wanted; /* enum view_data_kind, set by tui_host__want() */

	/* Set by the last drawing. */
	unsigned int row;	 /* row of the grid where the window begins, without heads */
	unsigned int rows, cols; /* size of that window */
	const char *search;	 /* text that is drawn in TERM_MATCH, or NULL */
};

/*
 * Returns the index of the function that most samples hit, or the number of functions if none was.
 * @needs_symbol: of those whose symbol is known.
 */
uint32_t tui_data__hottest_func(const struct tui_data *data, bool needs_symbol);
/* Returns whether its data are zoomed into a command, or a thread of one. */
bool view__has_one_comm(const struct tui_view *view);
/* Returns the number of zooms in force in its data. */
unsigned int view__nr_zooms(const struct tui_view *view);

/* Returns the colour of a function. */
enum term_color func__color(const struct func *func);

/* ---- for the app ---- */

/* Call the view's open() and close(), and have its priv. */
int view__open(struct tui_view *view, struct defer_error *err);
void view__close(struct tui_view *view);
unsigned int view__nr_heads(const struct tui_view *view);
/* Returns whether there is something to search. */
bool view__can_find(const struct tui_view *view);
enum find_result view__find(const struct tui_view *view, struct find_request *request);
/* Draws all of @view into @win, with or without its heads. */
void view__draw(struct tui_view *view, struct term_win *win, bool heads);
/* Views of lines: moves the cursor and the window. Returns TUI_DONE or TUI_PASS. */
int view__scroll(struct tui_view *view, const struct term_event *event);
/* Views of lines: moves the cursor to @line. */
void view__go(struct tui_view *view, uint64_t line);

#endif /* PERF_DEFER_UI_TUI_VIEW_VIEW_H */
