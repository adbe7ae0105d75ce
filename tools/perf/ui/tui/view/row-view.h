/* SPDX-License-Identifier: GPL-2.0-only */
/* row_view: a view of the lines of a hist: entries, and call graphs that open under them. */
#ifndef PERF_DEFER_UI_TUI_VIEW_ROW_VIEW_H
#define PERF_DEFER_UI_TUI_VIEW_ROW_VIEW_H

#include "ui/tui/view/view.h"
#include "util/view/rows.h"

/* What is searched for, and where it can be. */
struct row_match {
	char *text;   /* NULL: nothing was searched for in these rows */
	bool *funcs;  /* by func id: its name has the text */
	bool *chains; /* by id in the chain tree: some function in the chain has it */
	bool any;     /* some function has it */
};

void row_match__exit(struct row_match *match);

struct row_hashes {
	uint64_t *hash; /* sorted */
	size_t nr, cap;
};

/*
 * Which lines were open, and where the cursor was, by hashes of the lines' text. Rows that replace
 * others of the same profile (with names, of the whole trace, with other percentages) then look like
 * their predecessors.
 */
struct row_memory {
	struct row_hashes open;
	struct row_hashes closed; /* lines that were open once and were closed */
	uint64_t cursor;	  /* hash of the cursor's line */
	bool has_cursor;
	unsigned int nr_zooms; /* in force then */
};

void row_memory__exit(struct row_memory *memory);

/* The priv of a view of rows, or its first member. All zero at first. */
struct row_view {
	const struct hist *hist; /* NULL: nothing to show yet */
	struct rows rows;
	struct row_match match;
	struct row_memory memory;
	unsigned int widths[MAX_COLUMNS]; /* of the hist's fields, characters */
	bool verbose;			  /* show DSOs next to the frames of call chains */
	bool shows_self;		  /* frames have their own share behind their name */
	const struct func *above; /* calls the first frames, or is called by them; or NULL */
	unsigned int nr_back;	  /* columns that are shown though a narrow screen has no room */

	/* Progress of opening everything, from the heaviest entry on: see row_view__work(). */
	uint32_t next_entry, end_entry; /* slots of rows */
	uint64_t next_line;
	int64_t time_left; /* until it gives up, ns */
};

/* The keys that open and close lines; views include them in their own. */
#define ROW_VIEW_KEYS                                                                   \
	{{'+'}, "Open or close the rows or callchains one level below"},                \
		{{'-'}, "Close what is one level below, or fold a straight callchain"}, \
		{{'e'}, "Open or close all rows and callchains below"},                 \
		{{'c'}, "Close all rows and callchains below"},                         \
		{{'E'}, "Open all rows and callchains of all lines"},                   \
		{{'C'}, "Close all rows and callchains of all lines"},                  \
		{{KEY_ENTER}, "Open or close what is below, if anything"},              \
	{                                                                               \
		{'V'}, "Name the DSOs of frames in callchains"                          \
	}

struct row_source {
	const struct hist *hist;	/* NULL: there is nothing to show yet */
	const struct hierarchy *levels; /* of it, or NULL */
	const unsigned int *widths; /* characters that its fields need; NULL: they are measured */
	bool heaviest;		    /* opens the heaviest path, from the first line down */
	/* a line says what the limit of call graphs hides, if together it reaches that limit */
	bool says_rest;
};

/*
 * Shows @source in place of the hist before, which may have been freed already. Opens the lines that
 * were open at the last save(), and moves the cursor to its old line, unless it is on the first line
 * and the zooms are the same: the head of a growing profile stays in sight. The heaviest path ends
 * at a line that the user has closed, and then counts as having been open.
 */
int row_view__set(struct tui_view *view, const struct row_source *source, struct defer_error *err);
/* Shows nothing, and keeps what was saved. */
void row_view__clear(struct row_view *rv);

/* Returns whether some columns are not shown in a window of @cols columns. */
bool row_view__leaves_out(const struct row_view *rv, unsigned int cols);

/* What the rows of SEAM_PIVOT are, such as "__libc_write -> syscall write -> ksys_write". */
#define SEAM_HEADING "User code -> way in -> kernel function"

/* Returns whether frames have a second column: how their share has changed, behind it. */
bool row_view__shows_changes(const struct row_view *rv);
/* Draw a percentage in the colour of its size, and a function, which @from, or NULL, has called. */
void row_view__draw_percent(double percent, struct term_win *win);
void row_view__draw_call(const struct row_view *rv, const struct func *from,
			 const struct func *func, const char *search, struct term_win *win);
/* Draws how often the function calls itself, where recursion folds. */
void row_view__draw_times(uint32_t least, uint32_t most, struct term_win *win);
#define CHANGE_COLS 10
/* Draws by how much a share has changed, in CHANGE_COLS columns. */
void row_view__draw_change(struct change change, struct term_win *win);

/* Views have them as functions of theirs, with refresh() and key(). */
#define ROW_VIEW_OPS                                                                      \
	.close = row_view__close, .save = row_view__save, .nr_lines = row_view__nr_lines, \
	.draw_line = row_view__draw_line, .indents = true, .work = row_view__work,        \
	.find = row_view__find, .awaits = row_view__awaits, .count = row_view__count,     \
	.target = row_view__target

void row_view__close(struct tui_view *view);
void row_view__save(struct tui_view *view);
uint64_t row_view__nr_lines(const struct tui_view *view);
void row_view__draw_head(const struct tui_view *view, struct term_win *win);
int row_view__click_head(struct tui_view *view, unsigned int col, const struct column **column,
			 struct defer_error *err);
void row_view__draw_line(const struct tui_view *view, uint64_t line, struct term_win *win);
int row_view__key(struct tui_view *view, const struct term_event *event, struct defer_error *err);
int row_view__work(struct tui_view *view, struct defer_error *err);
enum find_result row_view__find(const struct tui_view *view, struct find_request *request);
bool row_view__awaits(const struct tui_view *view);
bool row_view__count(struct tui_view *view, const char *text, uint64_t *from, uint64_t *nr);
void row_view__target(const struct tui_view *view, struct zoom_target *target);

/* Opens the lines that were open when the view was saved, as row_view__set() does. */
int row_view__restore(struct tui_view *view, bool heaviest, struct defer_error *err);
/* Sets what a frame with func @id is about. */
void row_view__target_func(const struct row_view *rv, uint32_t id, struct zoom_target *target);

#endif /* PERF_DEFER_UI_TUI_VIEW_ROW_VIEW_H */
