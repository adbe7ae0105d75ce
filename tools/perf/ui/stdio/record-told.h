/* SPDX-License-Identifier: GPL-2.0-only */
/* record-told: what a recording answers to commands of --control, in perf's words. */
#ifndef PERF_DEFER_UI_STDIO_RECORD_TOLD_H
#define PERF_DEFER_UI_STDIO_RECORD_TOLD_H

#include <stdio.h>

#include "util/record/recorder.h"

/* @quiet: only what was asked for, a list of events. */
void recorder_told__fprintf(const struct recorder_told *told, const struct plan *plan, bool quiet,
			    FILE *out);

#endif /* PERF_DEFER_UI_STDIO_RECORD_TOLD_H */
