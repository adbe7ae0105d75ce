/* SPDX-License-Identifier: GPL-2.0-only */
/* Makes zooms, with their names, from a key in the data or from what the cursor is on. */
#ifndef PERF_DEFER_UI_TUI_APP_ZOOM_MAKE_H
#define PERF_DEFER_UI_TUI_APP_ZOOM_MAKE_H

#include "ui/tui/view/view.h"
#include "util/profile/zoom.h"

/* "thread", "DSO". */
const char *zoom_kind__name(enum zoom_kind kind);

/*
 * Makes the zoom into what has @key: pid << 32 | tid, a comm_id, a CPU, a socket, an enum
 * defer_class, a func's dso_id or symbol_id. Not for times.
 */
struct zoom zoom__from_key(enum zoom_kind kind, uint64_t key, const struct tui_data *data);

/* Makes the zoom of @kind into what @target says; returns false if it says nothing of that kind. */
bool zoom__from_target(const struct tui_target *target, enum zoom_kind kind,
		       const struct tui_data *data, struct zoom *zoom);

#endif /* PERF_DEFER_UI_TUI_APP_ZOOM_MAKE_H */
