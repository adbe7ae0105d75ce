/* SPDX-License-Identifier: GPL-2.0-only */
/* What verbs that name frames share: where symbols are looked for, and why some are missing. */
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
	char *config_buildid_dir; /* what conf.buildid_dir may point at */
	char *config_debuginfod;  /* buildid-cache.debuginfod, or NULL */
	const char *debuginfod;	  /* of --debuginfod; "": --no-debuginfod; NULL: not said */
	bool inlines, demangle;	  /* --inline, --demangle: they are, unless the user says no */
};

/* Defaults: $PERF_BUILDID_DIR, else buildid.dir of perf's configuration. */
int symbol_opts__init(struct symbol_opts *opts, struct defer_error *err);
void symbol_opts__exit(struct symbol_opts *opts);

/*
 * The servers to ask for files that are not here, in the form of $DEBUGINFOD_URLS, or NULL. What
 * the option says counts, else the configuration, else the variable, which "system" names; nothing
 * and "no" forbid it.
 */
const char *symbol_opts__servers(const struct symbol_opts *opts);

/*
 * Once all options are read: makes conf.debuginfod if there are servers, and sets the variable so
 * that nobody asks others, nor anybody at all if there are none. Before there are threads.
 */
int symbol_opts__connect(struct symbol_opts *opts, struct defer_error *err);

/*
 * Appends the options of perf that fill @opts: -k, --kallsyms, -f, --symfs, --debuginfod, --demangle,
 * --demangle-kernel and --inline. Returns where the table goes on; at most SYMBOL_OPTIONS_MAX are added.
 */
#define SYMBOL_OPTIONS_MAX 8
struct option *symbol_options__add(struct option *to, struct symbol_opts *opts);

/*
 * While names are looked for: shows on a terminal what is loaded from servers, and lets the first
 * SIGINT end only the loading, if there is any.
 */
struct downloads {
	struct debuginfod *debuginfod;
	pthread_t thread;
	atomic_bool ends;
	bool runs;
	bool ignores; /* SIGINT, as jobs in the background do */
	sigset_t before;
};

/* Says what servers did not give that they could have given. */
void verb__warn_of_servers(const struct symbol_opts *opts);

void downloads__start(struct downloads *downloads, const struct symbol_opts *opts);
void downloads__finish(struct downloads *downloads);

/*
 * Are -k, --kallsyms and --symfs there, and what they should be? Negative with @err set if not. To be
 * asked before any trace is read.
 */
int symbol_opts__check(const struct symbol_opts *opts, struct defer_error *err);

/*
 * Says once for each DSO why it has no names. A file that is not here any more is ordinary and
 * said only if @verbose; a wrong one never goes unsaid.
 */
void verb__warn_of_dsos(const struct resolve *resolve, bool verbose);

#endif /* PERF_BUILTIN_SYMBOLS_H */
