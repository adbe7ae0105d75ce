/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * checklist: checks which properties of this host and build help or prevent recording deferred
 * callchains, with advice for each.
 */
#ifndef PERF_DEFER_UTIL_HOST_CHECKLIST_H
#define PERF_DEFER_UTIL_HOST_CHECKLIST_H

#include <stdbool.h>

struct hostinfo;
struct probe;

enum check_status {
	CHECK_YES,   /* present, or sufficient */
	CHECK_LIMIT, /* present, but may be too little for some uses */
	CHECK_NO,    /* absent; recording works without it */
	CHECK_FATAL, /* absent, and deferred recording is impossible without it */
};

#define CHECK_MAX_ITEMS 32

struct check_item {
	const char *name; /* short and stable, also for scripts */
	enum check_status status;
	char value[128];  /* finding */
	char advice[200]; /* advice, "" if none is needed */
};

struct checklist {
	struct check_item items[CHECK_MAX_ITEMS];
	unsigned int nr;
};

/* Returns "yes", "limit", "no" or "fatal". */
const char *check_status__name(enum check_status status);

/* Fills the list from @host and @probe alone; makes no system calls of its own. */
void checklist__init(struct checklist *list, const struct hostinfo *host,
		     const struct probe *probe);

/* Returns whether deferred callchains can be recorded: no item is CHECK_FATAL. */
bool checklist__can_record(const struct checklist *list);

#endif /* PERF_DEFER_UTIL_HOST_CHECKLIST_H */
