// SPDX-License-Identifier: GPL-2.0-only
/* Parses -D: a delay, or ranges of time. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/error.h"
#include "util/plan/opts.h"

static int bad_delay(const char *str, const char *why, struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_INVAL, "-D %s: %s", str, why);
}

static const char *skip_blanks(const char *str)
{
	while (isspace((unsigned char)*str))
		str++;
	return str;
}

/*
 * Reads a number of milliseconds and the blanks after it. Returns false if there is none or it is
 * too large.
 */
static bool parse_ms(const char **str, uint64_t *ms)
{
	char *end;

	if (!isdigit((unsigned char)**str))
		return false;
	errno = 0;
	*ms = strtoull(*str, &end, 10);
	*str = skip_blanks(end);
	return !errno && *ms <= RECORD_MAX_MS;
}

static bool skip_char(const char **str, char c)
{
	if (**str != c)
		return false;
	*str = skip_blanks(*str + 1);
	return true;
}

static int parse_range(const char *str, const char **pos, struct record_range *range,
		       struct defer_error *err)
{
	if (!parse_ms(pos, &range->start_ms) || !skip_char(pos, '-') ||
	    !parse_ms(pos, &range->end_ms))
		return bad_delay(str,
				 "expected a number of ms, -1, or ranges such as "
				 "10-20,30-40",
				 err);
	if (range->end_ms <= range->start_ms)
		return bad_delay(str, "a range must end after it begins", err);
	return 0;
}

/* Parses ranges as perf does: ascending, with gaps between them. */
static int parse_ranges(const char *str, struct record_range *ranges, uint32_t max, uint32_t *nr,
			struct defer_error *err)
{
	const char *pos = str;
	int ret = 0;

	for (*nr = 0; *nr < max && !ret; ++*nr) {
		if (*nr && !skip_char(&pos, ','))
			break;
		ret = parse_range(str, &pos, &ranges[*nr], err);
		if (!ret && *nr && ranges[*nr].start_ms <= ranges[*nr - 1].end_ms)
			ret = bad_delay(str, "a range must begin after the previous one ends", err);
	}
	if (!ret && *pos)
		ret = bad_delay(str, "ranges must be separated by commas", err);
	return ret;
}

static int set_ranges(struct record_opts *opts, const char *str, struct defer_error *err)
{
	struct record_range *ranges;
	uint32_t max = 1, nr = 0;
	int ret;

	for (const char *pos = str; *pos; pos++)
		max += *pos == ',';
	ranges = calloc(max, sizeof(*ranges));
	if (!ranges)
		return error__no_memory(err, "for a delay");
	ret = parse_ranges(str, ranges, max, &nr, err);
	if (ret) {
		free(ranges);
		return ret;
	}
	free(opts->ranges);
	opts->ranges = ranges;
	opts->nr_ranges = nr;
	opts->delay_ms = ranges[0].start_ms;
	return 0;
}

int record_opts__set_delay(struct record_opts *opts, const char *str, struct defer_error *err)
{
	const char *end = str;
	uint64_t ms = 0;
	bool plain = parse_ms(&end, &ms) && !*end;

	if (!plain && strcmp(str, "-1"))
		return set_ranges(opts, str, err);
	free(opts->ranges);
	opts->ranges = NULL;
	opts->nr_ranges = 0;
	opts->delay_ms = plain ? (int64_t)ms : -1;
	return 0;
}
