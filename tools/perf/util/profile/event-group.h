/* SPDX-License-Identifier: GPL-2.0-only */
/* event_group: the groups of events of a profile, whose first event shows the others beside it. */
#ifndef PERF_DEFER_UTIL_PROFILE_EVENT_GROUP_H
#define PERF_DEFER_UTIL_PROFILE_EVENT_GROUP_H

#include "util/profile/profile.h"

struct env;

/*
 * Events of a group with more of them stay apart: each row has room for all events, so that a trace
 * could ask for much memory, and nobody reads that many columns.
 */
#define EVENT_GROUP_MAX 64

struct event_group_opts {
	bool on;      /* --group, which is the default */
	bool set;     /* the user said so: all events are one group if the trace has none */
	int sort_idx; /* --group-sort-idx */
};

/* Links the rows of events of groups. Called when all samples are in rows. */
int profile__link_groups(struct profile *profile, const struct env *env,
			 const struct event_group_opts *opts, struct defer_error *err);

/* Returns the leader @event with the counts of its whole group; another one as it is. */
struct profile_event profile_event__sum(const struct profile_event *event);

/*
 * Writes the name of the event into @buf, or that of the group that it leads as perf has it: "anon
 * group { cycles, faults }".
 */
void profile_event__name(const struct profile_event *event, char *buf, size_t size);

#endif /* PERF_DEFER_UTIL_PROFILE_EVENT_GROUP_H */
