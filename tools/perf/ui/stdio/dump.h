/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DEFER_UI_STDIO_DUMP_H
#define PERF_DEFER_UI_STDIO_DUMP_H

#include <stdio.h>

#include "util/session/session.h"

/*
 * Prints every record as it stands in the file: where, what, and its fields; @hex: its bytes
 * too. What cannot be decoded says why. After gather.
 */
int session__dump(struct session *session, bool hex, FILE *out, struct defer_error *err);

#endif /* PERF_DEFER_UI_STDIO_DUMP_H */
