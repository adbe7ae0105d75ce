/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * zoom: a stack of choices that narrow a profile down; each can be undone. They apply to the fold,
 * so the trace is not read again. ZOOM_ROWS alone is about rows: it hides some, and no sample.
 */
#ifndef PERF_DEFER_UTIL_PROFILE_ZOOM_H
#define PERF_DEFER_UTIL_PROFILE_ZOOM_H

#include <stdbool.h>

#include "util/fold/fold.h"
#include "util/fold/samples.h"

struct env;
struct resolve;

enum zoom_kind {
	ZOOM_THREAD, /* samples of one thread */
	ZOOM_COMM,   /* of tasks with one comm */
	ZOOM_CPU,
	ZOOM_SOCKET, /* of all CPUs of a socket */
	ZOOM_CLASS,  /* enum defer_class */
	ZOOM_DSO,    /* with the DSO anywhere in their stack */
	ZOOM_SYMBOL, /* with the function anywhere in their stack */
	ZOOM_TIME,
	ZOOM_DELAY, /* with a time until the deferred record between two: sample_ref__delay() */
	/* From here on, kinds hide no samples. */
	ZOOM_ROWS, /* rows whose symbol has the name in it: see show_opts.symbol_filter */
	ZOOM_NR_KINDS
};

#define ZOOM_NAME_LEN 256

struct zoom {
	enum zoom_kind kind;
	bool all_but;		  /* all samples but these; never with ROWS */
	int32_t pid, tid;	  /* THREAD; pid -1: of any process */
	uint32_t comm_id;	  /* COMM; ZOOM_BY_NAME: that of @name */
	int32_t cpu;		  /* CPU */
	int32_t socket;		  /* SOCKET */
	uint8_t cls;		  /* CLASS */
	uint64_t start, end;	  /* TIME, DELAY: ns, both inclusive */
	char name[ZOOM_NAME_LEN]; /* DSO: its short name; SYMBOL; ROWS; others: text to show */
	uint64_t rest;		  /* hash of the whole name if it is longer; else 0 */
};

#define ZOOM_BY_NAME UINT32_MAX

/*
 * Parses what to leave out: "idle", or "comm", "thread", "dso" or "symbol" with "=" and a name or a
 * number.
 */
int zoom__parse_all_but(struct zoom *zoom, const char *text, struct defer_error *err);
/* Sets the name. C++ names may be longer than what is stored; the hash still tells them apart. */
void zoom__set_name(struct zoom *zoom, const char *name);
/* Returns true if both select the same, whatever their text. */
bool zoom__equal(const struct zoom *a, const struct zoom *b);

/* Returns true if @cpu passes a zoom into a CPU or a socket. Other zooms let every CPU pass. */
bool zoom__has_cpu(const struct zoom *zoom, const struct env *env, int32_t cpu);

#define ZOOM_MAX 16

/* All zero means no zooms. */
struct zooms {
	struct zoom zooms[ZOOM_MAX];
	unsigned int nr;
};

/* Pushes @zoom. If an equal one is there, it moves to the top. DEFER_ERR_INVAL if full. */
int zooms__push(struct zooms *zooms, const struct zoom *zoom, struct defer_error *err);
/* Removes the last one. Returns false if there is none. */
bool zooms__pop(struct zooms *zooms);
/* Removes all of @kind. Returns whether there was one. */
bool zooms__drop(struct zooms *zooms, enum zoom_kind kind);
/* Returns the last one of @kind that is not all but something, or NULL. */
const struct zoom *zooms__find(const struct zooms *zooms, enum zoom_kind kind);
/* Returns whether any of them hides samples. */
bool zooms__narrow(const struct zooms *zooms);
/* Removes those that do. */
void zooms__drop_narrow(struct zooms *zooms);
/* Prints all zooms, such as "Thread: burn, all but DSO: libc.so.6", like snprintf(). */
size_t zooms__text(const struct zooms *zooms, char *buf, size_t size);
/* Does the same within @cols bytes if possible: cuts long names, but omits no zoom. */
size_t zooms__short_text(const struct zooms *zooms, size_t cols, char *buf, size_t size);

/*
 * Returns true if time, CPU and delay of @ref pass. Zooms into stacks let every sample pass; so does
 * a @zooms of NULL.
 */
bool zooms__pass_sample(const struct zooms *zooms, const struct session *session,
			const struct sample_ref *ref);

/*
 * Makes the part of @fold that passes all of @zooms, with the counts of the samples that do. Times,
 * CPUs and sockets need @samples; DSOs and symbols need @resolve. The caller owns the part, which
 * must not outlive the session of @fold.
 */
int zooms__apply(const struct zooms *zooms, const struct fold *fold, const struct samples *samples,
		 struct resolve *resolve, struct fold **part, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_PROFILE_ZOOM_H */
