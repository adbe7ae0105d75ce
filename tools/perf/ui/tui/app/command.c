// SPDX-License-Identifier: GPL-2.0-only
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/export/exports.h"
#include "ui/tui/app/command.h"
#include "ui/tui/app/text-box.h"
#include "ui/tui/app/tui.h"
#include "ui/tui/term/clipboard.h"
#include "ui/tui/term/text-lines.h"
#include "util/base/array.h"
#include "util/base/byte-buf.h"
#include "util/base/error.h"
#include "util/profile/profile.h"
#include "util/profile/seam-rows.h"

#define WORD_LEN \
	(LOAD_COLUMNS_LEN + 32) /* of an option with its value, which names or columns are */

/* ---- words ---- */

/* Appends a blank and @word, as a shell reads it. */
static void add_word(struct byte_buf *line, const char *word)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				    "0123456789_@%+=:,./-";
	bool quotes = !*word || word[strspn(word, plain)];

	byte_buf__add(line, quotes ? " '" : " ", quotes ? 2 : 1);
	for (; *word; word++) {
		if (*word == '\'')
			byte_buf__add(line, "'\\''", 4);
		else
			byte_buf__add(line, word, 1);
	}
	byte_buf__add(line, "'", quotes);
}

static void __attribute__((format(printf, 2, 3)))
add_option(struct byte_buf *line, const char *fmt, ...)
{
	char word[WORD_LEN];
	va_list args;

	va_start(args, fmt);
	vsnprintf(word, sizeof(word), fmt, args);
	va_end(args);
	add_word(line, word);
}

/* ---- the command line that opened the trace ---- */

/* Options that are written anew, with values. */
static const char *const renewed[] = {"--zoom", "--all-but", "--view", "--symbol-filter"};

#define FOLD_OPTION "--fold-recursion" /* another one, without a value */

/* Returns the number of words that are left out at @words, of which there are @nr. */
static unsigned int nr_renewed(const char *const *words, unsigned int nr)
{
	if (!strcmp(words[0], FOLD_OPTION))
		return 1;
	for (size_t i = 0; i < ARRAY_SIZE(renewed); i++) {
		size_t len = strlen(renewed[i]);

		if (!strcmp(words[0], renewed[i]))
			return nr > 1 ? 2 : 1;
		if (!strncmp(words[0], renewed[i], len) && words[0][len] == '=')
			return 1;
	}
	return 0;
}

/* Adds the words. --tui does not go with an export. */
static void add_words(struct byte_buf *line, const struct tui_opts *opts, bool exports)
{
	for (unsigned int i = 0; i < opts->nr_words;) {
		unsigned int nr = nr_renewed(&opts->words[i], opts->nr_words - i);

		if (!nr && !(exports && !strcmp(opts->words[i], "--tui")))
			add_word(line, opts->words[i]);
		i += nr ? nr : 1;
	}
}

/* ---- what was changed since ---- */

/* Adds the zooms. Returns false if one cannot be written. */
static bool add_zooms(struct byte_buf *line, const struct zooms *zooms)
{
	char text[WORD_LEN];
	bool all = true;

	for (unsigned int i = 0; i < zooms->nr; i++) {
		const struct zoom *zoom = &zooms->zooms[i];

		if (zoom->kind == ZOOM_ROWS && !zoom->rest)
			add_option(line, "--symbol-filter=%s", zoom->name);
		else if (zoom->kind == ZOOM_FOLD)
			add_word(line, FOLD_OPTION);
		else if (zoom__print_option(zoom, text, sizeof(text)))
			add_option(line, "%s=%s", zoom->all_but ? "--all-but" : "--zoom", text);
		else
			all = false;
	}
	return all;
}

static void add_columns(struct byte_buf *line, const struct tui_app *app)
{
	const struct load_request *request = &app->request;
	const struct sort_opts *old = &app->opts->pipeline->sort;

	if (!request->sort[0] && !request->fields[0])
		return;
	if (request->sort[0])
		add_option(line, "--sort=%s", request->sort);
	else if (old->sort)
		add_word(line, "--no-sort");
	if (request->fields[0])
		add_option(line, "--fields=%s", request->fields);
	else if (old->fields)
		add_word(line, "--no-fields");
}

/* A name of a file with "=" needs a "/" to be one. */
static void add_baseline(struct byte_buf *line, const struct tui_app *app)
{
	const struct load_request *request = &app->request;
	const char *path = request->base_path;

	if (request->compare == LOAD_COMPARE_FILE)
		add_option(line, "--baseline=%s%s",
			   strchr(path, '=') && !strchr(path, '/') ? "./" : "", path);
	else if (request->compare != LOAD_COMPARE_BASELINE && app->opts->pipeline->sort.compares)
		add_word(line, "--no-baseline");
}

static void add_changes(struct byte_buf *line, const struct tui_app *app)
{
	const struct show_opts *old = &app->opts->pipeline->show;
	const struct load_request *request = &app->request;

	if (strcmp(app->path, app->opts->pipeline->session.path) != 0)
		add_option(line, "--input=%s", app->path);
	if (request->seam != old->seam)
		add_option(line, "--seam=%s", seam_mode__name(request->seam));
	if (request->relative != old->relative)
		add_option(line, "--percentage=%s", request->relative ? "relative" : "absolute");
	if (request->short_names != old->short_names)
		add_word(line, request->short_names ? "--short-names" : "--no-short-names");
	if (request->min_percent != old->min_percent)
		add_option(line, "--percent-limit=%g", request->min_percent);
	if (request->min_percent != old->min_percent ||
	    request->graph_percent != old->graph.threshold)
		add_option(line, "--call-graph=%g", request->graph_percent);
	add_columns(line, app);
	add_baseline(line, app);
}

/* Adds @option, such as "--view=symbols", with the event that is shown unless that is the first with samples. */
static void add_with_event(struct byte_buf *line, const struct tui_app *app, const char *option,
			   const char *value)
{
	const struct snapshot *snapshot = app->snapshot;
	const char *event = NULL;

	if (snapshot && app->event != snapshot__first_event(snapshot))
		event = profile_event__own_name(&snapshot->profile->events[app->event]);
	add_option(line, "%s=%s%s%s", option, value, event ? "," : "", event ? event : "");
}

/* Begins the command line. Returns what it lacks. */
static const char *begin_command(struct byte_buf *line, const struct tui_app *app, bool exports)
{
	static const char command[] = "perf-defer report";
	bool all;

	byte_buf__add(line, command, strlen(command));
	add_words(line, app->opts, exports);
	all = add_zooms(line, &app->request.zooms);
	add_changes(line, app);
	if (app->marked || app->request.compare == LOAD_COMPARE_ZOOMS ||
	    app->views[app->current].marked)
		return ", without what is marked";
	return all ? "" : ", without a zoom into a name that is too long";
}

/* Ends the command line, and copies it. */
static int copy_line(struct tui_app *app, struct byte_buf *line, struct defer_error *err)
{
	byte_buf__add(line, "", 1);
	if (line->no_memory || clipboard__copy(app->term, (const char *)line->data))
		return error__no_memory(err, "to copy a command line");
	return 0;
}

int app__copy_command(struct tui_app *app, struct defer_error *err)
{
	struct byte_buf line = {0};
	const char *lacks = begin_command(&line, app, false);
	int ret;

	add_with_event(&line, app, "--view", app->views[app->current].ops->name);
	ret = copy_line(app, &line, err);
	if (!ret)
		app__say(app, "Copied, if the terminal allows it%s: %s", lacks,
			 (const char *)line.data);
	byte_buf__exit(&line);
	return ret;
}

/* Shows a command line, which has been copied. */
static int show_line(struct tui_app *app, const char *line, const char *lacks,
		     struct defer_error *err)
{
	struct text_lines text;
	int ret = text_lines__init(&text, err);

	if (ret)
		return ret;
	fprintf(text.out,
		"This command writes it; it is copied, if the terminal allows that%s:\n\n%s\n",
		lacks, line);
	return app__show_lines(app, "Takes long here", &text, err);
}

int app__copy_export(struct tui_app *app, const struct export_format *format,
		     struct defer_error *err)
{
	const bool short_names = app->request.short_names;
	struct byte_buf line = {0};
	const char *lacks = begin_command(&line, app, true);
	int ret;

	/* Unlike what is shown, exports have whole names unless they are to be short. */
	if (short_names && app->opts->pipeline->show.short_names)
		add_word(&line, "--short-names");
	if (format->has_all_events)
		add_option(&line, "--export=%s", format->name);
	else
		add_with_event(&line, app, "--export", format->name);
	add_option(&line, "--output=perf%s", format->suffix);
	ret = copy_line(app, &line, err);
	if (!ret)
		ret = show_line(app, (const char *)line.data, lacks, err);
	byte_buf__exit(&line);
	return ret;
}

/* ---- the beginning ---- */

void app__begin_with_view(struct tui_app *app, const char *name)
{
	struct defer_error err = DEFER_ERROR_INIT;
	char view[32];

	/* Its wishes are to be part of the first request. */
	app__save_views(app);
	snprintf(view, sizeof(view), "%.*s", (int)strcspn(name, ","), name);
	if (app__show(app, view, NULL, &err))
		app__say_error(app, &err);
	app->before = app->current;
}

uint32_t app__first_event(const struct tui_app *app, const struct snapshot *snapshot)
{
	const char *comma = app->opts->view ? strchr(app->opts->view, ',') : NULL;
	uint32_t event = snapshot->profile->nr_events;

	if (comma)
		event = profile__find_event(snapshot->profile, comma + 1);
	return event < snapshot->profile->nr_events ? event : snapshot__first_event(snapshot);
}
