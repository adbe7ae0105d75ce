/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * checklist: what of this host and this build serves recording deferred callchains, what does
 * not, and what to do about it.
 */
#ifndef PERF_DEFER_UTIL_HOST_CHECKLIST_H
#define PERF_DEFER_UTIL_HOST_CHECKLIST_H

#include <stdbool.h>

struct hostinfo;
struct probe;

enum check_status {
	CHECK_YES,   /* there, or good enough */
	CHECK_LIMIT, /* there, but less than somebody may want */
	CHECK_NO,    /* not there; recording works without it */
	CHECK_FATAL, /* not there, and without it nothing can be recorded deferred */
};

#define CHECK_MAX_ITEMS 32

struct check_item {
	const char *name; /* short and stable, for programs too */
	enum check_status status;
	char value[128];  /* what was found */
	char advice[200]; /* what to do about it, "" if nothing is to be done */
};

struct checklist {
	struct check_item items[CHECK_MAX_ITEMS];
	unsigned int nr;
};

/* "yes", "limit", "no", "fatal" */
const char *check_status__name(enum check_status status);

/* Draws the conclusions. Asks nobody: all that is known is in @host and @probe. */
void checklist__init(struct checklist *list, const struct hostinfo *host,
		     const struct probe *probe);

/* Can deferred callchains be recorded? So no item is CHECK_FATAL. */
bool checklist__can_record(const struct checklist *list);

#endif /* PERF_DEFER_UTIL_HOST_CHECKLIST_H */
