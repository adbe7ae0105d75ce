// SPDX-License-Identifier: GPL-2.0-only
#include "ui/ledger-view.h"

const char *defer_class__meaning(enum defer_class cls)
{
	switch (cls) {
	case DEFER_MERGED:
		return "the user stack came later";
	case DEFER_MERGED_BACK:
		return "the user stack had come before";
	case DEFER_INLINE:
		return "the user stack was in the sample";
	case DEFER_KERNEL:
		return "there is no user stack";
	case DEFER_LOST:
		return "the user stack was lost";
	case DEFER_PENDING:
		return "the task was still in the kernel when the trace ended";
	case DEFER_EXEC:
		return "the task began another program instead of going back";
	case DEFER_EXITED:
		return "the task exited instead of going back";
	case DEFER_AMBIGUOUS:
		return "more than one user stack could be it";
	case DEFER_NOT_RECORDED:
		return "no event was to record user stacks";
	default:
		return "";
	}
}
