/* SPDX-License-Identifier: GPL-2.0-only */
/* Zooms into what the data have: named, and by what a view or a list says of it. */
#ifndef PERF_DEFER_UI_TUI_APP_ZOOM_MAKE_H
#define PERF_DEFER_UI_TUI_APP_ZOOM_MAKE_H

#include "ui/tui/view/view.h"
#include "util/profile/zoom.h"

/* "thread", "DSO". */
const char *zoom_kind__name(enum zoom_kind kind);

/*
 * Into what has @key: pid << 32 | tid, a comm_id, a CPU, a socket, an enum defer_class, a func's
 * dso_id or symbol_id. Not for times.
 */
struct zoom zoom__of_key(enum zoom_kind kind, uint64_t key, const struct tui_data *data);

/* Into what @target says of @kind: false if nothing. */
bool zoom__of_target(const struct tui_target *target, enum zoom_kind kind,
		     const struct tui_data *data, struct zoom *zoom);

#endif /* PERF_DEFER_UI_TUI_APP_ZOOM_MAKE_H */
