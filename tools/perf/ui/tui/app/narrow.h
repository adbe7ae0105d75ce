/* SPDX-License-Identifier: GPL-2.0-only */
/* narrow: the lines of a box that have the text that was typed there. */
#ifndef PERF_DEFER_UI_TUI_APP_NARROW_H
#define PERF_DEFER_UI_TUI_APP_NARROW_H

#include "ui/tui/term/term.h"

#define NARROW_LEN 64

struct narrow {
	const char *const *lines;
	unsigned int nr_lines;
	bool sections; /* the line after an empty one is the heading of those below it */
	char text[NARROW_LEN];
	unsigned int *shown; /* indices of the lines */
	unsigned int nr;
};

/* Shows all of @nr @lines, which must stay. */
int narrow__init(struct narrow *narrow, const char *const *lines, unsigned int nr, bool sections,
		 struct defer_error *err);
void narrow__exit(struct narrow *narrow);

/*
 * Takes a key that changes the text. Returns false if it is no such key, as are q and blanks before
 * anything was typed. Esc takes all of the text back.
 */
bool narrow__key(struct narrow *narrow, const struct term_event *event);

/* Writes @title and the text that was typed. */
void narrow__title(const struct narrow *narrow, const char *title, char *buf, size_t size);

#endif /* PERF_DEFER_UI_TUI_APP_NARROW_H */
