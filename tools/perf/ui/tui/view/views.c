// SPDX-License-Identifier: GPL-2.0-only
/* The only place that knows all views. */
#include "ui/tui/view/view-flame.h"
#include "ui/tui/view/view-ledger.h"
#include "ui/tui/view/view-source.h"
#include "ui/tui/view/view-symbols.h"
#include "ui/tui/view/view-time.h"
#include "ui/tui/view/view-tree.h"
#include "ui/tui/view/views.h"

const struct tui_view_ops *const *tui_views(void)
{
	static const struct tui_view_ops *const views[] = {
		&view_symbols_ops,
		&view_tree_ops,
		&view_flame_ops,
		&view_ledger_ops,
		&view_source_ops,
		&view_time_ops,
		NULL,
	};

	return views;
}
