/* SPDX-License-Identifier: GPL-2.0-only */
/* report_opts: the settings of report, from the configuration and then the command line. */
#ifndef PERF_BUILTIN_REPORT_OPTS_H
#define PERF_BUILTIN_REPORT_OPTS_H

#include "builtin-options.h"
#include "builtin-symbols.h"
#include "ui/export/exports.h"
#include "util/entry/entry-sort.h"
#include "util/profile/graph-conf.h"
#include "util/profile/seam-rows.h"
#include "util/profile/sort.h"
#include "util/profile/zoom.h"
#include "util/session/filter.h"
#include "util/view/sample-rows.h"

enum report_color {
	REPORT_COLOR_AUTO, /* if stdout is a terminal or a pager */
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
	struct zooms all_but;		    /* what --all-but leaves out */
	bool compares;			    /* --baseline was given */
	struct sample_filter_opts baseline; /* if so: the samples to compare rows with */
	const char *word; /* remaining argument: perf's filter of symbols, or an input without -i */
	const char *sep, *widths;
	char *config_sort; /* owned */
	double min_percent;
	int max_stack; /* 0: all frames; default FUNC_MAX_STACK */
	bool say_cut;  /* --max-stack was not given: a frame marks those cut off */
	int verbose;
	bool quiet, relative, hide_unresolved;
	const char *parent; /* -p, or NULL */
	bool exclude_other; /* -x */
	bool raw_trace, nanosecs;
	uint64_t time_quantum; /* ns; 0: perf's */
	bool inverted;
	bool group, group_set; /* --group, which is the default; the user said so or not */
	int group_sort_idx;
	bool threads;	    /* -T: event counts of each task */
	const char *pretty; /* form of -T: "raw", else a table */
	bool header, header_only, full_info, stats, dump;
	enum seam_mode seam;
	bool entries;			    /* print entries into the kernel, not functions */
	bool each_sample;		    /* print samples, not functions */
	bool json;			    /* --entries or --each-sample as JSON */
	struct entry_order order;	    /* of --entries, from -s */
	enum sample_sort sample_sort;	    /* of --each-sample, from -s */
	bool stdio, tui;		    /* requested; else stdout decides */
	const struct export_format *export; /* NULL: print rows */
	enum flame_shape shape;		    /* of what is exported */
	const char *export_event;	    /* event to export; NULL: the first that has samples */
	struct input_files files;	    /* that go on with the input */
	const char *output;		    /* file to export to; "-": stdout */
	bool no_tui;			    /* disabled by perf's configuration */
	bool pager;
	enum report_color color; /* for --stdio */
};

/*
 * Reads perf's configuration and the command line. An invalid command line ends the process, as
 * usual with libsubcmd. Returns a negative code, with @err set, if a value is invalid.
 */
int report_opts__init(struct report_opts *opts, int argc, const char **argv,
		      struct defer_error *err);
void report_opts__exit(struct report_opts *opts);

/* Warns that nothing passes the symbol filter, if there is one. To be called if there are no rows. */
void report_opts__say_filter(const struct report_opts *opts);

/* Warns if the word used as a symbol filter is the name of a file. */
void report_opts__say_word(const struct report_opts *opts);

#endif /* PERF_BUILTIN_REPORT_OPTS_H */
