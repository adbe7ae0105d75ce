// SPDX-License-Identifier: GPL-2.0-only
/* Sets the fields of samples besides callchains: branches and registers. */
#include <string.h>

#include "util/events/branch-type.h"
#include "util/plan/opts.h"
#include "util/plan/sample-regs.h"

int record_opts__set_branches(struct record_opts *opts, const char *str, struct defer_error *err)
{
	struct branch_word bad;

	if (opts->branches)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"-b and -j can be given only once: name all branch "
					"filters in one -j");
	if (!str) {
		opts->branches = BRANCH_TYPE_ANY;
		return 0;
	}
	if (branch_type__parse(str, strlen(str), &opts->branches, &bad))
		return 0;
	return defer_error__set(err, DEFER_ERR_INVAL,
				"-j: unknown branch filter '%.*s'; valid ones are any, "
				"any_call, any_ret, ind_call, ind_jmp, call, cond, stack, "
				"in_tx, no_tx, abort_tx, and u, k, hv, no_flags, no_cycles, "
				"save_type, hw_index, priv, counter",
				(int)bad.len, bad.at);
}

static int set_regs(uint64_t *regs, const char *str, uint64_t there, const char *option,
		    struct defer_error *err)
{
	if (*regs)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"%s can be given only once: name all registers in one",
					option);
	if (!there)
		return defer_error__set(err, DEFER_ERR_UNSUPPORTED,
					"%s: the registers of this architecture are unknown: "
					"use perf record",
					option);
	if (str)
		return sample_regs__parse(str, there, option, regs, err);
	*regs = there;
	return 0;
}

int record_opts__set_user_regs(struct record_opts *opts, const char *str, struct defer_error *err)
{
	return set_regs(&opts->user_regs, str, sample_regs__user(), "--user-regs", err);
}

int record_opts__set_intr_regs(struct record_opts *opts, const char *str, struct defer_error *err)
{
	int ret = set_regs(&opts->intr_regs, str, sample_regs__intr(), "--intr-regs", err);

	if (!ret)
		opts->intr_regs_named = str;
	return ret;
}
