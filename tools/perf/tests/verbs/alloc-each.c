// SPDX-License-Identifier: GPL-2.0-only
/*
 * Each allocation fails in turn, of verbs that read a trace so small that all can be tried. Larger
 * ones are for tests/shell/alloc-fail.sh, which tries some, and `make alloc-fail`.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/folder.h"
#include "tests/recorded.h"
#include "tests/small-trace.h"
#include "tests/tests.h"
#include "util/base/array.h"

#define TRACE "perf.data"

/* Verbs and their options; the name of the trace follows. */
static const char *const commands[] = {
	"annotate",
	"audit --json",
	"audit -v --frames",
	"diff --children",
	"diff --callers --json",
	"diff --kinds",
	"export -f csv -o -",
	"export -f flame --shape time -o -",
	"export -f folded -o -",
	"export -f gecko -o -",
	"export -f html -o -",
	"export -f pprof -o -",
	"export -f speedscope -o -",
	"export -f sqlite -o -",
	"inject -o -",
	"inject --marks -o -",
	"inject -z -o -",
	"report -D",
	"report --stats",
	"report --header-only",
	"report --recursion",
	"report --summary",
	"report --each-sample",
	"report --entries --json",
	"report --entries --by kind,caller,site,state,gap",
	"report --stdio -s comm_nodigit,sym",
	"report --stdio -s sym,srcline --seam pivot",
	"report --stdio -s class,cpu --hierarchy",
	"report --stdio -g none --baseline cpu=0",
	"report --stdio --zoom comm=x",
	"report --stdio -c x,program -S do_read -d program --time 10%-90% --tid 50",
	"script --show-task-events --show-mmap-events",
};

/* The same of recordings, which have tracepoints, groups, latencies, and the header of a stream. */
static const struct {
	const char *command, *trace;
} of_recorded[] = {
	{"script -F +trace,+period", "tracepoints.data"},
	{"report --stdio --group -g none", "group-read.data"},
	{"report --stdio --latency", "latency.data"},
	{"report --header-only -I", "burn1.pipe"},
};

/* Runs @command on @trace, a path from @folder on. */
static int drive(const struct folder *folder, const char *exact, const char *command,
		 const char *trace)
{
	const char *tools = getenv("PERF_DEFER_ALLOC_TOOLS"), *program = getenv("PERF_DEFER");
	char text[1024], path[512];
	int status;

	T_NEED_RECORDED(); /* the tools are where these are */
	snprintf(path, sizeof(path), "%s/fail.so", tools ? tools : "");
	if (!program || access(path, R_OK)) {
		printf("the tools are not there\n");
		return TEST_SKIP;
	}
	snprintf(text, sizeof(text), "cd %s && %s/drive %s %s/fail.so 1 1 %s %s %s %s 1>&2",
		 folder->path, tools, exact, tools, program, command,
		 strncmp(command, "diff", 4) ? "-i" : trace, trace);
	status = system(text);
	if (!WIFEXITED(status) || WEXITSTATUS(status))
		T_FAIL("%s", command);
	return TEST_OK;
}

static int check(const struct folder *folder)
{
	const char *data = getenv("PERF_DEFER_TEST_DATA");
	char command[256], trace[512];

	setenv("ALLOC_ONE_CPU", "1", 1);
	setenv("PERF_BUILDID_DIR", "cache", 1); /* in the folder */
	unsetenv("DEBUGINFOD_URLS");
	T_RUN(small_trace__write(folder));
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++) {
		/* Names that cannot be read for lack of memory are no error, so there are none. */
		snprintf(command, sizeof(command), "%s --symfs .", commands[i]);
		T_RUN(drive(folder, "--exact", command, TRACE));
	}
	for (size_t i = 0; i < ARRAY_SIZE(of_recorded); i++) {
		snprintf(command, sizeof(command), "%s --symfs .", of_recorded[i].command);
		snprintf(trace, sizeof(trace), "%s/%s", data, of_recorded[i].trace);
		T_RUN(drive(folder, "--exact", command, trace));
	}
	/* A compressed trace is read in the order of time by way of a copy. */
	snprintf(command, sizeof(command), "cd %s && %s inject -z -i " TRACE " -o packed.data",
		 folder->path, getenv("PERF_DEFER"));
	T_EQ(system(command), 0);
	T_RUN(drive(folder, "--exact", "script --symfs .", "packed.data"));
	return drive(folder, "", "report --stdio --kallsyms kallsyms", TRACE);
}

static int test_each(void)
{
	return folder__run(check);
}

static const struct test_case cases[] = {
	{"every verb that reads a trace", test_each},
	{0},
};

const struct test_suite suite__alloc_each = {"alloc-each", "Each allocation fails in turn", cases};
