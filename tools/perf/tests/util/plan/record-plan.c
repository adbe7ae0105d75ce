// SPDX-License-Identifier: GPL-2.0-only
/* What a recording requests from the kernel, and what it must not. */
#include <stdlib.h>
#include <unistd.h>

#include "tests/tests.h"
#include <perf/defer-abi.h>

#include "util/plan/plan-attr.h"
#include "util/plan/plan-limits.h"
#include "util/plan/plan-probe.h"
#include "util/plan/plan-switch.h"
#include "util/plan/plan.h"

#define ALL_FORMATS                                                                            \
	(DEFER_FORMAT_TOTAL_TIME_ENABLED | DEFER_FORMAT_TOTAL_TIME_RUNNING | DEFER_FORMAT_ID | \
	 DEFER_FORMAT_GROUP | DEFER_FORMAT_LOST)

static const struct hostinfo plain_host = {
	.paranoid = 2,
	.max_sample_rate = 100000,
	.mlock_kb = 516,
	.nofile = 1024,
	.nofile_max = 1024,
	.open_files = 3,
	.memlock = 64 * 1024,
	.nr_cpus = 4,
};

/* By hand, from the kernel's own layout of a read. */
static int test_read_size(void)
{
	T_EQ(plan__read_size(0, 1), 8);
	T_EQ(plan__read_size(DEFER_FORMAT_ID, 1), 16);
	T_EQ(plan__read_size(DEFER_FORMAT_ID | DEFER_FORMAT_LOST, 1), 24);
	T_EQ(plan__read_size(DEFER_FORMAT_GROUP, 3), 8 + 3 * 8);
	T_EQ(plan__read_size(ALL_FORMATS, 5), 8 + 8 + 8 + 5 * 24);
	/* The largest group of ids and losses, and one more. */
	T_CHECK(plan__read_size(DEFER_FORMAT_GROUP | DEFER_FORMAT_ID | DEFER_FORMAT_LOST, 682) <=
		PLAN_GROUP_READ_MAX);
	T_CHECK(plan__read_size(DEFER_FORMAT_GROUP | DEFER_FORMAT_ID | DEFER_FORMAT_LOST, 683) >
		PLAN_GROUP_READ_MAX);
	return TEST_OK;
}

static int test_sample_size(void)
{
	struct defer_attr attr = {
		.sample_type = DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME,
	};

	T_EQ(plan__sample_size(&attr, 1), 8 + 3 * 8);
	attr.sample_type |= DEFER_SAMPLE_READ;
	attr.read_format = ALL_FORMATS;
	T_EQ(plan__sample_size(&attr, 2), 8 + 3 * 8 + 24 + 2 * 24);
	return TEST_OK;
}

static int make_group(struct plan *plan, uint32_t nr)
{
	uint32_t i;

	memset(plan, 0, sizeof(*plan));
	event_list__init(&plan->events);
	for (i = 0; i < nr; i++) {
		struct event_spec *spec = event_list__add(&plan->events, "cpu-clock");

		T_CHECK(spec);
		spec->leader = 0;
		spec->attr.read_format = DEFER_FORMAT_GROUP | DEFER_FORMAT_ID | DEFER_FORMAT_LOST;
	}
	return TEST_OK;
}

static int test_group_too_large(void)
{
	struct faults faults;
	struct plan plan;

	faults__init(&faults);
	T_RUN(make_group(&plan, 682));
	T_EQ(plan_limits__check_groups(&plan, &faults), 0);
	T_EQ(faults.nr, 0);
	/* The time makes it exactly as large as the kernel allows. */
	plan.events.specs[0].attr.read_format |= DEFER_FORMAT_TOTAL_TIME_ENABLED;
	T_EQ(plan__read_size(plan.events.specs[0].attr.read_format, 682), PLAN_GROUP_READ_MAX);
	T_EQ(plan_limits__check_groups(&plan, &faults), 0);
	T_EQ(faults.nr, 0);
	event_list__exit(&plan.events);

	T_RUN(make_group(&plan, 683));
	T_EQ(plan_limits__check_groups(&plan, &faults), 0);
	T_EQ(faults.nr, 1);
	T_CHECK(strstr(faults.faults[0].what, "16400 bytes"));
	T_CHECK(strstr(faults.faults[0].what, "16384"));
	T_CHECK(strstr(faults.faults[0].detail, "683 members of 24 bytes"));
	T_CHECK(strstr(faults.faults[0].detail, "value, id, lost"));
	T_CHECK(*faults.faults[0].remedy);
	event_list__exit(&plan.events);
	faults__exit(&faults);
	return TEST_OK;
}

static int test_rate(void)
{
	struct record_opts opts = {.freq = 100000, .strict_freq = true};
	struct faults faults, notes;

	faults__init(&faults);
	faults__init(&notes);
	T_EQ(plan_limits__check_rate(&opts, &plain_host, &notes, &faults), 0);
	opts.freq = RECORD_FREQ_MAX;
	T_EQ(plan_limits__check_rate(&opts, &plain_host, &notes, &faults), 0);
	T_EQ(faults.nr, 0);
	opts.freq = 100001;
	T_EQ(plan_limits__check_rate(&opts, &plain_host, &notes, &faults), 0);
	T_EQ(faults.nr, 1);
	T_EQ(notes.nr, 0);
	opts.strict_freq = false;
	T_EQ(plan_limits__check_rate(&opts, &plain_host, &notes, &faults), 0);
	T_EQ(faults.nr, 1);
	T_EQ(notes.nr, 1);
	T_CHECK(strstr(notes.faults[0].what, "-F 100001: lowered to 100000 Hz"));
	faults__exit(&notes);
	T_CHECK(strstr(faults.faults[0].remedy, "perf_event_max_sample_rate=100001"));
	faults__exit(&faults);
	return TEST_OK;
}

static int test_memory(void)
{
	struct hostinfo host = plain_host;
	struct plan plan = {.nr_buffers = 4, .mmap_pages = 128, .locked_bytes = 4 * 129 * 4096};
	struct faults faults;

	faults__init(&faults);
	T_EQ(plan_limits__check_memory(&plan, &host, &faults), 0);
	T_EQ(faults.nr, 0);
	plan.mmap_pages = 512;
	plan.locked_bytes = 4ULL * 513 * 4096;
	T_EQ(plan_limits__check_memory(&plan, &host, &faults), 0);
	T_EQ(faults.nr, 1);
	T_CHECK(strstr(faults.faults[0].detail, "4 buffers of 512 pages"));
	/* A user who may lock memory gets it. */
	host.ipc_lock = true;
	T_EQ(plan_limits__check_memory(&plan, &host, &faults), 0);
	T_EQ(faults.nr, 1);
	faults__exit(&faults);
	return TEST_OK;
}

/* The buffers of the tracking event on @host: @pages each, and @mmap_pages for samples. */
static int check_tracking(const struct hostinfo *host, const struct record_opts *opts,
			  uint32_t pages, uint32_t mmap_pages, const char *note)
{
	uint32_t before = opts->mmap_bytes ? opts->mmap_bytes / 4096 : 128;
	struct plan plan = {.nr_buffers = 4, .mmap_pages = before};

	event_list__init(&plan.events);
	faults__init(&plan.notes);
	plan_limits__fit_tracking(&plan, opts, host);
	T_EQ(plan.tracking_pages, pages);
	T_EQ(plan.mmap_pages, mmap_pages);
	T_EQ(plan_limits__note_tracking(&plan, opts, host), 0);
	T_EQ(plan.notes.nr, note ? 1 : 0);
	T_CHECK(!note || strstr(plan.notes.faults[0].what, note));
	faults__exit(&plan.notes);
	return TEST_OK;
}

static int test_tracking_size(void)
{
	struct hostinfo host = plain_host;
	struct record_opts opts = {0};

	if (sysconf(_SC_PAGESIZE) != 4096)
		return TEST_SKIP;
	/* 516K for each of four CPUs, and 64K: the default -m alone takes almost all of that. */
	T_RUN(check_tracking(&host, &opts, 16, 64, "64K instead of 1M"));
	host.memlock = 8 << 20;
	T_RUN(check_tracking(&host, &opts, 256, 128, NULL));
	host.memlock = 1 << 20;
	T_RUN(check_tracking(&host, &opts, 32, 128, "128K instead of 1M"));
	host.mlock_kb = 16;
	host.memlock = 0;
	T_RUN(check_tracking(&host, &opts, 0, 128, "no separate buffers"));

	/* A user who may lock memory gets as much as for samples, and at least 1M. */
	host.ipc_lock = true;
	T_RUN(check_tracking(&host, &opts, 256, 128, NULL));
	opts.mmap_bytes = 4096;
	T_RUN(check_tracking(&host, &opts, 256, 1, NULL));
	opts.mmap_bytes = 4 << 20;
	T_RUN(check_tracking(&host, &opts, 1024, 1024, NULL));
	opts.target.per_thread = true;
	opts.mmap_bytes = 4096;
	T_RUN(check_tracking(&host, &opts, 16, 1, NULL));

	/* The size of -m stays. */
	host = plain_host;
	opts = (struct record_opts){.mmap_bytes = 512 << 10};
	return check_tracking(&host, &opts, 0, 128, "no separate buffers");
}

static int test_files(void)
{
	struct plan plan = {.nr_fds = 100000, .targets = {.nr_cpus = 2, .nr_tids = 50000}};
	struct hostinfo host = plain_host;
	struct faults faults;

	faults__init(&faults);
	T_EQ(plan_limits__check_files(&plan, &host, &faults), 0);
	T_EQ(faults.nr, 1);
	T_CHECK(strstr(faults.faults[0].what, "100015 files"));
	T_STREQ(faults.faults[0].detail, "100000 of events on their CPUs, and 15 others");
	T_CHECK(strstr(faults.faults[0].remedy, "ulimit -n 100015"));
	plan.nr_fds = 900;
	T_EQ(plan_limits__check_files(&plan, &host, &faults), 0);
	T_EQ(faults.nr, 1);
	faults__exit(&faults);
	return TEST_OK;
}

static int test_files_sum(void)
{
	struct plan plan = {0};
	struct hostinfo host = plain_host;
	int32_t cpus[] = {0, 1, 2, 3};
	struct faults faults;

	host.nofile = host.nofile_max = 16;
	faults__init(&faults);
	event_list__init(&plan.events);
	T_CHECK(event_list__add(&plan.events, "dummy:u") &&
		event_list__add(&plan.events, "cycles"));
	plan.targets = (struct target_list){.cpus = cpus, .nr_cpus = 4};
	/* The one task of a command, which is not forked yet. */
	plan.nr_fds = plan_limits__nr_fds(&plan, 1);
	T_EQ(plan.nr_fds, 8);
	T_EQ(plan_limits__check_files(&plan, &host, &faults), 0);
	T_EQ(faults.nr, 1);
	T_STREQ(faults.faults[0].what, "23 files must be open at once, but the limit is 16");
	T_STREQ(faults.faults[0].detail, "2 events x 4 CPUs x 1 task = 8, and 15 others");
	T_CHECK(!strncmp(faults.faults[0].remedy, "ulimit -n 23,", 13));

	/* An event of a PMU whose CPUs are others, or some of these. */
	plan.events.specs[1].cpus = strdup("2-9");
	T_EQ(plan_limits__nr_fds(&plan, 3), 3 * (4 + 2));
	faults__exit(&faults);
	event_list__exit(&plan.events);
	return TEST_OK;
}

#define GB (1ULL << 30)

/* -m @bytes on four CPUs of @host: @what, and the -m that fits; NULL: no fault. */
static int check_size(const struct hostinfo *host, uint64_t bytes, const char *what,
		      const char *remedy)
{
	struct record_opts opts = {.mmap_bytes = bytes};
	struct plan plan = {.nr_buffers = 4, .mmap_pages = bytes / 4096};
	struct faults faults;
	size_t len = strlen(remedy ? remedy : "");

	faults__init(&faults);
	event_list__init(&plan.events);
	plan.max_mmap_bytes = plan_limits__max_mmap_bytes(&plan, &opts, host);
	plan_limits__fit_tracking(&plan, &opts, host);
	plan.locked_bytes = plan_limits__locked_bytes(&plan);
	T_EQ(plan_limits__check_memory(&plan, host, &faults), 0);
	T_EQ(faults.nr, what ? 1 : 0);
	if (what && !strstr(faults.faults[0].what, what))
		T_FAIL("'%s' has no '%s'", faults.faults[0].what, what);
	if (what && (strncmp(faults.faults[0].remedy, remedy, len) ||
		     (faults.faults[0].remedy[len] && faults.faults[0].remedy[len] != ',')))
		T_FAIL("'%s' is not '%s'", faults.faults[0].remedy, remedy);
	faults__exit(&faults);
	return TEST_OK;
}

static int test_buffer_size(void)
{
	struct hostinfo host = plain_host;

	if (sysconf(_SC_PAGESIZE) != 4096)
		return TEST_SKIP;
	/* 4 x 516K and 64K: four of 257 pages and no more fit, without buffers for tasks. */
	T_RUN(check_size(&host, 512 << 10, NULL, NULL));
	T_RUN(check_size(&host, 1 << 20, "lock 4112 kB of memory, but 2128 kB are allowed",
			 "-m 512K"));

	host.ipc_lock = true;
	host.max_buffer = 1 * GB;
	T_RUN(check_size(&host, 1 * GB, NULL, NULL));
	T_RUN(check_size(&host, 2 * GB,
			 "a buffer of 2G is too large: the largest that can be mapped is 1G",
			 "-m 1G"));
	T_RUN(check_size(&host, 4 * GB, "a buffer of 4G", "-m 1G"));
	T_RUN(check_size(&host, 1024 * GB, "a buffer of 1024G", "-m 1G"));

	/* The number that fits is one for which memory is there: 4 x (256M + 128M). */
	host.available = 2 * GB;
	T_RUN(check_size(&host, 4 * GB, "a buffer of 4G", "-m 256M"));
	T_RUN(check_size(&host, 1 * GB, "take 4194320 kB of memory, but 2097152 kB are available",
			 "-m 256M"));
	T_RUN(check_size(&host, 256 << 20, NULL, NULL));

	/* A kernel that says nothing of itself: what libperf can. */
	host.max_buffer = host.available = 0;
	T_RUN(check_size(&host, 2 * GB, NULL, NULL));
	T_RUN(check_size(&host, 4 * GB, "the largest that can be mapped is 2G", "-m 2G"));

	/* Not one page for each. */
	host = plain_host;
	host.memlock = 0;
	host.mlock_kb = 4;
	return check_size(&host, 4096, "lock 32 kB", "record on fewer CPUs (-C)");
}

/* A note where names of the kernel are hidden, and asked for. */
static int check_kallsyms(bool shown, uint64_t flags, const char *note)
{
	struct hostinfo host = plain_host;
	struct event_spec *spec;
	struct plan plan = {0};

	host.kallsyms = shown;
	host.kptr_restrict = 1;
	event_list__init(&plan.events);
	faults__init(&plan.notes);
	/* The tracking event samples nothing. */
	T_CHECK(event_list__add(&plan.events, "dummy"));
	spec = event_list__add(&plan.events, "cpu-clock");
	T_CHECK(spec);
	spec->attr.flags = flags;
	T_EQ(plan_limits__note_kallsyms(&plan, &host), 0);
	T_EQ(plan.notes.nr, note ? 1 : 0);
	T_CHECK(!note || strstr(plan.notes.faults[0].what, note));
	faults__exit(&plan.notes);
	event_list__exit(&plan.events);
	return TEST_OK;
}

static int test_kallsyms(void)
{
	T_RUN(check_kallsyms(false, 0,
			     "(kernel.kptr_restrict is 1, kernel.perf_event_paranoid 2)"));
	T_RUN(check_kallsyms(true, 0, NULL));
	return check_kallsyms(false, DEFER_ATTR_EXCLUDE_KERNEL, NULL);
}

/* Returns whether the kernel treats tracepoint @name with @sample_type like sched:sched_switch. */
static bool is_like(const char *name, uint64_t sample_type, uint32_t type, const char *cpus)
{
	struct event_spec taken = {
		.name = (char *)"sched:sched_switch",
		.attr = {.type = DEFER_TYPE_TRACEPOINT, .config = 300, .sample_type = 7},
	};
	struct event_spec spec = taken;

	spec.name = (char *)name;
	spec.cpus = (char *)cpus;
	spec.attr.config = 301;
	spec.attr.type = type;
	spec.attr.sample_type = sample_type;
	return plan_probe__is_like(&spec, &taken);
}

static int test_alike(void)
{
	const struct event_spec function = {
		.name = (char *)"ftrace:function",
		.attr = {.type = DEFER_TYPE_TRACEPOINT},
	};

	T_CHECK(is_like("sched:sched_waking", 7, DEFER_TYPE_TRACEPOINT, NULL));
	T_CHECK(!is_like("sched:sched_waking", 15, DEFER_TYPE_TRACEPOINT, NULL));
	T_CHECK(!is_like("sched:sched_waking", 7, DEFER_TYPE_SOFTWARE, NULL));
	T_CHECK(!is_like("sched:sched_waking", 7, DEFER_TYPE_TRACEPOINT, "0-1"));
	T_CHECK(!is_like("scheduler:sched_waking", 7, DEFER_TYPE_TRACEPOINT, NULL));
	T_CHECK(!is_like("sched", 7, DEFER_TYPE_TRACEPOINT, NULL));
	T_CHECK(!plan_probe__is_like(&function, &function));
	return TEST_OK;
}

static int complete(struct event_list *events, const struct record_opts *opts,
		    const struct plan_kernel *kernel)
{
	struct event_spec *spec;

	event_list__init(events);
	spec = event_list__add(events, "cpu-clock");
	T_CHECK(spec);
	spec->attr.type = DEFER_TYPE_SOFTWARE;
	plan_attr__complete(events, 0, opts, kernel, &plain_host);
	return TEST_OK;
}

static int test_attr_deferred(void)
{
	const struct plan_kernel kernel = {.defer = true, .read_lost = true, .build_id = true};
	const struct record_opts opts = {
		.callchain = true, .defer = true, .target = {.has_command = true}};
	struct defer_attr tracking;
	struct event_list events;
	uint64_t flags;

	T_RUN(complete(&events, &opts, &kernel));
	flags = events.specs[0].attr.flags;
	T_CHECK(flags & DEFER_ATTR_DEFER_CALLCHAIN);
	T_CHECK(!(flags & DEFER_ATTR_DEFER_OUTPUT));
	T_CHECK(flags & DEFER_ATTR_ENABLE_ON_EXEC);
	T_CHECK(flags & DEFER_ATTR_INHERIT);
	T_CHECK(flags & DEFER_ATTR_FREQ);
	T_EQ(events.specs[0].attr.sample_period, PLAN_DEFAULT_FREQ);
	plan_attr__tracking(&tracking, &opts, &kernel);
	T_CHECK(tracking.flags & DEFER_ATTR_DEFER_OUTPUT);
	T_CHECK(!(tracking.flags & DEFER_ATTR_DEFER_CALLCHAIN));
	T_CHECK(tracking.flags & DEFER_ATTR_BUILD_ID);
	T_CHECK(tracking.flags & DEFER_ATTR_COMM_EXEC);
	/* One place for the id in the records of both. */
	T_EQ(tracking.sample_type & DEFER_SAMPLE_IDENTIFIER, DEFER_SAMPLE_IDENTIFIER);
	T_EQ(events.specs[0].attr.sample_type & DEFER_SAMPLE_CPU,
	     tracking.sample_type & DEFER_SAMPLE_CPU);
	event_list__exit(&events);
	return TEST_OK;
}

/* A kernel that does not know deferral is not asked for it. */
static int test_attr_in_place(void)
{
	const struct plan_kernel kernel = {.defer = false};
	const struct record_opts opts = {.callchain = true, .defer = true};
	struct defer_attr tracking;
	struct event_list events;

	T_RUN(complete(&events, &opts, &kernel));
	T_CHECK(!(events.specs[0].attr.flags & DEFER_ATTR_DEFER_CALLCHAIN));
	T_CHECK(events.specs[0].attr.sample_type & DEFER_SAMPLE_CALLCHAIN);
	T_EQ(events.specs[0].attr.read_format, DEFER_FORMAT_ID);
	plan_attr__tracking(&tracking, &opts, &kernel);
	T_CHECK(!(tracking.flags & (DEFER_ATTR_DEFER_OUTPUT | DEFER_ATTR_BUILD_ID)));
	event_list__exit(&events);
	return TEST_OK;
}

/*
 * Without the right to profile the kernel, an event must exclude it twice: samples and callchains.
 */
static int test_attr_user_only(void)
{
	const struct plan_kernel kernel = {.defer = true, .user_only = true};
	const struct record_opts opts = {.callchain = true, .defer = true};
	const uint64_t user_only = DEFER_ATTR_EXCLUDE_KERNEL | DEFER_ATTR_EXCLUDE_CALLCHAIN_KERNEL;
	struct event_list events;
	struct plan plan = {0};
	struct faults faults;

	T_RUN(complete(&events, &opts, &kernel));
	T_EQ(events.specs[0].attr.flags & user_only, user_only);
	event_list__exit(&events);

	/* --switch-output-event writes no samples. */
	T_CHECK(event_list__add(&plan.switch_events, "page-faults"));
	plan.switch_events.specs[0].attr.type = DEFER_TYPE_SOFTWARE;
	plan.switch_events.specs[0].attr.config = 2;
	faults__init(&faults);
	T_EQ(plan_switch__complete(&plan, &kernel, &faults), 0);
	T_EQ(faults.nr, 0);
	T_CHECK(plan.switch_events.specs[0].attr.flags & DEFER_ATTR_EXCLUDE_KERNEL);
	event_list__exit(&plan.switch_events);
	return TEST_OK;
}

static int make_read_group(struct event_list *events)
{
	event_list__init(events);
	T_CHECK(event_list__add(events, "cycles") && event_list__add(events, "instructions"));
	events->specs[0].sample_read = true;
	events->specs[1].leader = 0;
	return TEST_OK;
}

/* Both events of {a,b}:S are inherited, or neither: @loses says that they should be and are not. */
static int check_inherit(bool inherit_read, const struct record_opts *opts, bool inherits,
			 bool loses)
{
	const struct plan_kernel kernel = {.inherit_read = inherit_read};
	struct event_list events;

	T_RUN(make_read_group(&events));
	T_EQ(plan_attr__loses_inherit(&events.specs[0], opts, &kernel), loses);
	T_EQ(plan_attr__loses_inherit(&events.specs[1], opts, &kernel), false);
	for (uint32_t i = 0; i < events.nr; i++) {
		plan_attr__complete(&events, i, opts, &kernel, &plain_host);
		T_EQ(!!(events.specs[i].attr.flags & DEFER_ATTR_INHERIT), inherits);
		/* Without it the kernel refuses, and values could not be told apart. */
		T_CHECK(events.specs[i].attr.sample_type & DEFER_SAMPLE_TID);
	}
	event_list__exit(&events);
	return TEST_OK;
}

static int test_attr_group_inherit(void)
{
	struct record_opts opts = {.target = {.has_command = true}};

	T_RUN(check_inherit(true, &opts, true, false));
	T_RUN(check_inherit(false, &opts, false, true));
	opts.no_inherit = true;
	T_RUN(check_inherit(true, &opts, false, false));
	T_RUN(check_inherit(false, &opts, false, false));
	opts = (struct record_opts){.target = {.system_wide = true}};
	T_RUN(check_inherit(true, &opts, false, false));
	return check_inherit(false, &opts, false, false);
}

static int test_attr_group(void)
{
	const struct plan_kernel kernel = {.read_lost = true};
	const struct record_opts opts = {.target = {.has_command = true}};
	struct event_list events;
	struct event_spec *leader, *member;

	T_RUN(make_read_group(&events));
	leader = &events.specs[0];
	member = &events.specs[1];
	plan_attr__complete(&events, 0, &opts, &kernel, &plain_host);
	plan_attr__complete(&events, 1, &opts, &kernel, &plain_host);
	T_CHECK(leader->attr.sample_type & DEFER_SAMPLE_READ);
	T_CHECK(leader->attr.read_format & DEFER_FORMAT_GROUP);
	T_CHECK(leader->attr.sample_period);
	T_EQ(member->attr.sample_period, 0);
	T_CHECK(!(member->attr.flags & (DEFER_ATTR_FREQ | DEFER_ATTR_DISABLED)));
	T_CHECK(!(leader->attr.flags & DEFER_ATTR_INHERIT));
	event_list__exit(&events);
	return TEST_OK;
}

/* Settings of an event take precedence over options for all events. */
static int test_attr_own_word(void)
{
	const struct plan_kernel kernel = {.defer = true};
	const struct record_opts opts = {.callchain = true, .defer = true, .overwrite = true};
	struct event_list events;
	struct event_spec *spec;

	event_list__init(&events);
	spec = event_list__add(&events, "sched:sched_switch");
	T_CHECK(spec);
	spec->attr.type = DEFER_TYPE_TRACEPOINT;
	spec->attr.sample_period = 1;
	spec->has_callchain = spec->has_inherit = spec->has_overwrite = spec->has_time = true;
	plan_attr__complete(&events, 0, &opts, &kernel, &plain_host);
	T_EQ(spec->attr.sample_period, 1);
	T_CHECK(!(spec->attr.flags & (DEFER_ATTR_FREQ | DEFER_ATTR_INHERIT |
				      DEFER_ATTR_WRITE_BACKWARD | DEFER_ATTR_DEFER_CALLCHAIN)));
	T_CHECK(!(spec->attr.sample_type & (DEFER_SAMPLE_CALLCHAIN | DEFER_SAMPLE_TIME)));
	event_list__exit(&events);
	return TEST_OK;
}

/* If samples are overwritten, so are the records that come with them, but not those of tasks. */
static int test_overwrite(void)
{
	const struct plan_kernel kernel = {.defer = true, .build_id = true};
	struct record_opts opts = {.callchain = true, .defer = true, .overwrite = true};
	struct defer_attr tracking, chains;

	plan_attr__tracking(&tracking, &opts, &kernel);
	T_CHECK(plan_attr__split_tracking(&chains, &tracking));
	T_CHECK(!(tracking.flags & (DEFER_ATTR_WRITE_BACKWARD | DEFER_ATTR_DEFER_OUTPUT)));
	T_CHECK(tracking.flags & DEFER_ATTR_COMM && tracking.flags & DEFER_ATTR_MMAP2);
	T_EQ(chains.flags & (DEFER_ATTR_WRITE_BACKWARD | DEFER_ATTR_DEFER_OUTPUT |
			     DEFER_ATTR_COMM_EXEC | DEFER_ATTR_SAMPLE_ID_ALL),
	     DEFER_ATTR_WRITE_BACKWARD | DEFER_ATTR_DEFER_OUTPUT | DEFER_ATTR_COMM_EXEC |
		     DEFER_ATTR_SAMPLE_ID_ALL);
	T_CHECK(!(chains.flags & (DEFER_ATTR_COMM | DEFER_ATTR_TASK | DEFER_ATTR_MMAP |
				  DEFER_ATTR_MMAP2 | DEFER_ATTR_KSYMBOL | DEFER_ATTR_BUILD_ID)));
	T_EQ(chains.sample_type, tracking.sample_type);

	/* Nothing comes with samples: no event for it. Switches do. */
	opts.defer = false;
	plan_attr__tracking(&tracking, &opts, &kernel);
	T_CHECK(!plan_attr__split_tracking(&chains, &tracking));
	opts.off_cpu = true;
	plan_attr__tracking(&tracking, &opts, &kernel);
	T_CHECK(plan_attr__split_tracking(&chains, &tracking));
	T_CHECK(chains.flags & DEFER_ATTR_CONTEXT_SWITCH);
	T_CHECK(!(tracking.flags & DEFER_ATTR_CONTEXT_SWITCH));
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"the size of a group read", test_read_size},
	{"the size of a sample", test_sample_size},
	{"a group that is too large", test_group_too_large},
	{"a rate that the host forbids", test_rate},
	{"more memory than may be locked", test_memory},
	{"buffers for tasks and user callchains", test_tracking_size},
	{"more files than may be open", test_files},
	{"how many files there are", test_files_sum},
	{"buffers that are too large, and the -m that fits", test_buffer_size},
	{"tracepoints that the kernel treats alike", test_alike},
	{"the kernel's names are hidden", test_kallsyms},
	{"attrs with deferral", test_attr_deferred},
	{"attrs for a kernel without it", test_attr_in_place},
	{"attrs of a user who may not see the kernel", test_attr_user_only},
	{"attrs of a group that is sampled as one", test_attr_group},
	{"a group that is sampled as one is inherited where that can be", test_attr_group_inherit},
	{"attrs of an event with a word of its own", test_attr_own_word},
	{"attrs of our own events where samples are written over", test_overwrite},
	{0},
};

const struct test_suite suite__record_plan = {"record-plan", "What a recording asks for", cases};
