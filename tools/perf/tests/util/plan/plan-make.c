// SPDX-License-Identifier: GPL-2.0-only
/* Whole plans on a kernel and with PMUs of the tests' own. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include <perf/defer-abi.h>

#include "tests/event-folders.h"
#include "tests/fake-events.h"
#include "tests/tests.h"
#include "util/plan/plan-attr.h"
#include "util/plan/plan-limits.h"
#include "util/plan/plan-switch.h"

#define DEFER_BITS (DEFER_ATTR_DEFER_CALLCHAIN | DEFER_ATTR_DEFER_OUTPUT)

/* The kernel lacks these. */
static uint64_t lacks_flags, lacks_format;
static bool lacks_cycles;

/* A deferred sample and its record, as in a trial of deferral. */
static int deferred_records(void)
{
	const uint64_t records[] = {
		(uint64_t)(8 + 8 * 7) << 48 | (uint64_t)DEFER_MISC_USER << 32 | DEFER_RECORD_SAMPLE,
		0x1000,
		1ULL << 32 | 1,
		100,
		3,
		DEFER_CONTEXT_KERNEL,
		DEFER_CONTEXT_USER_DEFERRED,
		0x300000001,
		(uint64_t)(8 + 8 * 5) << 48 | (uint64_t)DEFER_MISC_USER << 32 |
			DEFER_RECORD_CALLCHAIN_DEFERRED,
		0x300000001,
		1,
		0x2000,
		1ULL << 32 | 1,
		102,
	};

	return fake_events__buffer(records, sizeof(records));
}

static int answer(const struct event_call *call)
{
	if (call->attr_flags & lacks_flags || call->read_format & lacks_format)
		return -EINVAL;
	/* The trials are of the oldest attr. */
	if (lacks_cycles && call->size != DEFER_ATTR_SIZE_VER0 &&
	    (call->type == DEFER_TYPE_HARDWARE || call->type == DEFER_TYPE_RAW))
		return -ENOENT;
	if (call->size == DEFER_ATTR_SIZE_VER0 && call->attr_flags & DEFER_ATTR_DEFER_CALLCHAIN)
		return deferred_records();
	return fake_events__accept();
}

struct world {
	struct event_folders *folders;
	struct record_opts opts;
	struct plan plan;
	struct faults faults;
	struct defer_error err;
};

/* Options for a command, whose tasks have one buffer each: no CPU of this machine counts. */
static void world__init(struct world *w, struct event_folders *folders)
{
	*w = (struct world){.folders = folders, .err = DEFER_ERROR_INIT};
	record_opts__init(&w->opts);
	w->opts.paths = folders->paths;
	w->opts.target.has_command = w->opts.target.per_thread = true;
	faults__init(&w->faults);
	lacks_flags = lacks_format = 0;
	lacks_cycles = false;
}

static void world__exit(struct world *w)
{
	plan__exit(&w->plan);
	record_opts__exit(&w->opts);
	faults__exit(&w->faults);
}

/* Makes the plan of @events; NULL: of the default. It has one fault, @fault, or none. */
static int make(struct world *w, const char *events, const char *fault, const char *remedy)
{
	if (events && parse_events(&w->opts.events, &w->opts.paths, events, &w->err))
		T_FAIL("%s", w->err.text);
	T_EQ(plan__make(&w->plan, &w->opts, &w->faults, &w->err), 0);
	T_EQ(w->err.code, 0);
	if (w->faults.nr != (fault ? 1 : 0))
		T_FAIL("%u faults: %s", w->faults.nr, w->faults.nr ? w->faults.faults[0].what : "");
	if (!fault)
		return TEST_OK;
	T_STREQ(w->faults.faults[0].what, fault);
	T_STREQ(w->faults.faults[0].remedy, remedy);
	return TEST_OK;
}

static bool has_note(const struct plan *plan, const char *text)
{
	for (uint32_t i = 0; i < plan->notes.nr; i++)
		if (!strcmp(plan->notes.faults[i].what, text))
			return true;
	return false;
}

/* ---- the default event ---- */

#define NO_PMU	  "recording cpu-clock: this machine has no PMU that counts cycles"
#define NO_CYCLES "recording cpu-clock: the PMU of this machine does not count cycles"

static int default_event(struct event_folders *folders, struct event_list *list)
{
	struct world w;

	(void)list;
	world__init(&w, folders);
	T_RUN(make(&w, NULL, NULL, NULL));
	T_EQ(w.plan.events.nr, 2);
	T_STREQ(w.plan.events.specs[0].name, "dummy:u");
	T_STREQ(w.plan.events.specs[1].name, "cycles:P");
	T_EQ(w.plan.events.specs[1].leader, 1);
	T_EQ(w.plan.events.specs[1].attr.flags >> DEFER_ATTR_PRECISE_IP_SHIFT & 3, 3);
	T_CHECK(!has_note(&w.plan, NO_PMU) && !has_note(&w.plan, NO_CYCLES));
	/* Deferral works, and both events are part of it. */
	T_EQ(w.plan.defer, PLAN_DEFERRED);
	T_CHECK(!w.plan.why_not_deferred);
	T_CHECK(w.plan.events.specs[0].attr.flags & DEFER_ATTR_DEFER_OUTPUT);
	T_CHECK(w.plan.events.specs[1].attr.flags & DEFER_ATTR_DEFER_CALLCHAIN);
	T_CHECK(!w.plan.overwrite && !w.plan.chains);
	T_EQ(w.plan.tracking, 0);
	world__exit(&w);
	T_CHECK(!w.plan.events.nr && !w.plan.notes.nr && !w.plan.targets.nr_cpus);

	world__init(&w, folders);
	lacks_cycles = true;
	T_RUN(make(&w, NULL, NULL, NULL));
	T_EQ(w.plan.events.nr, 2);
	T_STREQ(w.plan.events.specs[1].name, "cpu-clock");
	T_CHECK(has_note(&w.plan, NO_CYCLES) && !has_note(&w.plan, NO_PMU));
	world__exit(&w);

	T_CHECK(folder__remove(&folders->folder, "sys/bus/event_source/devices/cpu"));
	world__init(&w, folders);
	T_RUN(make(&w, NULL, NULL, NULL));
	T_STREQ(w.plan.events.specs[1].name, "cpu-clock");
	T_CHECK(has_note(&w.plan, NO_PMU) && !has_note(&w.plan, NO_CYCLES));
	world__exit(&w);
	return TEST_OK;
}

/* ---- events ---- */

/* Events are copied with all that they have, and groups keep their leaders. */
static int copied_events(struct event_folders *folders, struct event_list *list)
{
	struct event_spec *specs;
	struct world w;

	(void)list;
	world__init(&w, folders);
	w.opts.target.per_thread = false;
	w.opts.target.system_wide = true;
	w.opts.target.cpus = "0";
	T_EQ(parse_events(&w.opts.switch_events, &w.opts.paths, "sched:sched_switch", &w.err), 0);
	T_EQ(parse_events(&w.opts.events, &w.opts.paths,
			  "cpu-clock,{page-faults,faults},power/energy-pkg/,sched:sched_switch",
			  &w.err),
	     0);
	w.opts.events.specs[4].filter = strdup("prev_pid > 1");
	T_RUN(make(&w, NULL, NULL, NULL));
	specs = w.plan.events.specs;
	T_EQ(w.plan.events.nr, 6);
	T_EQ(specs[1].leader, 1);
	T_EQ(specs[2].leader, 2);
	T_EQ(specs[3].leader, 2);
	T_STREQ(specs[3].name, "faults");
	T_STREQ(specs[4].cpus, "0");
	T_STREQ(specs[4].pmu, "power");
	T_CHECK(specs[4].pmu != w.opts.events.specs[3].pmu);
	T_STREQ(specs[5].filter, "prev_pid > 1");
	T_CHECK(specs[5].filter != w.opts.events.specs[4].filter);
	T_CHECK(!specs[1].filter && !specs[1].cpus && !specs[1].cgroup);
	T_EQ(w.plan.switch_events.nr, 1);
	T_STREQ(w.plan.switch_events.specs[0].name, "sched:sched_switch");
	T_EQ(w.plan.switch_events.specs[0].attr.sample_period, 1);
	/* Six events and the one that switches, on one CPU. */
	T_EQ(w.plan.nr_fds, 7);
	T_EQ(w.plan.nr_buffers, 1);
	T_EQ(w.plan.locked_bytes, plan_limits__locked_bytes(&w.plan));
	T_EQ(w.plan.locked_bytes,
	     (w.plan.mmap_pages + 1 + (w.plan.tracking_pages ? w.plan.tracking_pages + 1 : 0) +
	      PLAN_SWITCH_PAGES + 1) *
		     sysconf(_SC_PAGESIZE));
	world__exit(&w);
	return TEST_OK;
}

/* ---- buffers that are written over ---- */

static int overwriting(struct event_folders *folders, struct event_list *list)
{
	struct world w;

	(void)list;
	world__init(&w, folders);
	w.opts.overwrite = true;
	w.opts.mmap_bytes = sysconf(_SC_PAGESIZE);
	T_RUN(make(&w, "cpu-clock,faults", NULL, NULL));
	T_CHECK(w.plan.overwrite);
	T_EQ(w.plan.events.nr, 4);
	T_EQ(w.plan.chains, 3);
	T_STREQ(w.plan.events.specs[3].name, "dummy:u");
	T_CHECK(w.plan.events.specs[3].attr.flags & DEFER_ATTR_DEFER_OUTPUT);
	T_CHECK(!(w.plan.events.specs[0].attr.flags & DEFER_ATTR_DEFER_OUTPUT));
	T_CHECK(!plan__is_asked(&w.plan, 0) && plan__is_asked(&w.plan, 1));
	T_CHECK(plan__is_asked(&w.plan, 2) && !plan__is_asked(&w.plan, 3));
	world__exit(&w);

	world__init(&w, folders);
	w.opts.overwrite = true;
	w.opts.callchain = false;
	T_RUN(make(&w, "cpu-clock", NULL, NULL));
	T_CHECK(w.plan.overwrite);
	T_EQ(w.plan.events.nr, 2);
	T_EQ(w.plan.chains, 0);
	world__exit(&w);

	world__init(&w, folders);
	T_RUN(make(&w, "cpu/event=1,overwrite/,faults",
		   "cpu/event=1,overwrite/ overwrites and faults does not, but they share buffers",
		   "make all events overwrite (--overwrite) or none, or record them separately"));
	T_CHECK(w.plan.overwrite);
	world__exit(&w);
	return TEST_OK;
}

/* ---- deferral ---- */

#define REMEDY "run Linux 6.19 or newer (see perf defer check), or omit --require-defer"
#define OLD    "the kernel does not support deferral, which Linux 6.19 introduced"

/* How user stacks are recorded, and why they are not deferred; NULL: they are. */
static int check_how(const struct event_folders *folders, bool defer, bool callchain,
		     enum chain_mode mode, enum plan_defer how, const char *why)
{
	uint64_t lacks = lacks_flags;
	struct world w;

	world__init(&w, (struct event_folders *)folders);
	lacks_flags = lacks;
	w.opts.defer = defer;
	w.opts.callchain = callchain;
	w.opts.chain_mode = mode;
	T_RUN(make(&w, "cpu-clock", NULL, NULL));
	T_EQ(w.plan.defer, how);
	if (why)
		T_STREQ(w.plan.why_not_deferred, why);
	else
		T_CHECK(!w.plan.why_not_deferred);
	world__exit(&w);
	return TEST_OK;
}

static int require(const struct event_folders *folders, uint64_t lacks, bool defer, bool callchain,
		   const char *fault)
{
	struct world w;

	world__init(&w, (struct event_folders *)folders);
	lacks_flags = lacks;
	w.opts.require_defer = true;
	w.opts.defer = defer;
	w.opts.callchain = callchain;
	T_RUN(make(&w, "cpu-clock", fault, REMEDY));
	world__exit(&w);
	return TEST_OK;
}

static int deferring(struct event_folders *folders, struct event_list *list)
{
	(void)list;
	lacks_flags = 0;
	T_RUN(check_how(folders, true, true, CHAIN_FP, PLAN_DEFERRED, NULL));
	T_RUN(check_how(folders, false, true, CHAIN_FP, PLAN_IN_PLACE, "--no-defer asks for it"));
	T_RUN(check_how(folders, true, true, CHAIN_DWARF, PLAN_DUMPED,
			"no event records user callchains"));
	T_RUN(check_how(folders, true, true, CHAIN_LBR, PLAN_BRANCHES,
			"no event records user callchains"));
	T_RUN(check_how(folders, true, false, CHAIN_FP, PLAN_NO_CHAINS, NULL));
	lacks_flags = DEFER_BITS;
	T_RUN(check_how(folders, true, true, CHAIN_FP, PLAN_IN_PLACE, OLD));
	T_RUN(require(folders, 0, true, true, NULL));
	T_RUN(require(folders, DEFER_BITS, true, true, "--require-defer: " OLD));
	T_RUN(require(folders, 0, false, true, "--require-defer: --no-defer asks for it"));
	return require(folders, 0, true, false,
		       "--require-defer: no event records user callchains");
}

/* ---- notes of how user stacks are recorded ---- */

/* The notes that name an event are these, in any order; NULL ends them. */
static int check_notes(struct event_folders *folders, const char *events, bool defer,
		       uint64_t user_regs, const char *const *want)
{
	struct world w;
	uint32_t nr = 0;

	world__init(&w, folders);
	w.opts.defer = defer;
	w.opts.user_regs = user_regs;
	T_RUN(make(&w, events, NULL, NULL));
	for (uint32_t i = 0; i < w.plan.notes.nr; i++)
		nr += strstr(w.plan.notes.faults[i].what, "user stack") ||
		      strstr(w.plan.notes.faults[i].what, "LBR") ||
		      strstr(w.plan.notes.faults[i].what, "--user-regs");
	for (; *want; want++, nr--)
		if (!has_note(&w.plan, *want))
			T_FAIL("%s: no note '%s'", events, *want);
	T_EQ(nr, 0);
	world__exit(&w);
	return TEST_OK;
}

#define NOTES(...) ((const char *const[]){__VA_ARGS__})
#define COPIED	   ": its user stacks are copied, and unwound when they are shown"
#define BRANCHES   ": its user stacks are in branch records (LBR)"
#define NO_LBR                                                                              \
	": frame pointers are used, as LBR call stacks need user mode and no other branch " \
	"filter"
#define DWARF_1 "cpu/event=1,call-graph=dwarf/"
#define LBR_2	"cpu/event=2,call-graph=lbr/"
#define DEFER_3 "cpu/event=3,call-graph='fp,defer'/"

static int noting(struct event_folders *folders, struct event_list *list)
{
	(void)list;
	T_RUN(check_notes(folders, "cpu-clock", true, 0, NOTES(NULL)));
	/* If most events have it, it needs no note. */
	T_RUN(check_notes(folders, DWARF_1, true, 0, NOTES(NULL)));
	T_RUN(check_notes(folders, LBR_2, true, 0, NOTES(NULL)));
	T_RUN(check_notes(folders, "cpu-clock," DWARF_1 "," LBR_2, true, 0,
			  NOTES(DWARF_1 COPIED, LBR_2 BRANCHES, NULL)));
	T_RUN(check_notes(folders, "faults," DEFER_3, false, 0, NOTES(NULL)));
	T_RUN(check_notes(folders, "faults,cpu/event=4,call-graph=no/", true, 0, NOTES(NULL)));
	T_RUN(check_notes(folders, LBR_2 "k", true, 0, NOTES(LBR_2 "k" NO_LBR, NULL)));
	T_RUN(check_notes(folders, "cpu/event=2,call-graph=lbr,branch_type=any/", true, 0,
			  NOTES("cpu/event=2,call-graph=lbr,branch_type=any/" NO_LBR, NULL)));
	return check_notes(folders, DWARF_1, true, 1,
			   NOTES("--user-regs: unwinding a stack may need all registers; IP and "
				 "SP are always recorded",
				 NULL));
}

/* ---- options that the kernel lacks, and whom to record ---- */

static int lacking(struct event_folders *folders, struct event_list *list)
{
	struct world w;

	(void)list;
	world__init(&w, folders);
	w.opts.buildid_mmap = true;
	T_RUN(make(&w, "cpu-clock", NULL, NULL));
	T_CHECK(w.plan.events.specs[0].attr.flags & DEFER_ATTR_BUILD_ID);
	world__exit(&w);

	world__init(&w, folders);
	w.opts.buildid_mmap = true;
	lacks_flags = DEFER_ATTR_BUILD_ID;
	T_RUN(make(&w, "cpu-clock",
		   "--buildid-mmap: this kernel does not write build ids into mmap events",
		   "run Linux 5.12 or newer, or omit it"));
	T_CHECK(!(w.plan.events.specs[0].attr.flags & DEFER_ATTR_BUILD_ID));
	world__exit(&w);

	/* Groups whose samples read counters are not inherited by older kernels. */
	for (int old = 0; old < 2; old++) {
		world__init(&w, folders);
		w.opts.target.per_thread = false;
		lacks_format = old ? DEFER_FORMAT_GROUP : 0;
		T_EQ(parse_events(&w.opts.events, &w.opts.paths, "{cpu-clock,faults}:S", &w.err),
		     0);
		T_EQ(plan__make(&w.plan, &w.opts, &w.faults, &w.err), 0);
		T_EQ(has_note(&w.plan,
			      "cpu-clock: tasks that start during the recording are not "
			      "recorded: this kernel does not inherit events whose samples read "
			      "counters (Linux 6.12 does)"),
		     old);
		world__exit(&w);
	}
	return TEST_OK;
}

static int targets(struct event_folders *folders, struct event_list *list)
{
	struct world w;

	(void)list;
	world__init(&w, folders);
	w.opts.target.tids = "2147483647";
	T_EQ(plan__make(&w.plan, &w.opts, &w.faults, &w.err), 0);
	T_CHECK(w.faults.nr && !w.err.code);
	T_STREQ(w.faults.faults[0].what, "there is no thread 2147483647");
	T_STREQ(w.faults.faults[0].remedy, "name running threads: see ps -eL");
	world__exit(&w);

	/* Sizes of buffers are powers of two pages, at least one. */
	world__init(&w, folders);
	w.opts.mmap_bytes = 3 * sysconf(_SC_PAGESIZE);
	T_RUN(make(&w, "cpu-clock", NULL, NULL));
	T_EQ(w.plan.mmap_pages, 4);
	T_EQ(w.plan.nr_buffers, 1);
	T_EQ(w.plan.nr_fds, 2);
	T_CHECK(w.plan.max_mmap_bytes >= 4ULL * sysconf(_SC_PAGESIZE));
	world__exit(&w);
	world__init(&w, folders);
	w.opts.mmap_bytes = 1;
	T_RUN(make(&w, "cpu-clock", NULL, NULL));
	T_EQ(w.plan.mmap_pages, 1);
	world__exit(&w);
	return TEST_OK;
}

static int (*body)(struct event_folders *folders, struct event_list *list);

static int run_body(void)
{
	return event_folders__run(body);
}

static int run(int (*test)(struct event_folders *folders, struct event_list *list))
{
	body = test;
	return fake_events__run(answer, run_body);
}

static int test_default_event(void)
{
	return run(default_event);
}

static int test_copied_events(void)
{
	return run(copied_events);
}

static int test_overwriting(void)
{
	return run(overwriting);
}

static int test_deferring(void)
{
	return run(deferring);
}

static int test_noting(void)
{
	return run(noting);
}

static int test_lacking(void)
{
	return run(lacking);
}

static int test_targets(void)
{
	return run(targets);
}

static const struct test_case cases[] = {
	{"cycles, or cpu-clock where nothing counts them", test_default_event},
	{"events are copied whole", test_copied_events},
	{"all events overwrite, or none", test_overwriting},
	{"how user stacks are recorded, and why", test_deferring},
	{"how user stacks of single events are recorded", test_noting},
	{"options that the kernel lacks", test_lacking},
	{"whom to record, and buffers for that", test_targets},
	{0},
};

const struct test_suite suite__plan_make = {"plan-make", "Whole plans", cases};
