// SPDX-License-Identifier: GPL-2.0-only
/* Names that mean no good, in all that is printed. */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/nasty.h"
#include "tests/tests.h"
#include "ui/text/utf8.h"

enum what {
	SYMBOLS = 1 << 0, /* names of all functions must be there */
	OTHERS = 1 << 1,  /* words of the trace must be there, "FORGED" */
};

static const struct command {
	const char *args;
	int what;
} commands[] = {
	{"report --stdio", SYMBOLS | OTHERS},
	{"report --stdio --no-children -g caller", SYMBOLS},
	{"report --stdio -g flat", SYMBOLS},
	{"report --stdio -g folded,0", SYMBOLS},
	{"report --stdio -g none --sort comm,dso,sym,srcline", SYMBOLS | OTHERS},
	{"report --stdio -g none --sort dso,sym -t ,", SYMBOLS | OTHERS},
	{"report --stdio -g none --sort dso,sym -w 9,9,9,9", SYMBOLS},
	{"report --stdio -g none -v", SYMBOLS | OTHERS},
	{"report --stdio -g none --sort comm --comms \"$(printf '\\033[2J')\"", 0},
	{"export -f folded", SYMBOLS | OTHERS},
	{"export -f csv", SYMBOLS | OTHERS},
	{"export -f json", SYMBOLS | OTHERS},
	{"report --header-only -I", OTHERS},
	{"report --stats", 0},
	{"script", SYMBOLS | OTHERS},
	{"script --header -F comm,pid,tid,cpu,time,event", OTHERS},
	{"audit", 0},
	{"audit --json", 0},
	{"diff -s comm,dso,sym " NASTY_TRACE " " NASTY_TRACE, SYMBOLS | OTHERS},
	{"diff -q -t, " NASTY_TRACE " " NASTY_TRACE, SYMBOLS | OTHERS},
	{"diff --json " NASTY_TRACE " " NASTY_TRACE, SYMBOLS | OTHERS},
	{"diff --json --stacks " NASTY_TRACE " " NASTY_TRACE, SYMBOLS | OTHERS},
	{"diff --stacks " NASTY_TRACE " " NASTY_TRACE, SYMBOLS | OTHERS},
	{"diff -q --fail-if 'total,change>-1%' " NASTY_TRACE " " NASTY_TRACE, SYMBOLS | OTHERS},
	{"report --stdio -i \"$(printf '\\033[2J\\342\\200\\256')\"", 0},
};

/*
 * Returns the output of this program for the trace, which the caller frees. NULL if it cannot be
 * run, or crashed.
 */
static char *run(const char *args, size_t *size)
{
	const char *program = getenv("PERF_DEFER");
	char self[4096] = "", command[8192];
	int status;

	if (!program && readlink("/proc/self/exe", self, sizeof(self) - 1) < 0)
		return NULL;
	snprintf(command, sizeof(command),
		 "env PERF_CONFIG=/dev/null PERF_BUILDID_DIR=/nonexistent '%s' %s%s%s > out 2>&1",
		 program ? program : self, args,
		 strstr(args, " -i ") || strstr(args, NASTY_TRACE) ? "" : " -i " NASTY_TRACE,
		 strncmp(args, "audit", 5) ? " --symfs " NASTY_SYMFS : "");
	status = system(command);
	return WIFEXITED(status) && WEXITSTATUS(status) < 126 ? nasty__read("out", size) : NULL;
}

static int check_output(const struct command *command, const char *text, size_t size)
{
	const char *fault = nasty__fault(text, size);
	char label[NASTY_LABEL_LEN];

	T_CHECK(size > 0);
	if (fault)
		T_FAIL("%s: byte %#x at %zu", command->args, (unsigned char)*fault,
		       (size_t)(fault - text));
	for (unsigned int i = 0; (command->what & SYMBOLS) && i < nasty__nr(); i++) {
		if (!strstr(text, nasty__label(i, label)))
			T_FAIL("%s: there is no %s in %.400s", command->args, label, text);
	}
	if ((command->what & OTHERS) && !strstr(text, "FORGED"))
		T_FAIL("%s: words are not there", command->args);
	return TEST_OK;
}

static int print_all(const struct folder *folder)
{
	T_RUN(nasty__write(folder));
	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++) {
		size_t size = 0;
		char *text = run(commands[i].args, &size);

		if (!text)
			T_FAIL("%s cannot be run", commands[i].args);
		T_RUN(check_output(&commands[i], text, size));
		free(text);
	}
	T_EQ(chdir("/"), 0);
	return TEST_OK;
}

static int test_print(void)
{
	return folder__run(print_all);
}

/* The checker sees what it is for. */
static int test_fault(void)
{
	static const char *const bad[] = {"\x1b[m",    "a\r\n",	       "\xc2\x9b",
					  "\x9b",      "\xe2\x80\xae", "\xe4\xb8",
					  "a\nFORGED", "FORGED",       "\x7f"};
	static const char good[] = "a\n\tb FORGED \xe4\xb8\xad\xc3\xa9";

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		T_CHECK(nasty__fault(bad[i], strlen(bad[i])));
	T_CHECK(!nasty__fault(good, strlen(good)));
	return TEST_OK;
}

/* All that is no text, and nothing else. */
static int test_text(void)
{
	unsigned int nr = 0;

	for (uint32_t ch = 0; ch <= 0x110000; ch++) {
		char buf[4];

		if (ch == '\n' || ch == '\t' || (ch >= 0xd800 && ch < 0xe000) || ch > 0x10ffff)
			continue;
		if (!utf8__is_text(ch))
			nr++;
		else
			T_CHECK(!nasty__fault(buf, utf8__put(buf, ch)));
	}
	T_CHECK(!utf8__is_text(UINT32_MAX) && !utf8__is_text('\n') && !utf8__is_text('\t'));
	/* 63 controls but these two, 14 marks and 6 that are not used any more, 2 in each plane */
	T_EQ(nr, 63 + 14 + 6 + 2 * 17);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"what is harmless", test_fault},
	{"what text is", test_text},
	{"reports, scripts, audits and headers", test_print},
	{0},
};

const struct test_suite suite__nasty_text = {"nasty-text", "Names that mean no good, printed",
					     cases};
