/* SPDX-License-Identifier: GPL-2.0-only */
/* exports: what the x key offers: the event that is shown, within the zooms in force. */
#ifndef PERF_DEFER_UI_TUI_EXPORTS_H
#define PERF_DEFER_UI_TUI_EXPORTS_H

#include "ui/tui/view.h"

extern const struct tui_export export_folded, export_flame, export_icicle;

#endif /* PERF_DEFER_UI_TUI_EXPORTS_H */
