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
#include "ui/script/lines.h"
#include "util/profile/half-frames.h"
#include "util/session/session.h"

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
};

/* The fields that samples of one event show. */
struct text_event {
	uint64_t fields;
	bool chain;	     /* show the chain; else the hit, if addresses are shown at all */
	struct lines *lines; /* shared by events with the same fields */
};

struct text {
	struct text_opts opts;
	const struct session *session;
	struct resolve *resolve;
	struct half_table halves;
	struct text_event *events; /* indexed by the event's idx */
	struct lines *lines;	   /* at most one per event */
	uint32_t nr_lines;
	int name_width;		 /* of the event column, characters */
	uint32_t kernel_maps_id; /* of the current sample */
	uint64_t first_time; /* of the first sample that was printed, ns; UINT64_MAX: none yet */
	uint64_t last_time;
};

/*
 * Prepares to print samples of @session, which must have gathered; it and @resolve must outlive the
 * text. Returns DEFER_ERR_INVAL if the user asked for fields that samples lack.
 */
int text__init(struct text *text, const struct session *session, struct resolve *resolve,
	       const struct text_opts *opts, struct defer_error *err);
void text__exit(struct text *text);

struct stack;

/* Requests the names that samples of @stack need. Call it for all stacks, then resolve__run(). */
int text__want(struct text *text, const struct stack *stack, struct defer_error *err);

/*
 * Requests the name of the place that @sample hit. Returns its frame id, or negative; later calls
 * return the same id. If hits decide what is printed, this must be called for every stack.
 */
int64_t text__want_hit(struct text *text, uint64_t ip, uint8_t cpumode, uint32_t user_maps_id,
		       uint32_t kernel_maps_id, struct defer_error *err);

/* Prints an event that is not a sample; the caller keeps the order between events and samples. */
void text__print_event(struct text *text, const struct script_event *event, const char *desc,
		       struct out *out);

/*
 * Prints @sample. Call it in the order of samples, since time differences refer to the previous
 * one.
 */
int text__print(struct text *text, const struct stitched *sample, struct out *out,
		struct defer_error *err);

#endif /* PERF_DEFER_UI_SCRIPT_TEXT_H */
