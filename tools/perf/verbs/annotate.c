// SPDX-License-Identifier: GPL-2.0-only
/* annotate: report with a command line of its own, which prints the lines of functions, not rows. */
#include "verbs/defer.h"

int cmd_defer_annotate(int argc, const char **argv)
{
	return report__main(argc, argv, &(struct verb_setup){.annotates = true});
}
