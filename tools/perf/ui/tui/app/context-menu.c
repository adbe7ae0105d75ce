// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>

#include "ui/tui/app/context-menu.h"
#include "ui/tui/app/menu.h"
#include "ui/tui/app/zoom-keys.h"
#include "ui/tui/app/zoom-make.h"

/* ---- its source ---- */

#define SOURCE_VIEW "source"

static bool is_source(const struct tui_view *view)
{
	return !strcmp(view->ops->name, SOURCE_VIEW);
}

bool app__has_source(const struct tui_app *app)
{
	for (unsigned int i = 0; i < app->nr_views; i++) {
		if (is_source(&app->views[i]))
			return true;
	}
	return false;
}

int app__source(struct tui_app *app, struct defer_error *err)
{
	const struct tui_target target = app__target(app);

	if (!target.func)
		return defer_error__set(err, DEFER_ERR_NOENT, DEFER_NO_OFFSET,
					"there is no function here to show the source of");
	if (!target.func->sym || !target.func->dso)
		return defer_error__set(err, DEFER_ERR_NOENT, DEFER_NO_OFFSET,
					"there is no source of %s: it is not known which function "
					"it is",
					target.func->name ? target.func->name
							  : func__dso_name(target.func, false));
	return app__show(app, SOURCE_VIEW, &target, err);
}

/* ---- the menu ---- */

#define LABEL_LEN (ZOOM_NAME_LEN + 32)

struct context {
	const char *items[ZOOM_NR_KINDS + 1];
	char labels[ZOOM_NR_KINDS + 1][LABEL_LEN];
	struct zoom zooms[ZOOM_NR_KINDS + 1];
	unsigned int nr;
	int source; /* index of the item that shows the source, or -1 */
};

/* Adds the item for the source, which is the first one in perf's menu too. */
static void context__add_source(struct context *context, const struct tui_app *app,
				const struct tui_target *target)
{
	context->source = -1;
	if (!target->func || !target->func->sym || !target->func->name)
		return;
	if (is_source(&app->views[app->current]))
		return;
	snprintf(context->labels[0], sizeof(context->labels[0]), "Source and assembly of %s",
		 target->func->name);
	context->items[0] = context->labels[0];
	context->source = 0;
	context->nr = 1;
}

int app__context_menu(struct tui_app *app, struct defer_error *err)
{
	/* In the order of how closely each is related to the line. */
	static const enum zoom_kind kinds[ZOOM_NR_KINDS] = {ZOOM_DELAY, ZOOM_SYMBOL, ZOOM_CLASS,
							    ZOOM_TIME,	ZOOM_DSO,    ZOOM_THREAD,
							    ZOOM_COMM,	ZOOM_CPU,    ZOOM_SOCKET};
	const struct tui_target target = app__target(app);
	struct context context = {.nr = 0};
	int chosen;

	if (!app__can_zoom(app))
		return 0;
	context__add_source(&context, app, &target);
	for (int i = 0; i < ZOOM_NR_KINDS; i++) {
		char *label = context.labels[context.nr];
		struct zoom zoom;

		if (!zoom__from_target(&target, kinds[i], &app->data, &zoom))
			continue;
		snprintf(label, sizeof(context.labels[0]), "Zoom into %s %s",
			 zoom_kind__name(kinds[i]), zoom.name);
		context.items[context.nr] = label;
		context.zooms[context.nr++] = zoom;
	}
	if (!context.nr)
		return app__zoom_menu(app, err);
	chosen = app__choose(app, "What to do here", context.items, context.nr);
	if (chosen < 0)
		return 0;
	return chosen == context.source ? app__source(app, err)
					: app__zoom(app, &context.zooms[chosen], err);
}
