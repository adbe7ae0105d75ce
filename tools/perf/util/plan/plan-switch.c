// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <perf/defer-abi.h>

#include "util/plan/event-open.h"
#include "util/plan/plan-switch.h"

/* Software clocks of enum perf_sw_ids: they fire all the time, so they need a period. */
#define SW_CPU_CLOCK  0
#define SW_TASK_CLOCK 1

static bool happens_rarely(const struct defer_attr *attr)
{
	return attr->type == DEFER_TYPE_SOFTWARE && attr->config != SW_CPU_CLOCK &&
	       attr->config != SW_TASK_CLOCK;
}

static void attr__complete(struct defer_attr *attr, const struct plan_kernel *kernel)
{
	attr->size = DEFER_ATTR_SIZE_VER9;
	attr->sample_type = DEFER_SAMPLE_TID;
	attr->flags |= DEFER_ATTR_DISABLED;
	attr->flags &= ~DEFER_ATTR_INHERIT;
	attr->wakeup_events = 1;
	if (!attr->sample_period)
		attr->sample_period = 1;
	if (kernel->user_only && !(attr->flags & DEFER_ATTR_EXCLUDE_USER))
		attr->flags |= DEFER_ATTR_EXCLUDE_KERNEL | DEFER_ATTR_EXCLUDE_HV;
}

int plan_switch__complete(struct plan *plan, const struct plan_kernel *kernel,
			  struct faults *faults)
{
	int ret = 0;

	for (uint32_t i = 0; i < plan->switch_events.nr && !ret; i++) {
		struct event_spec *spec = &plan->switch_events.specs[i];

		if (!spec->has_period && !spec->attr.sample_period && !happens_rarely(&spec->attr))
			ret = faults__add(faults, NULL,
					  "set a period: --switch-output-event "
					  "cycles/period=1000000000/",
					  "--switch-output-event %s: the event is too frequent",
					  spec->name);
		attr__complete(&spec->attr, kernel);
	}
	return ret;
}

static bool has_tasks(const struct plan *plan)
{
	const struct target_list *targets = &plan->targets;

	return targets->nr_tids && targets->tids[0] != -1;
}

uint32_t plan_switch__nr_places(const struct plan *plan)
{
	return has_tasks(plan) ? plan->targets.nr_tids : plan->targets.nr_cpus;
}

struct plan_place plan_switch__place(const struct plan *plan, uint32_t i, int32_t command_pid)
{
	const struct target_list *targets = &plan->targets;

	if (has_tasks(plan))
		return (struct plan_place){targets->tids[i], -1};
	/* --per-thread with a command has no CPUs. */
	if (targets->cpus[i] == -1)
		return (struct plan_place){command_pid > 0 ? command_pid : 0, -1};
	return (struct plan_place){-1, targets->cpus[i]};
}

uint64_t plan_switch__nr_fds(const struct plan *plan)
{
	return (uint64_t)plan->switch_events.nr * plan_switch__nr_places(plan);
}

uint64_t plan_switch__locked_bytes(const struct plan *plan)
{
	return plan_switch__nr_fds(plan) * (PLAN_SWITCH_PAGES + 1) * sysconf(_SC_PAGESIZE);
}

static int report_refusal(const struct event_spec *spec, int error, bool system_wide,
			  const struct hostinfo *host, struct faults *faults)
{
	char remedy[200] = "choose another event";

	if (error == EACCES || error == EPERM)
		snprintf(remedy, sizeof(remedy),
			 "run as root or with CAP_PERFMON, or allow it: "
			 "sysctl kernel.perf_event_paranoid=%d (it is %" PRId64 ")",
			 system_wide ? 0 : 1, host->paranoid);
	return faults__add(faults, NULL, remedy, "--switch-output-event %s%s: %s", spec->name,
			   system_wide ? ", which is for all tasks" : "", strerror(error));
}

int plan_switch__probe(const struct plan *plan, const struct hostinfo *host, struct faults *faults)
{
	struct plan_place place;
	int fd, ret = 0;

	if (!plan_switch__nr_places(plan))
		return 0;
	place = plan_switch__place(plan, 0, -1);
	for (uint32_t i = 0; i < plan->switch_events.nr && !ret; i++) {
		const struct event_spec *spec = &plan->switch_events.specs[i];

		fd = event__open(&spec->attr, place.tid, place.cpu, -1);
		if (fd >= 0)
			close(fd);
		else
			ret = report_refusal(spec, -fd, place.tid == -1, host, faults);
	}
	return ret;
}
