/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * entry_list: the entries into the kernel as rows: what led into the kernel, which user code asked
 * for it, and how long the task stayed there.
 */
#ifndef PERF_DEFER_UTIL_ENTRY_ENTRY_LIST_H
#define PERF_DEFER_UTIL_ENTRY_ENTRY_LIST_H

#include "util/entry/entries.h"
#include "util/profile/entry-stack.h"
#include "util/profile/shown.h"

struct entry_list {
	struct shown shown;
	struct entries own; /* gathered from samples */
	const struct entries *entries;
	struct entry_stack *stacks; /* by stack of @all */
	uint32_t *rows;		    /* all entries, in order of their begin until they are sorted */
	uint32_t nr;
	uint64_t classes[DEFER_NR_CLASSES]; /* samples of the entries */
	uint64_t others[DEFER_NR_CLASSES];  /* samples of the profile that belong to no entry */
};

/*
 * Makes the list. @entries are finished, of all stacks, and outlive it. NULL: they are gathered from the
 * samples that are shown.
 */
int entry_list__new(struct entry_list **list, const struct shown *shown,
		    const struct entries *entries, struct defer_error *err);
void entry_list__delete(struct entry_list *list);

static inline const struct entry *entry_list__at(const struct entry_list *list, uint32_t row)
{
	return entries__at(list->entries, row);
}

static inline const struct entry_stack *entry_list__stack(const struct entry_list *list,
							  const struct entry *entry)
{
	return &list->stacks[entry->stack];
}

/* Returns true if @ref, of the samples that are shown, passes the zooms. */
bool entry_list__shows(const struct entry_list *list, const struct sample_ref *ref);

/* Sets the time of the return to user mode, ns. Returns false if the trace does not tell it. */
bool entry_list__return(const struct entry_list *list, const struct entry *entry, uint64_t *time);

/* Returns the time by which the entry was over, ns: its return, or its last sample if that is later or all. */
uint64_t entry_list__end(const struct entry_list *list, const struct entry *entry);

/*
 * Sets the time from the first sample to the return, ns: 0 if all samples come after it. Returns
 * false if the trace does not tell it.
 */
bool entry_list__remaining(const struct entry_list *list, const struct entry *entry, uint64_t *ns);

/* Returns the func of @node of the chain tree; NULL for CHAIN_ROOT. */
const struct func *entry_list__func(const struct entry_list *list, uint32_t node);

/*
 * Returns the node of what called @node, or CHAIN_ROOT. An address outside every map is no caller: then
 * *@cut is set, and nothing behind it can be believed.
 */
uint32_t entry_list__caller(const struct entry_list *list, uint32_t node, bool *cut);

/* Returns the rows ordered by process and thread, then by begin, which the caller frees; NULL if out of memory. */
uint32_t *entry_list__by_thread(const struct entry_list *list);
/* Returns the first of these rows that are of a thread, @nr in all. */
const uint32_t *entry_list__of_thread(const struct entry_list *list, const uint32_t *by_thread,
				      int32_t pid, int32_t tid, uint32_t *nr);

/* Returns the comm of the entry's task. Never NULL. */
const char *entry_list__comm(const struct entry_list *list, const struct entry *entry);

/* What the trace proves of where an entry's task was until its return. */
enum entry_state {
	ENTRY_BLOCKED,	 /* it was sampled where it began to wait */
	ENTRY_OFF_CPU,	 /* it left its CPU: nothing tells why, or to wait */
	ENTRY_PREEMPTED, /* it left its CPU only for others */
	ENTRY_RAN,	 /* on its CPU all the time */
	ENTRY_NOT_KNOWN, /* no context switches tell, or some were lost */
};

enum entry_state entry_list__state(const struct entry_list *list, const struct entry *entry);
const char *entry_state__name(enum entry_state state);

/* The times from the first sample of an entry to its end, ns. */
struct entry_times {
	uint64_t on_cpu, off_cpu;
};

/*
 * Sets the times by the context switches. The end is the return, or a sample behind that. Returns false
 * if the trace does not tell.
 */
bool entry_list__times(const struct entry_list *list, const struct entry *entry,
		       struct entry_times *times);

/* Sets the share of these times on the CPU, from 0 to 1. Returns false if there is none. */
bool entry_list__on_cpu(const struct entry_list *list, const struct entry *entry, double *share);

#endif /* PERF_DEFER_UTIL_ENTRY_ENTRY_LIST_H */
