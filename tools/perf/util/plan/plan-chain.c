// SPDX-License-Identifier: GPL-2.0-only
#include <perf/defer-abi.h>

#include "util/plan/plan-chain.h"
#include "util/plan/sample-regs.h"

/*
 * Branch types of perf's LBR callchains: USER, CALL_STACK, NO_FLAGS, NO_CYCLES, HW_INDEX
 * (include/uapi/linux/perf_event.h).
 */
#define LBR_BRANCHES (1ULL << 0 | 1ULL << 11 | 1ULL << 14 | 1ULL << 15 | 1ULL << 17)

static enum chain_mode mode_of(const struct event_spec *spec, const struct record_opts *opts)
{
	return spec->has_callchain ? spec->chain_mode : opts->chain_mode;
}

static void set_dump(struct defer_attr *attr, const struct record_opts *opts)
{
	attr->sample_type |= DEFER_SAMPLE_REGS_USER | DEFER_SAMPLE_STACK_USER;
	attr->sample_regs_user =
		opts->user_regs ? opts->user_regs | sample_regs__unwind() : sample_regs__user();
	if (!attr->sample_stack_user)
		attr->sample_stack_user = opts->dump_size ? opts->dump_size : CHAIN_DUMP_DEFAULT;
	attr->flags |= DEFER_ATTR_EXCLUDE_CALLCHAIN_USER;
}

/* Returns the bytes of stack that each sample has to repair its callchain, or 0. */
static uint32_t repair_size(const struct event_spec *spec, const struct record_opts *opts)
{
	if (opts->kernel_callchains_only)
		return 0;
	if (!spec->has_callchain)
		return opts->repair_size;
	return spec->repairs ? spec->attr.sample_stack_user : 0;
}

static void set_repair(struct defer_attr *attr, const struct record_opts *opts, uint32_t size)
{
	attr->sample_stack_user = size;
	if (!size)
		return;
	attr->sample_type |= DEFER_SAMPLE_REGS_USER | DEFER_SAMPLE_STACK_USER;
	attr->sample_regs_user = opts->user_regs | sample_regs__repair();
}

/*
 * Returns whether LBR callchains are possible: the processor has one set of branch records, and
 * those in call-stack mode are of user space only.
 */
static bool can_use_lbr(const struct event_spec *spec)
{
	return !(spec->attr.sample_type & DEFER_SAMPLE_BRANCH_STACK) &&
	       !(spec->attr.flags & DEFER_ATTR_EXCLUDE_USER) && !spec->is_off_cpu;
}

static bool wants_deferral(enum chain_mode mode, const struct record_opts *opts)
{
	return mode == CHAIN_FP_DEFER || (mode == CHAIN_FP && opts->defer);
}

void plan_chain__set(struct event_spec *spec, const struct record_opts *opts,
		     const struct plan_kernel *kernel)
{
	enum chain_mode mode = mode_of(spec, opts);
	struct defer_attr *attr = &spec->attr;

	attr->sample_type |= DEFER_SAMPLE_CALLCHAIN;
	if (!attr->sample_max_stack)
		attr->sample_max_stack = opts->max_stack;
	if (opts->kernel_callchains_only)
		attr->flags |= DEFER_ATTR_EXCLUDE_CALLCHAIN_USER;
	if (opts->user_callchains_only || kernel->user_only)
		attr->flags |= DEFER_ATTR_EXCLUDE_CALLCHAIN_KERNEL;
	if (wants_deferral(mode, opts) && kernel->defer && !opts->kernel_callchains_only)
		attr->flags |= DEFER_ATTR_DEFER_CALLCHAIN;
	if (mode == CHAIN_DWARF) {
		set_dump(attr, opts);
		return;
	}
	set_repair(attr, opts, mode == CHAIN_LBR ? 0 : repair_size(spec, opts));
	if (mode == CHAIN_LBR && can_use_lbr(spec)) {
		attr->sample_type |= DEFER_SAMPLE_BRANCH_STACK;
		attr->branch_sample_type = LBR_BRANCHES;
	}
}

static bool is_dumped(const struct defer_attr *attr)
{
	return attr->sample_type & DEFER_SAMPLE_STACK_USER &&
	       attr->flags & DEFER_ATTR_EXCLUDE_CALLCHAIN_USER;
}

/* Returns whether a dump stands beside the callchain, to repair it. */
static bool is_to_repair(const struct defer_attr *attr)
{
	return attr->sample_type & DEFER_SAMPLE_STACK_USER && !is_dumped(attr);
}

static bool is_lbr(const struct defer_attr *attr)
{
	return attr->sample_type & DEFER_SAMPLE_BRANCH_STACK &&
	       attr->branch_sample_type & DEFER_BRANCH_CALL_STACK;
}

void plan_chain__track(struct defer_attr *tracking, const struct event_list *events, uint32_t first)
{
	tracking->flags &= ~DEFER_ATTR_DEFER_OUTPUT;
	for (uint32_t i = first; i < events->nr; i++) {
		const struct defer_attr *attr = &events->specs[i].attr;

		if (attr->flags & DEFER_ATTR_DEFER_CALLCHAIN)
			tracking->flags |= DEFER_ATTR_DEFER_OUTPUT;
		/* Unwind tables may be in maps without code. */
		if (is_dumped(attr))
			tracking->flags |= DEFER_ATTR_MMAP_DATA;
	}
}

static enum plan_defer attr__how(const struct defer_attr *attr)
{
	if (!(attr->sample_type & DEFER_SAMPLE_CALLCHAIN))
		return PLAN_NO_CHAINS;
	if (attr->flags & DEFER_ATTR_DEFER_CALLCHAIN)
		return PLAN_DEFERRED;
	if (is_dumped(attr))
		return PLAN_DUMPED;
	return is_lbr(attr) ? PLAN_BRANCHES : PLAN_IN_PLACE;
}

enum plan_defer plan_chain__how(const struct event_list *events, uint32_t first)
{
	enum plan_defer best = PLAN_NO_CHAINS;

	for (uint32_t i = first; i < events->nr; i++) {
		enum plan_defer this = attr__how(&events->specs[i].attr);

		if (this < best)
			best = this;
	}
	return best;
}

static int note_event(struct plan *plan, const struct event_spec *spec,
		      const struct record_opts *opts)
{
	enum chain_mode mode = mode_of(spec, opts);
	enum plan_defer this = attr__how(&spec->attr);

	if (this == PLAN_NO_CHAINS)
		return 0;
	if (mode == CHAIN_LBR && this != PLAN_BRANCHES)
		return faults__add(
			&plan->notes, NULL, "",
			"%s: frame pointers are used, as LBR call stacks need user mode and no "
			"other branch filter",
			spec->name);
	if (this != plan->defer && (this == PLAN_DUMPED || this == PLAN_BRANCHES))
		return faults__add(&plan->notes, NULL, "", "%s: its user stacks are %s", spec->name,
				   this == PLAN_DUMPED ? "copied, and unwound when they are shown"
						       : "in branch records (LBR)");
	return 0;
}

/* Tells what the repair of callchains costs, and which event gets nothing for it. */
static int note_repair(struct plan *plan, const struct event_spec *spec)
{
	const struct defer_attr *attr = &spec->attr;
	const uint32_t nr_regs = __builtin_popcountll(attr->sample_regs_user);
	const uint32_t size = attr->sample_stack_user;
	int ret;

	/* Linux 7.2, perf_output_sample(): the ABI and registers; the size, the dump, and how much it holds. */
	ret = faults__add(&plan->notes, NULL, "",
			  "%s: each sample has %u bytes more to repair its user stack: %u of "
			  "stack, and %u registers. They are data of the user's, which only the "
			  "owner of the file can read. For other perfs, which show each frame "
			  "twice, perf defer inject leaves them out",
			  spec->name, 8 + nr_regs * 8 + 8 + size + 8, size, nr_regs);
	if (!ret && attr->flags >> DEFER_ATTR_PRECISE_IP_SHIFT & 3)
		ret = faults__add(&plan->notes, NULL, "",
				  "%s: its user stacks will not be repaired: a precise event has "
				  "ip and registers of two moments",
				  spec->name);
	return ret;
}

int plan_chain__note(struct plan *plan, const struct record_opts *opts)
{
	bool dumped = false;
	int ret = 0;

	for (uint32_t i = 0; i < plan->events.nr && !ret; i++) {
		if (i == plan->tracking)
			continue;
		ret = note_event(plan, &plan->events.specs[i], opts);
		if (!ret && is_to_repair(&plan->events.specs[i].attr))
			ret = note_repair(plan, &plan->events.specs[i]);
		dumped |= is_dumped(&plan->events.specs[i].attr);
	}
	if (!ret && dumped && opts->user_regs &&
	    (opts->user_regs & sample_regs__user()) != sample_regs__user())
		ret = faults__add(
			&plan->notes, NULL, "",
			"--user-regs: unwinding a stack may need all registers; IP and SP are "
			"always recorded");
	return ret;
}
