/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * state: the state of the processor when a sample was taken, its registers and branches, as `perf
 * script` of Linux 7.3 prints them.
 */
#ifndef PERF_DEFER_UI_SCRIPT_STATE_H
#define PERF_DEFER_UI_SCRIPT_STATE_H

#include "ui/script/out.h"
#include "util/resolve/resolve.h"
#include "util/session/session.h"

struct defer_sample_regs;

/*
 * Prints the registers, " ABI:2    AX:0x1 ..."; nothing if there are none. @arch is that of the
 * recorded machine, or NULL.
 */
void state__print_regs(const struct defer_sample_regs *regs, bool swap, const char *arch,
		       struct out *out);

/*
 * Prints each branch: " 0x1/0x2/P/-/-/5/COND/- ". @fields are the FIELD_* that the event shows;
 * with FIELD_DSO each address has its DSO, which @resolve finds. Returns negative if there is no
 * memory.
 */
int state__print_branches(const struct stitched *sample, uint64_t fields, struct resolve *resolve,
			  struct out *out, struct defer_error *err);

#endif /* PERF_DEFER_UI_SCRIPT_STATE_H */
