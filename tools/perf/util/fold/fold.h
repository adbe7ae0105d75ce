/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * fold: merges equal stacks by raw addresses, before anything is named.
 *
 * Each worker adds stitched samples to a table of its own. All share one table of interned
 * callchains, so equal chains are equal pointers. Merging the tables adds the counts up:
 *
 *   worker 0: table --+
 *   worker 1: table --+--> fold__finish(): table 0
 *   worker 2: table --+
 *                 |
 *                 +--> session->chains: each callchain once
 */
#ifndef PERF_DEFER_UTIL_FOLD_FOLD_H
#define PERF_DEFER_UTIL_FOLD_FOLD_H

#include <stddef.h>
#include <string.h>

#include <perf/defer-stitch.h>

#include "util/base/hash.h"
#include "util/base/intern.h"
#include "util/fold/sums.h"
#include "util/machine/cpumode.h"
#include "util/session/session.h"

/* Optional parts of a stack's key, beside event, comm, class, addresses and address spaces. */
#define FOLD_BY_TASK	    (1 << 0) /* pid, tid and life; else -1, -1 and LIFE_NONE */
#define FOLD_BY_CPU	    (1 << 1) /* else -1 */
#define FOLD_BY_PARALLELISM (1 << 3) /* else 0 */
#define FOLD_BY_DELAY	    (1 << 4) /* else 0 */
#define FOLD_BY_RAW	    (1 << 5) /* the RAW fields of samples of tracepoints */

/*
 * What a sample has that few reports tell stacks apart by. Stacks keep none of it unless a report asks,
 * so that one more costs the others nothing.
 */
enum trait {
	TRAIT_CGROUP,
	TRAIT_TIME, /* ns, rounded down: fold__set_quantum() */
	TRAIT_WEIGHT,
	TRAIT_INS_LAT,
	TRAIT_BRANCH_FROM, /* address that the first branch came from */
	TRAIT_BRANCH,	   /* its branch__bits() */
	TRAIT_WEIGHT3,
	TRAIT_NR,
};

#define FOLD_BY_TRAIT(trait) (1U << (8 + (trait)))
#define FOLD_BY_BRANCH	     (FOLD_BY_TRAIT(TRAIT_BRANCH_FROM) | FOLD_BY_TRAIT(TRAIT_BRANCH))
#define FOLD_BY_TRAITS	     (FOLD_BY_RAW | ((1U << TRAIT_NR) - 1) << 8)

/*
 * The key of a stack is every byte before @sums. A field that is added there tells stacks apart
 * without further changes. Invariants:
 *
 * - There are no holes between the key's fields.
 * - A field that was not asked for is 0, or -1 if it is signed.
 */
struct stack {
	uint64_t ip;				  /* where the sample hit */
	const struct intern_entry *kernel, *user; /* NULL: that half is empty */
	const struct intern_entry *traits;	  /* stack__trait(); NULL: none were asked for */
	uint32_t user_maps_id;			  /* resolves @user */
	uint32_t kernel_maps_id;		  /* resolves @kernel; @ip: stack__ip_maps() */
	uint32_t evsel_idx;
	uint32_t comm_id;
	uint32_t life;	      /* task's life: struct task_view */
	uint32_t parallelism; /* threads running: struct stitched */
	int32_t pid, tid, cpu;
	uint16_t delay;	     /* bucket of the delays: see sample_delay(), plus 1; 0: unknown */
	uint8_t cls;	     /* enum defer_class */
	uint8_t cpumode : 7; /* sample's mode: DEFER_MISC_KERNEL and so on */
	uint8_t is_skid : 1; /* see struct stitched */
#if UINTPTR_MAX < UINT64_MAX /* of size 0, it would have gcc clear each stack before it is filled */
	uint8_t zeroes[sizeof(uint64_t) - sizeof(void *)]; /* up to whole words */
#endif

	struct sums sums;
	struct waits waits; /* with FOLD_BY_DELAY */
	uint64_t first;	    /* time of its first sample, ns: see struct stitched */
};

#define STACK_KEY_SIZE offsetof(struct stack, sums)

/*
 * Sets the time from a sample at @time to its deferred record, ns, as the ledger counts it: 0 if the
 * record came before. Returns false if it has no record, or if the trace has no times.
 */
static inline bool sample_delay(const struct session *session, uint64_t time,
				const struct defer_stitch_record *record, uint64_t *delay)
{
	if (!record || session->no_time)
		return false;
	*delay = record->time > time ? record->time - time : 0;
	return true;
}

/* Adds the counts of @from to @to. */
static inline void stack__count(struct stack *to, const struct stack *from)
{
	sums__add(&to->sums, &from->sums);
	waits__add(&to->waits, &from->waits);
	to->first = from->first < to->first ? from->first : to->first;
}

/* Returns a trait of the stack's samples; 0 if it was not asked for. */
static inline uint64_t stack__trait(const struct stack *stack, enum trait trait)
{
	return stack->traits ? ((const uint64_t *)stack->traits->key)[trait] : 0;
}

/* Returns the RAW field of the stack's samples; empty without FOLD_BY_RAW. */
static inline struct defer_blob stack__raw(const struct stack *stack)
{
	const size_t at = TRAIT_NR * sizeof(uint64_t);

	if (!stack->traits)
		return (struct defer_blob){0};
	return (struct defer_blob){stack->traits->key + at, stack->traits->size - at};
}

#define FOLD_MAX_SPANS 30

/* Spans of time of equal length: span i has the samples from begin + i * length on. */
struct fold_spans {
	size_t nr;		/* at most FOLD_MAX_SPANS; 0: none */
	uint64_t begin, length; /* ns */
};

/* Returns the address space that @ip lies in. */
static inline uint32_t stack__ip_maps(const struct stack *stack)
{
	if (stack->is_skid)
		return MAPS_SKID;
	return cpumode__maps(stack->cpumode, stack->kernel_maps_id, stack->user_maps_id);
}

/*
 * Returns true if both have the same key; counts are ignored. Most keys that are compared are equal, so all
 * words are, without a call.
 */
static inline bool stack__equal(const struct stack *a, const struct stack *b)
{
	uint64_t differs = 0, words[2];

	for (size_t i = 0; i < STACK_KEY_SIZE; i += sizeof(uint64_t)) {
		memcpy(&words[0], (const uint8_t *)a + i, sizeof(words[0]));
		memcpy(&words[1], (const uint8_t *)b + i, sizeof(words[1]));
		differs |= words[0] ^ words[1];
	}
	return !differs;
}

/* Returns a hash of the key. @key comes from hash__key(). */
static inline uint64_t stack__hash(const struct stack *stack, uint64_t key)
{
	return hash__bytes(key, stack, STACK_KEY_SIZE);
}

struct fold;

int fold__new(struct fold **fold, struct session *session, unsigned int by,
	      struct defer_error *err);
void fold__delete(struct fold *fold);

/* Sets the length of the spans that times are rounded down to, ns; before the first sample. */
void fold__set_quantum(struct fold *fold, uint64_t quantum);

/* Adds up each stack's samples by span as well; before the first sample. */
void fold__set_spans(struct fold *fold, const struct fold_spans *spans);

/* Adds @sample on behalf of @worker; see session_sample_fn. */
int fold__add(struct fold *fold, unsigned int worker, const struct stitched *sample,
	      struct defer_error *err);

/*
 * Does the same and sets *@place, the position of the stack in the worker's table: see
 * fold__place().
 */
int fold__add_at(struct fold *fold, unsigned int worker, const struct stitched *sample,
		 uint32_t *place, struct defer_error *err);

/* Merges and sorts the workers' tables. No worker may add afterwards. */
int fold__finish(struct fold *fold, struct defer_error *err);

/*
 * The stacks, in the order of their first samples, whichever worker had them: the same file gives the same order.
 * Valid after fold__finish().
 */
uint32_t fold__nr(const struct fold *fold);
const struct stack *fold__stack(const struct fold *fold, uint32_t i);

/* Returns what stack @i has in each span; those before the first span and behind the last one are in none. */
const struct sample_sum *fold__spans(const struct fold *fold, uint32_t i);

/*
 * Returns the stack that @worker has at @place. Valid before fold__finish(), until the worker adds
 * again.
 */
const struct stack *fold__worker_stack(const struct fold *fold, unsigned int worker,
				       uint32_t place);

/* Returns the session that the samples come from. */
const struct session *fold__session(const struct fold *fold);

/* Returns the index of the stack that @worker had at @place. Valid after fold__finish(). */
uint32_t fold__place(const struct fold *fold, unsigned int worker, uint32_t place);

/*
 * Creates a finished fold of @nr @stacks, a part of @fold, with its session. Takes @stacks over,
 * which malloc() allocated, even if it fails.
 */
int fold__new_part(struct fold **part, const struct fold *fold, struct stack *stacks, uint32_t nr,
		   struct defer_error *err);

#endif /* PERF_DEFER_UTIL_FOLD_FOLD_H */
