// SPDX-License-Identifier: GPL-2.0-only
#include <elf.h>
#include <stdlib.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/unwind/repair.h"

/* DWARF numbers of x86-64's registers (System V ABI, AMD64 supplement, figure 3.36). */
#define RBP 6
#define RSP 7

#define WORD sizeof(uint64_t)

/* RBP of a frame, if it is not the frame pointer of a link. */
#define LINK_NONE    UINT32_MAX	      /* a number, and no link's */
#define LINK_UNKNOWN (UINT32_MAX - 1) /* maybe a link's */

/* One walk along a stack. */
struct join {
	const struct repair_input *in;
	struct repair_buf *buf;
	struct unwind_stack stack; /* the dump, and one word that the record tells */
	struct unwind_frame frame; /* the current frame */
	uint32_t link;		   /* RBP of @frame is the frame pointer of this link; or LINK_* */
	uint32_t nr_fp;		   /* links whose frame pointer is a number */
	uint32_t used;		   /* index in the record of the last address that is shown */
	bool from_record;	   /* the address of @frame is record[used] */
	enum evidence evidence;	   /* of the last frame in @buf */
	uint32_t nr;		   /* frames and marks in @buf */
	uint32_t nr_frames;
	struct repair *repair;
};

static const struct {
	const char *name, *meaning;
} outcomes[REPAIR_NR] = {
	[REPAIR_NONE] = {"none", "was not recorded to be repaired"},
	[REPAIR_PROVED] = {"proved", "the record has all callers, as far as it goes"},
	[REPAIR_REPAIRED] = {"repaired", "callers came in, or addresses that are none went out"},
	[REPAIR_PARTLY] = {"repaired-gap", "the same, up to a frame of unknown callers"},
	[REPAIR_GAP] = {"gap", "callers may be missing at a frame of unknown callers"},
	[REPAIR_NO_REGS] = {"leaf-unproved: registers",
			    "the sample has no registers of a 64-bit task"},
	[REPAIR_MOVED] = {"leaf-unproved: moved", "the record begins at another address"},
	[REPAIR_LATER] = {"leaf-unproved: later",
			  "the record is of a later moment than the sample"},
	[REPAIR_PRECISE] = {"leaf-unproved: precise",
			    "a precise event has ip and registers of two moments"},
	[REPAIR_REPLACED] = {"leaf-unproved: replaced",
			     "in exec, sigreturn, a signal's delivery or a uprobe"},
	[REPAIR_ENTRY] = {"leaf-unproved: entry",
			  "in the kernel's entry code, before registers are kept"},
	[REPAIR_NO_KERNEL] = {"leaf-unproved: kernel",
			      "symbols or callers of the kernel are missing"},
	[REPAIR_CONTRADICTED] = {"leaf-unproved: contradicted",
				 "the copy of the stack says otherwise"},
};

const char *repair_outcome__name(enum repair_outcome outcome)
{
	return outcomes[(unsigned int)outcome < REPAIR_NR ? outcome : REPAIR_NONE].name;
}

const char *repair_outcome__meaning(enum repair_outcome outcome)
{
	return outcomes[(unsigned int)outcome < REPAIR_NR ? outcome : REPAIR_NONE].meaning;
}

void repair_buf__exit(struct repair_buf *buf)
{
	free(buf->ips);
	free(buf->fp);
	*buf = (struct repair_buf){0};
}

/* ---- rules --------------------------------------------------------------------------- */

static const struct cfi_reg *rule__reg(const struct cfi_rule *rule, uint8_t reg)
{
	for (unsigned int i = 0; i < rule->nr_regs; i++)
		if (rule->regs[i].reg == reg)
			return &rule->regs[i];
	return NULL;
}

static bool rule__has_at(const struct cfi_rule *rule, uint8_t nr, int32_t offset)
{
	const struct cfi_reg *reg = rule__reg(rule, nr);

	return reg && reg->how == CFI_AT_CFA && reg->value == offset;
}

/* Returns true if the words below the CFA are those that a frame pointer leads to. */
static bool rule__has_link(const struct cfi_rule *rule)
{
	return !(rule->flags & CFI_RULE_SIGNAL) && rule__has_at(rule, rule->ra, -8) &&
	       rule__has_at(rule, RBP, -16);
}

/* Returns true if the frame was not called. */
static bool rule__is_outermost(const struct cfi_rule *rule)
{
	const struct cfi_reg *ra = rule__reg(rule, rule->ra);

	return ra && ra->how == CFI_UNDEFINED;
}

static bool rule__is_by_rbp(const struct cfi_rule *rule)
{
	return rule->cfa.how == CFI_IS_CFA && rule->cfa.reg == RBP && rule->cfa.value == 16;
}

/* ---- links --------------------------------------------------------------------------- */

static bool frame__has(const struct unwind_frame *frame, unsigned int reg)
{
	return frame->known >> reg & 1;
}

/*
 * Finds the frame pointers that are numbers: from RBP on, as long as the dump has both words that they
 * lead to. Returns false if the dump contradicts the record.
 */
static bool join__find_links(struct join *j)
{
	const struct repair_input *in = j->in;
	uint64_t *fp = j->buf->fp, at = in->frame.regs[RBP], next, ra;

	for (j->nr_fp = 0;;) {
		fp[j->nr_fp++] = at;
		if (j->nr_fp == in->nr || !unwind_stack__read(&j->stack, at, WORD, &next) ||
		    !unwind_stack__read(&j->stack, at + WORD, WORD, &ra))
			break;
		if (ra != in->record[j->nr_fp])
			return false;
		at = next;
	}
	/* The record tells one word behind the dump. */
	if (j->nr_fp < in->nr) {
		j->stack.word_at = at + WORD;
		j->stack.word = in->record[j->nr_fp];
	}
	return true;
}

/* Returns the first link that is not used and has the frame pointer @fp. */
static uint32_t join__find_link(const struct join *j, uint64_t fp)
{
	for (uint32_t i = j->used; i < j->nr_fp; i++)
		if (j->buf->fp[i] == fp)
			return i;
	return LINK_NONE;
}

/*
 * Sets the link of the frame that @rule has led to, whose callee had the old one. @was_restored: RBP was
 * the caller's already.
 */
static void join__set_link(struct join *j, const struct cfi_rule *rule, bool was_restored)
{
	const uint64_t last = j->buf->fp[j->nr_fp - 1];

	if (!rule__reg(rule, RBP) || was_restored)
		return;
	/* The dump may end within the two words of the last link. */
	if (rule__has_link(rule) && j->frame.regs[RSP] == last + 2 * WORD)
		j->link = j->nr_fp;
	else if (frame__has(&j->frame, RBP))
		j->link = join__find_link(j, j->frame.regs[RBP]);
	else
		j->link = LINK_UNKNOWN;
}

/* ---- steps --------------------------------------------------------------------------- */

/* Returns true if @rule links the frame to a link that only the record tells. */
static bool join__is_symbolic(const struct join *j, const struct cfi_rule *rule)
{
	return j->link < LINK_UNKNOWN && j->link >= j->nr_fp && j->link + 1 < j->in->nr &&
	       rule__is_by_rbp(rule) && rule__has_link(rule);
}

/* Makes the frame its caller's by the record alone. The stack pointer is no longer known. */
static void join__follow(struct join *j, const struct cfi_rule *rule)
{
	struct unwind_frame *frame = &j->frame;

	frame->known &= frame->arch->preserved & ~(1ULL << RSP | 1ULL << rule->ra);
	for (unsigned int i = 0; i < rule->nr_regs; i++)
		frame->known &= ~(1ULL << rule->regs[i].reg);
	frame->pc = j->in->record[++j->link];
	frame->is_exact = false;
	frame->restored = 0;
}

/* Notes whether the frame that was reached is the next one of the record. */
static void join__match(struct join *j)
{
	j->from_record =
		j->link < j->in->nr && j->link > j->used && j->frame.pc == j->in->record[j->link];
	if (j->from_record)
		j->used = j->link;
}

/* Makes the frame its caller's. Returns DEFER_NO_RECORD, or why there is none. */
static enum defer_class join__step(struct join *j, const struct cfi_rule *rule)
{
	const bool was_restored = j->frame.restored >> RBP & 1;
	enum defer_class why = DEFER_NO_RECORD;

	if (rule__is_outermost(rule))
		return DEFER_UNWOUND;
	if (join__is_symbolic(j, rule)) {
		join__follow(j, rule);
	} else {
		why = unwind_frame__step(&j->frame, rule);
		if (why == DEFER_NO_RECORD)
			join__set_link(j, rule, was_restored);
	}
	if (why == DEFER_NO_RECORD)
		join__match(j);
	return why;
}

/* ---- the new half -------------------------------------------------------------------- */

static void join__add(struct join *j, uint64_t ip, enum evidence evidence)
{
	if (evidence != j->evidence)
		j->buf->ips[j->nr++] = HALF_EVIDENCE(evidence);
	j->evidence = evidence;
	j->buf->ips[j->nr++] = ip;
}

static void join__add_frame(struct join *j)
{
	const struct unwind_frame *frame = &j->frame;

	j->nr_frames++;
	if (j->from_record) {
		join__add(j, j->in->record[j->used], EVIDENCE_RECORD);
		return;
	}
	join__add(j, frame->is_exact ? frame->pc : frame->pc - 1, EVIDENCE_CFI);
	j->repair->gained++;
}

/* Returns the index of the first address of the record that may be a caller behind a gap. */
static uint32_t join__rest(const struct join *j)
{
	if (j->link == LINK_NONE)
		return j->in->nr;
	return j->link == LINK_UNKNOWN || j->link < j->used ? j->used + 1 : j->link + 1;
}

/*
 * Adds what is left of the record behind a gap. A record that was followed up to its last address
 * ends there, as it does without repair: whether that is the outermost frame, nothing tells.
 */
static bool join__add_gap(struct join *j)
{
	uint32_t rest = join__rest(j);

	if (j->from_record && j->used + 1 == j->in->nr)
		return false;
	j->buf->ips[j->nr++] = HALF_GAP;
	for (; rest < j->in->nr; rest++)
		join__add(j, j->in->record[rest], EVIDENCE_UNPROVED);
	return true;
}

static void join__end(struct join *j)
{
	const bool has_gap = j->repair->end != DEFER_UNWOUND && join__add_gap(j);
	uint32_t nr_shown = 0;
	bool changed;

	for (uint32_t i = 0; i < j->nr; i++)
		nr_shown += !half__is_mark(j->buf->ips[i]);
	j->repair->dropped = j->in->nr + j->repair->gained - nr_shown;
	changed = j->repair->gained || j->repair->dropped;
	if (has_gap)
		j->repair->outcome = changed ? REPAIR_PARTLY : REPAIR_GAP;
	else
		j->repair->outcome = changed ? REPAIR_REPAIRED : REPAIR_PROVED;
}

/* ---- the whole ----------------------------------------------------------------------- */

static int join__walk(struct join *j, struct defer_error *err)
{
	const struct repair_input *in = j->in;
	enum defer_class why = DEFER_NO_RECORD;
	struct unwind_place place;
	int ret;

	while (why == DEFER_NO_RECORD) {
		const bool was_exact = j->frame.is_exact;

		ret = in->place(in->ctx, j->frame.pc - !was_exact, &place, err);
		if (ret)
			return ret;
		/* What is not in any map is no code: the rule was wrong. */
		if (!j->from_record && !place.dso) {
			why = DEFER_BAD_CFI;
			break;
		}
		j->frame.is_exact |= place.rule && place.rule->flags & CFI_RULE_SIGNAL;
		j->frame.restored = j->frame.is_exact ? place.restored : 0;
		join__add_frame(j);
		if (j->nr_frames >= in->nr + UNWIND_MAX_FRAMES)
			why = DEFER_TOO_DEEP;
		else if (place.why != DEFER_NO_RECORD)
			why = place.why;
		else if (place.arch != j->frame.arch)
			why = DEFER_NO_CFI;
		else
			why = join__step(j, place.rule);
	}
	j->repair->end = why;
	return 0;
}

/* Returns why the stack is left as it is, or REPAIR_NONE. */
static enum repair_outcome join__guard(struct join *j)
{
	const struct repair_input *in = j->in;
	uint64_t top;

	for (uint32_t i = 0; i < in->nr; i++)
		if (half__is_mark(in->record[i]))
			return REPAIR_CONTRADICTED;
	if (!in->nr || in->record[0] != in->frame.pc)
		return REPAIR_MOVED;
	if (in->may_be_uprobe && in->nr > 1 &&
	    unwind_stack__read(&j->stack, in->frame.regs[RSP], WORD, &top) && top == in->record[1])
		return REPAIR_REPLACED;
	if (!join__find_links(j))
		return REPAIR_CONTRADICTED;
	return in->is_later && j->nr_fp < 2 ? REPAIR_LATER : REPAIR_NONE;
}

static int join__init(struct join *j, const struct repair_input *in, struct repair_buf *buf,
		      struct repair *repair, struct defer_error *err)
{
	*j = (struct join){
		.in = in,
		.buf = buf,
		.stack = *in->frame.stack,
		.frame = in->frame,
		.from_record = true,
		.evidence = EVIDENCE_RECORD,
		.repair = repair,
	};
	j->frame.stack = &j->stack;
	/* Each frame has at most one mark before it. */
	if (!ARRAY_GROW(buf->ips, buf->cap, 4ULL * (in->nr + UNWIND_MAX_FRAMES) + 4) ||
	    !ARRAY_GROW(buf->fp, buf->cap_fp, in->nr + 1ULL))
		return error__no_memory(err, "to repair stacks");
	return 0;
}

int repair__join(const struct repair_input *in, struct repair_buf *buf, struct half *user,
		 struct repair *repair, struct defer_error *err)
{
	struct join j;
	int ret;

	*repair = (struct repair){.outcome = REPAIR_NO_REGS};
	if (in->frame.arch->machine != EM_X86_64 || !frame__has(&in->frame, RBP) ||
	    !frame__has(&in->frame, RSP))
		return 0;
	ret = join__init(&j, in, buf, repair, err);
	if (ret)
		return ret;
	repair->outcome = join__guard(&j);
	if (repair->outcome != REPAIR_NONE)
		return 0;
	ret = join__walk(&j, err);
	if (ret)
		return ret;
	join__end(&j);
	if (repair->outcome != REPAIR_PROVED)
		*user = (struct half){.ips = buf->ips, .nr = j.nr};
	return 0;
}
