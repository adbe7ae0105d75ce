/* SPDX-License-Identifier: GPL-2.0-only */
/* The inside of the app, which its parts share; views see app.h. */
#ifndef PERF_DEFER_UI_TUI_APP_PRIV_H
#define PERF_DEFER_UI_TUI_APP_PRIV_H

#include "ui/tui/app.h"
#include "ui/tui/load.h"

#define SEARCH_LEN  128
#define MESSAGE_LEN 256

/* A search that goes on, a slice of the lines at a time. */
struct search_walk {
	bool on;
	bool forward, again;
	bool waits;    /* for data of the view */
	bool wrapped;  /* it goes on from the other end */
	uint64_t from; /* where the next slice begins */
};

struct tui_app {
	const struct tui_opts *opts;
	struct term *term;

	char *path;		       /* of the trace that is shown */
	char *old_path;		       /* of the one before it, or NULL */
	struct pipeline_opts pipeline; /* as opts, but of that trace */
	struct loader *loader;
	struct load_shot *shot;	     /* that is shown, or NULL */
	struct load_request request; /* the last one */
	struct tui_data data;
	struct tui_view *views;
	unsigned int nr_views, current;
	unsigned int before; /* the view that Esc goes back to, or current */
	uint32_t event;	     /* index in the profile */

	char search[SEARCH_LEN];
	struct search_walk walk;
	char message[MESSAGE_LEN];
	bool is_error; /* the message */
	bool hide_heads;
	struct {
		bool known, kernel; /* it has none */
		unsigned int files; /* so many others */
		bool damaged;	    /* the trace itself */
		bool told;	    /* why: the hint is gone */
	} missing;		    /* symbols */
	bool busy;		    /* the loader was left at work */
	bool asks;		    /* for text, which may be pasted */
	int64_t drawn_at;	    /* ms */
	bool leave;
};

/* ---- the loop: app.c ---- */

/* Draws everything but what is modal, without showing it. */
void app__draw(struct tui_app *app);
/* False if it can wait: more keys are there already. What is modal asks, too. */
bool app__is_due(struct tui_app *app);
/*
 * Waits for a key or the mouse, as modal parts do: what else comes is seen to. False if the user,
 * or the system, wants to leave; the app then leaves.
 */
bool app__wait(struct tui_app *app, struct term_event *event);
struct tui_view *app__view(struct tui_app *app);
/* Switches to view @i. */
int app__go(struct tui_app *app, unsigned int i, struct defer_error *err);
/* Another trace: @path is taken over, also on failure. */
int app__open(struct tui_app *app, char *path, struct defer_error *err);
/* Shows the event with that index. */
void app__set_event(struct tui_app *app, uint32_t event);
void app__request(struct tui_app *app);

/* ---- lines above and below: status.c ---- */

#define APP_MIN_HEADS 2 /* title and tabs; one more if there are zooms */

unsigned int app__nr_heads(const struct tui_app *app);
void app__draw_heads(struct tui_app *app, struct term_win *win);
void app__draw_status(struct tui_app *app, struct term_win *win);
/* The tab that column @col of row @row is on, or -1. */
int app__tab_at(const struct tui_app *app, unsigned int row, unsigned int col);

/* ---- keys: app-keys.c ---- */

struct app_key {
	struct tui_key key;
	int (*run)(struct tui_app *app, struct defer_error *err); /* NULL: view__scroll() */
	bool (*works)(const struct tui_app *app);		  /* NULL: always */
};

/* Ends with a zeroed one. */
const struct app_key *app_keys(void);
int app__key(struct tui_app *app, const struct term_event *event, struct defer_error *err);
bool app_key__works(const struct tui_app *app, const struct app_key *key);
int app__back(struct tui_app *app, struct defer_error *err);

/* ---- what keys do ---- */

int app__help(struct tui_app *app, struct defer_error *err);
int app__search(struct tui_app *app, struct defer_error *err);
int app__search_next(struct tui_app *app, struct defer_error *err);
int app__search_back(struct tui_app *app, struct defer_error *err);
/* The next slice, while app->walk.on. */
void app__search_on(struct tui_app *app);
int app__zoom_thread(struct tui_app *app, struct defer_error *err);
int app__zoom_dso(struct tui_app *app, struct defer_error *err);
int app__zoom_kernel(struct tui_app *app, struct defer_error *err);
int app__zoom_menu(struct tui_app *app, struct defer_error *err);
int app__context_menu(struct tui_app *app, struct defer_error *err);
#define SOURCE_VIEW "source"
/* Of the function that the cursor is on. */
int app__source(struct tui_app *app, struct defer_error *err);
int app__print(struct tui_app *app, struct defer_error *err);
int app__export(struct tui_app *app, struct defer_error *err);
int app__switch_file(struct tui_app *app, struct defer_error *err);
int app__info(struct tui_app *app, struct defer_error *err);

/* Looks, once for each trace, for what has no symbols, and for damage. */
void app__count_missing(struct tui_app *app);
/* "i: why the kernel has no symbols", "i: the trace is damaged", or NULL. */
const char *app__missing_hint(const struct tui_app *app, char *buf, size_t size);

/* Shows @nr lines of text in a box that scrolls. */
void app__show_text(struct tui_app *app, const char *title, const char *const *lines,
		    unsigned int nr);

/* ---- views of lines: view.c ---- */

void view__draw(struct tui_view *view, struct term_win *win, bool heads);
/* Moves the cursor and the window: TUI_DONE or TUI_PASS. */
int view__scroll(struct tui_view *view, const struct term_event *event);
void view__go(struct tui_view *view, uint64_t line);

#endif /* PERF_DEFER_UI_TUI_APP_PRIV_H */
