// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <perf/defer-abi.h>

#include "util/base/error.h"
#include "util/host/hostinfo.h"
#include "util/plan/plan-attr.h"
#include "util/plan/plan-chain.h"
#include "util/plan/plan-cgroups.h"
#include "util/plan/plan-limits.h"
#include "util/plan/plan-probe.h"
#include "util/plan/plan-switch.h"
#include "util/plan/plan.h"

void plan__exit(struct plan *plan)
{
	event_list__exit(&plan->events);
	event_list__exit(&plan->switch_events);
	target_list__exit(&plan->targets);
	faults__exit(&plan->notes);
}

/* Turns an error that the user can mend into a fault, to be reported with the others. */
static int fault_from_error(struct faults *faults, struct defer_error *err, const char *remedy)
{
	int ret;

	if (err->code == DEFER_ERR_NOMEM)
		return err->code;
	ret = faults__add(faults, NULL, remedy, "%s", err->text);
	defer_error__clear(err);
	return ret ? error__no_memory(err, "to plan the recording") : 0;
}

static int fault_from_target(struct faults *faults, const struct record_opts *opts,
			     struct defer_error *err)
{
	char remedy[200];

	target__remedy(&opts->target, "/sys", remedy, sizeof(remedy));
	return fault_from_error(faults, err, remedy);
}

static char *copy_or_null(const char *str, bool *failed)
{
	char *copy = str ? strdup(str) : NULL;

	*failed |= str && !copy;
	return copy;
}

/* Appends the events of @from. */
static int copy_events(struct event_list *to, const struct event_list *from,
		       struct defer_error *err)
{
	uint32_t before = to->nr;
	bool failed = false;
	uint32_t i;

	for (i = 0; i < from->nr; i++) {
		const struct event_spec *old = &from->specs[i];
		struct event_spec *spec = event_list__add(to, old->name);
		char *name;

		if (!spec)
			return error__no_memory(err, "to plan the recording");
		name = spec->name;
		*spec = *old;
		spec->name = name;
		spec->leader = before + old->leader;
		spec->filter = copy_or_null(old->filter, &failed);
		spec->cpus = copy_or_null(old->cpus, &failed);
		spec->pmu = copy_or_null(old->pmu, &failed);
		spec->cgroup = copy_or_null(old->cgroup, &failed);
	}
	return failed ? error__no_memory(err, "to plan the recording") : 0;
}

static int plan__use_cpu_clock(struct event_list *events, const struct record_opts *opts,
			       struct plan *plan, const char *why, struct defer_error *err)
{
	int ret;

	event_list__exit(events);
	event_list__init(events);
	ret = parse_events(events, &opts->paths, "cpu-clock", err);
	if (!ret && faults__add(&plan->notes, NULL, "", "recording cpu-clock: %s", why))
		ret = error__no_memory(err, "to plan the recording");
	return ret;
}

/* Adds cycles if a PMU counts it for this user, otherwise cpu-clock, with a note. */
static int plan__default_events(struct event_list *events, const struct record_opts *opts,
				struct plan *plan, const struct plan_kernel *kernel,
				struct defer_error *err)
{
	struct defer_attr attr;
	bool is_fallback = false;
	int ret;

	ret = parse_default_event(events, &opts->paths, &is_fallback, err);
	if (ret)
		return ret;
	if (is_fallback)
		return plan__use_cpu_clock(events, opts, plan,
					   "this machine has no PMU that counts cycles", err);
	attr = events->specs[0].attr;
	attr.flags &= ~(3ULL << DEFER_ATTR_PRECISE_IP_SHIFT);
	attr.flags |= DEFER_ATTR_DISABLED;
	attr.size = DEFER_ATTR_SIZE_VER9;
	if (kernel->user_only)
		attr.flags |= DEFER_ATTR_EXCLUDE_KERNEL | DEFER_ATTR_EXCLUDE_HV;
	if (plan_probe__attr(&attr))
		return plan__use_cpu_clock(events, opts, plan,
					   "the PMU of this machine does not count cycles", err);
	return 0;
}

static int plan__note_inherit(struct plan *plan, const struct event_spec *spec,
			      const struct record_opts *opts, const struct plan_kernel *kernel,
			      struct defer_error *err)
{
	if (!plan_attr__loses_inherit(spec, opts, kernel))
		return 0;
	if (!faults__add(&plan->notes, NULL, "",
			 "%s: tasks that start during the recording are not recorded: this "
			 "kernel does not inherit events whose samples read counters (Linux "
			 "6.12 does)",
			 spec->name))
		return 0;
	return error__no_memory(err, "to plan the recording");
}

static int plan__add_events(struct plan *plan, const struct record_opts *opts,
			    const struct plan_kernel *kernel, const struct hostinfo *host,
			    struct defer_error *err)
{
	struct event_list asked;
	struct event_spec *tracking;
	uint32_t i;
	int ret = 0;

	tracking = event_list__add(&plan->events, "dummy:u");
	if (!tracking)
		return error__no_memory(err, "to plan the recording");
	plan->tracking = 0;
	plan_attr__tracking(&tracking->attr, opts, kernel);

	event_list__init(&asked);
	if (!opts->events.nr)
		ret = plan__default_events(&asked, opts, plan, kernel, err);
	if (!ret)
		ret = copy_events(&plan->events, opts->events.nr ? &opts->events : &asked, err);
	if (!ret)
		ret = copy_events(&plan->switch_events, &opts->switch_events, err);
	event_list__exit(&asked);
	for (i = 1; i < plan->events.nr && !ret; i++) {
		ret = plan__note_inherit(plan, &plan->events.specs[i], opts, kernel, err);
		plan_attr__complete(&plan->events, i, opts, kernel, host);
	}
	plan_chain__track(&plan->events.specs[plan->tracking].attr, &plan->events, 1);
	return ret;
}

/*
 * Splits off the tracking event when samples are overwritten: the remaining samples need the
 * records of tasks from the beginning, so these are never overwritten.
 */
static int plan__split_tracking(struct plan *plan, struct defer_error *err)
{
	struct defer_attr attr;
	struct event_spec *spec;

	if (!plan_attr__split_tracking(&attr, &plan->events.specs[plan->tracking].attr))
		return 0;
	spec = event_list__add(&plan->events, "dummy:u");
	if (!spec)
		return error__no_memory(err, "to plan the recording");
	spec->attr = attr;
	plan->chains = plan->events.nr - 1;
	return 0;
}

/* Sets plan->overwrite. All samples share buffers, so either all or no events overwrite. */
static int plan__set_overwrite(struct plan *plan, struct faults *faults, struct defer_error *err)
{
	const struct event_spec *spec, *over = NULL, *other = NULL;

	for (uint32_t i = 1; i < plan->events.nr; i++) {
		spec = &plan->events.specs[i];
		if (spec->attr.flags & DEFER_ATTR_WRITE_BACKWARD)
			over = spec;
		else
			other = spec;
	}
	if (!over)
		return 0;
	plan->overwrite = true;
	if (!other)
		return plan__split_tracking(plan, err);
	if (faults__add(faults, NULL,
			"make all events overwrite (--overwrite) or none, or record them "
			"separately",
			"%s overwrites and %s does not, but they share buffers", over->name,
			other->name))
		return error__no_memory(err, "to plan the recording");
	return 0;
}

static void plan__count(struct plan *plan, const struct record_opts *opts,
			const struct hostinfo *host)
{
	uint64_t page = sysconf(_SC_PAGESIZE);
	uint64_t bytes =
		opts->mmap_bytes ? opts->mmap_bytes : plan_limits__default_mmap_bytes(host);
	/* The task of a command that is not forked yet counts as one. */
	uint64_t nr_tids = plan->targets.nr_tids ? plan->targets.nr_tids : 1;

	plan->mmap_pages = bytes < page ? 1 : bytes / page;
	if (plan->mmap_pages & (plan->mmap_pages - 1))
		plan->mmap_pages = 1U << (32 - __builtin_clz(plan->mmap_pages));
	plan->nr_fds = plan_limits__nr_fds(plan, nr_tids) + plan_switch__nr_fds(plan);
	plan->nr_buffers = opts->target.per_thread ? nr_tids : plan->targets.nr_cpus;
	plan->max_mmap_bytes = plan_limits__max_mmap_bytes(plan, opts, host);
	plan_limits__fit_tracking(plan, opts, host);
	plan->locked_bytes = plan_limits__locked_bytes(plan);
}

static int plan__set_defer(struct plan *plan, const struct record_opts *opts, const char *why_not,
			   struct faults *faults)
{
	plan->defer = plan_chain__how(&plan->events, 1);
	if (plan->defer == PLAN_NO_CHAINS && !opts->require_defer)
		return 0;
	plan->why_not_deferred = opts->defer ? why_not : "--no-defer asks for it";
	if (!plan->why_not_deferred && plan->defer != PLAN_DEFERRED)
		plan->why_not_deferred = "no event records user callchains";
	if (opts->require_defer && plan->defer != PLAN_DEFERRED)
		return faults__add(faults, NULL,
				   "run Linux 6.19 or newer (see perf defer check), or omit "
				   "--require-defer",
				   "--require-defer: %s", plan->why_not_deferred);
	return plan_chain__note(plan, opts);
}

static int plan__check_build_ids(const struct record_opts *opts, const struct plan_kernel *kernel,
				 struct faults *faults)
{
	if (!opts->buildid_mmap || kernel->build_id)
		return 0;
	return faults__add(faults, NULL, "run Linux 5.12 or newer, or omit it",
			   "--buildid-mmap: this kernel does not write build ids into mmap "
			   "events");
}

static int plan__check(struct plan *plan, const struct record_opts *opts,
		       const struct hostinfo *host, struct faults *faults)
{
	int ret = plan_cgroups__find(plan, "/proc", faults);

	if (!ret)
		ret = plan_limits__check_rate(opts, host, &plan->notes, faults);
	if (!ret)
		ret = plan_limits__check_overwrite(plan, faults);
	if (!ret)
		ret = plan_limits__check_max_stack(opts, host, faults);
	if (!ret)
		ret = plan_limits__check_groups(plan, faults);
	if (!ret)
		ret = plan_limits__check_dumps(plan, faults);
	if (!ret)
		ret = plan_limits__check_files(plan, host, faults);
	if (!ret)
		ret = plan_limits__check_memory(plan, host, faults);
	if (!ret)
		ret = plan_probe__events(plan, host, faults);
	if (!ret)
		ret = plan_switch__probe(plan, host, faults);
	return ret;
}

int plan__make(struct plan *plan, const struct record_opts *opts, struct faults *faults,
	       struct defer_error *err)
{
	struct plan_kernel kernel;
	struct hostinfo host;
	const char *why_not;
	int ret;

	memset(plan, 0, sizeof(*plan));
	event_list__init(&plan->events);
	event_list__init(&plan->switch_events);
	faults__init(&plan->notes);
	hostinfo__read(&host);
	plan_probe__kernel(&kernel, &host, &why_not);

	ret = target__resolve(&opts->target, "/proc", "/sys", &plan->targets, err);
	if (ret)
		ret = fault_from_target(faults, opts, err);
	if (!ret)
		ret = plan__add_events(plan, opts, &kernel, &host, err);
	if (!ret)
		ret = plan__set_overwrite(plan, faults, err);
	if (ret)
		return ret;
	plan__count(plan, opts, &host);
	if (plan_limits__note_tracking(plan, opts, &host) ||
	    plan_limits__note_kallsyms(plan, &host) || plan_probe__note_bpf(plan) ||
	    plan__check_build_ids(opts, &kernel, faults) ||
	    plan__set_defer(plan, opts, why_not, faults) ||
	    plan_switch__complete(plan, &kernel, faults) || plan__check(plan, opts, &host, faults))
		return error__no_memory(err, "to plan the recording");
	return 0;
}
