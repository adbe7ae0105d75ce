/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * folded: one line per stack, "comm;main;read;vfs_read_[k] 12", from the outermost frame inward,
 * with the sum of the periods, or the number of samples if no sample has a period. flamegraph.pl,
 * speedscope and similar tools read this format. The suffixes are those of stackcollapse-perf.pl
 * --all: "_[k]" marks a frame of the kernel half, "_[i]" an inlined one.
 *
 * In a comparison a line has two numbers, what the stack had before and what it has now, as
 * difffolded.pl writes them; one of them may be 0.
 */
#ifndef PERF_DEFER_UI_EXPORT_FOLDED_H
#define PERF_DEFER_UI_EXPORT_FOLDED_H

#include <stdbool.h>
#include <stdio.h>

#include "util/profile/hist.h"
#include "util/view/flame-shape.h"

struct folded_opts {
	enum flame_shape shape;
	bool no_marks; /* frames of the kernel and inlined ones have no suffix */
	bool counts;   /* of samples, not the sums of their periods */
};

/*
 * Writes the stacks of @hist in the order of their names. Names are changed in two ways:
 * - ';' ends a frame in this format, so it is written as ':'.
 * - Whatever is not text (see utf8__is_text()) is written as a dot. flamegraph.pl copies invalid
 *   UTF-8 into its XML, inferno refuses the whole file and speedscope shows other characters; marks
 *   that turn the direction of text would also turn the words next to them.
 *
 * Two names that differ in nothing else become equal; readers of the file add up their counts.
 */
int folded__write(const struct hist *hist, const struct folded_opts *opts, FILE *out,
		  struct defer_error *err);

#endif /* PERF_DEFER_UI_EXPORT_FOLDED_H */
