/* SPDX-License-Identifier: GPL-2.0-only */
/* text_lines: text that was printed into memory, by its lines. */
#ifndef PERF_DEFER_UI_TUI_TERM_TEXT_LINES_H
#define PERF_DEFER_UI_TUI_TERM_TEXT_LINES_H

#include <stdio.h>

#include <perf/defer-error.h>

struct text_lines {
	FILE *out; /* to print to; closed by finish() */
	char *text;
	size_t size;
	const char **lines;
	unsigned int nr;
};

int text_lines__init(struct text_lines *text, struct defer_error *err);
/* No more is printed: the lines are there. */
int text_lines__finish(struct text_lines *text, struct defer_error *err);
void text_lines__exit(struct text_lines *text);

#endif /* PERF_DEFER_UI_TUI_TERM_TEXT_LINES_H */
