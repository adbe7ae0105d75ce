// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>

#include "ui/tui/app/context-menu.h"
#include "ui/tui/app/menu.h"
#include "ui/tui/app/source-key.h"
#include "ui/tui/app/zoom-keys.h"
#include "ui/tui/app/zoom-make.h"

#define LABEL_LEN (ZOOM_NAME_LEN + 32)

struct context {
	const char *items[ZOOM_NR_KINDS + 1];
	char labels[ZOOM_NR_KINDS + 1][LABEL_LEN];
	struct zoom zooms[ZOOM_NR_KINDS + 1];
	unsigned int nr;
	int source; /* the item that shows the source, or -1 */
};

/* perf's menu begins with it as well. */
static void add_source(struct context *context, const struct tui_app *app,
		       const struct tui_target *target)
{
	context->source = -1;
	if (!target->func || !target->func->sym || !target->func->name)
		return;
	if (app__shows_source(app))
		return;
	snprintf(context->labels[0], sizeof(context->labels[0]), "Source and assembly of %s",
		 target->func->name);
	context->items[0] = context->labels[0];
	context->source = 0;
	context->nr = 1;
}

int app__context_menu(struct tui_app *app, struct defer_error *err)
{
	/* What is closest to the line comes first. */
	static const enum zoom_kind kinds[ZOOM_NR_KINDS] = {ZOOM_SYMBOL, ZOOM_CLASS,  ZOOM_TIME,
							    ZOOM_DSO,	 ZOOM_THREAD, ZOOM_COMM,
							    ZOOM_CPU,	 ZOOM_SOCKET};
	const struct tui_target target = app__target(app);
	struct context context = {.nr = 0};
	int chosen;

	if (!app__can_zoom(app))
		return 0;
	add_source(&context, app, &target);
	for (int i = 0; i < ZOOM_NR_KINDS; i++) {
		char *label = context.labels[context.nr];
		struct zoom zoom;

		if (!zoom__of_target(&target, kinds[i], &app->data, &zoom))
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
