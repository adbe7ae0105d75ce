/* SPDX-License-Identifier: GPL-2.0-only */
/* strlist: names listed by a user. */
#ifndef PERF_DEFER_UTIL_BASE_STRLIST_H
#define PERF_DEFER_UTIL_BASE_STRLIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

/* A zeroed list was not given and contains every name. */
struct strlist {
	char **strs; /* sorted */
	uint32_t nr;
	size_t cap;
	bool given;
};

/* Reads "a,b,file://names": names, and files with one name per line. */
int strlist__parse(struct strlist *list, const char *str, struct defer_error *err);
void strlist__exit(struct strlist *list);
bool strlist__has(const struct strlist *list, const char *str);

#endif /* PERF_DEFER_UTIL_BASE_STRLIST_H */
