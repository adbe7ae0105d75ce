/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * term: the terminal, a grid of cells that is drawn into and shown at once, and the keys, mouse
 * and signals that come back from it.
 *
 * Who draws holds a term_win, a rectangle of the grid with a pen. What does not fit into it is
 * cut, and control characters show as dots, so any name of a trace can be drawn as it is. A
 * term without a terminal behind it, term__new_memory(), is the same grid with keys from a
 * list: views are tested on it.
 */
#ifndef PERF_DEFER_UI_TUI_TERM_TERM_H
#define PERF_DEFER_UI_TUI_TERM_TERM_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

#include "ui/tui/term/term-color.h"
#include "ui/tui/term/term-event.h"

#define TERM_MIN_ROWS 10
#define TERM_MIN_COLS 40
#define TERM_MAX_ROWS 1024
#define TERM_MAX_COLS 4096

/* Characters that not every terminal has: each has a plain one to stand for it. */
enum term_glyph {
	GLYPH_HLINE,  /* ─ - */
	GLYPH_VLINE,  /* │ | */
	GLYPH_TEE,    /* ├ + */
	GLYPH_CORNER, /* └ ` */
	GLYPH_TOP_LEFT,
	GLYPH_TOP_RIGHT,
	GLYPH_BOTTOM_LEFT,
	GLYPH_BOTTOM_RIGHT,
	GLYPH_OPEN,   /* ▾ - : has lines below that show */
	GLYPH_CLOSED, /* ▸ + */
	GLYPH_SEAM,   /* ╌ ~ : between kernel and user half */
	GLYPH_BLOCK,  /* █ # */
	GLYPH_SHADE,  /* ░ . */
	GLYPH_EIGHTH, /* ▏▎▍▌▋▊▉█: this and the 7 after it grow from the left */
	GLYPH_LOWER = GLYPH_EIGHTH + 8, /* ▁▂▃▄▅▆▇█: and these from below */
	GLYPH_NR = GLYPH_LOWER + 8,
};

/* ---- the terminal ---- */

struct term;

struct term_opts {
	bool ascii;    /* no glyphs beyond ASCII, whatever the locale says */
	bool no_color; /* attributes alone: NO_COLOR */
	bool no_mouse;
};

/*
 * Takes the terminal over: stdout, and stdin or /dev/tty for keys. Blocks the signals that it
 * reads in the calling thread, so threads that are started later have them blocked as well.
 * DEFER_ERR_UNSUPPORTED, with the reason, if it cannot draw there: TERM=dumb and the like.
 */
int term__new(struct term **term, const struct term_opts *opts, struct defer_error *err);

/* One step of a script for a term without a terminal; each part of it may be left out. */
struct term_step {
	const char *until; /* first, wait for the screen to show this, ten seconds at most */
	void (*look)(const struct term *term, void *ctx); /* then look at it */
	void *ctx;
	struct term_event event; /* then this comes in; a RESIZE is to @row rows and @col columns */
};

/*
 * Without a terminal: term__wait() goes by the steps that it was fed, then returns
 * TERM_EVENT_QUIT, as it does where the screen never shows what a step waits for.
 */
int term__new_memory(struct term **term, unsigned int rows, unsigned int cols, bool ascii,
		     struct defer_error *err);
/* Of such a term only: @steps stay where they are until it is deleted. */
void term__feed(struct term *term, const struct term_step *steps, size_t nr);
/* Did all steps happen? */
bool term__is_done(const struct term *term);

/* Gives the terminal back as it was. */
void term__delete(struct term *term);

unsigned int term__rows(const struct term *term);
unsigned int term__cols(const struct term *term);
bool term__is_ascii(const struct term *term);

/* Blanks the grid. Drawing begins with it and ends with flush, which shows what has changed. */
void term__clear(struct term *term);
void term__flush(struct term *term);
/* The next flush draws everything: another program may have written on the screen. */
void term__redraw(struct term *term);

/* Waits for an event at most @timeout_ms; -1: for ever. */
int term__wait(struct term *term, int timeout_ms, struct term_event *event,
	       struct defer_error *err);

/* Is there input already, so that who draws now draws again at once? */
bool term__has_input(struct term *term);
/* Makes term__wait() return TERM_EVENT_WAKE. From any thread. */
void term__wake(struct term *term);

/* Stops the process as ctrl-Z does, the terminal being given back meanwhile. */
void term__suspend(struct term *term);

/* One row of the grid as text without trailing blanks: for files and tests. Like snprintf(). */
size_t term__text(const struct term *term, unsigned int row, char *buf, size_t size);
enum term_color term__color_at(const struct term *term, unsigned int row, unsigned int col);

/* ---- drawing ---- */

struct term_win {
	struct term *term;
	unsigned int top, left, rows, cols; /* in the grid */
	unsigned int row, col;		    /* of the pen; col may be past the end */
	unsigned int skip;		    /* columns that are out of sight on the left */
	/* Of what was drawn, in sight or not; a pair of 0: nothing. The end is not part of it. */
	struct term_span {
		unsigned int begin, end;
	} text, match; /* without the blanks at its beginning; the first that puts_match() found */
	enum term_color color; /* of the pen */
	bool selected; /* what is drawn is the line of the cursor: colours give way to that */
};

/* All of the grid; pen at its start, TERM_NORMAL. */
struct term_win term__win(struct term *term);
/* A part of @win, cut to it; the pen at its start. */
struct term_win term_win__sub(const struct term_win *win, unsigned int row, unsigned int col,
			      unsigned int rows, unsigned int cols);

void term_win__at(struct term_win *win, unsigned int row, unsigned int col);
void term_win__color(struct term_win *win, enum term_color color);

/* Draws UTF-8 from the pen on. What is no character, or not to be shown, is a dot. */
void term_win__puts(struct term_win *win, const char *str);
void term_win__printf(struct term_win *win, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* In exactly @width columns, cut or padded on the right; on the left if @width is negative. */
void term_win__pad(struct term_win *win, const char *str, int width);
/* As puts(), with what contains @text, whatever the case, in TERM_MATCH; @text may be NULL. */
void term_win__puts_match(struct term_win *win, const char *str, const char *text);
void term_win__glyph(struct term_win *win, enum term_glyph glyph, unsigned int nr);
/* Blanks to the end of the row. */
void term_win__fill(struct term_win *win);
/* A bar of @share (0 to 1) of @width columns, blank after that, to an eighth of a column. */
void term_win__bar(struct term_win *win, double share, unsigned int width);

/* Columns that @str takes. */
unsigned int term__width(const char *str);

#endif /* PERF_DEFER_UI_TUI_TERM_TERM_H */
