// SPDX-License-Identifier: GPL-2.0-only
/* The wording and format are perf's: Linux 7.2, tools/perf/util/evlist.c, evsel_fprintf.c. */
#include <inttypes.h>
#include <string.h>

#include <perf/defer-abi.h>

#include "ui/stdio/event-desc.h"
#include "ui/stdio/plain.h"
#include "ui/stdio/control-answer.h"

static uint32_t group__print(const struct event_list *events, uint32_t leader, FILE *out)
{
	uint32_t i, nr = 0;

	for (i = leader; i < events->nr; i++) {
		if (events->specs[i].leader != leader)
			continue;
		fputs(nr++ ? "," : "", out);
		plain__puts(events->specs[i].name, out);
	}
	return nr;
}

static bool has_members(const struct event_list *events, uint32_t leader)
{
	for (uint32_t i = leader + 1; i < events->nr; i++)
		if (events->specs[i].leader == leader)
			return true;
	return false;
}

/* Prints a line for each group, for -g. */
static void print_group(const struct event_list *events, uint32_t idx, FILE *out)
{
	bool is_group = has_members(events, idx);

	if (events->specs[idx].leader != idx)
		return;
	fputs(is_group ? "{" : "", out);
	group__print(events, idx, out);
	fputs(is_group ? "}\n" : "\n", out);
}

static void print_event(const struct event_spec *spec, const char *detail, FILE *out)
{
	const struct defer_attr *attr = &spec->attr;

	plain__puts(spec->name, out);
	if (!strcmp(detail, "-v"))
		attr__print_evlist(attr, spec->name, out);
	else if (!strcmp(detail, "-F"))
		fprintf(out, ": %s=%" PRIu64,
			attr->flags & DEFER_ATTR_FREQ ? "sample_freq" : "sample_period",
			attr->sample_period);
	putc('\n', out);
}

static void print_one(const struct event_list *events, uint32_t idx, const char *detail, FILE *out)
{
	if (!strcmp(detail, "-g"))
		print_group(events, idx, out);
	else
		print_event(&events->specs[idx], detail, out);
}

/* Prints all events, the tracking event last, as in perf. */
static void print_events(const struct plan *plan, const char *detail, FILE *out)
{
	for (uint32_t i = 0; i < plan->events.nr; i++)
		if (i != plan->tracking)
			print_one(&plan->events, i, detail, out);
	print_one(&plan->events, plan->tracking, detail, out);
}

static bool is_detail(const char *arg)
{
	return !*arg || !strcmp(arg, "-v") || !strcmp(arg, "-g") || !strcmp(arg, "-F");
}

static void print_switched(const struct control_answer *answer, FILE *out)
{
	const char *what = answer->command == CONTROL_ENABLE ? "enabled" : "disabled";

	if (!*answer->arg) {
		fprintf(out, "Events %s\n", what);
		return;
	}
	fputs(answer->has_event ? "Event " : "failed: can't find '", out);
	plain__puts(answer->arg, out);
	fprintf(out, "%s%s\n", answer->has_event ? " " : "' event", answer->has_event ? what : "");
}

void control_answer__fprintf(const struct control_answer *answer, const struct plan *plan,
			     bool quiet, FILE *out)
{
	if (answer->command == CONTROL_EVLIST && is_detail(answer->arg))
		print_events(plan, answer->arg, out);
	else if (answer->command == CONTROL_EVLIST && !quiet)
		fputs("failed: wrong command\n", out);
	else if (answer->command != CONTROL_EVLIST && !quiet)
		print_switched(answer, out);
}
