/* SPDX-License-Identifier: GPL-2.0-only */
/* view-flame: all call chains at once, as an icicle graph that hangs from the top. */
#ifndef PERF_DEFER_UI_TUI_VIEW_VIEW_FLAME_H
#define PERF_DEFER_UI_TUI_VIEW_VIEW_FLAME_H

#include "ui/tui/view/view.h"

extern const struct tui_view_ops view_flame_ops;

#endif /* PERF_DEFER_UI_TUI_VIEW_VIEW_FLAME_H */
