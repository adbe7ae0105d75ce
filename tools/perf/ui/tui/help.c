// SPDX-License-Identifier: GPL-2.0-only
/* The help, made of the tables that the keys themselves go by; and what is known of the trace. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ui/stdio/header.h"
#include "ui/tui/app-priv.h"
#include "ui/tui/keys.h"
#include "ui/tui/lines.h"
#include "util/dso/dso.h"

#define KEYS_COLS   16
#define INFO_MARGIN 8 /* columns of the screen that the box of app__info() leaves */

static void print_key(const struct tui_key *key, FILE *out)
{
	char name[KEY_NAME_LEN], names[64] = "Mouse";
	int len = 0;

	for (size_t i = 0; i < 3 && key->keys[i] && !key->is_mouse; i++)
		len += snprintf(names + len, sizeof(names) - len, "%s%s", i ? " " : "",
				key__name(key->keys[i], name));
	fprintf(out, "%-*s %s\n", KEYS_COLS, names, key->help);
}

static void print_view(const struct tui_app *app, unsigned int i, FILE *out)
{
	const struct tui_view_ops *ops = app->views[i].ops;

	fprintf(out, "\nView %s: %s\n", ops->name, ops->title);
	for (const struct tui_key *key = ops->keys; key && key->help; key++)
		print_key(key, out);
}

static void print_help(const struct tui_app *app, FILE *out)
{
	static const struct tui_key mouse[] = {
		{{0}, "Click: go to the line, or to the view of a tab; again: as Enter", true},
		{{0}, "Right button: menu of what to do; wheel: scroll", true},
	};

	fprintf(out, "Keys of all views\n");
	for (const struct app_key *key = app_keys(); key->key.help; key++) {
		if (app_key__works(app, key))
			print_key(&key->key, out);
	}
	for (unsigned int i = 0; i < app->nr_views; i++)
		fprintf(out, "%-*u View %s: %s\n", KEYS_COLS, i + 1, app->views[i].ops->name,
			app->views[i].ops->title);
	for (size_t i = 0; i < sizeof(mouse) / sizeof(*mouse); i++)
		print_key(&mouse[i], out);
	/* The one that is shown comes first. */
	print_view(app, app->current, out);
	for (unsigned int i = 0; i < app->nr_views; i++) {
		if (i != app->current)
			print_view(app, i, out);
	}
}

static int show(struct tui_app *app, const char *title, struct text_lines *text,
		struct defer_error *err)
{
	int ret = text_lines__finish(text, err);

	if (!ret)
		app__show_text(app, title, text->lines, text->nr);
	text_lines__exit(text);
	return ret;
}

int app__help(struct tui_app *app, struct defer_error *err)
{
	struct text_lines text;
	int ret = text_lines__init(&text, err);

	if (ret)
		return ret;
	print_help(app, text.out);
	return show(app, "Help", &text, err);
}

/* ---- symbols that are missing ---- */

/* Those that report --stdio tells of: a file that is just not there is no surprise. */
static bool is_worth_saying(const struct dso *dso)
{
	return dso__why_no_symbols(dso) &&
	       (dso->why.code != DEFER_ERR_NOENT || dso->kind == DSO_KERNEL);
}

void app__count_missing(struct tui_app *app)
{
	const struct resolve *resolve = app->data.resolve;

	if (app->missing.known || !resolve || !app->data.has_names || app->data.partial)
		return;
	app->missing.known = true;
	app->missing.damaged = app->data.session->damage.nr > 0;
	for (uint32_t i = 0; i < resolve__nr_dsos(resolve); i++) {
		const struct dso *dso = resolve__dso(resolve, i);

		if (!is_worth_saying(dso))
			continue;
		if (dso->kind == DSO_KERNEL)
			app->missing.kernel = true;
		else
			app->missing.files++;
	}
}

const char *app__missing_hint(const struct tui_app *app, char *buf, size_t size)
{
	unsigned int files = app->missing.files;
	const char *kernel = app->missing.kernel ? "the kernel" : "";
	const char *damage = app->missing.damaged ? "the trace is damaged" : "";
	char others[32] = "";

	if (app->missing.told || (!files && !*kernel && !*damage))
		return NULL;
	if (!files && !*kernel) {
		snprintf(buf, size, "i: %s", damage);
		return buf;
	}
	if (files)
		snprintf(others, sizeof(others), "%s%u file%s", *kernel ? " and " : "", files,
			 files == 1 ? "" : "s");
	snprintf(buf, size, "i: %s%swhy %s%s ha%s no symbols", damage, *damage ? "; " : "", kernel,
		 others, !files || (files == 1 && !*kernel) ? "s" : "ve");
	return buf;
}

/* Breaks lines between words: who reads why also reads what to do. */
static void print_wrapped(const char *text, int cols, FILE *out)
{
	const int indent = 2;
	int col = 0;

	while (*text) {
		int len = strcspn(text, " ");

		if (col && col + 1 + len > cols) {
			fputc('\n', out);
			col = 0;
		}
		if (col)
			col += fprintf(out, " %.*s", len, text);
		else
			col = fprintf(out, "%*s%.*s", indent, "", len, text);
		text += len;
		text += strspn(text, " ");
	}
	fputc('\n', out);
}

static int by_offset(const void *va, const void *vb)
{
	const struct defer_error *a = *(const struct defer_error *const *)va;
	const struct defer_error *b = *(const struct defer_error *const *)vb;

	return (a->offset > b->offset) - (a->offset < b->offset);
}

static void print_damage(const struct damage *damage, int cols, FILE *out)
{
	const struct defer_error *kept[DAMAGE_MAX_KEPT];
	char text[sizeof(kept[0]->text) + 32];

	if (!damage->nr)
		return;
	fprintf(out, "Damage:\n");
	for (unsigned int i = 0; i < damage->nr_kept; i++)
		kept[i] = &damage->kept[i];
	qsort(kept, damage->nr_kept, sizeof(*kept), by_offset);
	for (unsigned int i = 0; i < damage->nr_kept; i++) {
		if (kept[i]->offset == DEFER_NO_OFFSET)
			snprintf(text, sizeof(text), "%s", kept[i]->text);
		else
			snprintf(text, sizeof(text), "at %#" PRIx64 ": %s", kept[i]->offset,
				 kept[i]->text);
		print_wrapped(text, cols, out);
	}
	if (damage->nr > damage->nr_kept)
		fprintf(out, "  and %" PRIu64 " more\n", damage->nr - damage->nr_kept);
	fputc('\n', out);
}

static void print_missing(struct resolve *resolve, int cols, FILE *out)
{
	bool any = false;

	if (!resolve) {
		fprintf(out, "Symbols are being read.\n");
		return;
	}
	for (uint32_t i = 0; i < resolve__nr_dsos(resolve); i++) {
		const char *why = dso__why_no_symbols(resolve__dso(resolve, i));

		if (why && !any)
			fprintf(out, "No symbols:\n");
		if (why)
			print_wrapped(why, cols, out);
		any |= why != NULL;
	}
	if (any)
		fprintf(out, "\nOf programs and libraries, --symfs takes the recorded files.\n\n");
}

int app__info(struct tui_app *app, struct defer_error *err)
{
	struct text_lines text;
	int ret;

	if (!app->data.session) {
		app__say(app, "The trace is being read");
		return 0;
	}
	ret = text_lines__init(&text, err);
	if (ret)
		return ret;
	app->missing.told |= app->missing.known;
	/* What brings the user here is not to be looked for below a screenful of header. */
	if (app->data.resolve && !app->data.partial)
		print_damage(&app->data.session->damage, term__cols(app->term) - INFO_MARGIN,
			     text.out);
	print_missing(app->data.resolve, term__cols(app->term) - INFO_MARGIN, text.out);
	session__print_header(app->data.session, true, text.out);
	return show(app, app->path, &text, err);
}
