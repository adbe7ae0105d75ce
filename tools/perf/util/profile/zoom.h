/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * zoom: a stack of choices that narrow a profile down, each of which can be taken back. They
 * work on the fold, so nothing is read again.
 */
#ifndef PERF_DEFER_UTIL_PROFILE_ZOOM_H
#define PERF_DEFER_UTIL_PROFILE_ZOOM_H

#include <stdbool.h>

#include "util/fold/fold.h"
#include "util/fold/samples.h"

struct env;
struct resolve;

enum zoom_kind {
	ZOOM_THREAD, /* samples of a thread */
	ZOOM_COMM,   /* of tasks with a name */
	ZOOM_CPU,
	ZOOM_SOCKET, /* of all CPUs in a socket */
	ZOOM_CLASS,  /* enum defer_class */
	ZOOM_DSO,    /* with the DSO anywhere in their stack */
	ZOOM_SYMBOL, /* with the function anywhere in their stack */
	ZOOM_TIME,
	ZOOM_NR_KINDS
};

#define ZOOM_NAME_LEN 256

struct zoom {
	enum zoom_kind kind;
	int32_t pid, tid;	  /* THREAD */
	uint32_t comm_id;	  /* COMM */
	int32_t cpu;		  /* CPU */
	int32_t socket;		  /* SOCKET */
	uint8_t cls;		  /* CLASS */
	uint64_t start, end;	  /* TIME: ns, both belong to it */
	char name[ZOOM_NAME_LEN]; /* DSO: its short name; SYMBOL; others: what to call it */
	uint64_t rest;		  /* of a name that is longer: a hash of it all; else 0 */
};

/* Names of C++ functions may be longer than what is kept of them: they are told apart yet. */
void zoom__set_name(struct zoom *zoom, const char *name);
/* Do both choose the same, whatever they are called? */
bool zoom__equal(const struct zoom *a, const struct zoom *b);

/* Is @cpu one that a zoom into a CPU or a socket asks for? Others let every CPU pass. */
bool zoom__has_cpu(const struct zoom *zoom, const struct env *env, int32_t cpu);

#define ZOOM_MAX 16

/* All zero is no zoom at all. */
struct zooms {
	struct zoom zooms[ZOOM_MAX];
	unsigned int nr;
};

/* Puts @zoom on top. One that is there already comes to the top. DEFER_ERR_INVAL if full. */
int zooms__push(struct zooms *zooms, const struct zoom *zoom, struct defer_error *err);
/* Takes the last one off: false if there is none. */
bool zooms__pop(struct zooms *zooms);
/* The last one of @kind, or NULL. */
const struct zoom *zooms__find(const struct zooms *zooms, enum zoom_kind kind);
/* "thread 114 burn > dso libc.so.6": like snprintf(). */
size_t zooms__text(const struct zooms *zooms, char *buf, size_t size);
/* The same in @cols bytes, if that is possible: long names are cut, no zoom is left out. */
size_t zooms__short_text(const struct zooms *zooms, size_t cols, char *buf, size_t size);

/*
 * The stacks of @fold that pass all of @zooms, with the counts of the samples that do. @samples
 * is needed for times, CPUs and sockets, @resolve for DSOs and symbols. The caller owns the part, which
 * must not outlive the session of @fold.
 */
int zooms__apply(const struct zooms *zooms, const struct fold *fold, const struct samples *samples,
		 struct resolve *resolve, struct fold **part, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_PROFILE_ZOOM_H */
