// SPDX-License-Identifier: GPL-2.0-only
/* Enables and disables events, and tells the listener. */
#include <errno.h>
#include <string.h>

#include "util/record/recorder-priv.h"

#define NO_EVENT UINT32_MAX

void recorder__set_listener(struct recorder *rec, recorder_answer_fn answer, void *ctx)
{
	rec->answer = answer;
	rec->answer_ctx = ctx;
}

/* Finds the first event of this name, as perf does; never the tracking event, which is internal. */
static uint32_t recorder__find_event(const struct recorder *rec, const char *name)
{
	const struct event_list *events = &rec->plan->events;

	for (uint32_t i = 0; i < events->nr; i++)
		if (i != rec->plan->tracking && !strcmp(events->specs[i].name, name))
			return i;
	return NO_EVENT;
}

void recorder__tell(struct recorder *rec, enum control_command command, const char *arg)
{
	const struct control_answer answer = {
		.command = command,
		.arg = arg,
		.has_event = recorder__find_event(rec, arg) != NO_EVENT,
	};

	if (rec->answer)
		rec->answer(rec->answer_ctx, &answer);
}

int recorder__enable(struct recorder *rec, struct defer_error *err)
{
	if (!rings__enable(rec->rings))
		return 0;
	return defer_error__set(err, DEFER_ERR_IO, "cannot enable the events: %s", strerror(errno));
}

static int recorder__set_event(struct recorder *rec, const char *name, bool enabled,
			       struct defer_error *err)
{
	uint32_t event = recorder__find_event(rec, name);

	if (event == NO_EVENT || !rings__set_event(rec->rings, event, enabled))
		return 0;
	return defer_error__set(err, DEFER_ERR_IO, "cannot %s event %s: %s",
				enabled ? "enable" : "disable", name, strerror(errno));
}

int recorder__set_events(struct recorder *rec, bool enabled, struct defer_error *err)
{
	if (*rec->control.arg)
		return recorder__set_event(rec, rec->control.arg, enabled, err);
	if (enabled)
		return recorder__enable(rec, err);
	rings__disable_samples(rec->rings);
	return 0;
}
