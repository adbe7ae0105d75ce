// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/record/backlog.h"

void backlog__exit(struct backlog *backlog)
{
	free(backlog->ranges);
	*backlog = (struct backlog){0};
}

int backlog__reserve(struct backlog *backlog, struct defer_error *err)
{
	/* Use the room of ranges that were taken. Moving few of them would be done too often. */
	if (backlog->first + backlog->nr == backlog->cap && backlog->first >= backlog->nr &&
	    backlog->first) {
		memmove(backlog->ranges, backlog->ranges + backlog->first,
			backlog->nr * sizeof(*backlog->ranges));
		backlog->first = 0;
	}
	if (!ARRAY_GROW(backlog->ranges, backlog->cap, backlog->first + backlog->nr + 1))
		return error__no_memory(err, "for what was copied");
	return 0;
}

void backlog__add(struct backlog *backlog, uint64_t at, uint64_t size,
		  const struct recorder_buffer *from)
{
	backlog->ranges[backlog->first + backlog->nr++] = (struct backlog_range){
		.at = at, .size = size, .from = *from, .round = backlog->round};
	backlog->bytes += size;
}

const struct backlog_range *backlog__first(const struct backlog *backlog)
{
	return backlog->nr ? &backlog->ranges[backlog->first] : NULL;
}

void backlog__take(struct backlog *backlog)
{
	backlog->bytes -= backlog->ranges[backlog->first].size;
	backlog->first++;
	backlog->nr--;
	if (!backlog->nr)
		backlog->first = 0;
}

void backlog__next_round(struct backlog *backlog)
{
	backlog->round++;
}

uint32_t backlog__take_rounds(struct backlog *backlog)
{
	const struct backlog_range *first = backlog__first(backlog);
	uint32_t until = first ? first->round : backlog->round;
	uint32_t nr = until - backlog->seen_round;

	backlog->seen_round = until;
	return nr;
}
