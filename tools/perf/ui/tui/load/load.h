/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * loader: the thread that reads, folds and names a trace while the TUI draws, and that makes new
 * profiles for zooms. It hands over snapshots, profiles that it does not touch any more:
 *
 *	snapshot                 from                         names    shown until
 *	partial                  beginning of a large file    yes      the whole trace has names
 *	without names            whole trace (if no partial)  no       symbols are read
 *	has_all                  whole trace, zooms           yes      the next request
 *
 * At most one snapshot waits to be taken; a newer one replaces it.
 */
#ifndef PERF_DEFER_UI_TUI_LOAD_LOAD_H
#define PERF_DEFER_UI_TUI_LOAD_LOAD_H

#include "ui/tui/load/snapshot.h"
#include "util/dso/debuginfod.h"

struct term;

enum load_phase {
	LOAD_OPEN,   /* opens the file and reads the header */
	LOAD_LOOK,   /* loads the beginning of a large file, so that there is something to show */
	LOAD_GATHER, /* pass 1 */
	LOAD_FOLD,   /* pass 2 */
	LOAD_ROWS,
	LOAD_NAMES,
	LOAD_ZOOM,
	LOAD_BASELINE,	/* reads the trace to compare with */
	LOAD_VIEW_DATA, /* makes what a view draws besides rows */
	LOAD_SUMMARY,	/* makes sentences of a summary */
	LOAD_IDLE,	/* waits for a request */
	LOAD_FAILED,
};

struct load_state {
	enum load_phase phase;
	uint64_t done, total;		  /* bytes, of a stream and in passes; total 0: unknown */
	struct debuginfod_state download; /* while symbols are read */
};

struct loader;

/*
 * Starts the thread. @opts, its strings and @term must outlive the loader. The term is woken when a
 * snapshot is ready. The meaning of the limit in @opts is that in tui_opts.
 */
int loader__start(struct loader **loader, const struct pipeline_opts *opts,
		  const struct load_request *request, struct term *term, struct defer_error *err);

/*
 * Stops the loader, and frees it with @snapshot, the last one taken, or NULL. Mutes it first.
 * Returns false if the thread does work that cannot be interrupted, such as reading symbols: then
 * nothing is freed, and the process should exit.
 */
bool loader__delete(struct loader *loader, struct snapshot *snapshot);
/* Stops waking the term. */
void loader__mute(struct loader *loader);

struct load_state loader__state(const struct loader *loader);
/*
 * Gives up the download in progress. Returns false if there is none, or if it was given up before.
 */
bool loader__stop_download(struct loader *loader);
/* Returns the reason for LOAD_FAILED. */
const struct defer_error *loader__error(const struct loader *loader);

/*
 * Requests another snapshot; only view data for the last one if nothing else differs. A new request
 * replaces one that is still waiting.
 */
void loader__request(struct loader *loader, const struct load_request *request);

/*
 * Returns whether the last request could not be met since it compares, with @why. The snapshot before stays, and
 * the loader waits for another request. Tells each such request once.
 */
bool loader__refused(struct loader *loader, struct defer_error *why);

/* Returns whether a snapshot or view data were not taken yet. */
bool loader__has_news(struct loader *loader);
/* Returns the newest snapshot that was not taken yet, or NULL. The caller owns it. */
struct snapshot *loader__take(struct loader *loader);
/* Returns whether there are view data that were not taken yet. */
bool loader__has_view_data(struct loader *loader);
/*
 * Moves view data that were made for @snapshot, the last one taken, into it. Those of another event
 * replace those that @snapshot has, which are freed.
 */
void loader__take_view_data(struct loader *loader, struct snapshot *snapshot);

/* Returns the pipeline of the whole trace. Its contents may be read in LOAD_IDLE. */
const struct pipeline *loader__pipeline(const struct loader *loader);
/* Returns NULL while the loader uses it, and before there are names. */
struct resolve *loader__resolve(const struct loader *loader);

#endif /* PERF_DEFER_UI_TUI_LOAD_LOAD_H */
