/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * lines: the text of each frame, formatted once and copied afterwards. A frame with inlined
 * functions has one line for each of them and one for the function that contains them.
 */
#ifndef PERF_DEFER_UI_SCRIPT_LINES_H
#define PERF_DEFER_UI_SCRIPT_LINES_H

#include <stdatomic.h>

#include "ui/script/out.h"
#include "util/base/arena.h"
#include "util/machine/callchain.h"
#include "util/resolve/resolve.h"

struct line {
	uint32_t len;
	char text[];
};

/* A place for a line; NULL: not made yet. */
struct line_place {
	_Atomic(const struct line *) line;
};

/*
 * The lines of all frames with one set of fields. Workers share them: each line is made by the
 * first worker that needs it, in that worker's memory.
 */
struct lines {
	uint64_t fields; /* within FIELDS_OF_FRAME */
	struct line_place
		*places; /* of each frame by id; with FIELD_EVIDENCE, one for each evidence */
	uint32_t nr;	 /* frames */
};

/* One worker's memory for lines. It must outlive the lines that the worker made. */
struct line_maker {
	struct arena arena;
	struct out scratch;
};

int line_maker__init(struct line_maker *maker, struct defer_error *err);
void line_maker__exit(struct line_maker *maker);

void lines__init(struct lines *lines, uint64_t fields);
void lines__exit(struct lines *lines);

/* Makes room for the frames of @resolve, which must have run. Not thread-safe. */
int lines__reserve(struct lines *lines, const struct resolve *resolve, struct defer_error *err);

/*
 * Returns the text of frame @id, which had room: all its lines, each with its newline. @evidence is
 * printed with FIELD_EVIDENCE, unless it is EVIDENCE_NR. NULL if out of memory.
 */
const struct line *lines__get(struct lines *lines, struct line_maker *maker,
			      const struct resolve *resolve, uint32_t id, enum evidence evidence,
			      struct defer_error *err);

/*
 * Prints the frame that a sample hit as perf does where there is no callchain: without a newline at
 * the end and without inlined functions.
 */
void frame__print_hit(const struct frame *frame, uint64_t fields, struct out *out);

/* Returns how the address that a sample hit is known: by its registers; a kernel's needs no proof. */
static inline enum evidence frame__hit_evidence(const struct frame *frame)
{
	return frame->kernel ? EVIDENCE_NR : EVIDENCE_IP;
}

/* Prints the DSO, " (/usr/bin/x+0x10)"; the offset only with FIELD_DSOFF. */
void frame__print_dso(const struct frame *frame, uint64_t fields, struct out *out);

/* Prints the line @name, in the form of a frame's line, in place of frames that are missing. */
void stand_in__print(const char *name, uint64_t fields, struct out *out);

#endif /* PERF_DEFER_UI_SCRIPT_LINES_H */
