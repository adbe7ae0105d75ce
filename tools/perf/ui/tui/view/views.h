/* SPDX-License-Identifier: GPL-2.0-only */
/* views: every view that exists. Each is a file of its own, view-<name>.c. */
#ifndef PERF_DEFER_UI_TUI_VIEW_VIEWS_H
#define PERF_DEFER_UI_TUI_VIEW_VIEWS_H

#include "ui/tui/view/view.h"

extern const struct tui_view_ops view_symbols_ops; /* functions, with their callers */
extern const struct tui_view_ops view_tree_ops;	   /* call trees, from either end */
extern const struct tui_view_ops view_flame_ops;   /* a flame graph */
extern const struct tui_view_ops view_ledger_ops;  /* where every sample went */
extern const struct tui_view_ops view_source_ops;  /* one function, line by line */
extern const struct tui_view_ops view_time_ops;	   /* samples over time */
extern const struct tui_view_ops view_entries_ops; /* entries into the kernel */
extern const struct tui_view_ops view_samples_ops; /* samples one by one */
extern const struct tui_view_ops view_calls_ops;   /* one function, its callers and callees */
extern const struct tui_view_ops view_summary_ops; /* a first page of sentences */

/* Returns all views in the order of their number keys; a NULL ends the list. */
const struct tui_view_ops *const *tui_views(void);

#endif /* PERF_DEFER_UI_TUI_VIEW_VIEWS_H */
