/* SPDX-License-Identifier: GPL-2.0-only */
/* A summary as text: report --summary. */
#ifndef PERF_DEFER_UI_STDIO_SUMMARY_H
#define PERF_DEFER_UI_STDIO_SUMMARY_H

#include <stdio.h>

struct summary;

/* Prints the parts that are known, each with the key of its view in the terminal UI. */
void summary__print(const struct summary *summary, FILE *out);

#endif /* PERF_DEFER_UI_STDIO_SUMMARY_H */
