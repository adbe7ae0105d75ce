// SPDX-License-Identifier: GPL-2.0-only
/*
 * Each allocation fails in turn, of verbs that read a trace so small that all can be tried. Larger
 * ones are for tests/shell/alloc-fail.sh, which tries some, and `make alloc-fail`.
 */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/folder.h"
#include "tests/recorded.h"
#include "tests/tests.h"
#include "tests/trace.h"
#include "util/base/array.h"

#define TRACE "trace.data"

/* Verbs and their options; the name of the trace follows. */
static const char *const commands[] = {
	"audit --json -i",
	"audit -v --frames -i",
	"diff --children " TRACE,
	"diff --callers --json " TRACE,
	"export -f folded -o - -i",
	"export -f gecko -o - -i",
	"export -f html -o - -i",
	"export -f pprof -o - -i",
	"export -f speedscope -o - -i",
	"export -f sqlite -o - -i",
	"inject -o - -i",
	"report -D -i",
	"report --stats -i",
	"report --header-only -i",
	"report --recursion -i",
	"report --summary -i",
	"report --each-sample -i",
	"report --entries --json -i",
	"report --entries --by kind,caller,site,state,gap -i",
	"report --stdio -s comm_nodigit,sym -i",
	"report --stdio -s sym,srcline --seam pivot -i",
	"report --stdio -s class,cpu --hierarchy -i",
	"report --stdio -g none --baseline cpu=0 -i",
	"report --stdio --zoom comm=x -i",
	"script --show-task-events --show-mmap-events -i",
};

/* Runs @command on the trace in @folder. */
static int drive(const struct folder *folder, const char *command)
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
	snprintf(text, sizeof(text),
		 "cd %s && %s/drive --exact %s/fail.so 1 1 %s %s " TRACE " 1>&2", folder->path,
		 tools, tools, program, command);
	status = system(text);
	if (!WIFEXITED(status) || WEXITSTATUS(status))
		T_FAIL("%s", command);
	return TEST_OK;
}

static int check(const struct folder *folder)
{
	const struct defer_event lost = {
		.type = DEFER_RECORD_LOST,
		.id = trace__id(TRACE_NR_SAMPLES),
		.lost = {.id = TRACE_ID, .lost = 5},
	};
	struct trace trace;
	char path[128];

	setenv("ALLOC_ONE_CPU", "1", 1);
	setenv("PERF_BUILDID_DIR", "/nonexistent", 1);
	unsetenv("DEBUGINFOD_URLS");
	trace__begin(&trace, false, false);
	trace__add_samples(&trace, 0, TRACE_NR_SAMPLES);
	builder__event(&trace.b, &trace.events[1].attr, &lost);
	trace__end(&trace);
	snprintf(path, sizeof(path), "%s/" TRACE, folder->path);
	builder__write(&trace.b, path);
	trace__exit(&trace);
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		T_RUN(drive(folder, commands[i]));
	return TEST_OK;
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
