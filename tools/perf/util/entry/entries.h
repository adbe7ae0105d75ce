/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * entries: the entries into the kernel that a trace shows. A cookie is one entry of one task, and
 * its deferred record is written when the task returns to user mode:
 *
 *   entry  sample   sample        record = return
 *   --|------|--------|-----------------|--------> time, ns
 *            begin    last
 *            |<-- remaining time ------>|
 *
 * Each worker has a table of its own; finish() merges them. A worker's memory grows with entries,
 * not with samples. Samples without a cookie belong to no entry.
 *
 * An entry has all samples of a task with one cookie that the stitcher proved to share a record.
 * Samples that it could not give a record are entries of their own, one for each class. So the
 * samples of the entries of a class are those that the ledger counts.
 */
#ifndef PERF_DEFER_UTIL_ENTRY_ENTRIES_H
#define PERF_DEFER_UTIL_ENTRY_ENTRIES_H

#include "util/base/hash-index.h"
#include "util/fold/samples.h"

struct entry_key {
	uint64_t cookie;
	int32_t pid, tid;
	uint32_t life;	 /* struct task_view */
	uint32_t record; /* place among the stitcher's records, or SAMPLE_NO_RECORD */
	uint32_t cls;	 /* enum defer_class; DEFER_MERGED for merged-back samples as well */
	uint32_t zero;	 /* keys are compared byte by byte */
};

struct entry {
	struct entry_key key;
	uint64_t begin, last; /* times of its first and last sample, ns */
	uint64_t back;	      /* its samples of the class merged-back */
	uint64_t nr;	      /* all its samples */
	uint64_t sampled;     /* CPU time that samples of a clock stand for, ns; 0: not known */
	uint64_t stack_time;  /* time of the sample that @stack is from, ns */
	uint32_t stack;	      /* of its first sample in the kernel; if it has none, of its first */
	uint16_t stack_event; /* index of that sample's event */
	uint16_t first_event; /* of its first sample's */
	bool in_kernel;	      /* @stack has a kernel half */
	bool off_cpu;	      /* a sample was taken where the task left its CPU */
	bool waited;	      /* ... to wait */
	bool unclear;	      /* ... and nothing tells why */
};

struct entry_table {
	struct entry *entries;
	size_t nr, cap;
	struct hash_index index;
};

struct entries {
	struct entry_table *tables; /* one per worker; merged into the first by finish() */
	unsigned int nr_workers;
	uint64_t hash_key;
	bool *off_cpu;	/* per event: its samples show where tasks leave their CPU */
	uint32_t clock; /* index of the event whose periods are CPU time; UINT32_MAX: none */
};

/* Prepares for samples of the session of @fold. The caller exits it even after an error. */
int entries__init(struct entries *entries, const struct fold *fold, unsigned int nr_workers,
		  struct defer_error *err);
void entries__exit(struct entries *entries);

/*
 * Adds a sample on behalf of @worker, unless it has no cookie. @stack is its stack, and @ref->stack
 * any number that tells stacks apart: see finish().
 */
int entries__add(struct entries *entries, unsigned int worker, const struct sample_ref *ref,
		 const struct stack *stack, struct defer_error *err);

/*
 * Merges the tables, and orders entries by time. If @by_place, the stacks that were added are
 * positions in the workers' tables of @fold, which become indices of its stacks.
 */
int entries__finish(struct entries *entries, const struct fold *fold, bool by_place,
		    struct defer_error *err);

/* The entries, in order of their begin. Valid after finish(). */
static inline uint32_t entries__nr(const struct entries *entries)
{
	return entries->tables[0].nr;
}

static inline const struct entry *entries__at(const struct entries *entries, uint32_t i)
{
	return &entries->tables[0].entries[i];
}

/* Returns the key of the entry that a sample belongs to; @stack is its stack. */
struct entry_key entry_key__of(const struct sample_ref *ref, const struct stack *stack);
/* Returns true if @ref, whose stack is @stack, is a sample of @entry. */
bool entry__has(const struct entry *entry, const struct sample_ref *ref, const struct stack *stack);

#endif /* PERF_DEFER_UTIL_ENTRY_ENTRIES_H */
