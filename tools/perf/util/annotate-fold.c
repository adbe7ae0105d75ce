// SPDX-License-Identifier: GPL-2.0-only
#include "util/annotate-fold.h"

static bool is_kernel_mode(uint8_t cpumode)
{
	return cpumode == DEFER_MISC_KERNEL || cpumode == DEFER_MISC_GUEST_KERNEL ||
	       cpumode == DEFER_MISC_HYPERVISOR;
}

int annotate__add_fold(struct annotate *annotate, const struct fold *fold, uint32_t evsel_idx,
		       struct resolve *resolve, const struct dso *dso, const struct symbol *sym,
		       struct defer_error *err)
{
	uint32_t nr = fold__nr(fold);
	int ret = 0;

	for (uint32_t i = 0; !ret && i < nr; i++) {
		const struct stack *stack = fold__stack(fold, i);
		bool kernel = is_kernel_mode(stack->cpumode);
		const struct frame *frame;
		int64_t id;

		if (stack->evsel_idx != evsel_idx)
			continue;
		id = resolve__want(resolve, kernel ? stack->kernel_maps_id : stack->user_maps_id,
				   stack->ip, kernel, err);
		if (id < 0)
			return id;
		frame = resolve__frame(resolve, id);
		if (frame->sym == sym && frame->dso == dso)
			ret = annotate__add(annotate, frame->addr, stack->nr, stack->period, err);
	}
	return ret;
}
