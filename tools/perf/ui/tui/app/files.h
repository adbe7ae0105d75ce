/* SPDX-License-Identifier: GPL-2.0-only */
/* Files that the user has written or read. All go by the working directory, as perf does. */
#ifndef PERF_DEFER_UI_TUI_APP_FILES_H
#define PERF_DEFER_UI_TUI_APP_FILES_H

#include "ui/tui/app/app.h"

/* Prints the view that is shown to perf.hist.0 or the like, the first that is not there yet. */
int app__print(struct tui_app *app, struct defer_error *err);
/* Asks as what to export the event that is shown, and names the file in the same way. */
int app__export(struct tui_app *app, struct defer_error *err);
/* Asks which trace of the directory to show instead. */
int app__switch_file(struct tui_app *app, struct defer_error *err);

#endif /* PERF_DEFER_UI_TUI_APP_FILES_H */
