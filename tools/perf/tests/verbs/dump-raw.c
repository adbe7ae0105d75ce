// SPDX-License-Identifier: GPL-2.0-only
/* report -D: deferred records, headers in the extended form and verdicts, and nothing else. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/tests.h"
#include "tests/trace.h"
#include "tests/trial.h"
#include "util/session/session.h"

/* Deferred records have addresses only, as the builder writes them, and come half a millisecond later. */
static void want_deferred(const struct trace *trace, unsigned int i, FILE *out)
{
	const struct defer_sample_id id = trace__id(i);

	fprintf(out,
		"%d %" PRIu64
		" %#zx [0x50]: PERF_RECORD_CALLCHAIN_DEFERRED(IP, 0x2): 50/50: %#" PRIx64
		"\n... FP chain: nr:3\n"
		".....  0: 0000000000400100\n"
		".....  1: 0000000000400200\n"
		".....  2: %016x\n",
		id.cpu, id.time + 500000, trace->deferred[i], TRACE_COOKIE(i), 0x400300 + i % 3);
}

static void want_sample(const struct trace *trace, unsigned int i, int size, const char *verdict,
			FILE *out)
{
	const struct defer_sample_id id = trace__id(i);

	fprintf(out,
		"%d %" PRIu64 " %#zx [%#x]: PERF_RECORD_SAMPLE(IP, 0x1): 50/50: %#" PRIx64 ": %s",
		id.cpu, id.time, trace->samples[i], size, TRACE_COOKIE(i), verdict);
}

static void add_alone(struct trace *trace, unsigned int i)
{
	trace->samples[i] = trace->b.size;
	trace__sample(trace, i, TRACE_PID, 0, TRACE_COOKIE(i));
}

static void print_wanted(const struct trace *trace, FILE *out)
{
	for (unsigned int i = 0; i < 5; i++) {
		if (i != 3)
			want_deferred(trace, i, out);
	}
	for (unsigned int i = 0; i < 6; i++) {
		if (i == 3 || i == 5) {
			want_sample(trace, i, 0x60, i == 3 ? "lost\n" : "pending\n", out);
			continue;
		}
		want_sample(trace, i, 0x68, "merged", out);
		fprintf(out, ", record of %" PRIu64 "\n", trace__id(i).time + 500000);
	}
}

/* The fourth of the samples has lost its record, and the last one waits for its own. */
static int check_form(bool big, bool pipe)
{
	struct trace trace;
	char *text, *want;
	size_t size;
	FILE *out = open_memstream(&want, &size);

	trace__begin(&trace, big, pipe);
	trace__add_samples(&trace, 0, 3);
	add_alone(&trace, 3);
	trace__add_samples(&trace, 4, 5);
	add_alone(&trace, 5);
	trace__end(&trace);
	text = trial__dump(&trace.b);
	T_CHECK(text);
	print_wanted(&trace, out);
	fclose(out);
	T_STREQ(text, want);
	free(text);
	free(want);
	trace__exit(&trace);
	return TEST_OK;
}

static int test_forms(void)
{
	for (int form = 0; form < 4; form++)
		T_RUN(check_form(form & 1, form & 2));
	return TEST_OK;
}

/* Only a mark at the beginning is no address in what the kernel writes. */
static void add_marked(struct trace *trace)
{
	const uint64_t ips[] = {DEFER_CONTEXT_USER, 0x400100};
	struct defer_event ev = {
		.type = DEFER_RECORD_CALLCHAIN_DEFERRED,
		.misc = DEFER_MISC_USER,
		.id = trace__id(0),
		.deferred = {.cookie = 7, .chain = {.ips = (const uint8_t *)ips, .nr = 2}},
	};

	builder__event(&trace->b, &trace->events[1].attr, &ev);
}

static void add_broken(struct trace *trace)
{
	builder__begin(&trace->b, DEFER_RECORD_CALLCHAIN_DEFERRED, DEFER_MISC_USER);
	builder__u64(&trace->b, 7);
	builder__u64(&trace->b, UINT64_MAX); /* addresses */
	builder__end(&trace->b);
}

static void add_extended(struct trace *trace)
{
	const struct defer_sample_id id = trace__id(0);

	builder__begin(&trace->b, DEFER_RECORD_LOST, 0);
	builder__u64(&trace->b, TRACE_ID);
	builder__u64(&trace->b, 0);
	builder__sample_id(&trace->b, &trace->events[1].attr, &id);
	builder__end_extended(&trace->b);
}

static int check_record(void (*add)(struct trace *trace), const char *want)
{
	struct trace trace;
	char *text;

	trace__begin(&trace, false, false);
	add(&trace);
	trace__end(&trace);
	text = trial__dump(&trace.b);
	T_CHECK(text);
	if (!strstr(text, want))
		T_FAIL("no '%s' in: %s", want, text);
	free(text);
	trace__exit(&trace);
	return TEST_OK;
}

static int test_records(void)
{
	T_RUN(check_record(add_marked, ": 50/50: 0x7\n"
				       "... FP chain: nr:2\n"
				       ".....  0: fffffffffffffe00 (PERF_CONTEXT_USER)\n"
				       ".....  1: 0000000000400100\n"));
	T_RUN(check_record(add_broken, " [0x18]: PERF_RECORD_CALLCHAIN_DEFERRED: "));
	return check_record(add_extended, " [0x38]: PERF_RECORD_LOST (extended, ");
}

/* CPU and time are printed only if an event has them. */
static int check_fields(uint64_t without, const char *want)
{
	struct trace trace;
	char *text;

	trace__begin(&trace, false, false);
	builder__exit(&trace.b);
	builder__init(&trace.b, false);
	for (unsigned int i = 0; i < 2; i++)
		trace.events[i].attr.sample_type &= ~without;
	builder__begin_file(&trace.b, trace.events, 2);
	trace__deferred(&trace, 0, 0, TRACE_COOKIE(0));
	trace__end(&trace);
	text = trial__dump(&trace.b);
	T_CHECK(text);
	if (strncmp(text, want, strlen(want)))
		T_FAIL("not '%s': %s", want, text);
	free(text);
	trace__exit(&trace);
	return TEST_OK;
}

static int test_fields(void)
{
	T_RUN(check_fields(0, "0 "));
	T_RUN(check_fields(DEFER_SAMPLE_TIME, "0 0x"));
	T_RUN(check_fields(DEFER_SAMPLE_CPU, "10"));
	return check_fields(DEFER_SAMPLE_CPU | DEFER_SAMPLE_TIME, "0x");
}

static const struct test_case cases[] = {
	{"deferred records, then verdicts", test_forms},
	{"a mark, a broken record, the extended form", test_records},
	{"CPU and time where events have them", test_fields},
	{0},
};

const struct test_suite suite__dump_raw = {"dump-raw", "What report -D prints", cases};
