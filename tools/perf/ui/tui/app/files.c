// SPDX-License-Identifier: GPL-2.0-only
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ui/export/exports.h"
#include "ui/tui/app/app-data.h"
#include "ui/tui/app/command.h"
#include "ui/tui/app/files.h"
#include "ui/tui/app/menu.h"
#include "ui/tui/app/screen.h"
#include "ui/stdio/plain.h"
#include "util/base/array.h"
#include "util/base/error.h"
#include "util/profile/profile.h"
#include "util/source/source.h"

/* ---- print ---- */

#define PRINT_COLS 1024 /* at first; as many as the longest line needs */
#define MAX_PRINTS 1000

/*
 * Opens the first of "perf.hist.0", "perf.hist.1" and so on that does not exist. Only the owner may
 * read it, like perf.data: a profile reveals what runs on the machine.
 */
static FILE *create_file(const char *stem, const char *suffix, char *path, size_t size,
			 struct defer_error *err)
{
	FILE *out;

	for (int i = 0; i < MAX_PRINTS; i++) {
		int fd;

		snprintf(path, size, "perf.%s.%d%s", stem, i, suffix);
		fd = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
		if (fd < 0 && errno == EEXIST)
			continue;
		out = fd < 0 ? NULL : fdopen(fd, "w");
		if (!out)
			defer_error__set(err, DEFER_ERR_IO, "cannot write %s: %s", path,
					 strerror(errno));
		if (!out && fd >= 0)
			close(fd);
		return out;
	}
	defer_error__set(err, DEFER_ERR_IO, "there are too many of perf.%s.*%s", stem, suffix);
	return NULL;
}

/* Closes the file; removes it if it could not be written completely. */
static int finish_file(FILE *out, const char *path, int ret, struct defer_error *err)
{
	bool failed = ferror(out);

	errno = 0;
	failed |= fclose(out) != 0;
	if (!ret && failed) /* fclose() may not report the error of an earlier write */
		ret = defer_error__set(err, DEFER_ERR_IO, "cannot write %s: %s", path,
				       strerror(errno ? errno : EIO));
	if (ret)
		unlink(path);
	return ret;
}

static int print_row(const struct term *term, unsigned int row, FILE *out)
{
	size_t size = term__cols(term) * 4UL + 1;
	char *text = malloc(size);

	if (!text)
		return DEFER_ERR_NOMEM;
	term__text(term, row, text, size);
	fprintf(out, "%s\n", text);
	free(text);
	return 0;
}

/* Prints what the heads of the screen say: the event with its totals, and the zooms. */
static void print_context(const struct tui_app *app, FILE *out)
{
	const struct profile_event *event = app->data.event;
	const struct profile_event sum = profile_event__sum(event);
	const struct zooms *zooms = app->data.zooms;
	char text[ZOOM_MAX * (ZOOM_NAME_LEN + 16)], name[4096];

	fprintf(out, "# Trace: ");
	plain__puts(app->data.path, out);
	profile_event__name(event, name, sizeof(name));
	fprintf(out, "\n# Samples: %" PRIu64 "%s of event%s '", sum.shown.nr,
		app->data.partial ? " so far" : "", event->nr_group ? "s" : "");
	plain__puts(name, out);
	fprintf(out, "'\n# Event count (approx.): %" PRIu64 "\n", sum.shown.period);
	if (zooms->nr) {
		zooms__short_text(zooms, sizeof(text), text, sizeof(text));
		fprintf(out, "# Zoomed into ");
		plain__puts(text, out);
		fprintf(out, " (percentages are of %s)\n",
			app->snapshot->request.relative ? "this" : "all");
	}
	if (app->snapshot->request.min_percent > 0)
		fprintf(out, "# Percent limit: %g\n", app->snapshot->request.min_percent);
	fprintf(out, "#\n");
}

static int print_heads(const struct tui_view *view, struct term *term, FILE *out)
{
	struct term_win win = term__win(term);
	unsigned int nr = view__nr_heads(view);
	int ret = 0;

	win = term_win__sub(&win, 0, 0, nr, win.cols);
	term__clear(term);
	if (nr)
		view->ops->draw_head(view, &win);
	for (unsigned int row = 0; !ret && row < win.rows; row++)
		ret = print_row(term, row, out);
	return ret;
}

/*
 * Prints all lines, up to the first that is longer than @term is wide: then *@cols is its length, and
 * at least twice what it was. Lines of some views end a little behind the edge, however wide it is.
 */
static int print_lines(const struct tui_view *view, struct term *term, FILE *out,
		       unsigned int *cols)
{
	int ret = 0;

	for (uint64_t line = 0; !ret && line < view->ops->nr_lines(view); line++) {
		struct term_win win = term__win(term);

		win = term_win__sub(&win, 0, 0, 1, win.cols);
		term__clear(term);
		view->ops->draw_line(view, line, &win);
		if (win.text.end > win.cols && win.cols < TERM_WIDE_COLS) {
			*cols = win.text.end > 2 * win.cols ? win.text.end : 2 * win.cols;
			return 0;
		}
		ret = print_row(term, 0, out);
	}
	return ret;
}

/* Prints all lines of a view to a term of *@cols columns; more in *@cols: it takes so many. */
static int print_to(const struct tui_view *view, bool ascii, FILE *out, unsigned int *cols,
		    struct defer_error *err)
{
	struct term *term;
	int ret = term__new_memory(&term, TERM_MIN_ROWS, *cols, ascii, err);

	if (ret)
		return ret;
	ret = print_heads(view, term, out);
	if (!ret)
		ret = print_lines(view, term, out, cols);
	term__delete(term);
	return ret ? error__no_memory(err, "to print") : 0;
}

/* Prints all lines; begins anew, wider, at a line that does not fit. */
static int print_all(const struct tui_view *view, bool ascii, FILE *out, struct defer_error *err)
{
	unsigned int cols = PRINT_COLS, had;
	long begin = ftell(out);
	int ret;

	/* a column before the last one gets a third of the width */
	for (unsigned int i = 0; view->data->widths && i < MAX_COLUMNS; i++)
		cols = cols < 3 * view->data->widths[i] ? 3 * view->data->widths[i] : cols;
	do {
		had = cols;
		if (begin < 0 || fseek(out, begin, SEEK_SET) || fflush(out) ||
		    ftruncate(fileno(out), begin))
			return defer_error__set(err, DEFER_ERR_IO, "cannot print: %s",
						strerror(errno));
		ret = print_to(view, ascii, out, &cols, err);
	} while (!ret && cols > had);
	return ret;
}

/* Prints all lines of a view, or a picture as it is on the screen. */
static int print_view(struct tui_app *app, FILE *out, struct defer_error *err)
{
	const struct tui_view *view = app__view(app);
	int ret = 0;

	print_context(app, out);
	if (view->ops->nr_lines)
		return print_all(view, term__is_ascii(app->term), out, err);
	for (unsigned int row = 0; !ret && row < view->rows; row++)
		ret = print_row(app->term, view->row + row, out);
	return ret ? error__no_memory(err, "to print") : 0;
}

int app__print(struct tui_app *app, struct defer_error *err)
{
	const struct tui_view *view = app__view(app);
	/* perf calls the histogram "hist". */
	const char *stem = app->current ? view->ops->name : "hist";
	char path[128];
	FILE *out;
	int ret;

	if (!app->snapshot) {
		app__say(app, "There is nothing to print yet");
		return 0;
	}
	out = create_file(stem, "", path, sizeof(path), err);
	if (!out)
		return DEFER_ERR_IO;
	if (!view->ops->nr_lines)
		app__draw(app); /* keys that arrived together may have left a box on the screen */
	ret = finish_file(out, path, print_view(app, out, err), err);
	if (!ret)
		app__say(app, "Printed to %s", path);
	return ret;
}

/* ---- export ---- */

#define MAX_EXPORTS 16
#define MAX_SAMPLES 50000 /* as many as are written in half a second */

/* Asks for a format. Returns NULL if the user wants none. */
static const struct export_format *choose_format(struct tui_app *app)
{
	const struct export_format *const *formats = export_formats();
	const char *items[MAX_EXPORTS];
	unsigned int nr = 0;
	int chosen;

	for (; nr < MAX_EXPORTS && formats[nr]; nr++)
		items[nr] = formats[nr]->help;
	chosen = app__choose(app, "Export as", items, nr);
	return chosen < 0 ? NULL : formats[chosen];
}

int app__export(struct tui_app *app, struct defer_error *err)
{
	const struct tui_view *view = app__view(app);
	const struct export_format *format;
	struct export_source source = {
		.path = app->data.path,
		.event = app->data.event,
		.zooms = app->data.zooms,
		.shape = view->ops->shape ? view->ops->shape(view) : FLAME_CALLERS,
	};
	struct shown shown;
	char path[128];
	FILE *out;
	int ret;

	/* Exports read the session, which the loader may use meanwhile. */
	if (!app->data.has_names || !app->snapshot->has_all ||
	    loader__state(app->loader).phase != LOAD_IDLE) {
		app__say(app, "There is nothing to export until the trace is read");
		return 0;
	}
	format = choose_format(app);
	if (!format || loader__state(app->loader).phase != LOAD_IDLE)
		return 0;
	shown = snapshot__shown(app->snapshot);
	source.shown = &shown;
	source.ledger = pipeline__ledger(app->snapshot->pipeline);
	source.losses = &app->snapshot->pipeline->losses;
	if (!format->has_shapes)
		source.shape = FLAME_CALLERS;
	if (export_format__check(format, &source.shape, err))
		return err->code;
	if (format->has_samples && source.event->shown.nr > MAX_SAMPLES)
		return app__copy_export(app, format, err);
	out = create_file(format->name, format->suffix, path, sizeof(path), err);
	if (!out)
		return DEFER_ERR_IO;
	ret = finish_file(out, path, export_source__write(&source, format, out, err), err);
	if (!ret)
		app__say(app, "Exported to %s", path);
	return ret;
}

/* ---- switch ---- */

struct names {
	char **names;
	size_t nr, cap;
};

static int cmp_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void names__add(struct names *names, const char *name)
{
	if (!ARRAY_GROW(names->names, names->cap, names->nr + 1))
		return;
	names->names[names->nr] = strdup(name);
	names->nr += names->names[names->nr] != NULL;
}

static int list_traces(struct names *names, struct defer_error *err)
{
	const struct dirent *entry;
	DIR *dir = opendir(".");

	if (!dir)
		return defer_error__set(err, DEFER_ERR_IO, "cannot read this directory: %s",
					strerror(errno));
	while ((entry = readdir(dir)) != NULL) {
		if (source__is_recording(entry->d_name))
			names__add(names, entry->d_name);
	}
	closedir(dir);
	if (names->nr)
		qsort(names->names, names->nr, sizeof(*names->names), cmp_names);
	return 0;
}

int app__switch_file(struct tui_app *app, struct defer_error *err)
{
	struct names names = {0};
	int ret = list_traces(&names, err), chosen = -1;
	char *path = NULL;

	if (!ret && !names.nr)
		app__say(app, "There is no trace in this directory");
	else if (!ret)
		chosen = app__choose(app, "Which trace?", (const char *const *)names.names,
				     names.nr);
	for (size_t i = 0; i < names.nr; i++) {
		if ((int)i == chosen)
			path = names.names[i];
		else
			free(names.names[i]);
	}
	free(names.names);
	return path ? app__open(app, path, err) : ret;
}
