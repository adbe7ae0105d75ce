// SPDX-License-Identifier: GPL-2.0-only
/* Expressions of call frame information: each operator, its bounds, and each kind of failure. */
#include <dwarf.h>
#include <stdlib.h>

#include "tests/cfi-writer.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/unwind/dwarf-expr.h"

/* Registers below 8 have the value 0x100 times their number plus 1; register 40 has 7. */
static bool read_reg(void *ctx, uint64_t reg, uint64_t *value)
{
	(void)ctx;
	if (reg >= 8 && reg != 40)
		return false;
	*value = reg == 40 ? 7 : 0x100 * (reg + 1);
	return true;
}

/* Memory is from 0x100 to 0x1ff; each byte is the low one of its address. */
static bool read_memory(void *ctx, uint64_t addr, unsigned int size, uint64_t *value)
{
	(void)ctx;
	if (addr < 0x100 || addr + size > 0x200)
		return false;
	*value = 0;
	for (unsigned int i = size; i-- > 0;)
		*value = *value << 8 | ((addr + i) & 0xff);
	return true;
}

static enum expr_result eval_with(const uint8_t *bytes, size_t size, uint8_t addr_size, bool swap,
				  const uint64_t *initial, uint64_t *value)
{
	const struct expr_frame frame = {
		.addr_size = addr_size,
		.swap = swap,
		.reg = read_reg,
		.memory = read_memory,
	};
	uint8_t *copy = malloc(size ? size : 1);
	enum expr_result res;

	/* A copy of its own: a sanitizer sees a read behind its end. */
	if (!copy)
		abort();
	memcpy(copy, bytes, size);
	res = dwarf_expr__eval(&frame, copy, size, initial, value);
	free(copy);
	return res;
}

struct expr_case {
	const char *what;
	enum expr_result result;
	uint64_t wide, narrow; /* values with addresses of 8 bytes, and of 4 */
	uint8_t size;
	uint8_t bytes[24];
};

#define EXPR(what, result, wide, narrow, ...)                                       \
	{                                                                           \
		what, result, wide, narrow, sizeof((const uint8_t[]){__VA_ARGS__}), \
		{                                                                   \
			__VA_ARGS__                                                 \
		}                                                                   \
	}
#define BOTH(what, value, ...)	 EXPR(what, EXPR_OK, value, value, __VA_ARGS__)
#define SIGNED(what, value, ...) EXPR(what, EXPR_OK, value, (uint32_t)(value), __VA_ARGS__)
#define FAILS(what, result, ...) EXPR(what, result, 0, 0, __VA_ARGS__)
#define MINUS_1			 DW_OP_const1s, 0xff
#define SMALLEST_64		 DW_OP_lit1, DW_OP_const1u, 63, DW_OP_shl
#define SMALLEST_32		 DW_OP_lit1, DW_OP_const1u, 31, DW_OP_shl

/* Numbers of several bytes are little-endian here. */
static const struct expr_case exprs[] = {
	BOTH("lit0", 0, DW_OP_lit0),
	BOTH("lit31", 31, DW_OP_lit31),
	BOTH("const1u", 0xff, DW_OP_const1u, 0xff),
	SIGNED("const1s", -1ULL, DW_OP_const1s, 0xff),
	BOTH("const2u", 0xfffe, DW_OP_const2u, 0xfe, 0xff),
	SIGNED("const2s", -2ULL, DW_OP_const2s, 0xfe, 0xff),
	BOTH("const4u", 0xfffffffe, DW_OP_const4u, 0xfe, 0xff, 0xff, 0xff),
	SIGNED("const4s", -2ULL, DW_OP_const4s, 0xfe, 0xff, 0xff, 0xff),
	SIGNED("const8u", 0x8877665544332211, DW_OP_const8u, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66,
	       0x77, 0x88),
	SIGNED("const8s", 0x8877665544332211, DW_OP_const8s, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66,
	       0x77, 0x88),
	BOTH("constu", 0x3fff, DW_OP_constu, 0xff, 0x7f),
	SIGNED("constu, the largest", UINT64_MAX, DW_OP_constu, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
	       0xff, 0xff, 0xff, 1),
	SIGNED("consts", -128ULL, DW_OP_consts, 0x80, 0x7f),
	BOTH("breg0", 0x103, DW_OP_breg0, 3),
	BOTH("breg7 and a negative offset", 0x7f8, DW_OP_breg7, 0x78),
	BOTH("bregx", 9, DW_OP_bregx, 40, 2),
	BOTH("dup", 6, DW_OP_lit3, DW_OP_dup, DW_OP_plus),
	BOTH("drop", 3, DW_OP_lit3, DW_OP_lit4, DW_OP_drop),
	BOTH("over", 3, DW_OP_lit3, DW_OP_lit4, DW_OP_over),
	BOTH("pick 0", 4, DW_OP_lit3, DW_OP_lit4, DW_OP_pick, 0),
	BOTH("pick 1", 3, DW_OP_lit3, DW_OP_lit4, DW_OP_pick, 1),
	BOTH("swap", 1, DW_OP_lit3, DW_OP_lit4, DW_OP_swap, DW_OP_minus),
	BOTH("rot: the first becomes the third", 4, DW_OP_lit1, DW_OP_lit4, DW_OP_lit9, DW_OP_rot),
	BOTH("rot: the second is below", 1, DW_OP_lit1, DW_OP_lit4, DW_OP_lit9, DW_OP_rot,
	     DW_OP_drop),
	BOTH("rot: the top is lowest", 9, DW_OP_lit1, DW_OP_lit4, DW_OP_lit9, DW_OP_rot, DW_OP_drop,
	     DW_OP_drop),
	BOTH("deref", 0, DW_OP_const2u, 0x10, 1, DW_OP_deref_size, 1, DW_OP_const1u, 0x10,
	     DW_OP_minus),
	EXPR("deref has the size of an address", EXPR_OK, 0x0706050403020100, 0x03020100,
	     DW_OP_const2u, 0, 1, DW_OP_deref),
	BOTH("deref_size", 0x1110, DW_OP_const2u, 0x10, 1, DW_OP_deref_size, 2),
	BOTH("abs", 5, DW_OP_const1s, 0xfb, DW_OP_abs),
	BOTH("abs of a positive number", 5, DW_OP_lit5, DW_OP_abs),
	EXPR("abs of the smallest number", EXPR_OK, 0x80000000, 0x80000000, SMALLEST_32, DW_OP_abs),
	SIGNED("neg", -5ULL, DW_OP_lit5, DW_OP_neg),
	SIGNED("not", ~5ULL, DW_OP_lit5, DW_OP_not),
	BOTH("plus_uconst", 0x85, DW_OP_lit5, DW_OP_plus_uconst, 0x80, 1),
	BOTH("and", 4, DW_OP_lit6, DW_OP_lit12, DW_OP_and),
	BOTH("or", 14, DW_OP_lit6, DW_OP_lit12, DW_OP_or),
	BOTH("xor", 10, DW_OP_lit6, DW_OP_lit12, DW_OP_xor),
	BOTH("plus", 18, DW_OP_lit6, DW_OP_lit12, DW_OP_plus),
	SIGNED("minus", -6ULL, DW_OP_lit6, DW_OP_lit12, DW_OP_minus),
	BOTH("mul", 72, DW_OP_lit6, DW_OP_lit12, DW_OP_mul),
	BOTH("div", 3, DW_OP_lit19, DW_OP_lit6, DW_OP_div),
	SIGNED("div is signed", -3ULL, DW_OP_lit19, DW_OP_neg, DW_OP_lit6, DW_OP_div),
	SIGNED("div by -1", -19ULL, DW_OP_lit19, MINUS_1, DW_OP_div),
	EXPR("div of the smallest number by -1", EXPR_OK, 1ULL << 63, 0, SMALLEST_64, MINUS_1,
	     DW_OP_div),
	EXPR("div of the smallest number of 32 bits by -1", EXPR_OK, -0x80000000ULL, 0x80000000,
	     SMALLEST_32, MINUS_1, DW_OP_div),
	BOTH("mod", 1, DW_OP_lit19, DW_OP_lit6, DW_OP_mod),
	EXPR("mod is not signed", EXPR_OK, UINT64_MAX % 10, UINT32_MAX % 10, MINUS_1, DW_OP_lit10,
	     DW_OP_mod),
	BOTH("shl", 24, DW_OP_lit3, DW_OP_lit3, DW_OP_shl),
	EXPR("shl out of 32 bits", EXPR_OK, 1ULL << 32, 0, DW_OP_lit1, DW_OP_const1u, 32,
	     DW_OP_shl),
	BOTH("shl out of 64 bits", 0, DW_OP_lit1, DW_OP_const1u, 64, DW_OP_shl),
	BOTH("shl by a negative number", 0, DW_OP_lit1, MINUS_1, DW_OP_shl),
	EXPR("shr fills with zeros", EXPR_OK, UINT64_MAX >> 4, UINT32_MAX >> 4, MINUS_1, DW_OP_lit4,
	     DW_OP_shr),
	BOTH("shr out of 64 bits", 0, MINUS_1, DW_OP_const1u, 64, DW_OP_shr),
	SIGNED("shra fills with the sign", -2ULL, DW_OP_const1s, 0xe0, DW_OP_lit4, DW_OP_shra),
	SIGNED("shra out of 64 bits", -1ULL, DW_OP_const1s, 0xe0, DW_OP_const1u, 64, DW_OP_shra),
	BOTH("le", 1, MINUS_1, DW_OP_lit1, DW_OP_le),
	BOTH("le of equals", 1, DW_OP_lit1, DW_OP_lit1, DW_OP_le),
	BOTH("ge", 0, MINUS_1, DW_OP_lit1, DW_OP_ge),
	BOTH("ge of equals", 1, DW_OP_lit1, DW_OP_lit1, DW_OP_ge),
	BOTH("eq", 1, DW_OP_lit1, DW_OP_lit1, DW_OP_eq),
	BOTH("eq of others", 0, DW_OP_lit1, DW_OP_lit2, DW_OP_eq),
	BOTH("lt", 1, MINUS_1, DW_OP_lit1, DW_OP_lt),
	BOTH("lt of equals", 0, DW_OP_lit1, DW_OP_lit1, DW_OP_lt),
	BOTH("gt", 1, DW_OP_lit2, MINUS_1, DW_OP_gt),
	BOTH("gt of equals", 0, DW_OP_lit1, DW_OP_lit1, DW_OP_gt),
	BOTH("ne", 1, DW_OP_lit1, DW_OP_lit2, DW_OP_ne),
	BOTH("ne of equals", 0, DW_OP_lit1, DW_OP_lit1, DW_OP_ne),
	BOTH("nop", 1, DW_OP_lit1, DW_OP_nop),
	BOTH("skip", 1, DW_OP_lit1, DW_OP_skip, 1, 0, DW_OP_lit2),
	BOTH("skip to the end", 1, DW_OP_lit1, DW_OP_skip, 2, 0, DW_OP_lit2, DW_OP_lit3),
	BOTH("bra", 1, DW_OP_lit1, DW_OP_lit5, DW_OP_bra, 1, 0, DW_OP_lit2),
	BOTH("bra not taken", 2, DW_OP_lit1, DW_OP_lit0, DW_OP_bra, 1, 0, DW_OP_lit2),
	BOTH("a loop that counts down", 0, DW_OP_lit31, DW_OP_lit1, DW_OP_minus, DW_OP_dup,
	     DW_OP_bra, 0xfa, 0xff),
	BOTH("the CFA of a PLT, at its start", 0x808, DW_OP_breg7, 8, DW_OP_bregx, 40, 0,
	     DW_OP_lit15, DW_OP_and, DW_OP_lit11, DW_OP_ge, DW_OP_lit3, DW_OP_shl, DW_OP_plus),
	BOTH("the CFA of a PLT, at its end", 0x810, DW_OP_breg7, 8, DW_OP_bregx, 40, 4, DW_OP_lit15,
	     DW_OP_and, DW_OP_lit11, DW_OP_ge, DW_OP_lit3, DW_OP_shl, DW_OP_plus),

	FAILS("div by 0", EXPR_INVALID, DW_OP_lit1, DW_OP_lit0, DW_OP_div),
	FAILS("mod by 0", EXPR_INVALID, DW_OP_lit1, DW_OP_lit0, DW_OP_mod),
	FAILS("drop of nothing", EXPR_INVALID, DW_OP_drop),
	FAILS("an operand too few", EXPR_INVALID, DW_OP_lit1, DW_OP_plus),
	FAILS("over of one", EXPR_INVALID, DW_OP_lit1, DW_OP_over),
	FAILS("pick below the stack", EXPR_INVALID, DW_OP_lit1, DW_OP_pick, 1),
	FAILS("swap of one", EXPR_INVALID, DW_OP_lit1, DW_OP_swap),
	FAILS("rot of two", EXPR_INVALID, DW_OP_lit1, DW_OP_lit2, DW_OP_rot),
	FAILS("bra of nothing", EXPR_INVALID, DW_OP_bra, 0, 0),
	FAILS("no result", EXPR_INVALID, DW_OP_nop),
	FAILS("skip behind the end", EXPR_INVALID, DW_OP_lit1, DW_OP_skip, 1, 0),
	FAILS("skip before the start", EXPR_INVALID, DW_OP_lit1, DW_OP_skip, 0xfb, 0xff),
	FAILS("a loop without end", EXPR_INVALID, DW_OP_lit1, DW_OP_skip, 0xfd, 0xff),
	FAILS("a loop that fills the stack", EXPR_INVALID, DW_OP_lit1, DW_OP_skip, 0xfc, 0xff),
	FAILS("a number that is cut off", EXPR_INVALID, DW_OP_const4u, 1, 2, 3),
	FAILS("an offset that is cut off", EXPR_INVALID, DW_OP_breg7),
	FAILS("a jump that is cut off", EXPR_INVALID, DW_OP_lit1, DW_OP_skip, 0),
	FAILS("a number without end", EXPR_INVALID, DW_OP_constu, 0x80, 0x80, 0x80, 0x80, 0x80,
	      0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0),
	FAILS("deref_size of 3", EXPR_INVALID, DW_OP_const2u, 0, 1, DW_OP_deref_size, 3),
	FAILS("deref_size of 0", EXPR_INVALID, DW_OP_const2u, 0, 1, DW_OP_deref_size, 0),
	FAILS("deref_size of 16", EXPR_INVALID, DW_OP_const2u, 0, 1, DW_OP_deref_size, 16),
	FAILS("addr, which the linker would know", EXPR_INVALID, DW_OP_addr, 0, 0, 0, 0, 0, 0, 0,
	      0),
	FAILS("a place that is a register", EXPR_INVALID, DW_OP_reg3),
	FAILS("a piece", EXPR_INVALID, DW_OP_lit1, DW_OP_piece, 8),
	FAILS("a CFA by the CFA", EXPR_INVALID, DW_OP_call_frame_cfa),
	FAILS("another address space", EXPR_INVALID, DW_OP_lit1, DW_OP_lit1, DW_OP_xderef),
	FAILS("an unknown operator", EXPR_INVALID, 0x01),
	FAILS("a register that is not known", EXPR_NO_REGISTER, DW_OP_breg8, 0),
	FAILS("a number of no register", EXPR_NO_REGISTER, DW_OP_bregx, 0xff, 0xff, 0x7f, 0),
	FAILS("memory that was not recorded", EXPR_NO_MEMORY, DW_OP_lit1, DW_OP_deref),
	FAILS("memory that ends within a number", EXPR_NO_MEMORY, DW_OP_const2u, 0xff, 1,
	      DW_OP_deref),
	FAILS("the first failure counts", EXPR_NO_MEMORY, DW_OP_lit1, DW_OP_deref, DW_OP_breg8, 0),
	FAILS("a register that is not known, used as an address", EXPR_NO_REGISTER, DW_OP_breg8, 0,
	      DW_OP_deref),
};

static int check_expr(const struct expr_case *c, uint8_t addr_size, uint64_t want)
{
	uint64_t value;

	T_EQ(eval_with(c->bytes, c->size, addr_size, __BYTE_ORDER == __BIG_ENDIAN, NULL, &value),
	     c->result);
	if (c->result == EXPR_OK)
		T_EQ(value, want);
	return TEST_OK;
}

static int test_operators(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(exprs); i++) {
		if (check_expr(&exprs[i], 8, exprs[i].wide) ||
		    check_expr(&exprs[i], 4, exprs[i].narrow))
			T_FAIL("%s", exprs[i].what);
	}
	return TEST_OK;
}

static int test_narrow_deref(void)
{
	const bool big = __BYTE_ORDER == __BIG_ENDIAN;
	uint64_t value;

	T_EQ(eval_with(CODE(DW_OP_const2u, 0, 1, DW_OP_deref_size, 8), 4, big, NULL, &value),
	     EXPR_INVALID);
	T_EQ(eval_with(CODE(DW_OP_const2u, 0, 1, DW_OP_deref_size, 8), 8, big, NULL, &value),
	     EXPR_OK);
	return TEST_OK;
}

/* The CFA is on the stack of a register's expression, and not of the CFA's. */
static int test_initial(void)
{
	const uint64_t cfa = 0x1000;
	uint64_t value;

	T_EQ(eval_with(CODE(DW_OP_lit8, DW_OP_minus), 8, false, &cfa, &value), EXPR_OK);
	T_EQ(value, 0xff8);
	T_EQ(eval_with((const uint8_t *)"", 0, 8, false, &cfa, &value), EXPR_OK);
	T_EQ(value, 0x1000);
	T_EQ(eval_with((const uint8_t *)"", 0, 8, false, NULL, &value), EXPR_INVALID);
	return TEST_OK;
}

static int test_swapped(void)
{
	uint64_t value;

	T_EQ(eval_with(CODE(DW_OP_const2u, 1, 2, DW_OP_skip, 0, 1, DW_OP_lit0), 8,
		       __BYTE_ORDER == __LITTLE_ENDIAN, NULL, &value),
	     EXPR_OK);
	T_EQ(value, 0x102);
	T_EQ(eval_with(CODE(DW_OP_lit7, DW_OP_lit1, DW_OP_bra, 0, 1, DW_OP_lit0), 8,
		       __BYTE_ORDER == __LITTLE_ENDIAN, NULL, &value),
	     EXPR_OK);
	T_EQ(value, 7);
	return TEST_OK;
}

/* 64 values fit on the stack; and 1,000 steps are enough. */
static int test_bounds(void)
{
	uint8_t bytes[1001];
	uint64_t value;

	memset(bytes, DW_OP_lit1, 65);
	T_EQ(eval_with(bytes, 64, 8, false, NULL, &value), EXPR_OK);
	T_EQ(eval_with(bytes, 65, 8, false, NULL, &value), EXPR_INVALID);
	memset(bytes, DW_OP_nop, sizeof(bytes));
	bytes[0] = DW_OP_lit1;
	T_EQ(eval_with(bytes, 1000, 8, false, NULL, &value), EXPR_OK);
	T_EQ(eval_with(bytes, 1001, 8, false, NULL, &value), EXPR_INVALID);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"each operator, with addresses of 8 and of 4 bytes", test_operators},
	{"no read is larger than an address", test_narrow_deref},
	{"the CFA is there for a register's place", test_initial},
	{"the other byte order", test_swapped},
	{"the stack and the steps are bounded", test_bounds},
	{0},
};

const struct test_suite suite__dwarf_expr = {
	.name = "dwarf-expr",
	.desc = "expressions of call frame information",
	.cases = cases,
};
