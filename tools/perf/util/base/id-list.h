/* SPDX-License-Identifier: GPL-2.0-only */
/* id_list: numbers listed by a user, such as CPUs or process ids. */
#ifndef PERF_DEFER_UTIL_BASE_ID_LIST_H
#define PERF_DEFER_UTIL_BASE_ID_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

struct id_range {
	int32_t first, last; /* inclusive */
};

/* A zeroed list was not given and contains every number. */
struct id_list {
	struct id_range *ranges;
	uint32_t nr;
	size_t cap;
};

/* Reads "1,4-7". Messages call the numbers @what. */
int id_list__parse(struct id_list *list, const char *str, const char *what,
		   struct defer_error *err);
void id_list__exit(struct id_list *list);
bool id_list__has(const struct id_list *list, int32_t id);

#endif /* PERF_DEFER_UTIL_BASE_ID_LIST_H */
