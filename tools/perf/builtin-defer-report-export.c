// SPDX-License-Identifier: GPL-2.0-only
/* report --export: writes the profile of one event to stdout in a format of ui/export. */
#include <stdio.h>
#include <string.h>

#include "builtin-defer-report.h"
#include "ui/export/exports.h"
#include "ui/stdio/plain.h"
#include "util/profile/profile.h"
#include "util/view/chart.h"

static const char *event_name(const struct profile *profile, uint32_t i)
{
	const char *name = profile->events[i].evsel ? profile->events[i].evsel->name : NULL;

	return name ? name : "samples";
}

/* Returns the event of that name, or the first that has samples if @name is NULL. */
static const struct profile_event *find_event(const struct profile *profile, const char *name)
{
	for (uint32_t i = 0; i < profile->nr_events; i++) {
		if (name ? !strcmp(event_name(profile, i), name) : profile->events[i].nr > 0)
			return &profile->events[i];
	}
	return name || !profile->nr_events ? NULL : &profile->events[0];
}

/* Warns about the events left out, since a file with one event does not show that. */
static void warn_of_others(const struct report_opts *opts, const struct profile *profile,
			   const struct profile_event *event)
{
	unsigned int nr = 0;

	for (uint32_t i = 0; i < profile->nr_events; i++) {
		if (&profile->events[i] == event || !profile->events[i].nr)
			continue;
		fprintf(stderr, "%s", nr++ ? ", " : "perf-defer: not exported: ");
		plain__puts(event_name(profile, i), stderr);
	}
	if (nr)
		fprintf(stderr, "; --export %s,EVENT exports another event\n", opts->export->name);
}

/* Writes @source, in order of time if that is its shape. @event is the index of its event. */
static int write_source(const struct report_opts *opts, struct export_source *source,
			const struct shown *shown, uint32_t event, struct defer_error *err)
{
	struct chart *chart = NULL;
	int ret = 0;

	if (source->shape == FLAME_TIME && source->event)
		ret = chart__new(&chart, shown, event, err);
	source->chart = chart;
	if (!ret)
		ret = opts->export->write(source, stdout, err);
	chart__delete(chart);
	return ret;
}

int report__export(const struct report_opts *opts, const char *path, const struct shown *shown,
		   struct defer_error *err)
{
	const struct profile *profile = shown->profile;
	const struct profile_event *event = find_event(profile, opts->export_event);
	struct export_source source = {.path = path, .event = event, .shape = opts->shape};

	if (!event && opts->export_event)
		return defer_error__set(err, DEFER_ERR_INVAL, DEFER_NO_OFFSET,
					"--export: the trace has no event '%s'",
					opts->export_event);
	if (!opts->quiet && !opts->export_event)
		warn_of_others(opts, profile, event);
	return write_source(opts, &source, shown, event ? event - profile->events : 0, err);
}
