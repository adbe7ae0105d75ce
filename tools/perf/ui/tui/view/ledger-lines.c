// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "ui/tui/view/ledger-lines.h"
#include "util/base/array.h"
#include "util/base/error.h"

/* Adds a line. If memory runs out, lines are dropped and ledger_lines__init() fails at its end. */
static void ledger_lines__add(struct ledger_lines *lines, enum ledger_line_kind kind,
			      uint32_t index)
{
	struct ledger_line *grown = NULL;

	if (lines->nr != SIZE_MAX)
		grown = array__reserve(lines->lines, &lines->cap, lines->nr + 1, sizeof(*grown));
	if (!grown) {
		lines->nr = SIZE_MAX;
		return;
	}
	lines->lines = grown;
	grown[lines->nr++] = (struct ledger_line){kind, index};
}

static void ledger_lines__begin(struct ledger_lines *lines, enum ledger_section section)
{
	ledger_lines__add(lines, LEDGER_BLANK, 0);
	ledger_lines__add(lines, LEDGER_TITLE, section);
	if (section != LEDGER_TIMES && section != LEDGER_RECORDS)
		ledger_lines__add(lines, LEDGER_HEAD, section);
}

static void add_each(struct ledger_lines *lines, enum ledger_section section,
		     enum ledger_line_kind kind, uint32_t nr)
{
	if (!nr)
		return;
	ledger_lines__begin(lines, section);
	for (uint32_t i = 0; i < nr; i++)
		ledger_lines__add(lines, kind, i);
}

static void add_classes(struct ledger_lines *lines)
{
	unsigned int nr_notes = ledger_view__notes(lines->session, lines->notes);

	for (int i = LEDGER_SAMPLES; i <= LEDGER_KNOWN; i++)
		ledger_lines__add(lines, LEDGER_TOTAL, i);
	for (unsigned int i = 0; i < nr_notes; i++)
		ledger_lines__add(lines, LEDGER_NOTE, i);
	ledger_lines__begin(lines, LEDGER_CLASSES);
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		if (lines->ledger->total.classes[cls])
			ledger_lines__add(lines, LEDGER_CLASS, cls);
	}
}

static void add_causes(struct ledger_lines *lines)
{
	if (!tally__missing(&lines->ledger->total))
		return;
	ledger_lines__begin(lines, LEDGER_CAUSES);
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		if (defer_class__is_missing(cls) && lines->ledger->causes[cls].samples)
			ledger_lines__add(lines, LEDGER_CAUSE, cls);
	}
	if (lines->ledger->total.classes[DEFER_LOST] && lines->losses)
		ledger_lines__add(lines, LEDGER_TOTAL, LEDGER_TOLD_LOST);
}

/* Adds the times at which user stacks were missing, below those of all samples. */
static void add_times(struct ledger_lines *lines)
{
	if (!lines->heat || !lines->heat->nr || !tally__missing(&lines->ledger->total))
		return;
	ledger_lines__begin(lines, LEDGER_TIMES);
	ledger_lines__add(lines, LEDGER_STRIP, DEFER_NR_CLASSES);
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		if (defer_class__is_missing(cls) && heat__find(lines->heat, cls) != HEAT_ALL)
			ledger_lines__add(lines, LEDGER_STRIP, cls);
	}
}

static void add_latencies(struct ledger_lines *lines)
{
	const struct ledger_latency *latency = &lines->ledger->latency;

	if (!latency->later.nr && !latency->earlier.nr)
		return;
	ledger_lines__begin(lines, LEDGER_LATENCIES);
	if (latency->later.nr)
		ledger_lines__add(lines, LEDGER_LATENCY, 0);
	if (latency->earlier.nr)
		ledger_lines__add(lines, LEDGER_LATENCY, 1);
	for (unsigned int p = 0; p <= 64; p++) {
		uint64_t nr = histogram__power(&latency->later, p);

		lines->most = nr > lines->most ? nr : lines->most;
		if (nr)
			ledger_lines__add(lines, LEDGER_BAR, p);
	}
}

static void add_records(struct ledger_lines *lines)
{
	ledger_lines__begin(lines, LEDGER_RECORDS);
	ledger_lines__add(lines, LEDGER_RECORD, LEDGER_IN_TRACE);
	ledger_lines__add(lines, LEDGER_RECORD, LEDGER_USED);
	if (!lines->filtered)
		ledger_lines__add(lines, LEDGER_RECORD, LEDGER_UNUSED);
	if (lines->stitch.duplicates)
		ledger_lines__add(lines, LEDGER_RECORD, LEDGER_DUPLICATES);
	if (lines->ledger->empty)
		ledger_lines__add(lines, LEDGER_RECORD, LEDGER_EMPTY);
	if (lines->ledger->shared.nr)
		ledger_lines__add(lines, LEDGER_RECORD, LEDGER_SHARED);
}

int ledger_lines__init(struct ledger_lines *lines, struct defer_error *err)
{
	const struct ledger *ledger = lines->ledger;

	lines->events = ledger_view__events(&ledger->events, lines->losses, &lines->nr_events);
	lines->cpus = ledger_view__cpus(&ledger->cpus, lines->losses, &lines->nr_cpus);
	lines->lost_rows = ledger_view__losses(&ledger->threads, &lines->nr_lost_rows);
	if (!lines->events || !lines->cpus || !lines->lost_rows)
		return error__no_memory(err, "for the ledger");
	defer_stitch__stats(lines->session->stitch, &lines->stitch);
	add_classes(lines);
	add_causes(lines);
	add_times(lines);
	add_latencies(lines);
	add_records(lines);
	add_each(lines, LEDGER_EVENTS, LEDGER_EVENT, lines->nr_events);
	add_each(lines, LEDGER_CPUS, LEDGER_CPU, lines->nr_cpus);
	add_each(lines, LEDGER_LOSSES, LEDGER_LOSS, lines->nr_lost_rows);
	add_each(lines, LEDGER_THREADS, LEDGER_THREAD, ledger->threads.nr);
	return lines->nr == SIZE_MAX ? error__no_memory(err, "for the ledger") : 0;
}

void ledger_lines__exit(struct ledger_lines *lines)
{
	free(lines->events);
	free(lines->cpus);
	free(lines->lost_rows);
	free(lines->lines);
	*lines = (struct ledger_lines){0};
}

/* ---- words and figures ---- */

static const char *thread_label(const struct ledger_lines *lines, uint32_t thread,
				char buf[LEDGER_LABEL_LEN])
{
	const struct tally *tally = &lines->ledger->threads.tally[thread];

	snprintf(buf, LEDGER_LABEL_LEN, "%s %" PRId32 "/%" PRId32,
		 machine__comm(lines->session->machine, tally->key.b), ledger_thread__pid(tally),
		 ledger_thread__tid(tally));
	return buf;
}

static const char *cpu_label(int32_t cpu, char buf[LEDGER_LABEL_LEN])
{
	if (cpu < 0)
		return "CPU not known";
	snprintf(buf, LEDGER_LABEL_LEN, "CPU %03" PRId32, cpu);
	return buf;
}

const char *ledger_lines__label(const struct ledger_lines *lines, const struct ledger_line *line,
				char buf[LEDGER_LABEL_LEN])
{
	switch (line->kind) {
	case LEDGER_CLASS:
	case LEDGER_CAUSE:
		return defer_class__name(line->index);
	case LEDGER_STRIP:
		return line->index == DEFER_NR_CLASSES ? "all samples"
						       : defer_class__name(line->index);
	case LEDGER_LOSS:
		return thread_label(lines, lines->lost_rows[line->index].thread, buf);
	case LEDGER_THREAD:
		return thread_label(lines, line->index, buf);
	case LEDGER_CPU:
		return cpu_label(lines->cpus[line->index].cpu, buf);
	case LEDGER_EVENT:
		return defer_evlist__evsel(lines->session->evlist,
					   lines->events[line->index].evsel_idx)
			->name;
	case LEDGER_NOTE:
		return lines->notes[line->index].text;
	case LEDGER_LATENCY:
		return line->index ? "before" : "later";
	default:
		return "";
	}
}

uint64_t ledger_lines__figure(const struct ledger_lines *lines, enum ledger_figure figure)
{
	const struct ledger *ledger = lines->ledger;

	switch (figure) {
	case LEDGER_SAMPLES:
		return ledger->total.samples;
	case LEDGER_WITH_USER:
		return tally__user(&ledger->total);
	case LEDGER_KNOWN:
		return tally__known(&ledger->total);
	case LEDGER_TOLD_LOST:
		return lines->losses ? lines->losses->total.lost : 0;
	case LEDGER_IN_TRACE:
		return lines->stitch.records;
	case LEDGER_USED:
		return ledger->nr_used;
	case LEDGER_UNUSED:
		return lines->stitch.records - ledger->nr_used;
	case LEDGER_DUPLICATES:
		return lines->stitch.duplicates;
	case LEDGER_EMPTY:
		return ledger->empty;
	case LEDGER_SHARED:
		return ledger->shared.max;
	default:
		break;
	}
	return 0;
}
