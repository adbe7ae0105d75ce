/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * lines: the text of each frame, written once and copied ever after. A frame with inlined
 * functions has one line for each of them, and one for the function around.
 */
#ifndef PERF_DEFER_UI_SCRIPT_LINES_H
#define PERF_DEFER_UI_SCRIPT_LINES_H

#include "ui/script/out.h"
#include "util/base/arena.h"
#include "util/resolve/resolve.h"

struct line {
	const char *text; /* NULL: not written yet */
	uint32_t len;
};

/* All lines that show the same fields. */
struct lines {
	uint64_t fields;    /* FIELDS_OF_FRAME */
	struct line *lines; /* by frame id */
	uint32_t nr;
	struct arena arena;
	struct out scratch;
};

int lines__init(struct lines *lines, uint64_t fields, struct defer_error *err);
void lines__exit(struct lines *lines);

/* The text of frame @id of @resolve, which has run: its line or lines, each with its newline. */
int lines__get(struct lines *lines, const struct resolve *resolve, uint32_t id,
	       const struct line **line, struct defer_error *err);

/*
 * One frame as perf prints it where there is no callchain: without a newline at its end, and
 * without inlined functions.
 */
void frame__print_hit(const struct frame *frame, uint64_t fields, struct out *out);

/* " (/usr/bin/x+0x10)", the offset with FIELD_DSOFF. */
void frame__print_dso(const struct frame *frame, uint64_t fields, struct out *out);

/* The line @name that stands for frames that are not there, in the form of a frame's. */
void stand_in__print(const char *name, uint64_t fields, struct out *out);

#endif /* PERF_DEFER_UI_SCRIPT_LINES_H */
