// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "ui/tui/app/compare-keys.h"
#include "ui/tui/app/question.h"
#include "ui/tui/app/zoom-keys.h"

/*
 * Drops columns and keys that the user has asked for since and that do not fit: strict columns would
 * leave out those of the comparison, and those of a comparison are nothing without one.
 */
static void drop_columns(struct load_request *request)
{
	const struct sort_opts opts = {.sort = request->sort, .no_trace_yet = true};
	struct sort_order order;

	request->fields[0] = '\0';
	if (request->sort[0] && !request->compare &&
	    (sort_order__init(&order, &opts, NULL) || sort_order__compares(&order)))
		request->sort[0] = '\0';
}

/* @path: of LOAD_COMPARE_FILE; else "". */
static void set_compare(struct tui_app *app, enum load_compare compare, const char *path)
{
	app->request.compare = compare;
	snprintf(app->request.base_path, sizeof(app->request.base_path), "%s", path);
	app->marked = false;
	app->compared_at = app->request.zooms.nr;
	drop_columns(&app->request);
	app__request(app);
}

/* Returns whether both show the same samples. Folding is not about these, and never in @a. */
static bool has_zooms(const struct zooms *a, const struct zooms *of)
{
	struct zooms b = *of;

	zooms__drop(&b, ZOOM_FOLD);
	if (a->nr != b.nr)
		return false;
	for (unsigned int i = 0; i < a->nr; i++) {
		if (!zoom__equal(&a->zooms[i], &b.zooms[i]))
			return false;
	}
	return true;
}

int app__compare(struct tui_app *app, struct defer_error *err)
{
	struct load_request *request = &app->request;

	(void)err;
	if (!app__can_zoom(app))
		return 0;
	if (request->compare) {
		set_compare(app, LOAD_COMPARE_NOT, "");
	} else if (!app->marked) {
		request->base = request->zooms;
		zooms__drop(&request->base, ZOOM_FOLD);
		app->marked = true;
	} else if (has_zooms(&request->base, &request->zooms)) {
		app->marked = false;
		app__say(app, "No longer marked: nothing else was zoomed into");
	} else {
		set_compare(app, LOAD_COMPARE_ZOOMS, "");
	}
	return 0;
}

bool app__undo_compare(struct tui_app *app)
{
	if (!app->request.compare || app->request.zooms.nr > app->compared_at)
		return false;
	set_compare(app, LOAD_COMPARE_NOT, "");
	return true;
}

/* The file that perf record leaves of the recording before, which perf diff compares with. */
#define OLD_FILE "perf.data.old"

/* A stream would be waited for, and the terminal is standard input. */
static bool is_stream(const char *path)
{
	struct stat st;

	return !strcmp(path, "-") ||
	       (!stat(path, &st) && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode));
}

int app__compare_file(struct tui_app *app, struct defer_error *err)
{
	const struct load_request *request = &app->request;
	const char *old = request->base_path[0] ? request->base_path : OLD_FILE;
	char path[LOAD_PATH_LEN];

	if (!app__can_zoom(app))
		return 0;
	snprintf(path, sizeof(path), "%s", old);
	if (!app__ask(app, "Compare with the file (none: with nothing): ", path, sizeof(path)))
		return 0;
	if (path[0] && is_stream(path))
		return defer_error__set(err, DEFER_ERR_INVAL, "%s is no file", path);
	if (path[0])
		set_compare(app, LOAD_COMPARE_FILE, path);
	else if (request->compare)
		set_compare(app, LOAD_COMPARE_NOT, "");
	return 0;
}
