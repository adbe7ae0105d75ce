/* SPDX-License-Identifier: GPL-2.0-only */
/* report_opts: the settings of report, from the configuration and then the command line. */
#ifndef PERF_DEFER_VERBS_REPORT_OPTS_H
#define PERF_DEFER_VERBS_REPORT_OPTS_H

#include "verbs/defer.h"
#include "verbs/options.h"
#include "verbs/symbol-options.h"
#include "ui/export/exports.h"
#include "ui/stdio/annotate.h"
#include "ui/stdio/hist.h"
#include "ui/table/table.h"
#include "util/pipeline.h"
#include "util/profile/zoom.h"
#include "util/view/sample-rows.h"

enum report_color {
	REPORT_COLOR_AUTO, /* if stdout is a terminal or a pager */
	REPORT_COLOR_ALWAYS,
	REPORT_COLOR_NEVER,
};

/* An option is written to one member, which all stages of report read. */
struct report_opts {
	struct pipeline_opts pipeline; /* with what is shown */
	struct hist_print print;       /* of text */
	struct symbol_opts names;
	struct zooms zooms; /* of --zoom and --all-but */
	const char **words; /* of the command line, without @word; NULL: no memory */
	unsigned int nr_words;
	const char *view;	  /* --view: name[,event]; NULL: not given */
	struct input_files files; /* that go on with the input */
	/* Remaining argument: perf's filter of symbols, or an input without -i; annotate: the symbol. */
	const char *word;
	char *config_sort; /* owned */
	int verbose;
	bool inverted;
	bool threads;	    /* -T: event counts of each task */
	const char *pretty; /* form of -T: "raw", else a table */
	bool header, header_only, full_info, stats, dump;
	bool each_sample;		    /* print samples, not functions */
	const char *by;			    /* --by: NULL: entries one by one */
	unsigned int parts;		    /* of these: bits 1 << enum part_by */
	bool json;			    /* --entries or --each-sample as JSON */
	struct table_order order;	    /* of --entries and --each-sample, from -s */
	bool stdio, tui;		    /* requested; else stdout decides */
	bool exports;			    /* these are the options of export */
	struct folded_opts folded;	    /* of exported stacks, but for the shape */
	bool annotates;			    /* these are the options of annotate */
	struct annotate_style annotate;	    /* its form */
	bool source, intel;		    /* annotate: with source lines; Intel's syntax */
	bool list_formats;		    /* --list */
	const struct export_format *export; /* NULL: print rows */
	enum flame_shape shape;		    /* of what is exported */
	const char *export_event;	    /* event to export; NULL: the first that has samples */
	const char *output;		    /* file to export to; "-": stdout */
	bool may_tui;			    /* not disabled by perf's configuration */
	bool recursion;			    /* print functions that recur, not rows */
	bool summary, summary_set;	    /* --summary: print one; --no-summary */
	bool first_page;		    /* the TUI begins with it */
	bool pager;
	enum report_color color_when; /* for --stdio */
};

/*
 * Reads perf's configuration and the command line of the verb that @setup is of. An invalid command line
 * ends the process, as usual with libsubcmd. Returns a negative code, with @err set, if a value is invalid.
 */
int report_opts__init(struct report_opts *opts, const struct verb_setup *setup, int argc,
		      const char **argv, struct defer_error *err);
/*
 * Checks that the options go together, and sets what follows from some for others. Part of init(). Returns a
 * negative code, with @err set, if they do not.
 */
int report_opts__check(struct report_opts *opts, struct defer_error *err);
void report_opts__exit(struct report_opts *opts);

/* Take the values of options that choose what is shown; @value NULL: none. */
int report_opts__set_all_but(struct report_opts *opts, const char *value, struct defer_error *err);
int report_opts__set_baseline(struct report_opts *opts, const char *value, struct defer_error *err);
int report_opts__set_view(struct report_opts *opts, const char *value, struct defer_error *err);
int report_opts__set_zoom(struct report_opts *opts, const char *value, struct defer_error *err);
/* Keep the words of the command line, and drop one of them, if it is not NULL. */
int report_opts__keep_words(struct report_opts *opts, int argc, const char **argv,
			    struct defer_error *err);
void report_opts__drop_word(struct report_opts *opts, const char *word);

/* Warns that nothing passes the symbol filter, if there is one. To be called if there are no rows. */
void report_opts__say_filter(const struct report_opts *opts);

/* Warns if the word used as a symbol filter is the name of a file. */
void report_opts__say_word(const struct report_opts *opts);

#endif /* PERF_DEFER_VERBS_REPORT_OPTS_H */
