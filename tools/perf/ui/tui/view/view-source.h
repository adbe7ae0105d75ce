/* SPDX-License-Identifier: GPL-2.0-only */
/* view-source: the lines of one function with their shares, or its assembly. */
#ifndef PERF_DEFER_UI_TUI_VIEW_VIEW_SOURCE_H
#define PERF_DEFER_UI_TUI_VIEW_VIEW_SOURCE_H

#include "ui/tui/view/view.h"

extern const struct tui_view_ops view_source_ops;

#endif /* PERF_DEFER_UI_TUI_VIEW_VIEW_SOURCE_H */
