/* SPDX-License-Identifier: GPL-2.0-only */
/* ledger_view: the ledger as text, section by section. */
#ifndef PERF_DEFER_UI_STDIO_LEDGER_H
#define PERF_DEFER_UI_STDIO_LEDGER_H

#include <stdio.h>

#include "ui/ledger/ledger-view.h"

/* Prints tables with '#' headers, in the style of perf. Fails with DEFER_ERR_NOMEM. */
int ledger_view__fprintf(const struct ledger_view *view, FILE *fp, struct defer_error *err);

#endif /* PERF_DEFER_UI_STDIO_LEDGER_H */
