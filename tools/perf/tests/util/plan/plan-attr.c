// SPDX-License-Identifier: GPL-2.0-only
/* Whole attrs: each option changes the fields that it is for, and no others. */
#include "tests/tests.h"
#include <perf/defer-abi.h>

#include "util/events/attr-kernel.h"
#include "util/plan/plan-attr.h"
#include "util/plan/plan-switch.h"

/* Bits that a row adds to an attr without options, or takes away; and its other fields. */
struct change {
	uint64_t sample, no_sample, flags, no_flags, format, period, regs_user, regs_intr;
	uint32_t wakeup, clockid, dump;
	uint16_t max_stack;
};

struct row {
	struct record_opts opts;
	struct plan_kernel kernel;
	struct event_spec spec;
	struct change event, tracking; /* from the attrs of a command without options */
};

#define SAMPLE                                                                              \
	(DEFER_SAMPLE_IDENTIFIER | DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME | \
	 DEFER_SAMPLE_CPU)
#define FLAGS                                                                  \
	(DEFER_ATTR_DISABLED | DEFER_ATTR_SAMPLE_ID_ALL | DEFER_ATTR_INHERIT | \
	 DEFER_ATTR_ENABLE_ON_EXEC)
#define USER_ONLY (DEFER_ATTR_EXCLUDE_KERNEL | DEFER_ATTR_EXCLUDE_HV)
#define LOADED	  (DEFER_ATTR_KSYMBOL | DEFER_ATTR_BPF_EVENT)
#define TIMES	  (DEFER_FORMAT_TOTAL_TIME_ENABLED | DEFER_FORMAT_TOTAL_TIME_RUNNING)
#define TRACKED                                                                      \
	(USER_ONLY | LOADED | DEFER_ATTR_MMAP | DEFER_ATTR_MMAP2 | DEFER_ATTR_COMM | \
	 DEFER_ATTR_COMM_EXEC | DEFER_ATTR_TASK)
#define DEFERRED	DEFER_ATTR_DEFER_CALLCHAIN
#define MAX_RATE	50000
#define SAMPLE_REGS_ALL 0xffffffffffffffffULL

static const struct hostinfo host = {.paranoid = 1, .max_sample_rate = MAX_RATE};

static int same_attr(size_t row, const char *which, const struct defer_attr *attr,
		     const struct defer_attr *want)
{
	uint8_t got_bytes[ATTR_KERNEL_SIZE], want_bytes[ATTR_KERNEL_SIZE];

	T_EQ(attr__to_kernel(attr, got_bytes, sizeof(got_bytes), NULL), 0);
	T_EQ(attr__to_kernel(want, want_bytes, sizeof(want_bytes), NULL), 0);
	if (memcmp(got_bytes, want_bytes, sizeof(got_bytes)))
		T_FAIL("row %zu, %s: sample_type %#" PRIx64 " not %#" PRIx64 ", flags %#" PRIx64
		       " not %#" PRIx64 ", or other fields",
		       row, which, attr->sample_type, want->sample_type, attr->flags, want->flags);
	return TEST_OK;
}

static void change_attr(struct defer_attr *attr, const struct change *change)
{
	attr->sample_type = (attr->sample_type | change->sample) & ~change->no_sample;
	attr->flags = (attr->flags | change->flags) & ~change->no_flags;
	attr->read_format |= change->format;
	if (change->period)
		attr->sample_period = change->period;
	attr->wakeup_events = change->wakeup;
	attr->clockid = change->clockid;
	attr->sample_regs_user = change->regs_user;
	attr->sample_regs_intr = change->regs_intr;
	attr->sample_stack_user = change->dump;
	attr->sample_max_stack = change->max_stack;
}

static int check_row(size_t idx, const struct row *row, bool has_command)
{
	struct record_opts opts = row->opts;
	struct defer_attr tracking,
		want = {
			.type = row->spec.attr.type,
			.config = row->spec.attr.config,
			.size = DEFER_ATTR_SIZE_VER9,
			.sample_type = SAMPLE | DEFER_SAMPLE_PERIOD | row->spec.attr.sample_type,
			.sample_period = PLAN_DEFAULT_FREQ,
			.read_format = DEFER_FORMAT_ID,
			.flags = FLAGS | DEFER_ATTR_FREQ | row->spec.attr.flags,
		};
	struct event_list events;
	struct event_spec *spec;
	char *name;

	opts.target.has_command = has_command;
	event_list__init(&events);
	spec = event_list__add(&events, "event");
	T_CHECK(spec);
	name = spec->name;
	*spec = row->spec;
	spec->name = name;
	plan_attr__complete(&events, 0, &opts, &row->kernel, &host);
	change_attr(&want, &row->event);
	T_RUN(same_attr(idx, "event", &spec->attr, &want));
	event_list__exit(&events);

	plan_attr__tracking(&tracking, &opts, &row->kernel);
	want = (struct defer_attr){
		.type = DEFER_TYPE_SOFTWARE,
		.config = 9,
		.size = DEFER_ATTR_SIZE_VER9,
		.sample_type = SAMPLE,
		.read_format = DEFER_FORMAT_ID,
		.flags = FLAGS | TRACKED,
	};
	change_attr(&want, &row->tracking);
	return same_attr(idx, "tracking", &tracking, &want);
}

static int check_rows(const struct row *rows, size_t nr, bool has_command)
{
	for (size_t i = 0; i < nr; i++)
		T_RUN(check_row(i, &rows[i], has_command));
	return TEST_OK;
}

#define CHECK_ROWS(rows, has_command) check_rows(rows, sizeof(rows) / sizeof(*(rows)), has_command)
#define FLAG(option, bits)                                            \
	{                                                             \
		.opts = {.option = true}, .event = {.flags = (bits) } \
	}
#define BOTH(...) .event = {__VA_ARGS__}, .tracking = {__VA_ARGS__}

static int test_targets(void)
{
	static const struct row with_command[] = {
		{.event = {0}},
		{.opts = {.no_inherit = true}, BOTH(.no_flags = DEFER_ATTR_INHERIT)},
		{.opts = {.delay_ms = 1}, BOTH(.no_flags = DEFER_ATTR_ENABLE_ON_EXEC)},
		{.opts = {.target = {.pids = "1"}}, BOTH(.no_flags = DEFER_ATTR_ENABLE_ON_EXEC)},
		{.opts = {.target = {.tids = "1"}}, BOTH(.no_flags = DEFER_ATTR_ENABLE_ON_EXEC)},
		{.opts = {.target = {.uid = "1"}}, BOTH(.no_flags = DEFER_ATTR_ENABLE_ON_EXEC)},
		{.opts = {.target = {.cpus = "1"}},
		 BOTH(.no_flags = DEFER_ATTR_ENABLE_ON_EXEC | DEFER_ATTR_INHERIT)},
		{.opts = {.target = {.system_wide = true}},
		 BOTH(.no_flags = DEFER_ATTR_ENABLE_ON_EXEC | DEFER_ATTR_INHERIT)},
		/* A buffer of a thread: its samples need no CPU, unless they are asked for it. */
		{.opts = {.target = {.per_thread = true}},
		 BOTH(.no_flags = DEFER_ATTR_INHERIT, .no_sample = DEFER_SAMPLE_CPU)},
		{.opts = {.target = {.per_thread = true}, .sample_cpu = true},
		 BOTH(.no_flags = DEFER_ATTR_INHERIT)},
		{.opts = {.target = {.per_thread = true, .cpus = "1"}},
		 BOTH(.no_flags = DEFER_ATTR_ENABLE_ON_EXEC | DEFER_ATTR_INHERIT)},
		{.opts = {.target = {.per_thread = true, .system_wide = true}},
		 BOTH(.no_flags = DEFER_ATTR_ENABLE_ON_EXEC | DEFER_ATTR_INHERIT)},
	};
	static const struct row without[] = {{BOTH(.no_flags = DEFER_ATTR_ENABLE_ON_EXEC)}};

	T_RUN(CHECK_ROWS(with_command, true));
	return CHECK_ROWS(without, false);
}

static int test_records(void)
{
	static const struct row rows[] = {
		{.kernel = {.read_lost = true}, BOTH(.format = DEFER_FORMAT_LOST)},
		{.opts = {.running_time = true}, BOTH(.format = TIMES)},
		{.opts = {.inherit_stat = true},
		 .event = {.format = TIMES, .flags = DEFER_ATTR_INHERIT_STAT},
		 .tracking = {.format = TIMES}},
		{.opts = {.has_clockid = true, .clockid = 7},
		 BOTH(.flags = DEFER_ATTR_USE_CLOCKID, .clockid = 7)},
		{.opts = {.clockid = 7}},
		{.opts = {.no_buffering = true}, BOTH(.wakeup = 1)},
		{.kernel = {.build_id = true}, .tracking = {.flags = DEFER_ATTR_BUILD_ID}},
		{.kernel = {.build_id = true}, .opts = {.no_buildid = true}},
		{.kernel = {.build_id = true}, .opts = {.no_buildid_mmap = true}},
		{.opts = {.no_bpf_event = true}, .tracking = {.no_flags = DEFER_ATTR_BPF_EVENT}},
		{.opts = {.off_cpu = true}, .tracking = {.flags = DEFER_ATTR_CONTEXT_SWITCH}},
		{.opts = {.context_switches = true},
		 .tracking = {.flags = DEFER_ATTR_CONTEXT_SWITCH}},
		{.opts = {.namespaces = true}, .tracking = {.flags = DEFER_ATTR_NAMESPACES}},
		{.opts = {.all_cgroups = true},
		 .event = {.sample = DEFER_SAMPLE_CGROUP},
		 .tracking = {.sample = DEFER_SAMPLE_CGROUP, .flags = DEFER_ATTR_CGROUP}},
		{.opts = {.data_mmap = true}, .tracking = {.flags = DEFER_ATTR_MMAP_DATA}},
		{.opts = {.sample_addr = true},
		 .event = {.sample = DEFER_SAMPLE_ADDR | DEFER_SAMPLE_DATA_SRC},
		 .tracking = {.flags = DEFER_ATTR_MMAP_DATA}},
		{.kernel = {.user_only = true},
		 .event = {.flags = USER_ONLY},
		 .tracking = {.no_flags = LOADED}},
		/* An event that is of the kernel alone is refused, not replaced. */
		{.kernel = {.user_only = true},
		 .spec = {.attr = {.flags = DEFER_ATTR_EXCLUDE_USER}},
		 .tracking = {.no_flags = LOADED}},
		FLAG(overwrite, DEFER_ATTR_WRITE_BACKWARD),
		{.opts = {.overwrite = true}, .spec = {.has_overwrite = true}},
		{.spec = {.has_inherit = true}, .event = {.no_flags = DEFER_ATTR_INHERIT}},
		{.spec = {.has_time = true}, .event = {.no_sample = DEFER_SAMPLE_TIME}},
		FLAG(all_user, DEFER_ATTR_EXCLUDE_KERNEL),
		FLAG(all_kernel, DEFER_ATTR_EXCLUDE_USER),
		{.opts = {.all_user = true},
		 .spec = {.attr = {.flags = DEFER_ATTR_EXCLUDE_USER}},
		 .event = {.flags = DEFER_ATTR_EXCLUDE_KERNEL,
			   .no_flags = DEFER_ATTR_EXCLUDE_USER}},
		{.opts = {.intr_regs = SAMPLE_REGS_ALL},
		 .event = {.sample = DEFER_SAMPLE_REGS_INTR, .regs_intr = 0xffffffff}},
		{.opts = {.intr_regs = SAMPLE_REGS_ALL, .intr_regs_named = true},
		 .event = {.sample = DEFER_SAMPLE_REGS_INTR, .regs_intr = SAMPLE_REGS_ALL}},
		{.opts = {.intr_regs = SAMPLE_REGS_ALL},
		 .spec = {.attr = {.flags = 2ULL << DEFER_ATTR_PRECISE_IP_SHIFT}},
		 .event = {.sample = DEFER_SAMPLE_REGS_INTR, .regs_intr = SAMPLE_REGS_ALL}},
		{.opts = {.intr_regs = ~0ULL << 32}},
		{.opts = {.user_regs = 5},
		 .event = {.sample = DEFER_SAMPLE_REGS_USER, .regs_user = 5}},
		{.opts = {.sample_weight = true},
		 .spec = {.attr = {.sample_type = DEFER_SAMPLE_WEIGHT_STRUCT}}},
	};

	return CHECK_ROWS(rows, true);
}

static int test_rates(void)
{
	static const struct row rows[] = {
		{.opts = {.freq = 99}, .event = {.period = 99}},
		{.opts = {.freq = MAX_RATE}, .event = {.period = MAX_RATE}},
		{.opts = {.freq = MAX_RATE + 1}, .event = {.period = MAX_RATE}},
		{.opts = {.period = 77, .freq = 99},
		 .event = {.period = 77,
			   .no_flags = DEFER_ATTR_FREQ,
			   .no_sample = DEFER_SAMPLE_PERIOD}},
		{.opts = {.period = 77, .sample_period = true},
		 .event = {.period = 77, .no_flags = DEFER_ATTR_FREQ}},
		/* The event's own term, and its default. */
		{.opts = {.freq = 99},
		 .spec = {.has_period = true, .attr = {.sample_period = 5}},
		 .event = {.period = 5,
			   .no_flags = DEFER_ATTR_FREQ,
			   .no_sample = DEFER_SAMPLE_PERIOD}},
		{.spec = {.attr = {.sample_period = 5}},
		 .event = {.period = 5,
			   .no_flags = DEFER_ATTR_FREQ,
			   .no_sample = DEFER_SAMPLE_PERIOD}},
		{.opts = {.freq = 99},
		 .spec = {.attr = {.sample_period = 5}},
		 .event = {.period = 99}},
		{.spec = {.attr = {.type = DEFER_TYPE_TRACEPOINT, .sample_period = 1}},
		 .event = {.period = 1, .no_flags = DEFER_ATTR_FREQ, .sample = DEFER_SAMPLE_RAW}},
	};
	struct record_opts opts = {.no_samples = true};
	struct plan_kernel kernel = {0};
	struct event_list events;
	struct event_spec *spec;

	T_RUN(CHECK_ROWS(rows, true));
	event_list__init(&events);
	spec = event_list__add(&events, "event");
	T_CHECK(spec);
	spec->has_period = true;
	spec->attr.sample_period = 5;
	spec->attr.flags = DEFER_ATTR_FREQ;
	plan_attr__complete(&events, 0, &opts, &kernel, &host);
	T_EQ(spec->attr.sample_period, 0);
	T_EQ(spec->attr.flags & DEFER_ATTR_FREQ, 0);
	T_EQ(spec->attr.sample_type & DEFER_SAMPLE_PERIOD, 0);
	event_list__exit(&events);
	return TEST_OK;
}

static int test_chains(void)
{
	static const struct row rows[] = {
		{.opts = {.callchain = true, .max_stack = 60},
		 .event = {.sample = DEFER_SAMPLE_CALLCHAIN, .max_stack = 60}},
		{.opts = {.callchain = true, .max_stack = 60},
		 .spec = {.attr = {.sample_max_stack = 50}},
		 .event = {.sample = DEFER_SAMPLE_CALLCHAIN, .max_stack = 50}},
		/* Deferral is asked for, and the kernel can. */
		{.opts = {.callchain = true, .defer = true},
		 .kernel = {.defer = true},
		 .event = {.sample = DEFER_SAMPLE_CALLCHAIN, .flags = DEFERRED},
		 .tracking = {.flags = DEFER_ATTR_DEFER_OUTPUT}},
		{.opts = {.callchain = true, .defer = true},
		 .event = {.sample = DEFER_SAMPLE_CALLCHAIN}},
		{.opts = {.callchain = true},
		 .kernel = {.defer = true},
		 .event = {.sample = DEFER_SAMPLE_CALLCHAIN}},
		{.opts = {.defer = true}, .kernel = {.defer = true}},
		{.opts = {.callchain = true, .defer = true, .kernel_callchains_only = true},
		 .kernel = {.defer = true},
		 .event = {.sample = DEFER_SAMPLE_CALLCHAIN,
			   .flags = DEFER_ATTR_EXCLUDE_CALLCHAIN_USER}},
		{.opts = {.callchain = true, .user_callchains_only = true},
		 .event = {.sample = DEFER_SAMPLE_CALLCHAIN,
			   .flags = DEFER_ATTR_EXCLUDE_CALLCHAIN_KERNEL}},
		{.opts = {.callchain = true},
		 .kernel = {.user_only = true},
		 .event = {.sample = DEFER_SAMPLE_CALLCHAIN,
			   .flags = DEFER_ATTR_EXCLUDE_CALLCHAIN_KERNEL | USER_ONLY},
		 .tracking = {.no_flags = LOADED}},
		/* The event's own word. */
		{.opts = {.callchain = true}, .spec = {.has_callchain = true}},
		{.spec = {.has_callchain = true, .attr = {.sample_type = DEFER_SAMPLE_CALLCHAIN}}},
		{.spec = {.has_callchain = true,
			  .chain_mode = CHAIN_FP_DEFER,
			  .attr = {.sample_type = DEFER_SAMPLE_CALLCHAIN}},
		 .kernel = {.defer = true},
		 .event = {.flags = DEFERRED}},
		/* Without callchains there is nothing to repair. */
		{.spec = {.attr = {.sample_stack_user = 128}}},
	};

	return CHECK_ROWS(rows, true);
}

/* An event of --switch-output-event: what is asked for it, and what it keeps of its own. */
static int check_switch(uint64_t flags, uint64_t period, bool user_only, uint64_t want_flags,
			uint64_t want_period)
{
	const struct plan_kernel kernel = {.user_only = user_only};
	struct defer_attr want = {
		.type = DEFER_TYPE_SOFTWARE,
		.config = 2,
		.size = DEFER_ATTR_SIZE_VER9,
		.sample_type = DEFER_SAMPLE_TID,
		.sample_period = want_period,
		.wakeup_events = 1,
		.flags = want_flags,
	};
	struct plan plan = {0};
	struct event_spec *spec;
	struct faults faults;

	faults__init(&faults);
	spec = event_list__add(&plan.switch_events, "page-faults");
	T_CHECK(spec);
	spec->attr.type = DEFER_TYPE_SOFTWARE;
	spec->attr.config = 2;
	spec->attr.flags = flags;
	spec->attr.sample_period = period;
	T_EQ(plan_switch__complete(&plan, &kernel, &faults), 0);
	T_EQ(faults.nr, 0);
	T_RUN(same_attr(0, "switch event", &spec->attr, &want));
	event_list__exit(&plan.switch_events);
	return TEST_OK;
}

static int test_switch_attr(void)
{
	const uint64_t off = DEFER_ATTR_DISABLED, idle = DEFER_ATTR_EXCLUDE_IDLE;

	T_RUN(check_switch(DEFER_ATTR_INHERIT | idle, 0, false, off | idle, 1));
	T_RUN(check_switch(0, 3, true, off | USER_ONLY, 3));
	return check_switch(DEFER_ATTR_EXCLUDE_USER, 1, true, off | DEFER_ATTR_EXCLUDE_USER, 1);
}

/* Events that fire all the time need a period, others not. */
static int test_switch_period(void)
{
	static const struct {
		uint32_t type;
		uint64_t config, period;
		bool has_period, is_fault;
	} events[] = {
		{DEFER_TYPE_SOFTWARE, 0, 0, false, true},  {DEFER_TYPE_SOFTWARE, 1, 0, false, true},
		{DEFER_TYPE_SOFTWARE, 2, 0, false, false}, {DEFER_TYPE_HARDWARE, 2, 0, false, true},
		{DEFER_TYPE_HARDWARE, 0, 9, false, false}, {DEFER_TYPE_HARDWARE, 0, 0, true, false},
	};
	const struct plan_kernel kernel = {0};

	for (size_t i = 0; i < sizeof(events) / sizeof(*events); i++) {
		struct plan plan = {0};
		struct event_spec *spec;
		struct faults faults;

		faults__init(&faults);
		spec = event_list__add(&plan.switch_events, "often");
		T_CHECK(spec);
		spec->attr.type = events[i].type;
		spec->attr.config = events[i].config;
		spec->attr.sample_period = events[i].period;
		spec->has_period = events[i].has_period;
		T_EQ(plan_switch__complete(&plan, &kernel, &faults), 0);
		T_EQ(faults.nr, events[i].is_fault);
		if (faults.nr) {
			T_STREQ(faults.faults[0].what,
				"--switch-output-event often: the event is too frequent");
			T_STREQ(faults.faults[0].remedy,
				"set a period: --switch-output-event cycles/period=1000000000/");
		}
		event_list__exit(&plan.switch_events);
		faults__exit(&faults);
	}
	return TEST_OK;
}

/* Where the events of --switch-output-event are opened: by task, or on each CPU. */
static int test_switch_places(void)
{
	int32_t tids[] = {7, 8, 9}, all[] = {-1}, cpus[] = {2, 5};
	struct plan plan = {.targets = {.tids = tids, .nr_tids = 3, .cpus = cpus, .nr_cpus = 2}};
	struct plan_place place = plan_switch__place(&plan, 2, 4);

	plan.switch_events.nr = 2;
	T_EQ(plan_switch__nr_places(&plan), 3);
	T_EQ(plan_switch__nr_fds(&plan), 6);
	T_EQ(place.tid, 9);
	T_EQ(place.cpu, -1);

	plan.targets.tids = all;
	plan.targets.nr_tids = 1;
	T_EQ(plan_switch__nr_places(&plan), 2);
	place = plan_switch__place(&plan, 1, 4);
	T_EQ(place.tid, -1);
	T_EQ(place.cpu, 5);

	/* A command with --per-thread, before it is forked and after. */
	plan.targets = (struct target_list){.cpus = all, .nr_cpus = 1};
	T_EQ(plan_switch__nr_places(&plan), 1);
	place = plan_switch__place(&plan, 0, -1);
	T_EQ(place.tid, 0);
	T_EQ(place.cpu, -1);
	place = plan_switch__place(&plan, 0, 1);
	T_EQ(place.tid, 1);
	T_EQ(place.cpu, -1);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"whom to record", test_targets},
	{"what is recorded of tasks and samples", test_records},
	{"rates and periods", test_rates},
	{"callchains", test_chains},
	{"events that switch files have nothing of the options", test_switch_attr},
	{"events that switch files all the time need a period", test_switch_period},
	{"events that switch files are opened by task, or on each CPU", test_switch_places},
	{0},
};

const struct test_suite suite__plan_attr = {
	"plan-attr", "Whole attrs: what each option changes, and nothing else", cases};
