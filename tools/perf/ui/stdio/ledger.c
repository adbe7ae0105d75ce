// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdlib.h>

#include <perf/defer-record.h>

#include "ui/stdio/cells.h"
#include "ui/stdio/ledger.h"
#include "ui/stdio/links.h"
#include "ui/stdio/plain.h"
#include "util/dso/dso.h"
#include "util/profile/func.h"
#include "util/unwind/unwind.h"

#define BAR_WIDTH 40

static void print_title(const char *title, FILE *fp)
{
	fprintf(fp, "\n# %s\n#\n", title);
}

static void print_head(const struct ledger_view *view, FILE *fp)
{
	const struct tally *total = &view->ledger->total;
	struct ledger_note notes[LEDGER_MAX_NOTES];
	unsigned int nr = ledger_view__notes(view->session, view->ledger, notes);
	char known[LEDGER_PERCENT_LEN];

	fputs("# Audit of ", fp);
	plain__puts(view->path, fp);
	fprintf(fp, "%s\n#\n", view->filtered ? ", chosen samples only" : "");
	fprintf(fp, "# Samples        : %" PRIu64 "\n", total->samples);
	fprintf(fp, "# With user half : %" PRIu64 "\n", tally__user(total));
	if (tally__user(total))
		fprintf(fp, "# Of these known : %" PRIu64 " (%s)\n", tally__known(total),
			ledger_view__known(total, known));
	else
		fprintf(fp, "# Of these known : %s\n", ledger_view__why_none(total));
	for (unsigned int i = 0; i < nr; i++)
		fprintf(fp, "# %-14s : %s\n", notes[i].topic, notes[i].text);
}

/* ---- tables ---- */

static void print_bar(const struct ledger_lines *lines, const struct ledger_line *line, FILE *fp)
{
	int len = ledger_lines__bar(lines, line) * BAR_WIDTH + 0.5;
	char buf[LEDGER_TEXT_LEN];

	fputs(line[-1].kind == LEDGER_BAR ? "" : "#\n", fp);
	fprintf(fp, "  %s%s", ledger_lines__text(lines, line, buf), len ? "  " : "");
	for (int i = 0; i < len; i++)
		fputc('#', fp);
	fputc('\n', fp);
}

static void print_section_title(enum ledger_section section, FILE *fp)
{
	if (section == LEDGER_LOSSES)
		fputs("#\n", fp);
	else if (section == LEDGER_CPUS)
		print_title("By CPU that took the sample, with the losses that the kernel reports",
			    fp);
	else
		print_title(ledger_section__title(section), fp);
}

static void print_line(const struct ledger_lines *lines, const struct ledger_line *line, FILE *fp)
{
	char text[LEDGER_TEXT_LEN], told[LEDGER_TOLD_LEN];
	struct ledger_cells cells;

	switch (line->kind) {
	case LEDGER_TITLE:
		print_section_title(line->index, fp);
		break;
	case LEDGER_TOTAL:
		fprintf(fp, "#\n# %s\n", ledger_view__told(lines->losses, told));
		break;
	case LEDGER_BAR:
		print_bar(lines, line, fp);
		break;
	case LEDGER_RECORD:
		fprintf(fp, "  %s\n", ledger_lines__text(lines, line, text));
		break;
	case LEDGER_HEAD:
		ledger_lines__cells(lines, line, &cells);
		ledger_cells__print_heads(&cells, fp);
		break;
	default:
		ledger_lines__cells(lines, line, &cells);
		ledger_cells__print(&cells, fp);
	}
}

/*
 * Prints a section, if it is there, with @most rows that are alike; 0: all. What is alike has one cause, or
 * is in one table.
 */
static void print_section(const struct ledger_lines *lines, enum ledger_section section,
			  uint32_t most, FILE *fp)
{
	const struct ledger_line *line = lines->lines, *end = line + lines->nr;
	uint32_t nr = 0;

	while (line < end && (line->kind != LEDGER_TITLE || line->index != section))
		line++;
	for (; line < end && line->kind != LEDGER_BLANK; line++) {
		bool is_row = line->kind == LEDGER_THREAD || line->kind == LEDGER_LOSS;

		if (line->kind == LEDGER_LOSS && line->index &&
		    lines->lost_rows[line->index].cls != lines->lost_rows[line->index - 1].cls)
			nr = 0;
		nr += is_row;
		if (!is_row || !most || nr <= most)
			print_line(lines, line, fp);
		else if (line->kind == LEDGER_LOSS && nr == most + 1)
			fprintf(fp, "# and more: -s cause shows all\n");
	}
	if (section == LEDGER_THREADS && most && nr > most)
		fprintf(fp, "# %" PRIu32 " more with fewer samples: -s thread shows all\n",
			nr - most);
}

static void print_classes(const struct ledger_lines *lines, FILE *fp)
{
	uint64_t nr = lines->ledger->total.samples;
	struct ledger_cells cells = {.nr = 0};

	print_section(lines, LEDGER_CLASSES, 0, fp);
	ledger_cells__add(&cells, "", -12, "total");
	ledger_cells__add_count(&cells, "", 10, nr);
	ledger_cells__add_share(&cells, nr, nr);
	ledger_cells__print(&cells, fp);
}

/* Prints the files that unwound stacks ended in. */
static void print_ends(const struct ledger_view *view, FILE *fp)
{
	const struct unwinder *unwinder = view->session->unwinder;
	struct ledger_cells cells;
	struct unwind_end *ends;
	uint32_t nr;

	ends = unwinder ? unwinder__ends(unwinder, &nr) : NULL;
	for (uint32_t i = 0; ends && i < nr; i++) {
		cells.nr = cells.nr_names = 0;
		ledger_cells__add(&cells, "Cause", -12, defer_class__name(ends[i].cls));
		ledger_cells__add_count(&cells, "Stacks", 10, ends[i].stacks);
		ledger_cells__add(&cells, "File that the stacks end in", -40,
				  ends[i].dso->long_name);
		fputs(i ? "" : "#\n", fp);
		if (!i)
			ledger_cells__print_heads(&cells, fp);
		ledger_cells__print(&cells, fp);
	}
	free(ends);
}

static void print_repairs(const struct ledger_view *view, FILE *fp)
{
	const struct ledger_repairs *repairs = &view->ledger->repairs;
	uint64_t nr = view->ledger->total.samples - repairs->samples[REPAIR_NONE];
	struct ledger_cells cells;

	if (!nr)
		return;
	print_title("User stacks that were recorded to be repaired", fp);
	for (int i = REPAIR_NONE; i < REPAIR_NR; i++) {
		cells.nr = cells.nr_names = 0;
		ledger_cells__add(&cells, "Outcome", -27, repair_outcome__name(i));
		ledger_cells__add_count(&cells, "Samples", 10, repairs->samples[i]);
		ledger_cells__add_share(&cells, repairs->samples[i], nr);
		ledger_cells__add(&cells, "What it means", -LEDGER_MEANING,
				  repair_outcome__meaning(i));
		if (i == REPAIR_NONE)
			ledger_cells__print_heads(&cells, fp);
		else if (repairs->samples[i])
			ledger_cells__print(&cells, fp);
	}
	fprintf(fp, "#\n# %" PRIu64 " frames came in, %" PRIu64 " went out\n", repairs->gained,
		repairs->dropped);
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		if (repairs->gaps[cls])
			fprintf(fp, "# %" PRIu64 " gaps: %s\n", repairs->gaps[cls],
				defer_class__name(cls));
	}
}

static void print_causes(const struct ledger_view *view, const struct ledger_lines *lines, FILE *fp)
{
	if (lines->nr_lost_rows) {
		print_section(lines, LEDGER_CAUSES, 0, fp);
		print_section(lines, LEDGER_LOSSES, view->max_threads / 4, fp);
		print_ends(view, fp);
	}
	print_repairs(view, fp);
}

static void print_types(const struct ledger_view *view, FILE *fp)
{
	const struct session_stats *stats = &view->session->stats;

	print_title("Records in the trace", fp);
	for (unsigned int type = 1; type < 128; type++) {
		if (!stats->types[type])
			continue;
		fprintf(fp, "  %10" PRIu64 "  ", stats->types[type]);
		if (!strcmp(defer_record__name(type), "UNKNOWN"))
			fprintf(fp, "of unknown type %u\n", type);
		else
			fprintf(fp, "%s\n", defer_record__name(type));
	}
	if (stats->types[0])
		fprintf(fp, "  %10" PRIu64 "  of other types\n", stats->types[0]);
}

static void print_sections(const struct ledger_view *view, const struct ledger_lines *lines,
			   FILE *fp)
{
	if (view->show & LEDGER_SHOW_CAUSES)
		print_causes(view, lines, fp);
	if (view->show & LEDGER_SHOW_EVENTS)
		print_section(lines, LEDGER_EVENTS, 0, fp);
	if (view->show & LEDGER_SHOW_THREADS)
		print_section(lines, LEDGER_THREADS, view->max_threads, fp);
	if (view->show & LEDGER_SHOW_CPUS)
		print_section(lines, LEDGER_CPUS, 0, fp);
	if (view->show & LEDGER_SHOW_LATENCY)
		print_section(lines, LEDGER_LATENCIES, 0, fp);
	if (view->show & LEDGER_SHOW_RECORDS) {
		print_section(lines, LEDGER_RECORDS, 0, fp);
		print_types(view, fp);
	}
	fprintf(fp, "\n");
}

int ledger_view__fprintf(const struct ledger_view *view, FILE *fp, struct defer_error *err)
{
	struct ledger_lines lines = {
		.ledger = view->ledger,
		.session = view->session,
		.losses = view->losses,
		.filtered = view->filtered,
	};
	int ret = ledger_lines__init(&lines, err);

	if (!ret) {
		print_head(view, fp);
		print_classes(&lines, fp);
		if (view->links)
			frame_links__fprintf(view->links, fp);
		print_sections(view, &lines, fp);
	}
	ledger_lines__exit(&lines);
	return ret;
}
