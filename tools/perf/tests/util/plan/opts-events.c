// SPDX-License-Identifier: GPL-2.0-only
/* Events, filters and cgroups in the order of the command line. */
#include <unistd.h>

#include <perf/defer-abi.h>

#include "tests/event-folders.h"
#include "tests/tests.h"
#include "util/machine/offcpu.h"
#include "util/plan/opts.h"

#define E(text)                       \
	{                             \
		EVENT_ARG_EVENT, text \
	}
#define F(text)                        \
	{                              \
		EVENT_ARG_FILTER, text \
	}
#define G(text)                        \
	{                              \
		EVENT_ARG_CGROUP, text \
	}
#define S(text)                        \
	{                              \
		EVENT_ARG_SWITCH, text \
	}
#define NO_PERF                              \
	{                                    \
		EVENT_ARG_EXCLUDE_PERF, NULL \
	}
#define SWITCHED "sched:sched_switch"
#define WAKEUP	 "sched:sched_wakeup"

/* The events as lines of name, leader, filter and cgroup; @PID@ is this process. */
struct line {
	struct event_arg args[6];
	bool system_wide, on_cpus, group, off_cpu;
	const char *events; /* or the error, if @code is not 0 */
	int code;
	const char *fault, *remedy; /* NULL: none */
};

static const struct line lines[] = {
	{.args = {E("cpu-clock,faults"), E(WAKEUP)},
	 .events = "cpu-clock 0 - -\nfaults 1 - -\n" WAKEUP " 2 - -\n"},
	{.args = {E("cpu-clock"), E("faults")},
	 .group = true,
	 .events = "cpu-clock 0 - -\nfaults 0 - -\n"},
	/* A filter is of the events of the -e before it. */
	{.args = {E(SWITCHED), F("a == 1"), E(WAKEUP "," SWITCHED), F("b"), F("c")},
	 .events =
		 SWITCHED " 0 a == 1 -\n" WAKEUP " 1 (b) && (c) -\n" SWITCHED " 2 (b) && (c) -\n"},
	{.args = {E(SWITCHED), NO_PERF, E(WAKEUP)},
	 .events = SWITCHED " 0 common_pid != @PID@ -\n" WAKEUP " 1 - -\n"},
	{.args = {E(SWITCHED), F("a"), NO_PERF},
	 .events = SWITCHED " 0 (a) && (common_pid != @PID@) -\n"},
	{.args = {E(WAKEUP), E("cpu-clock"), NO_PERF},
	 .code = DEFER_ERR_INVAL,
	 .events = "--exclude-perf is only for tracepoints, and 'cpu-clock' is not one"},
	{.args = {NO_PERF, E(WAKEUP)},
	 .code = DEFER_ERR_INVAL,
	 .events = "--exclude-perf must follow the -e that it applies to"},
	/* Events that switch files are none of those that are recorded. */
	{.args = {E("cpu-clock"), S(WAKEUP), G("a")},
	 .system_wide = true,
	 .events = "cpu-clock 0 - a\n"},
	/* --off-cpu comes last, and is what --exclude-perf alone is of. */
	{.args = {E("cpu-clock")},
	 .off_cpu = true,
	 .events = "cpu-clock 0 - -\n" OFFCPU_EVENT " 1 prev_state & 3 -\n"},
	{.args = {NO_PERF},
	 .off_cpu = true,
	 .events = OFFCPU_EVENT " 0 (prev_state & 3) && (common_pid != @PID@) -\n"},
	{.args = {E("cpu-clock"), G("a")},
	 .off_cpu = true,
	 .on_cpus = true,
	 .events = "cpu-clock 0 - a\n" OFFCPU_EVENT " 1 prev_state & 3 a\n"},
	{.args = {E("cpu-clock"), G("")},
	 .off_cpu = true,
	 .on_cpus = true,
	 .events = "cpu-clock 0 - -\n" OFFCPU_EVENT " 1 prev_state & 3 -\n"},
	{.args = {E("cpu-clock,faults"), G("a,b")},
	 .off_cpu = true,
	 .system_wide = true,
	 .code = DEFER_ERR_INVAL,
	 .events = "--off-cpu with -G takes only one cgroup"},
	/* Cgroups by their order; one alone is of all events before it. */
	{.args = {E("cpu-clock,faults"), G("a"), E("cs")},
	 .system_wide = true,
	 .events = "cpu-clock 0 - a\nfaults 1 - a\ncs 2 - -\n"},
	{.args = {E("cpu-clock,faults,cs"), G("a,,b/c")},
	 .system_wide = true,
	 .events = "cpu-clock 0 - a\nfaults 1 - -\ncs 2 - b/c\n"},
	{.args = {E("cpu-clock,faults,cs"), G("a"), G("b")},
	 .on_cpus = true,
	 .events = "cpu-clock 0 - a\nfaults 1 - b\ncs 2 - a\n"},
	{.args = {E("cpu-clock,faults"), G(",b")},
	 .system_wide = true,
	 .events = "cpu-clock 0 - -\nfaults 1 - b\n"},
	{.args = {E("cpu-clock,faults"), G("a,b,c")},
	 .system_wide = true,
	 .code = DEFER_ERR_INVAL,
	 .events = "-G c names more cgroups than the 2 preceding events"},
	{.args = {G("a"), E("cpu-clock")},
	 .system_wide = true,
	 .code = DEFER_ERR_INVAL,
	 .events = "-G a must follow the -e that it applies to"},
	{.args = {E("cpu-clock"), G("a")},
	 .code = DEFER_ERR_INVAL,
	 .events = "-G a: cgroup monitoring is per CPU and needs -a or -C"},
	/* Filters and cgroups are not looked at if their events are missing. */
	{.args = {E("sched:none"), F("a"), NO_PERF, E("cpu-clock")},
	 .events = "cpu-clock 0 - -\n",
	 .fault = "event 'sched:none' column 1: unknown tracepoint 'sched:none'",
	 .remedy = "perf list shows the available events"},
	{.args = {E("sched:none"), G("a")},
	 .events = "dummy 0 - -\n",
	 .fault = "event 'sched:none' column 1: unknown tracepoint 'sched:none'",
	 .remedy = "perf list shows the available events"},
};

static void print_events(const struct event_list *events, char *text, size_t size)
{
	size_t len = 0;

	*text = '\0';
	for (uint32_t i = 0; i < events->nr; i++) {
		const struct event_spec *spec = &events->specs[i];

		len += snprintf(text + len, size - len, "%s %u %s %s\n", spec->name, spec->leader,
				spec->filter ? spec->filter : "-",
				spec->cgroup ? spec->cgroup : "-");
	}
}

/* Writes @text with the number of this process in place of @PID@. */
static void expand(const char *text, char *to, size_t size)
{
	const char *at = strstr(text, "@PID@");

	if (at)
		snprintf(to, size, "%.*s%d%s", (int)(at - text), text, getpid(), at + 5);
	else
		snprintf(to, size, "%s", text);
}

static int check_line(const struct event_folders *folders, size_t idx)
{
	const struct line *line = &lines[idx];
	struct defer_error err = DEFER_ERROR_INIT;
	char text[1024], want[1024];
	struct record_opts opts;
	struct faults faults;
	uint32_t nr = 0;

	while (nr < 6 && (line->args[nr].text || line->args[nr].kind == EVENT_ARG_EXCLUDE_PERF))
		nr++;
	record_opts__init(&opts);
	faults__init(&faults);
	opts.paths = folders->paths;
	opts.target.system_wide = line->system_wide;
	opts.target.cpus = line->on_cpus ? "0" : NULL;
	opts.group = line->group;
	opts.off_cpu = line->off_cpu;
	T_EQ(record_opts__add_events(&opts, line->args, nr, &faults, &err), line->code);
	if (line->code) {
		T_STREQ(err.text, line->events);
	} else {
		print_events(&opts.events, text, sizeof(text));
		expand(line->events, want, sizeof(want));
		T_STREQ(text, want);
	}
	T_EQ(faults.nr, line->fault ? 1 : 0);
	if (line->fault) {
		if (strncmp(faults.faults[0].what, line->fault, strlen(line->fault)))
			T_FAIL("%s", faults.faults[0].what);
		T_STREQ(faults.faults[0].remedy, line->remedy);
	}
	defer_error__clear(&err);
	faults__exit(&faults);
	record_opts__exit(&opts);
	return TEST_OK;
}

static int all_lines(struct event_folders *folders, struct event_list *list)
{
	(void)list;
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++)
		T_RUN(check_line(folders, i));
	return TEST_OK;
}

static int test_lines(void)
{
	return event_folders__run(all_lines);
}

/* The event of --off-cpu, of which each is a sample with a weight. */
static int off_cpu(struct event_folders *folders, struct event_list *list)
{
	const struct event_arg args[] = {S(WAKEUP ",faults")};
	struct defer_error err = DEFER_ERROR_INIT;
	const struct event_spec *spec;
	struct record_opts opts;
	struct faults faults;

	(void)list;
	record_opts__init(&opts);
	faults__init(&faults);
	opts.paths = folders->paths;
	opts.off_cpu = true;
	T_EQ(record_opts__add_events(&opts, args, 1, &faults, &err), 0);
	T_EQ(opts.events.nr, 1);
	spec = &opts.events.specs[0];
	T_CHECK(spec->is_off_cpu && spec->has_period);
	T_EQ(spec->attr.sample_period, 1);
	T_EQ(spec->attr.type, DEFER_TYPE_TRACEPOINT);
	T_CHECK(spec->attr.sample_type & DEFER_SAMPLE_WEIGHT);
	T_EQ(opts.switch_events.nr, 2);
	T_STREQ(opts.switch_events.specs[0].name, WAKEUP);
	T_STREQ(opts.switch_events.specs[1].name, "faults");
	record_opts__exit(&opts);

	/* Without that tracepoint there is a fault, and nothing stands in for it. */
	T_CHECK(folder__remove(&folders->folder, "tracing/events/sched/sched_switch"));
	record_opts__init(&opts);
	opts.paths = folders->paths;
	opts.off_cpu = true;
	T_EQ(record_opts__add_events(&opts, NULL, 0, &faults, &err), 0);
	T_EQ(faults.nr, 1);
	T_EQ(opts.events.nr, 1);
	T_STREQ(opts.events.specs[0].name, "dummy");
	faults__exit(&faults);
	record_opts__exit(&opts);
	return TEST_OK;
}

static int test_off_cpu(void)
{
	return event_folders__run(off_cpu);
}

/* A fault may tell what to do. */
static int remedies(struct event_folders *folders, struct event_list *list)
{
	const struct event_arg args[] = {E("sched:sched_switch")};
	struct defer_error err = DEFER_ERROR_INIT;
	struct record_opts opts;
	struct faults faults;

	(void)list;
	T_CHECK(folder__remove(&folders->folder, "tracing/events"));
	record_opts__init(&opts);
	faults__init(&faults);
	opts.paths = folders->paths;
	T_EQ(record_opts__add_events(&opts, args, 1, &faults, &err), 0);
	T_EQ(faults.nr, 1);
	T_CHECK(strstr(faults.faults[0].what, "tracepoints need tracefs, which is not mounted and "
					      "cannot be"));
	T_CHECK(!strchr(faults.faults[0].what, ';'));
	T_STREQ(faults.faults[0].remedy, "as root: mount -t tracefs nodev /sys/kernel/tracing");
	faults__exit(&faults);
	record_opts__exit(&opts);
	return TEST_OK;
}

static int test_remedies(void)
{
	return event_folders__run(remedies);
}

static const struct test_case cases[] = {
	{"events, filters and cgroups by their order", test_lines},
	{"the event of --off-cpu", test_off_cpu},
	{"faults that tell what to do", test_remedies},
	{0},
};

const struct test_suite suite__opts_events = {
	"opts-events", "Events, filters and cgroups of a command line", cases};
