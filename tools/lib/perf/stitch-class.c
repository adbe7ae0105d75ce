// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
/* The classes of samples: their names, and the samples that need no record. */
#include <perf/defer.h>

const char *defer_class__name(enum defer_class cls)
{
	switch (cls) {
	case DEFER_MERGED:
		return "merged";
	case DEFER_MERGED_BACK:
		return "merged-back";
	case DEFER_INLINE:
		return "inline";
	case DEFER_KERNEL:
		return "kernel";
	case DEFER_LOST:
		return "lost";
	case DEFER_PENDING:
		return "pending";
	case DEFER_EXEC:
		return "exec";
	case DEFER_EXITED:
		return "exited";
	case DEFER_AMBIGUOUS:
		return "ambiguous";
	case DEFER_NOT_RECORDED:
		return "not-recorded";
	case DEFER_NOT_UNWOUND:
		return "not-unwound";
	case DEFER_NOT_ASKED:
		return "not-asked";
	case DEFER_SIGRETURN:
		return "sigreturn";
	case DEFER_NO_RECORD:
	default:
		break;
	}
	return "no-record";
}

static bool chain__has_user(const struct defer_chain *chain)
{
	for (uint64_t i = 0; i < chain->nr; i++) {
		uint64_t ip = defer_chain__ip(chain, i);

		if (ip == DEFER_CONTEXT_USER || ip == DEFER_CONTEXT_GUEST_USER)
			return true;
	}
	return false;
}

/*
 * Returns true if the user half is in the branches of the LBR. The callchain then has a user half
 * too, but it comes from frame pointers, which programs recorded with LBR often lack. perf ignores
 * it as well.
 */
static bool has_user_branches(const struct defer_sample *sample)
{
	return sample->user_half == DEFER_USER_BRANCHES && sample->branch.nr;
}

enum defer_class defer_sample__own_class(const struct defer_sample *sample)
{
	bool user_mode =
		sample->cpumode == DEFER_MISC_USER || sample->cpumode == DEFER_MISC_GUEST_USER;

	if (defer_chain__cookie(&sample->chain))
		return DEFER_NO_RECORD;
	if (has_user_branches(sample))
		return DEFER_NOT_UNWOUND;
	/* Without the mark that opens it there is no user half, not even one of the ip alone. */
	if (chain__has_user(&sample->chain))
		return DEFER_INLINE;
	switch (sample->user_half) {
	case DEFER_USER_NOT_ASKED:
		return DEFER_NOT_ASKED;
	case DEFER_USER_DUMP: /* a kernel thread has no user registers */
		return user_mode || sample->user_regs.abi ? DEFER_NOT_UNWOUND : DEFER_KERNEL;
	default:
		return user_mode ? DEFER_INLINE : DEFER_KERNEL;
	}
}
