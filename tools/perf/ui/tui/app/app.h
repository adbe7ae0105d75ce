/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tui_app: the state of the terminal UI, and what may be done to it. This is for the files of this
 * folder alone: drawing, boxes, keys and the loop. Views know ui/tui/view/host.h, the verb knows
 * ui/tui/app/tui.h.
 */
#ifndef PERF_DEFER_UI_TUI_APP_APP_H
#define PERF_DEFER_UI_TUI_APP_APP_H

#include "ui/tui/load/load.h"
#include "ui/tui/app/missing.h"
#include "ui/tui/view/host.h"
#include "ui/tui/view/view.h"

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

struct tui_opts;

struct tui_app {
	const struct tui_opts *opts;
	struct tui_host host; /* what views see of this */
	struct term *term;

	char *path;		       /* of the trace that is shown */
	char *old_path;		       /* of the one before it, or NULL */
	struct pipeline_opts pipeline; /* as opts, but of that trace */
	struct loader *loader;
	struct snapshot *snapshot;   /* that is shown, or NULL */
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
	struct missing missing;
	bool failed;	  /* the loader, and the user knows */
	bool busy;	  /* the loader was left at work */
	bool asks;	  /* for text, which may be pasted */
	int64_t drawn_at; /* ms */
	bool leave;
};

/* A key that all views have in common. */
struct app_key {
	struct tui_key key;
	int (*run)(struct tui_app *app, struct defer_error *err); /* NULL: view__scroll() */
	bool (*works)(const struct tui_app *app);		  /* NULL: always */
};

static inline bool app_key__works(const struct tui_app *app, const struct app_key *key)
{
	return !key->works || key->works(app);
}

/* Fills in app->host: views may ask for what the functions below do. */
void app__init_host(struct tui_app *app);

/* The one that is shown. */
struct tui_view *app__view(struct tui_app *app);
/* Switches to view @i. */
void app__go(struct tui_app *app, unsigned int i);
/* What its cursor is on; TUI_TARGET_INIT if that is nothing. */
struct tui_target app__target(struct tui_app *app);

/* Has the snapshot made that app->request wants, with what the view that is shown needs. */
void app__request(struct tui_app *app);
/* Goes to the view of that name, and has it show @target, which may be NULL; DEFER_ERR_NOENT. */
int app__show(struct tui_app *app, const char *name, const struct tui_target *target,
	      struct defer_error *err);

/* Narrows all views down to @zoom, in the background. */
int app__zoom(struct tui_app *app, const struct zoom *zoom, struct defer_error *err);
/* Takes the last zoom back: false if there is none. */
bool app__unzoom(struct tui_app *app);

/* Shows a message in the bottom line, until the next key. */
void app__say(struct tui_app *app, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void app__say_error(struct tui_app *app, const struct defer_error *err);
/* Ends what goes on in slices: a key has come, or lines are gone that it is about. */
void app__stop_work(struct tui_app *app);

/* app->data are about to change: lets views have their last look at them. */
void app__save_views(struct tui_app *app);
/* They have changed: lets the view that is shown take them, others when they are. */
void app__refresh_view(struct tui_app *app);

#endif /* PERF_DEFER_UI_TUI_APP_APP_H */
