// SPDX-License-Identifier: GPL-2.0-only
#include <perf/defer-cursor.h>
#include <perf/defer-record.h>

#include "tests/builder.h"
#include "tests/tests.h"

static int walk(bool big)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_record rec;
	struct defer_cursor cur;
	struct builder b;

	builder__init(&b, big);
	builder__begin(&b, DEFER_RECORD_COMM, DEFER_MISC_COMM_EXEC);
	builder__zeros(&b, 24);
	builder__end(&b);
	builder__begin(&b, DEFER_RECORD_FINISHED_ROUND, 0);
	builder__end(&b);

	defer_cursor__init(&cur, b.data, b.size, 4096, builder__swap(&b));
	T_EQ(defer_record__next(&rec, &cur, &err), 1);
	T_EQ(rec.type, DEFER_RECORD_COMM);
	T_EQ(rec.misc, DEFER_MISC_COMM_EXEC);
	T_EQ(rec.ext, 0);
	T_EQ(rec.size, 32);
	T_EQ(rec.offset, 4096);
	T_CHECK(rec.data == b.data);
	T_EQ(defer_record__next(&rec, &cur, &err), 1);
	T_EQ(rec.type, DEFER_RECORD_FINISHED_ROUND);
	T_EQ(rec.size, 8);
	T_EQ(rec.offset, 4096 + 32);
	T_EQ(defer_record__next(&rec, &cur, &err), 0);
	builder__exit(&b);
	return TEST_OK;
}

static int test_walk(void)
{
	T_RUN(walk(false));
	T_RUN(walk(true));
	return TEST_OK;
}

static int extended(bool big)
{
	const size_t body = DEFER_RECORD_HEADER_SIZE * UINT16_MAX - DEFER_RECORD_HEADER_SIZE;
	struct defer_record rec;
	struct defer_cursor cur;
	struct builder b;

	builder__init(&b, big);
	builder__begin(&b, DEFER_RECORD_SAMPLE, DEFER_MISC_KERNEL);
	builder__zeros(&b, body);
	builder__end_extended(&b);
	builder__begin(&b, DEFER_RECORD_FINISHED_ROUND, 0);
	builder__end(&b);

	T_CHECK(builder__swap(&b) || !defer_record__decode_plain(&rec, b.data, b.size, 0));
	defer_cursor__init(&cur, b.data, b.size, 0, builder__swap(&b));
	T_EQ(defer_record__next(&rec, &cur, NULL), 1);
	T_EQ(rec.type, DEFER_RECORD_SAMPLE);
	T_EQ(rec.misc, DEFER_MISC_KERNEL);
	T_EQ(rec.ext, DEFER_EXT_SIZE_X8);
	T_EQ(rec.size, 524280);
	T_EQ(defer_record__next(&rec, &cur, NULL), 1);
	T_EQ(rec.type, DEFER_RECORD_FINISHED_ROUND);
	T_EQ(rec.ext, 0);
	T_EQ(defer_record__next(&rec, &cur, NULL), 0);
	builder__exit(&b);
	return TEST_OK;
}

static int test_extended(void)
{
	T_RUN(extended(false));
	T_RUN(extended(true));
	return TEST_OK;
}

/* A flag that is not known here changes the type's meaning but not the size's. */
static int test_extended_other_flag(void)
{
	struct defer_record rec;
	struct builder b;

	builder__init(&b, false);
	builder__begin(&b, DEFER_RECORD_COMM | 4U << 16, DEFER_MISC_EXT_RESERVED);
	builder__zeros(&b, 16);
	builder__end(&b);
	T_EQ(defer_record__decode(&rec, b.data, b.size, 0, builder__swap(&b), NULL), 0);
	T_EQ(rec.type, DEFER_RECORD_COMM);
	T_EQ(rec.misc, 0);
	T_EQ(rec.ext, 4);
	T_EQ(rec.size, 24);
	builder__exit(&b);
	return TEST_OK;
}

/* perf sets the reserved bit for purposes of its own: they are no extended records. */
static int test_reserved_bit_alone(void)
{
	struct defer_record rec;
	struct builder b;

	builder__init(&b, false);
	builder__begin(&b, DEFER_RECORD_HEADER_BUILD_ID, DEFER_MISC_BUILD_ID_SIZE);
	builder__zeros(&b, 64);
	builder__end(&b);
	T_EQ(defer_record__decode(&rec, b.data, b.size, 0, builder__swap(&b), NULL), 0);
	T_EQ(rec.type, DEFER_RECORD_HEADER_BUILD_ID);
	T_EQ(rec.misc, DEFER_MISC_BUILD_ID_SIZE);
	T_EQ(rec.ext, 0);
	T_EQ(rec.size, 72);
	builder__exit(&b);
	return TEST_OK;
}

/* Without the reserved bit a type over 16 bits is one that is not known. */
static int test_high_type(void)
{
	struct defer_record rec;
	struct builder b;

	builder__init(&b, false);
	builder__begin(&b, DEFER_RECORD_COMM | 1U << 16, 0);
	builder__end(&b);
	T_EQ(defer_record__decode(&rec, b.data, b.size, 0, builder__swap(&b), NULL), 0);
	T_EQ(rec.type, DEFER_RECORD_COMM | 1 << 16);
	T_EQ(rec.size, 8);
	T_STREQ(defer_record__name(rec.type), "UNKNOWN");
	builder__exit(&b);
	return TEST_OK;
}

static int size_lie(uint16_t size, int want)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_record rec;
	struct defer_cursor cur;
	struct builder b;

	builder__init(&b, false);
	builder__begin(&b, DEFER_RECORD_FINISHED_ROUND, 0);
	builder__end(&b);
	builder__begin(&b, DEFER_RECORD_COMM, 0);
	builder__zeros(&b, 24);
	builder__end(&b);
	builder__poke_u16(&b, b.record + 6, size);

	defer_cursor__init(&cur, b.data, b.size, 100, builder__swap(&b));
	T_EQ(defer_record__next(&rec, &cur, &err), 1);
	T_EQ(defer_record__next(&rec, &cur, &err), want);
	T_EQ(err.code, want);
	T_EQ(err.offset, 108);
	T_CHECK(strstr(err.text, "COMM"));
	T_EQ(cur.pos, 8);
	builder__exit(&b);
	return TEST_OK;
}

static int test_size_zero(void)
{
	return size_lie(0, DEFER_ERR_CORRUPT);
}

static int test_size_less_than_header(void)
{
	return size_lie(7, DEFER_ERR_CORRUPT);
}

static int test_size_past_end(void)
{
	return size_lie(33, DEFER_ERR_TRUNCATED);
}

static int test_extended_size_zero(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_record rec;
	struct builder b;

	builder__init(&b, false);
	builder__begin(&b, DEFER_RECORD_SAMPLE, 0);
	builder__end_extended(&b);
	builder__poke_u16(&b, 6, 0);
	T_EQ(defer_record__decode(&rec, b.data, b.size, 0, builder__swap(&b), &err),
	     DEFER_ERR_CORRUPT);
	builder__poke_u16(&b, 6, 2);
	defer_error__clear(&err);
	T_EQ(defer_record__decode(&rec, b.data, b.size, 0, builder__swap(&b), &err),
	     DEFER_ERR_TRUNCATED);
	builder__exit(&b);
	return TEST_OK;
}

static int test_every_prefix(void)
{
	struct defer_record rec;
	struct builder b;

	builder__init(&b, false);
	builder__begin(&b, DEFER_RECORD_COMM, 0);
	builder__zeros(&b, 24);
	builder__end(&b);
	for (size_t left = 0; left < b.size; left++)
		T_EQ(defer_record__decode(&rec, b.data, left, 0, builder__swap(&b), NULL),
		     DEFER_ERR_TRUNCATED);
	T_EQ(defer_record__decode(&rec, b.data, b.size, 0, builder__swap(&b), NULL), 0);
	builder__exit(&b);
	return TEST_OK;
}

static void auxtrace(struct builder *b, uint64_t says, size_t has)
{
	builder__auxtrace(b, says);
	builder__zeros(b, has);
}

static int test_aux_tail(void)
{
	struct defer_record rec;
	struct defer_cursor cur;
	struct builder b;

	builder__init(&b, false);
	auxtrace(&b, 100, 100);
	builder__begin(&b, DEFER_RECORD_HEADER_TRACING_DATA, 0);
	builder__u32(&b, 13);
	builder__u32(&b, 0);
	builder__end(&b);
	builder__zeros(&b, 16);
	builder__begin(&b, DEFER_RECORD_FINISHED_ROUND, 0);
	builder__end(&b);

	defer_cursor__init(&cur, b.data, b.size, 0, builder__swap(&b));
	T_EQ(defer_record__next(&rec, &cur, NULL), 1);
	T_EQ(rec.type, DEFER_RECORD_AUXTRACE);
	T_EQ(rec.size, 48);
	T_EQ(defer_record__tail(&rec), 100);
	T_EQ(defer_record__next(&rec, &cur, NULL), 1);
	T_EQ(rec.type, DEFER_RECORD_HEADER_TRACING_DATA);
	T_EQ(defer_record__tail(&rec), 16);
	T_EQ(defer_record__next(&rec, &cur, NULL), 1);
	T_EQ(rec.type, DEFER_RECORD_FINISHED_ROUND);
	T_EQ(defer_record__next(&rec, &cur, NULL), 0);
	builder__exit(&b);
	return TEST_OK;
}

static int aux_lie(uint64_t says)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_record rec;
	struct defer_cursor cur;
	struct builder b;

	builder__init(&b, false);
	auxtrace(&b, says, 8);
	defer_cursor__init(&cur, b.data, b.size, 0, builder__swap(&b));
	T_EQ(defer_record__next(&rec, &cur, &err), DEFER_ERR_TRUNCATED);
	T_EQ(cur.pos, 0);
	T_EQ(err.offset, 0);
	builder__exit(&b);
	return TEST_OK;
}

static int test_aux_tail_past_end(void)
{
	T_RUN(aux_lie(9));
	T_RUN(aux_lie(UINT64_MAX));
	T_RUN(aux_lie(UINT64_MAX - 47));
	return TEST_OK;
}

static int test_names(void)
{
	T_STREQ(defer_record__name(DEFER_RECORD_MMAP2), "MMAP2");
	T_STREQ(defer_record__name(DEFER_RECORD_CALLCHAIN_DEFERRED), "CALLCHAIN_DEFERRED");
	T_STREQ(defer_record__name(DEFER_RECORD_SCHEDSTAT_DOMAIN), "SCHEDSTAT_DOMAIN");
	T_STREQ(defer_record__name(0), "UNKNOWN");
	T_STREQ(defer_record__name(40), "UNKNOWN");
	T_STREQ(defer_record__name(87), "UNKNOWN");
	T_STREQ(defer_record__name(UINT32_MAX), "UNKNOWN");
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"walk in both byte orders", test_walk},
	{"the extended form, at its largest, in both byte orders", test_extended},
	{"the extended form with a flag not known", test_extended_other_flag},
	{"perf's own use of the reserved bit", test_reserved_bit_alone},
	{"a type over 16 bits in the plain form", test_high_type},
	{"size zero", test_size_zero},
	{"size less than the header", test_size_less_than_header},
	{"size past the end", test_size_past_end},
	{"extended size zero, and past the end", test_extended_size_zero},
	{"every prefix of a record", test_every_prefix},
	{"bytes that follow AUXTRACE and TRACING_DATA", test_aux_tail},
	{"AUXTRACE that claims more than there is", test_aux_tail_past_end},
	{"names of types", test_names},
	{0},
};

const struct test_suite suite__record = {"record-header", "Record headers and bounds", cases};
