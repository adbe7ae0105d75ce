// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <subcmd/parse-options.h>

#include "builtin-symbols.h"
#include "ui/stdio/plain.h"
#include "util/base/config.h"
#include "util/dso/dso.h"

static int read_setting(void *ctx, const char *key, const char *value, struct defer_error *err)
{
	struct symbol_opts *opts = ctx;

	if (strcmp(key, "buildid.dir") || !value)
		return 0;
	free(opts->config_buildid_dir);
	opts->config_buildid_dir = strdup(value);
	return opts->config_buildid_dir
		       ? 0
		       : defer_error__set(err, DEFER_ERR_NOMEM, DEFER_NO_OFFSET, "out of memory");
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
	free(opts->config_buildid_dir);
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
