// SPDX-License-Identifier: GPL-2.0-only
#include "ui/tui/app/help.h"
#include "ui/tui/term/keys.h"
#include "ui/tui/app/text-box.h"

#define KEYS_COLS 16

static void print_key(const struct tui_key *key, FILE *out)
{
	char name[KEY_NAME_LEN], names[64] = "Mouse";
	int len = 0;

	for (size_t i = 0; i < 3 && key->keys[i]; i++)
		len += snprintf(names + len, sizeof(names) - len, "%s%s", i ? " " : "",
				key__name(key->keys[i], name));
	fprintf(out, "%-*s %s\n", KEYS_COLS, names, key->help);
}

static void print_view(const struct tui_app *app, unsigned int i, FILE *out)
{
	const struct tui_view_ops *ops = app->views[i].ops;

	fprintf(out, "View %s: %s\n", ops->name, ops->title);
	for (const struct tui_key *key = ops->keys; key && key->help; key++)
		print_key(key, out);
}

static void print_help(const struct tui_app *app, const struct app_key *keys, FILE *out)
{
	static const struct tui_key mouse[] = {
		{{0}, "Click: go to the line, or to the view of a tab; again: as Enter"},
		{{0}, "Right button: menu of what to do; wheel: scroll"},
	};

	print_view(app, app->current, out);
	fprintf(out, "\nKeys of all views\n");
	for (const struct app_key *key = keys; key->key.help; key++) {
		if (app_key__works(app, key))
			print_key(&key->key, out);
	}
	for (unsigned int i = 0; i < app->nr_views; i++)
		fprintf(out, "%-*c View %s: %s\n", KEYS_COLS, app__view_key(i),
			app->views[i].ops->name, app->views[i].ops->title);
	for (size_t i = 0; i < sizeof(mouse) / sizeof(*mouse); i++)
		print_key(&mouse[i], out);
	for (unsigned int i = 0; i < app->nr_views; i++) {
		if (i == app->current)
			continue;
		fputc('\n', out);
		print_view(app, i, out);
	}
}

int app__help(struct tui_app *app, const struct app_key *keys, struct defer_error *err)
{
	struct text_lines text;
	int ret = text_lines__init(&text, err);

	if (ret)
		return ret;
	print_help(app, keys, text.out);
	return app__show_lines(app, "Help: typed text finds lines", &text, err);
}
