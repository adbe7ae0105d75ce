// SPDX-License-Identifier: GPL-2.0-only
/* Limits of a host at their values, and what is said beyond them. */
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/child.h"
#include "tests/tests.h"
#include <perf/defer-abi.h>

#include "util/plan/plan-limits.h"
#include "util/plan/plan-switch.h"

static uint64_t page_size(void)
{
	return sysconf(_SC_PAGESIZE);
}

static int check_fault(struct faults *faults, const char *what, const char *detail,
		       const char *remedy)
{
	T_EQ(faults->nr, what ? 1 : 0);
	if (!what)
		return TEST_OK;
	T_STREQ(faults->faults[0].what, what);
	T_STREQ(faults->faults[0].remedy, remedy);
	if (detail)
		T_STREQ(faults->faults[0].detail, detail);
	else
		T_CHECK(!faults->faults[0].detail);
	faults__exit(faults);
	return TEST_OK;
}

/* The default buffer with its header is what may be locked; a power of two of pages. */
static int test_default_buffer(void)
{
	uint64_t page = page_size(), kb = page / 1024;
	const struct {
		int64_t mlock_kb;
		uint64_t bytes;
	} sizes[] = {
		{HOSTINFO_UNKNOWN, 512 * 1024 > page ? 512 * 1024 : page},
		{0, 512 * 1024 > page ? 512 * 1024 : page},
		{1, page},
		{kb, page},
		{2 * kb, page},
		{3 * kb, 2 * page},
		{4 * kb, 2 * page},
		{5 * kb, 4 * page},
		{129 * kb, 128 * page},
		{128 * kb, 64 * page},
	};

	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		const struct hostinfo host = {.mlock_kb = sizes[i].mlock_kb};

		T_EQ(plan_limits__default_mmap_bytes(&host), sizes[i].bytes);
	}
	return TEST_OK;
}

static int test_locked_bytes(void)
{
	int32_t cpus[] = {0, 1}, all[] = {-1};
	struct plan plan = {.nr_buffers = 3,
			    .mmap_pages = 8,
			    .targets = {.cpus = cpus, .nr_cpus = 2, .tids = all, .nr_tids = 1}};

	T_EQ(plan_limits__locked_bytes(&plan), 3 * 9 * page_size());
	plan.tracking_pages = 4;
	T_EQ(plan_limits__locked_bytes(&plan), 3 * (9 + 5) * page_size());
	/* Those of --switch-output-event, on each CPU. */
	plan.switch_events.nr = 5;
	T_EQ(plan_limits__locked_bytes(&plan),
	     (3 * (9 + 5) + 5 * 2 * (PLAN_SWITCH_PAGES + 1)) * page_size());
	return TEST_OK;
}

static int test_overwrite(void)
{
	struct plan plan = {.overwrite = true, .tracking_pages = 1};
	struct event_spec *spec;
	struct faults faults;

	faults__init(&faults);
	event_list__init(&plan.events);
	spec = event_list__add(&plan.events, "event");
	T_CHECK(spec);
	spec->attr.sample_type = DEFER_SAMPLE_TIME;
	T_EQ(plan_limits__check_overwrite(&plan, &faults), 0);
	T_RUN(check_fault(&faults, NULL, NULL, NULL));
	plan.tracking_pages = 0;
	T_EQ(plan_limits__check_overwrite(&plan, &faults), 0);
	T_RUN(check_fault(&faults,
			  "--overwrite: no memory may be locked for the task buffers, which are "
			  "not overwritten",
			  NULL,
			  "ask for smaller buffers (-m), or raise kernel.perf_event_mlock_kb or "
			  "ulimit -l"));
	spec->attr.sample_type = 0;
	spec->has_time = true;
	T_EQ(plan_limits__check_overwrite(&plan, &faults), 0);
	T_RUN(check_fault(&faults,
			  "--overwrite: an event has no timestamps, which tell samples before an "
			  "exec from those after it",
			  NULL, "omit time=0"));
	plan.overwrite = false;
	T_EQ(plan_limits__check_overwrite(&plan, &faults), 0);
	T_RUN(check_fault(&faults, NULL, NULL, NULL));
	event_list__exit(&plan.events);
	return TEST_OK;
}

static int check_max_stack(uint32_t asked, int64_t allowed, const char *what, const char *remedy)
{
	const struct record_opts opts = {.max_stack = asked};
	const struct hostinfo host = {.max_stack = allowed};
	struct faults faults;

	faults__init(&faults);
	T_EQ(plan_limits__check_max_stack(&opts, &host, &faults), 0);
	return check_fault(&faults, what, NULL, remedy);
}

static int test_max_stack(void)
{
	T_RUN(check_max_stack(0, 127, NULL, NULL));
	T_RUN(check_max_stack(127, 127, NULL, NULL));
	T_RUN(check_max_stack(200, HOSTINFO_UNKNOWN, NULL, NULL));
	return check_max_stack(128, 127, "a stack of 128 addresses: this host allows 127",
			       "--max-stack 127, or raise it: sysctl "
			       "kernel.perf_event_max_stack=128");
}

static int check_rate(uint64_t freq, int64_t allowed, bool strict, const char *note,
		      const char *fault, const char *remedy)
{
	const struct record_opts opts = {.freq = freq, .strict_freq = strict};
	const struct hostinfo host = {.max_sample_rate = allowed};
	struct faults faults, notes;

	faults__init(&faults);
	faults__init(&notes);
	T_EQ(plan_limits__check_rate(&opts, &host, &notes, &faults), 0);
	T_RUN(check_fault(&notes, note, NULL, ""));
	return check_fault(&faults, fault, NULL, remedy);
}

static int test_rate(void)
{
	T_RUN(check_rate(0, 1000, true, NULL, NULL, NULL));
	T_RUN(check_rate(1000, 1000, true, NULL, NULL, NULL));
	T_RUN(check_rate(RECORD_FREQ_MAX, 1000, true, NULL, NULL, NULL));
	T_RUN(check_rate(1001, 0, true, NULL, NULL, NULL));
	T_RUN(check_rate(1001, HOSTINFO_UNKNOWN, true, NULL, NULL, NULL));
	T_RUN(check_rate(1001, 1000, false,
			 "-F 1001: lowered to 1000 Hz, the limit of "
			 "kernel.perf_event_max_sample_rate (--strict-freq fails instead)",
			 NULL, NULL));
	return check_rate(1001, 1000, true, NULL, "-F 1001: this host allows at most 1000 Hz",
			  "use -F max, or raise it: sysctl "
			  "kernel.perf_event_max_sample_rate=1001");
}

/* How a group read is computed, with each of its fields. */
static int test_group_text(void)
{
	struct plan plan = {0};
	struct faults faults;

	faults__init(&faults);
	event_list__init(&plan.events);
	for (uint32_t i = 0; i < 2100; i++) {
		struct event_spec *spec = event_list__add(&plan.events, i == 1 ? "lead" : "event");

		T_CHECK(spec);
		spec->leader = i ? 1 : 0;
		spec->attr.read_format = DEFER_FORMAT_GROUP;
	}
	T_EQ(plan_limits__check_groups(&plan, &faults), 0);
	T_RUN(check_fault(&faults,
			  "the group of lead: reading it takes 16800 bytes, but the kernel allows "
			  "16384",
			  "number of members           8 bytes\n"
			  " 2099 members of  8 bytes   16792 bytes (value)\n"
			  "together                 16800 bytes",
			  "split the group, or omit :S"));
	plan.events.specs[1].attr.read_format |= DEFER_FORMAT_TOTAL_TIME_ENABLED |
						 DEFER_FORMAT_TOTAL_TIME_RUNNING | DEFER_FORMAT_ID |
						 DEFER_FORMAT_LOST;
	T_EQ(plan_limits__check_groups(&plan, &faults), 0);
	T_RUN(check_fault(&faults,
			  "the group of lead: reading it takes 50400 bytes, but the kernel allows "
			  "16384",
			  "number of members           8 bytes\n"
			  "time enabled                8 bytes\n"
			  "time running                8 bytes\n"
			  " 2099 members of 24 bytes   50376 bytes (value, id, lost)\n"
			  "together                 50400 bytes",
			  "split the group, or omit :S"));
	event_list__exit(&plan.events);
	return TEST_OK;
}

/* A dump of @size in buffers of one page. */
static int check_dump(uint64_t size, uint64_t flags, const char *what, const char *remedy)
{
	struct plan plan = {.mmap_pages = 1};
	struct event_spec *spec;
	struct faults faults;

	faults__init(&faults);
	event_list__init(&plan.events);
	T_CHECK(event_list__add(&plan.events, "none"));
	spec = event_list__add(&plan.events, "event");
	T_CHECK(spec);
	spec->attr.sample_stack_user = size;
	spec->attr.flags = flags;
	T_EQ(plan_limits__check_dumps(&plan, &faults), 0);
	T_RUN(check_fault(&faults, what, NULL, remedy));
	event_list__exit(&plan.events);
	return TEST_OK;
}

static int test_dumps(void)
{
	const struct defer_attr attr = {0};
	uint64_t page = page_size(), fits = page - plan__sample_size(&attr, 1);
	char what[160], remedy[100];

	T_RUN(check_dump(0, 0, NULL, NULL));
	T_RUN(check_dump(fits, 0, NULL, NULL));
	snprintf(what, sizeof(what),
		 "event event: a sample with a stack dump of %" PRIu64
		 " bytes does not fit into a buffer of %" PRIu64,
		 fits + 1, page);
	snprintf(remedy, sizeof(remedy), "-m 4 or more, or --call-graph fp,defer,repair,%" PRIu64,
		 page / 4);
	T_RUN(check_dump(fits + 1, 0, what, remedy));
	snprintf(remedy, sizeof(remedy), "-m 4 or more, or --call-graph dwarf,%" PRIu64, page / 4);
	return check_dump(fits + 1, DEFER_ATTR_EXCLUDE_CALLCHAIN_USER, what, remedy);
}

/* The limit of files is raised as far as this user may. */
static int raise_files(void)
{
	const struct rlimit low = {.rlim_cur = 30, .rlim_max = 64};
	struct hostinfo host = {.nofile = 30, .nofile_max = 64, .open_files = 3};
	struct plan plan = {.nr_fds = 15, .targets = {.nr_cpus = 3, .nr_tids = 5}};
	struct rlimit limit;
	struct faults faults;

	faults__init(&faults);
	plan.events.nr = 1;
	T_EQ(setrlimit(RLIMIT_NOFILE, &low), 0);
	/* 15 and 3 and 12 are 30. */
	T_EQ(plan_limits__check_files(&plan, &host, &faults), 0);
	T_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
	T_EQ(limit.rlim_cur, 30);
	plan.nr_fds = 16;
	T_EQ(plan_limits__check_files(&plan, &host, &faults), 0);
	T_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
	T_EQ(limit.rlim_cur, 64);
	T_EQ(limit.rlim_max, 64);
	plan.nr_fds = 49;
	T_EQ(plan_limits__check_files(&plan, &host, &faults), 0);
	T_RUN(check_fault(&faults, NULL, NULL, NULL));
	plan.nr_fds = 50;
	T_EQ(plan_limits__check_files(&plan, &host, &faults), 0);
	return check_fault(&faults, "65 files must be open at once, but the limit is 64",
			   "50 of events on their CPUs, and 15 others",
			   "ulimit -n 65, or record with -a, fewer events, or on fewer CPUs (-C)");
}

/* Without exit(), at which LeakSanitizer needs files. */
static int test_files(void)
{
	return child__run_quick(raise_files);
}

static const struct test_case cases[] = {
	{"the buffers of who asks for none", test_default_buffer},
	{"memory that buffers lock", test_locked_bytes},
	{"samples that are written over need buffers of tasks", test_overwrite},
	{"the deepest stack", test_max_stack},
	{"the highest rate", test_rate},
	{"how large a group read is", test_group_text},
	{"stack dumps that a buffer holds", test_dumps},
	{"the limit of open files is raised", test_files},
	{0},
};

const struct test_suite suite__plan_limits = {"plan-limits", "Limits of a host", cases};
