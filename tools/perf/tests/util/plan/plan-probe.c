// SPDX-License-Identifier: GPL-2.0-only
/* A plan tries events before a recording, and tells why a kernel refuses them. */
#include <errno.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <perf/defer-abi.h>

#include "tests/child.h"
#include "tests/fake-events.h"
#include "tests/tests.h"
#include "util/plan/plan-probe.h"
#include "util/plan/plan-switch.h"

#define PRECISE(n)   ((uint64_t)(n) << DEFER_ATTR_PRECISE_IP_SHIFT)
#define MAX_CALLS    32
#define STARTS	     (DEFER_ATTR_DISABLED | DEFER_ATTR_ENABLE_ON_EXEC)
#define CLOEXEC_FLAG 8

static struct event_call calls[MAX_CALLS];
static uint32_t nr_calls;

/* Calls that this matches get @refusal, the others a descriptor. */
static bool (*is_refused)(const struct event_call *call);
static int refusal;

static int answer(const struct event_call *call)
{
	if (nr_calls < MAX_CALLS)
		calls[nr_calls] = *call;
	nr_calls++;
	return is_refused && is_refused(call) ? -refusal : fake_events__accept();
}

static bool is_hardware(const struct event_call *call)
{
	return call->type == DEFER_TYPE_HARDWARE;
}

static bool is_member(const struct event_call *call)
{
	return call->group_fd != -1;
}

static bool is_any(const struct event_call *call)
{
	return call->size;
}

/* A plan of the tracking event and @nr events of the hardware, each alone, on this task. */
static int make_plan(struct plan *plan, uint32_t nr)
{
	struct event_spec *spec;

	memset(plan, 0, sizeof(*plan));
	event_list__init(&plan->events);
	faults__init(&plan->notes);
	for (uint32_t i = 0; i <= nr; i++) {
		char name[] = "event-0";

		name[strlen("event-")] += i;
		spec = event_list__add(&plan->events, name);
		T_CHECK(spec);
		spec->attr.type = i ? DEFER_TYPE_HARDWARE : DEFER_TYPE_SOFTWARE;
		spec->attr.config = i ? i : 9;
		spec->attr.size = DEFER_ATTR_SIZE_VER9;
	}
	nr_calls = 0;
	return TEST_OK;
}

static void plan__clear(struct plan *plan, struct faults *faults)
{
	event_list__exit(&plan->events);
	event_list__exit(&plan->switch_events);
	faults__exit(&plan->notes);
	faults__exit(faults);
}

/* Tries the plan. Each event that is opened is closed again. */
static int probe_events(struct plan *plan, struct faults *faults, uint32_t nr_faults)
{
	static const struct hostinfo host = {.paranoid = 3, .max_stack = 127};
	int before = lowest_fd();

	faults__init(faults);
	T_EQ(plan_probe__events(plan, &host, faults), 0);
	T_EQ(faults->nr, nr_faults);
	T_EQ(lowest_fd(), before);
	return TEST_OK;
}

static int check_fault(const struct faults *faults, const char *what, const char *remedy)
{
	T_EQ(faults->nr, 1);
	T_STREQ(faults->faults[0].what, what);
	T_STREQ(faults->faults[0].remedy, remedy);
	T_CHECK(!faults->faults[0].detail);
	return TEST_OK;
}

#define NO_PMU                                                                       \
	"this machine's PMU does not count it (a virtual machine may have no PMU): " \
	"use -e cpu-clock"
#define COMBINATION "the kernel does not support this combination of event and options"
#define OPEN_FILES  "raise the limit of open files: ulimit -n"

static const struct {
	int error;
	const char *remedy;
} refusals[] = {
	{ENOENT, NO_PMU},
	{ENODEV, NO_PMU},
	{ENXIO, NO_PMU},
	{EOPNOTSUPP, NO_PMU},
	{EINVAL, COMBINATION},
	{EBUSY, "another profiler or the NMI watchdog holds the counter"},
	{EMFILE, OPEN_FILES},
	{ENFILE, OPEN_FILES},
	{ENOSYS, "this kernel is built without perf events"},
	{ESRCH, "the task is gone"},
	{EIO, "see dmesg(1)"},
	/* The host's limit of stacks is another matter. */
	{EOVERFLOW, "see dmesg(1)"},
};

static int refuse_each(void)
{
	is_refused = is_hardware;
	for (size_t i = 0; i < sizeof(refusals) / sizeof(*refusals); i++) {
		struct faults faults;
		struct plan plan;
		char what[100];

		refusal = refusals[i].error;
		T_RUN(make_plan(&plan, 1));
		plan.events.specs[1].attr.sample_max_stack = 127;
		T_RUN(probe_events(&plan, &faults, 1));
		snprintf(what, sizeof(what), "event event-1: %s", strerror(refusal));
		T_RUN(check_fault(&faults, what, refusals[i].remedy));
		plan__clear(&plan, &faults);
	}
	return TEST_OK;
}

static int test_refusals(void)
{
	return fake_events__run(answer, refuse_each);
}

/* A refusal of the event that @change has changed, with @error: @what, or no fault. */
static int refuse(int error, void (*change)(struct plan *plan, struct event_spec *spec),
		  const char *what, const char *remedy)
{
	struct faults faults;
	struct plan plan;

	refusal = error;
	T_RUN(make_plan(&plan, 1));
	change(&plan, &plan.events.specs[1]);
	is_refused = plan.events.specs[1].attr.type == DEFER_TYPE_HARDWARE ? is_hardware : is_any;
	T_RUN(probe_events(&plan, &faults, what ? 1 : 0));
	if (what)
		T_RUN(check_fault(&faults, what, remedy));
	plan__clear(&plan, &faults);
	return TEST_OK;
}

static void make_software(struct plan *plan, struct event_spec *spec)
{
	(void)plan;
	spec->attr.type = DEFER_TYPE_SOFTWARE;
}

static void make_branches(struct plan *plan, struct event_spec *spec)
{
	(void)plan;
	spec->attr.sample_type = DEFER_SAMPLE_BRANCH_STACK;
}

static void make_deep(struct plan *plan, struct event_spec *spec)
{
	(void)plan;
	spec->attr.sample_max_stack = 128;
	spec->has_callchain = true;
}

/* The plan has the limit from an option, of which plan_limits has told already. */
static void make_all_deep(struct plan *plan, struct event_spec *spec)
{
	make_deep(plan, spec);
	spec->has_callchain = false;
}

static int32_t one_task[] = {0}, all_tasks[] = {-1};

static void make_uncore(struct plan *plan, struct event_spec *spec)
{
	spec->is_uncore = true;
	plan->targets = (struct target_list){.tids = one_task, .nr_tids = 1};
}

static void make_uncore_of_all(struct plan *plan, struct event_spec *spec)
{
	spec->is_uncore = true;
	plan->targets = (struct target_list){.tids = all_tasks, .nr_tids = 1};
}

static int refuse_some(void)
{
	char what[100];

	snprintf(what, sizeof(what), "event event-1: %s", strerror(ENODEV));
	T_RUN(refuse(ENODEV, make_software, what, "ask for another event"));
	T_RUN(refuse(ENODEV, make_branches, what, NO_PMU));
	T_RUN(refuse(EOPNOTSUPP, make_branches,
		     "event event-1 cannot record branch stacks on this machine",
		     "use -e cycles on a machine whose processor records branches, or record "
		     "without -b, -j, branch_type= and --call-graph lbr"));
	T_RUN(refuse(EOVERFLOW, make_deep,
		     "event event-1: a stack of 128 addresses: this host allows 127",
		     "lower max-stack=, or raise kernel.perf_event_max_stack"));
	T_RUN(refuse(EOVERFLOW, make_all_deep, NULL, NULL));
	T_RUN(refuse(EINVAL, make_uncore, "event event-1 counts whole CPUs, not tasks",
		     "record it on all tasks: -a"));
	snprintf(what, sizeof(what), "event event-1: %s", strerror(EINVAL));
	return refuse(EINVAL, make_uncore_of_all, what, COMBINATION);
}

static int test_special_refusals(void)
{
	return fake_events__run(answer, refuse_some);
}

#define RIGHTS "run as root or with CAP_PERFMON, or allow it: sysctl kernel.perf_event_paranoid="

#define OTHERS "a task is another user's: run as root or with CAP_PERFMON"

/* A user without rights is refused on a host with @paranoid. */
static int refuse_rights(int error, int64_t paranoid, const int32_t *tids, uint32_t nr_tids,
			 const char *remedy)
{
	const struct hostinfo host = {.paranoid = paranoid};
	struct faults faults;
	struct plan plan;

	is_refused = is_any;
	refusal = error;
	faults__init(&faults);
	T_RUN(make_plan(&plan, 1));
	plan.targets = (struct target_list){.tids = (int32_t *)tids, .nr_tids = nr_tids};
	T_EQ(plan_probe__events(&plan, &host, &faults), 0);
	T_RUN(check_fault(&faults, "event event-1: no permission", remedy));
	plan__clear(&plan, &faults);
	return TEST_OK;
}

static int refuse_all_rights(void)
{
	one_task[0] = getpid();
	T_RUN(refuse_rights(EACCES, 4, one_task, 1, RIGHTS "2 (it is 4)"));
	T_RUN(refuse_rights(EPERM, 3, NULL, 0, RIGHTS "2 (it is 3)"));
	T_RUN(refuse_rights(EACCES, 2, one_task, 1, RIGHTS "1 (it is 2)"));
	return refuse_rights(EACCES, 3, all_tasks, 1, RIGHTS "0 (it is 3)");
}

static int test_rights(void)
{
	return fake_events__run(answer, refuse_all_rights);
}

/*
 * Whoever is not root sees that the first process is root's; root becomes somebody else, whose
 * process can still be looked at, as sanitizers do at its end.
 */
static int refuse_others(void)
{
	int32_t tids[2] = {getpid(), geteuid() ? 1 : getppid()};
	char path[32];
	struct stat st;

	if (!geteuid() && (setreuid(65534, 65534) || prctl(PR_SET_DUMPABLE, 1)))
		return TEST_SKIP;
	snprintf(path, sizeof(path), "/proc/%d", tids[1]);
	if (stat(path, &st) || st.st_uid == geteuid())
		return TEST_SKIP;
	T_RUN(refuse_rights(EACCES, 3, tids, 2, OTHERS));
	return refuse_rights(EACCES, 3, tids + 1, 1, OTHERS);
}

static int test_others(void)
{
	return fake_events__run(answer, refuse_others);
}

/* ---- groups ---- */

/* Two groups, {1,2,4} and {3,5}, which are weak. */
static int make_groups(struct plan *plan)
{
	static const uint32_t leaders[] = {0, 1, 1, 3, 1, 3};

	T_RUN(make_plan(plan, 5));
	for (uint32_t i = 1; i < plan->events.nr; i++) {
		plan->events.specs[i].leader = leaders[i];
		plan->events.specs[i].weak = true;
		if (leaders[i] == i)
			plan->events.specs[i].attr.flags = STARTS | DEFER_ATTR_INHERIT;
		else
			plan->events.specs[i].attr.flags = DEFER_ATTR_INHERIT;
	}
	return TEST_OK;
}

static bool is_event_4_in_group(const struct event_call *call)
{
	return call->config == 4 && call->group_fd != -1;
}

/* A refused member breaks up its group, and no other. */
static int break_up(void)
{
	static const uint32_t leaders[] = {0, 1, 2, 3, 4, 3};
	static const uint64_t opened[] = {1, 2, 4, 1, 2, 3, 5, 4, 9};
	struct faults faults;
	struct plan plan;

	is_refused = is_event_4_in_group;
	refusal = EINVAL;
	T_RUN(make_groups(&plan));
	T_RUN(probe_events(&plan, &faults, 0));
	for (uint32_t i = 1; i < plan.events.nr; i++) {
		const struct event_spec *spec = &plan.events.specs[i];

		T_EQ(spec->leader, leaders[i]);
		T_EQ(spec->weak, i == 3 || i == 5);
		T_EQ(spec->attr.flags, DEFER_ATTR_INHERIT | (i == 5 ? 0 : STARTS));
	}
	T_EQ(nr_calls, sizeof(opened) / sizeof(*opened));
	for (uint32_t i = 0; i < nr_calls; i++) {
		T_EQ(calls[i].config, opened[i]);
		/* Only the members of groups that still are. */
		T_EQ(calls[i].group_fd != -1, i == 1 || i == 2 || i == 6);
		T_EQ(calls[i].flags, CLOEXEC_FLAG);
		T_EQ(calls[i].size, DEFER_ATTR_SIZE_VER9);
	}
	plan__clear(&plan, &faults);

	/* Events that start by themselves do so when they are alone. */
	T_RUN(make_groups(&plan));
	plan.events.specs[1].attr.flags = DEFER_ATTR_DISABLED;
	T_RUN(probe_events(&plan, &faults, 0));
	T_EQ(plan.events.specs[4].attr.flags, DEFER_ATTR_INHERIT | DEFER_ATTR_DISABLED);
	plan__clear(&plan, &faults);
	return TEST_OK;
}

/* A group stays whole if it was not asked to break up, is sampled as one, or its leader fails. */
static int keep_whole(void)
{
	struct faults faults;
	struct plan plan;
	char what[100];

	refusal = EINVAL;
	for (int why = 0; why < 3; why++) {
		is_refused = why == 2 ? is_hardware : is_member;
		T_RUN(make_groups(&plan));
		plan.events.specs[1].weak = plan.events.specs[3].weak = why != 0;
		plan.events.specs[1].sample_read = plan.events.specs[3].sample_read = why == 1;
		T_RUN(probe_events(&plan, &faults, 2));
		snprintf(what, sizeof(what), "event event-%d: %s", why == 2 ? 1 : 2,
			 strerror(EINVAL));
		T_STREQ(faults.faults[0].what, what);
		T_STREQ(faults.faults[0].remedy, COMBINATION);
		what[strlen("event event-")] = why == 2 ? '3' : '5';
		T_STREQ(faults.faults[1].what, what);
		T_EQ(plan.events.specs[4].leader, 1);
		/* After a refusal the tracking event is not tried. */
		T_CHECK(nr_calls && calls[nr_calls - 1].type == DEFER_TYPE_HARDWARE);
		plan__clear(&plan, &faults);
	}
	return TEST_OK;
}

static int break_up_and_keep(void)
{
	T_RUN(break_up());
	return keep_whole();
}

static int test_groups(void)
{
	return fake_events__run(answer, break_up_and_keep);
}

/* ---- fallbacks ---- */

static bool is_too_precise(const struct event_call *call)
{
	return is_hardware(call) && (call->attr_flags & PRECISE(2));
}

static bool is_with_guests(const struct event_call *call)
{
	return is_hardware(call) && !(call->attr_flags & DEFER_ATTR_EXCLUDE_GUEST);
}

/* An event with @flags is opened after @nr calls, and has the flags @want then. */
static int check_fallback(int error, bool precise_max, bool has_host, uint64_t flags,
			  uint32_t nr_faults, uint32_t nr, uint64_t want)
{
	struct faults faults;
	struct plan plan;

	refusal = error;
	T_RUN(make_plan(&plan, 1));
	plan.events.specs[1].precise_max = precise_max;
	plan.events.specs[1].has_host = has_host;
	plan.events.specs[1].attr.flags = flags;
	T_RUN(probe_events(&plan, &faults, nr_faults));
	T_EQ(nr_calls, nr + !nr_faults);
	T_EQ(plan.events.specs[1].attr.flags, want);
	T_EQ(calls[nr - 1].attr_flags, nr_faults ? calls[nr - 1].attr_flags : want);
	plan__clear(&plan, &faults);
	return TEST_OK;
}

static int fall_back(void)
{
	const uint64_t idle = DEFER_ATTR_EXCLUDE_IDLE, guest = DEFER_ATTR_EXCLUDE_GUEST;

	is_refused = is_too_precise;
	T_RUN(check_fallback(EOPNOTSUPP, true, false, PRECISE(3), 0, 3, PRECISE(1)));
	T_RUN(check_fallback(EINVAL, true, false, PRECISE(3) | idle, 0, 3, PRECISE(1) | idle));
	T_RUN(check_fallback(ENOENT, true, false, PRECISE(2), 0, 2, PRECISE(1)));
	T_RUN(check_fallback(EBUSY, true, false, PRECISE(3), 1, 1, PRECISE(3)));
	T_RUN(check_fallback(EINVAL, false, false, PRECISE(2), 1, 1, PRECISE(2)));
	is_refused = is_with_guests;
	T_RUN(check_fallback(EOPNOTSUPP, false, false, idle, 0, 2, idle | guest));
	T_RUN(check_fallback(EOPNOTSUPP, true, false, PRECISE(2), 0, 4, guest));
	T_RUN(check_fallback(EOPNOTSUPP, false, true, idle, 1, 1, idle));
	T_RUN(check_fallback(EINVAL, false, false, idle, 1, 1, idle));
	is_refused = is_hardware;
	T_RUN(check_fallback(EOPNOTSUPP, true, false, PRECISE(3), 1, 5, 0));
	return check_fallback(EOPNOTSUPP, false, false, guest | idle, 1, 1, guest | idle);
}

static int test_fallbacks(void)
{
	return fake_events__run(answer, fall_back);
}

/* ---- which events are tried, and where ---- */

/* Three tracepoints of one system, of which one is in a group, and one of another system. */
static int try_tracepoints(void)
{
	static const uint64_t opened[] = {1, 3, 4, 5, 6, 9};
	static const char *const names[] = {"dummy",  "a:one", "a:two", "a:three",
					    "cycles", "b:one", "a:four"};
	struct faults faults;
	struct plan plan;

	is_refused = NULL;
	T_RUN(make_plan(&plan, 6));
	for (uint32_t i = 1; i < plan.events.nr; i++) {
		struct event_spec *spec = &plan.events.specs[i];

		free(spec->name);
		spec->name = strdup(names[i]);
		T_CHECK(spec->name);
		if (i != 4)
			spec->attr.type = DEFER_TYPE_TRACEPOINT;
	}
	plan.events.specs[4].leader = 3;
	T_RUN(probe_events(&plan, &faults, 0));
	T_EQ(nr_calls, sizeof(opened) / sizeof(*opened));
	for (uint32_t i = 0; i < nr_calls; i++)
		T_EQ(calls[i].config, opened[i]);
	plan__clear(&plan, &faults);
	return TEST_OK;
}

/* A tracepoint that was refused says nothing of the next one. */
static bool is_event_1(const struct event_call *call)
{
	return call->config == 1;
}

static int try_refused_tracepoint(void)
{
	struct faults faults;
	struct plan plan;

	is_refused = is_event_1;
	refusal = EINVAL;
	T_RUN(make_plan(&plan, 3));
	for (uint32_t i = 1; i < plan.events.nr; i++) {
		memcpy(plan.events.specs[i].name, "a:event", strlen("a:event"));
		plan.events.specs[i].attr.type = DEFER_TYPE_TRACEPOINT;
	}
	T_RUN(probe_events(&plan, &faults, 1));
	T_EQ(nr_calls, 2);
	T_EQ(calls[1].config, 2);
	plan__clear(&plan, &faults);
	return TEST_OK;
}

static int try_places(void)
{
	int32_t cpus[] = {3, 4}, tids[] = {17, 18};
	struct faults faults;
	struct plan plan;

	is_refused = NULL;
	T_RUN(make_plan(&plan, 2));
	T_RUN(probe_events(&plan, &faults, 0));
	T_EQ(nr_calls, 3);
	T_EQ(calls[0].pid, 0);
	T_EQ(calls[0].cpu, -1);
	plan__clear(&plan, &faults);

	T_RUN(make_plan(&plan, 3));
	plan.targets = (struct target_list){.tids = tids, .nr_tids = 2, .cpus = cpus, .nr_cpus = 2};
	plan.events.specs[2].cpus = strdup("5-6");
	/* Our own event for deferred records is like the tracking event. */
	plan.chains = 3;
	T_RUN(probe_events(&plan, &faults, 0));
	T_EQ(nr_calls, 3);
	for (uint32_t i = 0; i < nr_calls; i++) {
		T_EQ(calls[i].config, i < 2 ? i + 1 : 9);
		T_EQ(calls[i].pid, 17);
		T_EQ(calls[i].cpu, i == 1 ? 5 : 3);
	}
	plan__clear(&plan, &faults);
	return TEST_OK;
}

static int try_all(void)
{
	T_RUN(try_tracepoints());
	T_RUN(try_refused_tracepoint());
	return try_places();
}

static int test_what_is_tried(void)
{
	return fake_events__run(answer, try_all);
}

/* ---- events of --switch-output-event ---- */

/* A refusal for all tasks of a CPU, or for one task. */
static int refuse_switch(int error, const int32_t *tids, const char *what, const char *remedy)
{
	const struct hostinfo host = {.paranoid = 3};
	int32_t cpus[] = {2};
	struct event_spec *spec;
	struct faults faults;
	struct plan plan;
	int before = lowest_fd();

	refusal = error;
	is_refused = is_hardware;
	faults__init(&faults);
	T_RUN(make_plan(&plan, 0));
	event_list__init(&plan.switch_events);
	T_CHECK(event_list__add(&plan.switch_events, "taken"));
	plan.switch_events.specs[0].attr.type = DEFER_TYPE_SOFTWARE;
	spec = event_list__add(&plan.switch_events, "refused");
	T_CHECK(spec);
	spec->attr.type = DEFER_TYPE_HARDWARE;
	plan.targets = (struct target_list){.cpus = cpus, .nr_cpus = 1};
	if (tids) {
		plan.targets.tids = (int32_t *)tids;
		plan.targets.nr_tids = 1;
	}
	T_EQ(plan_switch__probe(&plan, &host, &faults), 0);
	T_EQ(nr_calls, 2);
	T_EQ(calls[0].pid, tids ? tids[0] : -1);
	T_EQ(calls[0].cpu, tids ? -1 : 2);
	T_RUN(check_fault(&faults, what, remedy));
	T_EQ(lowest_fd(), before);
	plan__clear(&plan, &faults);
	return TEST_OK;
}

static int refuse_switches(void)
{
	const int32_t tids[] = {17};
	char what[150];

	snprintf(what, sizeof(what), "--switch-output-event refused: %s", strerror(EINVAL));
	T_RUN(refuse_switch(EINVAL, tids, what, "choose another event"));
	snprintf(what, sizeof(what), "--switch-output-event refused: %s", strerror(EPERM));
	T_RUN(refuse_switch(EPERM, tids, what, RIGHTS "1 (it is 3)"));
	snprintf(what, sizeof(what), "--switch-output-event refused, which is for all tasks: %s",
		 strerror(EACCES));
	return refuse_switch(EACCES, NULL, what, RIGHTS "0 (it is 3)");
}

static int test_switch_events(void)
{
	return fake_events__run(answer, refuse_switches);
}

/* ---- what the kernel knows ---- */

/* One thing that a kernel lacks: the calls which it refuses, and what the plan takes from that. */
static uint64_t lacks_flags, lacks_format, lacks_type;

static bool is_lacking(const struct event_call *call)
{
	return call->attr_flags & lacks_flags || call->read_format & lacks_format ||
	       call->sample_type & lacks_type;
}

static int know_kernel(void)
{
	const struct hostinfo host = {.paranoid = 1};
	const char *why_not;

	is_refused = is_lacking;
	refusal = EINVAL;
	for (int lack = 0; lack < 5; lack++) {
		struct plan_kernel kernel = {0};

		lacks_flags = lack == 0	  ? DEFER_ATTR_BUILD_ID
			      : lack == 1 ? DEFER_ATTR_DEFER_CALLCHAIN
					  : 0;
		lacks_format = lack == 2 ? DEFER_FORMAT_LOST : lack == 3 ? DEFER_FORMAT_GROUP : 0;
		lacks_type = lack == 4 ? DEFER_SAMPLE_WEIGHT_STRUCT : 0;
		plan_probe__kernel(&kernel, &host, &why_not);
		T_EQ(kernel.build_id, lack != 0);
		T_EQ(kernel.read_lost, lack != 2);
		T_EQ(kernel.inherit_read, lack != 3);
#ifdef __x86_64__
		T_EQ(kernel.weight_struct, lack != 4);
#endif
		T_EQ(kernel.user_only, false);
		/* A kernel that accepts the bits has no buffer here. */
		T_EQ(kernel.defer, false);
		T_STREQ(why_not, lack == 1 ? "the kernel does not support deferral, which Linux "
					     "6.19 introduced"
					   : "the kernel rejected a trial event");
	}
	return TEST_OK;
}

/* Whom the kernel is shown to: those with a right, or where the limit allows it. */
static int know_user(void)
{
	is_refused = NULL;
	for (int64_t paranoid = 1; paranoid <= 3; paranoid++) {
		struct hostinfo host = {.paranoid = paranoid};
		struct plan_kernel kernel;
		const char *why_not;

		plan_probe__kernel(&kernel, &host, &why_not);
		T_EQ(kernel.user_only, paranoid >= 2);
		host.perfmon = true;
		plan_probe__kernel(&kernel, &host, &why_not);
		T_EQ(kernel.user_only, false);
	}
	return TEST_OK;
}

static int know_refusals(void)
{
	const struct hostinfo host = {.paranoid = 1};
	struct plan_kernel kernel;
	const char *why_not;

	is_refused = is_any;
	refusal = EACCES;
	plan_probe__kernel(&kernel, &host, &why_not);
	T_STREQ(why_not, "no permission to open events");
	T_CHECK(!kernel.defer && !kernel.read_lost && !kernel.build_id && !kernel.inherit_read &&
		!kernel.weight_struct);
	refusal = ENOSYS;
	plan_probe__kernel(&kernel, &host, &why_not);
	T_STREQ(why_not, "the kernel has no perf events");
	return TEST_OK;
}

static int know_all(void)
{
	T_RUN(know_kernel());
	T_RUN(know_user());
	return know_refusals();
}

static int test_kernel(void)
{
	return fake_events__run(answer, know_all);
}

static const struct test_case cases[] = {
	{"each refusal has its remedy", test_refusals},
	{"a refusal for what an event is or asks for", test_special_refusals},
	{"which rights would suffice", test_rights},
	{"no limit allows it to record a task of another user", test_others},
	{"a weak group breaks up where a member is refused", test_groups},
	{"less precision, and no guests, where the PMU cannot do more", test_fallbacks},
	{"like tracepoints are tried once, each event in its place", test_what_is_tried},
	{"events of --switch-output-event are refused", test_switch_events},
	{"which features the kernel has, and who may see it", test_kernel},
	{0},
};

const struct test_suite suite__plan_probe = {
	"plan-probe", "What a kernel refuses of a recording, and what a plan makes of it", cases};
