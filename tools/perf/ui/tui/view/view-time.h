/* SPDX-License-Identifier: GPL-2.0-only */
/* view-time: when the samples of each thread were taken, and a choice of time. */
#ifndef PERF_DEFER_UI_TUI_VIEW_VIEW_TIME_H
#define PERF_DEFER_UI_TUI_VIEW_VIEW_TIME_H

#include "ui/tui/view/view.h"

extern const struct tui_view_ops view_time_ops;

#endif /* PERF_DEFER_UI_TUI_VIEW_VIEW_TIME_H */
