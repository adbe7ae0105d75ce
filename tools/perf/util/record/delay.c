// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/delay.h"

#define MS 1000000ULL

static uint32_t nr_changes(const struct record_opts *opts)
{
	if (opts->nr_ranges)
		return opts->nr_ranges * 2;
	return opts->delay_ms > 0;
}

/* Returns the time of a change in ms. Even changes start a range, odd ones end it. */
static uint64_t change_ms(const struct record_opts *opts, uint32_t change)
{
	const struct record_range *range;

	if (!opts->nr_ranges)
		return opts->delay_ms;
	range = &opts->ranges[change / 2];
	return change % 2 ? range->end_ms : range->start_ms;
}

static void delay__set_time(struct delay *delay)
{
	delay->at_ns = 0;
	if (delay->next < nr_changes(delay->opts))
		delay->at_ns = delay->start_ns + change_ms(delay->opts, delay->next) * MS;
}

void delay__start(struct delay *delay, const struct record_opts *opts, uint64_t now_ns)
{
	*delay = (struct delay){.opts = opts, .start_ns = now_ns};
	/* Events are enabled already if the first range starts at 0. */
	if (opts->nr_ranges && !opts->ranges[0].start_ms)
		delay->next = 1;
	delay__set_time(delay);
}

enum delay_due delay__due(struct delay *delay, uint64_t now_ns)
{
	uint32_t change = delay->next;

	if (!delay->at_ns || now_ns < delay->at_ns)
		return DELAY_NOTHING;
	delay->next++;
	delay__set_time(delay);
	if (change % 2 == 0)
		return DELAY_ENABLE;
	return delay->at_ns ? DELAY_DISABLE : DELAY_END;
}
