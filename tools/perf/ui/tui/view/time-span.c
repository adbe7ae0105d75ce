// SPDX-License-Identifier: GPL-2.0-only
#include "ui/tui/view/time-span.h"
#include "util/base/mul-div.h"

static uint64_t min(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static uint64_t max(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* Returns the span from @start to @last ns later, moved and cut so that it is in @all. */
static struct time_span within(struct time_span all, uint64_t start, uint64_t last)
{
	last = min(last, all.end - all.start);
	start = min(max(start, all.start), all.end - last);
	return (struct time_span){start, start + last};
}

bool time_span__cut(struct time_span *span, struct time_span all)
{
	span->start = max(span->start, all.start);
	span->end = min(span->end, all.end);
	return span->start <= span->end;
}

struct time_span time_span__pan(struct time_span span, struct time_span all, bool later)
{
	uint64_t last = span.end - span.start, half = last / 2 + 1;

	span.start = later ? span.start + min(half, UINT64_MAX - span.start)
			   : span.start - min(half, span.start);
	return within(all, span.start, last);
}

struct time_span time_span__around(struct time_span span, struct time_span all, uint64_t time)
{
	uint64_t last = span.end - span.start, half = last / 2 + last % 2;

	return within(all, time - min(half, time), last);
}

struct time_span time_span__scale(struct time_span span, struct time_span all, bool in,
				  uint64_t time)
{
	uint64_t last = span.end - span.start, before = time - span.start;

	if (in)
		return within(all, time - mul_div(before, last / 2 + 1, last + 1), last / 2);
	before += min(before, span.start);
	return within(all, time - before, last + min(last + 1, UINT64_MAX - last));
}
