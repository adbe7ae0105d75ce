// SPDX-License-Identifier: GPL-2.0-only
#include <perf/defer-abi.h>
#include <perf/defer-cursor.h>

#include "tests/builder.h"
#include "tests/rng.h"
#include "tests/tests.h"
#include "util/base/array.h"

static const uint32_t versions[] = {64, 72, 80, 96, 104, 112, 120, 128, 136, 144};

static struct defer_attr random_attr(uint64_t *rng, uint32_t size)
{
	return (struct defer_attr){
		.type = (uint32_t)rng__next(rng),
		.size = size,
		.config = rng__next(rng),
		.sample_period = rng__next(rng),
		.sample_type = rng__next(rng),
		.read_format = rng__next(rng),
		.flags = rng__next(rng),
		.wakeup_events = (uint32_t)rng__next(rng),
		.bp_type = (uint32_t)rng__next(rng),
		.config1 = rng__next(rng),
		.config2 = rng__next(rng),
		.branch_sample_type = rng__next(rng),
		.sample_regs_user = rng__next(rng),
		.sample_stack_user = (uint32_t)rng__next(rng),
		.clockid = (int32_t)rng__next(rng),
		.sample_regs_intr = rng__next(rng),
		.aux_watermark = (uint32_t)rng__next(rng),
		.sample_max_stack = (uint16_t)rng__next(rng),
		.aux_sample_size = (uint32_t)rng__next(rng),
		.aux_action = (uint32_t)rng__next(rng),
		.sig_data = rng__next(rng),
		.config3 = rng__next(rng),
		.config4 = rng__next(rng),
	};
}

/* Returns what remains of @attr if a recorder wrote only its first attr->size bytes. */
static void cut_attr(struct defer_attr *attr)
{
	static const struct {
		uint32_t from;
		size_t at, size;
	} fields[] = {
#define FIELD(from, name) {from, offsetof(struct defer_attr, name), sizeof(attr->name)}
		FIELD(64, config2),	     FIELD(72, branch_sample_type),
		FIELD(80, sample_regs_user), FIELD(88, sample_stack_user),
		FIELD(92, clockid),	     FIELD(96, sample_regs_intr),
		FIELD(104, aux_watermark),   FIELD(108, sample_max_stack),
		FIELD(112, aux_sample_size), FIELD(116, aux_action),
		FIELD(120, sig_data),	     FIELD(128, config3),
		FIELD(136, config4),
#undef FIELD
	};

	for (size_t i = 0; i < ARRAY_SIZE(fields); i++) {
		if (fields[i].from >= attr->size)
			memset((uint8_t *)attr + fields[i].at, 0, fields[i].size);
	}
}

/* Compares all fields, by writing both at full length: structures have padding. */
static bool same_attr(const struct defer_attr *a, const struct defer_attr *b)
{
	struct defer_attr attrs[] = {*a, *b};
	struct builder bytes;
	bool same;

	builder__init(&bytes, false);
	for (int i = 0; i < 2; i++) {
		attrs[i].size = DEFER_ATTR_SIZE_VER9;
		builder__attr(&bytes, &attrs[i]);
	}
	same = a->size == b->size &&
	       !memcmp(bytes.data, bytes.data + DEFER_ATTR_SIZE_VER9, DEFER_ATTR_SIZE_VER9);
	builder__exit(&bytes);
	return same;
}

static int round_trip(uint64_t *rng, uint32_t size, bool big)
{
	struct defer_attr in = random_attr(rng, size), out;
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_cursor cur;
	struct builder b;

	builder__init(&b, big);
	builder__attr(&b, &in);
	builder__u64(&b, 42);
	cut_attr(&in);

	defer_cursor__init(&cur, b.data, b.size, 0, builder__swap(&b));
	memset(&out, 0xff, sizeof(out)); /* that a short one lacks is 0 */
	T_EQ(defer_attr__read(&out, &cur, size, &err), 0);
	T_CHECK(same_attr(&in, &out));
	T_EQ(defer_cursor__u64(&cur), 42);
	builder__exit(&b);
	return TEST_OK;
}

static int test_versions(void)
{
	uint64_t rng = 1;

	for (size_t i = 0; i < ARRAY_SIZE(versions); i++) {
		for (int n = 0; n < 100; n++) {
			T_RUN(round_trip(&rng, versions[i], false));
			T_RUN(round_trip(&rng, versions[i], true));
		}
	}
	return TEST_OK;
}

static int test_later_version(void)
{
	uint64_t rng = 2;

	T_RUN(round_trip(&rng, 152, false));
	T_RUN(round_trip(&rng, 152, true));
	T_RUN(round_trip(&rng, 4096, true));
	return TEST_OK;
}

/* The bytes of an attr as a big-endian machine wrote them, spelled out. */
static int test_big_endian_bits(void)
{
	uint8_t bytes[DEFER_ATTR_SIZE_VER9] = {0};
	struct defer_cursor cur;
	struct defer_attr attr;
	bool swap = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;

	bytes[7] = DEFER_ATTR_SIZE_VER9;
	bytes[40] = 0x80;  /* disabled: the first bit of the first byte */
	bytes[41] = 0x01;  /* precise_ip = 2: bits 15 and 16 from the top, the first one set */
	bytes[42] = 0x20;  /* sample_id_all: bit 18 */
	bytes[44] = 0x02;  /* defer_callchain: bit 38 */
	bytes[116] = 0x40; /* aux_pause: bit 1 */

	defer_cursor__init(&cur, bytes, sizeof(bytes), 0, swap);
	T_EQ(defer_attr__read(&attr, &cur, sizeof(bytes), NULL), 0);
	T_EQ(attr.flags, DEFER_ATTR_DISABLED | 2ULL << DEFER_ATTR_PRECISE_IP_SHIFT |
				 DEFER_ATTR_SAMPLE_ID_ALL | DEFER_ATTR_DEFER_CALLCHAIN);
	T_EQ(attr.aux_action, 1 << 1);
	return TEST_OK;
}

/* Reads an attr that says @says where there are @size bytes. */
static int read_size(uint32_t says, size_t size, struct defer_attr *attr, struct defer_error *err)
{
	struct defer_attr in = {.size = (uint32_t)(size < 64 ? 64 : size), .config2 = 7};
	struct defer_cursor cur;
	struct builder b;
	int ret;

	builder__init(&b, false);
	builder__attr(&b, &in);
	builder__poke_u32(&b, 4, says);
	defer_cursor__init(&cur, b.data, size, 300, builder__swap(&b));
	ret = defer_attr__read(attr, &cur, size, err);
	builder__exit(&b);
	return ret;
}

static int size_lie(uint32_t says, size_t size)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_attr attr;

	T_EQ(read_size(says, size, &attr, &err), DEFER_ERR_CORRUPT);
	T_EQ(err.code, DEFER_ERR_CORRUPT);
	T_EQ(err.offset, 300);
	return TEST_OK;
}

static int test_size_lies(void)
{
	T_RUN(size_lie(1, 144));
	T_RUN(size_lie(63, 144));
	T_RUN(size_lie(145, 144));
	T_RUN(size_lie(144, 136));
	T_RUN(size_lie(UINT32_MAX, 144));
	T_RUN(size_lie(0, 63));
	T_RUN(size_lie(64, 0));
	return TEST_OK;
}

/* Recorders before the size was a rule left it 0, and inject once kept a smaller one. */
static int test_size_smaller_than_place(void)
{
	struct defer_attr attr;

	T_EQ(read_size(0, 144, &attr, NULL), 0);
	T_EQ(attr.size, 64);
	T_EQ(attr.config2, 0);
	T_EQ(read_size(72, 144, &attr, NULL), 0);
	T_EQ(attr.size, 72);
	T_EQ(attr.config2, 7);
	return TEST_OK;
}

static int test_cut_off(void)
{
	struct defer_attr in = {.size = 144}, out;
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_cursor cur;
	struct builder b;

	builder__init(&b, false);
	builder__attr(&b, &in);
	defer_cursor__init(&cur, b.data, b.size - 1, 0, builder__swap(&b));
	T_EQ(defer_attr__read(&out, &cur, 144, &err), DEFER_ERR_TRUNCATED);
	builder__exit(&b);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"every version's size in both byte orders", test_versions},
	{"sizes of versions to come", test_later_version},
	{"bits as a big-endian recorder numbers them", test_big_endian_bits},
	{"sizes that lie", test_size_lies},
	{"sizes of 0 and smaller than their place", test_size_smaller_than_place},
	{"bytes that end too early", test_cut_off},
	{0},
};

const struct test_suite suite__attr = {"attr", "perf_event_attr of any size and order", cases};
