/* SPDX-License-Identifier: GPL-2.0-only */
/* strlist: names that a user listed. */
#ifndef PERF_DEFER_UTIL_BASE_STRLIST_H
#define PERF_DEFER_UTIL_BASE_STRLIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

/* All zero is the list that nobody gave: it has every name. */
struct strlist {
	char **strs; /* sorted */
	uint32_t nr;
	size_t cap;
	bool given;
};

/* Reads "a,b,file://names": names, and files with a name on each line. */
int strlist__parse(struct strlist *list, const char *str, struct defer_error *err);
void strlist__exit(struct strlist *list);
bool strlist__has(const struct strlist *list, const char *str);

#endif /* PERF_DEFER_UTIL_BASE_STRLIST_H */
