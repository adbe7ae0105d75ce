/* SPDX-License-Identifier: GPL-2.0-only */
/* Options and messages about symbols that verbs with frames share. */
#ifndef PERF_BUILTIN_SYMBOLS_H
#define PERF_BUILTIN_SYMBOLS_H

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

#include "util/dso/debuginfod.h"
#include "util/dso/symbol.h"
#include "util/resolve/resolve.h"

struct option;

struct symbol_opts {
	struct symbol_conf conf;
	char *config_buildid_dir; /* storage for conf.buildid_dir */
	char *config_debuginfod;  /* buildid-cache.debuginfod, or NULL */
	const char *debuginfod;	  /* value of --debuginfod; "": --no-debuginfod; NULL: not given */
	bool inlines, demangle;	  /* --inline, --demangle: true by default */
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
 * Appends the options of perf that fill @opts: -k, --kallsyms, -f, --symfs, --debuginfod,
 * --demangle, --demangle-kernel and --inline. Returns the new end of the table. Adds at most
 * SYMBOL_OPTIONS_MAX.
 */
#define SYMBOL_OPTIONS_MAX 8
struct option *symbol_options__add(struct option *to, struct symbol_opts *opts);

/*
 * Shows downloads on a terminal while names are resolved. The first SIGINT then ends only the
 * downloads, if there are any.
 */
struct downloads {
	struct debuginfod *debuginfod;
	pthread_t thread;
	atomic_bool ends;
	bool runs;
	bool ignores; /* SIGINT is ignored, as in background jobs */
	sigset_t before;
};

/* Warns about files that servers failed to deliver. */
void verb__warn_of_servers(const struct symbol_opts *opts);

void downloads__start(struct downloads *downloads, const struct symbol_opts *opts);
void downloads__finish(struct downloads *downloads);

/*
 * Checks the files of -k, --kallsyms and --symfs. Returns a negative code with @err set if one is
 * missing or of the wrong kind. Call it before a trace is read.
 */
int symbol_opts__check(const struct symbol_opts *opts, struct defer_error *err);

/*
 * Explains once for each DSO why it has no names. A missing file is common and reported only if
 * @verbose; a file of another build is always reported.
 */
void verb__warn_of_dsos(const struct resolve *resolve, bool verbose);

#endif /* PERF_BUILTIN_SYMBOLS_H */
