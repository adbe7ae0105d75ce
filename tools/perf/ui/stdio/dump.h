/* SPDX-License-Identifier: GPL-2.0-only */
/* dump: the text of report -D. */
#ifndef PERF_DEFER_UI_STDIO_DUMP_H
#define PERF_DEFER_UI_STDIO_DUMP_H

#include <stdio.h>

#include "util/session/session.h"

/*
 * Prints what `perf report -D` (6.1 to 7.3) does not tell, in its format: deferred records and headers in
 * the extended form, in the order of the file; then the verdict on each deferred sample, in order of time.
 * A deferred record that cannot be decoded is printed with the reason. Call it after session__gather().
 */
int session__dump(struct session *session, FILE *out, struct defer_error *err);

#endif /* PERF_DEFER_UI_STDIO_DUMP_H */
