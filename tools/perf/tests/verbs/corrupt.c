// SPDX-License-Identifier: GPL-2.0-only
/*
 * Bad input through the whole program; each case is named after its fault. The readable part must
 * be read, the rest must be reported with its place in the file, the exit status must show the
 * fault, and time and memory must stay bounded. This file: records and samples.
 */
#include "tests/spoilt.h"
#include "tests/tests.h"
#include "tests/trial.h"
#include "util/base/array.h"

#define ALL    TRACE_NR_SAMPLES
#define SPOILT 5 /* the sample that most cases spoil */

/* ---- the truth ---- */

static int test_whole(void)
{
	struct trace trace;

	for (int big = 0; big < 2; big++) {
		trace__build(&trace, big, false);
		T_RUN(spoilt__reads(&trace, ALL, NULL));
		trace__build(&trace, big, true);
		T_RUN(spoilt__reads(&trace, ALL, NULL));
		trace__build_compressed(&trace, big);
		T_RUN(spoilt__reads(&trace, ALL, NULL));
	}
	return TEST_OK;
}

static int same_output(enum trial_verb verb, bool pipe)
{
	struct trial_run little, big;
	struct trace trace;

	trace__build(&trace, false, pipe);
	trial_run__init_builder(&little, verb, &trace.b);
	trace__exit(&trace);
	trace__build(&trace, true, pipe);
	trial_run__init_builder(&big, verb, &trace.b);
	trace__exit(&trace);

	T_EQ(little.status, 0);
	T_EQ(big.status, 0);
	T_CHECK(strlen(little.out) > 100);
	T_STREQ(big.out, little.out);
	trial_run__exit(&little);
	trial_run__exit(&big);
	return TEST_OK;
}

/* The whole message, to the letter. */
static int test_byte_orders(void)
{
	for (enum trial_verb verb = 0; verb < TRIAL_NR_VERBS; verb++) {
		T_RUN(same_output(verb, false));
		T_RUN(same_output(verb, true));
	}
	return TEST_OK;
}

/* ---- records ---- */

static int record_size(uint16_t size, const char *says)
{
	struct trace trace;

	trace__build(&trace, false, false);
	builder__poke_u16(&trace.b, trace.samples[SPOILT] + 6, size);
	return spoilt__reads(&trace, SPOILT, says);
}

static int test_record_size_zero(void)
{
	return record_size(0, "less than the 8 bytes of its header");
}

static int test_record_size_tiny(void)
{
	return record_size(7, "less than the 8 bytes of its header");
}

static int test_record_size_past_end(void)
{
	return record_size(UINT16_MAX - 7, "within a record");
}

/* Extended, and so eight times as long. */
static int test_record_extended_past_end(void)
{
	struct trace trace;

	trace__build(&trace, false, false);
	builder__poke_u32(&trace.b, trace.samples[SPOILT],
			  DEFER_RECORD_SAMPLE | (uint32_t)DEFER_EXT_SIZE_X8 << 16);
	builder__poke_u16(&trace.b, trace.samples[SPOILT] + 4,
			  DEFER_MISC_KERNEL | DEFER_MISC_EXT_RESERVED);
	builder__poke_u16(&trace.b, trace.samples[SPOILT] + 6, UINT16_MAX);
	return spoilt__reads(&trace, SPOILT, "within a record");
}

static int test_unknown_records(void)
{
	static const uint32_t types[] = {0, 40, 63, 90, 200, 127, 128, 0x10000, UINT32_MAX};
	struct trace trace;

	trace__begin(&trace, false, false);
	trace__add_samples(&trace, 0, SPOILT);
	for (size_t i = 0; i < ARRAY_SIZE(types); i++) {
		builder__begin(&trace.b, types[i], 0x5555);
		builder__zeros(&trace.b, 16 * i);
		builder__end(&trace.b);
	}
	trace__add_samples(&trace, SPOILT, ALL);
	trace__end(&trace);
	return spoilt__reads(&trace, ALL, NULL);
}

static int test_auxtrace_past_end(void)
{
	struct trace trace;

	trace__begin(&trace, false, false);
	trace__add_samples(&trace, 0, SPOILT);
	builder__auxtrace(&trace.b, UINT64_MAX - 47);
	trace__add_samples(&trace, SPOILT, ALL);
	trace__end(&trace);
	return spoilt__reads(&trace, SPOILT, "AUX area data");
}

/* ---- samples ---- */

static int test_unknown_id(void)
{
	struct trace trace;

	trace__build(&trace, false, false);
	builder__poke_u64(&trace.b, trace.samples[SPOILT] + TRACE_SAMPLE_ID, 999);
	return spoilt__reads(&trace, ALL - 1, "No event has the id 999");
}

static int chain_nr(uint64_t nr)
{
	struct trace trace;

	trace__build(&trace, true, false);
	builder__poke_u64(&trace.b, trace.samples[SPOILT] + TRACE_SAMPLE_NR, nr);
	return spoilt__reads(&trace, ALL - 1, nr > 5 ? "CALLCHAIN" : "longer than its fields");
}

static int test_chain_nr(void)
{
	T_RUN(chain_nr(6));
	T_RUN(chain_nr(4));
	T_RUN(chain_nr(0));
	T_RUN(chain_nr((1ULL << 61) + 5));
	T_RUN(chain_nr(UINT64_MAX));
	return TEST_OK;
}

/* All of them, so that the list of complaints is cut. */
static int test_all_samples(void)
{
	struct trial_run run;
	struct trace trace;

	trace__begin(&trace, false, false);
	for (int n = 0; n < 100; n++) {
		trace__add_samples(&trace, 0, 1);
		builder__poke_u64(&trace.b, trace.samples[0] + TRACE_SAMPLE_NR, 1000);
	}
	trace__end(&trace);
	T_RUN(spoilt__check(&trace.b, 0, "CALLCHAIN"));
	trial_run__init_builder(&run, TRIAL_AUDIT, &trace.b);
	T_CHECK(strstr(run.err, "and 84 more like these"));
	trial_run__exit(&run);
	trace__exit(&trace);
	return TEST_OK;
}

static int with_cpu(uint32_t cpu)
{
	struct trace trace;

	trace__build(&trace, false, false);
	for (int i = 0; i < ALL; i++)
		builder__poke_u32(&trace.b, trace.samples[i] + TRACE_SAMPLE_CPU, cpu + i);
	return spoilt__reads(&trace, ALL, NULL);
}

static int test_cpu_numbers(void)
{
	T_RUN(with_cpu(100000));
	T_RUN(with_cpu(INT32_MAX - ALL));
	T_RUN(with_cpu(UINT32_MAX - 4));
	return TEST_OK;
}

static int with_time(uint64_t time)
{
	struct trace trace;

	trace__build(&trace, false, false);
	for (int i = 0; i < ALL; i++)
		builder__poke_u64(&trace.b, trace.samples[i] + TRACE_SAMPLE_TIME, time);
	return spoilt__reads(&trace, ALL, NULL);
}

static int test_times(void)
{
	T_RUN(with_time(0));
	T_RUN(with_time(1));
	T_RUN(with_time(1ULL << 63));
	T_RUN(with_time(UINT64_MAX));
	return TEST_OK;
}

static int with_task(uint32_t pid, uint32_t tid)
{
	struct trace trace;

	trace__build(&trace, false, false);
	builder__poke_u32(&trace.b, trace.samples[SPOILT] + TRACE_SAMPLE_PID, pid);
	builder__poke_u32(&trace.b, trace.samples[SPOILT] + TRACE_SAMPLE_PID + 4, tid);
	builder__poke_u32(&trace.b, trace.comm + 8, pid);
	builder__poke_u32(&trace.b, trace.comm + 12, tid);
	return spoilt__reads(&trace, ALL, NULL);
}

static int test_task_numbers(void)
{
	T_RUN(with_task(UINT32_MAX, UINT32_MAX));
	T_RUN(with_task(1U << 31, 1U << 31));
	T_RUN(with_task(INT32_MAX, 0));
	return TEST_OK;
}

/* ---- other records ---- */

static int test_cookie_without_chain(void)
{
	struct trace trace;
	struct trial trial;

	trace__build(&trace, false, false);
	builder__poke_u64(&trace.b, trace.deferred[SPOILT] + TRACE_DEFERRED_COOKIE, 77);
	trial__read_builder(&trial, &trace.b);
	T_EQ(trial.classes[DEFER_MERGED], ALL - 1);
	T_EQ(trial.classes[DEFER_LOST], 1);
	return spoilt__reads(&trace, ALL, NULL);
}

static int deferred_nr(uint64_t nr)
{
	struct trace trace;
	struct trial trial;

	trace__build(&trace, false, false);
	builder__poke_u64(&trace.b, trace.deferred[SPOILT] + TRACE_DEFERRED_NR, nr);
	trial__read_builder(&trial, &trace.b);
	T_EQ(trial.classes[DEFER_MERGED], ALL - 1);
	return spoilt__reads(&trace, ALL, "CALLCHAIN_DEFERRED");
}

static int test_deferred_nr(void)
{
	T_RUN(deferred_nr(TRACE_NR_IPS + 1));
	T_RUN(deferred_nr((1ULL << 61) + TRACE_NR_IPS));
	T_RUN(deferred_nr(UINT64_MAX));
	return TEST_OK;
}

static int test_names_without_end(void)
{
	struct trace trace;

	trace__build(&trace, false, false);
	memset(trace.b.data + trace.comm + 16, 'x', 8);
	T_RUN(spoilt__reads(&trace, ALL, "COMM"));
	trace__build(&trace, false, false);
	memset(trace.b.data + trace.mmap + 72, 'x', 24);
	return spoilt__reads(&trace, ALL, "MMAP2");
}

static int test_record_build_id_size(void)
{
	struct trace trace;

	trace__build(&trace, false, false);
	trace.b.data[trace.mmap + 40] = 21;
	return spoilt__reads(&trace, ALL, "MMAP2");
}

static int with_map(uint64_t start, uint64_t len)
{
	struct trace trace;

	trace__build(&trace, false, false);
	builder__poke_u64(&trace.b, trace.mmap + 16, start);
	builder__poke_u64(&trace.b, trace.mmap + 24, len);
	return spoilt__reads(&trace, ALL, NULL);
}

static int test_maps_past_all_memory(void)
{
	T_RUN(with_map(UINT64_MAX, UINT64_MAX));
	T_RUN(with_map(0x400000, UINT64_MAX - 0x400000 + 1));
	T_RUN(with_map(0, UINT64_MAX));
	T_RUN(with_map(0x400000, 0));
	return TEST_OK;
}

/* A task that is its own parent, and two that are each other's. */
static int test_fork_circles(void)
{
	struct trace trace;

	trace__begin(&trace, false, false);
	for (int i = 0; i < 3; i++) {
		struct defer_event ev = {.type = DEFER_RECORD_FORK, .id = trace__id(0)};

		ev.task.pid = ev.task.tid = TRACE_PID + i % 2;
		ev.task.ppid = ev.task.ptid = TRACE_PID + (i > 1);
		builder__event(&trace.b, &trace.events[1].attr, &ev);
	}
	trace__add_samples(&trace, 0, ALL);
	trace__end(&trace);
	return spoilt__reads(&trace, ALL, NULL);
}

static const struct test_case cases[] = {
	{"a whole trace, as file, pipe and compressed", test_whole},
	{"both byte orders give the same to the letter", test_byte_orders},
	{"record size zero", test_record_size_zero},
	{"record size less than a header", test_record_size_tiny},
	{"record size past the end", test_record_size_past_end},
	{"extended record size past the end", test_record_extended_past_end},
	{"unknown records", test_unknown_records},
	{"AUXTRACE size that overflows", test_auxtrace_past_end},
	{"an id that no event has", test_unknown_id},
	{"callchain nr larger and smaller than the sample", test_chain_nr},
	{"more lies than can be told", test_all_samples},
	{"CPU numbers past the machine's", test_cpu_numbers},
	{"times at the ends of the clock", test_times},
	{"task numbers that no task has", test_task_numbers},
	{"a cookie without its chain", test_cookie_without_chain},
	{"deferred nr larger than the record", test_deferred_nr},
	{"names with no end", test_names_without_end},
	{"a record's build id larger than its place", test_record_build_id_size},
	{"maps past all memory", test_maps_past_all_memory},
	{"tasks that are their own parents", test_fork_circles},
	{0},
};

const struct test_suite suite__corrupt = {"corrupt", "Bad input: records and samples", cases};
