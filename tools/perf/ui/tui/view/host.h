/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tui_host: the services that the app offers to views, and the user's options for them. The app
 * fills in the table; a view calls the functions below and knows nothing else of the app.
 */
#ifndef PERF_DEFER_UI_TUI_VIEW_HOST_H
#define PERF_DEFER_UI_TUI_VIEW_HOST_H

#include <stdarg.h>
#include <stdbool.h>

#include "ui/tui/load/view-data.h"

struct symbol_conf;
struct tui_host;
struct zoom;

struct tui_host_ops {
	int (*zoom)(struct tui_host *host, const struct zoom *zoom, struct defer_error *err);
	void (*want)(struct tui_host *host, enum view_data_kind kind);
	void (*say)(struct tui_host *host, const char *fmt, va_list args);
	void (*edit)(struct tui_host *host, const char *path, unsigned int line);
};

struct tui_host {
	const struct tui_host_ops *ops;
	const struct symbol_conf *conf; /* where to look for symbols and sources */
	bool children;			/* --children: rows include their callees */
};

/* Narrows all views down to @zoom in the background; refresh() is called when it is done. */
static inline int tui_host__zoom(struct tui_host *host, const struct zoom *zoom,
				 struct defer_error *err)
{
	return host->ops->zoom(host, zoom, err);
}

/*
 * Requests @kind for the view that is shown, in the background; refresh() is called when it is
 * done.
 */
static inline void tui_host__want(struct tui_host *host, enum view_data_kind kind)
{
	host->ops->want(host, kind);
}

/* Shows a message in the bottom line until the next key. */
void tui_host__say(struct tui_host *host, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Opens a line of a file, from 1 on, in the user's editor, and returns when that ends. */
static inline void tui_host__edit(struct tui_host *host, const char *path, unsigned int line)
{
	host->ops->edit(host, path, line);
}

#endif /* PERF_DEFER_UI_TUI_VIEW_HOST_H */
