// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <string.h>

#include <perf/defer-evlist.h>

#include "ui/stdio/plain.h"
#include "ui/stdio/task-counts.h"

struct widths {
	int pid, tid;
	int name, idx, count; /* widths for all events, characters */
};

static int max_width(int a, int b)
{
	return a > b ? a : b;
}

static int count_digits(uint64_t value)
{
	return snprintf(NULL, 0, "%" PRIu64, value);
}

static int hex_digits(uint64_t value)
{
	return snprintf(NULL, 0, "%" PRIx64, value);
}

static const char *event_name(const struct task_counts *counts, uint32_t event)
{
	return counts->events[event].evsel->name ? counts->events[event].evsel->name : "";
}

static struct widths task_counts__measure(const struct task_counts *counts)
{
	struct widths widths = {3, 3, 4, 3, 5};

	for (uint32_t i = 0; i < counts->nr_tasks; i++) {
		widths.pid = max_width(widths.pid, snprintf(NULL, 0, "%d", counts->tasks[i].pid));
		widths.tid = max_width(widths.tid, snprintf(NULL, 0, "%d", counts->tasks[i].tid));
	}
	for (uint32_t i = 0; i < counts->nr_events; i++) {
		widths.name = max_width(widths.name, strlen(event_name(counts, i)));
		widths.idx = max_width(widths.idx, hex_digits(counts->events[i].evsel->idx));
		widths.count = max_width(widths.count, count_digits(counts->events[i].max));
	}
	return widths;
}

/* Prints @name padded on the left, without anything that a terminal would obey. */
static void put_name(const char *name, int width, FILE *out)
{
	fprintf(out, "  %*s", max_width(0, width - (int)strlen(name)), "");
	plain__puts(name, out);
}

static void print_raw(const struct task_counts *counts, const struct widths *widths, FILE *out)
{
	fprintf(out, "# %*s  %*s  %*s  %*s  %*s\n", widths->pid, "PID", widths->tid, "TID",
		widths->name, "Name", widths->idx, "Raw", widths->count, "Count");
	for (uint32_t i = 0; i < counts->nr_tasks; i++) {
		for (uint32_t j = 0; j < counts->nr_events; j++) {
			fprintf(out, "  %*d  %*d", widths->pid, counts->tasks[i].pid, widths->tid,
				counts->tasks[i].tid);
			put_name(event_name(counts, j), widths->name, out);
			fprintf(out, "  %*" PRIx32 "  %*" PRIu64 "\n", widths->idx,
				counts->events[j].evsel->idx, widths->count,
				task_counts__value(counts, i, j));
		}
	}
}

static int column_width(const struct task_counts *counts, uint32_t event)
{
	return max_width(strlen(event_name(counts, event)),
			 count_digits(counts->events[event].max));
}

static void print_table(const struct task_counts *counts, const struct widths *widths, FILE *out)
{
	fprintf(out, "# %*s  %*s", widths->pid, "PID", widths->tid, "TID");
	for (uint32_t i = 0; i < counts->nr_events; i++)
		put_name(event_name(counts, i), column_width(counts, i), out);
	fputc('\n', out);
	for (uint32_t i = 0; i < counts->nr_tasks; i++) {
		fprintf(out, "  %*d  %*d", widths->pid, counts->tasks[i].pid, widths->tid,
			counts->tasks[i].tid);
		for (uint32_t j = 0; j < counts->nr_events; j++)
			fprintf(out, "  %*" PRIu64, column_width(counts, j),
				task_counts__value(counts, i, j));
		fputc('\n', out);
	}
}

void task_counts__fprintf(const struct task_counts *counts, bool raw, FILE *out)
{
	const struct widths widths = task_counts__measure(counts);

	if (raw)
		print_raw(counts, &widths, out);
	else
		print_table(counts, &widths, out);
}
