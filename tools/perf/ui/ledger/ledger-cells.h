/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ledger_cells: a row of one of the ledger's tables, with the headers of its columns, for text and for
 * the screen. A column is one call in the function of its table.
 */
#ifndef PERF_DEFER_UI_LEDGER_LEDGER_CELLS_H
#define PERF_DEFER_UI_LEDGER_LEDGER_CELLS_H

#include "ui/ledger/ledger-lines.h"

enum ledger_look {
	LEDGER_PLAIN,
	LEDGER_NONE, /* a count of 0 */
	LEDGER_MISS, /* user stacks are missing, or records are lost */
};

#define LEDGER_CELL_LEN 256
struct ledger_cell {
	const char *header;
	int width; /* characters; negative: the text is on the left */
	enum ledger_look look;
	bool is_label;	  /* searches look at it */
	const char *text; /* may be buf */
	char buf[LEDGER_CELL_LEN];
};

#define LEDGER_MEANING	  54 /* length of the longest defer_class__meaning(), characters */
#define LEDGER_NAME_WIDTH 28 /* of threads, CPUs and events on the screen, columns */
#define LEDGER_MAX_CELLS  (DEFER_NR_CLASSES + 8)
struct ledger_cells {
	struct ledger_cell cells[LEDGER_MAX_CELLS];
	unsigned int nr;
	unsigned int nr_names; /* so many of the first ones are behind the others in text */
};

/* Add a cell. @text must outlive the row. */
struct ledger_cell *ledger_cells__add(struct ledger_cells *cells, const char *header, int width,
				      const char *text);
void ledger_cells__add_count(struct ledger_cells *cells, const char *header, int width,
			     uint64_t nr);
void ledger_cells__add_share(struct ledger_cells *cells, uint64_t part, uint64_t all);

/* Makes the cells of a line that is a row of a table, or for a LEDGER_HEAD those with its headers. */
void ledger_lines__cells(const struct ledger_lines *lines, const struct ledger_line *line,
			 struct ledger_cells *cells);

#endif /* PERF_DEFER_UI_LEDGER_LEDGER_CELLS_H */
