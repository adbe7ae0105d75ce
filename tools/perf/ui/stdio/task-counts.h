/* SPDX-License-Identifier: GPL-2.0-only */
/* task_counts: the counts per task of READ records, as text. */
#ifndef PERF_DEFER_UI_STDIO_TASK_COUNTS_H
#define PERF_DEFER_UI_STDIO_TASK_COUNTS_H

#include <stdbool.h>
#include <stdio.h>

#include "util/session/task-counts.h"

/*
 * Prints perf's table of -T: a line for each task, a column for each event. @raw: a line for each
 * count, with the number of its event.
 */
void task_counts__fprintf(const struct task_counts *counts, bool raw, FILE *out);

#endif /* PERF_DEFER_UI_STDIO_TASK_COUNTS_H */
