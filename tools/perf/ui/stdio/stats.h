/* SPDX-License-Identifier: GPL-2.0-only */
/* stats: numbers of records and samples, as text. */
#ifndef PERF_DEFER_UI_STDIO_STATS_H
#define PERF_DEFER_UI_STDIO_STATS_H

#include <stdio.h>

#include "util/session/session.h"

/*
 * Prints how many records of each type and how many samples of each event there are, as perf's
 * --stats.
 */
int session__print_stats(struct session *session, FILE *out, struct defer_error *err);

#endif /* PERF_DEFER_UI_STDIO_STATS_H */
