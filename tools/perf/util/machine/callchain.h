/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * callchain: turns recorded entries into addresses.
 *
 * Marks in a sample's chain say whose addresses follow. They split it into a kernel half and a user
 * half, and stay in a half only where they say more than that:
 *
 *   chain        KERNEL k2 k1  USER u2 u1
 *   kernel half  k2 k1
 *   user half    u2 u1
 */
#ifndef PERF_DEFER_UTIL_MACHINE_CALLCHAIN_H
#define PERF_DEFER_UTIL_MACHINE_CALLCHAIN_H

#include <stdbool.h>

#include <perf/defer-abi.h>
#include <perf/defer-class.h>
#include <perf/defer-error.h>

#include "util/base/intern.h"

struct defer_chain;
struct defer_sample;
struct intern_part;

/*
 * How a user frame is known. The frame of the sample's own address is EVIDENCE_IP; the others of a half
 * without marks of evidence have that of its class: class__evidence().
 */
enum evidence {
	EVIDENCE_IP,	   /* the sample's registers */
	EVIDENCE_RECORD,   /* the kernel's walk along frame pointers, which looks at no code */
	EVIDENCE_UNPROVED, /* the same, behind a gap: callers before it may be missing */
	EVIDENCE_CFI,	   /* call frame information, and a copy of the stack */
	EVIDENCE_LBR,	   /* the processor's record of branches */
	EVIDENCE_FP_GUESS, /* a frame pointer, where there is no call frame information */
	EVIDENCE_JIT,	   /* call frame information of a JIT */
	EVIDENCE_NR,
};

/*
 * Marks of our own, among those of the kernel, that stand in user halves only: the frames after
 * HALF_EVIDENCE(e) are known by e; where HALF_GAP is, callers may be missing. A chain in a file that
 * has one of them has an unknown mark.
 */
#define HALF_EVIDENCE(evidence) ((uint64_t)-3000 - (evidence))
#define HALF_GAP		((uint64_t)-3100)

/* The name of the frame that is shown where HALF_GAP is. */
#define HALF_GAP_NAME "[callers unknown]"

/* Returns a static string such as "cfi"; never NULL. */
const char *evidence__name(enum evidence evidence);

/* Returns how frames without a mark are known in a half of @cls, all but the first. */
enum evidence class__evidence(enum defer_class cls);

/*
 * Addresses, innermost first, in this machine's byte order. They belong to the host's kernel or to
 * its user space, except those after a mark: mark__maps() tells their address space.
 */
struct half {
	const uint64_t *ips; /* addresses and marks: half__is_mark() */
	uint32_t nr;
	const struct intern_entry *entry; /* in the session's chains; NULL: none, or empty */
};

/* Room for one chain, reused for each sample of one thread. */
struct callchain_buf {
	uint64_t *ips;
	uint64_t cap;
};

void callchain_buf__init(struct callchain_buf *buf);
void callchain_buf__exit(struct callchain_buf *buf);

/*
 * Splits a sample's chain; the halves point into @buf, or into the chain where that needs no copy.
 *
 * - Entries before the first mark are in the mode that the sample was taken in.
 * - The cookie of a deferred chain is not an address and is left out.
 * - The sample's ip is always in a frame: if the half of the sample's mode is empty, the ip becomes
 *   that half.
 */
int callchain__split(const struct defer_sample *sample, struct callchain_buf *buf,
		     struct half *kernel, struct half *user, struct defer_error *err);

/*
 * Turns a deferred record's chain into a user half. Entries before the first mark are user
 * addresses. The half points into @buf or into the chain.
 */
int callchain__user(const struct defer_chain *chain, struct callchain_buf *buf, struct half *user,
		    struct defer_error *err);

/*
 * Points @user at the calls in the branches of @sample, of an LBR in call-stack mode: where the last one led
 * to, then where each came from, as perf shows them. The half points into @buf, and all of it has
 * EVIDENCE_LBR. Leaves @user as it is if there are none, or if one has an address that would be a mark.
 */
int callchain__calls(const struct defer_sample *sample, struct callchain_buf *buf,
		     struct half *user, struct defer_error *err);

/*
 * Interns @half unless it is interned or empty, and points it at the interned addresses. Any number
 * of threads may call it, each with its own part.
 */
int half__intern(struct half *half, struct intern *chains, struct intern_part *part,
		 struct defer_error *err);

/*
 * Leaves marks of our own out of @half, for programs that know none of them, and all that stands behind a
 * gap: it would seem to call what stands before it. If @half has such marks, it points into @buf
 * afterwards, which it must not have done before.
 */
int half__drop_own_marks(struct half *half, struct callchain_buf *buf, struct defer_error *err);

static inline bool half__is_mark(uint64_t ip)
{
	return ip >= DEFER_CONTEXT_MAX;
}

/* Returns true for a mark that tells how the frames after it are known. */
static inline bool half__is_evidence(uint64_t ip)
{
	return HALF_EVIDENCE(0) - ip < EVIDENCE_NR;
}

/* Returns true for a mark of our own, which no file has. */
static inline bool half__is_own_mark(uint64_t ip)
{
	return half__is_evidence(ip) || ip == HALF_GAP;
}

/*
 * Returns what stands in a half for the address @ip, from a register or from memory: itself, unless it is a
 * mark of ours, which it must not become. Nothing can be mapped there.
 */
static inline uint64_t half__entry_of(uint64_t ip)
{
	return half__is_own_mark(ip) ? DEFER_CONTEXT_HV : ip;
}

/* Returns the half that @entry holds; an empty one if it is NULL. */
static inline struct half half__of(const struct intern_entry *entry)
{
	if (!entry)
		return (struct half){0};
	return (struct half){
		.ips = (const uint64_t *)entry->key,
		.nr = entry->size / sizeof(uint64_t),
		.entry = entry,
	};
}

#endif /* PERF_DEFER_UTIL_MACHINE_CALLCHAIN_H */
