/* SPDX-License-Identifier: GPL-2.0-only */
/* clipboard: the clipboard of the terminal, wherever that runs. */
#ifndef PERF_DEFER_UI_TUI_TERM_CLIPBOARD_H
#define PERF_DEFER_UI_TUI_TERM_CLIPBOARD_H

#include "ui/tui/term/term.h"

/*
 * Asks the terminal to copy @text by OSC 52 (xterm, "Operating System Commands"): terminals that do not
 * know it ignore it. Returns DEFER_ERR_NOMEM if there is no memory.
 */
int clipboard__copy(struct term *term, const char *text);

#endif /* PERF_DEFER_UI_TUI_TERM_CLIPBOARD_H */
