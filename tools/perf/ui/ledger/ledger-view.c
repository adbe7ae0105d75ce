// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <perf/defer-stitch.h>

#include "ui/ledger/ledger-view.h"
#include "util/base/array.h"
#include "util/base/span.h"
#include "util/session/reads.h"
#include "util/unwind/unwind.h"

const char *ledger_view__known(const struct tally *tally, char buf[LEDGER_PERCENT_LEN])
{
	if (tally__user(tally))
		snprintf(buf, LEDGER_PERCENT_LEN, "%.2f%%",
			 floor(tally__percent_known(tally) * 100) / 100);
	else
		snprintf(buf, LEDGER_PERCENT_LEN, "-");
	return buf;
}

const char *ledger_view__why_none(const struct tally *tally)
{
	if (!tally->samples)
		return "there are no samples";
	if (!tally->classes[DEFER_NOT_ASKED])
		return "all samples are kernel-only";
	return tally->classes[DEFER_KERNEL] ? "none was asked for where one existed"
					    : "none was asked for";
}

static void ledger_note__add(struct ledger_note *notes, unsigned int *nr, const char *topic,
			     const char *fmt, ...) __attribute__((format(printf, 4, 5)));

static void ledger_note__add(struct ledger_note *notes, unsigned int *nr, const char *topic,
			     const char *fmt, ...)
{
	va_list ap;

	notes[*nr].topic = topic;
	va_start(ap, fmt);
	vsnprintf(notes[*nr].text, sizeof(notes[*nr].text), fmt, ap);
	va_end(ap);
	++*nr;
}

/*
 * Notes a clock that went backward. perf writes some records twice, one flush apart: a time that
 * goes back for that reason is not the clock's fault.
 */
static void note_clock(const struct session *session, const struct defer_stitch_stats *stitch,
		       struct ledger_note *notes, unsigned int *nr)
{
	const struct defer_feed_stats *feed = &session->feed_stats;
	char span[SPAN_LEN];

	if (feed->clock_steps && !stitch->duplicates)
		ledger_note__add(
			notes, nr, "Clock",
			"went backward within one CPU, by up to %s (CPU %d); the order of records "
			"is used there",
			span__text(feed->max_step, span), feed->step_cpu);
}

/*
 * Notes records of several counters: one record counts as one sample for each counter that had
 * advanced.
 */
static void note_counters(const struct session *session, struct ledger_note *notes,
			  unsigned int *nr)
{
	struct reads_stats stats;

	reads__stats(session->reads, &stats);
	if (stats.samples)
		ledger_note__add(notes, nr, "Counters",
				 "%" PRIu64 " read by %" PRIu64 " records; %" PRIu64
				 " did not advance and "
				 "make no sample",
				 stats.values, stats.samples, stats.unchanged);
}

/* Returns true if an event's user stacks are in dumps, and none of these can be unwound. */
static bool has_foreign_dumps(const struct session *session)
{
	return session->unwinder && !unwinder__knows_arch(session->unwinder);
}

const char *ledger_view__not_unwound(const struct session *session)
{
	return has_foreign_dumps(session) ? "stack dumps of this architecture" : NULL;
}

unsigned int ledger_view__notes(const struct session *session, const struct ledger *ledger,
				struct ledger_note notes[LEDGER_MAX_NOTES])
{
	const char *not_unwound = ledger_view__not_unwound(session);
	struct defer_stitch_stats stitch;
	unsigned int nr = 0;

	defer_stitch__stats(session->stitch, &stitch);
	if (session->no_time)
		ledger_note__add(notes, &nr, "Time",
				 "the samples have none; the order of the file is used instead");
	if (stitch.no_tasks)
		ledger_note__add(notes, &nr, "Tasks",
				 "unknown (no PERF_SAMPLE_TID); any exec may precede a user stack");
	if (stitch.no_comm && stitch.records)
		ledger_note__add(
			notes, &nr, "Execs",
			"not recorded (no COMM); a stack of one address may belong to another "
			"program");
	if (stitch.unseen_execs)
		ledger_note__add(notes, &nr, "Execs",
				 "%" PRIu64 " of %" PRIu64
				 " have no COMM and were found by the vdso that "
				 "each maps",
				 stitch.unseen_execs, stitch.execs);
	if (session->misses_sigreturn)
		ledger_note__add(notes, &nr, "Signals",
				 "no kernel symbols (--kallsyms, -k): samples in rt_sigreturn get "
				 "what the signal interrupted");
	if (session->feed_stats.guest_records)
		ledger_note__add(notes, &nr, "Guests",
				 "%" PRIu64
				 " user stacks of guests, which match no sample of the host",
				 session->feed_stats.guest_records);
	note_clock(session, &stitch, notes, &nr);
	note_counters(session, notes, &nr);
	if (ledger->skids)
		ledger_note__add(notes, &nr, "Skids",
				 "%" PRIu64
				 " samples of events of user mode came late, in the kernel, "
				 "which does not tell where",
				 ledger->skids);
	if (not_unwound)
		ledger_note__add(notes, &nr, "Stacks",
				 "those in %s are not unwound: perf report unwinds "
				 "them",
				 not_unwound);
	if (session->stats.aux.bytes)
		ledger_note__add(
			notes, &nr, "AUX", "%" PRIu64 " bytes of AUX area data (%s), not decoded",
			session->stats.aux.bytes, aux_area__kind_name(&session->stats.aux));
	return nr;
}

/* Merges two lists that are sorted by their keys. Compared as unsigned, so that -1 sorts last. */
static struct ledger_row *merge_rows(const struct tallies *tallies,
				     const struct loss_counts *losses, uint32_t nr_losses,
				     uint32_t *nr)
{
	static const struct loss_counts none;
	struct ledger_row *rows = calloc(tallies->nr + nr_losses + 1ULL, sizeof(*rows));
	uint32_t t = 0;

	for (*nr = 0; rows && (t < tallies->nr || nr_losses);) {
		uint64_t next = t < tallies->nr ? (uint32_t)tallies->tally[t].key.a : UINT64_MAX;
		uint64_t lost = nr_losses ? (uint32_t)losses->key : UINT64_MAX;
		struct ledger_row row = {.key = next < lost ? next : lost, .losses = &none};

		if (next <= lost)
			row.tally = &tallies->tally[t++];
		if (lost <= next) {
			row.losses = losses++;
			nr_losses--;
		}
		if (row.tally || row.losses->records)
			rows[(*nr)++] = row;
	}
	return rows;
}

struct ledger_row *ledger_view__cpus(const struct tallies *cpus, const struct losses *losses,
				     uint32_t *nr)
{
	return merge_rows(cpus, losses ? losses->cpus : NULL, losses ? losses->nr : 0, nr);
}

struct ledger_row *ledger_view__events(const struct tallies *events, const struct losses *losses,
				       uint32_t *nr)
{
	bool any = losses && losses->events;

	return merge_rows(events, any ? losses->events : NULL, any ? losses->nr_events : 0, nr);
}

const char *ledger_view__told(const struct losses *losses, char buf[LEDGER_TOLD_LEN])
{
	const struct loss_counts *total = &losses->total;
	int len = snprintf(buf, LEDGER_TOLD_LEN, "The kernel reports %" PRIu64 " lost records",
			   total->lost);

	if (total->lost_samples || total->lost_stacks || total->lost_others)
		len += snprintf(buf + len, LEDGER_TOLD_LEN - len,
				"; by event: %" PRIu64 " samples, %" PRIu64 " user stacks, %" PRIu64
				" other records",
				total->lost_samples, total->lost_stacks, total->lost_others);
	snprintf(buf + len, LEDGER_TOLD_LEN - len, ".");
	return buf;
}

static int compare_losses(const void *a, const void *b)
{
	const struct ledger_loss *la = a, *lb = b;

	return CMP(la->cls, lb->cls) ?: CMP(lb->samples, la->samples) ?: CMP(la->thread, lb->thread);
}

/* Fills @losses with a row for each thread and class that misses user stacks. Returns how many. */
static uint32_t collect_losses(const struct tallies *threads, struct ledger_loss *losses)
{
	uint32_t nr = 0;

	for (uint32_t i = 0; i < threads->nr; i++) {
		for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
			uint64_t samples = threads->tally[i].classes[cls];

			if (!samples || !defer_class__is_missing(cls))
				continue;
			if (losses)
				losses[nr] = (struct ledger_loss){i, cls, samples};
			nr++;
		}
	}
	return nr;
}

struct ledger_loss *ledger_view__losses(const struct tallies *threads, uint32_t *nr)
{
	struct ledger_loss *losses;

	*nr = collect_losses(threads, NULL);
	losses = calloc(*nr + 1ULL, sizeof(*losses));
	if (!losses)
		return NULL;
	collect_losses(threads, losses);
	qsort(losses, *nr, sizeof(*losses), compare_losses);
	return losses;
}
