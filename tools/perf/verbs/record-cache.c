// SPDX-License-Identifier: GPL-2.0-only
/* Copies the files that a finished recording hit to perf's build-id cache. */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "verbs/common.h"
#include "verbs/record.h"
#include "verbs/symbol-options.h"
#include "ui/stdio/progress-line.h"
#include "util/dso/debug-file.h"
#include "util/record/cache-hits.h"
#include "util/plan/opts.h"

/*
 * Returns true if the output can be cached. As in perf, not for a stream, which cannot be read
 * again, nor for files that are rotated.
 */
static bool record_opts__is_wanted(const struct record_opts *opts, const char *path)
{
	struct stat st;

	return !opts->no_buildid && !opts->no_buildid_cache && !opts->buildid_mmap &&
	       !record_opts__switches(opts) && !stat(path, &st) && S_ISREG(st.st_mode) &&
	       st.st_size;
}

/* Returns true if @dir disables the cache, as in perf. */
static bool is_nowhere(const char *dir)
{
	return !dir[0] || !strcmp(dir, "/dev/null");
}

static int record_opts__add(const struct record_opts *opts, const char *path, const char *dir,
			    struct debuginfod *servers, struct defer_error *err)
{
	const struct cache_hits_opts copts = {.path = path,
					      .dir = dir,
					      .procfs = "/proc",
					      .all = opts->buildid_all,
					      .debuginfod = servers};
	struct progress_line progress = {0};
	struct cache_hits hits;
	int ret;

	/* Downloads from servers have a progress line of their own. */
	if (!opts->quiet && !servers)
		progress_line__start(&progress, stderr, PROGRESS_LINE_DELAY_MS,
				     "caching files that were hit");
	ret = cache_hits__add(&hits, &copts, err);
	progress_line__stop(&progress);
	if (opts->verbose)
		fprintf(stderr,
			"perf-defer: build ids: %u added to %s, %u already there, %u "
			"missing\n",
			hits.added, dir, hits.there, hits.missing);
	return ret;
}

/* Adds files with the help of servers, if the user enabled them for this recording, as in perf. */
static int add_with_servers(const struct record_opts *opts, const char *path, const char *dir,
			    struct symbol_opts *symbols, struct defer_error *err)
{
	struct downloads downloads;
	int ret;

	symbols->debuginfod = opts->debuginfod ? opts->debuginfod : "";
	ret = symbol_opts__connect(symbols, err);
	if (ret)
		return ret;
	downloads__start(&downloads, symbols);
	ret = record_opts__add(opts, path, dir, symbols->conf.debuginfod, err);
	downloads__finish(&downloads);
	if (!opts->quiet)
		verb__warn_of_servers(symbols);
	return ret;
}

void record__cache_build_ids(const struct record_opts *opts, const char *path)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct symbol_opts symbols;
	char dir[PATH_MAX];
	int ret;

	if (!record_opts__is_wanted(opts, path))
		return;
	ret = symbol_opts__init(&symbols, &err);
	if (!ret) {
		symbol_conf__buildid_dir(&symbols.conf, dir, sizeof(dir));
		if (!is_nowhere(dir))
			ret = add_with_servers(opts, path, dir, &symbols, &err);
	}
	symbol_opts__exit(&symbols);
	if (ret && !opts->quiet)
		verb__error(NULL, &err);
}
