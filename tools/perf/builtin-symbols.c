// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <subcmd/parse-options.h>

#include "builtin-symbols.h"
#include "ui/stdio/plain.h"
#include "util/base/config.h"
#include "util/dso/dso.h"

static int no_memory(struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_NOMEM, DEFER_NO_OFFSET, "out of memory");
}

static int read_setting(void *ctx, const char *key, const char *value, struct defer_error *err)
{
	struct symbol_opts *opts = ctx;
	char **to;

	if (!strcmp(key, "buildid.dir"))
		to = &opts->config_buildid_dir;
	else if (!strcmp(key, "buildid-cache.debuginfod"))
		to = &opts->config_debuginfod;
	else
		return 0;
	if (!value)
		return 0;
	free(*to);
	*to = strdup(value);
	return *to ? 0 : no_memory(err);
}

int symbol_opts__init(struct symbol_opts *opts, struct defer_error *err)
{
	int ret;

	*opts = (struct symbol_opts){0};
	ret = config__read(read_setting, opts, err);
	opts->conf.buildid_dir = getenv("PERF_BUILDID_DIR");
	if (!opts->conf.buildid_dir)
		opts->conf.buildid_dir = opts->config_buildid_dir;
	return ret;
}

void symbol_opts__exit(struct symbol_opts *opts)
{
	debuginfod__delete(opts->conf.debuginfod);
	free(opts->config_buildid_dir);
	free(opts->config_debuginfod);
}

/* ---- servers ---- */

const char *symbol_opts__servers(const struct symbol_opts *opts)
{
	const char *urls = opts->debuginfod ? opts->debuginfod : opts->config_debuginfod;

	if (!urls || !strcmp(urls, "system"))
		urls = getenv("DEBUGINFOD_URLS");
	return urls && *urls && strcmp(urls, "no") ? urls : NULL;
}

int symbol_opts__connect(struct symbol_opts *opts, struct defer_error *err)
{
	const char *urls = symbol_opts__servers(opts);
	char *copy = strdup(urls ? urls : "");

	/* It may be the variable's own value. */
	if (!copy || setenv("DEBUGINFOD_URLS", copy, 1)) {
		free(copy);
		return no_memory(err);
	}
	free(copy);
	if (urls && debuginfod__is_there()) {
		opts->conf.debuginfod = debuginfod__new();
		return opts->conf.debuginfod ? 0 : no_memory(err);
	}
	if (opts->debuginfod && *opts->debuginfod && urls)
		return defer_error__set(err, DEFER_ERR_UNSUPPORTED, DEFER_NO_OFFSET,
					"--debuginfod: perf-defer was built without "
					"libdebuginfod; install libdebuginfod-dev and build again");
	return 0;
}

int parse_debuginfod(const struct option *option, const char *arg, int unset)
{
	struct symbol_opts *opts = option->value;

	opts->debuginfod = unset ? "" : arg ? arg : "system";
	return 0;
}

int parse_symfs(const struct option *option, const char *arg, int unset)
{
	struct symbol_conf *conf = option->value;
	char *comma = unset ? NULL : strrchr(arg, ',');

	conf->symfs = unset ? NULL : arg;
	conf->symfs_flat = comma && !strcmp(comma, ",flat");
	if (comma && (conf->symfs_flat || !strcmp(comma, ",hierarchy")))
		*comma = '\0';
	return 0;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void verb__warn_of_dsos(const struct resolve *resolve, bool verbose)
{
	uint32_t nr = resolve__nr_dsos(resolve), nr_texts = 0;
	const char **texts = calloc(nr + 1, sizeof(*texts));

	for (uint32_t i = 0; i < nr && texts; i++) {
		const struct dso *dso = resolve__dso(resolve, i);
		const char *why = dso__why_no_symbols(dso);

		if (why && (verbose || dso->why.code != DEFER_ERR_NOENT || dso->kind == DSO_KERNEL))
			texts[nr_texts++] = why;
	}
	if (nr_texts)
		qsort(texts, nr_texts, sizeof(*texts), by_text);
	for (uint32_t i = 0; i < nr_texts; i++) {
		if (i && !strcmp(texts[i], texts[i - 1]))
			continue;
		fputs("perf-defer: ", stderr);
		plain__puts(texts[i], stderr);
		fputc('\n', stderr);
	}
	free(texts);
}
