/* SPDX-License-Identifier: GPL-2.0-only */
/* What verbs that name frames share: where symbols are looked for, and why some are missing. */
#ifndef PERF_BUILTIN_SYMBOLS_H
#define PERF_BUILTIN_SYMBOLS_H

#include "util/dso/symbol.h"
#include "util/resolve/resolve.h"

struct option;

struct symbol_opts {
	struct symbol_conf conf;
	char *config_buildid_dir; /* what conf.buildid_dir may point at */
};

/* Defaults: $PERF_BUILDID_DIR, else buildid.dir of perf's configuration. */
int symbol_opts__init(struct symbol_opts *opts, struct defer_error *err);
void symbol_opts__exit(struct symbol_opts *opts);

/* A callback of libsubcmd for --symfs "directory[,layout]"; the option's value is a symbol_conf. */
int parse_symfs(const struct option *option, const char *arg, int unset);

/*
 * Says once for each DSO why it has no names. A file that is not here any more is ordinary and
 * said only if @verbose; a wrong one never goes unsaid.
 */
void verb__warn_of_dsos(const struct resolve *resolve, bool verbose);

#endif /* PERF_BUILTIN_SYMBOLS_H */
