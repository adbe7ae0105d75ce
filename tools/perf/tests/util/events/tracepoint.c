// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <perf/defer-abi.h>

#include "tests/event-folders.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/events/parse-events.h"
#include "util/events/tracepoint.h"

static int parse(struct event_list *list, const struct event_folders *folders, const char *text)
{
	event_list__truncate(list, 0);
	return event_folders__parse(folders, list, text);
}

static int one(struct event_folders *folders, struct event_list *list)
{
	const struct event_spec *spec;

	T_RUN(parse(list, folders, "sched:sched_switch"));
	T_EQ(list->nr, 1);
	spec = &list->specs[0];
	T_STREQ(spec->name, "sched:sched_switch");
	T_EQ(spec->attr.type, DEFER_TYPE_TRACEPOINT);
	T_EQ(spec->attr.config, 314);
	T_EQ(spec->attr.sample_period, 1);
	T_CHECK(!spec->has_period);
	T_EQ(spec->attr.sample_type,
	     DEFER_SAMPLE_RAW | DEFER_SAMPLE_TIME | DEFER_SAMPLE_CPU | DEFER_SAMPLE_PERIOD);
	T_EQ(spec->attr.flags, 0);

	/* perf names a tracepoint without its modifiers. */
	T_RUN(parse(list, folders, "sched:sched_switch/period=5,call-graph=no/k"));
	spec = &list->specs[0];
	T_STREQ(spec->name, "sched:sched_switch");
	T_EQ(spec->attr.sample_period, 5);
	T_CHECK(spec->has_period && spec->has_callchain);
	T_EQ(spec->attr.flags, DEFER_ATTR_EXCLUDE_USER | DEFER_ATTR_EXCLUDE_HV);

	T_RUN(parse(list, folders, "sched:sched_switch:u"));
	T_EQ(list->specs[0].attr.flags, DEFER_ATTR_EXCLUDE_KERNEL | DEFER_ATTR_EXCLUDE_HV);
	T_RUN(parse(list, folders, "ftrace:function"));
	T_EQ(list->specs[0].attr.flags, DEFER_ATTR_EXCLUDE_CALLCHAIN_USER);
	return TEST_OK;
}

static int test_one(void)
{
	return event_folders__run(one);
}

/* Their names, in order, with a space after each. */
static int names_are(const struct event_list *list, const char *want)
{
	char names[512] = "";

	for (uint32_t i = 0; i < list->nr; i++)
		strcat(strcat(names, list->specs[i].name), " ");
	T_STREQ(names, want);
	return TEST_OK;
}

static int globs(struct event_folders *folders, struct event_list *list)
{
	T_RUN(parse(list, folders, "syscalls:sys_enter_*"));
	T_RUN(names_are(list, "syscalls:sys_enter_read syscalls:sys_enter_write "));
	T_EQ(list->specs[0].attr.config, 700);
	T_RUN(parse(list, folders, "sys*:*_read:k"));
	T_RUN(names_are(list, "syscalls:sys_enter_read syscalls:sys_exit_read "));
	T_EQ(list->specs[1].attr.flags, DEFER_ATTR_EXCLUDE_USER | DEFER_ATTR_EXCLUDE_HV);
	T_RUN(parse(list, folders, "sched:sched_[sw]?[ik]*"));
	T_RUN(names_are(list, "sched:sched_switch sched:sched_wakeup "));
	/* print has no number: the kernel does not allow opening it. */
	T_RUN(parse(list, folders, "ftrace:*"));
	T_RUN(names_are(list, "ftrace:function "));
	T_RUN(parse(list, folders, "{cs,syscalls:sys_e*_read}:S"));
	T_EQ(list->nr, 3);
	T_EQ(list->specs[1].leader, 0);
	T_EQ(list->specs[2].leader, 0);
	T_CHECK(list->specs[2].sample_read);
	return TEST_OK;
}

static int test_globs(void)
{
	return event_folders__run(globs);
}

static int refuses(struct event_folders *folders, struct event_list *list)
{
	static const struct {
		const char *text;
		int code;
		const char *say;
	} tries[] = {
		{"sched:sched_swich", DEFER_ERR_NOENT,
		 "column 1: unknown tracepoint 'sched:sched_swich'; is it 'sched:sched_switch'?"},
		{"cs,shced:sched_switch", DEFER_ERR_NOENT,
		 "column 4: unknown tracepoint 'shced:sched_switch'; is it 'sched:sched_switch'?"},
		{"nothing:like_this_at_all", DEFER_ERR_NOENT, "unknown tracepoint"},
		{"sched:zzz*", DEFER_ERR_NOENT, "unknown tracepoint 'sched:zzz*'"},
		{"ftrace:print", DEFER_ERR_NOENT, "unknown tracepoint 'ftrace:print'"},
		{"sched:", DEFER_ERR_NOENT, "unknown event 'sched'"},
		{"sched:..", DEFER_ERR_NOENT, "unknown tracepoint"},
		{"..:sched", DEFER_ERR_NOENT, "unknown tracepoint"},
		{"sched:sched_broken", DEFER_ERR_CORRUPT, "does not hold a tracepoint id"},
		{"sched:*", DEFER_ERR_CORRUPT, "sched_broken/id does not hold a tracepoint id"},
		{"sched:sched_switch:y", DEFER_ERR_INVAL, "column 20: unknown modifier 'y'"},
		{"sched:sched_switch/config=1/", DEFER_ERR_INVAL,
		 "column 20: a tracepoint does not take 'config'"},
		{"sched:sched_switch/foo/", DEFER_ERR_INVAL, "column 20: unknown term 'foo'"},
	};

	for (size_t i = 0; i < ARRAY_SIZE(tries); i++) {
		struct defer_error err = DEFER_ERROR_INIT;
		int ret = parse_events(list, &folders->paths, tries[i].text, &err);

		if (ret != tries[i].code || !strstr(err.text, tries[i].say))
			T_FAIL("%s: %d \"%s\"", tries[i].text, ret, err.text);
		T_EQ(list->nr, 0);
	}
	return TEST_OK;
}

static int test_faults(void)
{
	return event_folders__run(refuses);
}

static int broken_ids(struct event_folders *folders, struct event_list *list)
{
	static const char *const texts[] = {
		"",    "-1",
		"1x",  "18446744073709551616",
		"1 2", "\n",
		" 7",  "11111111111111111111111111111111111111111111111111111111111111111111111",
	};
	uint64_t id;

	(void)list;
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		T_CHECK(folder__write(&folders->folder, "tracing/events/sched/sched_broken/id",
				      texts[i]));
		if (tracepoint__id(folders->tracefs, "sched", "sched_broken", &id, NULL) !=
		    DEFER_ERR_CORRUPT)
			T_FAIL("'%s' is a number", texts[i]);
	}
	T_CHECK(folder__fifo(&folders->folder, "tracing/events/sched/sched_broken/id"));
	T_EQ(tracepoint__id(folders->tracefs, "sched", "sched_broken", &id, NULL),
	     DEFER_ERR_CORRUPT);
	T_CHECK(folder__mkdir(&folders->folder, "tracing/events/sched/sched_broken/id"));
	T_EQ(tracepoint__id(folders->tracefs, "sched", "sched_broken", &id, NULL),
	     DEFER_ERR_CORRUPT);
	T_CHECK(folder__write(&folders->folder, "tracing/events/sched/sched_broken/id", "65535\n"));
	T_EQ(tracepoint__id(folders->tracefs, "sched", "sched_broken", &id, NULL), 0);
	T_EQ(id, 65535);
	return TEST_OK;
}

static int test_broken_ids(void)
{
	return event_folders__run(broken_ids);
}

static int no_tracefs(struct event_folders *folders, struct event_list *list)
{
	struct event_paths paths = folders->paths;
	struct defer_error err = DEFER_ERROR_INIT;
	char dir[PATH_MAX], longest[PATH_MAX];

	paths.tracefs = folders->sysfs;
	T_EQ(parse_events(list, &paths, "sched:sched_switch", &err), DEFER_ERR_NOENT);
	T_CHECK(strstr(err.text, "mount -t tracefs nodev /sys/kernel/tracing"));

	/* No folder in it has a path that is short enough. */
	memset(longest, '/', PATH_MAX - 2);
	longest[PATH_MAX - 2] = '\0';
	defer_error__clear(&err);
	T_EQ(tracefs__find(dir, longest, &err), DEFER_ERR_NOENT);
	T_CHECK(strstr(err.text, "mount -t tracefs nodev /sys/kernel/tracing"));
	return TEST_OK;
}

static int test_no_tracefs(void)
{
	return event_folders__run(no_tracefs);
}

#define NOBODY 65534

/* In a process that is not root: 0, or the line that was wrong. */
static int try_as_nobody(const struct event_folders *folders)
{
	struct defer_error err = DEFER_ERROR_INIT;
	char dir[PATH_MAX];
	uint64_t id;

	if (setgid(NOBODY) || setuid(NOBODY))
		return __LINE__;
	if (tracefs__find(dir, folders->tracefs, &err) != DEFER_ERR_IO)
		return __LINE__;
	if (!strstr(err.text, "no permission") || !strstr(err.text, "run as root") ||
	    !strstr(err.text, "perf defer check") ||
	    !strstr(err.text, "mount -o remount,gid=GROUP,mode=750 /sys/kernel/tracing"))
		return __LINE__;
	if (tracepoint__id(folders->tracefs, "sched", "sched_switch", &id, NULL) != DEFER_ERR_IO)
		return __LINE__;
	return 0;
}

static int denied(struct event_folders *folders, struct event_list *list)
{
	char events[160];
	int status;
	pid_t pid;

	(void)list;
	if (getuid())
		return TEST_SKIP;
	snprintf(events, sizeof(events), "%s/events", folders->tracefs);
	T_EQ(chmod(folders->folder.path, 0755), 0);
	T_EQ(chmod(events, 0700), 0);
	pid = fork();
	T_CHECK(pid >= 0);
	if (!pid)
		_exit(try_as_nobody(folders) ? 1 : 0);
	T_EQ(waitpid(pid, &status, 0), pid);
	T_EQ(status, 0);
	return TEST_OK;
}

static int test_denied(void)
{
	return event_folders__run(denied);
}

static int filters(struct event_folders *folders, struct event_list *list)
{
	struct defer_error err = DEFER_ERROR_INIT;

	T_RUN(parse(list, folders, "cs,syscalls:sys_enter_*"));
	T_EQ(parse_filter(list, 1, "comm == \"a b\" && fd > 2", &err), 0);
	T_STREQ(list->specs[1].filter, "comm == \"a b\" && fd > 2");
	T_STREQ(list->specs[2].filter, "comm == \"a b\" && fd > 2");
	T_CHECK(!list->specs[0].filter);
	T_EQ(parse_filter(list, 2, "fd < 9", &err), 0);
	T_STREQ(list->specs[2].filter, "(comm == \"a b\" && fd > 2) && (fd < 9)");
	T_STREQ(list->specs[1].filter, "comm == \"a b\" && fd > 2");

	T_EQ(parse_filter(list, 0, "fd < 9", &err), DEFER_ERR_INVAL);
	T_STREQ(err.text, "--filter is only for tracepoints, and 'cs' is not one");
	T_STREQ(list->specs[1].filter, "comm == \"a b\" && fd > 2");
	T_EQ(parse_filter(list, 3, "fd < 9", NULL), DEFER_ERR_INVAL);
	T_EQ(parse_filter(list, 1, " ", NULL), DEFER_ERR_INVAL);
	return TEST_OK;
}

static int test_filters(void)
{
	return event_folders__run(filters);
}

/* The kernel that runs has sched_switch, where its tracefs can be read. */
static int test_this_machine(void)
{
	const struct event_paths paths = {.sysfs = "/sys"};
	struct event_list list;
	char dir[PATH_MAX];
	int ret;

	if (tracefs__find(dir, NULL, NULL))
		return TEST_SKIP;
	event_list__init(&list);
	T_EQ(parse_events(&list, &paths, "sched:sched_switch", NULL), 0);
	T_CHECK(list.specs[0].attr.config > 0);
	T_EQ(parse_events(&list, &paths, "sched:*,ftrace:function", NULL), 0);
	T_CHECK(list.nr > 3);
	T_EQ(parse_events(&list, &paths, "ftrace:*", NULL), 0);
	ret = parse_events(&list, &paths, "sched:sched_swtich", NULL);
	T_EQ(ret, DEFER_ERR_NOENT);
	event_list__exit(&list);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"one tracepoint, with terms and modifiers", test_one},
	{"globs", test_globs},
	{"faults name the part and what is near", test_faults},
	{"numbers that are none", test_broken_ids},
	{"no tracefs: how to mount it", test_no_tracefs},
	{"no permission: what to do", test_denied},
	{"filters, as they were quoted", test_filters},
	{"this machine's tracepoints", test_this_machine},
	{0},
};

const struct test_suite suite__tracepoint = {"tracepoint", "Tracepoints of tracefs, and filters",
					     cases};
