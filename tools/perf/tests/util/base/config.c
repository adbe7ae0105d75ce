// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
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

/* Blanks, quotes, escapes and comments of values, and names that have no value. */
static int test_values(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	char text[1024];

	T_EQ(read_text("; comment\n"
		       "[ a ]\n"
		       "all = \\t\\n\\b\\\"\\\\.\n"
		       "blank =  x  y \t\n"
		       "quoted = \"x \" \t\n"
		       "halves=\"x;\"y;z\n"
		       "empty =\n"
		       "none # = 1\n"
		       "none2;\n"
		       "none3 \n"
		       "a-b_c.D9 = 1\n"
		       "[b \"\"]\n"
		       "x = 2",
		       text, &err),
	     0);
	/* The blank behind "[" is skipped by nobody, that before "]" is. */
	T_STREQ(text, " a.all=\t\n\b\"\\.\n"
		      " a.blank=x  y\n"
		      " a.quoted=x \n"
		      " a.halves=x;y\n"
		      " a.empty=\n"
		      " a.none\n"
		      " a.none2\n"
		      " a.none3\n"
		      " a.a-b_c.D9=1\n"
		      "b..x=2\n");
	return TEST_OK;
}

/* A section with its subsection has 255 characters at most, a name with its section 511. */
static int test_lengths(void)
{
	char content[1024], text[1024];

	for (int longer = 0; longer < 2; longer++) {
		struct defer_error err = DEFER_ERROR_INIT;

		snprintf(content, sizeof(content), "[s \"%0*d\"]\nx = 1\n", 253 + longer, 0);
		T_EQ(read_text(content, text, &err), longer ? DEFER_ERR_INVAL : 0);
		T_CHECK(!longer == !strstr(err.text, ":1: the section name is too long"));

		defer_error__clear(&err);
		snprintf(content, sizeof(content), "[s \"%0253d\"]\n%0*d = 1\n", 0, 255 + longer,
			 0);
		T_EQ(read_text(content, text, &err), longer ? DEFER_ERR_INVAL : 0);
		T_CHECK(!longer == !strstr(err.text, ":2: the name is too long"));
		T_EQ(strlen(text), longer ? 0 : 511 + 3);
	}
	return TEST_OK;
}

static int write_text(const char *path, const char *content)
{
	FILE *file = fopen(path, "w");

	T_CHECK(file);
	T_CHECK(fputs(content, file) >= 0);
	T_EQ(fclose(file), 0);
	return TEST_OK;
}

/* Reads the files that the environment names into @text. */
static int read_all(char *text)
{
	struct defer_error err = DEFER_ERROR_INIT;

	text[0] = '\0';
	return config__read(note, text, &err);
}

/* The one file of PERF_CONFIG, or the user's own in HOME; one that is somebody else's is ignored. */
static int test_files(void)
{
	char home[] = "/tmp/perf-defer-home-XXXXXX", own[64], one[64], text[1024];

	T_CHECK(mkdtemp(home));
	snprintf(own, sizeof(own), "%s/.perfconfig", home);
	snprintf(one, sizeof(one), "%s/one", home);
	T_RUN(write_text(own, "[own]\nx = 1\n"));
	T_RUN(write_text(one, "[one]\nx = 1\n"));
	setenv("PERF_CONFIG_NOSYSTEM", "1", 1);
	setenv("HOME", home, 1);
	setenv("PERF_CONFIG", one, 1);
	T_EQ(read_all(text), 0);
	T_STREQ(text, "one.x=1\n");
	unlink(one);
	T_EQ(read_all(text), DEFER_ERR_IO);

	unsetenv("PERF_CONFIG");
	unsetenv("PERF_CONFIG_NOGLOBAL");
	T_EQ(read_all(text), 0);
	T_STREQ(text, "own.x=1\n");
	setenv("PERF_CONFIG_NOGLOBAL", "0", 1);
	T_EQ(read_all(text), 0);
	T_STREQ(text, "own.x=1\n");
	setenv("PERF_CONFIG_NOGLOBAL", "true", 1);
	T_EQ(read_all(text), 0);
	T_STREQ(text, "");
	unsetenv("PERF_CONFIG_NOGLOBAL");
	unsetenv("HOME");
	T_EQ(read_all(text), 0);
	T_STREQ(text, "");

	setenv("HOME", home, 1);
	T_RUN(write_text(own, "[own]\nx y\n"));
	T_EQ(read_all(text), DEFER_ERR_INVAL);
	if (!geteuid()) {
		T_EQ(chown(own, 12345, 12345), 0);
		T_EQ(read_all(text), 0);
	}
	unlink(own);
	T_EQ(read_all(text), 0);
	T_EQ(mkdir(own, 0700), 0);
	T_EQ(read_all(text), 0);
	rmdir(own);
	rmdir(home);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"sections, settings and comments", test_settings},
	{"lines in another form are named", test_bad},
	{"booleans", test_bool},
	{"blanks, quotes and escapes of values", test_values},
	{"names as long as they may be, and longer", test_lengths},
	{"which files are read", test_files},
	{0},
};

const struct test_suite suite__config = {"config", "perf's configuration files", cases};
