// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <unistd.h>

#include "tests/profiled.h"
#include "tests/report-rows.h"
#include "tests/tests.h"
#include "ui/stdio/hist.h"
#include "util/dso/symbol.h"
#include "util/fold/fold.h"
#include "util/resolve/resolve.h"

static int print_rows(const struct pipeline *pipeline, FILE *out, struct defer_error *err)
{
	const struct hist_print how = {.sep = ","};
	struct resolve *resolve;
	struct profile *profile;
	int ret = pipeline__resolve(pipeline, false, &resolve, err);

	if (ret)
		return ret;
	ret = pipeline__profile(pipeline, pipeline->fold, resolve, &profile, err);
	if (!ret)
		ret = profile__print(profile, &how, out, err);
	profile__delete(profile);
	resolve__delete(resolve);
	return ret;
}

/* Keeps what comes from the line of headers on. */
static void tidy(char *text)
{
	const char *header = strstr(text, "\n#\n#");
	char *to = text;

	for (const char *c = header ? header + 3 : text; *c; c++) {
		if (*c != ' ' && *c != '#')
			*to++ = *c;
	}
	while (to > text && to[-1] == '\n')
		to--;
	*to = '\0';
}

int report_rows__print(const char *path, const struct pipeline_opts *opts, char **text,
		       struct defer_error *err)
{
	const struct symbol_conf conf = {.symfs = "/nonexistent", .buildid_dir = "/nonexistent"};
	struct pipeline_opts all = *opts;
	struct pipeline pipeline;
	size_t size;
	FILE *out;
	int ret;

	all.session.path = path;
	all.conf = &conf;
	all.groups.on = true;
	all.show.graph = (struct graph_conf)GRAPH_CONF_DEFAULT;
	ret = pipeline__init(&pipeline, &all, err);
	if (ret)
		return ret;
	ret = profiled__fold(&pipeline, err);
	out = ret ? NULL : open_memstream(text, &size);
	if (out) {
		ret = print_rows(&pipeline, out, err);
		fclose(out);
		tidy(*text);
	}
	pipeline__exit(&pipeline);
	return ret;
}

int report_rows__check(const char *path, const struct pipeline_opts *opts, const char *want)
{
	struct defer_error err = DEFER_ERROR_INIT;
	char *text = NULL;

	if (report_rows__print(path, opts, &text, &err))
		T_FAIL("%s", err.text);
	T_STREQ(text, want);
	free(text);
	return TEST_OK;
}

int report_rows__with(const struct builder *b, int (*check)(const char *path))
{
	char path[] = "/tmp/perf-defer-rows-XXXXXX";
	int fd = mkstemp(path), ret;

	T_CHECK(fd >= 0);
	close(fd);
	builder__write(b, path);
	ret = check(path);
	unlink(path);
	return ret;
}
