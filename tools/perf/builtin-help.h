/* SPDX-License-Identifier: GPL-2.0-only */
/* The manual, as perf's help shows it. */
#ifndef PERF_BUILTIN_HELP_H
#define PERF_BUILTIN_HELP_H

/*
 * Becomes man, with the page perf-defer-@verb: of the tree that this was built in, of where it is
 * installed, or of where man looks. Returns where that cannot be, with a word to stderr.
 */
void help__show_manual(const char *verb);

#endif /* PERF_BUILTIN_HELP_H */
