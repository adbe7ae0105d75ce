// SPDX-License-Identifier: GPL-2.0-only
/*
 * Bad input through the whole program; each case is named after its fault. The readable part must
 * be read, the rest must be reported with its place in the file, the exit status must show the
 * fault, and time and memory must stay bounded. This file: headers, attrs, features and streams.
 */
#include "tests/spoilt.h"
#include "tests/tests.h"
#include "tests/trial.h"
#include "util/header/feature.h"

#define ALL TRACE_NR_SAMPLES

/* ---- header and attrs ---- */

static int header_lie(size_t at, uint64_t value, int64_t samples, const char *says)
{
	struct trace trace;

	trace__build(&trace, false, false);
	builder__poke_u64(&trace.b, at, value);
	return spoilt__reads(&trace, samples, says);
}

static int test_attr_sizes(void)
{
	T_RUN(header_lie(BUILDER_ATTR_SIZE, 0, SPOILT_UNREADABLE, "attr entry"));
	T_RUN(header_lie(BUILDER_ATTR_SIZE, 79, SPOILT_UNREADABLE, "attr entry"));
	T_RUN(header_lie(BUILDER_ATTR_SIZE, 1ULL << 40, SPOILT_UNREADABLE, "attr entry"));
	T_RUN(header_lie(BUILDER_ATTRS_SIZE, 0, SPOILT_UNREADABLE, "attrs take"));
	T_RUN(header_lie(BUILDER_ATTRS_SIZE, 1ULL << 50, SPOILT_UNREADABLE, "attrs take"));
	T_RUN(header_lie(BUILDER_ATTRS_OFFSET, 1ULL << 50, SPOILT_UNREADABLE,
			 "ends within the attrs"));
	return TEST_OK;
}

static int own_attr_size(uint32_t size, int64_t samples, const char *says)
{
	const size_t attrs = 104 + 2 * TRACE_NR_IDS * 8;
	struct trace trace;

	trace__build(&trace, false, false);
	builder__poke_u32(&trace.b, attrs + 4, size);
	return spoilt__reads(&trace, samples, says);
}

static int test_own_attr_size(void)
{
	T_RUN(own_attr_size(0, ALL, NULL));
	T_RUN(own_attr_size(1, SPOILT_UNREADABLE, "perf_event_attr"));
	T_RUN(own_attr_size(UINT32_MAX, SPOILT_UNREADABLE, "perf_event_attr"));
	return TEST_OK;
}

static int test_ids(void)
{
	const size_t ids = 104 + 2 * TRACE_NR_IDS * 8 + 144;

	T_RUN(header_lie(ids, 1ULL << 50, SPOILT_UNREADABLE, "ids"));
	T_RUN(header_lie(ids + 8, 17, SPOILT_UNREADABLE, "multiple of 8"));
	T_RUN(header_lie(ids + 8, 1ULL << 50, SPOILT_UNREADABLE, "ids"));
	T_RUN(header_lie(ids + 8, 8ULL << 24, SPOILT_UNREADABLE, "ids"));
	return TEST_OK;
}

static int test_data_section(void)
{
	T_RUN(header_lie(BUILDER_DATA_OFFSET, 1ULL << 50, 0, "end"));
	T_RUN(header_lie(BUILDER_DATA_OFFSET, UINT64_MAX, 0, "end"));
	T_RUN(header_lie(BUILDER_DATA_SIZE, 1ULL << 50, ALL, "ends"));
	return TEST_OK;
}

static int test_unfinished(void)
{
	struct trace trace;

	trace__begin(&trace, false, false);
	trace__add_samples(&trace, 0, ALL);
	return spoilt__reads(&trace, ALL, "not finished");
}

static int test_unknown_fields(void)
{
	const size_t sample_type = 104 + 2 * TRACE_NR_IDS * 8 + 24;
	struct trace trace;

	trace__build(&trace, false, false);
	builder__poke_u64(&trace.b, sample_type, 1ULL << 40);
	return spoilt__reads(&trace, SPOILT_UNREADABLE, "sample_type");
}

/* ---- features ---- */

static int with_feature(unsigned int feature, const uint32_t *words, size_t nr, const char *says)
{
	struct builder bytes;
	struct trace trace;

	trace__begin(&trace, false, false);
	trace__add_samples(&trace, 0, ALL);
	builder__init(&bytes, false);
	for (size_t i = 0; i < nr; i++)
		builder__u32(&bytes, words[i]);
	builder__feature(&trace.b, feature, bytes.data, bytes.size);
	builder__exit(&bytes);
	trace__end(&trace);
	return spoilt__reads(&trace, ALL, says);
}

#define WITH_FEATURE(name, ...)                                       \
	with_feature(FEATURE_##name, (const uint32_t[]){__VA_ARGS__}, \
		     sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t), #name)

static int test_feature_counts(void)
{
	const uint32_t all = UINT32_MAX;

	T_RUN(WITH_FEATURE(CMDLINE, all, 1, 0));
	T_RUN(WITH_FEATURE(CMDLINE, 2, 4, 0));
	T_RUN(WITH_FEATURE(OSRELEASE, all, 0));
	T_RUN(WITH_FEATURE(OSRELEASE, 4, 0x61616161));
	T_RUN(WITH_FEATURE(EVENT_DESC, all, 144, 0));
	T_RUN(WITH_FEATURE(EVENT_DESC, 1, 0, 0));
	T_RUN(WITH_FEATURE(EVENT_DESC, 1, all, 0));
	T_RUN(WITH_FEATURE(CPU_TOPOLOGY, all, 0));
	T_RUN(WITH_FEATURE(NUMA_TOPOLOGY, all, 0));
	T_RUN(WITH_FEATURE(PMU_MAPPINGS, all, 0));
	T_RUN(WITH_FEATURE(GROUP_DESC, all, 0));
	T_RUN(WITH_FEATURE(CACHE, 1, all));
	T_RUN(WITH_FEATURE(MEM_TOPOLOGY, 1, 0, 0, 0, all, all));
	T_RUN(WITH_FEATURE(CPU_PMU_CAPS, all));
	T_RUN(WITH_FEATURE(HYBRID_TOPOLOGY, all));
	T_RUN(WITH_FEATURE(PMU_CAPS, 1, all));
	T_RUN(WITH_FEATURE(COMPRESSED, 1));
	T_RUN(WITH_FEATURE(SAMPLE_TIME, 1, 2, 3));
	return TEST_OK;
}

/* Entries of the table: header, pid, 20 bytes and their size, name. */
static int test_build_id_table(void)
{
	const uint32_t long_id = (uint32_t)DEFER_MISC_BUILD_ID_SIZE;

	T_RUN(WITH_FEATURE(BUILD_ID, 0, 0));		       /* size 0 */
	T_RUN(WITH_FEATURE(BUILD_ID, 0, 7U << 16));	       /* less than a header */
	T_RUN(WITH_FEATURE(BUILD_ID, 0, 64U << 16, 0));	       /* past the end */
	T_RUN(WITH_FEATURE(BUILD_ID, 0, 12U << 16, 0));	       /* no room for the id */
	T_RUN(WITH_FEATURE(BUILD_ID, 0, 44U << 16, 1, 2, 3, 4, /* a name with no end */
			   5, 6, 7, 0x61616161, 0x61616161));
	T_RUN(WITH_FEATURE(BUILD_ID, 0, 44U << 16 | long_id, 1, 2, 3, 4, /* an id of 255 bytes */
			   5, 6, 255, 'a', 0));
	return TEST_OK;
}

static int feature_section(size_t field, uint64_t value, const char *says)
{
	struct trace trace;
	size_t table;

	trace__begin(&trace, false, false);
	trace__add_samples(&trace, 0, ALL);
	trace__end(&trace);
	/* The first of two sections; both strings take 68 bytes. */
	table = trace.b.size - 2 * 68 - 2 * 16;
	builder__poke_u64(&trace.b, table + field, value);
	return spoilt__reads(&trace, ALL, says);
}

static int test_feature_sections(void)
{
	T_RUN(feature_section(0, 1ULL << 50, "HOSTNAME"));
	T_RUN(feature_section(0, UINT64_MAX - 8, "HOSTNAME"));
	T_RUN(feature_section(8, 1ULL << 50, "HOSTNAME"));
	T_RUN(feature_section(8, UINT64_MAX, "HOSTNAME"));
	return TEST_OK;
}

/* Bits for sections of which the file has no table. */
static int test_feature_bits(void)
{
	struct trace trace;

	trace__build(&trace, false, false);
	builder__poke_u64(&trace.b, BUILDER_FEATURES, UINT64_MAX);
	builder__poke_u64(&trace.b, BUILDER_FEATURES + 24, UINT64_MAX);
	return spoilt__reads(&trace, ALL, "");
}

/* ---- streams ---- */

static int test_pipe_without_events(void)
{
	struct trace trace;
	struct trial trial;

	memset(&trace, 0, sizeof(trace));
	builder__init(&trace.b, false);
	builder__begin_pipe(&trace.b, NULL, 0);
	builder__begin(&trace.b, DEFER_RECORD_FINISHED_ROUND, 0);
	builder__end(&trace.b);
	trial__read_builder(&trial, &trace.b);
	T_EQ(trial.ret, DEFER_ERR_UNSUPPORTED);
	T_CHECK(strstr(trial.err.text, "no events"));
	trace__exit(&trace);
	return TEST_OK;
}

static int test_pipe_attr_size(void)
{
	struct trace trace;

	trace__build(&trace, false, true);
	builder__poke_u32(&trace.b, 16 + 8 + 4, 1000);
	return spoilt__reads(&trace, 0, "ATTR");
}

/* A feature that cannot be, a name with no end, an update of no event. */
static int test_pipe_records(void)
{
	struct trace trace;

	trace__begin(&trace, true, true);
	builder__begin(&trace.b, DEFER_RECORD_HEADER_FEATURE, 0);
	builder__u64(&trace.b, 1ULL << 40);
	builder__end(&trace.b);
	trace__add_samples(&trace, 0, ALL);
	trace__end(&trace);
	T_RUN(spoilt__reads(&trace, ALL, "FEATURE"));

	trace__begin(&trace, true, true);
	builder__begin(&trace.b, DEFER_RECORD_EVENT_UPDATE, 0);
	builder__u64(&trace.b, 2);
	builder__u64(&trace.b, TRACE_ID);
	builder__bytes(&trace.b, "12345678", 8);
	builder__end(&trace.b);
	trace__add_samples(&trace, 0, ALL);
	trace__end(&trace);
	T_RUN(spoilt__reads(&trace, ALL, "EVENT_UPDATE"));

	trace__begin(&trace, true, true);
	builder__begin(&trace.b, DEFER_RECORD_HEADER_TRACING_DATA, 0);
	builder__u64(&trace.b, UINT64_MAX);
	builder__end(&trace.b);
	trace__add_samples(&trace, 0, ALL);
	trace__end(&trace);
	return spoilt__reads(&trace, 0, "ends within");
}

static const struct test_case cases[] = {
	{"attr sizes 0, and beyond the section", test_attr_sizes},
	{"an attr's own size", test_own_attr_size},
	{"ids past the end, giant, and cut", test_ids},
	{"data past the end", test_data_section},
	{"a recording that was not finished", test_unfinished},
	{"sample fields that are not known", test_unknown_fields},
	{"features with counts that overflow", test_feature_counts},
	{"a build id table that lies", test_build_id_table},
	{"feature sections past the end", test_feature_sections},
	{"features without a table", test_feature_bits},
	{"a pipe without events", test_pipe_without_events},
	{"a pipe's attr that lies", test_pipe_attr_size},
	{"a pipe's own records that lie", test_pipe_records},
	{0},
};

const struct test_suite suite__corrupt_header = {"corrupt-header",
						 "Bad input: headers, features, streams", cases};
