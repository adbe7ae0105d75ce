/* SPDX-License-Identifier: GPL-2.0-only */
/* The view of functions and their call chains: perf's histogram. */
#ifndef PERF_DEFER_UI_TUI_VIEW_VIEW_SYMBOLS_H
#define PERF_DEFER_UI_TUI_VIEW_VIEW_SYMBOLS_H

#include "ui/tui/view/view.h"

extern const struct tui_view_ops view_symbols_ops;

#endif /* PERF_DEFER_UI_TUI_VIEW_VIEW_SYMBOLS_H */
