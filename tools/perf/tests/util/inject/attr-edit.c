// SPDX-License-Identifier: GPL-2.0-only
/* Attrs of injected traces, in both byte orders: which bits go, and that no others do. */
#include <perf/defer-abi.h>

#include "tests/tests.h"
#include "util/inject/attr-edit.h"
#include "util/inject/stack-dump.h"

#define SIZE_AT	    4
#define TYPE_AT	    24
#define FLAGS_AT    40
#define BRANCHES_AT 72
#define REGS_AT	    80
#define REGS_END    92

static void put(uint8_t *at, uint64_t value, size_t size, bool big)
{
	for (size_t i = 0; i < size; i++)
		at[i] = value >> 8 * (big ? size - 1 - i : i);
}

static uint64_t get(const uint8_t *at, size_t size, bool big)
{
	uint64_t value = 0;

	for (size_t i = 0; i < size; i++)
		value |= (uint64_t)at[i] << 8 * (big ? size - 1 - i : i);
	return value;
}

/* Numbers the bits as a compiler does: from the first byte on; big-endian, the highest bit first. */
static uint64_t get_flags(const uint8_t *attr, bool big)
{
	uint64_t flags = 0;

	for (int bit = 0; bit < 64; bit++) {
		int at = big ? 7 - bit % 8 : bit % 8;

		flags |= (uint64_t)(attr[FLAGS_AT + bit / 8] >> at & 1) << bit;
	}
	return flags;
}

static bool is_swapped(bool big)
{
	return big != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
}

/* An attr whose bytes are all ones, with @size and @type. */
static void fill(uint8_t attr[144], uint32_t size, uint64_t type, uint64_t branches, bool big)
{
	memset(attr, 0xff, 144);
	put(attr + SIZE_AT, size, 4, big);
	put(attr + TYPE_AT, type, 8, big);
	put(attr + BRANCHES_AT, branches, 8, big);
}

/* All bytes but those from @from to @end are as in @before. */
static int same_but(const uint8_t *attr, const uint8_t *before, size_t from, size_t end)
{
	for (size_t i = 0; i < 144; i++) {
		bool is_known = (i >= SIZE_AT && i < 8) || (i >= TYPE_AT && i < 32) ||
				(i >= FLAGS_AT && i < 48);

		if (!is_known && (i < from || i >= end))
			T_EQ(attr[i], before[i]);
	}
	return TEST_OK;
}

static int check_merge(bool big, uint32_t stored, size_t size, uint32_t want)
{
	uint8_t attr[144], before[144];

	fill(attr, stored, ~0ULL, ~0ULL, big);
	memcpy(before, attr, sizeof(attr));
	attr_edit__merge(attr, size, is_swapped(big));
	T_EQ(attr_edit__size(attr, is_swapped(big)), want);
	T_EQ(get(attr + SIZE_AT, 4, big), want);
	T_EQ(get_flags(attr, big),
	     ~(uint64_t)(DEFER_ATTR_DEFER_CALLCHAIN | DEFER_ATTR_DEFER_OUTPUT));
	T_EQ(get(attr + TYPE_AT, 8, big), ~0ULL);
	return same_but(attr, before, 0, 0);
}

static int test_merge(void)
{
	for (int big = 0; big < 2; big++) {
		T_RUN(check_merge(big, 144, 144, 144));
		T_RUN(check_merge(big, 144, 112, 112));
		T_RUN(check_merge(big, 112, 112, 112));
		T_RUN(check_merge(big, 64, 112, 64));
		T_RUN(check_merge(big, 0, 64, 0));
	}
	return TEST_OK;
}

/* An attr of @size that is converted, or not. */
static int check_convert(bool big, size_t size, uint64_t type, uint64_t branches, bool converts)
{
	uint8_t attr[144], before[144];
	bool has_regs = converts && size >= REGS_END;

	fill(attr, size, type, branches, big);
	memcpy(before, attr, sizeof(attr));
	attr_edit__convert(attr, size, is_swapped(big));
	T_EQ(get(attr + TYPE_AT, 8, big), converts ? type & ~(uint64_t)STACK_DUMP_FIELDS : type);
	T_EQ(get_flags(attr, big), converts ? ~(uint64_t)DEFER_ATTR_EXCLUDE_CALLCHAIN_USER : ~0ULL);
	T_EQ(get(attr + SIZE_AT, 4, big), size);
	for (size_t i = REGS_AT; i < REGS_END; i++)
		T_EQ(attr[i], has_regs ? 0 : 0xff);
	return same_but(attr, before, REGS_AT, REGS_END);
}

static int test_convert(void)
{
	const uint64_t dump = STACK_DUMP_FIELDS | DEFER_SAMPLE_CALLCHAIN | DEFER_SAMPLE_IP;

	for (int big = 0; big < 2; big++) {
		T_RUN(check_convert(big, 144, dump, 0, true));
		T_RUN(check_convert(big, 112, dump, 0, true));
		T_RUN(check_convert(big, 96, dump, 0, true));
		T_RUN(check_convert(big, 80, dump, 0, true));
		/* Branches may be call stacks, if the attr reaches that far. */
		T_RUN(check_convert(big, 144, dump | DEFER_SAMPLE_BRANCH_STACK, 1, true));
		T_RUN(check_convert(big, 80, dump | DEFER_SAMPLE_BRANCH_STACK,
				    DEFER_BRANCH_CALL_STACK, false));
		T_RUN(check_convert(big, 72, dump | DEFER_SAMPLE_BRANCH_STACK,
				    DEFER_BRANCH_CALL_STACK, true));
		T_RUN(check_convert(big, 144, dump, DEFER_BRANCH_CALL_STACK, true));
		T_RUN(check_convert(big, 144, dump & ~(uint64_t)DEFER_SAMPLE_STACK_USER, 0, false));
		T_RUN(check_convert(big, 144, dump & ~(uint64_t)DEFER_SAMPLE_REGS_USER, 0, false));
		T_RUN(check_convert(big, 144, dump & ~(uint64_t)DEFER_SAMPLE_CALLCHAIN, 0, false));
	}
	return TEST_OK;
}

/* The shortest attr that loses nothing. */
static int test_needed(void)
{
	uint8_t attr[160] = {0};

	memset(attr, 0xff, ATTR_EDIT_SIZE_5_13);
	T_EQ(attr_edit__needed(attr, sizeof(attr)), ATTR_EDIT_SIZE_5_13);
	T_EQ(attr_edit__needed(attr, ATTR_EDIT_SIZE_5_13), ATTR_EDIT_SIZE_5_13);
	T_EQ(attr_edit__needed(attr, 64), 64);
	T_EQ(attr_edit__needed(attr, ATTR_EDIT_SIZE_5_13 - 8), ATTR_EDIT_SIZE_5_13 - 8);
	for (size_t i = ATTR_EDIT_SIZE_5_13; i < sizeof(attr); i++) {
		attr[i] = 1;
		T_EQ(attr_edit__needed(attr, sizeof(attr)), sizeof(attr));
		T_EQ(attr_edit__needed(attr, i), ATTR_EDIT_SIZE_5_13);
		T_EQ(attr_edit__needed(attr, i + 1),
		     i + 1 > ATTR_EDIT_SIZE_5_13 ? i + 1 : ATTR_EDIT_SIZE_5_13);
		attr[i] = 0;
	}
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"merged traces defer nothing", test_merge},
	{"traces without dumps ask for none", test_convert},
	{"the shortest attr", test_needed},
	{0},
};

const struct test_suite suite__attr_edit = {"attr-edit", "Attrs of injected traces", cases};
