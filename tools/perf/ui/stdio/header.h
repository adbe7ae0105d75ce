/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DEFER_UI_STDIO_HEADER_H
#define PERF_DEFER_UI_STDIO_HEADER_H

#include <stdbool.h>
#include <stdio.h>

#include "util/session/session.h"

/* What the trace says of itself, in the shape of perf's --header; @full: with topologies. */
void session__print_header(const struct session *session, bool full, FILE *out);

#endif /* PERF_DEFER_UI_STDIO_HEADER_H */
