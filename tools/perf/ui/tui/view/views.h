/* SPDX-License-Identifier: GPL-2.0-only */
/* views: all that there are. */
#ifndef PERF_DEFER_UI_TUI_VIEW_VIEWS_H
#define PERF_DEFER_UI_TUI_VIEW_VIEWS_H

#include "ui/tui/view/view.h"

/* In the order of their number keys; ends with NULL. */
const struct tui_view_ops *const *tui_views(void);

#endif /* PERF_DEFER_UI_TUI_VIEW_VIEWS_H */
