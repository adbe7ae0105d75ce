// SPDX-License-Identifier: GPL-2.0-only
/* Settings of record in perfconfig. */
#include <stdlib.h>
#include <string.h>

#include "util/base/config.h"
#include "util/base/error.h"
#include "util/plan/opts.h"

static int bad_setting(const char *key, const char *value, struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_INVAL, "invalid configuration value: %s = %s", key,
				value ? value : "");
}

static bool is_one_of(const char *word, const char *const *words)
{
	while (*words && strcmp(word, *words))
		words++;
	return *words;
}

/*
 * Sets the mode of build IDs. They come with maps if the kernel supports it, so "mmap" changes
 * nothing.
 */
static int set_build_id(struct record_opts *opts, const char *key, const char *value,
			struct defer_error *err)
{
	static const char *const words[] = {"cache", "no-cache", "skip", "mmap", "no-mmap", NULL};

	if (!value || !is_one_of(value, words))
		return bad_setting(key, value, err);
	if (!strcmp(value, "cache") || !strcmp(value, "no-cache"))
		opts->no_buildid_cache = value[0] == 'n';
	else
		opts->no_buildid = !strcmp(value, "skip");
	return 0;
}

/* Sets the mode only: as in perf, the setting does not turn callchains on. */
static int set_mode(struct record_opts *opts, const char *key, const char *value,
		    struct faults *notes, struct defer_error *err)
{
	struct record_opts mode = *opts;
	struct defer_error why = DEFER_ERROR_INIT;

	if (!value)
		return bad_setting(key, value, err);
	if (!strncmp(value, "dwarf", strlen("dwarf")) || !strncmp(value, "lbr", strlen("lbr")))
		return faults__add(notes, NULL, "",
				   "%s = %s applies to perf record only: fp,defer is used "
				   "unless --call-graph is given",
				   key, value)
			       ? error__no_memory(err, "for options")
			       : 0;
	if (!strcmp(value, "no") || record_opts__set_call_graph(&mode, value, &why))
		return bad_setting(key, value, err);
	opts->defer = mode.defer;
	opts->max_stack = mode.max_stack;
	return 0;
}

static int set_debuginfod(struct record_opts *opts, const char *value, struct defer_error *err)
{
	free(opts->config_debuginfod);
	opts->config_debuginfod = strdup(value);
	opts->debuginfod = opts->config_debuginfod;
	return opts->debuginfod ? 0 : error__no_memory(err, "for options");
}

int record_opts__set_config(struct record_opts *opts, const char *key, const char *value,
			    struct faults *notes, struct defer_error *err)
{
	if (!strcmp(key, "record.build-id"))
		return set_build_id(opts, key, value, err);
	if (!strcmp(key, "record.debuginfod") && value)
		return set_debuginfod(opts, value, err);
	if (!strcmp(key, "record.defer-notice"))
		opts->no_defer_notice = !config__bool(value);
	if (!strcmp(key, "record.call-graph") || !strcmp(key, "call-graph.record-mode"))
		return set_mode(opts, key, value, notes, err);
	return 0;
}
