// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>

#include "ui/tui/app/context-menu.h"
#include "ui/tui/app/menu.h"
#include "ui/tui/app/zoom-keys.h"

/* ---- its source ---- */

#define SOURCE_VIEW "source"
#define CALLS_VIEW  "calls"

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
	const struct zoom_target target = app__target(app);
	char label[FUNC_LABEL_LEN];

	if (!target.func)
		return defer_error__set(err, DEFER_ERR_NOENT,
					"there is no function here to show the source of");
	if (!target.func->sym || !target.func->dso)
		return defer_error__set(err, DEFER_ERR_NOENT,
					"there is no source of %s: it is not known which function "
					"it is",
					func__label(target.func, label));
	return app__show(app, SOURCE_VIEW, &target, err);
}

/* ---- its callers and callees ---- */

int app__calls(struct tui_app *app, struct defer_error *err)
{
	const struct zoom_target target = app__target(app);

	if (!target.func)
		return defer_error__set(err, DEFER_ERR_NOENT,
					"there is no function here to show the callers of");
	return app__show(app, CALLS_VIEW, &target, err);
}

/* ---- the menu ---- */

#define LABEL_LEN (ZOOM_NAME_LEN + 32)
/* Its source, its callers, and a zoom of each kind. */
#define MAX_ITEMS (ZOOM_MAX_KINDS + 2)

struct context {
	const char *items[MAX_ITEMS];
	char labels[MAX_ITEMS][LABEL_LEN];
	int (*run[MAX_ITEMS])(struct tui_app *app, struct defer_error *err); /* NULL: a zoom */
	unsigned int nr;
};

/* Returns the label of the next item, to be written by the caller. */
static char *context__add(struct context *context,
			  int (*run)(struct tui_app *app, struct defer_error *err))
{
	char *label = context->labels[context->nr];

	context->items[context->nr] = label;
	context->run[context->nr++] = run;
	return label;
}

/* Adds the item for the source, which is the first one in perf's menu too. */
static void context__add_source(struct context *context, const struct tui_app *app,
				const struct zoom_target *target)
{
	if (!target->func || !target->func->sym || !target->func->name)
		return;
	if (is_source(&app->views[app->current]))
		return;
	snprintf(context__add(context, app__source), LABEL_LEN, "Source and assembly of %s",
		 target->func->name);
}

static void context__add_calls(struct context *context, const struct zoom_target *target)
{
	char label[FUNC_LABEL_LEN];

	if (target->func)
		snprintf(context__add(context, app__calls), LABEL_LEN, "Callers and callees of %s",
			 func__label(target->func, label));
}

int app__context_menu(struct tui_app *app, struct defer_error *err)
{
	const struct zoom_target target = app__target(app);
	struct zoom zooms[ZOOM_MAX_KINDS];
	struct context context = {.nr = 0};
	unsigned int nr, nr_others;
	int chosen;

	if (!app__can_zoom(app))
		return 0;
	context__add_source(&context, app, &target);
	context__add_calls(&context, &target);
	nr_others = context.nr;
	nr = zoom__all_of_target(zooms, &target, app->data.session);
	for (unsigned int i = 0; i < nr; i++)
		snprintf(context__add(&context, NULL), LABEL_LEN, "Zoom into %s %s",
			 zoom_kinds[zooms[i].kind].name, zooms[i].name);
	if (!context.nr)
		return app__zoom_menu(app, err);
	chosen = app__choose(app, "What to do here", context.items, context.nr);
	if (chosen < 0)
		return 0;
	return context.run[chosen] ? context.run[chosen](app, err)
				   : app__zoom(app, &zooms[chosen - nr_others], err);
}
