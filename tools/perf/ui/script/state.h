/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * state: what the processor had when a sample was taken, as `perf script` of Linux 7.3 prints it:
 * registers and branches.
 */
#ifndef PERF_DEFER_UI_SCRIPT_STATE_H
#define PERF_DEFER_UI_SCRIPT_STATE_H

#include "ui/script/out.h"
#include "util/resolve/resolve.h"
#include "util/session/session.h"

/* " ABI:2    AX:0x1 ...": nothing where there are none. @arch is the recorded machine's, or NULL. */
void state__print_regs(const struct defer_sample_regs *regs, bool swap, const char *arch,
		       struct out *out);

/*
 * " 0x1/0x2/P/-/-/5/COND/- " for each. @fields are those of enum FIELD_* that the event shows: with
 * FIELD_DSO each address has its file, for which @resolve is asked. Negative without memory.
 */
int state__print_branches(const struct stitched *sample, uint64_t fields, struct resolve *resolve,
			  struct out *out, struct defer_error *err);

#endif /* PERF_DEFER_UI_SCRIPT_STATE_H */
