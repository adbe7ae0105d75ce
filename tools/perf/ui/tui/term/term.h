/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * term: the terminal: a grid of cells that is drawn into and shown at once, and the keys, mouse
 * events and signals that come back from it.
 *
 * Drawing code holds a term_win, a rectangle of the grid with a pen. Whatever exceeds it is cut,
 * and control characters show as dots, so any name of a trace can be drawn unchecked.
 *
 *	views, boxes --> term_win --> grid of cells --flush--> backend --> terminal
 *	views, boxes <-- term_event <------------------------- backend <-- its keys and mouse
 *
 * The backend of a terminal is term.c, by means of slang and key_parser.
 * A term without a terminal, term__new_memory(), is the same grid with events from a list; views
 * are tested on it.
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
/* Columns at most of a term without a terminal, to which lines of any length are printed. */
#define TERM_WIDE_COLS 65536

/* Characters that some terminals lack; each has an ASCII substitute. */
enum term_glyph {
	GLYPH_HLINE,  /* ─ - */
	GLYPH_VLINE,  /* │ | */
	GLYPH_TEE,    /* ├ + */
	GLYPH_CORNER, /* └ ` */
	GLYPH_TOP_LEFT,
	GLYPH_TOP_RIGHT,
	GLYPH_BOTTOM_LEFT,
	GLYPH_BOTTOM_RIGHT,
	GLYPH_OPEN,   /* ▾ - : lines below are shown */
	GLYPH_CLOSED, /* ▸ + : lines below are hidden */
	GLYPH_SEAM,   /* ╌ ~ : between kernel and user half */
	GLYPH_GAP,    /* ╎ : : where nothing is known begins or ends */
	GLYPH_BLOCK,  /* █ # */
	GLYPH_SHADE,  /* ░ . */
	GLYPH_UPPER,  /* ▀ " */
	GLYPH_EIGHTH, /* ▏▎▍▌▋▊▉█: this and the next 7 grow from the left */
	GLYPH_LOWER = GLYPH_EIGHTH + 8, /* ▁▂▃▄▅▆▇█: this and the next 7 grow from below */
	GLYPH_DOTS = GLYPH_LOWER + 8,	 /* ⣀⣤⣶⣿ U: likewise, but only 4 */
	GLYPH_DOT_LINE = GLYPH_DOTS + 4, /* ⢀⢠⢰⢸ ?: likewise */
	GLYPH_NR = GLYPH_DOT_LINE + 4,
};

/* ---- the terminal ---- */

struct term;
struct palette_choices;

struct term_opts {
	bool ascii;    /* no glyphs beyond ASCII, whatever the locale says */
	bool no_color; /* attributes instead of colours: NO_COLOR */
	bool no_mouse;
	const struct palette_choices *choices; /* colours; NULL: none. The caller keeps them. */
};

/*
 * Takes over the terminal: stdout, and stdin or /dev/tty for keys. Blocks the signals that it reads
 * in the calling thread, so threads that are started later inherit the mask. Returns
 * DEFER_ERR_UNSUPPORTED with the reason if it cannot draw there, such as TERM=dumb.
 */
int term__new(struct term **term, const struct term_opts *opts, struct defer_error *err);

/*
 * One step of a script for a term without a terminal. Each member is optional; they take effect in
 * this order.
 */
struct term_step {
	const char *until; /* wait until the screen shows this, 100 seconds at most */
	bool idle;	   /* wait until nothing is left to do before the next event, as long */
	void (*look)(const struct term *term, void *ctx); /* look at the screen */
	void *ctx;
	struct term_event event; /* then this arrives; a RESIZE is to @row rows and @col columns */
};

/*
 * Makes a term without a terminal. term__wait() follows the steps that were fed, then returns
 * TERM_EVENT_QUIT; also if the screen does not show what a step waits for.
 */
int term__new_memory(struct term **term, unsigned int rows, unsigned int cols, bool ascii,
		     struct defer_error *err);
/* Only for such a term: sets its steps, which the caller keeps until the term is deleted. */
void term__feed(struct term *term, const struct term_step *steps, size_t nr);
/* Returns whether all steps have happened. */
bool term__is_done(const struct term *term);
/* Returns the text that the next step waits for; NULL: none. */
const char *term__awaited(const struct term *term);

/* Restores the terminal and frees the term. */
void term__delete(struct term *term);

unsigned int term__rows(const struct term *term);
unsigned int term__cols(const struct term *term);
bool term__is_ascii(const struct term *term);
/* Returns whether the halves of a cell can have colours of their own: TERM_HEATS(). */
bool term__has_halves(const struct term *term);

/* Blanks the grid. Drawing begins with it and ends with flush, which shows what has changed. */
void term__clear(struct term *term);
void term__flush(struct term *term);
/* Makes the next flush draw everything, because another program may have written on the screen. */
void term__redraw(struct term *term);

/* Waits for an event, at most @timeout_ms; -1: forever. */
int term__wait(struct term *term, int timeout_ms, struct term_event *event,
	       struct defer_error *err);

/* Returns whether input is waiting, so that what is drawn now would soon be drawn again. */
bool term__has_input(struct term *term);
/* Makes term__wait() return TERM_EVENT_WAKE. May be called from any thread. */
void term__wake(struct term *term);

/* Restores the terminal, stops the process as ctrl-Z does, and takes the terminal over again. */
void term__suspend(struct term *term);

/*
 * Gives the terminal back as it was found, calls @fn with its file descriptor (-1: there is none), and
 * takes it again. Returns what @fn does.
 */
typedef int (*term_lend_fn)(void *ctx, int fd);
int term__lend(struct term *term, term_lend_fn fn, void *ctx);

/* Sends a control sequence that changes nothing on the screen. */
void term__send(struct term *term, const char *bytes);
/* Of a term without a terminal: what was sent last, or "". */
const char *term__sent(const struct term *term);

/*
 * Writes a row of the grid as text without trailing blanks, for files and tests. Returns like
 * snprintf().
 */
size_t term__text(const struct term *term, unsigned int row, char *buf, size_t size);
enum term_color term__color_at(const struct term *term, unsigned int row, unsigned int col);

/* ---- drawing ---- */

struct term_win {
	struct term *term;
	unsigned int top, left, rows, cols; /* position and size in the grid */
	unsigned int row, col;		    /* position of the pen; col may be beyond the end */
	unsigned int skip;		    /* columns that are scrolled out on the left */
	unsigned int indent, held;	    /* columns @indent to @held leave last: see hold() */
	/* Columns of drawn text, visible or not, end excluded; begin and end 0: none. */
	struct term_span {
		unsigned int begin, end;
	} text, match; /* text: all but leading blanks; match: the first one of puts_match() */
	enum term_color color; /* colour of the pen */
	bool selected;	       /* draw the line of the cursor, whose colour overrides others */
};

/* Returns the whole grid as a window; pen at its start, TERM_NORMAL. */
struct term_win term__win(struct term *term);
/* Returns a part of @win, cut to it; pen at its start. */
struct term_win term_win__sub(const struct term_win *win, unsigned int row, unsigned int col,
			      unsigned int rows, unsigned int cols);

void term_win__at(struct term_win *win, unsigned int row, unsigned int col);
void term_win__color(struct term_win *win, enum term_color color);

/*
 * What is drawn between hold() and release() stays visible in a line that is scrolled to the left:
 * first the columns before it leave, then those after it.
 */
void term_win__hold(struct term_win *win);
void term_win__release(struct term_win *win);
/*
 * Returns the number of columns, at most win->skip, by which to scroll a line with such a part,
 * which was drawn up to the pen, so that nothing is blank on its right.
 */
unsigned int term_win__snug(const struct term_win *win);
/* Returns whether all columns of @span are visible. */
bool term_win__shows(const struct term_win *win, const struct term_span *span);

/* Draws UTF-8 at the pen. Invalid or unsafe characters become dots. */
void term_win__puts(struct term_win *win, const char *str);
void term_win__printf(struct term_win *win, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/*
 * Draws in exactly @width columns, cut or padded on the right; padded on the left if @width is
 * negative.
 */
void term_win__pad(struct term_win *win, const char *str, int width);
/*
 * Draws like puts(), with each occurrence of @text, in any case, in TERM_MATCH. @text may be NULL.
 */
void term_win__puts_match(struct term_win *win, const char *str, const char *text);
/* Draws like pad(), with what is on the left as puts_match() does. */
void term_win__pad_match(struct term_win *win, const char *str, int width, const char *text);
void term_win__glyph(struct term_win *win, enum term_glyph glyph, unsigned int nr);
/* Blanks the rest of the row. */
void term_win__fill(struct term_win *win);
/*
 * Draws a bar of @share (0 to 1) of @width columns, to an eighth of a column, and blanks the rest.
 */
void term_win__bar(struct term_win *win, double share, unsigned int width);

/* Returns the width of @str, columns. */
unsigned int term__width(const char *str);

#endif /* PERF_DEFER_UI_TUI_TERM_TERM_H */
