/* SPDX-License-Identifier: GPL-2.0-only */
/* editor: the user's editor, to which the terminal is lent. */
#ifndef PERF_DEFER_UI_TUI_TERM_EDITOR_H
#define PERF_DEFER_UI_TUI_TERM_EDITOR_H

#include "ui/tui/term/term.h"

/* Returns VISUAL, EDITOR or vi: the first that is set. */
const char *editor__name(void);

/*
 * Runs the editor with the arguments "+@line" and @path, and waits for it. Returns its exit status, or
 * -1 if it could not be run.
 */
int editor__open(struct term *term, const char *path, unsigned int line);

#endif /* PERF_DEFER_UI_TUI_TERM_EDITOR_H */
