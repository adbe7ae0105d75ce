/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * callchain: recorded entries become addresses. The marks that say whose addresses follow split a
 * sample's chain into a kernel half and a user half, and stay where they say more than that.
 */
#ifndef PERF_DEFER_UTIL_MACHINE_CALLCHAIN_H
#define PERF_DEFER_UTIL_MACHINE_CALLCHAIN_H

#include <perf/defer.h>

struct arena;
struct intern;
struct intern_entry;

/*
 * Addresses, innermost first, in this machine's byte order. They are of the host's kernel, or of
 * its user space, but for those behind a mark: mark__maps() says in which address space these lie.
 */
struct half {
	const uint64_t *ips; /* marks too: half__is_mark() */
	uint32_t nr;
	const struct intern_entry *entry; /* in the session's chains; NULL: not there, or empty */
};

/* Room for one chain at a time, used again and again by one thread. */
struct callchain_buf {
	uint64_t *ips;
	uint64_t cap;
};

void callchain_buf__init(struct callchain_buf *buf);
void callchain_buf__exit(struct callchain_buf *buf);

/*
 * Splits a sample's chain; the halves point into @buf. Entries before any mark are in the mode
 * that the sample was taken in. The cookie of a deferred chain is no address and is left out.
 * What was hit is always a frame: it is the half of the sample's mode if the chain has none.
 */
int callchain__split(const struct defer_sample *sample, struct callchain_buf *buf,
		     struct half *kernel, struct half *user, struct defer_error *err);

/* A deferred record's chain. Entries before any mark are of the user space. */
int callchain__user(const struct defer_chain *chain, struct callchain_buf *buf, struct half *user,
		    struct defer_error *err);

/*
 * Interns @half unless it is interned or empty, and points it at the interned addresses. Any
 * number of threads, each with an arena of its own.
 */
int half__intern(struct half *half, struct intern *chains, struct arena *arena,
		 struct defer_error *err);

static inline bool half__is_mark(uint64_t ip)
{
	return ip >= DEFER_CONTEXT_MAX;
}

/* The half that @entry holds; NULL gives an empty one. */
struct half half__of(const struct intern_entry *entry);

#endif /* PERF_DEFER_UTIL_MACHINE_CALLCHAIN_H */
