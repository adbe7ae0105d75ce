/* SPDX-License-Identifier: GPL-2.0-only */
/* hist-levels: the rows of a hierarchy, as text. */
#ifndef PERF_DEFER_UI_STDIO_HIST_LEVELS_H
#define PERF_DEFER_UI_STDIO_HIST_LEVELS_H

#include "ui/stdio/sheet.h"
#include "util/profile/hierarchy.h"

/* Prints the rows of @levels, of the sheet's hist, as perf report --hierarchy does. */
int sheet__print_levels(struct sheet *sheet, const struct hierarchy *levels,
			struct defer_error *err);

#endif /* PERF_DEFER_UI_STDIO_HIST_LEVELS_H */
