/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DEFER_UI_STDIO_DUMP_H
#define PERF_DEFER_UI_STDIO_DUMP_H

#include <stdio.h>

#include "util/session/session.h"

/*
 * Prints every record in the order of the file, in the format of perf: its offset, its bytes, its
 * type and its fields; then how many there are. A record that cannot be decoded is printed with the
 * reason. Call it after session__gather().
 */
int session__dump(struct session *session, FILE *out, struct defer_error *err);

#endif /* PERF_DEFER_UI_STDIO_DUMP_H */
