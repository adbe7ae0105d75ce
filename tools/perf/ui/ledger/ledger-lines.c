// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <perf/defer-evlist.h>

#include "ui/ledger/ledger-lines.h"
#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/span.h"

/* Adds a line. If memory runs out, lines are dropped and ledger_lines__init() fails at its end. */
static void ledger_lines__add(struct ledger_lines *lines, enum ledger_line_kind kind,
			      uint32_t index)
{
	if (lines->nr != SIZE_MAX && ARRAY_GROW(lines->lines, lines->cap, lines->nr + 1))
		lines->lines[lines->nr++] = (struct ledger_line){kind, index};
	else
		lines->nr = SIZE_MAX;
}

/* Begins a section of lines of @kind. */
static void ledger_lines__begin(struct ledger_lines *lines, enum ledger_section section,
				enum ledger_line_kind kind)
{
	ledger_lines__add(lines, LEDGER_BLANK, 0);
	ledger_lines__add(lines, LEDGER_TITLE, section);
	if (section != LEDGER_TIMES && section != LEDGER_RECORDS)
		ledger_lines__add(lines, LEDGER_HEAD, kind);
}

static void add_each(struct ledger_lines *lines, enum ledger_section section,
		     enum ledger_line_kind kind, uint32_t nr)
{
	if (!nr && lines->on_screen)
		return;
	ledger_lines__begin(lines, section, kind);
	for (uint32_t i = 0; i < nr; i++)
		ledger_lines__add(lines, kind, i);
}

static void add_classes(struct ledger_lines *lines)
{
	unsigned int nr_notes = ledger_view__notes(lines->session, lines->ledger, lines->notes);

	for (int i = LEDGER_SAMPLES; i <= LEDGER_KNOWN; i++)
		ledger_lines__add(lines, LEDGER_TOTAL, i);
	for (unsigned int i = 0; i < nr_notes; i++)
		ledger_lines__add(lines, LEDGER_NOTE, i);
	ledger_lines__begin(lines, LEDGER_CLASSES, LEDGER_CLASS);
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		if (lines->ledger->total.classes[cls])
			ledger_lines__add(lines, LEDGER_CLASS, cls);
	}
}

static void add_causes(struct ledger_lines *lines)
{
	if (!tally__missing(&lines->ledger->total))
		return;
	ledger_lines__begin(lines, LEDGER_CAUSES, LEDGER_CAUSE);
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
	ledger_lines__begin(lines, LEDGER_TIMES, LEDGER_STRIP);
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
	ledger_lines__begin(lines, LEDGER_LATENCIES, LEDGER_LATENCY);
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
	ledger_lines__begin(lines, LEDGER_RECORDS, LEDGER_RECORD);
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
		return cpu_label(lines->cpus[line->index].key, buf);
	case LEDGER_EVENT:
		return defer_evlist__evsel(lines->session->evlist, lines->events[line->index].key)
			->name;
	case LEDGER_NOTE:
		return lines->notes[line->index].text;
	case LEDGER_LATENCY:
		return line->index ? "before" : "later";
	default:
		return "";
	}
}

const char *ledger_section__title(enum ledger_section section)
{
	static const char *const titles[LEDGER_NR_SECTIONS] = {
		[LEDGER_CLASSES] = "Where the samples went",
		[LEDGER_CAUSES] = "Why user stacks are missing",
		[LEDGER_TIMES] = "When user stacks are missing",
		[LEDGER_LATENCIES] = "Time between a sample and its user stack",
		[LEDGER_RECORDS] = "Deferred user stacks",
		[LEDGER_EVENTS] = "By event",
		[LEDGER_CPUS] = "By CPU, with the losses that the kernel reports",
		[LEDGER_THREADS] = "By thread",
		[LEDGER_LOSSES] = "Which threads miss user stacks",
	};

	return titles[section];
}

static void print_bar(const struct ledger_lines *lines, unsigned int power,
		      char buf[LEDGER_TEXT_LEN])
{
	char from[SPAN_LEN], to[SPAN_LEN];

	snprintf(buf, LEDGER_TEXT_LEN, "%10s .. %-10s  %10" PRIu64,
		 span__text(power ? 1ULL << (power - 1) : 0, from),
		 span__text(power < 64 ? 1ULL << power : UINT64_MAX, to),
		 histogram__power(&lines->ledger->latency.later, power));
}

const char *ledger_lines__text(const struct ledger_lines *lines, const struct ledger_line *line,
			       char buf[LEDGER_TEXT_LEN])
{
	static const char *const words[] = {
		[LEDGER_IN_TRACE] = "in the trace",
		[LEDGER_USED] = "used by samples",
		[LEDGER_UNUSED] = "used by none",
		[LEDGER_DUPLICATES] = "written twice, and counted once",
		[LEDGER_EMPTY] = "samples got one without an address",
	};

	if (line->kind == LEDGER_BAR)
		print_bar(lines, line->index, buf);
	else if (line->index == LEDGER_SHARED)
		snprintf(buf, LEDGER_TEXT_LEN,
			 "%10.2f  samples share one on average, at most %" PRIu64,
			 histogram__mean(&lines->ledger->shared), lines->ledger->shared.max);
	else
		snprintf(buf, LEDGER_TEXT_LEN, "%10" PRIu64 "  %s",
			 ledger_lines__figure(lines, line->index), words[line->index]);
	return buf;
}

double ledger_lines__bar(const struct ledger_lines *lines, const struct ledger_line *line)
{
	double nr = histogram__power(&lines->ledger->latency.later, line->index);

	return nr / lines->most;
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
	default:
		return ledger->shared.max;
	}
}
