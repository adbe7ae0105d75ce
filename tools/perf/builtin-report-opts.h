/* SPDX-License-Identifier: GPL-2.0-only */
/* report_opts: what a user can say to report: configuration first, then the command line. */
#ifndef PERF_BUILTIN_REPORT_OPTS_H
#define PERF_BUILTIN_REPORT_OPTS_H

#include "builtin-symbols.h"
#include "ui/export/exports.h"
#include "util/profile/graph-conf.h"
#include "util/profile/sort.h"
#include "util/session/filter.h"

enum report_color {
	REPORT_COLOR_AUTO, /* on a terminal, and in a pager */
	REPORT_COLOR_ALWAYS,
	REPORT_COLOR_NEVER,
};

struct report_opts {
	const char *input;
	struct sample_filter_opts filter;
	struct symbol_opts symbols;
	struct sort_opts sort;
	struct graph_conf graph;
	bool graph_given; /* -g asked for call graphs */
	const char *dsos, *syms, *symbol_filter;
	const char *word; /* that no option takes: perf's filter of symbols, or a mistaken input */
	const char *sep, *widths;
	char *config_sort; /* owned */
	double min_percent;
	int max_stack; /* 0: all frames; FUNC_MAX_STACK if nobody said another */
	bool say_cut;  /* nobody did: a frame stands for those beyond it */
	int verbose;
	bool quiet, relative, hide_unresolved;
	bool inverted;
	bool threads;	    /* -T: what each task counted */
	const char *pretty; /* of -T: "raw", else a table */
	bool header, header_only, full_info, stats, dump;
	bool stdio, tui;		    /* asked for; else it goes by what stdout is */
	const struct export_format *export; /* NULL: rows are printed */
	const char *export_event;	    /* its name; NULL: the first that has samples */
	bool no_tui;			    /* perf's configuration is against it */
	bool pager;
	enum report_color color; /* of --stdio */
};

/*
 * Reads perf's configuration and the command line; a command line that cannot be understood
 * ends the process, as libsubcmd has it. Negative, with @err set, if a value makes no sense.
 */
int report_opts__init(struct report_opts *opts, int argc, const char **argv,
		      struct defer_error *err);
void report_opts__exit(struct report_opts *opts);

/* Says that the word that was taken as a filter of symbols is the name of a file, if it is. */
void report_opts__say_word(const struct report_opts *opts);

#endif /* PERF_BUILTIN_REPORT_OPTS_H */
