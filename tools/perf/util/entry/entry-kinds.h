/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * entry_kinds: the entries of a list by kind, comm and user code, such as "syscall write" of burn by
 * __libc_write.
 *
 * Of an entry the time is known from its first sample on, so each time is a least one. Long entries
 * are likelier to be sampled, so that numbers and percentiles are those of entries with samples. They are
 * exact where a tracepoint samples each entry as it begins, raw_syscalls:sys_enter or syscalls:sys_enter_*,
 * and the trace says of no sample that it was lost. A filter of that event is not in the trace, but entries
 * that it drops show if others sample them.
 */
#ifndef PERF_DEFER_UTIL_ENTRY_ENTRY_KINDS_H
#define PERF_DEFER_UTIL_ENTRY_ENTRY_KINDS_H

#include "util/base/histogram.h"
#include "util/entry/entry-list.h"

/* An entry with the number of its kind. */
struct timed_entry {
	uint32_t kind, entry;
	uint64_t ns; /* UINT64_MAX: not known */
};

struct entry_kind {
	const struct entry *like; /* the earliest of its entries */
	uint32_t stack;		  /* of that one */
	bool exact;		  /* an event marks the begin of each entry: there are no others */
	uint32_t first;		  /* of its entries in kinds->entries */
	uint64_t nr;		  /* entries */
	uint64_t samples;	  /* of these */
	uint64_t sampled;	  /* CPU time that these stand for, ns; 0: not known */
	uint64_t nr_timed;	  /* entries whose time is known; the times are of these, ns */
	uint64_t total, median, p99, longest;
};

struct entry_kinds {
	const struct entry_list *list;
	struct timed_entry *entries; /* by kind and time; those without a time come last */
	struct entry_kind *kinds;    /* the greatest total first */
	uint32_t *rows;		     /* all kinds, in that order until they are sorted */
	uint32_t nr;
};

/* Groups the entries of @list, which must outlive the kinds. The caller deletes them. */
int entry_kinds__new(struct entry_kinds **kinds, const struct entry_list *list,
		     struct defer_error *err);
void entry_kinds__delete(struct entry_kinds *kinds);

/* Returns the user code that entered the kernel; NULL: it is not known. */
const struct func *entry_kind__user(const struct entry_kinds *kinds, const struct entry_kind *kind);

/*
 * Sets how many entries took less than 1024 ns, and less than each power of 4 times that. The last number has all
 * that took longer.
 */
void entry_kind__times(const struct entry_kinds *kinds, const struct entry_kind *kind,
		       uint32_t times[LOG_TIME_NR]);

#endif /* PERF_DEFER_UTIL_ENTRY_ENTRY_KINDS_H */
