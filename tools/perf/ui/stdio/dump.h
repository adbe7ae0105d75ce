/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DEFER_UI_STDIO_DUMP_H
#define PERF_DEFER_UI_STDIO_DUMP_H

#include <stdio.h>

#include "util/session/session.h"

/*
 * Prints every record in the order of the file: where it stands, its bytes, what it is, and its
 * fields, as perf prints them; then how many there are. What cannot be decoded says why. After
 * gather.
 */
int session__dump(struct session *session, FILE *out, struct defer_error *err);

#endif /* PERF_DEFER_UI_STDIO_DUMP_H */
