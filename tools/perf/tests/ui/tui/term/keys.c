// SPDX-License-Identifier: GPL-2.0-only
/* Sort keys that tell samples apart by what they have beside their stack. */
#include "tests/builder.h"
#include "tests/report-rows.h"
#include "tests/tests.h"
#include "util/base/array.h"

static const struct defer_attr sample_attr = {
	.type = DEFER_TYPE_SOFTWARE,
	.size = DEFER_ATTR_SIZE_VER9,
	.sample_period = 1,
	.sample_type = DEFER_SAMPLE_IDENTIFIER | DEFER_SAMPLE_IP | DEFER_SAMPLE_TID |
		       DEFER_SAMPLE_TIME | DEFER_SAMPLE_PERIOD | DEFER_SAMPLE_WEIGHT_STRUCT,
	.flags = DEFER_ATTR_SAMPLE_ID_ALL,
};

/* Four samples of one stack: two of weight 7, and one each of 9 and 30. */
static void build(struct builder *b, bool big)
{
	static const uint64_t id = 100;
	static const struct builder_event event = {sample_attr, &id, 1};
	static const struct {
		uint64_t time, weight;
		uint16_t ins_lat, weight3;
	} samples[] = {
		{100000000, 9, 5, 2},
		{199999999, 7, 5, 3},
		{200000000, 7, 5, 2},
		{1234567890, 30, 6, 2},
	};

	builder__init(b, big);
	builder__begin_file(b, &event, 1);
	for (size_t i = 0; i < ARRAY_SIZE(samples); i++) {
		const struct defer_sample sample = {
			.id = id,
			.ip = 0x1000,
			.pid = 512,
			.tid = 512,
			.time = samples[i].time,
			.period = 1,
			.weight = samples[i].weight,
			.ins_lat = samples[i].ins_lat,
			.weight3 = samples[i].weight3,
		};

		builder__sample(b, &event.attr, &sample);
	}
	builder__end_file(b);
}

struct wanted {
	struct pipeline_opts opts;
	const char *rows;
};

/* Rows of one share: weights fall, as in perf, and times rise. */
static const struct wanted wanted[] = {
	{{.sort.sort = "local_weight"}, "Overhead,LocalWeight\n50.00%,7\n25.00%,30\n25.00%,9"},
	{{.sort.sort = "weight"}, "Overhead,Weight\n50.00%,14\n25.00%,30\n25.00%,9"},
	{{.sort.sort = "ins_lat"}, "Overhead,INSTRLatency\n75.00%,15\n25.00%,6"},
	{{.sort.sort = "local_ins_lat,retire_lat"},
	 "Overhead,LocalINSTRLatency,RetireLatency\n50.00%,5,4\n25.00%,6,2\n25.00%,5,3"},
	{{.sort.sort = "p_stage_cyc"}, "Overhead,PipelineStageCycle\n75.00%,6\n25.00%,3"},
	{{.sort.sort = "simd"}, "Overhead,Simd\n100.00%,"},
	/* -F shows an average: no row is split. */
	{{.sort.fields = "weight,sample"}, "Weight1,Samples\n13.2,4"},
	{{.sort.sort = "time"}, "Overhead,Time\n50.00%,0.100000\n25.00%,0.200000\n25.00%,1.200000"},
	{{.sort.sort = "time", .time_quantum = 1000000000},
	 "Overhead,Time\n75.00%,0.000000\n25.00%,1.000000"},
	{{.sort.sort = "time", .time_quantum = 1, .show.nanosecs = true},
	 "Overhead,Time\n25.00%,0.100000000\n25.00%,0.199999999\n25.00%,0.200000000\n25.00%,1.234567890"},
	{{.sort.sort = "time", .time_quantum = 1},
	 "Overhead,Time\n25.00%,0.100000\n25.00%,0.199999\n25.00%,0.200000\n25.00%,1.234567"},
	{{.sort.sort = "trace"}, "Overhead,Traceoutput\n100.00%,N/A"},
	{{.sort.sort = "comm_nodigit"}, "Overhead,CommandNoDigit\n100.00%,:<N>"},
	{{.sort.sort = "parent"}, "Overhead,Parentsymbol\n100.00%,[other]"},
	{{.sort.sort = "comm", .sort.parent = "x"},
	 "Overhead,Command,Parentsymbol\n100.00%,:512,[other]"},
};

static int check_all(const char *path)
{
	for (size_t i = 0; i < ARRAY_SIZE(wanted); i++)
		T_RUN(report_rows__check(path, &wanted[i].opts, wanted[i].rows));
	return TEST_OK;
}

static int test_rows(void)
{
	struct builder b;
	int ret = TEST_OK;

	for (int big = 0; ret == TEST_OK && big < 2; big++) {
		build(&b, big);
		ret = report_rows__with(&b, check_all);
		builder__exit(&b);
	}
	return ret;
}

static int fails(const char *path, const struct pipeline_opts *opts, const char *says)
{
	struct defer_error err = DEFER_ERROR_INIT;
	char *text = NULL;

	T_EQ(report_rows__print(path, opts, &text, &err), DEFER_ERR_INVAL);
	T_CHECK(strstr(err.text, says));
	return TEST_OK;
}

static int check_unknown(const char *path)
{
	T_RUN(fails(path, &(struct pipeline_opts){.sort.sort = "prev_comm"},
		    "'prev_comm' is not a valid sort key"));
	T_RUN(fails(path, &(struct pipeline_opts){.sort.fields = "comm,%1.x"},
		    "'%1.x' is not a valid field"));
	return fails(path, &(struct pipeline_opts){.sort.parent = "("}, "Invalid regex: (");
}

/* What is no column may be a field, so the trace decides. */
static int test_unknown(void)
{
	struct builder b;
	int ret;

	build(&b, false);
	ret = report_rows__with(&b, check_unknown);
	builder__exit(&b);
	return ret;
}

static const struct test_case cases[] = {
	{"rows by weights, times and names", test_rows},
	{"names that neither columns nor the trace have", test_unknown},
	{0},
};

const struct test_suite suite__keys = {"keys", "Sort keys of what samples have", cases};
