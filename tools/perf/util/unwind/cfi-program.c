// SPDX-License-Identifier: GPL-2.0-only
#include <dwarf.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <perf/defer-cursor.h>

#include "util/base/array.h"
#include "util/unwind/cfi-program.h"

/* Compilers remember one state at a time; hand-written code a few. */
#define MAX_REMEMBERED 16
/* Bytes of all expressions of one rule: the longest rule of libc, __restore_rt's, has 54. */
#define MAX_EXPRS 512
/*
 * Bytes that an FDE may take, some and for each byte of its program. A file made to swell has a rule of
 * all registers for every three bytes. No function of libc, node, cc1 or libLLVM takes half as much.
 */
#define FDE_MIN_MEMORY	    1024
#define FDE_MEMORY_PER_BYTE 32

/* Codes that <dwarf.h> of older elfutils lacks; the second stands for two things, by machine. */
#define CFA_AARCH64_NEGATE_RA_STATE_WITH_PC 0x2c
#define CFA_GNU_WINDOW_SAVE		    0x2d

/* How one register is found; an expression stays where it is in the section. */
struct place {
	uint8_t how; /* enum cfi_how */
	uint8_t reg; /* of CFI_IN_REG, and of a CFA that is a register plus an offset */
	uint16_t expr_size;
	int64_t offset;
	size_t expr; /* offset in the section */
};

struct state {
	struct place cfa;
	struct place regs[CFI_MAX_REGS];
	bool is_signed;
};

struct program {
	const struct cfi *cfi;
	const struct cie *cie;
	const struct fde *fde;
	struct intern *rules;
	struct arena *arena;
	struct defer_cursor cur;
	struct state now, initial;
	struct state *remembered; /* MAX_REMEMBERED */
	unsigned int nr_remembered;
	uint64_t at;	 /* bytes from the start of the FDE */
	bool is_initial; /* the CIE's program runs, whose rules hold from the start */
	bool broken;
	size_t arena_used; /* bytes, when the FDE was begun */
	struct cfi_row *rows;
	uint32_t nr;
	size_t cap;
};

/* ---- rows ---------------------------------------------------------------------------- */

/* A rule with room for all registers and expressions. */
struct rule_buf {
	struct cfi_rule rule;
	uint8_t rest[CFI_MAX_REGS * sizeof(struct cfi_reg) + MAX_EXPRS];
};

/* Appends @place's expression to @exprs. */
static bool put_expr(const struct program *prog, const struct place *place, struct cfi_reg *reg,
		     uint8_t *exprs, size_t *size)
{
	if (place->expr_size > MAX_EXPRS - *size)
		return false;
	memcpy(exprs + *size, prog->cfi->data + place->expr, place->expr_size);
	reg->expr_size = place->expr_size;
	reg->value = *size;
	*size += place->expr_size;
	return true;
}

static bool put_reg(const struct program *prog, const struct place *place, unsigned int nr,
		    struct cfi_reg *reg, uint8_t *exprs, size_t *size)
{
	*reg = (struct cfi_reg){.reg = nr, .how = place->how};
	if (place->how == CFI_AT_EXPR || place->how == CFI_IS_EXPR)
		return put_expr(prog, place, reg, exprs, size);
	if (place->how == CFI_IN_REG)
		reg->value = place->reg;
	else
		reg->value = place->offset;
	return place->offset >= INT32_MIN && place->offset <= INT32_MAX;
}

/*
 * Returns true if it is not certain that @place of register @reg holds at once. Where gcc keeps the
 * caller's stack pointer in a register, it says that the frame pointer is saved where the frame pointer
 * shows, one instruction before it is set and one after it is restored. Then it is the caller's, and so is
 * what it points to. Between these places the CFA is found by the frame pointer, by an expression.
 */
static bool program__is_early(const struct program *prog, const struct place *place,
			      unsigned int reg)
{
	const uint8_t *expr = prog->cfi->data + place->expr;

	return place->how == CFI_AT_EXPR && place->expr_size == 2 && expr[0] == DW_OP_breg0 + reg &&
	       !expr[1] && prog->now.cfa.how != CFI_IS_EXPR;
}

/* Adds all registers but those of CFI_SAME to @rule. Returns false if they do not fit a rule. */
static bool program__put_regs(const struct program *prog, struct cfi_rule *rule, uint8_t *exprs,
			      size_t *size)
{
	static const struct place lost = {.how = CFI_UNDEFINED};

	for (unsigned int i = 0; i < CFI_MAX_REGS; i++) {
		const struct place *place = &prog->now.regs[i];

		if (place->how == CFI_SAME)
			continue;
		if (program__is_early(prog, place, i))
			place = &lost;
		if (!put_reg(prog, place, i, &rule->regs[rule->nr_regs++], exprs, size))
			return false;
	}
	return true;
}

/* Returns @rule's saved_words. */
static uint8_t rule__saved_words(const struct cfi_rule *rule)
{
	int64_t lowest = 0;
	bool has_ra = false;

	for (unsigned int i = 0; i < rule->nr_regs; i++) {
		const struct cfi_reg *reg = &rule->regs[i];

		if (reg->how != CFI_AT_CFA || reg->value > -(int)sizeof(uint64_t))
			return 0;
		if (reg->value < lowest)
			lowest = reg->value;
		has_ra |= reg->reg == rule->ra;
	}
	lowest = (lowest - 7) / 8;
	return has_ra && lowest >= -UINT8_MAX ? -lowest : 0;
}

/* Interns the current state. Returns NULL if it is no rule, or if out of memory: *@failed. */
static const struct cfi_rule *program__rule(const struct program *prog, bool *failed)
{
	const struct state *state = &prog->now;
	const struct intern_entry *entry;
	uint8_t exprs[MAX_EXPRS];
	struct rule_buf buf;
	size_t size = 0, fixed;

	*failed = false;
	buf.rule = (struct cfi_rule){
		.ra = prog->cie->ra,
		.flags = (prog->cie->signal ? CFI_RULE_SIGNAL : 0) |
			 (state->is_signed ? CFI_RULE_SIGNED : 0) |
			 (prog->cfi->swap ? CFI_RULE_SWAP : 0),
	};
	if (state->cfa.how == CFI_UNDEFINED ||
	    !put_reg(prog, &state->cfa, state->cfa.reg, &buf.rule.cfa, exprs, &size))
		return NULL;
	if (!program__put_regs(prog, &buf.rule, exprs, &size))
		return NULL;
	buf.rule.saved_words = rule__saved_words(&buf.rule);
	fixed = sizeof(buf.rule) + buf.rule.nr_regs * sizeof(struct cfi_reg);
	memcpy((uint8_t *)&buf + fixed, exprs, size);
	entry = intern__add(prog->rules, prog->arena, &buf, fixed + size);
	*failed = !entry;
	return entry ? (const struct cfi_rule *)entry->key : NULL;
}

static size_t arena_used(const struct arena *arena)
{
	return arena->bytes - arena->left;
}

/* Returns true if the FDE took more memory than one of its size needs. */
static bool program__swells(const struct program *prog)
{
	const size_t size = prog->fde->program_end - prog->fde->program;
	const size_t used = arena_used(prog->arena) - prog->arena_used;

	return used + prog->nr * sizeof(*prog->rows) > FDE_MIN_MEMORY + FDE_MEMORY_PER_BYTE * size;
}

/* Notes that the current state holds from here on. Returns false if out of memory. */
static bool program__add_row(struct program *prog)
{
	struct cfi_row *last = prog->nr ? &prog->rows[prog->nr - 1] : NULL;
	const struct cfi_rule *rule = NULL;
	bool failed = false;

	prog->broken |= program__swells(prog);
	if (!prog->broken)
		rule = program__rule(prog, &failed);
	if (failed)
		return false;
	if (last && last->start == prog->at) {
		last->rule = rule;
		return true;
	}
	if (last && last->rule == rule)
		return true;
	if (!ARRAY_GROW(prog->rows, prog->cap, prog->nr + 1ULL))
		return false;
	prog->rows[prog->nr++] = (struct cfi_row){.start = prog->at, .rule = rule};
	return true;
}

/* ---- instructions -------------------------------------------------------------------- */

static uint64_t program__uleb(struct program *prog)
{
	return dw_cursor__uleb(&prog->cur);
}

/* Reads an offset in units of the CIE. */
static int64_t program__factored(struct program *prog)
{
	return dw_cursor__sleb(&prog->cur) * (uint64_t)prog->cie->data_align;
}

static int64_t program__unsigned_factored(struct program *prog)
{
	return program__uleb(prog) * (uint64_t)prog->cie->data_align;
}

/* Returns the place of register @reg; one that nobody looks at for registers that are not kept. */
static struct place *program__reg(struct program *prog, uint64_t reg, struct place *ignored)
{
	return reg < CFI_MAX_REGS ? &prog->now.regs[reg] : ignored;
}

static void program__set_expr(struct program *prog, struct place *place, uint8_t how)
{
	uint64_t size = program__uleb(prog);

	*place = (struct place){.how = how, .expr = prog->cur.pos};
	if (size > UINT16_MAX)
		prog->cur.failed = true;
	else
		place->expr_size = size;
	defer_cursor__bytes(&prog->cur, size);
}

static void program__set_cfa(struct program *prog, uint64_t reg, int64_t offset)
{
	prog->broken |= reg >= CFI_MAX_REGS;
	prog->now.cfa = (struct place){.how = CFI_IS_CFA, .reg = reg, .offset = offset};
}

/* Changes the offset of a CFA that is a register plus an offset. */
static void program__set_cfa_offset(struct program *prog, int64_t offset)
{
	prog->broken |= prog->now.cfa.how != CFI_IS_CFA;
	prog->now.cfa.offset = offset;
}

/* Runs an instruction about the CFA. Returns false if @op is none. */
static bool program__cfa(struct program *prog, uint8_t op)
{
	uint64_t reg;

	switch (op) {
	case DW_CFA_def_cfa:
		reg = program__uleb(prog);
		program__set_cfa(prog, reg, program__uleb(prog));
		return true;
	case DW_CFA_def_cfa_sf:
		reg = program__uleb(prog);
		program__set_cfa(prog, reg, program__factored(prog));
		return true;
	case DW_CFA_def_cfa_register:
		prog->broken |= prog->now.cfa.how != CFI_IS_CFA;
		program__set_cfa(prog, program__uleb(prog), prog->now.cfa.offset);
		return true;
	case DW_CFA_def_cfa_offset:
		program__set_cfa_offset(prog, program__uleb(prog));
		return true;
	case DW_CFA_def_cfa_offset_sf:
		program__set_cfa_offset(prog, program__factored(prog));
		return true;
	case DW_CFA_def_cfa_expression:
		program__set_expr(prog, &prog->now.cfa, CFI_IS_EXPR);
		return true;
	default:
		return false;
	}
}

/* Runs an instruction about register @reg that has operands behind it. Returns false if @op is none. */
static bool program__set_reg(struct program *prog, uint8_t op)
{
	struct place ignored = {0}, *place;
	uint64_t reg;

	if ((op < DW_CFA_offset_extended || op > DW_CFA_register) && op != DW_CFA_expression &&
	    op != DW_CFA_offset_extended_sf && op != DW_CFA_val_offset &&
	    op != DW_CFA_val_offset_sf && op != DW_CFA_val_expression &&
	    op != DW_CFA_GNU_negative_offset_extended)
		return false;
	reg = program__uleb(prog);
	place = program__reg(prog, reg, &ignored);
	switch (op) {
	case DW_CFA_offset_extended:
		*place = (struct place){.how = CFI_AT_CFA,
					.offset = program__unsigned_factored(prog)};
		break;
	case DW_CFA_offset_extended_sf:
		*place = (struct place){.how = CFI_AT_CFA, .offset = program__factored(prog)};
		break;
	case DW_CFA_GNU_negative_offset_extended:
		*place = (struct place){.how = CFI_AT_CFA,
					.offset = -(uint64_t)program__unsigned_factored(prog)};
		break;
	case DW_CFA_val_offset:
		*place = (struct place){.how = CFI_IS_CFA,
					.offset = program__unsigned_factored(prog)};
		break;
	case DW_CFA_val_offset_sf:
		*place = (struct place){.how = CFI_IS_CFA, .offset = program__factored(prog)};
		break;
	case DW_CFA_restore_extended:
		*place = reg < CFI_MAX_REGS ? prog->initial.regs[reg] : ignored;
		break;
	case DW_CFA_undefined:
		*place = (struct place){.how = CFI_UNDEFINED};
		break;
	case DW_CFA_same_value:
		*place = (struct place){.how = CFI_SAME};
		break;
	case DW_CFA_register:
		reg = program__uleb(prog);
		prog->broken |= reg >= CFI_MAX_REGS && place != &ignored;
		*place = (struct place){CFI_IN_REG, .reg = reg};
		break;
	case DW_CFA_expression:
		program__set_expr(prog, place, CFI_AT_EXPR);
		break;
	default:
		program__set_expr(prog, place, CFI_IS_EXPR);
		break;
	}
	return true;
}

/* Runs what is neither a step nor about the CFA or one register. */
static void program__other(struct program *prog, uint8_t op)
{
	switch (op) {
	case DW_CFA_nop:
		break;
	case DW_CFA_GNU_args_size:
		program__uleb(prog);
		break;
	case CFA_GNU_WINDOW_SAVE:
	case CFA_AARCH64_NEGATE_RA_STATE_WITH_PC:
		prog->now.is_signed = !prog->now.is_signed;
		break;
	case DW_CFA_remember_state:
		if (prog->nr_remembered < MAX_REMEMBERED)
			prog->remembered[prog->nr_remembered++] = prog->now;
		else
			prog->broken = true;
		break;
	case DW_CFA_restore_state:
		if (prog->nr_remembered)
			prog->now = prog->remembered[--prog->nr_remembered];
		else
			prog->broken = true;
		break;
	default:
		prog->broken = true;
	}
}

/* Runs one instruction. Sets *@to where the next row begins; leaves it alone if it does not move. */
static void program__step(struct program *prog, uint64_t *to)
{
	const uint64_t align = prog->cie->code_align;
	uint8_t op = defer_cursor__u8(&prog->cur), low = op & 0x3f;
	struct place ignored = {0};

	switch (op & 0xc0) {
	case DW_CFA_advance_loc:
		*to += low * align;
		return;
	case DW_CFA_offset:
		*program__reg(prog, low, &ignored) = (struct place){
			.how = CFI_AT_CFA, .offset = program__unsigned_factored(prog)};
		return;
	case DW_CFA_restore:
		*program__reg(prog, low, &ignored) =
			low < CFI_MAX_REGS ? prog->initial.regs[low] : ignored;
		return;
	default:
		break;
	}
	switch (op) {
	case DW_CFA_advance_loc1:
		*to += defer_cursor__u8(&prog->cur) * align;
		return;
	case DW_CFA_advance_loc2:
		*to += defer_cursor__u16(&prog->cur) * align;
		return;
	case DW_CFA_advance_loc4:
		*to += defer_cursor__u32(&prog->cur) * align;
		return;
	case DW_CFA_set_loc:
		*to = dw_cursor__encoded(&prog->cur, prog->cie->enc, &prog->cfi->base) -
		      prog->fde->start;
		return;
	default:
		break;
	}
	if (!program__cfa(prog, op) && !program__set_reg(prog, op))
		program__other(prog, op);
}

/* Runs the instructions in [@from, @end). Returns false if out of memory. */
static bool program__run(struct program *prog, size_t from, size_t end)
{
	uint64_t to = prog->at;

	defer_cursor__init(&prog->cur, prog->cfi->data, end, 0, prog->cfi->swap);
	prog->cur.pos = from;
	while (defer_cursor__left(&prog->cur) && !prog->broken) {
		program__step(prog, &to);
		prog->broken |=
			prog->cur.failed || to < prog->at || (prog->is_initial && to > prog->at);
		if (prog->broken || to == prog->at)
			continue;
		if (!program__add_row(prog))
			return false;
		if (to >= prog->fde->size)
			return true;
		prog->at = to;
	}
	return program__add_row(prog);
}

struct cfi_rows *cfi_program__run(const struct cfi *cfi, const struct cie *cie,
				  const struct fde *fde, struct intern *rules, struct arena *arena)
{
	struct state remembered
		[MAX_REMEMBERED]; /* not cleared, which would take longer than most programs */
	struct program prog = {
		.cfi = cfi,
		.cie = cie,
		.fde = fde,
		.rules = rules,
		.arena = arena,
		.remembered = remembered,
		.is_initial = true,
		.arena_used = arena_used(arena),
	};
	struct cfi_rows *rows = NULL;
	bool ok;

	prog.now.cfa.how = CFI_UNDEFINED;
	ok = program__run(&prog, cie->program, cie->program_end);
	prog.initial = prog.now;
	prog.is_initial = false;
	ok = ok && program__run(&prog, fde->program, fde->program_end);
	if (ok)
		rows = arena__alloc(arena, sizeof(*rows) + prog.nr * sizeof(*prog.rows));
	if (rows) {
		rows->nr = prog.nr;
		memcpy(rows->rows, prog.rows, prog.nr * sizeof(*prog.rows));
	}
	free(prog.rows);
	return rows;
}
