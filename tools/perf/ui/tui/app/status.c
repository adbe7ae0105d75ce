// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ui/ledger/ledger-view.h"
#include "ui/tui/app/status.h"
#include "ui/text/units.h"
#include "util/profile/event-group.h"

#define MIN_HEADS 2 /* title and tabs; one more if there are zooms */

static bool has_compare(const struct tui_app *app)
{
	return app->marked || app->request.compare;
}

static bool has_zooms(const struct tui_app *app)
{
	return app__shown_zooms(app).nr > 0;
}

unsigned int app__nr_heads(const struct tui_app *app)
{
	return MIN_HEADS + has_zooms(app) + has_compare(app) + (app->request.seam != SEAM_BOTH);
}

/*
 * Writes the percentage of samples whose user half is known, among those that have one, as the ledger
 * shows it.
 */
static void format_merged(const struct profile_event *event, char *buf, size_t size)
{
	char known[LEDGER_PERCENT_LEN];
	struct tally tally = {0};

	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		tally.classes[cls] = event->classes[cls];
		tally.samples += event->classes[cls];
	}
	buf[0] = '\0';
	if (tally.classes[DEFER_NOT_ASKED] == tally.samples && tally.samples)
		snprintf(buf, size, ", no user stacks asked for");
	if (tally__user(&tally))
		snprintf(buf, size, ", %s with their user stack",
			 ledger_view__known(&tally, known));
}

/* Counts the events before @end that have samples: ']' goes to no others. */
static uint32_t nr_with_samples(const struct profile *profile, uint32_t end)
{
	uint32_t nr = 0;

	for (uint32_t i = 0; i < profile->nr_events && i < end; i++)
		nr += profile->events[i].all.nr > 0;
	return nr;
}

static void format_event(const struct tui_app *app, char *buf, size_t size)
{
	const struct profile_event *event = app->data.event;
	const uint32_t nr_events = nr_with_samples(app->data.profile, UINT32_MAX);
	uint64_t nr = profile_event__sum(event).shown.nr;
	char unit = units__shorten(&nr), name[256];
	int len;

	profile_event__name(event, name, sizeof(name));
	len = snprintf(buf, size, "Samples: %" PRIu64 "%c%s of event%s '%s'", nr, unit,
		       app->data.partial ? " so far" : "", event->nr_group ? "s" : "", name);
	if (nr_events > 1 && event->all.nr && len >= 0 && (size_t)len < size)
		snprintf(buf + len, size - len, " (%u of %u)",
			 nr_with_samples(app->data.profile, app->event) + 1, nr_events);
}

/* Takes the room for @text. Returns @text, or nothing if there is not enough. */
static const char *take_room(unsigned int *room, const char *text)
{
	unsigned int width = term__width(text);

	if (width > *room)
		return "";
	*room -= width;
	return text;
}

/*
 * Draws perf's words, the merged share, and the key that says why symbols are missing, until it was pressed.
 * The last come first if there is no room for all.
 */
static void draw_event(const struct tui_app *app, struct term_win *win)
{
	const struct profile_event sum = profile_event__sum(app->data.event);
	char event[512], count[64], merged[64], text[80], missing[84] = "";
	const char *hint = missing__hint(&app->missing, text, sizeof(text)), *parts[3];
	unsigned int room;

	format_event(app, event, sizeof(event));
	format_merged(&sum, merged, sizeof(merged));
	snprintf(count, sizeof(count), ", Event count (approx.): %" PRIu64, sum.shown.period);
	if (hint)
		snprintf(missing, sizeof(missing), "; %s", hint);
	room = term__width(event) < win->cols ? win->cols - term__width(event) : 0;
	parts[2] = take_room(&room, missing);
	parts[1] = take_room(&room, merged);
	parts[0] = take_room(&room, count);
	term_win__printf(win, "%s%s%s%s", event, parts[0], parts[1], parts[2]);
}

static void draw_title(const struct tui_app *app, struct term_win *win)
{
	term_win__color(win, TERM_TITLE);
	if (app->data.event)
		draw_event(app, win);
	else
		term_win__printf(win, "perf defer report: %s", app->path);
	term_win__fill(win);
}

/* ---- tabs ---- */

/* Returns the columns of @nr tabs with their names, each " 1 name". */
static unsigned int tabs_width(const struct tui_app *app, unsigned int nr)
{
	unsigned int all = 0;

	for (unsigned int i = 0; i < nr; i++)
		all += strlen(app->views[i].ops->name) + 3;
	return all;
}

/* Returns the number of tabs. That of the summary, the last, is there while it is shown, if there is room. */
static unsigned int nr_tabs(const struct tui_app *app, unsigned int cols)
{
	unsigned int all = app->nr_views;
	bool fits = tabs_width(app, all) <= cols, others_fit = tabs_width(app, all - 1) <= cols;

	return app->current + 1 == all && (fits || !others_fit) ? all : all - 1;
}

/* Returns whether tab @i shows its name: on narrow screens only the current tab does. */
static bool has_name(const struct tui_app *app, unsigned int i, unsigned int cols)
{
	return tabs_width(app, nr_tabs(app, cols)) <= cols || i == app->current;
}

/* Returns whether a blank follows each name, which all names may have no room for. */
static bool has_gaps(const struct tui_app *app, unsigned int cols)
{
	unsigned int nr = nr_tabs(app, cols), all = tabs_width(app, nr);

	return all > cols || all + nr <= cols;
}

static unsigned int tab_width(const struct tui_app *app, unsigned int i, unsigned int cols)
{
	if (!has_name(app, i, cols))
		return 3; /* " 1 " */
	return strlen(app->views[i].ops->name) + 3 + has_gaps(app, cols);
}

static void draw_tabs(const struct tui_app *app, struct term_win *win)
{
	for (unsigned int i = 0; i < nr_tabs(app, win->cols); i++) {
		win->color = i == app->current ? TERM_SELECTED : TERM_KEY;
		term_win__printf(win, " %c ", app__view_key(i));
		win->color = i == app->current ? TERM_SELECTED : TERM_NORMAL;
		if (has_name(app, i, win->cols))
			term_win__printf(win, "%s%s", app->views[i].ops->name,
					 has_gaps(app, win->cols) ? " " : "");
	}
}

int app__tab_at(const struct tui_app *app, unsigned int row, unsigned int col)
{
	unsigned int end = 0;

	if (row != 1)
		return -1;
	for (unsigned int i = 0; i < nr_tabs(app, term__cols(app->term)); i++) {
		end += tab_width(app, i, term__cols(app->term));
		if (col < end)
			return i;
	}
	return -1;
}

static void draw_zooms(const struct tui_app *app, struct term_win *win)
{
	const char *of = app->request.relative || app->request.compare
				 ? " (percentages are of this)"
				 : " (percentages are of all)";
	const struct zooms zooms = app__shown_zooms(app);
	const char *into = !zoom__hides_samples(&zooms.zooms[0]) ? ""
			   : zooms.zooms[0].all_but		 ? "Shown: "
								 : "Zoomed into ";
	size_t around = strlen(into) + strlen(of);
	char text[ZOOM_MAX * (ZOOM_NAME_LEN + 16)];

	zooms__short_text(&zooms, win->cols > around ? win->cols - around : 0, text, sizeof(text));
	term_win__color(win, TERM_MEDIUM);
	term_win__puts(win, into);
	term_win__puts(win, text);
	term_win__color(win, TERM_DIM);
	term_win__puts(win, of);
}

/* Draws what is marked, or what is compared with. */
static void draw_compare(const struct tui_app *app, struct term_win *win)
{
	const char *before = app->marked ? "Marked: " : "Compared with ";
	const char *after = app->marked ? "; zoom into something else, and = compares"
					: " (~: the change may be chance; =: stop comparing)";
	char zooms[ZOOM_MAX * (ZOOM_NAME_LEN + 16)];
	size_t around = strlen(before) + strlen(after);

	zooms__short_text(&app->request.base, win->cols > around ? win->cols - around : 0, zooms,
			  sizeof(zooms));
	if (app->request.compare == LOAD_COMPARE_BASELINE)
		snprintf(zooms, sizeof(zooms), "--baseline");
	else if (app->request.compare == LOAD_COMPARE_FILE)
		snprintf(zooms, sizeof(zooms), "%s", app->request.base_path);
	term_win__color(win, TERM_MEDIUM);
	term_win__puts(win, before);
	term_win__puts(win, zooms[0] ? zooms : "all samples");
	term_win__color(win, TERM_DIM);
	term_win__puts(win, after);
}

static void draw_seam(const struct tui_app *app, struct term_win *win)
{
	static const char *const texts[SEAM_NR_MODES] = {
		[SEAM_BOTH] = "",
		[SEAM_USER] = "User frames only, with the time that their calls took in the kernel",
		[SEAM_KERNEL] = "Kernel frames only",
		[SEAM_PIVOT] = "Where user code enters the kernel",
	};

	term_win__color(win, TERM_SEAM);
	term_win__puts(win, texts[app->request.seam]);
	term_win__color(win, TERM_DIM);
	term_win__puts(win, " (B: both halves)");
}

void app__draw_heads(const struct tui_app *app, struct term_win *win)
{
	struct term_win title = term_win__sub(win, 0, 0, 1, win->cols);
	struct term_win tabs = term_win__sub(win, 1, 0, 1, win->cols);
	struct term_win zooms = term_win__sub(win, 2, 0, 1, win->cols);
	struct term_win compare = term_win__sub(win, 2 + has_zooms(app), 0, 1, win->cols);
	struct term_win seam = term_win__sub(win, app__nr_heads(app) - 1, 0, 1, win->cols);

	draw_title(app, &title);
	draw_tabs(app, &tabs);
	if (has_zooms(app))
		draw_zooms(app, &zooms);
	if (has_compare(app))
		draw_compare(app, &compare);
	if (app->request.seam != SEAM_BOTH)
		draw_seam(app, &seam);
}

/* ---- below ---- */

static const char *phase_name(enum load_phase phase)
{
	static const char *const names[] = {
		[LOAD_OPEN] = "Opening",
		[LOAD_LOOK] = "Looking at the beginning",
		[LOAD_GATHER] = "Reading tasks, maps and deferred callchains",
		[LOAD_FOLD] = "Stitching and folding samples",
		[LOAD_ROWS] = "Making rows",
		[LOAD_NAMES] = "Reading symbols",
		[LOAD_ZOOM] = "Zooming",
		[LOAD_BASELINE] = "Reading the file to compare with",
		[LOAD_VIEW_DATA] = "Drawing",
		[LOAD_SUMMARY] = "Summing up",
		[LOAD_IDLE] = "",
		[LOAD_FAILED] = "",
	};

	return names[phase];
}

#define PROGRESS_COLS 20

static void draw_download(const struct debuginfod_state *download, struct term_win *win)
{
	term_win__puts(win, download->stopped ? " Going on without " : " Asking debuginfod for ");
	term_win__puts(win, download->name);
	if (download->total)
		term_win__printf(win, ": %.1f of %.1f MB", download->bytes / 1e6,
				 download->total / 1e6);
	else if (download->bytes)
		term_win__printf(win, ": %.1f MB", download->bytes / 1e6);
	else
		term_win__puts(win, "...");
	if (!download->stopped)
		term_win__puts(win, "  ^C: do without");
}

static void draw_progress(const struct load_state *state, struct term_win *win)
{
	const struct debuginfod_state *download = &state->download;
	bool counts = state->total && (state->phase == LOAD_GATHER || state->phase == LOAD_FOLD);

	if (download->asking) {
		draw_download(download, win);
		return;
	}
	term_win__printf(win, " %s", phase_name(state->phase));
	/* the size of a stream is unknown */
	if (state->phase == LOAD_OPEN && state->done)
		term_win__printf(win, ": %.1f MB read", state->done / 1e6);
	if (!counts) {
		term_win__puts(win, "...");
		return;
	}
	term_win__printf(win, " %3.0f%% ", 100.0 * state->done / state->total);
	term_win__bar(win, (double)state->done / state->total, PROGRESS_COLS);
}

#define POSITION_LEN 128

/* Writes where the cursor is. Returns the columns that it takes on the right. */
static unsigned int format_position(const struct tui_app *app, char text[POSITION_LEN])
{
	const struct tui_view *view = &app->views[app->current];

	text[0] = '\0';
	if (view->ops->status)
		view->ops->status(view, text, POSITION_LEN);
	else if (view->ops->nr_lines && view->ops->nr_lines(view))
		snprintf(text, POSITION_LEN, "%" PRIu64 "/%" PRIu64, view->cursor + 1,
			 view->ops->nr_lines(view));
	return term__width(text) + 1;
}

static void draw_position(const struct tui_app *app, struct term_win *win)
{
	char text[POSITION_LEN];
	unsigned int width = format_position(app, text);

	if (win->col + width < win->cols) {
		term_win__at(win, 0, win->cols - width);
		term_win__puts(win, text);
	}
}

/* Draws the keys of the view if there is room for them beside the position, and those of all views. */
static void draw_hint(const struct tui_app *app, struct term_win *win)
{
	const char *hint = app->views[app->current].ops->hint;
	char position[POSITION_LEN], line[160];

	if (!hint)
		hint = "Enter: open  f: search  z: zoom";
	snprintf(line, sizeof(line), " h: help  %s  q: leave", hint);
	if (term__width(line) + format_position(app, position) >= win->cols)
		snprintf(line, sizeof(line), " h: help  q: leave");
	term_win__puts(win, line);
}

void app__draw_status(const struct tui_app *app, struct term_win *win)
{
	struct load_state state = {.phase = LOAD_OPEN}; /* the loader has not started yet */

	if (app->loader)
		state = loader__state(app->loader);
	term_win__color(win, TERM_STATUS);
	term_win__fill(win);
	term_win__at(win, 0, 0);
	if (app->message[0]) {
		win->color = app->is_error ? TERM_ERROR : TERM_STATUS;
		term_win__printf(win, " %s", app->message);
	} else if (state.phase != LOAD_IDLE && state.phase != LOAD_FAILED) {
		draw_progress(&state, win);
	} else if (!app->loader || !loader__has_news(app->loader)) {
		draw_hint(app, win); /* what it offers acts on all data */
	}
	win->color = TERM_STATUS;
	draw_position(app, win);
}
