/* SPDX-License-Identifier: GPL-2.0-only */
/* control-answer: what a recording answers to commands of --control, in perf's words. */
#ifndef PERF_DEFER_UI_STDIO_CONTROL_ANSWER_H
#define PERF_DEFER_UI_STDIO_CONTROL_ANSWER_H

#include <stdio.h>

#include "util/record/recorder.h"

/* @quiet: only what was asked for, a list of events. */
void control_answer__fprintf(const struct control_answer *answer, const struct plan *plan,
			     bool quiet, FILE *out);

#endif /* PERF_DEFER_UI_STDIO_CONTROL_ANSWER_H */
