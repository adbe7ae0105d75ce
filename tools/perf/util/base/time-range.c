// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/clock.h"
#include "util/base/time-range.h"
#include "util/base/error.h"

static int bad_time(const char *str, const char *why, struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_INVAL, "time '%s' %s", str, why);
}

static int time_ranges__add_range(struct time_ranges *tr, uint64_t start, uint64_t end,
				  struct defer_error *err)
{
	if (!ARRAY_GROW(tr->ranges, tr->cap, tr->nr + 1ULL))
		return error__no_memory(err, "for times");
	tr->ranges[tr->nr++] = (struct time_range){start, end};
	return 0;
}

bool time__read_seconds(const char **pos, uint64_t *time, uint64_t *last)
{
	const char *p = *pos;
	uint64_t sec = 0, nsec = 0, unit = NSEC_PER_SEC;

	if (!isdigit((unsigned char)*p))
		return false;
	for (; isdigit((unsigned char)*p); p++) {
		if (sec > UINT64_MAX / NSEC_PER_SEC / 10 - 1)
			return false;
		sec = sec * 10 + (*p - '0');
	}
	if (*p == '.') {
		for (p++; isdigit((unsigned char)*p); p++) {
			unit /= 10;
			nsec += (*p - '0') * unit;
		}
	}
	*time = sec * NSEC_PER_SEC + nsec;
	*last = unit ? unit : 1;
	*pos = p;
	return true;
}

/* Reads "a,b", "a,", ",b" or "a", separated by spaces. */
static int parse_times(struct time_ranges *tr, const char *str, struct defer_error *err)
{
	const char *p = str + strspn(str, " ");

	do {
		uint64_t start = 0, end = UINT64_MAX, unit;
		bool any = time__read_seconds(&p, &start, &unit);

		if (*p == ',') {
			p += 1 + strspn(p + 1, " ");
			any |= time__read_seconds(&p, &end, &unit);
		}
		if (!any || (*p && *p != ' '))
			return bad_time(str, "is not 'start,stop' in seconds", err);
		if (end < start)
			return bad_time(str, "ends before it starts", err);
		if (time_ranges__add_range(tr, start, end, err))
			return DEFER_ERR_NOMEM;
		p += strspn(p, " ");
	} while (*p);
	return 0;
}

static bool read_percent(const char **pos, double *percent)
{
	char *end;

	if (!isdigit((unsigned char)**pos) && **pos != '.')
		return false;
	*percent = strtod(*pos, &end);
	if (end == *pos || *end != '%')
		return false;
	*pos = end + 1;
	return true;
}

/* Reads "from%-to%", "size%/n" or "size%", and advances *@pos past it. */
static bool read_percents(const char **pos, double *from, double *to)
{
	double size;
	char *end;
	long n;

	if (!read_percent(pos, &size))
		return false;
	if (**pos == '-') {
		(*pos)++;
		*from = size;
		return read_percent(pos, to);
	}
	n = 1;
	if (**pos == '/') {
		n = strtol(*pos + 1, &end, 10);
		if (end == *pos + 1)
			return false;
		*pos = end;
	}
	*from = size * (n - 1);
	*to = size * n;
	return true;
}

/*
 * Adds a span of percentages. A span that ends before the trace does excludes its last nanosecond,
 * which belongs to the next span, so that neighbours share no sample.
 */
static int add_percents(struct time_ranges *tr, double from, double to, uint64_t first,
			uint64_t last, struct defer_error *err)
{
	double total = last > first ? last - first : 0;
	double skipped = round(from / 100 * total), past = round(to / 100 * total);
	uint64_t start = first + (uint64_t)skipped, end = first + (uint64_t)past;

	if (end > start && end < last)
		end--;
	return time_ranges__add_range(tr, start, end, err);
}

static int parse_percents(struct time_ranges *tr, const char *str, uint64_t first, uint64_t last,
			  struct defer_error *err)
{
	const char *p = str;

	for (;;) {
		double from, to;

		if (!read_percents(&p, &from, &to) || (*p && *p != ','))
			return bad_time(str, "is not 'a%/n' or 'a%-b%'", err);
		/* Allow for rounding: three spans of 33.4 % end slightly late. */
		if (from < 0 || to < from || to > 100.0001)
			return bad_time(str, "does not lie between 0% and 100%", err);
		if (add_percents(tr, from, to < 100 ? to : 100, first, last, err))
			return DEFER_ERR_NOMEM;
		if (!*p++)
			return 0;
	}
}

int time_ranges__parse(struct time_ranges *tr, const char *str, uint64_t first, uint64_t last,
		       struct defer_error *err)
{
	int ret;

	*tr = (struct time_ranges){0};
	ret = strchr(str, '%') ? parse_percents(tr, str, first, last, err)
			       : parse_times(tr, str, err);
	if (ret)
		time_ranges__exit(tr);
	return ret;
}

void time_ranges__exit(struct time_ranges *tr)
{
	free(tr->ranges);
	*tr = (struct time_ranges){0};
}

bool time_ranges__has(const struct time_ranges *tr, uint64_t time)
{
	for (uint32_t i = 0; i < tr->nr; i++) {
		if (time >= tr->ranges[i].start && time <= tr->ranges[i].end)
			return true;
	}
	return !tr->nr;
}

static bool range__overlaps(const struct time_range *range, const struct time_ranges *tr)
{
	for (uint32_t i = 0; i < tr->nr; i++) {
		if (range->start < tr->ranges[i].end && tr->ranges[i].start < range->end)
			return true;
	}
	return !tr->nr;
}

bool time_ranges__overlap(const struct time_ranges *a, const struct time_ranges *b)
{
	for (uint32_t i = 0; i < a->nr; i++) {
		if (range__overlaps(&a->ranges[i], b))
			return true;
	}
	return !a->nr;
}
