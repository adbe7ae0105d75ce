/* SPDX-License-Identifier: GPL-2.0-only */
/* lost_stacks: how many of the lost records were user stacks. */
#ifndef PERF_DEFER_UTIL_SESSION_LOST_STACKS_H
#define PERF_DEFER_UTIL_SESSION_LOST_STACKS_H

#include "util/session/losses.h"

struct ledger;

/*
 * Leaves in lost_stacks, which holds all that events with defer_output lost, what can have been user
 * stacks, and moves the rest to lost_others. @ledger, that of @session, finished, knows entries
 * that were pending or ended by an exit, which are no losses; NULL: there are none.
 *
 * A cookie counts the entries of its CPU for all users of deferred callchains (Linux 6.19,
 * kernel/unwind/deferred.c, get_cookie()). If another one ran meanwhile, or the counter came round,
 * this is an upper limit.
 */
int lost_stacks__split(struct losses *losses, const struct session *session,
		       const struct ledger *ledger, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_SESSION_LOST_STACKS_H */
