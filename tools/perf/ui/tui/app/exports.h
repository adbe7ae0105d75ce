/* SPDX-License-Identifier: GPL-2.0-only */
/* exports: what the x key offers: the event that is shown, within the zooms in force. */
#ifndef PERF_DEFER_UI_TUI_APP_EXPORTS_H
#define PERF_DEFER_UI_TUI_APP_EXPORTS_H

#include "ui/tui/view/view.h"

/* A way to write a profile to a file. */
struct tui_export {
	const char *name;   /* "folded" */
	const char *help;   /* "Folded stacks, one a line" */
	const char *suffix; /* of the file, ".txt" */
	int (*write)(const struct tui_data *data, FILE *out, struct defer_error *err);
};

extern const struct tui_export export_folded, export_flame, export_icicle;

/* All of them, in the order in which they are offered; ends with NULL. */
const struct tui_export *const *tui_exports(void);

#endif /* PERF_DEFER_UI_TUI_APP_EXPORTS_H */
