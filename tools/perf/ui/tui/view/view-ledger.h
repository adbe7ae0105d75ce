/* SPDX-License-Identifier: GPL-2.0-only */
/* view-ledger: where every sample went: the figures of audit. */
#ifndef PERF_DEFER_UI_TUI_VIEW_VIEW_LEDGER_H
#define PERF_DEFER_UI_TUI_VIEW_VIEW_LEDGER_H

#include "ui/tui/view/view.h"

extern const struct tui_view_ops view_ledger_ops;

#endif /* PERF_DEFER_UI_TUI_VIEW_VIEW_LEDGER_H */
