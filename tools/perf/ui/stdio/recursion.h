/* SPDX-License-Identifier: GPL-2.0-only */
/* recursion: functions that recur, as text. */
#ifndef PERF_DEFER_UI_STDIO_RECURSION_H
#define PERF_DEFER_UI_STDIO_RECURSION_H

#include <stdio.h>

#include <perf/defer-error.h>

struct profile;

/* Prints those of each event of @profile that has samples. */
int profile__print_recursions(const struct profile *profile, FILE *out, struct defer_error *err);

#endif /* PERF_DEFER_UI_STDIO_RECURSION_H */
