/* SPDX-License-Identifier: GPL-2.0-only */
/* The view of call trees, from the outermost callers down or from what was hit up. */
#ifndef PERF_DEFER_UI_TUI_VIEW_VIEW_TREE_H
#define PERF_DEFER_UI_TUI_VIEW_VIEW_TREE_H

#include "ui/tui/view/view.h"

extern const struct tui_view_ops view_tree_ops;

#endif /* PERF_DEFER_UI_TUI_VIEW_VIEW_TREE_H */
