/* SPDX-License-Identifier: GPL-2.0-only */
/* ledger_cells: the ledger's tables, as text. */
#ifndef PERF_DEFER_UI_STDIO_CELLS_H
#define PERF_DEFER_UI_STDIO_CELLS_H

#include <stdio.h>

#include "ui/ledger/ledger-cells.h"

/* Prints the headers of a row, and dots below them. */
void ledger_cells__print_heads(const struct ledger_cells *cells, FILE *fp);
/* Prints a row; nothing for a last cell without text. */
void ledger_cells__print(const struct ledger_cells *cells, FILE *fp);

#endif /* PERF_DEFER_UI_STDIO_CELLS_H */
