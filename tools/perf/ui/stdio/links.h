/* SPDX-License-Identifier: GPL-2.0-only */
/* frame_links: where frame pointers lead to, and how frames are known, as text. */
#ifndef PERF_DEFER_UI_STDIO_LINKS_H
#define PERF_DEFER_UI_STDIO_LINKS_H

#include <stdio.h>

#include "util/session/frame-links.h"

/* Prints the tables of `audit --frames`. */
void frame_links__fprintf(const struct frame_links *links, FILE *fp);

#endif /* PERF_DEFER_UI_STDIO_LINKS_H */
