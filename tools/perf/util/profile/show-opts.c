// SPDX-License-Identifier: GPL-2.0-only
#include "util/profile/show-opts.h"

struct show_opts show_opts__of_tree(const struct show_opts *from, enum graph_order order)
{
	struct show_opts show = *from;

	show.graph.mode = from->graph.mode == GRAPH_NONE ? GRAPH_NONE : GRAPH_ABS;
	show.graph.order = order;
	show.graph.value = GRAPH_PERCENT;
	show.graph.print_limit = 0;
	show.symbol_filter = NULL;
	return show;
}
