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
#include "util/unwind/unwind-frame.h"
#include "util/unwind/unwind.h"

/* What became of a stack. From REPAIR_NO_REGS on, it was not touched: its frames are not proved. */
enum repair_outcome {
	REPAIR_NONE,	 /* it was not recorded to be repaired */
	REPAIR_PROVED,	 /* each frame of the record is the caller of the one before it */
	REPAIR_REPAIRED, /* callers came in, or what is no caller went out; no gap */
	REPAIR_PARTLY,	 /* the same, up to a gap */
	REPAIR_GAP,	 /* nothing came in before a gap */
	REPAIR_NO_REGS,	 /* the sample lacks ip, sp or bp, or those of a 64-bit task */
	REPAIR_MOVED,	 /* the record begins at another address than that of the sample */
	REPAIR_LATER,	 /* the record may be from some instructions after the sample */
	REPAIR_PRECISE,	 /* the sample's ip is from another instant than its registers */
	REPAIR_REPLACED, /* the sample is in exec, in a signal's delivery or return, or in a uprobe */
	REPAIR_ENTRY,	 /* the sample is where the kernel has yet to store the registers */
	REPAIR_NO_KERNEL, /* the last two cannot be told: no symbols or no callers in the kernel */
	REPAIR_CONTRADICTED, /* the record and the dump differ */
	REPAIR_NR,
};

/* Returns a name such as "leaf-unproved: moved", as `perf defer audit` shows it; never NULL. */
const char *repair_outcome__name(enum repair_outcome outcome);
/* Returns what it means, a short text. */
const char *repair_outcome__meaning(enum repair_outcome outcome);

static inline bool repair_outcome__is_changed(enum repair_outcome outcome)
{
	return outcome == REPAIR_REPAIRED || outcome == REPAIR_PARTLY;
}

static inline bool repair_outcome__has_gap(enum repair_outcome outcome)
{
	return outcome == REPAIR_PARTLY || outcome == REPAIR_GAP;
}

struct repair {
	enum repair_outcome outcome;
	/* why the walk ended; DEFER_UNWOUND: it reached the outermost frame. Not set if untouched */
	enum defer_class end;
	uint32_t gained;  /* frames that are not of the record */
	uint32_t dropped; /* addresses of the record that are not shown */
};

/* Returns true if the half that was made is not the record. A gap at its end is no change. */
static inline bool repair__is_changed(const struct repair *repair)
{
	return repair_outcome__is_changed(repair->outcome);
}

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
