// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include <perf/defer-sample.h>

#include "tests/builder.h"
#include "tests/folder.h"
#include "tests/stacks.h"
#include "tests/tests.h"

/* The names of @list with a space after each. */
static const char *names(const struct column_list *list, char buf[static 256])
{
	buf[0] = '\0';
	for (unsigned int i = 0; i < list->nr; i++)
		strcat(strcat(buf, list->columns[i]->name), " ");
	return buf;
}

static int test_default(void)
{
	struct sort_opts opts = {.children = true};
	struct sort_order order;
	char buf[256];

	T_EQ(sort_order__init(&order, &opts, NULL), 0);
	T_STREQ(names(&order.fields, buf), "overhead_children overhead comm dso symbol ");
	T_STREQ(names(&order.sorts, buf), "overhead_children overhead comm dso symbol ");
	T_STREQ(names(&order.keys, buf), "comm dso symbol ");
	T_STREQ(sort_order__header(&order, column__find("overhead", 8)), "Self");

	opts.children = false;
	T_EQ(sort_order__init(&order, &opts, NULL), 0);
	T_STREQ(names(&order.fields, buf), "overhead comm dso symbol ");
	T_STREQ(sort_order__header(&order, column__find("overhead", 8)), "Overhead");
	return TEST_OK;
}

static int test_given(void)
{
	struct sort_opts opts = {.sort = "sym,tid", .nr_samples = true, .total_period = true};
	struct sort_order order;
	char buf[256];

	T_EQ(sort_order__init(&order, &opts, NULL), 0);
	T_STREQ(names(&order.fields, buf), "overhead sample period symbol pid ");
	T_STREQ(names(&order.sorts, buf), "overhead symbol pid sample period ");

	/* Fields alone sort by themselves, and nothing is put in front. */
	opts = (struct sort_opts){.fields = "sample,comm,dso,sym", .children = true};
	T_EQ(sort_order__init(&order, &opts, NULL), 0);
	T_STREQ(names(&order.fields, buf), "sample comm dso symbol ");
	T_STREQ(names(&order.sorts, buf), "sample comm dso symbol ");

	/* Both: the order goes by the one, the look by the other. */
	opts = (struct sort_opts){.fields = "sample,sym", .sort = "dso"};
	T_EQ(sort_order__init(&order, &opts, NULL), 0);
	T_STREQ(names(&order.fields, buf), "sample symbol dso ");
	T_STREQ(names(&order.sorts, buf), "dso sample symbol ");

	opts = (struct sort_opts){.sort = "+cpu", .fields = "+weight"};
	T_EQ(sort_order__init(&order, &opts, NULL), 0);
	T_STREQ(names(&order.fields, buf), "overhead weight1 comm dso symbol cpu ");
	return TEST_OK;
}

/* ---- the order of columns ---- */

struct wanted_order {
	struct sort_opts opts;
	const char *fields, *sorts, *keys;
};

static const struct wanted_order orders[] = {
	{{.latency = true},
	 "overhead latency comm dso symbol ",
	 "overhead latency comm dso symbol ",
	 "comm dso symbol "},
	{{.latency = true, .children = true},
	 "overhead_children latency_children overhead latency comm dso symbol ",
	 "overhead_children latency_children overhead latency comm dso symbol ",
	 "comm dso symbol "},
	{{.prefer_latency = true},
	 "latency overhead comm dso symbol ",
	 "latency overhead comm dso symbol ",
	 "comm dso symbol "},
	{{.prefer_latency = true, .children = true},
	 "latency_children overhead_children latency overhead comm dso symbol ",
	 "latency_children overhead_children latency overhead comm dso symbol ",
	 "comm dso symbol "},
	{{.latency = true, .sort = "sym,overhead"},
	 "overhead symbol ",
	 "overhead symbol ",
	 "symbol "},
	{{.latency = true, .sort = "sym,latency"}, "latency symbol ", "symbol latency ", "symbol "},
	{{.sort = "sym,latency", .prefer_latency = true},
	 "latency overhead symbol ",
	 "latency overhead symbol ",
	 "symbol "},
	{{.cpu_utilization = true, .nr_samples = true},
	 "overhead overhead_sys overhead_us sample comm dso symbol ",
	 "overhead comm dso symbol overhead_sys overhead_us sample ",
	 "comm dso symbol "},
	{{.total_period = true, .children = true, .cpu_utilization = true},
	 "overhead_children overhead overhead_sys overhead_us period comm dso symbol ",
	 "overhead_children overhead comm dso symbol overhead_sys overhead_us period ",
	 "comm dso symbol "},
	{{.compares = true},
	 "baseline overhead delta dso symbol ",
	 "delta overhead dso symbol baseline ",
	 "dso symbol "},
	{{.compares = true, .hierarchy = true, .children = true},
	 "baseline overhead_children overhead delta dso symbol ",
	 "delta overhead_children overhead dso symbol baseline ",
	 "dso symbol "},
	{{.compares = true, .fields = "sample,sym"}, "sample symbol ", "sample symbol ", "symbol "},
	{{.hierarchy = true, .children = true, .sort = "comm"},
	 "overhead comm ",
	 "overhead comm ",
	 "comm "},
	{{.branches = true},
	 "overhead comm dso_from symbol_from symbol_to cycles ",
	 "overhead comm dso_from symbol_from symbol_to cycles ",
	 "comm dso_from symbol_from symbol_to cycles "},
	{{.branches = true, .sort = "symbol_from,mispredict"},
	 "overhead symbol_from mispredict ",
	 "overhead symbol_from mispredict ",
	 "symbol_from mispredict "},
	{{.parent = "x"},
	 "overhead comm dso symbol parent ",
	 "overhead comm dso symbol parent ",
	 "comm dso symbol parent "},
	{{.parent = "x", .sort = "parent"}, "overhead parent ", "overhead parent ", "parent "},
	{{.fields = "sym", .latency = true, .nr_samples = true, .children = true},
	 "symbol ",
	 "symbol ",
	 "symbol "},
	{{.fields = "+sample", .sort = "comm"},
	 "overhead sample comm ",
	 "overhead comm sample ",
	 "comm "},
	{{.fields = "sample sym", .sort = "dso cpu,,"},
	 "sample symbol dso cpu ",
	 "dso cpu sample symbol ",
	 "dso cpu symbol "},
	{{.sort = "sym,sym,dso,symbol"},
	 "overhead symbol dso ",
	 "overhead symbol dso ",
	 "symbol dso "},
};

static int test_orders(void)
{
	for (size_t i = 0; i < sizeof(orders) / sizeof(*orders); i++) {
		const struct wanted_order *want = &orders[i];
		struct sort_order order;
		char buf[256];

		T_EQ(sort_order__init(&order, &want->opts, NULL), 0);
		T_STREQ(names(&order.fields, buf), want->fields);
		T_STREQ(names(&order.sorts, buf), want->sorts);
		T_STREQ(names(&order.keys, buf), want->keys);
	}
	return TEST_OK;
}

/* Only those latencies go that nobody named. */
static int test_cancel_latency(void)
{
	static const struct {
		struct sort_opts opts;
		const char *fields, *sorts;
	} wanted[] = {
		{{.latency = true, .children = true},
		 "overhead_children overhead comm dso symbol ",
		 "overhead_children overhead comm dso symbol "},
		{{.latency = true, .fields = "+sample", .sort = "sym"},
		 "overhead sample symbol ",
		 "overhead symbol sample "},
		{{.prefer_latency = true, .sort = "sym"},
		 "latency overhead symbol ",
		 "latency overhead symbol "},
		{{.sort = "latency,sym", .latency = true}, "latency symbol ", "latency symbol "},
		{{.fields = "latency,sym"}, "latency symbol ", "latency symbol "},
	};

	for (size_t i = 0; i < sizeof(wanted) / sizeof(*wanted); i++) {
		struct sort_order order;
		char buf[256];

		T_EQ(sort_order__init(&order, &wanted[i].opts, NULL), 0);
		sort_order__cancel_latency(&order, &wanted[i].opts);
		T_STREQ(names(&order.fields, buf), wanted[i].fields);
		T_STREQ(names(&order.sorts, buf), wanted[i].sorts);
	}
	return TEST_OK;
}

/* Columns need source lines, threads that ran, a base, and delays of the trace. */
static int test_needs(void)
{
	static const struct {
		const char *sort;
		bool compares, lines, latency, delays;
	} wanted[] = {
		{.sort = "comm,sym"},
		{.sort = "sym,srcline", .lines = true},
		{.sort = "srcfile", .lines = true},
		{.sort = "srcline_from", .lines = true},
		{.sort = "srcline_to", .lines = true},
		{.sort = "sym,latency", .latency = true},
		{.sort = "sym,latency_children", .latency = true},
		{.sort = "sym,parallelism", .latency = true},
		{.sort = "sym,delay", .delays = true},
		{.sort = "sym,delay50", .delays = true},
		{.sort = "delay99,sym", .delays = true},
		{.sort = "sym,delta", .compares = true},
		{.sort = "sym,baseline", .compares = true},
	};

	for (size_t i = 0; i < sizeof(wanted) / sizeof(*wanted); i++) {
		const struct sort_opts opts = {.sort = wanted[i].sort, .branches = true};
		struct sort_order order;

		T_EQ(sort_order__init(&order, &opts, NULL), 0);
		T_EQ(column_list__wants_srclines(&order.sorts), wanted[i].lines);
		T_EQ(sort_order__needs_latency(&order), wanted[i].latency);
		T_EQ(sort_order__needs_delays(&order), wanted[i].delays);
		T_EQ(sort_order__compares(&order), wanted[i].compares);
		T_CHECK(column_list__has(&order.sorts, "overhead") ==
			!strstr(opts.sort, "latency"));
		for (unsigned int j = 0; j < order.sorts.nr; j++)
			T_EQ(column_list__index(&order.sorts, order.sorts.columns[j]), j);
	}
	return TEST_OK;
}

/* Each level has the numbers, the keys of its own to show, and those above to tell rows apart. */
static int test_levels(void)
{
	const struct sort_opts opts = {
		.sort = "comm,{dso,sym},cpu", .hierarchy = true, .nr_samples = true};
	static const char *const wanted[][3] = {
		{"overhead sample comm ", "overhead sample comm ", "comm "},
		{"overhead sample dso symbol ", "overhead sample comm dso symbol ",
		 "comm dso symbol "},
		{"overhead sample cpu ", "overhead sample comm dso symbol cpu ",
		 "comm dso symbol cpu "},
	};
	static const char *const headers[][2] = {
		{"", "Command"}, {" / ", "Shared Object"}, {"+", "Symbol"}, {" / ", "CPU"}};
	struct sort_order order, level;
	char buf[256];

	T_EQ(sort_order__init(&order, &opts, NULL), 0);
	T_EQ(sort_order__nr_levels(&order), 3);
	for (unsigned int i = 0; i < 3; i++) {
		sort_order__of_level(&level, &order, i);
		T_STREQ(names(&level.fields, buf), wanted[i][0]);
		T_STREQ(names(&level.sorts, buf), wanted[i][1]);
		T_STREQ(names(&level.keys, buf), wanted[i][2]);
		T_EQ(sort_order__nr_levels(&level), 0);
	}
	for (unsigned int i = 0; i < 4; i++) {
		const char *before;

		T_STREQ(sort_order__key_header(&order, i, &before), headers[i][1]);
		T_STREQ(before, headers[i][0]);
	}
	/* A hierarchy keeps a key of one value. */
	T_CHECK(sort_order__elide(&order, "comm"));
	T_STREQ(names(&order.keys, buf), "comm dso symbol cpu ");
	T_CHECK(!sort_order__elide(&order, "socket"));
	return TEST_OK;
}

static int test_unknown(void)
{
	struct sort_opts opts = {.sort = "comm,nonsense"};
	struct defer_error err = DEFER_ERROR_INIT;
	struct sort_order order;

	T_EQ(sort_order__init(&order, &opts, &err), DEFER_ERR_INVAL);
	T_CHECK(strstr(err.text, "'nonsense' is not a valid sort key"));
	T_CHECK(strstr(err.text, "symbol"));

	defer_error__clear(&err);
	opts = (struct sort_opts){.fields = "overheads"};
	T_EQ(sort_order__init(&order, &opts, &err), DEFER_ERR_INVAL);
	T_CHECK(strstr(err.text, "'overheads' is not a valid field"));
	return TEST_OK;
}

static int test_elide(void)
{
	struct sort_opts opts = {0};
	struct sort_order order;
	char buf[256];

	T_EQ(sort_order__init(&order, &opts, NULL), 0);
	T_CHECK(sort_order__elide(&order, "dso"));
	T_CHECK(!sort_order__elide(&order, "dso"));
	T_STREQ(names(&order.fields, buf), "overhead comm symbol ");
	T_CHECK(sort_order__elide(&order, "comm"));
	/* The last key stays: rows need something to be about. */
	T_CHECK(!sort_order__elide(&order, "symbol"));
	T_STREQ(names(&order.keys, buf), "symbol ");
	return TEST_OK;
}

/* Rows by @sort of some stacks of two comms. */
static int check_rows(const char *sort, const char *want)
{
	struct stacks_opts opts = {.sort = sort};
	struct stacks stacks;
	char *rows;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "b", "main;f;k:sys", 1, 10), 0);
	T_EQ(stacks__add(&stacks, "a", "main;f", 2, 20), 0);
	T_EQ(stacks__add(&stacks, "b", "main;g;k:sys", 3, 30), 0);
	T_EQ(stacks__add(&stacks, "a", "main;0x77", 1, 40), 0);
	rows = stacks__rows(&stacks);
	T_STREQ(rows, want);
	free(rows);
	stacks__exit(&stacks);
	return TEST_OK;
}

static int test_keys(void)
{
	T_RUN(check_rows("comm", " 60.00%|a\n 40.00%|b\n"));
	T_RUN(check_rows("dso", " 40.00%|[kernel.kallsyms]\n 40.00%|[unknown]\n 20.00%|prog\n"));
	T_RUN(check_rows("sym",
			 " 40.00%|[k] sys\n 40.00%|[.] 0x0000000000000077\n 20.00%|[.] f\n"));
	T_RUN(check_rows("comm,dso", " 40.00%|a|[unknown]\n 40.00%|b|[kernel.kallsyms]\n"
				     " 20.00%|a|prog\n"));
	T_RUN(check_rows("pid", " 60.00%|    101:a\n 40.00%|    100:b\n"));
	T_RUN(check_rows("tgid,dso",
			 " 40.00%|    100:b|[kernel.kallsyms]\n 40.00%|    100:a|[unknown]\n"
			 " 20.00%|    100:a|prog\n"));
	T_RUN(check_rows("cpu", " 60.00%|1\n 40.00%|0\n"));
	return TEST_OK;
}

static int test_shares(void)
{
	struct stacks_opts opts = {.fields = "overhead_sys,overhead_us,sample,period,comm"};
	struct stacks stacks;
	char *rows;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "a", "main", 3, 30), 0);
	T_EQ(stacks__add(&stacks, "a", "main;k:sys", 1, 10), 0);
	rows = stacks__rows(&stacks);
	T_STREQ(rows, " 25.00%| 75.00%| 4| 40|a\n");
	free(rows);
	/* Each mode has a share of its own, a guest's too. */
	for (int i = 0; i < 2; i++) {
		struct hist_stack guest = stacks.hist.stacks[0];

		guest.cpumode = i ? DEFER_MISC_GUEST_USER : DEFER_MISC_GUEST_KERNEL;
		guest.sums.period = i ? 4 : 6;
		T_EQ(hist__add(&stacks.hist, &guest, NULL), 0);
	}
	T_EQ(stacks.hist.entries[0].self.period, 50);
	T_EQ(stacks.hist.entries[0].modes.sys, 10);
	T_EQ(stacks.hist.entries[0].modes.us, 30);
	T_EQ(stacks.hist.entries[0].modes.guest_sys, 6);
	T_EQ(stacks.hist.entries[0].modes.guest_us, 4);
	/* Samples that a filter kept out count in what percentages are of. */
	hist__add_filtered(&stacks.hist, &(struct sums){.period = 50});
	rows = stacks__rows(&stacks);
	T_STREQ(rows, " 10.00%| 30.00%| 10| 50|a\n");
	free(rows);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* A row with exactly the minimum share is shown. */
static int test_limit(void)
{
	struct stacks_opts opts = {.sort = "comm", .min_percent = 25};
	struct stacks stacks;
	char *rows;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "a", "main", 1, 51), 0);
	T_EQ(stacks__add(&stacks, "b", "main", 1, 25), 0);
	T_EQ(stacks__add(&stacks, "c", "main", 1, 24), 0);
	rows = stacks__rows(&stacks);
	T_STREQ(rows, " 51.00%|a\n 25.00%|b\n");
	free(rows);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* Rows by CPU, the one that is not known before all, and what their samples have on average. */
static int test_cpus(void)
{
	static const int32_t cpus[] = {1, -1, 0};
	struct stacks_opts opts = {.sort = "cpu", .fields = "overhead,cpu,weight1"};
	struct stacks stacks;
	char *rows;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "a", "main", 1, 1), 0);
	for (int i = 0; i < 3; i++) {
		struct hist_stack stack = stacks.hist.stacks[0];

		stack.who.cpu = cpus[i];
		stack.sums.nr = 2;
		stack.sums.period = 10;
		stack.sums.weight = 5;
		T_EQ(hist__add(&stacks.hist, &stack, NULL), 0);
	}
	rows = stacks__rows(&stacks);
	T_STREQ(rows, " 32.26%|-1| 2.5\n 35.48%|0| 1.7\n 32.26%|1| 2.5\n");
	free(rows);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* ---- fields of tracepoints ---- */

#define NR_FIELDS 66 /* two that all tracepoints have, and 64 of its own */

/* Writes a trace of one sample of a tracepoint with @nr fields. */
static int write_trace(const struct folder *folder, unsigned int nr)
{
	const struct builder_event event = {
		.attr = {.type = DEFER_TYPE_TRACEPOINT,
			 .size = DEFER_ATTR_SIZE_VER9,
			 .config = 312,
			 .sample_type = DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_RAW},
	};
	static const uint32_t raw[128] = {312};
	const struct defer_sample sample = {
		.pid = 7, .tid = 7, .raw = {(const uint8_t *)raw, nr * sizeof(*raw)}};
	struct builder b;
	char format[8192];
	size_t len = 0;

	len += snprintf(format, sizeof(format),
			"name: many\nID: 312\nformat:\n"
			"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
			"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n");
	for (unsigned int i = 2; i < nr; i++)
		len += snprintf(format + len, sizeof(format) - len,
				"\tfield:int f%u;\toffset:%u;\tsize:4;\tsigned:1;\n", i, 4 * i);
	snprintf(format + len, sizeof(format) - len, "\nprint fmt: \"%%d\", REC->f2\n");
	builder__init(&b, false);
	builder__begin_file(&b, &event, 1);
	builder__tracepoint(&b, "test", format);
	builder__sample(&b, &event.attr, &sample);
	builder__end_file(&b);
	T_CHECK(folder__write_bytes(folder, "perf.data", b.data, b.size));
	builder__exit(&b);
	return TEST_OK;
}

/* Checks the exit status, and what is said, of report -F with all fields. */
static int check_fields(const struct folder *folder, unsigned int nr, int status, const char *want)
{
	char command[256], said[4096];
	FILE *pipe;

	T_RUN(write_trace(folder, nr));
	snprintf(command, sizeof(command),
		 "\"$PERF_DEFER\" report --stdio -g none -F trace_fields -i %s/perf.data 2>&1",
		 folder->path);
	pipe = popen(command, "r");
	T_CHECK(pipe);
	said[fread(said, 1, sizeof(said) - 1, pipe)] = '\0';
	if (pclose(pipe) != status << 8 || !strstr(said, want))
		T_FAIL("%s", said);
	return TEST_OK;
}

static int many_fields(const struct folder *folder)
{
	T_RUN(check_fields(folder, NR_FIELDS, 0, " f65\n"));
	return check_fields(folder, NR_FIELDS + 1, 129,
			    "'trace_fields' are more columns than the 64 that there can be");
}

static int test_fields(void)
{
	return folder__run(many_fields);
}

static const struct test_case cases[] = {
	{"the default columns", test_default},
	{"columns that -s and -F name", test_given},
	{"columns by options and words", test_orders},
	{"latencies that equal the overhead", test_cancel_latency},
	{"columns tell what they need", test_needs},
	{"levels of a hierarchy", test_levels},
	{"names that are no column", test_unknown},
	{"more fields of tracepoints than columns", test_fields},
	{"a key that has one value is dropped", test_elide},
	{"rows by each key", test_keys},
	{"shares by mode, and of filtered samples", test_shares},
	{"what has just the least share", test_limit},
	{"rows by CPU, and averages", test_cpus},
	{0},
};

const struct test_suite suite__sort = {"sort", "Columns and the order of rows", cases};
