/* SPDX-License-Identifier: GPL-2.0-only */
/* term_event: input from a terminal: keys, the mouse, a new size. */
#ifndef PERF_DEFER_UI_TUI_TERM_TERM_EVENT_H
#define PERF_DEFER_UI_TUI_TERM_TERM_EVENT_H

#include <stdbool.h>
#include <stdint.h>

enum term_event_kind {
	TERM_EVENT_NONE, /* the timeout has passed */
	TERM_EVENT_KEY,
	TERM_EVENT_MOUSE,
	TERM_EVENT_RESIZE, /* or the terminal is back after a stop: draw everything anew */
	TERM_EVENT_WAKE,   /* term__wake() was called */
	TERM_EVENT_QUIT,   /* told to end, or the terminal is gone */
};

/* A key is a Unicode character, or one of these. Ctrl-A is 1 and so on; Esc is 27. */
enum term_key {
	KEY_TAB = 9,
	KEY_ENTER = 13,
	KEY_ESC = 27,
	KEY_BACKSPACE = 127,
	KEY_UP = 0x110000,
	KEY_DOWN,
	KEY_LEFT,
	KEY_RIGHT,
	KEY_HOME,
	KEY_END,
	KEY_PGUP,
	KEY_PGDN,
	KEY_INSERT,
	KEY_DELETE,
	KEY_UNTAB, /* shift and tab */
	KEY_F1,	   /* followed by F2 to F12 */
	KEY_F12 = KEY_F1 + 11,
};

#define KEY_CTRL(c) ((c)&0x1f)

enum term_mouse {
	MOUSE_PRESS, /* left button */
	MOUSE_DRAG,  /* motion while the left button is down */
	MOUSE_RELEASE,
	MOUSE_RIGHT, /* right button */
	MOUSE_WHEEL_UP,
	MOUSE_WHEEL_DOWN,
};

struct term_event {
	enum term_event_kind kind;
	uint32_t key;	       /* TERM_EVENT_KEY */
	bool pasted;	       /* TERM_EVENT_KEY: the character was pasted, not typed */
	enum term_mouse mouse; /* TERM_EVENT_MOUSE */
	unsigned int row, col; /* TERM_EVENT_MOUSE: position in the grid, from 0 */
};

#endif /* PERF_DEFER_UI_TUI_TERM_TERM_EVENT_H */
