// SPDX-License-Identifier: GPL-2.0-only
/* Output of report for a small trace that is known to the last byte. */
#include <stdlib.h>
#include <unistd.h>

#include "tests/tests.h"
#include "tests/trace.h"
#include "ui/stdio/color.h"
#include "ui/stdio/hist.h"
#include "ui/stdio/stats.h"
#include "util/dso/symbol.h"
#include "util/fold/fold.h"
#include "util/profile/profile.h"
#include "util/profile/show-opts.h"
#include "util/resolve/resolve.h"

static int add_sample(void *ctx, unsigned int worker, const struct stitched *sample,
		      struct defer_error *err)
{
	return fold__add(ctx, worker, sample, err);
}

/* Writes the trace to a file and gathers it. */
static int open_trace(struct session **session, struct trace *trace)
{
	char path[] = "/tmp/perf-defer-report-XXXXXX";
	const struct session_opts opts = {.path = path, .nr_workers = 2};
	struct defer_error err = DEFER_ERROR_INIT;
	int fd = mkstemp(path), ret;

	T_CHECK(fd >= 0);
	T_EQ(write(fd, trace->b.data, trace->b.size), (ssize_t)trace->b.size);
	close(fd);
	ret = session__open(session, &opts, &err);
	if (!ret)
		ret = session__gather(*session, &err);
	unlink(path);
	if (ret)
		T_FAIL("%s", err.text);
	return TEST_OK;
}

static int print_profile(char **text, struct session *session, const struct sort_opts *sort,
			 const char *graph, const struct hist_print *how)
{
	const struct symbol_conf conf = {.symfs = "/nonexistent", .buildid_dir = "/nonexistent"};
	const struct resolve_opts ropts = {.conf = &conf, .nr_workers = 2};
	struct show_opts show = {.graph = GRAPH_CONF_DEFAULT};
	struct sort_order order;
	const struct profile_opts popts = {.order = &order, .show = &show};
	struct resolve *resolve;
	struct profile *profile;
	struct fold *fold;
	size_t size;
	FILE *out = open_memstream(text, &size);

	T_EQ(graph_conf__parse(&show.graph, graph, NULL), 0);
	T_EQ(sort_order__init(&order, sort, NULL), 0);
	T_EQ(fold__new(&fold, session, 0, NULL), 0);
	T_EQ(session__walk(session, add_sample, fold, NULL), 0);
	T_EQ(fold__finish(fold, NULL), 0);
	T_EQ(resolve__new(&resolve, session->machine, &ropts, NULL), 0);
	T_EQ(profile__new(&profile, session, fold, resolve, &popts, NULL), 0);
	T_EQ(profile__print(profile, how, out, NULL), 0);
	fclose(out);
	profile__delete(profile);
	resolve__delete(resolve);
	fold__delete(fold);
	return TEST_OK;
}

static int check_print(struct trace *trace, const struct sort_opts *sort, const char *graph,
		       const struct hist_print *how, const char *want)
{
	struct session *session;
	char *text;

	T_RUN(open_trace(&session, trace));
	T_RUN(print_profile(&text, session, sort, graph, how));
	T_STREQ(text, want);
	free(text);
	session__close(session);
	return TEST_OK;
}

static const char rows_with_children[] =
	"# Samples: 12  of event 'cpu-clock'\n"
	"# Event count (approx.): 12000000\n"
	"# Stacks: 12 of 12 samples have their user stack (12 merged)\n"
	"#\n"
	"# Children      Self  Command  Shared Object     Symbol                \n"
	"# ........  ........  .......  ................  ......................\n"
	"#\n"
	"   100.00%   100.00%  program  [unknown]         [k] 0xffffffff81000010\n"
	"            |          \n"
	"            |--33.33%--0x300\n"
	"            |          0x200\n"
	"            |          0x100\n"
	"            |          0xffffffff81000020\n"
	"            |          0xffffffff81000010\n"
	"            |          \n"
	"            |--33.33%--0x301\n"
	"            |          0x200\n"
	"            |          0x100\n"
	"            |          0xffffffff81000020\n"
	"            |          0xffffffff81000010\n"
	"            |          \n"
	"             --33.33%--0x302\n"
	"                       0x200\n"
	"                       0x100\n"
	"                       0xffffffff81000020\n"
	"                       0xffffffff81000010\n"
	"\n"
	"   100.00%     0.00%  program  program           [.] 0x0000000000000200\n"
	"            |\n"
	"            ---0x200\n"
	"               0x100\n"
	"               0xffffffff81000020\n"
	"               0xffffffff81000010\n"
	"\n"
	"   100.00%     0.00%  program  program           [.] 0x0000000000000100\n"
	"            |\n"
	"            ---0x100\n"
	"               0xffffffff81000020\n"
	"               0xffffffff81000010\n"
	"\n"
	"   100.00%     0.00%  program  [unknown]         [k] 0xffffffff81000020\n"
	"            |\n"
	"            ---0xffffffff81000020\n"
	"               0xffffffff81000010\n"
	"\n"
	"    33.33%     0.00%  program  program           [.] 0x0000000000000300\n"
	"            |\n"
	"            ---0x300\n"
	"               0x200\n"
	"               0x100\n"
	"               0xffffffff81000020\n"
	"               0xffffffff81000010\n"
	"\n"
	"    33.33%     0.00%  program  program           [.] 0x0000000000000301\n"
	"            |\n"
	"            ---0x301\n"
	"               0x200\n"
	"               0x100\n"
	"               0xffffffff81000020\n"
	"               0xffffffff81000010\n"
	"\n"
	"    33.33%     0.00%  program  program           [.] 0x0000000000000302\n"
	"            |\n"
	"            ---0x302\n"
	"               0x200\n"
	"               0x100\n"
	"               0xffffffff81000020\n"
	"               0xffffffff81000010\n"
	"\n"
	"\n"
	"\n";

static int test_children(void)
{
	const struct sort_opts sort = {.children = true};
	const struct hist_print how = {0};
	struct trace trace;

	trace__build(&trace, false, false);
	T_RUN(check_print(&trace, &sort, "caller", &how, rows_with_children));
	trace__exit(&trace);
	return TEST_OK;
}

static int test_columns(void)
{
	const struct sort_opts sort = {.fields = "sample,comm,dso"};
	const struct hist_print sep = {.sep = "|"}, widths = {.widths = "9,4,3", .quiet = true};
	struct trace trace;

	trace__build(&trace, false, false);
	T_RUN(check_print(&trace, &sort, "none", &sep,
			  "# Samples: 12  of event 'cpu-clock'\n"
			  "# Event count (approx.): 12000000\n"
			  "# Stacks: 12 of 12 samples have their user stack (12 merged)\n"
			  "#\n"
			  "#      Samples|Command|Shared Object   \n"
			  " 12         |program|[unknown]\n"
			  "\n\n"));
	T_RUN(check_print(&trace, &sort, "none", &widths,
			  "         12  prog  [unknown]\n"
			  "\n\n"));
	trace__exit(&trace);
	return TEST_OK;
}

/* Rows of levels as perf has them (compared by make parity): numbers, then the keys of one level. */
static int test_levels(void)
{
	const struct sort_opts sort = {.sort = "comm,dso", .nr_samples = true, .hierarchy = true};
	const struct sort_opts braces = {.sort = "{comm,cpu},dso", .hierarchy = true};
	const struct hist_print plain = {0}, sep = {.sep = ",", .quiet = true},
				widths = {.widths = "30,30", .quiet = true};
	struct trace trace;

	trace__build(&trace, false, false);
	T_RUN(check_print(&trace, &sort, "none", &plain,
			  "# Samples: 12  of event 'cpu-clock'\n"
			  "# Event count (approx.): 12000000\n"
			  "# Stacks: 12 of 12 samples have their user stack (12 merged)\n"
			  "#\n"
			  "#    Overhead       Samples  Command / Shared Object\n"
			  "# .........................  .......................\n"
			  "#\n"
			  "   100.00%            12     program\n"
			  "      100.00%            12     [unknown]       \n"
			  "\n\n"));
	T_RUN(check_print(&trace, &sort, "none", &sep,
			  " 100.00%, 12         ,program\n"
			  "    100.00%, 12         ,[unknown]       \n"
			  "\n\n"));
	T_RUN(check_print(&trace, &braces, "none", &widths,
			  "   100.00%     program  -001\n"
			  "      100.00%     [unknown]       \n"
			  "\n\n"));
	trace__exit(&trace);
	return TEST_OK;
}

/* Colours as perf has them: red from 5 %, green above half a percent; none where -t separates. */
static int test_color(void)
{
	const struct sort_opts sort = {.fields = "overhead,comm", .sort = "comm"};
	const struct hist_print color = {.color = true, .quiet = true};
	const struct hist_print sep = {.color = true, .quiet = true, .sep = ","};
	struct trace trace;

	trace__build(&trace, false, false);
	T_RUN(check_print(&trace, &sort, "none", &color,
			  "  \033[31m 100.00%\033[m  program\n\n\n"));
	T_RUN(check_print(&trace, &sort, "none", &sep, " 100.00%,program\n\n\n"));
	T_RUN(check_print(&trace, &sort, "callee,20", &color,
			  "  \033[31m 100.00%\033[m  program\n"
			  "            |\n"
			  "            ---0xffffffff81000010\n"
			  "               0xffffffff81000020\n"
			  "               0x100\n"
			  "               0x200\n"
			  "               |          \n"
			  "               |--\033[31m33.33%\033[m--0x300\n"
			  "               |          \n"
			  "               |--\033[31m33.33%\033[m--0x301\n"
			  "               |          \n"
			  "                --\033[31m33.33%\033[m--0x302\n"
			  "\n\n\n"));
	trace__exit(&trace);
	T_STREQ(color__of_percent(5), COLOR_RED);
	T_STREQ(color__of_percent(4.99), COLOR_GREEN);
	T_STREQ(color__of_percent(0.51), COLOR_GREEN);
	T_STREQ(color__of_percent(0.5), "");
	return TEST_OK;
}

/* Samples whose deferred records are left out: the head says why, and a frame stands for each. */
static int test_unmerged(void)
{
	const struct sort_opts sort = {.sort = "comm"};
	const struct hist_print how = {0};
	struct trace trace;

	trace__begin(&trace, false, false);
	trace__add_samples(&trace, 0, 2);
	/* Cookies that no record has. */
	builder__poke_u64(&trace.b, trace.deferred[0] + TRACE_DEFERRED_COOKIE, 0x7700000001);
	trace__end(&trace);
	T_RUN(check_print(&trace, &sort, "callee", &how,
			  "# Samples: 2  of event 'cpu-clock'\n"
			  "# Event count (approx.): 2000000\n"
			  "# Stacks: 1 of 2 samples have their user stack (1 merged), 1 lost\n"
			  "#\n"
			  "# Overhead  Command\n"
			  "# ........  .......\n"
			  "#\n"
			  "   100.00%  program\n"
			  "            |\n"
			  "            ---0xffffffff81000010\n"
			  "               0xffffffff81000020\n"
			  "               |          \n"
			  "               |--50.00%--[user stack lost]\n"
			  "               |          \n"
			  "                --50.00%--0x100\n"
			  "                          0x200\n"
			  "                          0x301\n"
			  "\n\n\n"));
	trace__exit(&trace);
	return TEST_OK;
}

static int test_stats(void)
{
	struct session *session;
	struct trace trace;
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	trace__build(&trace, false, false);
	T_RUN(open_trace(&session, &trace));
	T_EQ(session__print_stats(session, out, NULL), 0);
	fclose(out);
	T_STREQ(text, "\n"
		      "Aggregated stats:\n"
		      "               TOTAL events:         28\n"
		      "                COMM events:          1  ( 3.6%)\n"
		      "                FORK events:          1  ( 3.6%)\n"
		      "              SAMPLE events:         12  (42.9%)\n"
		      "               MMAP2 events:          1  ( 3.6%)\n"
		      "  CALLCHAIN_DEFERRED events:         12  (42.9%)\n"
		      "      FINISHED_ROUND events:          1  ( 3.6%)\n"
		      "cpu-clock stats:\n"
		      "              SAMPLE events:         12\n");
	free(text);
	session__close(session);
	trace__exit(&trace);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"rows with children and their call graphs", test_children},
	{"columns apart by a character, and cut", test_columns},
	{"percentages in colour", test_color},
	{"rows of a hierarchy", test_levels},
	{"stacks that are not there", test_unmerged},
	{"how many records of each type", test_stats},
	{0},
};

const struct test_suite suite__report_stdio = {"report-stdio", "What report prints", cases};
