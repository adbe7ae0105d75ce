// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/id-list.h"
#include "util/base/error.h"

/* Reads a number >= 0 and advances *@pos past it. */
static bool read_id(const char **pos, int32_t *id)
{
	char *end;
	long n;

	if (!isdigit((unsigned char)**pos))
		return false;
	errno = 0;
	n = strtol(*pos, &end, 10);
	if (errno || n > INT32_MAX)
		return false;
	*id = n;
	*pos = end;
	return true;
}

static bool read_range(const char **pos, struct id_range *range)
{
	if (!read_id(pos, &range->first))
		return false;
	range->last = range->first;
	if (**pos != '-')
		return true;
	(*pos)++;
	return read_id(pos, &range->last) && range->last >= range->first;
}

int id_list__parse(struct id_list *list, const char *str, const char *what, struct defer_error *err)
{
	const char *p = str;

	*list = (struct id_list){0};
	for (;;) {
		struct id_range range;

		if (!read_range(&p, &range) || (*p && *p != ',')) {
			id_list__exit(list);
			return defer_error__set(err, DEFER_ERR_INVAL, "'%s' is not a list of %s",
						str, what);
		}
		if (!ARRAY_GROW(list->ranges, list->cap, list->nr + 1ULL)) {
			id_list__exit(list);
			return error__no_memory(err, "for a list of %s", what);
		}
		list->ranges[list->nr++] = range;
		if (!*p++)
			return 0;
	}
}

void id_list__exit(struct id_list *list)
{
	free(list->ranges);
	*list = (struct id_list){0};
}

bool id_list__has(const struct id_list *list, int32_t id)
{
	for (uint32_t i = 0; i < list->nr; i++) {
		if (id >= list->ranges[i].first && id <= list->ranges[i].last)
			return true;
	}
	return !list->nr;
}
