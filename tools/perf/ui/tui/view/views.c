// SPDX-License-Identifier: GPL-2.0-only
/* The only file that knows all views. */
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
		&view_entries_ops,
		&view_samples_ops,
		&view_calls_ops,
		&view_summary_ops,
		NULL,
	};

	return views;
}
