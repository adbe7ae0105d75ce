/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * text: samples as `perf script` prints them (Linux 7.2, tools/perf/builtin-script.c): a line
 * that says who, where and when, and under it the callchain, kernel half and user half in one.
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
	struct tracing_data *tracing; /* what tracepoints' fields are; NULL: nobody says */
	bool hide_chains;	      /* -G: the place that was hit, on the same line */
	bool nanoseconds;	      /* --ns */
	bool reltime, deltatime;      /* since the first sample, since the one before */
	unsigned int max_stack;	      /* addresses of one chain; 0: all */
	bool say_cut;		      /* a line stands for those beyond it */
};

/* What samples of one event show. */
struct text_event {
	uint64_t fields;
	bool chain;	     /* else the hit, if addresses are shown at all */
	struct lines *lines; /* shared by events that show frames alike */
};

struct text {
	struct text_opts opts;
	const struct session *session;
	struct resolve *resolve;
	struct half_table halves;
	struct text_event *events; /* by idx */
	struct lines *lines;	   /* as many as events at most */
	uint32_t nr_lines;
	int name_width;		 /* of the event column */
	uint32_t kernel_maps_id; /* of the sample that is printed */
	uint64_t first_time;	 /* of the sample that was printed first, or UINT64_MAX */
	uint64_t last_time;
};

/*
 * The session has gathered; it and @resolve outlive the text. DEFER_ERR_INVAL if the user wants
 * fields that samples have not.
 */
int text__init(struct text *text, const struct session *session, struct resolve *resolve,
	       const struct text_opts *opts, struct defer_error *err);
void text__exit(struct text *text);

struct stack;

/* Asks for the names that samples of @stack need. All stacks first, then resolve__run(). */
int text__want(struct text *text, const struct stack *stack, struct defer_error *err);

/*
 * The place that @sample hit: a frame id, the same as when it was wanted; or negative. So it is
 * for every stack, if hits decide what is printed: then want them all.
 */
int64_t text__want_hit(struct text *text, uint64_t ip, uint8_t cpumode, uint32_t user_maps_id,
		       uint32_t kernel_maps_id, struct defer_error *err);

/* Prints an event that is no sample, in turn with the samples. */
void text__print_event(struct text *text, const struct script_event *event, const char *desc,
		       struct out *out);

/* Prints @sample. Of each sample in turn, as time differences are to the one before. */
int text__print(struct text *text, const struct stitched *sample, struct out *out,
		struct defer_error *err);

#endif /* PERF_DEFER_UI_SCRIPT_TEXT_H */
