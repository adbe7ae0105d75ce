// SPDX-License-Identifier: GPL-2.0-only
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ui/tui/app/context-menu.h"
#include "ui/tui/app/copy.h"
#include "ui/tui/app/menu.h"
#include "ui/tui/app/search.h"
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
/* Its source, its callers, a zoom of each kind, and what comes after these. */
#define MAX_ITEMS (ZOOM_MAX_KINDS + 6)

struct context {
	const char *items[MAX_ITEMS];
	char labels[MAX_ITEMS][LABEL_LEN];
	int (*run[MAX_ITEMS])(struct tui_app *app, struct defer_error *err); /* NULL: a zoom */
	unsigned int nr;
};

/* Adds an item: the key that does the same, 0 if there is none, and what it does. */
static void __attribute__((format(printf, 4, 5)))
context__add(struct context *context, char key,
	     int (*run)(struct tui_app *app, struct defer_error *err), const char *fmt, ...)
{
	char *label = context->labels[context->nr];
	va_list args;

	snprintf(label, LABEL_LEN, "%c  ", key ? key : ' ');
	va_start(args, fmt);
	vsnprintf(label + strlen(label), LABEL_LEN - strlen(label), fmt, args);
	va_end(args);
	context->items[context->nr] = label;
	context->run[context->nr++] = run;
}

/* Adds the item for the source, which is the first one in perf's menu too. */
static void context__add_source(struct context *context, const struct tui_app *app,
				const struct zoom_target *target)
{
	if (!target->func || !target->func->sym || !target->func->name)
		return;
	if (is_source(&app->views[app->current]))
		return;
	context__add(context, 'a', app__source, "Source and assembly of %s", target->func->name);
}

static void context__add_calls(struct context *context, const struct zoom_target *target)
{
	char label[FUNC_LABEL_LEN];

	if (target->func)
		context__add(context, 'w', app__calls, "Callers and callees of %s",
			     func__label(target->func, label));
}

static void context__add_zooms(struct context *context, const struct zoom *zooms, unsigned int nr)
{
	static const char keys[ZOOM_MAX_KINDS] = {
		[ZOOM_THREAD] = 't', [ZOOM_DSO] = 'd', [ZOOM_SOCKET] = 'S'};

	for (unsigned int i = 0; i < nr; i++)
		context__add(context, keys[zooms[i].kind], NULL, "Zoom into %s %s",
			     zoom_kinds[zooms[i].kind].name, zooms[i].name);
}

/* Adds what can be done with whatever has a function, a DSO or a task, after the zooms. */
static void context__add_others(struct context *context, const struct zoom_target *target)
{
	context__add(context, 'v', app__samples, "Its samples, one by one");
	if (target->func)
		context__add(context, 'g', app__find_func, "The same function in another view");
	if (target->func || target->dso || target->comm_id != UINT32_MAX) {
		context__add(context, '!', app__all_but, "Leave it out, or something else");
		context__add(context, 'y', app__copy, "Copy its name");
	}
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
	context__add_zooms(&context, zooms, nr);
	if (!context.nr)
		return app__zoom_menu(app, err);
	context__add_others(&context, &target);
	chosen = app__choose(app, "What to do here", context.items, context.nr);
	if (chosen < 0)
		return 0;
	return context.run[chosen] ? context.run[chosen](app, err)
				   : app__zoom(app, &zooms[chosen - nr_others], err);
}
