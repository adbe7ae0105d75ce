/* SPDX-License-Identifier: GPL-2.0-only */
/* Shows the manual, as perf help does. */
#ifndef PERF_DEFER_VERBS_HELP_H
#define PERF_DEFER_VERBS_HELP_H

/*
 * Replaces the process by man, with the page perf-defer-@verb: from the build tree, the
 * installation, or man's own path. Returns if that fails, with a message on stderr.
 */
void help__show_manual(const char *verb);

#endif /* PERF_DEFER_VERBS_HELP_H */
