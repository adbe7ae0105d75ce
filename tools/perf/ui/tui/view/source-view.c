// SPDX-License-Identifier: GPL-2.0-only
#include "ui/tui/view/host.h"
#include "ui/tui/view/source-view.h"

bool source_view__children(const struct tui_view *view)
{
	return app__opts(view->app)->pipeline->sort.children;
}

bool source_view__is_ready(const struct tui_view *view)
{
	const struct tui_data *data = view->data;

	return data->event && data->fold && data->resolve && data->has_names;
}
