/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * lines: the text of each frame, formatted once and copied afterwards. A frame with inlined
 * functions has one line for each of them and one for the function that contains them.
 */
#ifndef PERF_DEFER_UI_SCRIPT_LINES_H
#define PERF_DEFER_UI_SCRIPT_LINES_H

#include "ui/script/out.h"
#include "util/base/arena.h"
#include "util/resolve/resolve.h"

struct line {
	const char *text; /* NULL: not formatted yet */
	uint32_t len;
};

/* The lines of all frames with one set of fields. */
struct lines {
	uint64_t fields;    /* within FIELDS_OF_FRAME */
	struct line *lines; /* indexed by frame id */
	uint32_t nr;
	struct arena arena;
	struct out scratch;
};

int lines__init(struct lines *lines, uint64_t fields, struct defer_error *err);
void lines__exit(struct lines *lines);

/* Returns the text of frame @id: all its lines, each with its newline. @resolve must have run. */
int lines__get(struct lines *lines, const struct resolve *resolve, uint32_t id,
	       const struct line **line, struct defer_error *err);

/*
 * Prints one frame as perf does where there is no callchain: without a newline at the end and
 * without inlined functions.
 */
void frame__print_hit(const struct frame *frame, uint64_t fields, struct out *out);

/* Prints the DSO, " (/usr/bin/x+0x10)"; the offset only with FIELD_DSOFF. */
void frame__print_dso(const struct frame *frame, uint64_t fields, struct out *out);

/* Prints the line @name, in the form of a frame's line, in place of frames that are missing. */
void stand_in__print(const char *name, uint64_t fields, struct out *out);

#endif /* PERF_DEFER_UI_SCRIPT_LINES_H */
