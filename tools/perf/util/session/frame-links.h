/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * frame_links: how far the frame pointers of a trace lead to the callers, by the call frame information
 * of the code, and how the frames of user stacks are known.
 *
 *   walk: samples of each (user half, address space, class)     by each worker
 *     -> each half once: the frames that the kernel's walk found -> fp_link, per DSO
 */
#ifndef PERF_DEFER_UTIL_SESSION_FRAME_LINKS_H
#define PERF_DEFER_UTIL_SESSION_FRAME_LINKS_H

#include "util/base/hash-index.h"
#include "util/session/session.h"
#include "util/unwind/fp-link.h"

struct dso;
struct sample_filter;

/* Frames, each as often as samples have it. */
struct link_counts {
	uint64_t nr; /* the sum */
	uint64_t links[FP_NR_LINKS];
};

/* The frames of one DSO: the first ones of stacks, and those that called others. */
struct dso_links {
	const struct dso *dso; /* NULL: nothing is known at their addresses */
	struct link_counts leaf, callers;
};

struct frame_links {
	struct dso_links *dsos; /* most frames first */
	size_t nr, cap;
	struct hash_index by_dso; /* until they are sorted */
	uint64_t hash_key;
	struct link_counts leaf, callers; /* of all DSOs */
	uint64_t evidence[EVIDENCE_NR];	  /* all user frames, of other stacks too */
	uint64_t gaps;			  /* places where callers may be missing */
};

/*
 * Walks over the samples of @session that pass @filter, or all if it is NULL. @links is valid until
 * exit, which is called even after an error, and until the session is closed. @session->symbols says
 * where files are.
 */
int frame_links__init(struct frame_links *links, struct session *session,
		      const struct sample_filter *filter, struct defer_error *err);
void frame_links__exit(struct frame_links *links);

#endif /* PERF_DEFER_UTIL_SESSION_FRAME_LINKS_H */
