/* SPDX-License-Identifier: GPL-2.0-only */
/* control-answer: the answers of a recording to commands of --control, in perf's words. */
#ifndef PERF_DEFER_UI_STDIO_CONTROL_ANSWER_H
#define PERF_DEFER_UI_STDIO_CONTROL_ANSWER_H

#include <stdio.h>

#include "util/record/recorder.h"

/* Prints the answer to one command. @quiet: only lists of events, which were asked for. */
void control_answer__fprintf(const struct control_answer *answer, const struct plan *plan,
			     bool quiet, FILE *out);

#endif /* PERF_DEFER_UI_STDIO_CONTROL_ANSWER_H */
