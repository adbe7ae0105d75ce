/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * chart: the stacks of an event in order of time, thread by thread: a flame chart.
 *
 *   line 0   burn 112                                     a thread
 *        1   +---------- main ----------+    +-- main --+   from left to right: time
 *        2   +- read -+ +---- write ----+    +- write --+   the gap: no samples
 *        3   burn 114                                     the next thread
 *
 * A picture has columns of equal time. A column shows the heaviest stack of its samples; equal frames
 * of neighbours are one box. Laying out costs what is visible: the samples of the threads and of the
 * time in the window.
 */
#ifndef PERF_DEFER_UTIL_VIEW_CHART_H
#define PERF_DEFER_UTIL_VIEW_CHART_H

#include "util/profile/chain-tree.h"
#include "util/profile/func.h"
#include "util/profile/shown.h"

#define CHART_NONE UINT32_MAX /* no thread; in a column: no sample */

struct entry;
struct entry_list;

struct chart_sample {
	uint64_t time;	 /* ns; the order without timestamps */
	uint64_t weight; /* period; 1 in charts whose samples have none */
	uint32_t chain;	 /* node of the chain tree; CHAIN_ROOT: no frames are known */
	uint32_t thread;
};

struct chart_thread {
	int32_t pid, tid;
	uint32_t comm_id; /* of its last sample */
	uint32_t depth;	  /* frames of its deepest stack */
	size_t first, nr; /* samples */
	uint64_t line;	  /* its name; the outermost frames are in the next one */
};

struct chart_conf {
	const struct chain_tree *chains;
	const struct funcs *funcs;
	const char *const *comms;
	uint64_t total;	 /* weight of all samples of the event, of which shares are */
	bool by_samples; /* weights are samples, because no sample has a period */
	bool no_time;	 /* times are the order of samples */
};

struct chart {
	struct chart_conf conf;
	struct chart_sample *samples; /* after finish: by thread, then by time */
	size_t nr, cap;
	struct chart_thread *threads; /* after finish: most samples first, then by pid and tid */
	size_t nr_threads, cap_threads;
	struct hash_index index;
	uint64_t hash_key;
	uint64_t start, end; /* ns; both inclusive */
	uint64_t step; /* usual time from a sample to the next of its thread, ns; at least 1 */
	uint64_t nr_lines;
	size_t nr_bare; /* samples without frames */
};

/* What @conf points to must outlive the chart. The caller calls exit also after an error. */
void chart__init(struct chart *chart, const struct chart_conf *conf);
void chart__exit(struct chart *chart);

/* Makes room for @nr samples. */
int chart__reserve(struct chart *chart, size_t nr, struct defer_error *err);
/* Adds a sample of a task. Samples come in order of time; sample->thread is set here. */
int chart__add(struct chart *chart, int32_t pid, int32_t tid, uint32_t comm_id,
	       const struct chart_sample *sample, struct defer_error *err);
/* Sorts threads and samples. Nothing may be added afterwards. */
int chart__finish(struct chart *chart, struct defer_error *err);

/* Returns the thread whose line is @line, which must be less than nr_lines. */
uint32_t chart__thread_at(const struct chart *chart, uint64_t line);

/*
 * Returns the end of sample @i, exclusive: the time of the next one of its thread, unless that comes
 * later than two steps: then it lasts one step.
 */
uint64_t chart__sample_end(const struct chart *chart, size_t i);

#define CHART_LABEL_LEN FUNC_LABEL_LEN
/* Returns the label of a thread's line: "burn 112/114", written to @buf. */
const char *chart__thread_label(const struct chart *chart, uint32_t thread,
				char buf[CHART_LABEL_LEN]);

/* ---- from a trace ---- */

/* Makes the finished chart of the samples of @event, an index in the profile's events. */
int chart__new(struct chart **chart, const struct shown *shown, uint32_t event,
	       struct defer_error *err);
/*
 * Makes the finished chart of the samples of @entry, from its begin to its end; @list was made from samples. A
 * step is the time that a sample stands for, as far as the trace tells.
 */
int chart__new_entry(struct chart **chart, const struct entry_list *list, const struct entry *entry,
		     struct defer_error *err);
void chart__delete(struct chart *chart);

/* ---- the picture ---- */

/* A part of a chart: all that is in a span of time and of lines. */
struct chart_part {
	uint64_t start, end;	       /* ns; both inclusive */
	uint64_t first_line, end_line; /* the latter exclusive */
};

struct chart_box {
	uint64_t line;
	uint32_t col, width; /* columns */
	uint32_t thread;
	uint32_t depth; /* 0: the thread's name, as wide as the picture */
	uint32_t node;	/* of the chain tree: the chain down to this frame, in its first column */
};

/* The samples of one stack in one column. */
struct chart_sum {
	uint64_t weight;
	uint32_t nr, chain;
};

/* The stacks of one thread in the columns of a picture. */
struct chart_row {
	uint32_t *chains; /* by column: the stack that is shown; CHART_NONE: no sample */
	size_t *ends;	  /* by column: where its sums end, and those of the next one begin */
	struct chart_sum *sums;
	size_t nr, cap;
};

struct chart_picture {
	struct chart_part part;
	uint32_t nr_cols;
	struct chart_box *boxes; /* line by line, each from the left */
	size_t nr, cap;
	struct chart_row *rows;	     /* by thread; zeroed but for those of the last picture */
	uint32_t first_row, end_row; /* threads of the last picture */
	struct chart_sum *sums;	     /* by node of the chain tree: room to add up a column */
};

/* Returns the whole of @chart. */
struct chart_part chart__whole(const struct chart *chart);

/* Returns the caller of @node, of the chain tree, that is @depth frames deep, or @node itself. */
uint32_t chart__node_at(const struct chart *chart, uint32_t node, uint32_t depth);

/* Returns the first time of column @col; for the column after the last one, the time after the end. */
uint64_t chart_part__edge(const struct chart_part *part, uint32_t col, uint32_t nr_cols);
/* Returns the column of @time, which must be in @part. */
uint32_t chart_part__col(const struct chart_part *part, uint64_t time, uint32_t nr_cols);

/*
 * Lays out the boxes of @part in @nr_cols columns, at least 1, and replaces those in @picture, which is
 * all zero at first. A picture belongs to one chart. Threads that were in the last picture of the same
 * time and columns cost nothing but their boxes.
 */
int chart__layout(const struct chart *chart, const struct chart_part *part, uint32_t nr_cols,
		  struct chart_picture *picture, struct defer_error *err);
void chart_picture__exit(struct chart_picture *picture);

/* Returns the box at a line and column, or NULL. */
const struct chart_box *chart_picture__at(const struct chart_picture *picture, uint64_t line,
					  uint32_t col);

/* What a box stands for: its samples are those below its columns that have its frames. */
struct chart_facts {
	uint64_t start, end; /* ns, of its first sample and of the last one; the latter exclusive */
	uint64_t nr, weight;
};

/* Sets @facts of a box of @picture. Of a thread's name they are those of the thread in the part. */
void chart__facts(const struct chart *chart, const struct chart_picture *picture,
		  const struct chart_box *box, struct chart_facts *facts);

/*
 * Sets the time in which no sample of @thread is, around column @col of a picture that has the thread. Returns
 * false if the column shows one.
 */
bool chart__gap(const struct chart *chart, const struct chart_picture *picture, uint32_t thread,
		uint32_t col, uint64_t *start, uint64_t *end);

/* Returns @weight as a percentage of all samples of the event. */
double chart__percent(const struct chart *chart, uint64_t weight);

#endif /* PERF_DEFER_UTIL_VIEW_CHART_H */
