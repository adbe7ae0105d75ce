// SPDX-License-Identifier: GPL-2.0-only
/* Cgroups: what -G names for which event, and what reports call those of samples. */
#include <stdlib.h>

#include <perf/defer-cursor.h>
#include <perf/defer-event.h>
#include <perf/defer-evlist.h>

#include "tests/builder.h"
#include "tests/event-folders.h"
#include "tests/folder.h"
#include "tests/report-rows.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/host/cgroupfs.h"
#include "util/plan/opts.h"
#include "util/plan/plan-attr.h"
#include "util/plan/plan-cgroups.h"

/* ---- reports ---- */

static const struct defer_attr sample_attr = {
	.type = DEFER_TYPE_SOFTWARE,
	.size = DEFER_ATTR_SIZE_VER9,
	.sample_period = 1,
	.sample_type = DEFER_SAMPLE_IDENTIFIER | DEFER_SAMPLE_IP | DEFER_SAMPLE_TID |
		       DEFER_SAMPLE_TIME | DEFER_SAMPLE_PERIOD | DEFER_SAMPLE_CGROUP,
	.flags = DEFER_ATTR_SAMPLE_ID_ALL | DEFER_ATTR_CGROUP,
};

static void add_cgroup(struct builder *b, const struct defer_attr *attr, uint64_t id,
		       const char *path, uint64_t time)
{
	const struct defer_sample_id sample_id = {.pid = 1, .tid = 1, .time = time, .id = 100};

	builder__begin(b, DEFER_RECORD_CGROUP, 0);
	builder__u64(b, id);
	builder__str(b, path, 8);
	builder__sample_id(b, attr, &sample_id);
	builder__end(b);
}

static void build(struct builder *b, const struct builder_event *event, bool big, bool pipe)
{
	static const uint64_t cgroups[] = {7, 7, 7, 9, 9, 11};

	builder__init(b, big);
	if (pipe)
		builder__begin_pipe(b, event, 1);
	else
		builder__begin_file(b, event, 1);
	/* The name that came first counts, wherever in the file it stands. */
	add_cgroup(b, &event->attr, 7, "/renamed", 50);
	add_cgroup(b, &event->attr, 7, "/a", 0);
	for (unsigned int i = 0; i < ARRAY_SIZE(cgroups); i++) {
		const struct defer_sample sample = {
			.id = 100,
			.ip = 0x1000,
			.pid = 5,
			.tid = 5,
			.time = 10 + i,
			.period = 1,
			.cgroup = cgroups[i],
		};

		builder__sample(b, &event->attr, &sample);
	}
	add_cgroup(b, &event->attr, 9, "/b/c", 60);
	builder__end_file(b);
}

static const struct pipeline_opts by_cgroup = {.sort.sort = "cgroup"};

static int check_rows(const char *path)
{
	return report_rows__check(path, &by_cgroup,
				  "Overhead,Cgroup\n50.00%,/a\n33.33%,/b/c\n16.67%,unknown");
}

static int check_no_field(const char *path)
{
	return report_rows__check(path, &by_cgroup, "Overhead,Cgroup\n100.00%,N/A");
}

static int with_trace(bool big, bool pipe, bool field, int (*check)(const char *path))
{
	static const uint64_t id = 100;
	struct builder_event event = {sample_attr, &id, 1};
	struct builder b;
	int ret;

	if (!field)
		event.attr.sample_type &= ~DEFER_SAMPLE_CGROUP;
	build(&b, &event, big, pipe);
	ret = report_rows__with(&b, check);
	builder__exit(&b);
	return ret;
}

static int test_rows(void)
{
	for (int i = 0; i < 4; i++)
		T_RUN(with_trace(i & 1, i & 2, true, check_rows));
	return with_trace(false, false, false, check_no_field);
}

static int test_lie_name_without_end(void)
{
	static const uint64_t id = 100;
	const struct builder_event event = {sample_attr, &id, 1};
	struct defer_error err = DEFER_ERROR_INIT;
	const struct defer_sample_id sample_id = {.id = 100};
	struct defer_evlist *evlist;
	struct defer_cursor cur;
	struct defer_record rec;
	struct defer_event ev;
	struct builder b;
	size_t at;

	builder__init(&b, false);
	at = builder__begin(&b, DEFER_RECORD_CGROUP, 0);
	builder__u64(&b, 7);
	builder__bytes(&b, "/without", 8);
	builder__sample_id(&b, &event.attr, &sample_id);
	builder__end(&b);
	evlist = defer_evlist__new();
	T_CHECK(evlist);
	T_EQ(defer_evlist__add(evlist, &event.attr, &id, 1, NULL), 0);
	defer_cursor__init(&cur, b.data + at, b.size - at, 0, false);
	T_EQ(defer_record__next(&rec, &cur, &err), 1);
	T_EQ(defer_event__decode(&ev, &rec, evlist, &err), DEFER_ERR_CORRUPT);
	defer_evlist__delete(evlist);
	builder__exit(&b);
	return TEST_OK;
}

/* ---- options ---- */

#define MAX_ARGS 6

struct naming {
	bool one_task; /* not -a */
	const char *args[MAX_ARGS];
	const char *cgroups[4]; /* of the events; NULL: all tasks */
	const char *says;	/* if it is refused */
};

static const struct naming namings[] = {
	{.args = {"cpu-clock", "-G", "a"}, .cgroups = {"a"}},
	{.args = {"cpu-clock,page-faults", "-G", "a"}, .cgroups = {"a", "a"}},
	{.args = {"cpu-clock,page-faults", "-G", "a,b"}, .cgroups = {"a", "b"}},
	{.args = {"cpu-clock,page-faults", "-G", ",b"}, .cgroups = {NULL, "b"}},
	{.args = {"cpu-clock,page-faults", "-G", "a,"}, .cgroups = {"a", NULL}},
	{.args = {"cpu-clock", "-G", "a", "page-faults"}, .cgroups = {"a", NULL}},
	{.args = {"cpu-clock", "-G", "a", "page-faults", "-G", "b/c"}, .cgroups = {"a", "b/c"}},
	{.args = {"cpu-clock", "-G", "a,b"}, .says = "more cgroups than the 1"},
	{.args = {"-G", "a", "cpu-clock"}, .says = "must follow the -e"},
	{.one_task = true, .args = {"cpu-clock", "-G", "a"}, .says = "needs -a"},
};

static int check_naming(const struct event_folders *folders, const struct naming *naming)
{
	struct event_arg args[MAX_ARGS];
	struct defer_error err = DEFER_ERROR_INIT;
	struct record_opts opts;
	struct faults faults;
	uint32_t nr = 0;
	int ret;

	for (int i = 0; i < MAX_ARGS && naming->args[i]; i++) {
		bool is_cgroup = !strcmp(naming->args[i], "-G");

		i += is_cgroup;
		args[nr].kind = is_cgroup ? EVENT_ARG_CGROUP : EVENT_ARG_EVENT;
		args[nr++].text = naming->args[i];
	}
	record_opts__init(&opts);
	faults__init(&faults);
	opts.paths = folders->paths;
	opts.target.system_wide = !naming->one_task;
	ret = record_opts__add_events(&opts, args, nr, &faults, &err);
	if (naming->says) {
		T_EQ(ret, DEFER_ERR_INVAL);
		T_CHECK(strstr(err.text, naming->says));
	} else {
		T_EQ(ret, 0);
		for (uint32_t i = 0; i < opts.events.nr; i++)
			T_STREQ(opts.events.specs[i].cgroup ?: "all", naming->cgroups[i] ?: "all");
	}
	record_opts__exit(&opts);
	faults__exit(&faults);
	return TEST_OK;
}

static int check_namings(struct event_folders *folders, struct event_list *list)
{
	(void)list;
	for (size_t i = 0; i < ARRAY_SIZE(namings); i++)
		T_RUN(check_naming(folders, &namings[i]));
	return TEST_OK;
}

static int test_namings(void)
{
	return event_folders__run(check_namings);
}

/* The tracking event covers all tasks, since they enter and leave the cgroup. */
static int test_attrs(void)
{
	const struct record_opts opts = {
		.target.system_wide = true,
		.all_cgroups = true,
		.context_switches = true,
	};
	const struct plan_kernel kernel = {0};
	const struct hostinfo host = {0};
	struct event_list events;
	struct defer_attr tracking;

	event_list__init(&events);
	T_CHECK(event_list__add(&events, "cpu-clock"));
	plan_attr__complete(&events, 0, &opts, &kernel, &host);
	T_CHECK(events.specs[0].attr.sample_type & DEFER_SAMPLE_CGROUP);
	T_CHECK(!(events.specs[0].attr.flags & (DEFER_ATTR_CGROUP | DEFER_ATTR_CONTEXT_SWITCH)));
	plan_attr__tracking(&tracking, &opts, &kernel);
	T_CHECK(tracking.flags & DEFER_ATTR_CGROUP);
	T_CHECK(tracking.flags & DEFER_ATTR_CONTEXT_SWITCH);
	event_list__exit(&events);
	return TEST_OK;
}

/* ---- where they are ---- */

static int make_plan(struct plan *plan, const char *const *cgroups, uint32_t nr, bool group)
{
	memset(plan, 0, sizeof(*plan));
	event_list__init(&plan->events);
	T_CHECK(event_list__add(&plan->events, "dummy:u"));
	for (uint32_t i = 0; i < nr; i++) {
		struct event_spec *spec = event_list__add(&plan->events, "cpu-clock");

		T_CHECK(spec);
		if (group)
			spec->leader = 1;
		if (cgroups[i])
			T_CHECK(spec->cgroup = strdup(cgroups[i]));
	}
	return TEST_OK;
}

static int check_find(const char *procfs, const char *const *cgroups, uint32_t nr, bool group,
		      const char *says)
{
	struct faults faults;
	struct plan plan;

	faults__init(&faults);
	T_RUN(make_plan(&plan, cgroups, nr, group));
	T_EQ(plan_cgroups__find(&plan, procfs, &faults), 0);
	T_EQ(faults.nr, says ? 1 : 0);
	T_CHECK(!says || strstr(faults.faults[0].what, says));
	T_CHECK(!plan.events.specs[0].cgroup);
	for (uint32_t i = 1; i <= nr && !says; i++)
		T_CHECK(!plan.events.specs[i].cgroup == !cgroups[i - 1]);
	event_list__exit(&plan.events);
	faults__exit(&faults);
	return TEST_OK;
}

static int find_in(const struct folder *folder)
{
	char procfs[128], mounts[400], path[200], want[200];

	snprintf(procfs, sizeof(procfs), "%s/proc", folder->path);
	snprintf(want, sizeof(want), "%s/cg", folder->path);
	T_CHECK(folder__mkdir(folder, "cg/a/b"));
	T_EQ(cgroupfs__mount_point(procfs, path, sizeof(path)), DEFER_ERR_NOENT);
	T_RUN(check_find(procfs, (const char *[]){"a"}, 1, false,
			 "no cgroup hierarchy with perf_event is mounted"));
	/* Who names none needs none. */
	T_RUN(check_find(procfs, (const char *[]){NULL, NULL}, 2, true, NULL));
	/* Version 1 without perf_event is not it; with, it comes before version 2. */
	snprintf(mounts, sizeof(mounts),
		 "proc /proc proc rw 0 0\ncg /v1 cgroup rw,cpu 0 0\ncg %s cgroup2 rw 0 0\n", want);
	T_CHECK(folder__write(folder, "proc/mounts", mounts));
	T_EQ(cgroupfs__mount_point(procfs, path, sizeof(path)), 0);
	T_STREQ(path, want);
	T_RUN(check_find(procfs, (const char *[]){"a", NULL, "a/b"}, 3, false, NULL));
	T_RUN(check_find(procfs, (const char *[]){"a", "c"}, 2, false, "no access to cgroup c"));
	T_RUN(check_find(procfs, (const char *[]){"a", "a"}, 2, true, NULL));
	T_RUN(check_find(procfs, (const char *[]){"a", "a/b"}, 2, true, "a different cgroup"));
	T_RUN(check_find(procfs, (const char *[]){"a", NULL}, 2, true, "a different cgroup"));
	strcat(mounts, "cg /v1/perf cgroup rw,perf_event 0 0\n");
	T_CHECK(folder__write(folder, "proc/mounts", mounts));
	T_EQ(cgroupfs__mount_point(procfs, path, sizeof(path)), 0);
	T_STREQ(path, "/v1/perf");
	/* A name without room for its end is not taken, nor is a part of it. */
	T_EQ(cgroupfs__mount_point(procfs, path, strlen("/v1/perf")), DEFER_ERR_NOENT);
	T_EQ(cgroupfs__mount_point(procfs, path, sizeof("/v1/perf")), 0);
	return TEST_OK;
}

static int test_find(void)
{
	return folder__run(find_in);
}

static const struct test_case cases[] = {
	{"samples are of the cgroups that records name", test_rows},
	{"a name that does not end", test_lie_name_without_end},
	{"-G names cgroups of events by their order", test_namings},
	{"samples have the field, and the tracking event the records", test_attrs},
	{"cgroups are looked for where they are mounted", test_find},
	{0},
};

const struct test_suite suite__cgroup = {"cgroup", "Cgroups of events and of samples", cases};
