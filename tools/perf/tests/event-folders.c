// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>

#include "tests/event-folders.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/events/pmu.h"

#define DEV "sys/bus/event_source/devices/"
#define TP  "tracing/events/"

struct file {
	const char *path, *text;
};

static const struct file files[] = {
	{DEV "software/type", "1\n"},
	{DEV "tracepoint/type", "2\n"},
	{DEV "breakpoint/type", "5\n"},
	{DEV "cpu/type", "4\n"},
	{DEV "cpu/format/event", "config:0-7,32-35\n"},
	{DEV "cpu/format/umask", "config:8-15\n"},
	{DEV "cpu/format/edge", "config:18\n"},
	{DEV "cpu/format/inv", "config:23\n"},
	{DEV "cpu/format/cmask", "config:24-31\n"},
	{DEV "cpu/format/ldlat", "config1:0-15\n"},
	{DEV "cpu/events/cpu-cycles", "event=0x3c\n"},
	{DEV "cpu/events/mem-loads", "event=0xcd,umask=0x1,ldlat=3\n"},
	{DEV "cpu/events/with-param", "event=0x1,umask=?\n"},
	{DEV "cpu/events/self", "self\n"},
	{DEV "cpu/events/broken-alias", "event=1,nosuch=2\n"},
	{DEV "cpu/events/garbage", "\x01\x02,,=/'\n"},
	{DEV "power/type", "30\n"},
	{DEV "power/cpumask", "0\n"},
	{DEV "power/format/event", "config:0-7\n"},
	{DEV "power/format/broken", "config:70\n"},
	{DEV "power/events/energy-pkg", "event=0x02\n"},
	{DEV "power/events/energy-pkg.unit", "Joules\n"},
	{DEV "uncore_imc_0/type", "17\n"},
	{DEV "uncore_imc_0/cpumask", "0,8\n"},
	{DEV "uncore_imc_0/format/event", "config:0-7\n"},
	{DEV "uncore_imc_0/events/cas", "event=0x4\n"},
	{DEV "uncore_imc_1/type", "18\n"},
	{DEV "uncore_imc_1/cpumask", "0,8\n"},
	{DEV "uncore_imc_1/format/event", "config:0-7\n"},
	{DEV "uncore_imc_1/events/cas", "event=0x4\n"},
	{TP "enable", ""},
	{TP "header_page", ""},
	{TP "sched/enable", ""},
	{TP "sched/filter", ""},
	{TP "sched/sched_switch/enable", ""},
	{TP "sched/sched_switch/id", "314\n"},
	{TP "sched/sched_wakeup/enable", ""},
	{TP "sched/sched_wakeup/id", "317\n"},
	{TP "sched/sched_broken/enable", ""},
	{TP "sched/sched_broken/id", "not a number\n"},
	{TP "syscalls/enable", ""},
	{TP "syscalls/sys_enter_read/enable", ""},
	{TP "syscalls/sys_enter_read/id", "700\n"},
	{TP "syscalls/sys_exit_read/enable", ""},
	{TP "syscalls/sys_exit_read/id", "699\n"},
	{TP "syscalls/sys_enter_write/enable", ""},
	{TP "syscalls/sys_enter_write/id", "698\n"},
	{TP "ftrace/function/id", "1\n"},
	{TP "ftrace/print/format", ""},
};

static const struct file hybrid_files[] = {
	{DEV "cpu_core/type", "4\n"},
	{DEV "cpu_core/cpus", "0-15\n"},
	{DEV "cpu_core/format/event", "config:0-7\n"},
	{DEV "cpu_atom/type", "10\n"},
	{DEV "cpu_atom/cpus", "16-23\n"},
	{DEV "cpu_atom/format/event", "config:0-7\n"},
};

static bool write_files(const struct folder *folder, const struct file *list, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		if (!folder__write(folder, list[i].path, list[i].text))
			return false;
	}
	return true;
}

/* An event that would be longer than any. */
static bool write_huge(const struct folder *folder)
{
	char huge[4 * PMU_ALIAS_MAX];

	memset(huge, '1', sizeof(huge));
	return folder__write_bytes(folder, DEV "cpu/events/huge", huge, sizeof(huge));
}

bool event_folders__init(struct event_folders *folders)
{
	if (!folder__init(&folders->folder))
		return false;
	snprintf(folders->sysfs, sizeof(folders->sysfs), "%s/sys", folders->folder.path);
	snprintf(folders->tracefs, sizeof(folders->tracefs), "%s/tracing", folders->folder.path);
	folders->paths = (struct event_paths){folders->sysfs, folders->tracefs};
	if (write_files(&folders->folder, files, ARRAY_SIZE(files)) && write_huge(&folders->folder))
		return true;
	folder__exit(&folders->folder);
	return false;
}

void event_folders__exit(struct event_folders *folders)
{
	folder__exit(&folders->folder);
}

bool event_folders__make_hybrid(struct event_folders *folders)
{
	return folder__remove(&folders->folder, DEV "cpu") &&
	       write_files(&folders->folder, hybrid_files, ARRAY_SIZE(hybrid_files));
}

int event_folders__run(int (*body)(struct event_folders *folders, struct event_list *list))
{
	struct event_folders folders;
	struct event_list list;
	int ret;

	T_CHECK(event_folders__init(&folders));
	event_list__init(&list);
	ret = body(&folders, &list);
	event_list__exit(&list);
	event_folders__exit(&folders);
	return ret;
}

int event_folders__parse(const struct event_folders *folders, struct event_list *list,
			 const char *text)
{
	struct defer_error err = DEFER_ERROR_INIT;

	if (parse_events(list, &folders->paths, text, &err))
		T_FAIL("%s: %s", text, err.text);
	return TEST_OK;
}
