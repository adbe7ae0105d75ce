// SPDX-License-Identifier: GPL-2.0-only
/* The stages of report, for text and for the TUI: both count the same. */
#include <stdlib.h>

#include "tests/profiled.h"
#include "tests/recorded.h"
#include "tests/tests.h"
#include "util/base/progress.h"

struct run {
	char path[4096];
	struct symbol_conf conf;
	struct pipeline pipeline;
};

static int fold_trace(struct run *run, struct pipeline_opts opts, struct defer_error *err)
{
	struct pipeline *pipeline = &run->pipeline;
	int ret;

	opts.session.path = run->path;
	opts.conf = &run->conf;
	ret = pipeline__init(pipeline, &opts, err);
	return ret ? ret : profiled__fold(pipeline, err);
}

/* TEST_SKIP without the traces. */
static int run__init(struct run *run, const char *trace)
{
	const char *data = getenv("PERF_DEFER_TEST_DATA");

	T_NEED_RECORDED();
	*run = (struct run){.conf = {.symfs = "/nonexistent", .buildid_dir = "/nonexistent"}};
	snprintf(run->path, sizeof(run->path), "%s/%s", data, trace);
	return TEST_OK;
}

static uint64_t count(const struct fold *fold)
{
	uint64_t nr = 0;

	for (uint32_t i = 0; i < fold__nr(fold); i++)
		nr += fold__stack(fold, i)->sums.nr;
	return nr;
}

/* The TUI's additional data do not change the fold. */
static int test_interactive(void)
{
	const struct pipeline_opts text = {.show.graph = GRAPH_CONF_DEFAULT};
	const struct pipeline_opts tui = {.show.graph = GRAPH_CONF_DEFAULT, .interactive = true};
	uint64_t classes[DEFER_NR_CLASSES] = {0};
	const struct ledger *ledger;
	struct run a, b;

	T_NEED_RECORDED();
	T_RUN(run__init(&a, "forky-systemwide.data"));
	T_RUN(run__init(&b, "forky-systemwide.data"));
	T_EQ(fold_trace(&a, text, NULL), 0);
	T_EQ(fold_trace(&b, tui, NULL), 0);
	T_EQ(count(a.pipeline.fold), 2064);
	T_EQ(count(b.pipeline.fold), 2064);
	T_CHECK(fold__nr(a.pipeline.fold) < fold__nr(b.pipeline.fold)); /* tasks apart */
	T_CHECK(!pipeline__ledger(&a.pipeline));

	ledger = pipeline__ledger(&b.pipeline);
	for (uint32_t i = 0; i < fold__nr(b.pipeline.fold); i++) {
		const struct stack *stack = fold__stack(b.pipeline.fold, i);

		classes[stack->cls] += stack->sums.nr;
	}
	T_EQ(ledger->total.samples, 2064);
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++)
		T_EQ(ledger->total.classes[cls], classes[cls]);
	pipeline__exit(&a.pipeline);
	pipeline__exit(&b.pipeline);
	return TEST_OK;
}

/* A limit leaves a beginning that is a trace as any other. */
static int test_limit(void)
{
	static const char *const traces[] = {"burn2.data", "burn2-compressed.data"};
	struct pipeline_opts opts = {.show.graph = GRAPH_CONF_DEFAULT, .session.limit = 1 << 20};
	uint64_t nr;
	struct run run;

	T_NEED_RECORDED();
	for (size_t i = 0; i < sizeof(traces) / sizeof(*traces); i++) {
		T_RUN(run__init(&run, traces[i]));
		T_EQ(fold_trace(&run, opts, NULL), 0);
		nr = count(run.pipeline.fold);
		T_CHECK(nr > 1000);
		T_CHECK(nr < 40000);
		T_CHECK(run.pipeline.session->stats.bytes >= opts.session.limit);
		pipeline__exit(&run.pipeline);
	}
	/* Beyond its end a limit is none. */
	opts.session.limit = UINT64_MAX;
	T_RUN(run__init(&run, "burn2.data"));
	T_EQ(fold_trace(&run, opts, NULL), 0);
	T_EQ(count(run.pipeline.fold), 78358);
	pipeline__exit(&run.pipeline);
	return TEST_OK;
}

/* Checks that each stack belongs to one task, and to one CPU. */
static int check_fold_by(const char *sort, bool by_task, bool by_cpu)
{
	const struct pipeline_opts opts = {.show.graph = GRAPH_CONF_DEFAULT, .sort.sort = sort};
	struct run run;

	T_RUN(run__init(&run, "forky-systemwide.data"));
	T_EQ(fold_trace(&run, opts, NULL), 0);
	for (uint32_t i = 0; i < fold__nr(run.pipeline.fold); i++) {
		const struct stack *stack = fold__stack(run.pipeline.fold, i);

		if ((stack->tid >= 0) != by_task || (stack->pid >= 0) != by_task ||
		    (stack->cpu >= 0) != by_cpu)
			T_FAIL("-s %s: pid %d, tid %d, cpu %d", sort, stack->pid, stack->tid,
			       stack->cpu);
	}
	pipeline__exit(&run.pipeline);
	return TEST_OK;
}

/* Stacks are distinguished by the keys of rows, in any order of the list, and by nothing else. */
static int test_fold_by(void)
{
	T_NEED_RECORDED();
	T_RUN(check_fold_by("comm,dso,symbol", false, false));
	T_RUN(check_fold_by("cpu", false, true));
	T_RUN(check_fold_by("dso,cpu,comm", false, true));
	T_RUN(check_fold_by("socket", false, true));
	T_RUN(check_fold_by("pid", true, false));
	T_RUN(check_fold_by("symbol,tgid", true, false));
	T_RUN(check_fold_by("tgid,cpu", true, true));
	T_RUN(check_fold_by("cpu,pid", true, true));
	return TEST_OK;
}

static int test_stop(void)
{
	struct progress progress = {.stop = true};
	const struct pipeline_opts opts = {.show.graph = GRAPH_CONF_DEFAULT,
					   .session.progress = &progress};
	struct defer_error err = DEFER_ERROR_INIT;
	struct run run;

	T_NEED_RECORDED();
	T_RUN(run__init(&run, "burn2.data"));
	T_CHECK(fold_trace(&run, opts, &err) < 0);
	T_STREQ(err.text, "reading was interrupted");
	T_CHECK(progress.done > 0);
	pipeline__exit(&run.pipeline);

	progress.stop = false;
	T_EQ(fold_trace(&run, opts, &err), 0);
	T_CHECK(progress.done >= run.pipeline.session->stats.bytes);
	pipeline__exit(&run.pipeline);
	return TEST_OK;
}

/*
 * Errors of the user are found before any trace is opened; what is no column may be a field of the
 * trace.
 */
static int test_options(void)
{
	struct pipeline_opts opts = {.session.path = "/nonexistent", .sort.parent = "("};
	struct defer_error err = DEFER_ERROR_INIT;
	struct pipeline pipeline;

	T_EQ(pipeline__init(&pipeline, &opts, &err), DEFER_ERR_INVAL);
	opts.sort.parent = NULL;
	opts.sort.sort = "nonsense";
	opts.filter.pids = "x";
	T_EQ(pipeline__init(&pipeline, &opts, &err), DEFER_ERR_INVAL);
	opts.filter.pids = NULL;
	T_EQ(pipeline__init(&pipeline, &opts, &err), 0);
	T_CHECK(pipeline__open(&pipeline, &err) < 0);
	pipeline__exit(&pipeline);
	return TEST_OK;
}

/* Checks that other -s and -F are refused with @why in the message. */
static int check_refused(const struct run *run, const char *sort, const char *fields,
			 const char *why)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct sort_order order;

	T_EQ(pipeline__order(&run->pipeline, sort, fields, false, &order, &err), DEFER_ERR_INVAL);
	if (!strstr(err.text, why))
		T_FAIL("%s", err.text);
	return TEST_OK;
}

static int check_order(const struct run *run, const char *sort, const char *fields,
		       const char *first, unsigned int nr_fields)
{
	struct sort_order order;

	T_EQ(pipeline__order(&run->pipeline, sort, fields, false, &order, NULL), 0);
	T_STREQ(order.fields.columns[0]->name, first);
	T_EQ(order.fields.nr, nr_fields);
	return TEST_OK;
}

/* Another order of rows that were read has the columns that were kept, and no others. */
static int test_order(void)
{
	struct pipeline_opts opts = {.interactive = true,
				     .filter.comms = "forky",
				     .sort = {.sort = "comm,cpu", .children = true}};
	struct run run;

	T_NEED_RECORDED();
	T_RUN(run__init(&run, "forky-systemwide.data"));
	T_EQ(fold_trace(&run, opts, NULL), 0);
	T_RUN(check_order(&run, "cpu,pid,symbol", NULL, "overhead_children", 5));
	/* the command line's only comm is no column */
	T_RUN(check_order(&run, "comm,dso", NULL, "overhead_children", 3));
	T_RUN(check_order(&run, NULL, "sample,dso", "sample", 2));
	T_RUN(check_order(&run, "dso", "+sample", "overhead_children", 4));
	T_RUN(check_refused(&run, "time", NULL, "'time' was not kept"));
	T_RUN(check_refused(&run, NULL, "comm,delay99", "'delay99' was not kept"));
	T_RUN(check_refused(&run, "srcfile", NULL, "source lines were not read"));
	T_RUN(check_refused(&run, "parallelism", NULL, "requires --latency"));
	T_RUN(check_refused(&run, "nonsense", NULL, "not a valid sort key"));
	pipeline__exit(&run.pipeline);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"text and TUI count the same", test_interactive},
	{"only the beginning", test_limit},
	{"stacks are apart as rows are", test_fold_by},
	{"stop, and progress", test_stop},
	{"options that make no sense", test_options},
	{"another order", test_order},
	{0},
};

const struct test_suite suite__pipeline = {"pipeline", "The stages of report", cases};
