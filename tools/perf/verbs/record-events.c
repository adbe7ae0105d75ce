// SPDX-License-Identifier: GPL-2.0-only
/* record --list-events: the names that -e takes on this machine, for the completion of shells. */
#include <stdio.h>

#include "verbs/record.h"
#include "util/events/event-table.h"
#include "util/events/pmu.h"
#include "util/events/tracepoint.h"

static void print_name(void *ctx, const char *name)
{
	(void)ctx;
	puts(name);
}

/* @ctx is the PMU. */
static void print_pmu_event(void *ctx, const char *name)
{
	const struct pmu *pmu = ctx;

	printf("%s/%s/\n", pmu->name, name);
}

static int print_tracepoint(void *ctx, const char *sys, const char *name)
{
	(void)ctx;
	printf("%s:%s\n", sys, name);
	return 0;
}

void record__list_events(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	char tracefs[PATH_MAX];
	struct pmus pmus;

	event_table__for_each(print_name, NULL);
	if (!pmus__init(&pmus, "/sys", &err)) {
		for (size_t i = 0; i < pmus.nr; i++)
			pmu__each_event(&pmus, &pmus.pmus[i], print_pmu_event, &pmus.pmus[i]);
	}
	pmus__exit(&pmus);
	if (!tracefs__find(tracefs, NULL, &err))
		tracepoint__for_each(tracefs, "*", "*", print_tracepoint, NULL);
}
