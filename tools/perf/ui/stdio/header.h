/* SPDX-License-Identifier: GPL-2.0-only */
/* header: the trace's header, as text. */
#ifndef PERF_DEFER_UI_STDIO_HEADER_H
#define PERF_DEFER_UI_STDIO_HEADER_H

#include <stdbool.h>
#include <stdio.h>

#include "util/session/session.h"

/*
 * Prints what the trace says about itself, in the format of perf's --header; with topologies if
 * @full.
 */
void session__print_header(const struct session *session, bool full, FILE *out);

#endif /* PERF_DEFER_UI_STDIO_HEADER_H */
