/* SPDX-License-Identifier: GPL-2.0-only */
/* text_lines: text that is printed to memory and split into lines, and where to break a line. */
#ifndef PERF_DEFER_UI_TUI_TERM_TEXT_LINES_H
#define PERF_DEFER_UI_TUI_TERM_TEXT_LINES_H

#include <stdio.h>

#include <perf/defer-error.h>

struct text_lines {
	FILE *out; /* stream to print to; closed by finish() */
	char *text;
	size_t size;
	const char **lines;
	unsigned int nr;
};

/* Returns the bytes of @text, one character at least, that fit into @cols columns, and end with a word if one does. */
size_t text__fit(const char *text, unsigned int cols);

int text_lines__init(struct text_lines *text, struct defer_error *err);
/* Ends printing and splits the text into lines. */
int text_lines__finish(struct text_lines *text, struct defer_error *err);
/*
 * Breaks lines of more than @cols columns between words. The rest of a line begins below what stands behind a gap
 * of blanks, or else below its first word. Valid after finish().
 */
int text_lines__wrap(struct text_lines *text, unsigned int cols, struct defer_error *err);
void text_lines__exit(struct text_lines *text);

#endif /* PERF_DEFER_UI_TUI_TERM_TEXT_LINES_H */
