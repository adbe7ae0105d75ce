/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * zoom-make: makes zooms, with their names, from a key of the data or from what the cursor is on.
 */
#ifndef PERF_DEFER_UI_TUI_APP_ZOOM_MAKE_H
#define PERF_DEFER_UI_TUI_APP_ZOOM_MAKE_H

#include "ui/tui/view/view.h"
#include "util/profile/zoom.h"

/* Returns the name of a kind: "thread", "DSO". */
const char *zoom_kind__name(enum zoom_kind kind);

/*
 * Makes the zoom into @key: pid << 32 | tid, a comm_id, a CPU, a socket, an enum defer_class, or
 * the dso_id or symbol_id of a func. Not for times.
 */
struct zoom zoom__from_key(enum zoom_kind kind, uint64_t key, const struct tui_data *data);

/* Makes the zoom of @kind into @target. Returns false if @target has nothing of that kind. */
bool zoom__from_target(const struct tui_target *target, enum zoom_kind kind,
		       const struct tui_data *data, struct zoom *zoom);

#endif /* PERF_DEFER_UI_TUI_APP_ZOOM_MAKE_H */
