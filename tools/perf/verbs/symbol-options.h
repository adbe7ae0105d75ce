/* SPDX-License-Identifier: GPL-2.0-only */
/* Options and messages about symbols that verbs with frames share. */
#ifndef PERF_DEFER_VERBS_SYMBOL_OPTIONS_H
#define PERF_DEFER_VERBS_SYMBOL_OPTIONS_H

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

#include "util/dso/symbol-opts.h"
#include "util/resolve/resolve.h"

struct option;

/*
 * Appends the options that tell where files are, -k, --kallsyms and --symfs, how callers are found by them,
 * --unwind, and how user stacks are repaired, --no-repair and --repair-bytes. Returns the new end.
 */
#define FILE_OPTIONS 6
struct option *file_options__add(struct option *to, struct symbol_conf *conf);

/*
 * Appends those, and the options of perf that fill @opts: -f, --debuginfod, --demangle, --demangle-kernel and
 * --inline, and ours, which fills @short_names: --short-names. Returns the new end of the table.
 * Adds at most SYMBOL_OPTIONS_MAX.
 */
#define SYMBOL_OPTIONS_MAX 12
struct option *symbol_options__add(struct option *to, struct symbol_opts *opts, bool *short_names);

/* Whether clones of functions are told apart: of verbs that compare. @show: show_opts, with the default. */
#define CLONES_OPTION(show)                           \
	OPT_BOOLEAN(                                  \
		0, "no-clones", &(show)->join_clones, \
		"Join functions with their clones, such as f.isra.0; --clones tells them apart")

/*
 * Sets whether names are short if the option did not: people at a terminal get short names, and
 * programs behind a pipe perf's. Call it before the pager takes the terminal.
 */
void symbol_options__shorten(const struct symbol_opts *opts, bool *short_names);

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
 * Explains once for each DSO why it has no names. A missing file is common and reported only if
 * @verbose; a file of another build is always reported.
 */
void verb__warn_of_dsos(const struct resolve *resolve, bool verbose);

#endif /* PERF_DEFER_VERBS_SYMBOL_OPTIONS_H */
