/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * folded: one line a stack, "comm;main;read;vfs_read_[k] 12", from the outermost frame inward,
 * with the sum of the periods, or the number of samples where there are no periods. It is what
 * flamegraph.pl, speedscope and their kin read, marked as stackcollapse-perf.pl --all does:
 * "_[k]" is the kernel's half, "_[i]" was inlined.
 */
#ifndef PERF_DEFER_UI_EXPORT_FOLDED_H
#define PERF_DEFER_UI_EXPORT_FOLDED_H

#include <stdio.h>

#include "util/profile/hist.h"

/*
 * Writes the stacks of @hist, in the order of their names. ';' in a name, which would end it, is
 * written as ':'. What is no text (see utf8__is_text()) is a dot, as in all that is written:
 * flamegraph.pl copies bytes that are no UTF-8 into what is then no XML, inferno refuses the whole
 * file, speedscope shows others instead; and marks that turn the direction of text would go on to
 * turn what their pictures say beside it. Names that differ in nothing else become equal so, which
 * those that read the file add up.
 */
int folded__write(const struct hist *hist, FILE *out, struct defer_error *err);

#endif /* PERF_DEFER_UI_EXPORT_FOLDED_H */
