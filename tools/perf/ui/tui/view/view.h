/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * view: one way to look at a profile. A view is a table of functions; the app owns the keys that
 * all have in common, the cursor, scrolling, search, zoom, help and the lines above and below.
 *
 * A view of lines says how many it has and draws any of them, in time that does not grow with
 * their number. A view of a picture (a flame graph) draws the whole window instead. All functions
 * are called from one thread, the one that draws; they must be quick, since keys wait for them.
 *
 * A new view is ui/tui/view/view-<name>.c, and a line in each of views.h and views.c.
 */
#ifndef PERF_DEFER_UI_TUI_VIEW_VIEW_H
#define PERF_DEFER_UI_TUI_VIEW_VIEW_H

#include <stdio.h>

#include "ui/tui/term/term.h"

struct dso;
struct flame;
struct fold;
struct func;
struct heat;
struct hist;
struct ledger;
struct losses;
struct profile;
struct profile_event;
struct resolve;
struct samples;
struct session;
struct tui_host;
struct tui_view;
struct zooms;

/*
 * What is known of the trace so far. Pointers are NULL until the loader has come so far, and
 * stay the same from one refresh() to the next.
 */
struct tui_data {
	const char *path;
	const struct session *session; /* it has gathered */
	const struct ledger *ledger;   /* finished; of all samples, zoomed out or not */
	const struct losses *losses;   /* what the kernel says it lost; comes after @ledger */
	const struct fold *all;	       /* every stack that the command line's filters let pass */
	const struct samples *samples; /* of @all: sample_ref.stack is a place in it */
	const struct fold *fold;       /* those within the zooms in force; @all if there are none */
	const struct profile *profile; /* of @fold; each event's hist is sorted */
	const struct profile_event *event; /* the one that is shown, of @profile */
	const unsigned int *widths;	   /* characters that its hist's columns need */
	const struct hist
		*trees; /* its call trees: see trees.h; these are NULL until tui_host__want() */
	struct flame *flame;	   /* its flame graph; looking at it puts more of it in order */
	const struct heat *heat;   /* its samples over time, by thread */
	struct resolve *resolve;   /* NULL also while the loader names frames with it */
	const struct zooms *zooms; /* in force in @fold and @profile */
	bool partial;	/* all of this is of the beginning of the trace: the rest is being read */
	bool has_names; /* symbols are in @profile; before, addresses are shown */
};

/* What a line stands for: what keys that zoom, and open the source, take. */
struct tui_target {
	const struct func *func; /* NULL: none */
	const struct dso *dso;
	int32_t pid, tid;    /* -1: no thread */
	int32_t cpu;	     /* -1 */
	uint32_t comm_id;    /* UINT32_MAX */
	int cls;	     /* enum defer_class, or -1 */
	uint64_t start, end; /* a span of time, ns; end 0: none */
};

#define TUI_TARGET_INIT                                                           \
	{                                                                         \
		.pid = -1, .tid = -1, .cpu = -1, .comm_id = UINT32_MAX, .cls = -1 \
	}

/* A key that does something: the same table draws the help and is what tests go by. */
struct tui_key {
	uint32_t keys[3]; /* that do it, as in term_event; ends with 0 if fewer */
	const char *help; /* one line: "Expand all call chains" */
	bool is_mouse;	  /* about the mouse: keys are unused */
};

/* Lines that find() looks at before it lets keys in, and what it says then. */
#define VIEW_FIND_LINES 10000
#define VIEW_FIND_MORE	(UINT64_MAX - 1)
/* What it says where the view waits for data: it is asked again when they have come. */
#define VIEW_FIND_LATER (UINT64_MAX - 2)

enum tui_handled {
	TUI_PASS, /* not the view's: the app looks at it */
	TUI_DONE, /* draw anew */
};

struct tui_view_ops {
	const char *name;  /* "symbols": what it is called in the row of tabs and in file names */
	const char *title; /* one line for the help: "Functions, with their callers" */
	const struct tui_key *keys; /* of this view alone; ends with a zeroed one; may be NULL */

	/* Once, before anything else; view->priv is the view's own. No data is there yet. */
	int (*open)(struct tui_view *view, struct defer_error *err);
	void (*close)(struct tui_view *view);

	/*
	 * view->data is about to change: a last look at what the old one says, to find it again in
	 * the new one. Only of views that have been refreshed since the last change. May be NULL.
	 */
	void (*save)(struct tui_view *view);

	/*
	 * view->data has changed: more was read, a zoom, another event. Pointers into the old data
	 * are dead. Not called while the view is not shown: then once, when it is next.
	 */
	int (*refresh)(struct tui_view *view, struct defer_error *err);

	/* Views of lines. Lines are numbered from 0; keys are about the one at view->cursor. */
	uint64_t (*nr_lines)(const struct tui_view *view);
	/* Draws line @line into @win, one row high, whose pen stands at its start. */
	void (*draw_line)(const struct tui_view *view, uint64_t line, struct term_win *win);
	bool indents; /* lines, however deep: the window moves sideways with the cursor */
	/* Rows above the lines that do not scroll, drawn by draw_head(); both NULL: none. */
	unsigned int (*nr_heads)(const struct tui_view *view);
	void (*draw_head)(const struct tui_view *view, struct term_win *win);

	/* Views of a picture: the whole window. Then nr_lines and draw_line are NULL. */
	void (*draw)(struct tui_view *view, struct term_win *win);

	/* A key or the mouse, before the app takes it; row and col are in the view's window. */
	int (*key)(struct tui_view *view, const struct term_event *event, struct defer_error *err);

	/*
	 * The next line whose text has @text in it, whatever the case, from @from on or before it
	 * if not @forward; UINT64_MAX: none. Views of a picture return any number that means
	 * something to select(), and get back 0 for their first. NULL: nothing to search.
	 *
	 * A view of many lines looks at VIEW_FIND_LINES of them, and says VIEW_FIND_MORE if it is
	 * neither there nor at the end: the app goes on from there, unless a key comes.
	 */
	uint64_t (*find)(const struct tui_view *view, uint64_t from, const char *text,
			 bool forward);
	/* Views of a picture: makes what find() returned the selected one. */
	void (*select)(struct tui_view *view, uint64_t found);

	/*
	 * A view that sets view->busy has begun what is too long for a key to await. This goes on
	 * with it, for some ms: 1 if there is more to do. The next key ends it.
	 */
	int (*work)(struct tui_view *view, struct defer_error *err);

	/* What the cursor is on. @target is TUI_TARGET_INIT before. NULL: nothing. */
	void (*target)(const struct tui_view *view, struct tui_target *target);
	/* Shows @target instead: for views that are of one thing, such as a function's source. */
	int (*show)(struct tui_view *view, const struct tui_target *target,
		    struct defer_error *err);

	/* A few words at the right of the bottom line. Like snprintf(). NULL: "line/lines". */
	int (*status)(const struct tui_view *view, char *buf, size_t size);
};

struct tui_view {
	const struct tui_view_ops *ops;
	struct tui_host *host;
	const struct tui_data *data;
	void *priv;

	/* The app's; a view may move the cursor. */
	uint64_t cursor;     /* line */
	uint64_t top;	     /* line in the first row */
	unsigned int left;   /* columns that lines are moved to the left */
	bool moved;	     /* sideways, to show the line of the cursor; not by the user */
	bool found;	     /* what was searched for is to be in sight, when drawn next */
	uint64_t drawn;	     /* the line of the cursor, when drawn last */
	bool stale;	     /* refresh() is due */
	bool busy;	     /* work() is due */
	bool center;	     /* the line of the cursor comes to the middle, when drawn next */
	unsigned int wanted; /* enum view_data_kind, by tui_host__want(): the app's */

	/* Of the last drawing. */
	unsigned int row;	 /* of the grid, at which the window begins, without heads */
	unsigned int rows, cols; /* of that window */
	const char *search;	 /* what is searched for, to be shown in TERM_MATCH; or NULL */
};

/* ---- for the app ---- */

/* Draws all of @view into @win, with its heads or without. */
void view__draw(struct tui_view *view, struct term_win *win, bool heads);
/* Views of lines: moves the cursor and the window: TUI_DONE or TUI_PASS. */
int view__scroll(struct tui_view *view, const struct term_event *event);
/* Views of lines: puts the cursor on @line. */
void view__go(struct tui_view *view, uint64_t line);

#endif /* PERF_DEFER_UI_TUI_VIEW_VIEW_H */
