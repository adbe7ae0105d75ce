/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * fold: equal stacks become one, by raw addresses, before anything is named.
 *
 * Workers add stitched samples to tables of their own; callchains are interned in the one table
 * that all share, so that equal chains are equal pointers. Merging the tables adds counts.
 */
#ifndef PERF_DEFER_UTIL_FOLD_FOLD_H
#define PERF_DEFER_UTIL_FOLD_FOLD_H

#include <stddef.h>
#include <string.h>

#include "util/base/hash.h"
#include "util/machine/cpumode.h"
#include "util/session/session.h"

/* What tells stacks apart beside event, comm, class, addresses and address spaces. */
#define FOLD_BY_TASK	    (1 << 0) /* pid, tid and life; else -1, -1 and LIFE_NONE */
#define FOLD_BY_CPU	    (1 << 1) /* else -1 */
#define FOLD_BY_CGROUP	    (1 << 2) /* else 0 */
#define FOLD_BY_PARALLELISM (1 << 3) /* else 0 */

/*
 * A stack is known by all that stands before its counts, byte for byte: what is added there tells
 * stacks apart, and nothing else has to know of it.
 *
 * - There are no holes between the fields.
 * - What nobody asked for is 0, or -1 if it is signed.
 */
struct stack {
	uint64_t ip;				  /* where the sample hit */
	const struct intern_entry *kernel, *user; /* NULL: that half is empty */
	uint64_t cgroup;			  /* id */
	uint32_t user_maps_id;			  /* resolves @user */
	uint32_t kernel_maps_id;		  /* resolves @kernel; @ip: stack__ip_maps() */
	uint32_t evsel_idx;
	uint32_t comm_id;
	uint32_t life;	      /* of the task: struct task_view */
	uint32_t parallelism; /* struct stitched */
	int32_t pid, tid, cpu;
	uint16_t cls;	  /* enum defer_class */
	uint16_t cpumode; /* of the sample: DEFER_MISC_KERNEL and so on */

	uint64_t nr;	  /* samples */
	uint64_t period;  /* sum */
	uint64_t weight;  /* sum */
	uint64_t latency; /* sum of sample_latency() */
};

#define STACK_KEY_SIZE offsetof(struct stack, nr)

/*
 * A sample's share of the wall clock: its period by how many threads ran, in thousandths so that
 * whole numbers are exact enough, as in perf. 0 threads: not known. (Linux 7.3, tools/perf/util/event.c).
 */
static inline uint64_t sample_latency(uint64_t period, uint32_t parallelism)
{
	return period * 1000 / (parallelism ? parallelism : 1);
}

/* The address space that @ip lies in. */
static inline uint32_t stack__ip_maps(const struct stack *stack)
{
	return cpumode__maps(stack->cpumode, stack->kernel_maps_id, stack->user_maps_id);
}

/* Are they one stack, whatever they count? */
static inline bool stack__equal(const struct stack *a, const struct stack *b)
{
	return !memcmp(a, b, STACK_KEY_SIZE);
}

/* Equal stacks have equal hashes. @key: hash__key(). */
static inline uint64_t stack__hash(const struct stack *stack, uint64_t key)
{
	return hash__bytes(key, stack, STACK_KEY_SIZE);
}

struct fold;

int fold__new(struct fold **fold, struct session *session, unsigned int by,
	      struct defer_error *err);
void fold__delete(struct fold *fold);

/* From worker @worker; see session_sample_fn. */
int fold__add(struct fold *fold, unsigned int worker, const struct stitched *sample,
	      struct defer_error *err);

/* The same; *@place is where the worker has the sample's stack: see fold__place(). */
int fold__add_at(struct fold *fold, unsigned int worker, const struct stitched *sample,
		 uint32_t *place, struct defer_error *err);

/* Merges what the workers have, once all are done. */
int fold__finish(struct fold *fold, struct defer_error *err);

/* After finish: all stacks, in no order that means anything. */
uint32_t fold__nr(const struct fold *fold);
const struct stack *fold__stack(const struct fold *fold, uint32_t i);

/* Whose samples they are. */
const struct session *fold__session(const struct fold *fold);

/* Which stack became of the one that @worker had at @place. */
uint32_t fold__place(const struct fold *fold, unsigned int worker, uint32_t place);

/*
 * A finished fold of @nr @stacks, which it takes over, allocated by malloc(), also if it fails.
 * For parts of another fold: it holds on to that one's session.
 */
int fold__new_part(struct fold **part, const struct fold *fold, struct stack *stacks, uint32_t nr,
		   struct defer_error *err);

#endif /* PERF_DEFER_UTIL_FOLD_FOLD_H */
