/* SPDX-License-Identifier: GPL-2.0-only */
/* command: the screen as a command line, and the beginning that it asks for. */
#ifndef PERF_DEFER_UI_TUI_APP_COMMAND_H
#define PERF_DEFER_UI_TUI_APP_COMMAND_H

#include "ui/tui/app/app.h"

struct export_format;

/*
 * Copies the command line that opens what is seen: the one that opened it, without what it says of zooms and
 * views, and these as they are now.
 */
int app__copy_command(struct tui_app *app, struct defer_error *err);
/* Does the same with the command line that exports in @format what is seen, and shows it. */
int app__copy_export(struct tui_app *app, const struct export_format *format,
		     struct defer_error *err);

/* Has the view that the options name shown first; NULL: the first one. */
void app__begin_with_view(struct tui_app *app, const char *name);
/* Returns the event to show first, of a snapshot that has come: the one of the options, or one with samples. */
uint32_t app__first_event(const struct tui_app *app, const struct snapshot *snapshot);

#endif /* PERF_DEFER_UI_TUI_APP_COMMAND_H */
