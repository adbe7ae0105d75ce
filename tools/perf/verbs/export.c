// SPDX-License-Identifier: GPL-2.0-only
/* export: report with a command line of its own, which writes its stacks for other programs. */
#include "verbs/defer.h"

int cmd_defer_export(int argc, const char **argv)
{
	return report__main(argc, argv, &(struct verb_setup){.exports = true});
}
