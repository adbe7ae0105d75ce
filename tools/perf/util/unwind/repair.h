/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * repair: joins the user stack that the kernel recorded by frame pointers with call frame
 * information, and with the first bytes of the stack. A record lacks the callers of functions that
 * have no frame pointer, and holds addresses that are no callers where such a function uses RBP for
 * something else. Documentation/unwind.md derives all of it.
 *
 *   record:  E0 = ip    E1                E2             link i: the frame pointer f(i); f(0) = bp
 *   memory:             [f(0)+8]          [f(1)+8]               E(i+1) = word at f(i)+8
 *                       f(1) = [f(0)]     f(2) = [f(1)]          f(i+1) = word at f(i)
 *
 * A frame is linked to link i if its rule says that its return address is at CFA-8 and the caller's
 * RBP at CFA-16, and its CFA is f(i)+16. Then its return address is E(i+1), and its caller's RBP is
 * f(i+1): a number if f(i) lies in the dump, else only known to be f(i+1). Other frames are left by
 * their rule, as far as the dump goes. Where neither is possible, there is a gap.
 */
#ifndef PERF_DEFER_UTIL_UNWIND_REPAIR_H
#define PERF_DEFER_UTIL_UNWIND_REPAIR_H

#include "util/machine/callchain.h"
#include "util/unwind/repair-outcome.h"
#include "util/unwind/unwind-frame.h"
#include "util/unwind/unwind.h"

/* Sets *@place to what is known of the instruction at @addr. Returns 0 or a negative code. */
typedef int (*repair_place_fn)(void *ctx, uint64_t addr, struct unwind_place *place,
			       struct defer_error *err);

struct repair_input {
	/* the sample's registers: at least RIP, RSP and RBP; its stack is the dump from RSP on */
	struct unwind_frame frame;
	const uint64_t *record; /* E: the user addresses, innermost first */
	uint32_t nr;
	/* the record may be of a later instant: without the proof of link 0 by the dump, refuse */
	bool is_later;
	/* the sample may be of a uprobe, where the kernel adds a caller by itself */
	bool may_be_uprobe;
	repair_place_fn place;
	void *ctx;
};

/* Memory that is reused for each sample of one thread. All zero is empty. */
struct repair_buf {
	uint64_t *ips; /* frames and marks */
	size_t cap;
	uint64_t *fp; /* f(i), as far as they are numbers */
	size_t cap_fp;
};

void repair_buf__exit(struct repair_buf *buf);

/*
 * Repairs the stack of @in. Points @user at the new half with marks of evidence, valid until the next
 * call; leaves @user as it is if nothing changed. Addresses of the record stay as they are; the others
 * are those of the byte before the return address. Returns 0 or a negative code.
 */
int repair__join(const struct repair_input *in, struct repair_buf *buf, struct half *user,
		 struct repair *repair, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_UNWIND_REPAIR_H */
