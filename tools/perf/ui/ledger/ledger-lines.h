/* SPDX-License-Identifier: GPL-2.0-only */
/* ledger_lines: the lines of the ledger, section by section, and what each of them shows. */
#ifndef PERF_DEFER_UI_LEDGER_LEDGER_LINES_H
#define PERF_DEFER_UI_LEDGER_LEDGER_LINES_H

#include <perf/defer-stitch.h>

#include "ui/ledger/ledger-view.h"
#include "util/view/heat.h"

enum ledger_line_kind {
	LEDGER_BLANK,
	LEDGER_TITLE,	/* index: enum ledger_section */
	LEDGER_HEAD,	/* index: the kind of the lines below */
	LEDGER_TOTAL,	/* index: enum ledger_figure */
	LEDGER_NOTE,	/* index: in notes */
	LEDGER_CLASS,	/* index: class */
	LEDGER_CAUSE,	/* index: class */
	LEDGER_LOSS,	/* index: in lost_rows */
	LEDGER_STRIP,	/* index: class, or DEFER_NR_CLASSES for all samples */
	LEDGER_LATENCY, /* index: 0: later, 1: earlier */
	LEDGER_BAR,	/* index: power of two of ns */
	LEDGER_RECORD,	/* index: enum ledger_figure */
	LEDGER_EVENT,	/* index: in events */
	LEDGER_CPU,	/* index: in cpus */
	LEDGER_THREAD,	/* index: in the ledger's threads */
};

enum ledger_section {
	LEDGER_CLASSES,
	LEDGER_CAUSES,
	LEDGER_TIMES,
	LEDGER_LATENCIES,
	LEDGER_RECORDS,
	LEDGER_EVENTS,
	LEDGER_CPUS,
	LEDGER_THREADS,
	LEDGER_LOSSES,
	LEDGER_NR_SECTIONS,
};

/* Figures that are not part of a table. */
enum ledger_figure {
	LEDGER_SAMPLES,
	LEDGER_WITH_USER,
	LEDGER_KNOWN,
	LEDGER_TOLD_LOST, /* losses that the kernel reports */
	LEDGER_IN_TRACE,  /* deferred records */
	LEDGER_USED,
	LEDGER_UNUSED,
	LEDGER_DUPLICATES,
	LEDGER_EMPTY,
	LEDGER_SHARED,
};

struct ledger_line {
	uint8_t kind; /* enum ledger_line_kind */
	uint32_t index;
};

struct ledger_lines {
	const struct ledger *ledger;
	const struct session *session;
	const struct losses *losses; /* NULL: not known yet */
	const struct heat *heat;     /* by class; NULL: times are not known yet */
	const struct tally *zoomed;  /* samples that the zooms leave; NULL: there are no zooms */
	bool filtered;	/* a filter keeps some samples of the trace out of the ledger */
	bool on_screen; /* else all tables have headers, also those without rows */
	struct ledger_row *events;
	uint32_t nr_events;
	struct ledger_row *cpus;
	uint32_t nr_cpus;
	struct ledger_loss *lost_rows;
	uint32_t nr_lost_rows;
	struct defer_stitch_stats stitch;
	struct ledger_note notes[LEDGER_MAX_NOTES];
	uint64_t most; /* of the longest bar, samples */
	struct ledger_line *lines;
	size_t nr, cap;
};

/*
 * Makes the lines. The caller sets the five pointers and @filtered before; they must outlive the
 * lines.
 */
int ledger_lines__init(struct ledger_lines *lines, struct defer_error *err);
/* Frees what init made; the caller calls it also after an error. */
void ledger_lines__exit(struct ledger_lines *lines);

/*
 * Writes the label of a line, which searches look at: "program 50/51", "lost"; "" if it has none.
 */
#define LEDGER_LABEL_LEN 256
const char *ledger_lines__label(const struct ledger_lines *lines, const struct ledger_line *line,
				char buf[LEDGER_LABEL_LEN]);

const char *ledger_section__title(enum ledger_section section);

#define LEDGER_TEXT_LEN 128
/* Writes the text of a LEDGER_RECORD, and of a LEDGER_BAR without its bar. Returns @buf. */
const char *ledger_lines__text(const struct ledger_lines *lines, const struct ledger_line *line,
			       char buf[LEDGER_TEXT_LEN]);

/* Returns the length of the bar of a LEDGER_BAR, from 0 to 1. */
double ledger_lines__bar(const struct ledger_lines *lines, const struct ledger_line *line);

/* Returns the figure of a LEDGER_TOTAL or LEDGER_RECORD. */
uint64_t ledger_lines__figure(const struct ledger_lines *lines, enum ledger_figure figure);

#endif /* PERF_DEFER_UI_LEDGER_LEDGER_LINES_H */
