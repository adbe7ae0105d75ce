// SPDX-License-Identifier: GPL-2.0-only
#include <perf/defer-abi.h>

#include "util/plan/plan-attr.h"
#include "util/plan/plan-chain.h"
#include "util/plan/sample-regs.h"

#define SW_DUMMY 9 /* PERF_COUNT_SW_DUMMY */

/* Returns the fields that all events have, so that the ID is at the same offset in each record. */
static uint64_t common_sample_type(const struct record_opts *opts)
{
	uint64_t type =
		DEFER_SAMPLE_IDENTIFIER | DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME;

	if (opts->target.system_wide || opts->target.cpus || opts->sample_cpu ||
	    !opts->target.per_thread)
		type |= DEFER_SAMPLE_CPU;
	return type;
}

static uint64_t common_flags(const struct record_opts *opts)
{
	uint64_t flags = DEFER_ATTR_DISABLED | DEFER_ATTR_SAMPLE_ID_ALL;
	bool tasks = !opts->target.system_wide && !opts->target.cpus;

	if (tasks && !opts->no_inherit && !opts->target.per_thread)
		flags |= DEFER_ATTR_INHERIT;
	if (tasks && opts->target.has_command && !opts->target.pids && !opts->target.tids &&
	    !opts->target.uid && !opts->delay_ms)
		flags |= DEFER_ATTR_ENABLE_ON_EXEC;
	if (opts->has_clockid)
		flags |= DEFER_ATTR_USE_CLOCKID;
	return flags;
}

static uint64_t common_read_format(const struct record_opts *opts, const struct plan_kernel *kernel)
{
	uint64_t format = DEFER_FORMAT_ID;

	if (kernel->read_lost)
		format |= DEFER_FORMAT_LOST;
	if (opts->running_time || opts->inherit_stat)
		format |= DEFER_FORMAT_TOTAL_TIME_ENABLED | DEFER_FORMAT_TOTAL_TIME_RUNNING;
	return format;
}

static void attr__set_rate(struct event_spec *spec, const struct record_opts *opts,
			   const struct hostinfo *host)
{
	struct defer_attr *attr = &spec->attr;
	uint64_t max = host->max_sample_rate > 0 ? (uint64_t)host->max_sample_rate : UINT64_MAX;

	if (opts->no_samples) {
		attr->flags &= ~DEFER_ATTR_FREQ;
		attr->sample_period = 0;
		return;
	}
	if (spec->has_period)
		return;
	if (opts->period) {
		attr->sample_period = opts->period;
	} else if (attr->sample_period && !opts->freq) {
		/* Keep the event's default period: each hit of a tracepoint or breakpoint. */
	} else {
		attr->flags |= DEFER_ATTR_FREQ;
		attr->sample_period = opts->freq ? opts->freq : PLAN_DEFAULT_FREQ;
		/*
		 * A default rate is lowered silently; plan_limits reports a rate that the user
		 * gave.
		 */
		if (attr->sample_period > max)
			attr->sample_period = max;
	}
}

/*
 * Returns perf's fields for -d: the data address, the kind of access, the physical address and page
 * sizes.
 */
static uint64_t memory_fields(const struct record_opts *opts)
{
	uint64_t type = 0;

	if (opts->sample_addr)
		type |= DEFER_SAMPLE_ADDR;
	if (opts->sample_addr || opts->mem_info)
		type |= DEFER_SAMPLE_DATA_SRC;
	if (opts->phys_data)
		type |= DEFER_SAMPLE_PHYS_ADDR;
	if (opts->data_page_size)
		type |= DEFER_SAMPLE_DATA_PAGE_SIZE;
	if (opts->code_page_size)
		type |= DEFER_SAMPLE_CODE_PAGE_SIZE;
	return type;
}

static uint64_t weight_field(const struct plan_kernel *kernel)
{
	return kernel->weight_struct ? DEFER_SAMPLE_WEIGHT_STRUCT : DEFER_SAMPLE_WEIGHT;
}

static void attr__set_fields(struct event_spec *spec, const struct record_opts *opts,
			     const struct plan_kernel *kernel)
{
	struct defer_attr *attr = &spec->attr;
	uint64_t common = common_sample_type(opts);

	if (spec->has_time)
		common &= ~DEFER_SAMPLE_TIME;
	attr->sample_type |= common;
	if (attr->flags & DEFER_ATTR_FREQ || opts->sample_period)
		attr->sample_type |= DEFER_SAMPLE_PERIOD;
	if (attr->type == DEFER_TYPE_TRACEPOINT)
		attr->sample_type |= DEFER_SAMPLE_RAW | DEFER_SAMPLE_PERIOD;
	attr->sample_type |= memory_fields(opts);
	if (opts->all_cgroups)
		attr->sample_type |= DEFER_SAMPLE_CGROUP;
	if (opts->transaction)
		attr->sample_type |= DEFER_SAMPLE_TRANSACTION;
	/* :R or --off-cpu may have chosen one of the two already. */
	if (opts->sample_weight &&
	    !(attr->sample_type & (DEFER_SAMPLE_WEIGHT | DEFER_SAMPLE_WEIGHT_STRUCT)))
		attr->sample_type |= weight_field(kernel);
}

/* Sets the branches of -b and -j. The event's own term wins; --off-cpu has no branches. */
static void attr__set_branches(struct event_spec *spec, const struct record_opts *opts)
{
	if (!opts->branches || spec->has_branches || spec->is_off_cpu)
		return;
	spec->attr.sample_type |= DEFER_SAMPLE_BRANCH_STACK;
	spec->attr.branch_sample_type = opts->branches;
}

static void attr__set_regs(struct defer_attr *attr, const struct record_opts *opts)
{
	uint64_t intr = opts->intr_regs;

	/* The processor stores vector registers only for precise events. */
	if (!opts->intr_regs_named && !(attr->flags >> DEFER_ATTR_PRECISE_IP_SHIFT & 3))
		intr &= ~SAMPLE_REGS_VECTOR;
	if (intr) {
		attr->sample_type |= DEFER_SAMPLE_REGS_INTR;
		attr->sample_regs_intr = intr;
	}
	if (opts->user_regs) {
		attr->sample_type |= DEFER_SAMPLE_REGS_USER;
		attr->sample_regs_user = opts->user_regs;
	}
}

/* Sets --all-user and --all-kernel, which override the event's modifiers, as in perf. */
static void attr__set_level(struct defer_attr *attr, const struct record_opts *opts)
{
	const uint64_t both = DEFER_ATTR_EXCLUDE_USER | DEFER_ATTR_EXCLUDE_KERNEL;

	if (opts->all_user || opts->all_kernel)
		attr->flags &= ~both;
	if (opts->all_user)
		attr->flags |= DEFER_ATTR_EXCLUDE_KERNEL;
	if (opts->all_kernel)
		attr->flags |= DEFER_ATTR_EXCLUDE_USER;
}

/* Returns the flags of the options, except those that the event itself sets. */
static uint64_t event_flags(const struct event_spec *spec, const struct record_opts *opts)
{
	uint64_t flags = common_flags(opts);

	if (opts->overwrite)
		flags |= DEFER_ATTR_WRITE_BACKWARD;
	if (spec->has_inherit)
		flags &= ~DEFER_ATTR_INHERIT;
	if (spec->has_overwrite)
		flags &= ~DEFER_ATTR_WRITE_BACKWARD;
	return flags;
}

bool plan_attr__loses_inherit(const struct event_spec *spec, const struct record_opts *opts,
			      const struct plan_kernel *kernel)
{
	uint64_t flags = spec->attr.flags | event_flags(spec, opts);

	return spec->sample_read && !kernel->inherit_read && flags & DEFER_ATTR_INHERIT;
}

static bool wants_callchain(const struct event_spec *spec, const struct record_opts *opts)
{
	if (spec->has_callchain)
		return spec->attr.sample_type & DEFER_SAMPLE_CALLCHAIN;
	return opts->callchain;
}

/* Sets up group membership. With :S the leader samples, and the other members do not. */
static void attr__set_group(struct event_list *events, uint32_t idx,
			    const struct plan_kernel *kernel)
{
	struct event_spec *spec = &events->specs[idx];
	struct event_spec *leader = &events->specs[spec->leader];

	if (spec != leader)
		spec->attr.flags &= ~(DEFER_ATTR_DISABLED | DEFER_ATTR_ENABLE_ON_EXEC);
	if (!leader->sample_read)
		return;
	spec->attr.read_format |= DEFER_FORMAT_GROUP;
	spec->attr.sample_type |= DEFER_SAMPLE_READ;
	if (!kernel->inherit_read)
		spec->attr.flags &= ~DEFER_ATTR_INHERIT;
	if (spec == leader)
		return;
	spec->attr.flags &= ~DEFER_ATTR_FREQ;
	spec->attr.sample_period = 0;
}

static bool spec__wants_kernel(const struct defer_attr *attr)
{
	/* ":k" is an explicit request for the kernel: let it be refused, not replaced. */
	return attr->flags & DEFER_ATTR_EXCLUDE_USER;
}

void plan_attr__complete(struct event_list *events, uint32_t idx, const struct record_opts *opts,
			 const struct plan_kernel *kernel, const struct hostinfo *host)
{
	struct event_spec *spec = &events->specs[idx];
	struct defer_attr *attr = &spec->attr;

	attr->size = DEFER_ATTR_SIZE_VER9;
	attr->flags |= event_flags(spec, opts);
	attr->clockid = opts->has_clockid ? opts->clockid : 0;
	attr->read_format |= common_read_format(opts, kernel);
	if (opts->inherit_stat)
		attr->flags |= DEFER_ATTR_INHERIT_STAT;
	attr__set_rate(spec, opts, host);
	attr__set_fields(spec, opts, kernel);
	attr__set_branches(spec, opts);
	attr__set_regs(attr, opts);
	attr__set_level(attr, opts);
	if (wants_callchain(spec, opts))
		plan_chain__set(spec, opts, kernel);
	else
		attr->sample_stack_user = 0;
	if (kernel->user_only && !spec__wants_kernel(attr))
		attr->flags |= DEFER_ATTR_EXCLUDE_KERNEL | DEFER_ATTR_EXCLUDE_HV;
	if (opts->no_buffering)
		attr->wakeup_events = 1;
	attr__set_group(events, idx, kernel);
}

void plan_attr__tracking(struct defer_attr *attr, const struct record_opts *opts,
			 const struct plan_kernel *kernel)
{
	*attr = (struct defer_attr){
		.type = DEFER_TYPE_SOFTWARE,
		.config = SW_DUMMY,
		.size = DEFER_ATTR_SIZE_VER9,
		.sample_type = common_sample_type(opts),
		.read_format = common_read_format(opts, kernel),
		.flags = common_flags(opts) | DEFER_ATTR_EXCLUDE_KERNEL | DEFER_ATTR_EXCLUDE_HV |
			 DEFER_ATTR_MMAP | DEFER_ATTR_MMAP2 | DEFER_ATTR_COMM |
			 DEFER_ATTR_COMM_EXEC | DEFER_ATTR_TASK,
		.clockid = opts->has_clockid ? opts->clockid : 0,
	};
	if (kernel->build_id && !opts->no_buildid && !opts->no_buildid_mmap)
		attr->flags |= DEFER_ATTR_BUILD_ID;
	if (!kernel->user_only)
		attr->flags |= DEFER_ATTR_KSYMBOL | (opts->no_bpf_event ? 0 : DEFER_ATTR_BPF_EVENT);
	if (opts->off_cpu || opts->context_switches)
		attr->flags |= DEFER_ATTR_CONTEXT_SWITCH;
	if (opts->namespaces)
		attr->flags |= DEFER_ATTR_NAMESPACES;
	if (opts->all_cgroups) {
		attr->flags |= DEFER_ATTR_CGROUP;
		attr->sample_type |= DEFER_SAMPLE_CGROUP;
	}
	if (opts->sample_addr || opts->data_mmap)
		attr->flags |= DEFER_ATTR_MMAP_DATA;
	if (opts->callchain && opts->defer && kernel->defer && !opts->kernel_callchains_only)
		attr->flags |= DEFER_ATTR_DEFER_OUTPUT;
	if (opts->no_buffering)
		attr->wakeup_events = 1;
}

/* Flags whose records belong to samples and are as frequent. */
#define WITH_SAMPLES (DEFER_ATTR_DEFER_OUTPUT | DEFER_ATTR_CONTEXT_SWITCH)
/*
 * The kernel delivers a record only to events that request tasks or maps: this flag makes it one.
 */
#define HEARS_ALL DEFER_ATTR_COMM_EXEC
#define OF_ALL                                                                           \
	(DEFER_ATTR_DISABLED | DEFER_ATTR_INHERIT | DEFER_ATTR_ENABLE_ON_EXEC |          \
	 DEFER_ATTR_SAMPLE_ID_ALL | DEFER_ATTR_USE_CLOCKID | DEFER_ATTR_EXCLUDE_KERNEL | \
	 DEFER_ATTR_EXCLUDE_HV)

bool plan_attr__split_tracking(struct defer_attr *attr, struct defer_attr *tracking)
{
	*attr = *tracking;
	attr->flags &= OF_ALL | WITH_SAMPLES;
	attr->flags |= HEARS_ALL | DEFER_ATTR_WRITE_BACKWARD;
	tracking->flags &= ~WITH_SAMPLES;
	return attr->flags & WITH_SAMPLES;
}
