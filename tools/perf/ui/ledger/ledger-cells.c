// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <perf/defer-evlist.h>

#include "ui/ledger/ledger-cells.h"
#include "ui/text/units.h"
#include "util/base/span.h"
#include "util/profile/func.h"

#define TIME_WIDTH 12 /* the least of a time in text, characters */

struct ledger_cell *ledger_cells__add(struct ledger_cells *cells, const char *header, int width,
				      const char *text)
{
	struct ledger_cell *cell = &cells->cells[cells->nr++];
	cell->header = header;
	cell->width = width;
	cell->look = LEDGER_PLAIN;
	cell->is_label = false;
	cell->text = text ? text : cell->buf;
	cell->buf[0] = '\0';
	return cell;
}

void ledger_cells__add_count(struct ledger_cells *cells, const char *header, int width, uint64_t nr)
{
	struct ledger_cell *cell = ledger_cells__add(cells, header, width, NULL);

	snprintf(cell->buf, LEDGER_CELL_LEN, "%" PRIu64, nr);
}

void ledger_cells__add_share(struct ledger_cells *cells, uint64_t part, uint64_t all)
{
	struct ledger_cell *cell = ledger_cells__add(cells, "Share", 7, NULL);

	snprintf(cell->buf, LEDGER_CELL_LEN, "%.2f%%", all ? 100.0 * part / all : 0);
}

static void add_class_name(struct ledger_cells *cells, const char *header, enum defer_class cls)
{
	ledger_cells__add(cells, header, -12, defer_class__name(cls))->is_label = true;
}

/* Adds a count that should be 0, and looks like nothing if it is. */
static void add_miss(struct ledger_cells *cells, const char *header, int width, uint64_t nr,
		     enum ledger_look look)
{
	ledger_cells__add_count(cells, header, width, nr);
	cells->cells[cells->nr - 1].look = nr ? look : LEDGER_NONE;
}

static void add_class(const struct ledger_lines *lines, struct ledger_cells *cells,
		      enum defer_class cls)
{
	const struct tally *total = &lines->ledger->total, *zoomed = lines->zoomed;

	add_class_name(cells, "Class", cls);
	cells->cells[0].look = defer_class__is_missing(cls) ? LEDGER_MISS : LEDGER_PLAIN;
	ledger_cells__add_count(cells, "Samples", 10, total->classes[cls]);
	ledger_cells__add_share(cells, total->classes[cls], total->samples);
	if (zoomed) {
		ledger_cells__add_count(cells, "Zoomed", 10, zoomed->classes[cls]);
		ledger_cells__add_share(cells, zoomed->classes[cls], zoomed->samples);
	}
	ledger_cells__add(cells, "What it means", -LEDGER_MEANING, defer_class__meaning(cls));
}

static void add_cause(const struct ledger_lines *lines, struct ledger_cells *cells,
		      enum defer_class cls)
{
	const struct ledger_cause *cause = &lines->ledger->causes[cls];
	char from[UNITS_TIME_LEN], to[UNITS_TIME_LEN];
	struct ledger_cell *times;

	add_class_name(cells, "Cause", cls);
	ledger_cells__add_count(cells, "Samples", 10, cause->samples);
	ledger_cells__add_count(cells, "Entries", 10, cause->runs.nr);
	ledger_cells__add_count(cells, "Tasks", 8, cause->tasks);
	if (lines->session->no_time && lines->on_screen)
		return;
	times = ledger_cells__add(cells, "Seen from .. to", -32, NULL);
	if (!lines->session->no_time)
		snprintf(times->buf, LEDGER_CELL_LEN, "%*s .. %s",
			 lines->on_screen ? 0 : TIME_WIDTH,
			 units__time(cause->first_time, false, from),
			 units__time(cause->last_time, false, to));
}

static void add_latency(struct ledger_cells *cells, const char *name, const struct histogram *h)
{
	const uint64_t spans[] = {h->min, histogram__percentile(h, 50),
				  histogram__percentile(h, 99), h->max};
	static const char *const headers[] = {"Least", "Median", "99%", "Most"};

	ledger_cells__add(cells, "Stack", -8, name);
	ledger_cells__add_count(cells, "Samples", 10, h->nr);
	for (int i = 0; i < 4; i++)
		span__text(spans[i], ledger_cells__add(cells, headers[i], 10, NULL)->buf);
}

/* ---- threads, CPUs and events ---- */

/* Adds the name of a row. Text has it behind the other cells. */
static struct ledger_cell *add_name(const struct ledger_lines *lines, struct ledger_cells *cells,
				    const char *header, int width)
{
	struct ledger_cell *cell = ledger_cells__add(cells, header, width, NULL);

	cells->nr_names = cells->nr;
	cell->width = lines->on_screen ? -LEDGER_NAME_WIDTH : width;
	cell->is_label = true;
	return cell;
}

static void add_thread(const struct ledger_lines *lines, struct ledger_cells *cells,
		       const struct tally *thread)
{
	const char *comm = thread ? machine__comm(lines->session->machine, thread->key.b) : "";
	int32_t pid = thread ? ledger_thread__pid(thread) : 0;
	int32_t tid = thread ? ledger_thread__tid(thread) : 0;

	if (lines->on_screen) {
		snprintf(add_name(lines, cells, "Thread", 0)->buf, LEDGER_CELL_LEN,
			 "%s %" PRId32 "/%" PRId32, comm, pid, tid);
		return;
	}
	snprintf(add_name(lines, cells, "    Pid/Tid", -15)->buf, LEDGER_CELL_LEN,
		 "%7" PRId32 "/%-7" PRId32, pid, tid);
	add_name(lines, cells, "Command", -15)->text = comm;
}

static void add_loss(const struct ledger_lines *lines, struct ledger_cells *cells,
		     const struct ledger_loss *loss)
{
	ledger_cells__add(cells, "Cause", -12, loss ? defer_class__name(loss->cls) : "");
	ledger_cells__add_count(cells, "Samples", 10, loss ? loss->samples : 0);
	add_thread(lines, cells, loss ? &lines->ledger->threads.tally[loss->thread] : NULL);
	cells->nr_names = 0;
}

/* Adds a column for all samples, then one for each class that occurs in any row. */
static void add_tally(const struct ledger_lines *lines, struct ledger_cells *cells,
		      const struct tally *tally)
{
	const struct tally none = {0};

	tally = tally ? tally : &none;
	ledger_cells__add_count(cells, "Samples", 10, tally->samples);
	ledger_view__known(tally, ledger_cells__add(cells, "Known", 7, NULL)->buf);
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		int len = strlen(defer_class__name(cls));

		if (lines->ledger->total.classes[cls])
			add_miss(cells, defer_class__name(cls), len > 8 ? len : 8,
				 tally->classes[cls],
				 defer_class__is_missing(cls) ? LEDGER_MISS : LEDGER_PLAIN);
	}
}

static void add_lost(struct ledger_cells *cells, const struct ledger_row *row)
{
	add_miss(cells, "Lost samples", 12, row ? row->losses->lost_samples : 0, LEDGER_MISS);
	add_miss(cells, "Lost stacks", 11, row ? row->losses->lost_stacks : 0, LEDGER_MISS);
	add_miss(cells, "Lost others", 11, row ? row->losses->lost_others : 0, LEDGER_MISS);
}

static void add_thread_row(const struct ledger_lines *lines, struct ledger_cells *cells,
			   const struct tally *thread)
{
	add_thread(lines, cells, thread);
	add_tally(lines, cells, thread);
}

static void add_event(const struct ledger_lines *lines, struct ledger_cells *cells,
		      const struct ledger_row *event)
{
	struct ledger_cell *name = add_name(lines, cells, "Event", -24);

	if (event)
		name->text = defer_evlist__evsel(lines->session->evlist, event->key)->name;
	add_tally(lines, cells, event ? event->tally : NULL);
	if (lines->losses && lines->losses->events)
		add_lost(cells, event);
}

static void add_cpu(const struct ledger_lines *lines, struct ledger_cells *cells,
		    const struct ledger_row *cpu)
{
	struct ledger_cell *name = add_name(lines, cells, "CPU", -3);

	snprintf(name->buf, LEDGER_CELL_LEN, cpu && cpu->key >= 0 ? "%s%03" PRId32 : "%snot known",
		 lines->on_screen ? "CPU " : "", cpu ? cpu->key : -1);
	add_tally(lines, cells, cpu ? cpu->tally : NULL);
	add_miss(cells, "Lost records", 12, cpu ? cpu->losses->lost : 0, LEDGER_MISS);
	add_lost(cells, cpu);
}

void ledger_lines__cells(const struct ledger_lines *lines, const struct ledger_line *line,
			 struct ledger_cells *cells)
{
	const struct ledger_latency *latency = &lines->ledger->latency;
	const struct tallies *threads = &lines->ledger->threads;
	bool is_head = line->kind == LEDGER_HEAD;
	enum ledger_line_kind kind = is_head ? line->index : line->kind;
	uint32_t i = is_head ? 0 : line->index;

	cells->nr = cells->nr_names = 0;
	if (kind == LEDGER_CLASS)
		add_class(lines, cells, i);
	else if (kind == LEDGER_CAUSE)
		add_cause(lines, cells, i);
	else if (kind == LEDGER_LATENCY)
		add_latency(cells, i ? "before" : "later", i ? &latency->earlier : &latency->later);
	else if (kind == LEDGER_LOSS)
		add_loss(lines, cells, &lines->lost_rows[i]);
	else if (kind == LEDGER_EVENT)
		add_event(lines, cells, i < lines->nr_events ? &lines->events[i] : NULL);
	else if (kind == LEDGER_CPU)
		add_cpu(lines, cells, i < lines->nr_cpus ? &lines->cpus[i] : NULL);
	else
		add_thread_row(lines, cells, i < threads->nr ? &threads->tally[i] : NULL);
}
