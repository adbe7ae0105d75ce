/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * text: samples as `perf script` prints them (Linux 7.2, tools/perf/builtin-script.c): a line with
 * task, CPU, time and event, and under it the callchain, with the kernel half and the user half in
 * one.
 */
#ifndef PERF_DEFER_UI_SCRIPT_TEXT_H
#define PERF_DEFER_UI_SCRIPT_TEXT_H

#include "ui/script/events.h"
#include "ui/script/fields.h"
#include "ui/script/stack-text.h"
#include "util/profile/half-frames.h"
#include "util/session/session.h"

struct fold;
struct tracing_data;

struct text_opts {
	const struct script_fields *fields;
	struct tracing_data *tracing; /* describes the fields of tracepoints; NULL: not recorded */
	bool hide_chains;	      /* -G: the hit is printed on the same line instead */
	bool nanoseconds;	      /* --ns */
	bool reltime, deltatime;      /* time since the first sample, since the previous sample */
	unsigned int max_stack;	      /* addresses per chain; 0: all */
	bool say_cut;		      /* a line stands for the addresses beyond it */
	bool always_frames;	      /* a sample without a callchain has its hit as a frame */
	bool unsigned_ids;	      /* pid and tid -1 are 4294967295 */
	bool short_names;	      /* of functions, without arguments; recursion folds */
};

/* The fields that samples of one event show. */
struct text_event {
	uint64_t fields;
	bool chain;	     /* show the chain; else the hit, if addresses are shown at all */
	struct lines *lines; /* shared by events with the same fields */
};

/* What one worker needs to print samples. */
struct text_writer {
	struct stack_maker stacks;
	struct out out; /* in memory */
};

/* What all workers share. Between start() and exit() only what is marked changes. */
struct text {
	struct text_opts opts;
	const struct session *session;
	struct resolve *resolve;
	struct half_table halves;
	struct stack_texts stacks;   /* changes */
	struct text_writer *writers; /* one for each worker, and that worker's */
	unsigned int nr_writers;
	struct text_event *events; /* indexed by the event's idx */
	struct lines *lines;	   /* at most one per event; changes */
	uint32_t nr_lines;
	int name_width;		 /* of the event column, characters */
	uint32_t kernel_maps_id; /* of the current sample; changes */
	uint64_t first_time; /* of the first sample that was printed, ns; UINT64_MAX: none yet */
	uint64_t last_time;  /* changes, as first_time */
};

/*
 * Prepares to print samples of @session, which must have gathered; it and @resolve must outlive the
 * text. Returns DEFER_ERR_INVAL if the user asked for fields that samples lack.
 */
int text__init(struct text *text, const struct session *session, struct resolve *resolve,
	       const struct text_opts *opts, struct defer_error *err);
void text__exit(struct text *text);

/*
 * Requests the names that samples need whose stacks are in @fold, which must outlive the text. Then
 * resolve__run() must follow, and text__start(), which makes writers for @nr_workers.
 */
int text__want(struct text *text, const struct fold *fold, struct defer_error *err);
int text__start(struct text *text, unsigned int nr_workers, struct defer_error *err);

/*
 * Returns true if samples must be printed one after the other, in order of time: if time
 * differences are printed, or something that may look up further names.
 */
bool text__is_serial(const struct text *text);

/* Returns true if print() needs the deferred record of each sample. */
bool text__needs_records(const struct text *text);

/* Prints an event that is not a sample; the caller keeps the order between events and samples. */
void text__print_event(struct text *text, const struct script_event *event, const char *desc,
		       struct out *out);

/*
 * Prints @sample, whose stack is that at @place of the fold, to @writer->out. What the stack tells
 * need not be set in @sample, nor its record unless text__needs_records(). Any number of threads may
 * call it, each with its own @writer, unless text__is_serial().
 */
int text__print(struct text *text, struct text_writer *writer, uint32_t place,
		struct stitched *sample, struct defer_error *err);

#endif /* PERF_DEFER_UI_SCRIPT_TEXT_H */
