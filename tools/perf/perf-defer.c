// SPDX-License-Identifier: GPL-2.0-only
/*
 * The executable. perf itself runs it for `perf defer …`, since its name is perf-<verb> and
 * it is on PATH. In a kernel tree's perf, cmd_defer() is one more builtin and this file is
 * not needed.
 */
#include <signal.h>

#include <subcmd/exec-cmd.h>
#include <subcmd/pager.h>

#include "verbs/defer.h"
#include "util/host/parent.h"

int main(int argc, const char **argv)
{
	exec_cmd_init("perf-defer", "", "", "PERF_EXEC_PATH");
	pager_init("PERF_PAGER");

	if (parent__is_perf()) {
		parent__end_by_status();
		if (!parent__follow(SIGTERM))
			return 128 + SIGTERM;
	} else if (parent__was_perf()) {
		return 128 + SIGTERM;
	}
	return parent__status(cmd_defer(argc, argv));
}
