/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * loader: the thread that reads, folds and names a trace while the TUI draws, and that makes
 * profiles anew for zooms. It hands over snapshots: profiles that it does not touch any more.
 */
#ifndef PERF_DEFER_UI_TUI_LOAD_LOAD_H
#define PERF_DEFER_UI_TUI_LOAD_LOAD_H

#include "ui/tui/load/snapshot.h"
#include "util/dso/debuginfod.h"

struct term;

enum load_phase {
	LOAD_OPEN,   /* opening and reading the header */
	LOAD_LOOK,   /* at the beginning of a large file, so that there is something to see */
	LOAD_GATHER, /* pass 1 */
	LOAD_FOLD,   /* pass 2 */
	LOAD_ROWS,
	LOAD_NAMES,
	LOAD_ZOOM,
	LOAD_VIEW_DATA, /* what a view draws beside rows */
	LOAD_IDLE,	/* nothing to do */
	LOAD_FAILED,
};

struct load_state {
	enum load_phase phase;
	uint64_t done, total;		  /* bytes, of a stream and in passes; total 0: not known */
	struct debuginfod_state download; /* while symbols are read */
};

struct loader;

/*
 * @opts, the strings in it and @term outlive the loader; the term is woken when a snapshot is due.
 * For the limit in it see tui_opts.
 */
int loader__start(struct loader **loader, const struct pipeline_opts *opts,
		  const struct load_request *request, struct term *term, struct defer_error *err);

/*
 * Stops and frees it all, with @snapshot, the last one taken, or NULL. False if it is at work that
 * cannot be interrupted, such as reading symbols: then nothing is freed, and the process had
 * better end. Mutes it first.
 */
bool loader__delete(struct loader *loader, struct snapshot *snapshot);
/* Wakes the term no more. */
void loader__mute(struct loader *loader);

struct load_state loader__state(const struct loader *loader);
/* Goes on without what a server is sending. Returns false if none is, or if it was said before. */
bool loader__stop_download(struct loader *loader);
/* After LOAD_FAILED. */
const struct defer_error *loader__error(const struct loader *loader);

/*
 * Asks for another snapshot, or only for view data of the last one if all else is as it was. Of
 * requests that wait the last one counts.
 */
void loader__request(struct loader *loader, const struct load_request *request);

/* The newest snapshot that was not taken yet, or NULL. */
struct snapshot *loader__take(struct loader *loader);
/*
 * Adds view data to @snapshot, the last one taken, that were made of it since. Returns false if
 * there are none.
 */
bool loader__take_view_data(struct loader *loader, struct snapshot *snapshot);

/* Of the whole trace. Its contents may be read in LOAD_IDLE. */
const struct pipeline *loader__pipeline(const struct loader *loader);
/* NULL while the loader uses it, and before there are names. */
struct resolve *loader__resolve(const struct loader *loader);

#endif /* PERF_DEFER_UI_TUI_LOAD_LOAD_H */
