/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * zooms: a stack of choices that narrow a profile down; each can be undone. They apply to the fold,
 * so the trace is not read again. ZOOM_ROWS hides rows, and no sample; ZOOM_FOLD hides nothing but frames of recursion.
 */
#ifndef PERF_DEFER_UTIL_PROFILE_ZOOM_H
#define PERF_DEFER_UTIL_PROFILE_ZOOM_H

#include "util/fold/fold.h"
#include "util/fold/samples.h"
#include "util/profile/zoom-kind.h"

struct resolve;

#define ZOOM_MAX 16

/* All zero means no zooms. */
struct zooms {
	struct zoom zooms[ZOOM_MAX];
	unsigned int nr;
};

/* Pushes @zoom. If an equal one is there, it moves to the top. DEFER_ERR_INVAL if full. */
int zooms__push(struct zooms *zooms, const struct zoom *zoom, struct defer_error *err);
/* Removes what the last step made: the last one, and those before that are joined. Returns false if none. */
bool zooms__pop(struct zooms *zooms);
/* Removes all of @kind. Returns whether there was one. */
bool zooms__drop(struct zooms *zooms, enum zoom_kind kind);
/* Returns the last one of @kind that is not all but something, or NULL. */
const struct zoom *zooms__find(const struct zooms *zooms, enum zoom_kind kind);
/* Returns whether any of them hides samples. */
bool zooms__narrow(const struct zooms *zooms);
/* Returns whether any is about what samples of one stack differ in: zooms__apply() needs these then. */
bool zooms__need_samples(const struct zooms *zooms);
/* Removes those that do. */
void zooms__drop_narrow(struct zooms *zooms);
/* Makes them those of another session: comms go by their names, and what needs the samples of this one goes. */
void zooms__make_foreign(struct zooms *zooms);
/* Prints all zooms, such as "Thread: burn, without DSO: libc.so.6", like snprintf(). */
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
