/* SPDX-License-Identifier: GPL-2.0-only */
/* opened: a trace that is open, shared by all Python objects that come from it. */
#ifndef PERF_DEFER_PYTHON_OPENED_H
#define PERF_DEFER_PYTHON_OPENED_H

#include <pthread.h>

#include "python/native.h"
#include "util/base/progress.h"
#include "util/dso/symbol-opts.h"
#include "util/resolve/resolve.h"
#include "util/session/order.h"

struct defer_evsel;

struct opened {
	unsigned long refs;
	PyObject *module; /* owns @native */
	struct native *native;
	bool closed; /* nothing may be read any more; what was read stays */

	char *path;
	char *symfs, *kallsyms, *vmlinux, *debuginfod; /* NULL: not given */
	bool force, srclines;
	struct symbol_opts symbols;

	/*
	 * Held while a pass reads the whole trace, and while names are looked up, since others may run
	 * Python meanwhile. See opened__lock().
	 */
	pthread_mutex_t lock;
	struct progress progress; /* lets Ctrl-C end a pass */
	struct session *session;
	struct session_order *order; /* NULL until the first iterator */
	struct resolve *resolve;     /* NULL until the first frame */
	uint32_t nr_named;	     /* frames that have been looked up */

	PyObject **events; /* by evsel idx */
	PyObject **comms;  /* by comm id; NULL: not yet needed */
	size_t nr_comms;
	/*
	 * The objects of frames by key, so that equal frames are one object; NULL: there is none. They
	 * are kept while the Trace is there. Later they only stand here until they are freed.
	 */
	PyObject **frames;
	size_t nr_frames;
	bool keeps_frames;
};

/* Returns an empty one, which the caller holds; NULL with an exception. */
struct opened *opened__new(PyObject *module);
struct opened *opened__get(struct opened *opened);
void opened__put(struct opened *opened);

/* Opens the trace at @opened->path and makes pass 1. Returns 0, or -1 with an exception. */
int opened__open(struct opened *opened);

/* Lets go of the frames that nobody else holds. */
void opened__drop_frames(struct opened *opened);

/* Take the lock, without Python's lock meanwhile, and release it. */
void opened__lock(struct opened *opened);
void opened__unlock(struct opened *opened);

typedef int (*opened_fn)(struct opened *opened, void *ctx, struct defer_error *err);

/*
 * Calls @fn on a thread of its own, without Python's lock; the caller has the trace's. Signals are
 * handled meanwhile: an exception of their handler, such as KeyboardInterrupt, ends the pass. Returns
 * 0, or -1 with an exception.
 */
int opened__run(struct opened *opened, opened_fn fn, void *ctx);

/* Makes @opened->order unless it is there. Returns 0, or -1 with an exception. */
int opened__sort(struct opened *opened);

/* Returns a new reference to the account of all samples, as a dict: that of `audit --json`. */
PyObject *opened__stats(struct opened *opened);

/* Returns a borrowed string, or NULL with an exception. */
PyObject *opened__comm(struct opened *opened, uint32_t comm_id);

/*
 * Returns a new reference to the Frame of an address, not yet named; NULL with an exception. A frame
 * of the kernel, or a gap, has the evidence EVIDENCE_NR.
 */
PyObject *opened__frame(struct opened *opened, uint32_t maps_id, uint64_t ip, bool kernel,
			enum evidence evidence);

/* Looks up the frame @id, with all others that wait. Returns NULL with an exception. */
const struct frame *opened__name(struct opened *opened, uint32_t id);

/* The place in @opened->frames of the frame @id that is known by @evidence. */
static inline size_t frame_object__key(uint32_t id, enum evidence evidence)
{
	return id * (EVIDENCE_NR + 1ULL) + evidence;
}

/* Creates the Frame @id, with all it needs to clear its place in @opened->frames. */
PyObject *frame_object__new(struct opened *opened, uint32_t id, enum evidence evidence);
/* Creates the Event of @evsel. */
PyObject *event_object__new(const struct native *native, const struct defer_evsel *evsel);
/* Creates the Sample. */
PyObject *sample_object__new(struct opened *opened, const struct stitched *stitched);
/* Creates an iterator from the first sample on. */
PyObject *samples_object__new(struct opened *opened);

#endif /* PERF_DEFER_PYTHON_OPENED_H */
