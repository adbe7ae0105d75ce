/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * source_rows: the lines of a function, with what samples hit them: its own source, then that of
 * what was inlined; or its assembly, with the source lines that it was made of. Where something
 * is not there, a line says so, and what is known shows without it.
 */
#ifndef PERF_DEFER_UI_TUI_VIEW_SOURCE_ROWS_H
#define PERF_DEFER_UI_TUI_VIEW_SOURCE_ROWS_H

#include "util/dso/disasm.h"
#include "util/dso/src-file.h"
#include "util/profile/annotate.h"

struct dso;
struct fold;
struct resolve;
struct symbol;
struct symbol_conf;

enum source_row_kind {
	SOURCE_FILE,  /* heads what follows */
	SOURCE_NOTE,  /* why something is not there */
	SOURCE_LINE,  /* of a source file */
	SOURCE_QUOTE, /* the same among assembly: what follows was made of it */
	SOURCE_GAP,   /* lines that are left out */
	SOURCE_INSN,
	SOURCE_ADDR, /* one that was hit, where there is no assembly */
};

#define SOURCE_NONE UINT32_MAX

struct source_row {
	uint8_t kind;	   /* enum source_row_kind */
	uint32_t text;	   /* in texts; NOTE: SOURCE_NONE: why of the rows */
	unsigned int line; /* LINE, QUOTE */
	uint32_t at;	   /* LINE: in annotate.lines, or SOURCE_NONE; INSN, ADDR: their place */
	/* INSN */
	uint32_t jumps; /* so many others jump here */
	uint32_t to;	/* row that it jumps to, or SOURCE_NONE */
	const struct symbol
		*callee; /* what it calls, or jumps to outside of the function; or NULL */
};

/* A file that some code came from. */
struct source_text {
	const char *path; /* as DWARF has it */
	struct src_file file;
	struct defer_error why; /* it is not there */
};

struct source_rows {
	const char *name; /* of the function */
	struct annotate annotate;
	struct source_text *texts;
	size_t nr_texts, cap_texts;
	struct disasm disasm;
	struct source_row *rows;
	size_t nr, cap;
	struct defer_error why; /* code 0, or why there are no lines, or no assembly */
	bool no_assembly;	/* although it was wanted */
};

/* Which instructions say where they are. */
enum source_labels {
	LABEL_TARGETS, /* those that others jump to */
	LABEL_CALLS,   /* and calls */
	LABEL_ALL,
	LABEL_NR
};

/* How rows are written; all zero is what perf begins with. */
struct source_style {
	bool raw;	/* as the disassembler has it: no names, addresses everywhere */
	bool full_addr; /* instead of offsets in the function */
	uint8_t labels; /* enum source_labels */
	bool no_lines;	/* numbers of lines */
};

/* What is to be shown; all of it outlives the rows, but for @fold. */
struct source_request {
	const struct fold *fold;
	uint32_t evsel_idx;
	struct resolve *resolve;
	struct dso *dso;
	const struct symbol *sym;
	const struct symbol_conf *conf;
	bool assembly, no_quotes; /* no_quotes: without the source that it was made of */
};

/* On failure the rows are empty. */
int source_rows__init(struct source_rows *rows, const struct source_request *what,
		      struct defer_error *err);
void source_rows__exit(struct source_rows *rows);

/* What hit a row, and in @total what was inlined or called there too: false if nothing. */
bool source_rows__stat(const struct source_rows *rows, size_t row, struct annotate_stat *self,
		       struct annotate_stat *total);

/* By what rows are hot: what is called from there counts, or not. The row that is hottest, or 0. */
size_t source_rows__hottest(const struct source_rows *rows, bool children);
/* The next one less hot than @row, or hotter if not @down; after the last one comes the first. */
size_t source_rows__next_hot(const struct source_rows *rows, size_t row, bool children, bool down);

/* The text of a row, tabs expanded: as much as fits. Returns @buf. */
const char *source_rows__text(const struct source_rows *rows, size_t row,
			      const struct source_style *look, char *buf, size_t size);
/* Its number or address, or "". Returns @buf. */
const char *source_rows__place(const struct source_rows *rows, size_t row,
			       const struct source_style *look, char *buf, size_t size);

#endif /* PERF_DEFER_UI_TUI_VIEW_SOURCE_ROWS_H */
