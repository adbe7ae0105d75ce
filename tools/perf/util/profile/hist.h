/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * hist: the rows of one event. Each stack that is added counts in the row of the function that it
 * hit and, with children, once in the row of each function in its chain. It does no input or
 * output.
 */
#ifndef PERF_DEFER_UTIL_PROFILE_HIST_H
#define PERF_DEFER_UTIL_PROFILE_HIST_H

#include <stddef.h>

#include "util/fold/sums.h"
#include "util/profile/chain-tree.h"
#include "util/profile/func.h"
#include "util/profile/identity.h"
#include "util/profile/sort.h"

struct callgraph;
struct cgroups;
struct env;
struct hist_group;
struct hit_filter;
struct row_traits;
struct show_opts;

/* Samples by the mode of the address that was hit. */
struct mode_periods {
	uint64_t sys, us, guest_sys, guest_us;
};

/*
 * Samples that are equal in everything a row can show. Like struct stack, its key is every byte
 * before the counts.
 */
struct hist_stack {
	struct identity who;
	uint32_t hit;	  /* func that was hit */
	uint32_t chain;	  /* id in the chain tree, or CHAIN_ROOT */
	uint16_t delay;	  /* as in struct stack */
	uint16_t cpumode; /* mode of the address that was hit */

	struct sums sums;
	struct waits waits; /* as in struct stack */
	struct user_halves users;
};

#define HIST_STACK_KEY_SIZE offsetof(struct hist_stack, sums)

struct hist_entry {
	struct identity who;
	uint32_t func;
	struct sums self, children; /* children: including self */
	struct mode_periods modes;  /* of self */
	struct user_halves users;   /* of children */
	uint64_t most; /* period that it would have if all missing user halves contained it */
	/* Times from its samples to their records, ns: see hist__measure_delays(). */
	uint64_t delayed, delay_mean, delay_median, delay_99;
	uint32_t max_depth; /* frames in its longest chain */
	uint32_t first_ref; /* index in hist->refs, of the newest; or HIST_NO_REF */
};

#define HIST_NO_REF UINT32_MAX

/* A stack in an entry's call graph; a linked list per entry. */
struct hist_ref {
	uint32_t stack;
	uint32_t chain; /* node of the entry in the stack's chain; CHAIN_ROOT: all of the chain */
	uint32_t next;
};

/* The rows or branches that are hidden in one place. */
struct rest {
	uint32_t nr;	       /* number of rows or branches */
	struct sample_sum sum; /* those of rows count where they were hit */
};

static inline void rest__add(struct rest *rest, const struct hist_entry *row)
{
	const struct sample_sum sum = sums__samples(&row->self);

	rest->nr++;
	sample_sum__add(&rest->sum, &sum);
}

struct hist_conf {
	const struct sort_order *order;
	const struct show_opts *show;
	const struct funcs *funcs;
	const struct chain_tree *chains;
	const char *const *comms; /* by comm id; equal names have equal ids */
	const struct cgroups *cgroups;
	const struct row_traits *traits; /* what columns of COLUMN_TRAIT show */
	const struct env *env;		 /* maps CPUs to sockets; NULL: unknown */
	struct seam_sides sides;	 /* of SEAM_PIVOT: rows are what was hit alone */
	bool compares;			 /* it is one of two sides; stacks may have no samples */
	uint64_t max_nodes;	       /* of a tree of its chains: see node-limit.h; 0: no limit */
	const struct hit_filter *hits; /* callers to show; NULL: all */
};

struct hist {
	struct hist_conf conf;
	struct hist_stack *stacks;
	size_t nr_stacks, cap_stacks;
	struct hist_entry *entries;
	size_t nr, cap;
	uint64_t *keys; /* order->keys.nr per entry */
	size_t cap_keys;
	struct hist_ref *refs;
	size_t nr_refs, cap_refs;
	struct hash_index index;
	uint64_t hash_key;

	struct sums total;	  /* base of percentages; see hist__add_filtered() */
	struct user_halves users; /* of those with a row */
	struct sums with_chain;	  /* of stacks with a chain */
	uint32_t *rows;		  /* after sort: entries to show, in order */
	uint32_t nr_rows;
	struct hist_group *group; /* events beside it; NULL: none */
	struct hist *base;  /* what rows are compared with, its own; NULL: it is that, or nothing */
	uint32_t nr_hidden; /* entries behind them in rows that only min_percent hides */
};

/* @conf's pointers must outlive the hist. */
void hist__init(struct hist *hist, const struct hist_conf *conf);
void hist__exit(struct hist *hist);

int hist__add(struct hist *hist, const struct hist_stack *stack, struct defer_error *err);

/*
 * Gives @hist a baseline, to which nothing has been added. The caller adds the same stacks to both, in the
 * same order: then equal indices of stacks and entries are equal stacks and rows.
 */
int hist__add_base(struct hist *hist, struct defer_error *err);

/* Adds the stacks of @from; and if it has a baseline, those of this to one of @hist. Takes the totals. */
int hist__add_from(struct hist *hist, const struct hist *from, struct defer_error *err);

/* Returns the index of the entry that stack @idx hit. */
int64_t hist__hit_entry(struct hist *hist, uint32_t idx);

/*
 * Returns the index of the entry with the keys of @like, an entry of a hist with the same columns.
 * Adds one without samples if there is none. Returns a negative error without memory.
 */
int64_t hist__add_like(struct hist *hist, const struct hist_entry *like);

/*
 * Adds the samples of @from, an entry of @hist or of one with more columns, to the entry with its
 * keys, but neither their stacks nor anything to the totals. Returns that entry's index, or a negative
 * error without memory.
 */
int64_t hist__add_sums(struct hist *hist, const struct hist_entry *from);

/* Adds samples to the totals, but to no row. */
void hist__add_filtered(struct hist *hist, const struct sums *sums);

/* Returns false if the samples have no period: then they count one by one. */
bool hist__has_periods(const struct hist *hist);

/* Selects and sorts the rows. May be called again after changes to conf. */
int hist__sort(struct hist *hist, struct defer_error *err);

/* Returns the samples of the row: with those of the functions that it called, if they count. */
static inline struct sample_sum hist__entry_samples(const struct hist *hist,
						    const struct hist_entry *entry)
{
	return sums__samples(hist->conf.order->children ? &entry->children : &entry->self);
}

/* Returns the period by which the row is sorted, limited and shown as a percentage. */
static inline uint64_t hist__entry_period(const struct hist *hist, const struct hist_entry *entry)
{
	return hist->conf.order->children ? entry->children.period : entry->self.period;
}

/*
 * Returns true if the entry's call graph would show anything at conf's threshold, without building
 * it.
 */
bool hist__has_graph(const struct hist *hist, const struct hist_entry *entry);

/* Builds and seals the call graph of an entry. The caller owns it, even after an error. */
int hist__callgraph(const struct hist *hist, const struct hist_entry *entry,
		    struct callgraph *graph, struct defer_error *err);

/* Returns the width of @column over all rows, characters. */
unsigned int hist__column_width(const struct hist *hist, const struct column *column);

#endif /* PERF_DEFER_UTIL_PROFILE_HIST_H */
