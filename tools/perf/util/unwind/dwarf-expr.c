// SPDX-License-Identifier: GPL-2.0-only
#include <dwarf.h>

#include <perf/defer-cursor.h>

#include "util/unwind/dw-cursor.h"
#include "util/unwind/dwarf-expr.h"

#define EXPR_STACK 64
/* The longest expression of the C libraries takes 15 steps. */
#define EXPR_STEPS 1000

struct expr {
	const struct expr_frame *frame;
	struct defer_cursor cur;
	uint64_t stack[EXPR_STACK];
	unsigned int depth;
	enum expr_result result; /* first failure, or EXPR_OK */
};

static void expr__fail(struct expr *expr, enum expr_result why)
{
	if (!expr->result)
		expr->result = why;
}

static uint64_t expr__trim(const struct expr *expr, uint64_t value)
{
	return expr->frame->addr_size == 4 ? (uint32_t)value : value;
}

static void expr__push(struct expr *expr, uint64_t value)
{
	if (expr->depth < EXPR_STACK)
		expr->stack[expr->depth++] = expr__trim(expr, value);
	else
		expr__fail(expr, EXPR_INVALID);
}

static uint64_t expr__pop(struct expr *expr)
{
	if (expr->depth)
		return expr->stack[--expr->depth];
	expr__fail(expr, EXPR_INVALID);
	return 0;
}

/* Pushes a copy of the value @below the top. */
static void expr__pick(struct expr *expr, unsigned int below)
{
	if (below < expr->depth)
		expr__push(expr, expr->stack[expr->depth - 1 - below]);
	else
		expr__fail(expr, EXPR_INVALID);
}

static void expr__swap(struct expr *expr)
{
	uint64_t first = expr__pop(expr), second = expr__pop(expr);

	expr__push(expr, first);
	expr__push(expr, second);
}

static void expr__rot(struct expr *expr)
{
	uint64_t first = expr__pop(expr), second = expr__pop(expr), third = expr__pop(expr);

	expr__push(expr, first);
	expr__push(expr, third);
	expr__push(expr, second);
}

static void expr__push_reg(struct expr *expr, uint64_t reg, int64_t offset)
{
	uint64_t value = 0;

	if (!expr->frame->reg(expr->frame->ctx, reg, &value))
		expr__fail(expr, EXPR_NO_REGISTER);
	expr__push(expr, value + offset);
}

static void expr__deref(struct expr *expr, unsigned int size)
{
	uint64_t addr = expr__pop(expr), value = 0;

	if (size > expr->frame->addr_size || !size || size & (size - 1))
		expr__fail(expr, EXPR_INVALID);
	else if (!expr->result && !expr->frame->memory(expr->frame->ctx, addr, size, &value))
		expr__fail(expr, EXPR_NO_MEMORY);
	expr__push(expr, value);
}

/* Moves on by @offset, which may lead out of the expression. */
static void expr__skip(struct expr *expr, int16_t offset)
{
	int64_t to = (int64_t)expr->cur.pos + offset;

	if (to < 0 || (uint64_t)to > expr->cur.size)
		expr__fail(expr, EXPR_INVALID);
	else
		expr->cur.pos = to;
}

static int64_t expr__signed(const struct expr *expr, uint64_t value)
{
	return expr->frame->addr_size == 4 ? (int32_t)value : (int64_t)value;
}

static uint64_t expr__divide(struct expr *expr, uint64_t a, uint64_t b)
{
	int64_t dividend = expr__signed(expr, a), divisor = expr__signed(expr, b);

	if (!divisor)
		expr__fail(expr, EXPR_INVALID);
	/* The quotient of the smallest number and -1 does not fit: negate it, which wraps around. */
	if (!divisor || divisor == -1)
		return -a;
	return dividend / divisor;
}

static uint64_t expr__modulo(struct expr *expr, uint64_t a, uint64_t b)
{
	if (b)
		return a % b;
	expr__fail(expr, EXPR_INVALID);
	return 0;
}

static uint64_t expr__shift(const struct expr *expr, uint8_t op, uint64_t a, uint64_t by)
{
	const unsigned int bits = expr->frame->addr_size * 8;
	bool out = by >= bits;

	switch (op) {
	case DW_OP_shl:
		return out ? 0 : a << by;
	case DW_OP_shr:
		return out ? 0 : a >> by;
	default:
		return expr__signed(expr, a) >> (out ? bits - 1 : by);
	}
}

static bool expr__compare(const struct expr *expr, uint8_t op, uint64_t a, uint64_t b)
{
	int64_t left = expr__signed(expr, a), right = expr__signed(expr, b);

	switch (op) {
	case DW_OP_le:
		return left <= right;
	case DW_OP_ge:
		return left >= right;
	case DW_OP_eq:
		return left == right;
	case DW_OP_lt:
		return left < right;
	case DW_OP_gt:
		return left > right;
	default:
		return left != right;
	}
}

/* Applies an operator of two operands. Returns false if @op is none. */
static bool expr__binary(struct expr *expr, uint8_t op)
{
	uint64_t b, a;

	if (op != DW_OP_and && op != DW_OP_div && op != DW_OP_minus && op != DW_OP_mod &&
	    op != DW_OP_mul && op != DW_OP_or && op != DW_OP_plus && op != DW_OP_xor &&
	    (op < DW_OP_shl || op > DW_OP_shra) && (op < DW_OP_eq || op > DW_OP_ne))
		return false;
	b = expr__pop(expr);
	a = expr__pop(expr);
	switch (op) {
	case DW_OP_and:
		expr__push(expr, a & b);
		break;
	case DW_OP_div:
		expr__push(expr, expr__divide(expr, a, b));
		break;
	case DW_OP_minus:
		expr__push(expr, a - b);
		break;
	case DW_OP_mod:
		expr__push(expr, expr__modulo(expr, a, b));
		break;
	case DW_OP_mul:
		expr__push(expr, a * b);
		break;
	case DW_OP_or:
		expr__push(expr, a | b);
		break;
	case DW_OP_plus:
		expr__push(expr, a + b);
		break;
	case DW_OP_xor:
		expr__push(expr, a ^ b);
		break;
	case DW_OP_shl:
	case DW_OP_shr:
	case DW_OP_shra:
		expr__push(expr, expr__shift(expr, op, a, b));
		break;
	default:
		expr__push(expr, expr__compare(expr, op, a, b));
		break;
	}
	return true;
}

/* Pushes a number that stands in the expression. Returns false if @op does not push one. */
static bool expr__constant(struct expr *expr, uint8_t op)
{
	struct defer_cursor *cur = &expr->cur;

	if (op >= DW_OP_lit0 && op <= DW_OP_lit31) {
		expr__push(expr, op - DW_OP_lit0);
		return true;
	}
	switch (op) {
	case DW_OP_const1u:
		expr__push(expr, defer_cursor__u8(cur));
		return true;
	case DW_OP_const1s:
		expr__push(expr, (int8_t)defer_cursor__u8(cur));
		return true;
	case DW_OP_const2u:
		expr__push(expr, defer_cursor__u16(cur));
		return true;
	case DW_OP_const2s:
		expr__push(expr, (int16_t)defer_cursor__u16(cur));
		return true;
	case DW_OP_const4u:
		expr__push(expr, defer_cursor__u32(cur));
		return true;
	case DW_OP_const4s:
		expr__push(expr, (int32_t)defer_cursor__u32(cur));
		return true;
	case DW_OP_const8u:
	case DW_OP_const8s:
		expr__push(expr, defer_cursor__u64(cur));
		return true;
	case DW_OP_constu:
		expr__push(expr, dw_cursor__uleb(cur));
		return true;
	case DW_OP_consts:
		expr__push(expr, dw_cursor__sleb(cur));
		return true;
	default:
		return false;
	}
}

/* Changes only the top of the stack, or the order of what is on it. Returns false if @op does neither. */
static bool expr__unary(struct expr *expr, uint8_t op)
{
	uint64_t value;

	switch (op) {
	case DW_OP_dup:
		expr__pick(expr, 0);
		return true;
	case DW_OP_drop:
		expr__pop(expr);
		return true;
	case DW_OP_over:
		expr__pick(expr, 1);
		return true;
	case DW_OP_pick:
		expr__pick(expr, defer_cursor__u8(&expr->cur));
		return true;
	case DW_OP_swap:
		expr__swap(expr);
		return true;
	case DW_OP_rot:
		expr__rot(expr);
		return true;
	case DW_OP_abs:
		value = expr__pop(expr);
		expr__push(expr, expr__signed(expr, value) < 0 ? -value : value);
		return true;
	case DW_OP_neg:
		expr__push(expr, -expr__pop(expr));
		return true;
	case DW_OP_not:
		expr__push(expr, ~expr__pop(expr));
		return true;
	case DW_OP_plus_uconst:
		value = expr__pop(expr);
		expr__push(expr, value + dw_cursor__uleb(&expr->cur));
		return true;
	case DW_OP_deref:
		expr__deref(expr, expr->frame->addr_size);
		return true;
	case DW_OP_deref_size:
		expr__deref(expr, defer_cursor__u8(&expr->cur));
		return true;
	default:
		return false;
	}
}

static void expr__step(struct expr *expr)
{
	struct defer_cursor *cur = &expr->cur;
	uint8_t op = defer_cursor__u8(cur);
	int16_t offset;
	uint64_t reg;

	if (expr__constant(expr, op) || expr__unary(expr, op) || expr__binary(expr, op))
		return;
	if (op >= DW_OP_breg0 && op <= DW_OP_breg31) {
		expr__push_reg(expr, op - DW_OP_breg0, dw_cursor__sleb(cur));
		return;
	}
	switch (op) {
	case DW_OP_bregx:
		reg = dw_cursor__uleb(cur);
		expr__push_reg(expr, reg, dw_cursor__sleb(cur));
		break;
	case DW_OP_skip:
		expr__skip(expr, defer_cursor__u16(cur));
		break;
	case DW_OP_bra:
		offset = defer_cursor__u16(cur);
		if (expr__pop(expr))
			expr__skip(expr, offset);
		break;
	case DW_OP_nop:
		break;
	default:
		expr__fail(expr, EXPR_INVALID);
	}
}

enum expr_result dwarf_expr__eval(const struct expr_frame *frame, const uint8_t *bytes, size_t size,
				  const uint64_t *initial, uint64_t *result)
{
	struct expr expr;
	unsigned int steps = 0;

	expr.frame = frame;
	expr.depth = 0;
	expr.result = EXPR_OK;
	defer_cursor__init(&expr.cur, bytes, size, 0, frame->swap);
	if (initial)
		expr__push(&expr, *initial);
	while (!expr.result && defer_cursor__left(&expr.cur)) {
		expr__step(&expr);
		if (expr.cur.failed || ++steps > EXPR_STEPS)
			expr__fail(&expr, EXPR_INVALID);
	}
	*result = expr__pop(&expr);
	return expr.result;
}
