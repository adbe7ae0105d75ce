// SPDX-License-Identifier: GPL-2.0-only
#include <endian.h>
#include <string.h>

#include <perf/defer-sample.h>

#include "util/unwind/dwarf-expr.h"
#include "util/unwind/unwind-frame.h"

static bool frame__knows(const struct unwind_frame *frame, uint64_t reg)
{
	return reg < CFI_MAX_REGS && frame->known >> reg & 1;
}

static uint64_t frame__trim(const struct unwind_frame *frame, uint64_t value)
{
	return frame->arch->addr_size == 4 ? (uint32_t)value : value;
}

static void frame__set(struct unwind_frame *frame, unsigned int reg, uint64_t value)
{
	frame->regs[reg] = frame__trim(frame, value);
	frame->known |= 1ULL << reg;
}

/* ---- what was recorded --------------------------------------------------------------- */

/* Fills @regs, by perf's numbers. Returns those that were recorded, by bit. */
static uint64_t sample__read_regs(const struct defer_sample *sample, uint64_t regs[64])
{
	const struct defer_sample_regs *from = &sample->user_regs;
	uint64_t left = from->mask, nr, at = 0;

	for (; left && at + sizeof(*regs) <= from->regs.size; at += sizeof(*regs)) {
		nr = __builtin_ctzll(left);
		memcpy(&regs[nr], from->regs.data + at, sizeof(*regs));
		if (sample->swap)
			regs[nr] = __builtin_bswap64(regs[nr]);
		left &= left - 1;
	}
	return from->mask & ~left;
}

/* Forgets registers that the kernel made up. */
static void frame__forget_faked(struct unwind_frame *frame)
{
	uint64_t faked = frame->arch->faked & frame->known;

	for (unsigned int i = 0; i < CFI_MAX_REGS; i++) {
		if (faked >> i & 1 && frame->regs[i] != frame__trim(frame, UINT64_MAX))
			return;
	}
	frame->known &= ~faked;
}

bool unwind_frame__init(struct unwind_frame *frame, const struct unwind_arch *arch,
			struct unwind_stack *stack, const struct defer_sample *sample)
{
	uint64_t regs[64], mask = sample__read_regs(sample, regs);

	frame->arch = arch;
	frame->stack = stack;
	frame->known = 0;
	frame->is_exact = true;
	frame->restored = 0;
	if (sample->user_regs.abi != arch->abi || !(mask >> arch->perf_regs[arch->pc] & 1))
		return false;
	frame->pc = regs[arch->perf_regs[arch->pc]];
	for (unsigned int i = 0; i < arch->nr_regs; i++) {
		int nr = arch->perf_regs[i];

		if (nr >= 0 && mask >> nr & 1)
			frame__set(frame, i, regs[nr]);
	}
	if (!frame__knows(frame, arch->sp))
		return false;
	if (sample->cpumode != DEFER_MISC_USER)
		frame__forget_faked(frame);
	return true;
}

/* Returns true if the rest of @stack has the @size bytes @at its start, after it was read. */
static bool stack__has_rest(struct unwind_stack *stack, uint64_t at, unsigned int size)
{
	const struct unwind_rest *rest = stack->rest;

	if (!rest || at > rest->end || size > rest->end - at)
		return false;
	stack->rest = NULL;
	if (!rest->read(rest->ctx))
		return false;
	stack->size = rest->end;
	return true;
}

bool unwind_stack__read(struct unwind_stack *stack, uint64_t addr, unsigned int size,
			uint64_t *value)
{
	const bool is_little = (BYTE_ORDER == LITTLE_ENDIAN) != stack->swap;
	uint64_t at = addr - stack->start;

	if (stack->word_at && addr == stack->word_at && size == sizeof(stack->word)) {
		*value = stack->word;
		return true;
	}
	if ((at > stack->size || size > stack->size - at) && !stack__has_rest(stack, at, size))
		return false;
	/* All but a few expressions read a word. */
	if (size == sizeof(*value)) {
		memcpy(value, stack->data + at, sizeof(*value));
		*value = stack->swap ? __builtin_bswap64(*value) : *value;
		return true;
	}
	*value = 0;
	for (unsigned int i = 0; i < size; i++)
		*value = *value << 8 | stack->data[at + (is_little ? size - 1 - i : i)];
	return true;
}

static bool frame__read(void *ctx, uint64_t addr, unsigned int size, uint64_t *value)
{
	return unwind_stack__read(((struct unwind_frame *)ctx)->stack, addr, size, value);
}

static bool frame__reg(void *ctx, uint64_t reg, uint64_t *value)
{
	const struct unwind_frame *frame = ctx;

	if (!frame__knows(frame, reg))
		return false;
	*value = frame->regs[reg];
	return true;
}

/* ---- the step ------------------------------------------------------------------------ */

/* The place of one register, or the CFA, of the caller. */
struct found {
	uint64_t value;
	enum defer_class why; /* DEFER_NO_RECORD: it is known */
};

static const struct found known = {.why = DEFER_NO_RECORD};

static struct found frame__eval(struct unwind_frame *frame, const struct cfi_rule *rule,
				const struct cfi_reg *reg, const uint64_t *cfa)
{
	const struct expr_frame expr = {
		.addr_size = frame->arch->addr_size,
		.swap = rule->flags & CFI_RULE_SWAP,
		.ctx = frame,
		.reg = frame__reg,
		.memory = frame__read,
	};
	struct found found = known;

	switch (dwarf_expr__eval(&expr, cfi_rule__expr(rule, reg), reg->expr_size, cfa,
				 &found.value)) {
	case EXPR_OK:
		break;
	case EXPR_NO_REGISTER:
		found.why = DEFER_NO_REGISTER;
		break;
	case EXPR_NO_MEMORY:
		found.why = DEFER_DUMP_ENDED;
		break;
	case EXPR_INVALID:
	default:
		found.why = DEFER_BAD_CFI;
		break;
	}
	return found;
}

static struct found frame__load(struct unwind_frame *frame, uint64_t addr)
{
	struct found found = known;

	if (!frame__read(frame, frame__trim(frame, addr), frame->arch->addr_size, &found.value))
		found.why = DEFER_DUMP_ENDED;
	return found;
}

static struct found frame__copy(const struct unwind_frame *frame, uint64_t reg, int64_t offset)
{
	struct found found = {.why = DEFER_NO_REGISTER};

	if (frame__knows(frame, reg))
		found = (struct found){.value = frame->regs[reg] + offset, .why = DEFER_NO_RECORD};
	return found;
}

static struct found frame__find_cfa(struct unwind_frame *frame, const struct cfi_rule *rule)
{
	if (rule->cfa.how == CFI_IS_EXPR)
		return frame__eval(frame, rule, &rule->cfa, NULL);
	return frame__copy(frame, rule->cfa.reg, rule->cfa.value);
}

/* Returns whether register @reg, whose place in memory is @addr, has been restored already. */
static bool frame__has_restored(const struct unwind_frame *frame, uint8_t reg, uint64_t addr)
{
	return frame->restored >> reg & 1 &&
	       frame__trim(frame, addr) < frame->regs[frame->arch->sp];
}

static struct found frame__find(struct unwind_frame *frame, const struct cfi_rule *rule,
				const struct cfi_reg *reg, uint64_t cfa)
{
	struct found found;

	switch (reg->how) {
	case CFI_AT_CFA:
		if (frame__has_restored(frame, reg->reg, cfa + reg->value))
			return frame__copy(frame, reg->reg, 0);
		return frame__load(frame, cfa + reg->value);
	case CFI_IS_CFA:
		return (struct found){.value = cfa + reg->value, .why = DEFER_NO_RECORD};
	case CFI_IN_REG:
		return frame__copy(frame, reg->value, 0);
	case CFI_AT_EXPR:
		found = frame__eval(frame, rule, reg, &cfa);
		return found.why == DEFER_NO_RECORD ? frame__load(frame, found.value) : found;
	case CFI_IS_EXPR:
		return frame__eval(frame, rule, reg, &cfa);
	default:
		return (struct found){.why = DEFER_NO_REGISTER};
	}
}

/* The caller's registers, as far as a rule tells them. */
struct caller {
	uint64_t named, found;	     /* by bit */
	uint64_t regs[CFI_MAX_REGS]; /* those that were found */
};

/* Fills @caller, register by register. Sets @ra to what is known of the return address. */
static void frame__find_each(struct unwind_frame *frame, const struct cfi_rule *rule, uint64_t cfa,
			     struct caller *caller, struct found *ra)
{
	caller->named = caller->found = 0;
	for (unsigned int i = 0; i < rule->nr_regs; i++) {
		const struct cfi_reg *reg = &rule->regs[i];
		const struct found found = frame__find(frame, rule, reg, cfa);

		caller->named |= 1ULL << reg->reg;
		if (found.why == DEFER_NO_RECORD) {
			caller->found |= 1ULL << reg->reg;
			caller->regs[reg->reg] = frame__trim(frame, found.value);
		}
		if (reg->reg == rule->ra)
			*ra = found;
	}
}

/* Leaves @frame the registers that it has without what a rule names: those that calls preserve. */
static void frame__leave(struct unwind_frame *frame, uint64_t cfa)
{
	frame->known &= frame->arch->preserved;
	frame__set(frame, frame->arch->sp, cfa);
}

static void frame__use(struct unwind_frame *frame, const struct caller *caller, uint64_t cfa)
{
	frame__leave(frame, cfa);
	frame->known = (frame->known & ~caller->named) | caller->found;
	for (uint64_t left = caller->found; left; left &= left - 1) {
		unsigned int reg = __builtin_ctzll(left);

		frame->regs[reg] = caller->regs[reg];
	}
}

/*
 * Makes @frame its caller's if @rule's registers, the return address too, are words of the stack that can be taken
 * as they are, as those of nearly all frames. Returns false where frame__find_each() has more to ask.
 */
static bool frame__load_all(struct unwind_frame *frame, const struct cfi_rule *rule, uint64_t cfa)
{
	const struct unwind_stack *stack = frame->stack;
	const uint64_t end = cfa - stack->start, size = rule->saved_words * sizeof(*frame->regs);

	if (!size || end > stack->size || size > end || stack->swap || frame->restored ||
	    frame->arch->addr_size != sizeof(*frame->regs))
		return false;
	frame__leave(frame, cfa);
	for (unsigned int i = 0; i < rule->nr_regs; i++) {
		const struct cfi_reg *reg = &rule->regs[i];

		memcpy(&frame->regs[reg->reg], stack->data + end + reg->value,
		       sizeof(*frame->regs));
		frame->known |= 1ULL << reg->reg;
	}
	frame->pc = frame->regs[rule->ra];
	return true;
}

/* Returns true if @rule says that nobody called the frame. It may have no CFA then either. */
static bool rule__is_outermost(const struct cfi_rule *rule)
{
	/* On most architectures the return address has the highest number of those that are saved. */
	for (unsigned int i = rule->nr_regs; i--;) {
		if (rule->regs[i].reg == rule->ra)
			return rule->regs[i].how == CFI_UNDEFINED;
	}
	return false;
}

/* Returns true if @cfa cannot be that of @frame: frames that call one another lie one above another. */
static bool frame__goes_astray(const struct unwind_frame *frame, const struct cfi_rule *rule,
			       uint64_t cfa)
{
	const uint64_t sp = frame->regs[frame->arch->sp];

	/* A handler may have a stack of its own, which it leaves by a signal's frame. */
	if (rule->flags & CFI_RULE_SIGNAL)
		return false;
	/* A function that was not called yet, or calls nothing, may have no frame. */
	return frame->is_exact ? cfa < sp : cfa <= sp;
}

/*
 * Returns what a return address is of which the rule says nothing: the register that calls leave it in,
 * unless the frame itself has made a call since.
 */
static struct found frame__link(const struct unwind_frame *frame, const struct cfi_rule *rule)
{
	if (frame->arch->preserved >> rule->ra & 1 && frame->is_exact &&
	    !(rule->flags & CFI_RULE_SIGNAL))
		return frame__copy(frame, rule->ra, 0);
	return (struct found){.why = DEFER_BAD_CFI};
}

/* Makes @frame its caller's, or returns why that is not known. */
static enum defer_class frame__find_caller(struct unwind_frame *frame, const struct cfi_rule *rule,
					   uint64_t cfa)
{
	struct found ra = frame__link(frame, rule);
	struct caller caller;

	frame__find_each(frame, rule, cfa, &caller, &ra);
	if (ra.why != DEFER_NO_RECORD)
		return ra.why;
	frame__use(frame, &caller, cfa);
	frame->pc = frame__trim(frame, ra.value);
	return DEFER_NO_RECORD;
}

enum defer_class unwind_frame__step(struct unwind_frame *frame, const struct cfi_rule *rule)
{
	struct found cfa = frame__find_cfa(frame, rule);

	if (rule__is_outermost(rule))
		return DEFER_UNWOUND;
	if (cfa.why != DEFER_NO_RECORD)
		return cfa.why;
	cfa.value = frame__trim(frame, cfa.value);
	if (frame__goes_astray(frame, rule, cfa.value))
		return DEFER_NO_GROWTH;
	if (!frame__load_all(frame, rule, cfa.value))
		cfa.why = frame__find_caller(frame, rule, cfa.value);
	if (cfa.why != DEFER_NO_RECORD)
		return cfa.why;
	if (rule->flags & CFI_RULE_SIGNED)
		frame->pc &= frame->arch->addr_mask;
	frame->is_exact = rule->flags & CFI_RULE_SIGNAL;
	frame->restored = 0;
	/* As in elfutils: the outermost frame of some programs has the return address 0. */
	return frame->pc ? DEFER_NO_RECORD : DEFER_UNWOUND;
}

enum defer_class unwind_frame__guess(struct unwind_frame *frame)
{
	const unsigned int size = frame->arch->addr_size;
	struct found fp = frame__copy(frame, frame->arch->fp, 0), ra, caller;
	struct unwind_frame to = *frame;

	if (fp.why != DEFER_NO_RECORD || fp.value % size || fp.value < frame->regs[frame->arch->sp])
		return DEFER_NO_CFI;
	ra = frame__load(frame, fp.value + size);
	caller = frame__load(frame, fp.value);
	if (ra.why != DEFER_NO_RECORD || caller.why != DEFER_NO_RECORD)
		return DEFER_DUMP_ENDED;
	/* Other registers are the caller's only if the frame has not changed them, which nothing tells. */
	to.known = 0;
	frame__set(&to, frame->arch->sp, fp.value + 2ULL * size);
	frame__set(&to, frame->arch->fp, caller.value);
	to.pc = frame__trim(frame, ra.value) & frame->arch->addr_mask;
	to.is_exact = false;
	to.restored = 0;
	*frame = to;
	return to.pc ? DEFER_NO_RECORD : DEFER_UNWOUND;
}
