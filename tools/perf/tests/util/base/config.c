// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/tests.h"
#include "util/base/config.h"

/* "key=value" a line, "key" alone for one without a value. */
static int note(void *ctx, const char *key, const char *value, struct defer_error *err)
{
	char *text = ctx;

	if (!strcmp(key, "stop.here"))
		return defer_error__set(err, DEFER_ERR_INVAL, "stopped");
	strcat(strcat(strcat(text, key), value ? "=" : ""), value ? value : "");
	strcat(text, "\n");
	return 0;
}

static int read_text(const char *content, char *text, struct defer_error *err)
{
	char path[] = "/tmp/perf-defer-config-XXXXXX";
	int fd = mkstemp(path), ret;
	size_t len = strlen(content);

	text[0] = '\0';
	if (fd < 0 || write(fd, content, len) != (ssize_t)len)
		return -1000;
	close(fd);
	ret = config__read_file(path, note, text, err);
	unlink(path);
	return ret;
}

static int test_settings(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	char text[1024];

	T_EQ(read_text("# comment\n"
		       "[report]\n"
		       "\tchildren = false\n"
		       "  percent-limit=2 ; why\n"
		       "\n"
		       "[call-graph] # more\n"
		       "order = caller\n"
		       "flag\n"
		       "[tui \"report\"]\n"
		       "  x.y = \" a # b \" c\n"
		       "  path = \"a\\\\b\\t\"\n",
		       text, &err),
	     0);
	T_STREQ(text, "report.children=false\n"
		      "report.percent-limit=2\n"
		      "call-graph.order=caller\n"
		      "call-graph.flag\n"
		      "tui.report.x.y= a # b  c\n"
		      "tui.report.path=a\\b\t\n");
	return TEST_OK;
}

static int check_bad(const char *content, const char *line, const char *why)
{
	struct defer_error err = DEFER_ERROR_INIT;
	char text[1024];

	T_EQ(read_text(content, text, &err), DEFER_ERR_INVAL);
	if (!strstr(err.text, line) || !strstr(err.text, why))
		T_FAIL("'%s' is not about %s %s", err.text, line, why);
	return TEST_OK;
}

static int test_bad(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	char text[64] = "";

	T_RUN(check_bad("[report\nx = 1\n", ":1:", "']'"));
	T_RUN(check_bad("[a \"b]\n", ":1:", "quote"));
	T_RUN(check_bad("x = 1\n", ":1:", "section"));
	T_RUN(check_bad("[a]\n\n= 1\n", ":3:", "name = value"));
	T_RUN(check_bad("[a]\nx y\n", ":2:", "'='"));
	T_RUN(check_bad("[a]\nx = \"y\n", ":2:", "quote"));
	T_RUN(check_bad("[a]\nx = \\q\n", ":2:", "escape"));
	T_RUN(check_bad("[stop]\nhere = 1\n", "stopped", ""));
	T_EQ(config__read_file("/nonexistent/perfconfig", note, text, &err), DEFER_ERR_IO);
	return TEST_OK;
}

static int test_bool(void)
{
	T_CHECK(config__bool(NULL) && config__bool("true") && config__bool("YES"));
	T_CHECK(config__bool("on") && config__bool("1") && config__bool("0x10"));
	T_CHECK(!config__bool("false") && !config__bool("no") && !config__bool("0"));
	T_CHECK(!config__bool("off") && !config__bool(""));
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"sections, settings and comments", test_settings},
	{"lines in another form are named", test_bad},
	{"booleans", test_bool},
	{0},
};

const struct test_suite suite__config = {"config", "perf's configuration files", cases};
