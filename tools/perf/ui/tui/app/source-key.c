// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "ui/tui/app/source-key.h"

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

bool app__shows_source(const struct tui_app *app)
{
	return is_source(&app->views[app->current]);
}

int app__source(struct tui_app *app, struct defer_error *err)
{
	const struct tui_target target = app__target(app);

	if (!target.func)
		return defer_error__set(err, DEFER_ERR_NOENT, DEFER_NO_OFFSET,
					"there is no function here to show the source of");
	return app__show(app, SOURCE_VIEW, &target, err);
}
