/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * hist: the rows of one event. Stacks are added; each adds to the row of the place that it hit,
 * and with children to the row of each function that it came through, once. Pure: no input, no
 * output, no terminal.
 */
#ifndef PERF_DEFER_UTIL_PROFILE_HIST_H
#define PERF_DEFER_UTIL_PROFILE_HIST_H

#include <stddef.h>

#include "util/profile/callgraph.h"
#include "util/profile/chain-tree.h"
#include "util/profile/sort.h"

struct cgroups;
struct env;

struct hist_stat {
	uint64_t nr;	 /* samples */
	uint64_t period; /* of all modes */
	uint64_t period_sys, period_us, period_guest_sys, period_guest_us;
	uint64_t weight;
	uint64_t latency; /* sum of sample_latency() */
};

/*
 * The samples that are equal in all that rows can show. As struct stack, it is known by all that
 * stands before its counts, byte for byte.
 */
struct hist_stack {
	uint64_t cgroup; /* id, or 0 */
	uint32_t comm_id;
	uint32_t tid_comm_id, pid_comm_id; /* what tid and pid are called beside their numbers */
	uint32_t tid_life, pid_life;	   /* which tasks these numbers mean; 0 if no column asks */
	uint32_t parallelism;
	int32_t pid, tid, cpu;
	uint32_t hit;	  /* func of the place that was hit */
	uint32_t chain;	  /* its call chain, or CHAIN_ROOT */
	uint16_t cls;	  /* enum defer_class */
	uint16_t cpumode; /* of the place that was hit */

	uint64_t nr, period, weight, latency;
};

#define HIST_STACK_KEY_SIZE offsetof(struct hist_stack, nr)

struct hist_entry {
	uint32_t comm_id, tid_comm_id, pid_comm_id, tid_life, pid_life;
	int32_t pid, tid, cpu;
	uint32_t parallelism;
	uint64_t cgroup;
	uint8_t cls;
	uint32_t func;
	struct hist_stat self;
	uint64_t children_nr, children_period, children_latency; /* with self */
	uint32_t max_depth;					 /* of its call chains */
	uint32_t first_ref;  /* into hist->refs, or HIST_NO_REF */
	uint32_t last_stack; /* the last stack that was added here */
};

#define HIST_NO_REF UINT32_MAX

/* A stack that an entry's call graph takes in. */
struct hist_ref {
	uint32_t stack;
	uint32_t chain; /* where the entry stands in it; CHAIN_ROOT: all of it */
	uint32_t next;
};

struct hist_conf {
	const struct sort_order *order;
	const struct graph_conf *graph;
	const struct funcs *funcs;
	const struct chain_tree *chains;
	const char *const *comms; /* by comm id; equal names have equal ids */
	const struct cgroups *cgroups;
	const struct env *env;	   /* tells which socket a CPU is in; NULL: nobody does */
	bool full_paths;	   /* of DSOs, and addresses of symbols: -v */
	const char *symbol_filter; /* part of a symbol's name; NULL: all rows */
	double min_percent;	   /* rows below it are not shown */
};

struct hist {
	struct hist_conf conf;
	struct hist_stack *stacks;
	size_t nr_stacks, cap_stacks;
	struct hist_entry *entries;
	size_t nr, cap;
	uint64_t *keys; /* order->keys.nr for each entry */
	size_t cap_keys;
	struct hist_ref *refs;
	size_t nr_refs, cap_refs;
	struct hash_index index;
	uint64_t hash_key;

	uint64_t total_period;	/* what percentages are of; the caller may add what is filtered */
	uint64_t total_latency; /* the same of latencies */
	uint64_t callchain_period; /* of stacks that have a chain */
	uint32_t *rows;		   /* after sort: the entries that are shown, in order */
	uint32_t nr_rows;
};

/* @conf and what it points to outlive the hist. */
void hist__init(struct hist *hist, const struct hist_conf *conf);
void hist__exit(struct hist *hist);

int hist__add(struct hist *hist, const struct hist_stack *stack, struct defer_error *err);

/* Counts a period and a latency into the totals, but into no row. */
void hist__add_filtered(struct hist *hist, uint64_t period, uint64_t latency);

/* Chooses and orders the rows. May be called again after changes of conf. */
int hist__sort(struct hist *hist, struct defer_error *err);

/* What a row's place in the order, its percentage and the limits go by. */
uint64_t hist__entry_period(const struct hist *hist, const struct hist_entry *entry);

/* Would the entry's call graph show anything at conf's threshold? Costs nothing. */
bool hist__has_graph(const struct hist *hist, const struct hist_entry *entry);

/* Builds the call graph of an entry, sealed. The caller owns it, also after an error. */
int hist__callgraph(const struct hist *hist, const struct hist_entry *entry,
		    struct callgraph *graph, struct defer_error *err);

/* Characters that @column needs over all rows. */
unsigned int hist__column_width(const struct hist *hist, const struct column *column);

#endif /* PERF_DEFER_UTIL_PROFILE_HIST_H */
