// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/host/bpf-progs.h"
#include "util/events/attr-kernel.h"
#include "util/host/cgroupfs.h"
#include "util/host/probe.h"
#include "util/plan/event-open.h"
#include "util/plan/plan-probe.h"

#define SW_DUMMY 9

int plan_probe__attr(const struct defer_attr *attr)
{
	int fd = event__open(attr, 0, -1, -1);

	if (fd < 0)
		return fd;
	close(fd);
	return 0;
}

static struct defer_attr dummy_attr(uint64_t flags, uint64_t read_format)
{
	return (struct defer_attr){
		.type = DEFER_TYPE_SOFTWARE,
		.config = SW_DUMMY,
		.size = DEFER_ATTR_SIZE_VER9,
		.sample_type = DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME,
		.read_format = read_format,
		.flags = flags | DEFER_ATTR_DISABLED | DEFER_ATTR_SAMPLE_ID_ALL |
			 DEFER_ATTR_EXCLUDE_KERNEL | DEFER_ATTR_EXCLUDE_HV,
	};
}

static bool takes(uint64_t flags, uint64_t read_format)
{
	struct defer_attr attr = dummy_attr(flags, read_format);

	return !plan_probe__attr(&attr);
}

/*
 * Returns whether the kernel accepts the weight in three parts, which perf uses on these
 * architectures: Linux 6.12, tools/perf/arch/{x86,powerpc}/util/evsel.c and event.c.
 */
static bool takes_weight_struct(void)
{
#if defined(__x86_64__) || defined(__i386__) || defined(__powerpc__)
	struct defer_attr attr = dummy_attr(0, 0);

	attr.sample_type |= DEFER_SAMPLE_WEIGHT_STRUCT;
	return !plan_probe__attr(&attr);
#else
	return false;
#endif
}

/* Tests inherited group reads, as perf does; the kernel requires TID for them. */
static bool takes_inherited_reads(void)
{
	struct defer_attr attr =
		dummy_attr(DEFER_ATTR_INHERIT, DEFER_FORMAT_ID | DEFER_FORMAT_GROUP);

	attr.sample_type |= DEFER_SAMPLE_READ;
	return !plan_probe__attr(&attr);
}

/* Returns NULL if user stacks can be deferred, as far as is known. */
static const char *why_no_deferral(enum probe_defer defer)
{
	static const char *const whys[] = {
		[PROBE_DEFER_NO_RECORD] = "the kernel writes cookies but no deferred records",
		[PROBE_DEFER_IN_PLACE] =
			"the kernel has no unwinder for user stacks on this architecture",
		[PROBE_DEFER_UNKNOWN_BIT] =
			"the kernel does not support deferral, which Linux 6.19 introduced",
		[PROBE_DEFER_DENIED] = "no permission to open events",
		[PROBE_DEFER_NO_PERF] = "the kernel has no perf events",
		[PROBE_DEFER_FAILED] = "the kernel rejected a trial event",
	};

	return whys[defer];
}

void plan_probe__kernel(struct plan_kernel *kernel, const struct hostinfo *host,
			const char **why_not)
{
	struct probe probe;

	kernel->read_lost = takes(0, DEFER_FORMAT_LOST);
	kernel->build_id = takes(DEFER_ATTR_MMAP | DEFER_ATTR_MMAP2 | DEFER_ATTR_BUILD_ID, 0);
	kernel->weight_struct = takes_weight_struct();
	kernel->inherit_read = takes_inherited_reads();
	kernel->user_only = host->paranoid >= 2 && !host->perfmon;
	probe__run(&probe);
	*why_not = why_no_deferral(probe.defer);
	kernel->defer = !*why_not;
}

int plan_probe__note_bpf(struct plan *plan)
{
	const char *why = NULL;

	if (!(plan->events.specs[plan->tracking].attr.flags & DEFER_ATTR_BPF_EVENT))
		return 0;
	switch (bpf_progs__access()) {
	case BPF_ACCESS_NO_LIBRARY:
		why = "perf-defer was built without libbpf";
		break;
	case BPF_ACCESS_DENIED:
		why = "only root may list them";
		break;
	case BPF_ACCESS_YES:
	case BPF_ACCESS_NO_KERNEL:
	default:
		return 0;
	}
	return faults__add(&plan->notes, NULL, "",
			   "BPF programs loaded already will have no names: %s", why);
}

/*
 * Returns whether a task is not this user's, or is protected from its user: no paranoid level allows
 * it (Linux 7.2, kernel/events/core.c, perf_check_permission()).
 */
static bool has_others_task(const struct target_list *targets)
{
	char path[32];
	struct stat st;

	for (uint32_t i = 0; i < targets->nr_tids; i++) {
		snprintf(path, sizeof(path), "/proc/%d", targets->tids[i]);
		if (!stat(path, &st) && st.st_uid != geteuid())
			return true;
	}
	return false;
}

/* Writes what rights would suffice when the kernel refuses for lack of them. */
static void remedy_for_rights(const struct plan *plan, const struct hostinfo *host, char *text,
			      size_t size)
{
	bool all = plan->targets.nr_tids && plan->targets.tids[0] == -1;
	int level = all ? 0 : host->paranoid > 2 ? 2 : 1;

	if (!all && has_others_task(&plan->targets)) {
		snprintf(text, size, "a task is another user's: run as root or with CAP_PERFMON");
		return;
	}
	snprintf(text, size,
		 "run as root or with CAP_PERFMON, or allow it: "
		 "sysctl kernel.perf_event_paranoid=%d (it is %" PRId64 ")",
		 level, host->paranoid);
}

static const char *remedy_for(int error, const struct event_spec *spec)
{
	switch (error) {
	case ENOENT:
	case ENODEV:
	case ENXIO:
	case EOPNOTSUPP:
		return spec->attr.type == DEFER_TYPE_SOFTWARE
			       ? "ask for another event"
			       : "this machine's PMU does not count it (a virtual machine may have "
				 "no PMU): use -e cpu-clock";
	case EINVAL:
		return "the kernel does not support this combination of event and options";
	case EBUSY:
		return "another profiler or the NMI watchdog holds the counter";
	case EMFILE:
	case ENFILE:
		return "raise the limit of open files: ulimit -n";
	case ENOSYS:
		return "this kernel is built without perf events";
	case ESRCH:
		return "the task is gone";
	default:
		return "see dmesg(1)";
	}
}

/*
 * Returns whether the event cannot sample branches: software events, tracepoints, and the counters
 * of most virtual machines.
 */
static bool lacks_branches(const struct defer_attr *attr, int error)
{
	return attr->sample_type & DEFER_SAMPLE_BRANCH_STACK && error == EOPNOTSUPP;
}

/*
 * Reports a cgroup without the controller perf_event. In cgroup v2 the controller is implicit: it
 * is enabled together with the first one that the root enables for its children: Linux 7.2,
 * kernel/cgroup/cgroup.c, cgroup_calc_subtree_ss_mask().
 */
static int report_no_controller(const struct event_spec *spec, struct faults *faults)
{
	char mount[PATH_MAX / 2], remedy[PATH_MAX];

	if (cgroupfs__mount_point("/proc", mount, sizeof(mount)))
		strcpy(mount, "/sys/fs/cgroup");
	snprintf(remedy, sizeof(remedy),
		 "enable any controller for the child cgroups of the "
		 "root: echo +pids >%s/%s",
		 mount, "cgroup.subtree_control");
	return faults__add(faults, NULL, remedy,
			   "event %s: the cgroup %s does not have the perf_event controller yet",
			   spec->name, spec->cgroup);
}

static int report_refusal(const struct plan *plan, const struct event_spec *spec, int error,
			  const struct hostinfo *host, struct faults *faults)
{
	char rights[200];

	/*
	 * plan_limits has reported a stack deeper than the host's limit, unless the event itself
	 * set it.
	 */
	if (error == EOVERFLOW && spec->attr.sample_max_stack > host->max_stack) {
		if (!spec->has_callchain)
			return 0;
		return faults__add(faults, NULL,
				   "lower max-stack=, or raise kernel.perf_event_max_stack",
				   "event %s: a stack of %u addresses: this host allows %" PRId64,
				   spec->name, spec->attr.sample_max_stack, host->max_stack);
	}
	if (spec->is_uncore && plan->targets.nr_tids && plan->targets.tids[0] != -1)
		return faults__add(faults, NULL, "record it on all tasks: -a",
				   "event %s counts whole CPUs, not tasks", spec->name);
	if (lacks_branches(&spec->attr, error))
		return faults__add(
			faults, NULL,
			"use -e cycles on a machine whose processor records branches, or "
			"record without -b, -j, branch_type= and --call-graph lbr",
			"event %s cannot record branch stacks on this machine", spec->name);
	if (error == ENOENT && spec->cgroup)
		return report_no_controller(spec, faults);
	if (error == EACCES || error == EPERM) {
		remedy_for_rights(plan, host, rights, sizeof(rights));
		return faults__add(faults, NULL, rights, "event %s: no permission", spec->name);
	}
	return faults__add(faults, NULL, remedy_for(error, spec), "event %s: %s", spec->name,
			   strerror(error));
}

static uint64_t attr__precision(const struct defer_attr *attr)
{
	return attr->flags >> DEFER_ATTR_PRECISE_IP_SHIFT & 3;
}

static int open_spec(const struct event_spec *spec, int32_t pid, int32_t cpu, int group_fd)
{
	if (spec->cgroup)
		return event__open_cgroup(&spec->attr, spec->cgroup, cpu, group_fd);
	return event__open(&spec->attr, pid, cpu, group_fd);
}

/*
 * Opens @spec with fallbacks, and keeps in its attr what was accepted:
 * - lower precision, if the highest possible was requested;
 * - without guests, if the PMU cannot tell them apart and no modifier names them.
 */
static int open_adapted(struct event_spec *spec, int32_t pid, int32_t cpu, int group_fd)
{
	struct defer_attr *attr = &spec->attr;
	int fd = open_spec(spec, pid, cpu, group_fd);

	while ((fd == -EOPNOTSUPP || fd == -EINVAL || fd == -ENOENT) && spec->precise_max &&
	       attr__precision(attr)) {
		attr->flags -= 1ULL << DEFER_ATTR_PRECISE_IP_SHIFT;
		fd = open_spec(spec, pid, cpu, group_fd);
	}
	if (fd == -EOPNOTSUPP && !spec->has_host && !(attr->flags & DEFER_ATTR_EXCLUDE_GUEST)) {
		attr->flags |= DEFER_ATTR_EXCLUDE_GUEST;
		fd = open_spec(spec, pid, cpu, group_fd);
		if (fd < 0)
			attr->flags &= ~DEFER_ATTR_EXCLUDE_GUEST;
	}
	return fd;
}

/* Sets the task and CPU on which an event is tried: one of its own, or the current task. */
static void trial_place(const struct plan *plan, const struct event_spec *spec, int32_t *pid,
			int32_t *cpu)
{
	*pid = plan->targets.nr_tids ? plan->targets.tids[0] : 0;
	*cpu = plan->targets.nr_cpus ? plan->targets.cpus[0] : -1;
	if (spec->cpus)
		*cpu = atoi(spec->cpus);
}

/* Dissolves a weak group: each member becomes a leader, as if it had never been in a group. */
static void group__break_up(struct plan *plan, uint32_t leader)
{
	const struct defer_attr *first = &plan->events.specs[leader].attr;
	uint64_t starts = DEFER_ATTR_DISABLED | (first->flags & DEFER_ATTR_ENABLE_ON_EXEC);
	uint32_t i;

	for (i = leader; i < plan->events.nr; i++) {
		struct event_spec *spec = &plan->events.specs[i];

		if (spec->leader != leader)
			continue;
		spec->leader = i;
		spec->weak = false;
		spec->attr.flags |= starts;
	}
}

static void close_all(int *fds, uint32_t nr)
{
	while (nr)
		close(fds[--nr]);
}

/*
 * Opens a group and closes it. Returns the number of events, or -errno with the refused event's
 * index at @refused.
 */
static int open_group(struct plan *plan, uint32_t leader, int *fds, uint32_t *refused)
{
	struct event_list *events = &plan->events;
	int32_t pid, cpu;
	uint32_t i, nr = 0;

	for (i = leader; i < events->nr; i++) {
		struct event_spec *spec = &events->specs[i];

		if (spec->leader != leader)
			continue;
		trial_place(plan, spec, &pid, &cpu);
		fds[nr] = open_adapted(spec, pid, cpu, nr ? fds[0] : -1);
		if (fds[nr] < 0) {
			int error = fds[nr];

			*refused = i;
			close_all(fds, nr);
			return error;
		}
		nr++;
	}
	close_all(fds, nr);
	return nr;
}

static int probe_group(struct plan *plan, uint32_t leader, int *fds, const struct hostinfo *host,
		       struct faults *faults)
{
	const struct event_spec *spec = &plan->events.specs[leader];
	uint32_t refused = leader;
	int ret;

	ret = open_group(plan, leader, fds, &refused);
	if (ret >= 0)
		return 0;
	if (spec->weak && !spec->sample_read && refused != leader) {
		group__break_up(plan, leader);
		return probe_group(plan, leader, fds, host, faults);
	}
	return report_refusal(plan, &plan->events.specs[refused], -ret, host, faults);
}

/* Tries the tracking event, unless another was refused: the same reason would be reported twice. */
static int probe_tracking(struct plan *plan, int *fds, uint32_t nr_faults,
			  const struct hostinfo *host, struct faults *faults)
{
	if (faults->nr != nr_faults)
		return 0;
	return probe_group(plan, plan->tracking, fds, host, faults);
}

/* ---- tracepoints ---- */

/* Returns whether event @idx is a tracepoint in a group of its own. */
static bool is_lone_tracepoint(const struct plan *plan, uint32_t idx)
{
	const struct event_list *events = &plan->events;
	uint32_t i;

	if (events->specs[idx].attr.type != DEFER_TYPE_TRACEPOINT)
		return false;
	for (i = 0; i < events->nr; i++)
		if (i != idx && events->specs[i].leader == events->specs[idx].leader)
			return false;
	return true;
}

/* Returns whether the attrs differ at most in the tracepoint's ID. */
static bool same_attr(const struct defer_attr *a, const struct defer_attr *b)
{
	struct defer_attr other = *b;
	uint8_t bytes_a[ATTR_KERNEL_SIZE], bytes_b[ATTR_KERNEL_SIZE];

	other.config = a->config;
	return !attr__to_kernel(a, bytes_a, sizeof(bytes_a), NULL) &&
	       !attr__to_kernel(&other, bytes_b, sizeof(bytes_b), NULL) &&
	       !memcmp(bytes_a, bytes_b, sizeof(bytes_a));
}

static bool same_system(const char *a, const char *b)
{
	size_t len = strcspn(a, ":");

	return a[len] && !strncmp(a, b, len + 1);
}

bool plan_probe__is_like(const struct event_spec *spec, const struct event_spec *taken)
{
	return spec->attr.type == DEFER_TYPE_TRACEPOINT &&
	       taken->attr.type == DEFER_TYPE_TRACEPOINT && !spec->cpus && !taken->cpus &&
	       same_attr(&spec->attr, &taken->attr) && same_system(spec->name, taken->name) &&
	       !same_system("ftrace:", spec->name);
}

/*
 * Tries group @leader, unless it is a single tracepoint like @taken. An accepted one becomes
 * @taken.
 */
static int probe_next(struct plan *plan, uint32_t leader, int *fds, const struct event_spec **taken,
		      const struct hostinfo *host, struct faults *faults)
{
	const struct event_spec *spec = &plan->events.specs[leader];
	bool is_lone = is_lone_tracepoint(plan, leader);
	uint32_t nr_faults = faults->nr;
	int ret;

	if (is_lone && *taken && plan_probe__is_like(spec, *taken))
		return 0;
	ret = probe_group(plan, leader, fds, host, faults);
	if (is_lone && faults->nr == nr_faults)
		*taken = spec;
	return ret;
}

int plan_probe__events(struct plan *plan, const struct hostinfo *host, struct faults *faults)
{
	int *fds = calloc(plan->events.nr, sizeof(*fds));
	const struct event_spec *taken = NULL;
	uint32_t i, nr_faults = faults->nr;
	int ret = fds ? 0 : DEFER_ERR_NOMEM;

	for (i = 0; i < plan->events.nr && !ret; i++)
		if (plan->events.specs[i].leader == i && plan__is_asked(plan, i))
			ret = probe_next(plan, i, fds, &taken, host, faults);
	if (!ret)
		ret = probe_tracking(plan, fds, nr_faults, host, faults);
	free(fds);
	return ret;
}
