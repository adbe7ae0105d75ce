/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * source_rows: the lines of a function with their samples: its own source, then the source of
 * inlined functions; or its assembly, with the source lines it was compiled from. If something is
 * missing, a line gives the reason, and the rest is shown without it.
 */
#ifndef PERF_DEFER_UI_SOURCE_SOURCE_ROWS_H
#define PERF_DEFER_UI_SOURCE_SOURCE_ROWS_H

#include "util/dso/disasm.h"
#include "util/dso/src-file.h"
#include "util/profile/annotate.h"

struct dso;
struct fold;
struct resolve;
struct symbol;
struct symbol_conf;

enum source_row_kind {
	SOURCE_FILE,  /* head of a file */
	SOURCE_NOTE,  /* reason why something is missing */
	SOURCE_LINE,  /* line of a source file */
	SOURCE_QUOTE, /* source line among assembly: the code below was compiled from it */
	SOURCE_GAP,   /* lines that are left out */
	SOURCE_INSN,
	SOURCE_ADDR, /* address that was hit, if there is no assembly */
};

#define SOURCE_NONE UINT32_MAX

struct source_row {
	uint8_t kind; /* enum source_row_kind */
	/* Index in texts; NOTE: SOURCE_NONE: the reason is rows->why; INSN: SOURCE_NONE: not known. */
	uint32_t text;
	unsigned int line; /* LINE, QUOTE, INSN: number from 1; in the innermost inlined function */
	uint32_t at; /* LINE: index in annotate.lines, or SOURCE_NONE; INSN, ADDR: their index */
	/* QUOTE: name of the inlined function that the code below is of; NULL: of the function itself. */
	const char *inlined;
	/* INSN */
	uint32_t jumps; /* number of jumps that lead here */
	uint32_t to;	/* row that it jumps to, or SOURCE_NONE */
	/* Function that it calls or jumps to, outside of this one; NULL: none. */
	const struct symbol *callee;
};

/* A source file. */
struct source_text {
	const char *path; /* as recorded in DWARF */
	struct src_file file;
	struct defer_error why; /* why the file could not be read */
};

struct source_rows {
	const char *name; /* of the function */
	struct annotate annotate;
	struct source_text *texts;
	size_t nr_texts, cap_texts;
	struct disasm disasm;
	struct source_row *rows;
	size_t nr, cap;
	struct defer_error why; /* code 0, or why there are no lines or no assembly */
	bool no_assembly;	/* assembly was requested but is not available */
};

/* The instructions whose address is shown. */
enum source_labels {
	LABEL_TARGETS, /* those that are targets of jumps */
	LABEL_CALLS,   /* targets and calls */
	LABEL_ALL,
	LABEL_NR
};

/* The style of rows; zeroed, it is perf's default. */
struct source_style {
	bool raw;	/* as the disassembler prints it: no names, addresses everywhere */
	bool full_addr; /* full addresses, not offsets in the function */
	uint8_t labels; /* enum source_labels */
	bool no_lines;	/* no line numbers */
};

/* The function to show. All members but @fold must outlive the rows. */
struct source_request {
	const struct fold *fold;
	uint32_t evsel_idx;
	struct resolve *resolve;
	struct dso *dso;
	const struct symbol *sym;
	const struct symbol_conf *conf;
	bool assembly, no_quotes; /* no_quotes: assembly without its source lines */
	bool intel;		  /* Intel's syntax */
};

/*
 * Returns the DSO without const, as looking up lines needs it. NULL: no frame of @resolve is of
 * function @sym of @dso.
 */
struct dso *source_request__find_dso(const struct resolve *resolve, const struct dso *dso,
				     const struct symbol *sym);

/* Finds the lines of another annotate of the function, such as that of another event. */
int source_request__seal(const struct source_request *what, struct annotate *annotate,
			 struct defer_error *err);

/* Makes the rows. On failure they are empty. */
int source_rows__init(struct source_rows *rows, const struct source_request *what,
		      struct defer_error *err);
void source_rows__exit(struct source_rows *rows);

/*
 * Returns in @self the samples that hit a row, and in @total also those of functions inlined or
 * called there. Returns false if there are none.
 */
bool source_rows__stat(const struct source_rows *rows, size_t row, struct sample_sum *self,
		       struct sample_sum *total);

/* Returns the hottest row, or 0. @children: callees count too. */
size_t source_rows__hottest(const struct source_rows *rows, bool children);
/* Returns the next row that is less hot than @row, or hotter if not @down; wraps around. */
size_t source_rows__next_hot(const struct source_rows *rows, size_t row, bool children, bool down);

/* Writes the text of a row with tabs expanded, as much as fits. Returns @buf. */
const char *source_rows__text(const struct source_rows *rows, size_t row,
			      const struct source_style *look, char *buf, size_t size);
/* Writes the line number or address of a row, or "". Returns @buf. */
const char *source_rows__place(const struct source_rows *rows, size_t row,
			       const struct source_style *look, char *buf, size_t size);

#endif /* PERF_DEFER_UI_SOURCE_SOURCE_ROWS_H */
