/* SPDX-License-Identifier: GPL-2.0-only */
/* profile_build: how the stacks of a side get the names of a profile. For the files that make profiles. */
#ifndef PERF_DEFER_UTIL_PROFILE_PROFILE_BUILD_H
#define PERF_DEFER_UTIL_PROFILE_PROFILE_BUILD_H

#include "util/profile/half-frames.h"
#include "util/profile/profile.h"

/* The ids that one stack of the fold needs named. */
struct wanted {
	uint32_t kernel, user; /* ids of halves, or NO_HALF */
	uint32_t hit;	       /* frame id of the address that was hit */
	uint32_t from;	       /* that of where its branch came from; the same without branches */
};

#define RECENT_CALLS 1024 /* a power of two */

/* A frame by which a chain was extended, and the chain that this made; CHAIN_ROOT: none. */
struct recent_call {
	uint32_t node, frame_id, to;
};

/* By stack of the fold: see those of struct profile. */
struct stack_lists {
	uint32_t *chains, *hits, *places;
};

/* The state while a side is named. Stacks that are equal once named are merged again. */
struct profile_build {
	struct profile *profile;
	struct profile_event *events; /* counted here: the profile's, or others */
	const struct fold *fold;
	struct stack_lists lists;
	struct resolve *resolve;
	struct half_table halves;
	struct wanted *wanted; /* per stack of the fold */
	struct named_stack *stacks;
	size_t nr, cap;
	struct hash_index index;
	uint64_t hash_key;
	const struct machine *machine;
	uint32_t *traits; /* set of each stack of the fold, or NOT_SHOWN; NULL: no such columns */
	uint64_t cost;	  /* bytes taken from the budget */
	bool by_class, by_pid, by_tid;
	struct recent_call calls[RECENT_CALLS];
};

struct named_stack {
	uint64_t evsel_idx;
	struct hist_stack stack;
};

/* Names the stacks of the side, and merges those that are equal then. */
int profile_build__name(struct profile_build *build, struct defer_error *err);

/* Adds @named, or its counts. Returns its index in the named stacks, or a negative error. */
int64_t profile_build__add(struct profile_build *build, const struct named_stack *named,
			   struct defer_error *err);
void profile_build__exit(struct profile_build *build);

/* Collects the names of tasks at the end, because some are made on their first look-up. */
int profile__set_comms(struct profile *profile, const struct machine *machine,
		       struct defer_error *err);

/* Gives the hists the names of tasks. */
void profile__use_comms(struct profile *profile);

/* Has tasks differ by their numbers and names alone, for they are of two sessions. */
static inline void identity__forget_lives(struct identity *who)
{
	who->tid_life = who->tid_comm_id;
	who->pid_life = who->pid_comm_id;
}

/* Returns the memory of functions and chains, bytes. */
uint64_t profile__names_cost(const struct profile *profile);

#endif /* PERF_DEFER_UTIL_PROFILE_PROFILE_BUILD_H */
