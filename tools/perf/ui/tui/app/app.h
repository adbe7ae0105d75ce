/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tui_app: the state of the terminal UI and the operations on it, for the files of this folder
 * only: drawing, boxes, keys and the loop. Views include ui/tui/view/host.h, the verb
 * ui/tui/app/tui.h.
 */
#ifndef PERF_DEFER_UI_TUI_APP_APP_H
#define PERF_DEFER_UI_TUI_APP_APP_H

#include "ui/tui/load/load.h"
#include "ui/tui/app/missing.h"
#include "ui/tui/view/host.h"
#include "ui/tui/view/view.h"

#define SEARCH_LEN  128
#define SEARCH_MAX  1024 /* a text of that length, or the name of a function with "=" */
#define MESSAGE_LEN 256

/* The state of a search, which looks at a slice of the lines at a time. */
struct search_walk {
	bool on;
	bool again;   /* the next place of the same text */
	bool waits;   /* for data that the view needs */
	bool wrapped; /* it has continued from the other end */
	struct find_request find;
	enum {
		WALK_FINDS,  /* the next match */
		WALK_COUNTS, /* one was found: how many lines have the text? */
		WALK_COUNTS_CLOSED,
	} step;
	uint64_t nr, nr_all; /* lines that have the text; also with those that are not shown */
};

struct tui_opts;

struct tui_app {
	const struct tui_opts *opts;
	struct tui_host host; /* the part that views see */
	struct term *term;

	char *path;		       /* of the trace that is shown */
	char *old_path;		       /* of the previous trace, or NULL */
	struct pipeline_opts pipeline; /* a copy of opts->pipeline with this trace's path */
	struct loader *loader;
	struct snapshot *snapshot;   /* the one that is shown, or NULL */
	struct load_request request; /* the last request to the loader */
	bool marked;		     /* request.base, to be compared with */
	unsigned int compared_at;    /* number of zooms when the comparison began */
	struct tui_data data;
	struct tui_view *views;
	unsigned int nr_views, current;
	unsigned int before; /* index of the view that Esc returns to; else current */
	/* number of zooms after the step that came from there and made the last of them; 0: it made none */
	unsigned int came_with;
	uint32_t event; /* index in the profile */

	char search[SEARCH_MAX];
	bool search_closed; /* no line had the text: search looks below closed ones */
	struct search_walk walk;
	char message[MESSAGE_LEN];
	bool is_error;	  /* the message is an error */
	bool is_progress; /* the message says how far work is, which may say more at any time */
	bool works;	  /* work that runs in slices goes on just now */
	bool hide_heads;
	struct missing missing;
	bool failed;	  /* the loader failed, and the user was told */
	bool busy;	  /* the loader could not be stopped and still runs */
	bool asks;	  /* a question is open: text may be pasted */
	int64_t drawn_at; /* time of the last drawing, ms */
	bool leave;
};

/* A key that all views share. */
struct app_key {
	struct tui_key key;
	int (*run)(struct tui_app *app, struct defer_error *err);
	bool (*works)(const struct tui_app *app); /* NULL: always */
	/* In place of run(), for keys that do the same with another @what. Both NULL: view__scroll(). */
	int (*run_with)(struct tui_app *app, int what, struct defer_error *err);
	int what;
};

static inline bool app_key__works(const struct tui_app *app, const struct app_key *key)
{
	return !key->works || key->works(app);
}

/* Fills in app->host, through which views use the functions below. */
void app__init_host(struct tui_app *app);

/* Returns the view that is shown. */
struct tui_view *app__view(struct tui_app *app);
/* Returns the key of view @i: 1 to 9, then 0. */
static inline char app__view_key(unsigned int i)
{
	return '0' + (i + 1) % 10;
}
/* Switches to view @i. */
void app__go(struct tui_app *app, unsigned int i);
/* Returns what the cursor is on; ZOOM_TARGET_INIT if nothing. */
struct zoom_target app__target(struct tui_app *app);

/* Requests the snapshot that app->request describes, with the data that the current view needs. */
void app__request(struct tui_app *app);
/*
 * Switches to the view called @name and has it show @target, which may be NULL. Returns
 * DEFER_ERR_NOENT if there is no such view.
 */
int app__show(struct tui_app *app, const char *name, const struct zoom_target *target,
	      struct defer_error *err);

/* Zooms all views into @zoom. The loader works in the background. */
int app__zoom(struct tui_app *app, const struct zoom *zoom, struct defer_error *err);
/* Returns the zooms that the current view shows: a filter of rows is nothing to others, nor is folding. */
struct zooms app__shown_zooms(const struct tui_app *app);
/* Removes the zooms that the last step made. Returns false if none are shown. */
bool app__unzoom(struct tui_app *app);

/* Shows a message in the bottom line until the next key. */
void app__say(struct tui_app *app, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void app__say_error(struct tui_app *app, const struct defer_error *err);
/* Ends work that runs in slices: a key was pressed, or the lines that it is about are gone. */
void app__stop_work(struct tui_app *app);

/* Call before app->data change: lets views save what they need of the old data. */
void app__save_views(struct tui_app *app);
/*
 * Call after app->data have changed: refreshes the current view; others are refreshed when shown.
 */
void app__refresh_view(struct tui_app *app);

#endif /* PERF_DEFER_UI_TUI_APP_APP_H */
