/* SPDX-License-Identifier: GPL-2.0-only */
/* event_folders: sysfs and tracefs of an imaginary machine. */
#ifndef PERF_DEFER_TESTS_EVENT_FOLDERS_H
#define PERF_DEFER_TESTS_EVENT_FOLDERS_H

#include "tests/folder.h"
#include "util/events/parse-events.h"

/*
 * PMUs: breakpoint, cpu, power, software, tracepoint, uncore_imc_0 and _1. Tracepoints: some of
 * sched, syscalls and ftrace. Some of their events are such as no kernel would have.
 */
struct event_folders {
	struct folder folder;
	char sysfs[96], tracefs[96];
	struct event_paths paths;
};

bool event_folders__init(struct event_folders *folders);
void event_folders__exit(struct event_folders *folders);
/* Replaces cpu by two kinds of cores: cpu_core, CPUs 0-15, and cpu_atom, CPUs 16-23. */
bool event_folders__make_hybrid(struct event_folders *folders);

/* Runs @body with new folders and an empty list. Returns its result, or TEST_FAIL. */
int event_folders__run(int (*body)(struct event_folders *folders, struct event_list *list));
/* Appends the events of @text, which must be valid. Returns an enum test_result. */
int event_folders__parse(const struct event_folders *folders, struct event_list *list,
			 const char *text);

#endif /* PERF_DEFER_TESTS_EVENT_FOLDERS_H */
