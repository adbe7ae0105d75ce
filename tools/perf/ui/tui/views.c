// SPDX-License-Identifier: GPL-2.0-only
/* The views and the exports that there are: the only place that knows them all. */
#include "ui/tui/exports.h"
#include "ui/tui/view-flame.h"
#include "ui/tui/view-ledger.h"
#include "ui/tui/view-source.h"
#include "ui/tui/view-symbols.h"
#include "ui/tui/view-time.h"
#include "ui/tui/view-tree.h"
#include "ui/tui/view.h"

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

const struct tui_export *const *tui_exports(void)
{
	static const struct tui_export *const exports[] = {
		&export_folded,
		&export_flame,
		&export_icicle,
		NULL,
	};

	return exports;
}
