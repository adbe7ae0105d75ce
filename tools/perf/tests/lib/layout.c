// SPDX-License-Identifier: GPL-2.0-only
#include <perf/defer-abi.h>
#include <perf/defer-attr.h>

#include "tests/tests.h"

static int init(struct defer_layout *layout, uint64_t sample_type, uint64_t flags)
{
	struct defer_attr attr = {.size = 144, .sample_type = sample_type, .flags = flags};

	return defer_layout__init(layout, &attr, NULL);
}

/* The sample_type of perf record --call-graph fp,defer. */
static int test_common(void)
{
	struct defer_layout layout;

	T_EQ(init(&layout,
		  DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME | DEFER_SAMPLE_ADDR |
			  DEFER_SAMPLE_ID | DEFER_SAMPLE_CALLCHAIN | DEFER_SAMPLE_PERIOD,
		  DEFER_ATTR_SAMPLE_ID_ALL),
	     0);
	T_EQ(layout.fixed_size, 48);
	T_EQ(layout.id_pos, 4);
	T_EQ(layout.id_all_pos, 1);
	T_EQ(layout.id_all_size, 24);
	T_CHECK(layout.sample_id_all);
	return TEST_OK;
}

static int test_identifier(void)
{
	struct defer_layout layout;

	T_EQ(init(&layout,
		  DEFER_SAMPLE_IDENTIFIER | DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_ID |
			  DEFER_SAMPLE_CPU | DEFER_SAMPLE_STREAM_ID,
		  DEFER_ATTR_SAMPLE_ID_ALL),
	     0);
	T_EQ(layout.fixed_size, 48);
	T_EQ(layout.id_pos, 0);
	T_EQ(layout.id_all_pos, 1);
	T_EQ(layout.id_all_size, 40);
	return TEST_OK;
}

static int test_id_before_cpu(void)
{
	struct defer_layout layout;

	T_EQ(init(&layout,
		  DEFER_SAMPLE_TIME | DEFER_SAMPLE_ID | DEFER_SAMPLE_STREAM_ID | DEFER_SAMPLE_CPU,
		  DEFER_ATTR_SAMPLE_ID_ALL),
	     0);
	T_EQ(layout.id_pos, 1);
	T_EQ(layout.id_all_pos, 3);
	T_EQ(layout.id_all_size, 32);
	return TEST_OK;
}

static int test_no_id(void)
{
	struct defer_layout layout;

	T_EQ(init(&layout, DEFER_SAMPLE_IP | DEFER_SAMPLE_TID, DEFER_ATTR_SAMPLE_ID_ALL), 0);
	T_EQ(layout.id_pos, -1);
	T_EQ(layout.id_all_pos, -1);
	T_EQ(layout.id_all_size, 8);
	return TEST_OK;
}

static int test_no_sample_id_all(void)
{
	struct defer_layout layout;

	T_EQ(init(&layout, DEFER_SAMPLE_IDENTIFIER | DEFER_SAMPLE_TID, 0), 0);
	T_EQ(layout.id_pos, 0);
	T_EQ(layout.id_all_pos, -1);
	T_EQ(layout.id_all_size, 0);
	T_CHECK(!layout.sample_id_all);
	return TEST_OK;
}

static int test_empty(void)
{
	struct defer_layout layout;

	T_EQ(init(&layout, 0, 0), 0);
	T_EQ(layout.fixed_size, 0);
	T_EQ(layout.id_pos, -1);
	return TEST_OK;
}

static int test_registers(void)
{
	struct defer_attr attr = {
		.size = 144,
		.sample_type = DEFER_SAMPLE_REGS_USER | DEFER_SAMPLE_REGS_INTR,
		.sample_regs_user = UINT64_MAX,
		.sample_regs_intr = 0x8000000000000011ULL,
	};
	struct defer_layout layout;

	T_EQ(defer_layout__init(&layout, &attr, NULL), 0);
	T_EQ(layout.regs_user, 64);
	T_EQ(layout.regs_intr, 3);
	T_EQ(layout.regs_user_mask, UINT64_MAX);
	return TEST_OK;
}

static int test_unknown_fields(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_attr attr = {.size = 144, .sample_type = 1ULL << 25};
	struct defer_layout layout;

	T_EQ(defer_layout__init(&layout, &attr, &err), DEFER_ERR_UNSUPPORTED);
	T_CHECK(strstr(err.text, "0x2000000"));
	attr.sample_type = DEFER_SAMPLE_KNOWN;
	T_EQ(defer_layout__init(&layout, &attr, NULL), 0);
	attr.sample_type = 1ULL << 63;
	T_EQ(defer_layout__init(&layout, &attr, NULL), DEFER_ERR_UNSUPPORTED);
	return TEST_OK;
}

/* It matters only where the sample has READ. */
static int test_unknown_format(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_attr attr = {.size = 144, .read_format = 1ULL << 5};
	struct defer_layout layout;

	T_EQ(defer_layout__init(&layout, &attr, &err), 0);
	attr.sample_type = DEFER_SAMPLE_READ;
	T_EQ(defer_layout__init(&layout, &attr, &err), DEFER_ERR_UNSUPPORTED);
	T_CHECK(strstr(err.text, "read_format"));
	return TEST_OK;
}

/* The kernel's order, written down once more: perf_output_sample() of Linux 7.2. */
static const uint64_t fixed_order[] = {
	DEFER_SAMPLE_IDENTIFIER, DEFER_SAMPLE_IP,   DEFER_SAMPLE_TID,
	DEFER_SAMPLE_TIME,	 DEFER_SAMPLE_ADDR, DEFER_SAMPLE_ID,
	DEFER_SAMPLE_STREAM_ID,	 DEFER_SAMPLE_CPU,  DEFER_SAMPLE_PERIOD,
};

#define NR_FIXED (sizeof(fixed_order) / sizeof(*fixed_order))

/* Returns the number of fields of @type before @field, or -1 if @type lacks it. */
static int pos_of(uint64_t type, uint64_t field)
{
	int pos = 0;

	for (size_t i = 0; fixed_order[i] != field; i++)
		pos += !!(type & fixed_order[i]);
	return type & field ? pos : -1;
}

static int test_places(void)
{
	for (unsigned int set = 0; set < 1u << NR_FIXED; set++) {
		struct defer_layout layout;
		uint64_t type = 0;

		for (size_t i = 0; i < NR_FIXED; i++)
			type |= set & 1u << i ? fixed_order[i] : 0;
		T_EQ(init(&layout, type, 0), 0);
		T_EQ(layout.tid_pos, pos_of(type, DEFER_SAMPLE_TID));
		T_EQ(layout.time_pos, pos_of(type, DEFER_SAMPLE_TIME));
		T_EQ(layout.cpu_pos, pos_of(type, DEFER_SAMPLE_CPU));
		T_EQ(layout.id_pos,
		     type & DEFER_SAMPLE_IDENTIFIER ? 0 : pos_of(type, DEFER_SAMPLE_ID));
		T_EQ(layout.fixed_size, 8 * __builtin_popcount(set));
	}
	return TEST_OK;
}

static int check_user_half(uint64_t type, uint64_t branches, uint64_t flags,
			   enum defer_user_half want)
{
	struct defer_attr attr = {
		.size = 144, .sample_type = type, .branch_sample_type = branches, .flags = flags};
	struct defer_layout layout;

	T_EQ(defer_layout__init(&layout, &attr, NULL), 0);
	T_EQ(layout.user_half, want);
	return TEST_OK;
}

static int test_user_half(void)
{
	const uint64_t chain = DEFER_SAMPLE_CALLCHAIN, branches = DEFER_SAMPLE_BRANCH_STACK;
	const uint64_t regs = DEFER_SAMPLE_REGS_USER, stack = DEFER_SAMPLE_STACK_USER;
	const uint64_t calls = DEFER_BRANCH_CALL_STACK, no_user = DEFER_ATTR_EXCLUDE_CALLCHAIN_USER;

	T_RUN(check_user_half(0, 0, 0, DEFER_USER_NOT_ASKED));
	T_RUN(check_user_half(chain, 0, 0, DEFER_USER_CHAIN));
	T_RUN(check_user_half(chain, 0, no_user, DEFER_USER_NOT_ASKED));
	T_RUN(check_user_half(chain | regs | stack, 0, no_user, DEFER_USER_DUMP));
	T_RUN(check_user_half(chain | regs | stack, 0, 0, DEFER_USER_CHAIN));
	T_RUN(check_user_half(chain | regs, 0, 0, DEFER_USER_CHAIN));
	T_RUN(check_user_half(chain | stack, 0, 0, DEFER_USER_CHAIN));
	T_RUN(check_user_half(stack, 0, 0, DEFER_USER_NOT_ASKED));
	T_RUN(check_user_half(chain | branches, calls, no_user, DEFER_USER_BRANCHES));
	T_RUN(check_user_half(chain | branches, 0, 0, DEFER_USER_CHAIN));
	T_RUN(check_user_half(chain, calls, 0, DEFER_USER_CHAIN));
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"what --call-graph fp,defer asks for", test_common},
	{"IDENTIFIER is first in samples and last in the rest", test_identifier},
	{"ID stands before STREAM_ID and CPU", test_id_before_cpu},
	{"no id", test_no_id},
	{"no sample_id_all", test_no_sample_id_all},
	{"no fields at all", test_empty},
	{"registers are counted", test_registers},
	{"each field's place in all sets of fields", test_places},
	{"where the user half comes from", test_user_half},
	{"fields that are not known", test_unknown_fields},
	{"read formats that are not known", test_unknown_format},
	{0},
};

const struct test_suite suite__layout = {"layout", "Where a sample's fields stand", cases};
