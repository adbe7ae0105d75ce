// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

#include "ui/stdio/ledger.h"
#include "ui/stdio/links.h"
#include "ui/stdio/plain.h"
#include "util/dso/dso.h"
#include "util/profile/func.h"
#include "util/unwind/unwind.h"

#define DOTS	  "................................................................"
#define MEANING	  54 /* length of the longest defer_class__meaning(), columns */
#define BAR_WIDTH 40

static double ledger_percent(uint64_t part, uint64_t all)
{
	return all ? 100.0 * part / all : 0;
}

static void ledger_title__print(FILE *fp, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

static void ledger_title__print(FILE *fp, const char *fmt, ...)
{
	va_list ap;

	fprintf(fp, "\n# ");
	va_start(ap, fmt);
	vfprintf(fp, fmt, ap);
	va_end(ap);
	fprintf(fp, "\n#\n");
}

static void print_head(const struct ledger_view *view, FILE *fp)
{
	const struct tally *total = &view->ledger->total;
	struct ledger_note notes[LEDGER_MAX_NOTES];
	unsigned int nr = ledger_view__notes(view->session, notes);
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

static void print_classes(const struct ledger_view *view, FILE *fp)
{
	const struct tally *total = &view->ledger->total;

	ledger_title__print(fp, "Where the samples went");
	fprintf(fp, "# %-12s  %10s  %7s  %s\n", "Class", "Samples", "Share", "What it means");
	fprintf(fp, "# %.12s  %.10s  %.7s  %.*s\n#\n", DOTS, DOTS, DOTS, MEANING, DOTS);
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		if (total->classes[cls])
			fprintf(fp, "  %-12s  %10" PRIu64 "  %6.2f%%  %s\n", defer_class__name(cls),
				total->classes[cls],
				ledger_percent(total->classes[cls], total->samples),
				defer_class__meaning(cls));
	}
	fprintf(fp, "  %-12s  %10" PRIu64 "  %6.2f%%\n", "total", total->samples,
		total->samples ? 100.0 : 0.0);
}

static int class_width(enum defer_class cls)
{
	int len = strlen(defer_class__name(cls));

	return len > 8 ? len : 8;
}

/* Prints the head of a tally: a column for all samples, then one for each class that occurs. */
static void print_tally_head(const struct tally *total, FILE *fp)
{
	fprintf(fp, "%10s  %7s", "Samples", "Known");
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		if (total->classes[cls])
			fprintf(fp, "  %*s", class_width(cls), defer_class__name(cls));
	}
}

static void print_tally_dots(const struct tally *total, FILE *fp)
{
	fprintf(fp, "%.10s  %.7s", DOTS, DOTS);
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		if (total->classes[cls])
			fprintf(fp, "  %.*s", class_width(cls), DOTS);
	}
}

static void print_tally(const struct tally *tally, const struct tally *total, FILE *fp)
{
	char known[LEDGER_PERCENT_LEN];

	fprintf(fp, "%10" PRIu64 "  %7s", tally->samples, ledger_view__known(tally, known));
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		if (total->classes[cls])
			fprintf(fp, "  %*" PRIu64, class_width(cls), tally->classes[cls]);
	}
}

static void print_table_head(const struct tally *total, FILE *fp)
{
	fprintf(fp, "# ");
	print_tally_head(total, fp);
}

/* Prints lost samples, user stacks and other records. */
static void print_lost(uint64_t samples, uint64_t stacks, uint64_t others, FILE *fp)
{
	fprintf(fp, "  %12" PRIu64 "  %11" PRIu64 "  %11" PRIu64, samples, stacks, others);
}

static void print_lost_head(FILE *fp)
{
	fprintf(fp, "  %12s  %11s  %11s", "Lost samples", "Lost stacks", "Lost others");
}

static void print_lost_dots(FILE *fp)
{
	fprintf(fp, "  %.12s  %.11s  %.11s", DOTS, DOTS, DOTS);
}

static void print_event(const struct ledger_view *view, const struct ledger_event *event, FILE *fp)
{
	const struct tally none = {0};
	const struct event_losses nothing = {0}, *losses = event->losses;

	losses = losses ? losses : &nothing;
	fprintf(fp, "  ");
	print_tally(event->tally ? event->tally : &none, &view->ledger->total, fp);
	if (view->losses->events)
		print_lost(losses->lost_samples, losses->lost_stacks, losses->lost_others, fp);
	fputs("  ", fp);
	plain__puts(defer_evlist__evsel(view->session->evlist, event->evsel_idx)->name, fp);
	fputc('\n', fp);
}

static void print_events(const struct ledger_view *view, FILE *fp)
{
	const struct tally *total = &view->ledger->total;
	uint32_t nr;
	struct ledger_event *events = ledger_view__events(&view->ledger->events, view->losses, &nr);

	ledger_title__print(fp, "By event");
	print_table_head(total, fp);
	if (view->losses->events)
		print_lost_head(fp);
	fprintf(fp, "  Event\n# ");
	print_tally_dots(total, fp);
	if (view->losses->events)
		print_lost_dots(fp);
	fprintf(fp, "  %.24s\n#\n", DOTS);
	for (uint32_t i = 0; events && i < nr; i++)
		print_event(view, &events[i], fp);
	free(events);
}

static void print_task(const struct ledger_view *view, const struct tally *thread, FILE *fp)
{
	fprintf(fp, "  %7" PRId32 "/%-7" PRId32 "  ", ledger_thread__pid(thread),
		ledger_thread__tid(thread));
	plain__puts(machine__comm(view->session->machine, thread->key.b), fp);
	fputc('\n', fp);
}

static void print_thread(const struct ledger_view *view, const struct tally *thread, FILE *fp)
{
	fprintf(fp, "  ");
	print_tally(thread, &view->ledger->total, fp);
	print_task(view, thread, fp);
}

static void print_threads(const struct ledger_view *view, FILE *fp)
{
	const struct tallies *threads = &view->ledger->threads;
	const struct tally *total = &view->ledger->total;
	uint32_t nr = threads->nr;

	if (view->max_threads && nr > view->max_threads)
		nr = view->max_threads;
	ledger_title__print(fp, "By thread");
	print_table_head(total, fp);
	fprintf(fp, "      Pid/Tid      Command\n# ");
	print_tally_dots(total, fp);
	fprintf(fp, "  %.15s  %.15s\n#\n", DOTS, DOTS);
	for (uint32_t i = 0; i < nr; i++)
		print_thread(view, &threads->tally[i], fp);
	if (nr < threads->nr)
		fprintf(fp, "# %" PRIu32 " more with fewer samples: -s thread shows all\n",
			threads->nr - nr);
}

static void print_cpu(const struct ledger_cpu *cpu, const struct tally *total, FILE *fp)
{
	const struct tally none = {0};
	const struct cpu_losses nothing = {0}, *losses = cpu->losses ? cpu->losses : &nothing;

	fprintf(fp, "  ");
	print_tally(cpu->tally ? cpu->tally : &none, total, fp);
	fprintf(fp, "  %12" PRIu64, losses->lost);
	print_lost(losses->lost_samples, losses->lost_stacks, losses->lost_others, fp);
	if (cpu->cpu < 0)
		fprintf(fp, "  not known\n");
	else
		fprintf(fp, "  %03" PRId32 "\n", cpu->cpu);
}

static void print_cpu_rows(const struct ledger_view *view, FILE *fp)
{
	uint32_t nr;
	struct ledger_cpu *cpus = ledger_view__cpus(&view->ledger->cpus, view->losses, &nr);

	for (uint32_t i = 0; cpus && i < nr; i++)
		print_cpu(&cpus[i], &view->ledger->total, fp);
	free(cpus);
}

static void print_cpus(const struct ledger_view *view, FILE *fp)
{
	const struct tally *total = &view->ledger->total;

	ledger_title__print(fp,
			    "By CPU that took the sample, with the losses that the kernel reports");
	print_table_head(total, fp);
	fprintf(fp, "  %12s", "Lost records");
	print_lost_head(fp);
	fprintf(fp, "  CPU\n# ");
	print_tally_dots(total, fp);
	fprintf(fp, "  %.12s", DOTS);
	print_lost_dots(fp);
	fprintf(fp, "  ...\n#\n");
	print_cpu_rows(view, fp);
}

/* Prints the threads that miss user stacks: the first few of each cause, or all. */
static void print_losses(const struct ledger_view *view, FILE *fp)
{
	const struct tallies *threads = &view->ledger->threads;
	uint32_t nr, of_cause = 0;
	struct ledger_loss *rows = ledger_view__losses(threads, &nr);
	uint32_t most = view->max_threads ? view->max_threads / 4 : nr;

	if (!rows)
		return;
	fprintf(fp, "#\n# %-12s  %10s      Pid/Tid      Command\n", "Cause", "Samples");
	fprintf(fp, "# %.12s  %.10s  %.15s  %.15s\n#\n", DOTS, DOTS, DOTS, DOTS);
	for (uint32_t i = 0; i < nr; i++) {
		const struct tally *thread = &threads->tally[rows[i].thread];

		of_cause = i && rows[i].cls == rows[i - 1].cls ? of_cause + 1 : 0;
		if (of_cause < most) {
			fprintf(fp, "  %-12s  %10" PRIu64, defer_class__name(rows[i].cls),
				rows[i].samples);
			print_task(view, thread, fp);
		} else if (of_cause == most) {
			fprintf(fp, "# and more: -s cause shows all\n");
		}
	}
	free(rows);
}

/* Prints the files that unwound stacks ended in. */
static void print_ends(const struct ledger_view *view, FILE *fp)
{
	const struct unwinder *unwinder = view->session->unwinder;
	struct unwind_end *ends;
	uint32_t nr;

	ends = unwinder ? unwinder__ends(unwinder, &nr) : NULL;
	if (ends && nr) {
		fprintf(fp, "#\n# %-12s  %10s  File that the stacks end in\n", "Cause", "Stacks");
		fprintf(fp, "# %.12s  %.10s  %.40s\n#\n", DOTS, DOTS, DOTS);
		for (uint32_t i = 0; i < nr; i++) {
			fprintf(fp, "  %-12s  %10" PRIu64 "  ", defer_class__name(ends[i].cls),
				ends[i].stacks);
			plain__puts(ends[i].dso->long_name, fp);
			putc('\n', fp);
		}
	}
	free(ends);
}

static void print_repairs(const struct ledger_view *view, FILE *fp)
{
	const struct ledger_repairs *repairs = &view->ledger->repairs;
	uint64_t nr = view->ledger->total.samples - repairs->samples[REPAIR_NONE];

	if (!nr)
		return;
	ledger_title__print(fp, "User stacks that were recorded to be repaired");
	fprintf(fp, "# %-27s  %10s  %7s  What it means\n", "Outcome", "Samples", "Share");
	fprintf(fp, "# %.27s  %.10s  %.7s  %.*s\n#\n", DOTS, DOTS, DOTS, MEANING, DOTS);
	for (int i = REPAIR_NONE + 1; i < REPAIR_NR; i++) {
		if (repairs->samples[i])
			fprintf(fp, "  %-27s  %10" PRIu64 "  %6.2f%%  %s\n",
				repair_outcome__name(i), repairs->samples[i],
				100.0 * repairs->samples[i] / nr, repair_outcome__meaning(i));
	}
	fprintf(fp, "#\n# %" PRIu64 " frames came in, %" PRIu64 " went out\n", repairs->gained,
		repairs->dropped);
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		if (repairs->gaps[cls])
			fprintf(fp, "# %" PRIu64 " gaps: %s\n", repairs->gaps[cls],
				defer_class__name(cls));
	}
}

static void print_causes(const struct ledger_view *view, FILE *fp)
{
	char told[LEDGER_TOLD_LEN];

	if (!tally__missing(&view->ledger->total))
		return;
	ledger_title__print(fp, "Why user stacks are missing");
	fprintf(fp, "# %-12s  %10s  %10s  %8s  %s\n", "Cause", "Samples", "Entries", "Tasks",
		"Seen from .. to");
	fprintf(fp, "# %.12s  %.10s  %.10s  %.8s  %.32s\n#\n", DOTS, DOTS, DOTS, DOTS, DOTS);
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		const struct ledger_cause *cause = &view->ledger->causes[cls];

		if (!defer_class__is_missing(cls) || !cause->samples)
			continue;
		fprintf(fp, "  %-12s  %10" PRIu64 "  %10" PRIu64 "  %8" PRIu64,
			defer_class__name(cls), cause->samples, cause->runs.nr, cause->tasks);
		if (!view->session->no_time)
			fprintf(fp, "  %5" PRIu64 ".%06" PRIu64 " .. %" PRIu64 ".%06" PRIu64,
				cause->first_time / 1000000000, cause->first_time / 1000 % 1000000,
				cause->last_time / 1000000000, cause->last_time / 1000 % 1000000);
		fprintf(fp, "\n");
	}
	if (view->ledger->total.classes[DEFER_LOST])
		fprintf(fp, "#\n# %s\n", ledger_view__told(view->losses, told));
	print_losses(view, fp);
	print_ends(view, fp);
}

static void print_summary(const char *name, const struct histogram *h, FILE *fp)
{
	char min[LEDGER_SPAN_LEN], median[LEDGER_SPAN_LEN], p99[LEDGER_SPAN_LEN],
		max[LEDGER_SPAN_LEN];

	fprintf(fp, "  %-8s  %10" PRIu64 "  %10s  %10s  %10s  %10s\n", name, h->nr,
		ledger_view__span(h->min, min),
		ledger_view__span(histogram__percentile(h, 50), median),
		ledger_view__span(histogram__percentile(h, 99), p99),
		ledger_view__span(h->max, max));
}

static void print_bars(const struct histogram *h, FILE *fp)
{
	uint64_t most = 0;
	char from[LEDGER_SPAN_LEN], to[LEDGER_SPAN_LEN];

	for (unsigned int p = 0; p <= 64; p++)
		most = histogram__power(h, p) > most ? histogram__power(h, p) : most;
	for (unsigned int p = 0; p <= 64; p++) {
		uint64_t nr = histogram__power(h, p);
		int len = (double)nr / most * BAR_WIDTH + 0.5;

		if (!nr)
			continue;
		fprintf(fp, "  %10s .. %-10s  %10" PRIu64 "%s",
			ledger_view__span(p ? 1ULL << (p - 1) : 0, from),
			ledger_view__span(p < 64 ? 1ULL << p : UINT64_MAX, to), nr,
			len ? "  " : "");
		for (int i = 0; i < len; i++)
			fputc('#', fp);
		fputc('\n', fp);
	}
}

static void print_latency(const struct ledger_view *view, FILE *fp)
{
	const struct ledger_latency *latency = &view->ledger->latency;

	if (!latency->later.nr && !latency->earlier.nr)
		return;
	ledger_title__print(fp, "Time between a sample and its user stack");
	fprintf(fp, "# %-8s  %10s  %10s  %10s  %10s  %10s\n", "Stack", "Samples", "Least", "Median",
		"99%", "Most");
	fprintf(fp, "# %.8s  %.10s  %.10s  %.10s  %.10s  %.10s\n#\n", DOTS, DOTS, DOTS, DOTS, DOTS,
		DOTS);
	if (latency->later.nr)
		print_summary("later", &latency->later, fp);
	if (latency->earlier.nr)
		print_summary("before", &latency->earlier, fp);
	if (latency->later.nr) {
		fprintf(fp, "#\n");
		print_bars(&latency->later, fp);
	}
}

static void print_records(const struct ledger_view *view, FILE *fp)
{
	const struct histogram *shared = &view->ledger->shared;
	struct defer_stitch_stats stats;

	defer_stitch__stats(view->session->stitch, &stats);
	ledger_title__print(fp, "Deferred user stacks");
	fprintf(fp, "  %10" PRIu64 "  in the trace\n", stats.records);
	fprintf(fp, "  %10" PRIu64 "  used by samples\n", view->ledger->nr_used);
	if (!view->filtered)
		fprintf(fp, "  %10" PRIu64 "  used by none\n",
			stats.records - view->ledger->nr_used);
	if (stats.duplicates)
		fprintf(fp, "  %10" PRIu64 "  written twice, and counted once\n", stats.duplicates);
	if (view->ledger->empty)
		fprintf(fp, "  %10" PRIu64 "  samples got one without an address\n",
			view->ledger->empty);
	if (shared->nr)
		fprintf(fp, "  %10.2f  samples share one on average, at most %" PRIu64 "\n",
			histogram__mean(shared), shared->max);
}

static void print_types(const struct ledger_view *view, FILE *fp)
{
	const struct session_stats *stats = &view->session->stats;

	ledger_title__print(fp, "Records in the trace");
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

void ledger_view__fprintf(const struct ledger_view *view, FILE *fp)
{
	print_head(view, fp);
	print_classes(view, fp);
	if (view->links)
		frame_links__fprintf(view->links, fp);
	if (view->show & LEDGER_SHOW_CAUSES) {
		print_causes(view, fp);
		print_repairs(view, fp);
	}
	if (view->show & LEDGER_SHOW_EVENTS)
		print_events(view, fp);
	if (view->show & LEDGER_SHOW_THREADS)
		print_threads(view, fp);
	if (view->show & LEDGER_SHOW_CPUS)
		print_cpus(view, fp);
	if (view->show & LEDGER_SHOW_LATENCY)
		print_latency(view, fp);
	if (view->show & LEDGER_SHOW_RECORDS) {
		print_records(view, fp);
		print_types(view, fp);
	}
	fprintf(fp, "\n");
}
