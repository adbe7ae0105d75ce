/* SPDX-License-Identifier: GPL-2.0-only */
/* files: the files that the user writes or opens, all in the working directory, as in perf. */
#ifndef PERF_DEFER_UI_TUI_APP_FILES_H
#define PERF_DEFER_UI_TUI_APP_FILES_H

#include "ui/tui/app/app.h"

/* Prints the current view to perf.hist.0 or the like: the first name that is not in use. */
int app__print(struct tui_app *app, struct defer_error *err);
/* Asks for a format and exports the current event to a file named in the same way. */
int app__export(struct tui_app *app, struct defer_error *err);
/* Asks for another trace of the directory and shows it instead. */
int app__switch_file(struct tui_app *app, struct defer_error *err);

#endif /* PERF_DEFER_UI_TUI_APP_FILES_H */
