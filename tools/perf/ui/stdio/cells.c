// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "ui/stdio/cells.h"
#include "ui/stdio/plain.h"

#define DOTS "................................................................"

/* Returns cell number @i of the order in text. */
static const struct ledger_cell *cell_at(const struct ledger_cells *cells, unsigned int i)
{
	return &cells->cells[(i + cells->nr_names) % cells->nr];
}

/* Prints @text in the width of cell number @i. Nothing is padded at the end of a line. */
static void print_text(const struct ledger_cells *cells, unsigned int i, const char *text, FILE *fp)
{
	int width = cell_at(cells, i)->width;

	fputs(i ? "  " : "", fp);
	plain__pad(text, width < 0 && i + 1 == cells->nr ? 0 : width, fp);
}

void ledger_cells__print_heads(const struct ledger_cells *cells, FILE *fp)
{
	fputs("# ", fp);
	for (unsigned int i = 0; i < cells->nr; i++)
		print_text(cells, i, cell_at(cells, i)->header, fp);
	fputs("\n# ", fp);
	for (unsigned int i = 0; i < cells->nr; i++)
		fprintf(fp, "%s%.*s", i ? "  " : "", abs(cell_at(cells, i)->width), DOTS);
	fputs("\n#\n", fp);
}

void ledger_cells__print(const struct ledger_cells *cells, FILE *fp)
{
	fputs("  ", fp);
	for (unsigned int i = 0; i < cells->nr; i++) {
		const char *text = cell_at(cells, i)->text;

		if (*text || i + 1 < cells->nr)
			print_text(cells, i, text, fp);
	}
	fputc('\n', fp);
}
