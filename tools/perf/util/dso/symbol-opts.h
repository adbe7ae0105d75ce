/* SPDX-License-Identifier: GPL-2.0-only */
/* symbol_opts: the user's settings for finding symbols, and what perf's configuration says of it. */
#ifndef PERF_DEFER_UTIL_DSO_SYMBOL_OPTS_H
#define PERF_DEFER_UTIL_DSO_SYMBOL_OPTS_H

#include "util/dso/symbol.h"

struct symbol_opts {
	struct symbol_conf conf;
	char *config_buildid_dir; /* storage for conf.buildid_dir */
	char *config_debuginfod;  /* buildid-cache.debuginfod, or NULL */
	const char *debuginfod;	  /* value of --debuginfod; "": --no-debuginfod; NULL: not given */
	bool inlines, demangle;	  /* --inline, --demangle: true by default */
	bool short_names_set;	  /* --short-names was given, or its opposite */
};

/* Sets the defaults: $PERF_BUILDID_DIR, else buildid.dir of perf's configuration. */
int symbol_opts__init(struct symbol_opts *opts, struct defer_error *err);
void symbol_opts__exit(struct symbol_opts *opts);

/*
 * Returns the servers for missing files in the form of $DEBUGINFOD_URLS, or NULL. The option
 * overrides the configuration, which overrides the variable; "system" stands for the variable, and
 * "" or "no" disable servers.
 */
const char *symbol_opts__servers(const struct symbol_opts *opts);

/*
 * Makes conf.debuginfod if there are servers, and sets the variable so that libraries ask the same
 * servers or none. Call it after all options are read and before threads are started.
 */
int symbol_opts__connect(struct symbol_opts *opts, struct defer_error *err);

/*
 * Checks the files of -k, --kallsyms and --symfs. Returns a negative code with @err set if one is
 * missing or of the wrong kind. Call it before a trace is read.
 */
int symbol_opts__check(const struct symbol_opts *opts, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_DSO_SYMBOL_OPTS_H */
