/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * loader: the thread that reads, folds and names a trace while the TUI draws, and that makes
 * profiles anew for zooms. It hands over shots: profiles that it does not touch any more.
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
	LOAD_PARTS, /* what a view draws beside rows */
	LOAD_IDLE,  /* nothing to do */
	LOAD_FAILED,
};

struct load_state {
	enum load_phase phase;
	uint64_t done, total;		  /* bytes, of a stream and in passes; total 0: not known */
	struct debuginfod_state download; /* while symbols are read */
};

struct loader;

/*
 * @opts, the strings in it and @term outlive the loader; the term is woken when a shot is due. For
 * the limit in it see tui_opts.
 */
int loader__start(struct loader **loader, const struct pipeline_opts *opts,
		  const struct load_request *request, struct term *term, struct defer_error *err);

/*
 * Stops and frees it all, with @shot, the last one taken, or NULL. False if it is at work that
 * cannot be interrupted, such as reading symbols: then nothing is freed, and the process had
 * better end. Mutes it first.
 */
bool loader__delete(struct loader *loader, struct load_shot *shot);
/* Wakes the term no more. */
void loader__mute(struct loader *loader);

struct load_state loader__state(const struct loader *loader);
/* Goes on without what is being loaded from a server. False if nothing is, or it was said before. */
bool loader__stop_download(struct loader *loader);
/* After LOAD_FAILED. */
const struct defer_error *loader__error(const struct loader *loader);

/*
 * Asks for another shot, or only for parts of the last one if all else is as it was. Of requests
 * that wait the last one counts.
 */
void loader__request(struct loader *loader, const struct load_request *request);

/* The newest shot that was not taken yet, or NULL. */
struct load_shot *loader__take(struct loader *loader);
/* Adds parts to @shot, the last one taken, that were made of it since: false if there are none. */
bool loader__take_parts(struct loader *loader, struct load_shot *shot);

/* Of the whole trace. Its contents may be read in LOAD_IDLE. */
const struct pipeline *loader__pipeline(const struct loader *loader);
/* NULL while the loader uses it, and before there are names. */
struct resolve *loader__resolve(const struct loader *loader);

#endif /* PERF_DEFER_UI_TUI_LOAD_LOAD_H */
