// SPDX-License-Identifier: GPL-2.0-only
/* The parts that need rows alone: where the time went, in which functions, and whose stacks are missing. */
#include <inttypes.h>
#include <string.h>

#include <perf/defer-evlist.h>

#include "util/base/tally.h"
#include "util/dso/dso.h"
#include "util/fold/fold.h"
#include "util/pipeline.h"
#include "util/profile/seam.h"
#include "util/profile/shown.h"
#include "util/resolve/resolve.h"
#include "util/summary/summary-parts.h"

#define IDLE_COMM "swapper"

const char *hist_entry__comm(const struct hist *hist, const struct hist_entry *row)
{
	return column_list__has(&hist->conf.order->keys, "comm")
		       ? hist->conf.comms[row->who.comm_id]
		       : "";
}

bool hist_entry__is_idle(const struct hist *hist, const struct hist_entry *row)
{
	return !strcmp(hist_entry__comm(hist, row), IDLE_COMM);
}

const char *summary__span(uint64_t ns, char buf[SPAN_LEN])
{
	size_t len = strlen(span__text(ns, buf));

	while (len && buf[len - 1] == ' ')
		buf[--len] = '\0';
	return buf;
}

/* ---- where the time went ---- */

static enum summary_state state_of(const struct stack *stack)
{
	if (!stack->pid && !stack->tid)
		return SUMMARY_IDLE;
	if (defer_class__is_missing(stack->cls))
		return SUMMARY_MISSING;
	return cpumode__is_kernel(stack->cpumode) ? SUMMARY_KERNEL : SUMMARY_USER;
}

/* Sets the shares of the samples that rows are made of. */
static void set_shares(struct summary *summary, const struct summary_source *source)
{
	const struct profile *profile = source->shown->profile;
	const struct fold *part = source->shown->part;
	uint64_t periods[SUMMARY_NR_STATES] = {0};

	for (uint32_t i = 0; i < fold__nr(part); i++) {
		const struct stack *stack = fold__stack(part, i);

		if (stack->evsel_idx == source->event &&
		    profile->stack_chains[i] != PROFILE_NO_CHAIN)
			periods[state_of(stack)] += stack->sums.period;
	}
	for (int state = 0; state < SUMMARY_NR_STATES; state++)
		summary->shares[state] =
			hist__percent(&profile->events[source->event].hist, periods[state]);
}

int summary__where(struct summary *summary, const struct summary_source *source, char *text,
		   struct defer_error *err)
{
	const struct session *session = source->shown->session;
	const struct session_stats *stats = &session->stats;
	const struct ledger *ledger = pipeline__ledger(source->pipeline);
	const struct profile_event *event = &source->shown->profile->events[source->event];
	char span[SPAN_LEN], time[SPAN_LEN + 2] = "", name[256];

	(void)err;
	set_shares(summary, source);
	profile_event__name(event, name, sizeof(name));
	if (!session->no_time && stats->first_time <= stats->last_time)
		snprintf(time, sizeof(time), "%s, ",
			 summary__span(stats->last_time - stats->first_time, span));
	snprintf(text, SUMMARY_TEXT_LEN,
		 "%" PRIu64 " sample%s of %s; the trace: %s%" PRIu32 " CPU%s, %" PRIu32 " thread%s",
		 event->shown.nr, event->shown.nr == 1 ? "" : "s", name, time, ledger->cpus.nr,
		 ledger->cpus.nr == 1 ? "" : "s", ledger->threads.nr,
		 ledger->threads.nr == 1 ? "" : "s");
	return 0;
}

/* ---- functions ---- */

/* A path splits up where no callee keeps this share of it. */
#define STAYS_TOGETHER 0.9

/* The kernel's entry code is on all paths into it, and so tells nothing of one. */
static bool is_entry_code(const struct hist *hist, const struct hist_entry *row)
{
	const struct func *func = funcs__at(hist->conf.funcs, row->func);

	return func->is_kernel && strcmp(seam__entry_name(func), SEAM_UNKNOWN) != 0;
}

/* Returns the row with the greatest share, with its callees if @children, that is not idle if possible. */
static const struct hist_entry *heaviest(const struct hist *hist, bool children)
{
	const struct hist_entry *best = NULL;
	uint64_t most = 0;

	for (int idle = 0; !best && idle < 2; idle++) {
		for (uint32_t i = 0; i < hist->nr_rows; i++) {
			const struct hist_entry *row = &hist->entries[hist->rows[i]];
			uint64_t period = children ? row->children.period : row->self.period;

			if (children && is_entry_code(hist, row))
				continue;
			if (hist_entry__is_idle(hist, row) == idle && (!best || period > most)) {
				best = row;
				most = period;
			}
		}
	}
	return best;
}

/*
 * Returns the innermost function that still has nearly all of what @top, the heaviest row, has with its
 * callees: there the paths part.
 */
static const struct hist_entry *end_of_path(const struct hist *hist, const struct hist_entry *top)
{
	const char *comm = hist_entry__comm(hist, top);
	const struct hist_entry *end = top;

	for (uint32_t i = 0; i < hist->nr_rows; i++) {
		const struct hist_entry *row = &hist->entries[hist->rows[i]];

		if (!is_entry_code(hist, row) && row->children.period <= end->children.period &&
		    row->children.period >= STAYS_TOGETHER * top->children.period &&
		    !strcmp(hist_entry__comm(hist, row), comm))
			end = row;
	}
	return end;
}

/* Writes what @row is called: its function, else all that tells it from others. There is a column that does. */
static void row_text(const struct hist *hist, const struct hist_entry *row, char *buf, size_t size)
{
	const struct column_list *keys = &hist->conf.order->keys;
	char label[FUNC_LABEL_LEN];
	size_t len = 0;

	if (column_list__has(keys, "symbol")) {
		snprintf(buf, size, "%s",
			 func__label(funcs__at(hist->conf.funcs, row->func), label));
		return;
	}
	for (unsigned int i = 0; i < keys->nr && len + 1 < size; i++) {
		len += snprintf(buf + len, size - len, "%s", i ? " " : "");
		len += column__format(keys->columns[i], hist, row, 0, true, buf + len, size - len);
	}
}

/* Writes " (comm)", unless the text of the row has it or there is none. */
static const char *comm_text(const struct hist *hist, const struct hist_entry *row, char *buf,
			     size_t size)
{
	const char *comm = hist_entry__comm(hist, row);

	buf[0] = '\0';
	if (*comm && column_list__has(&hist->conf.order->keys, "symbol"))
		snprintf(buf, size, " (%s)", comm);
	return buf;
}

int summary__funcs(struct summary *summary, const struct summary_source *source, char *text,
		   struct defer_error *err)
{
	const struct hist *hist = &source->shown->profile->events[source->event].hist;
	const struct hist_entry *self = heaviest(hist, false), *path = NULL;
	char name[FUNC_LABEL_LEN], comm[64] = "", same[64];
	int len = 0;

	(void)summary;
	(void)err;
	if (!self || !hist->conf.order->keys.nr) {
		snprintf(text, SUMMARY_TEXT_LEN, "%s",
			 self ? "All samples are in one row, since no column divides them"
			      : "No rows are shown");
		return 0;
	}
	if (hist->conf.order->children && !hist->conf.sides.on)
		path = heaviest(hist, true);
	if (path) {
		path = end_of_path(hist, path);
		row_text(hist, path, name, sizeof(name));
		len = snprintf(text, SUMMARY_TEXT_LEN,
			       "%.2f%% is in %s and what it calls%s; most by itself: ",
			       hist__percent(hist, path->children.period), name,
			       comm_text(hist, path, comm, sizeof(comm)));
	}
	row_text(hist, self, name, sizeof(name));
	comm_text(hist, self, same, sizeof(same));
	snprintf(text + len, SUMMARY_TEXT_LEN - len, "%.2f%% in %s%s",
		 hist__percent(hist, self->self.period), name, strcmp(same, comm) ? same : "");
	return 0;
}

/* ---- missing user stacks ---- */

/* Writes how many files have no symbols, after the sentence. */
static void add_files(const struct summary_source *source, char *text, size_t size)
{
	unsigned int files = 0;
	bool kernel = false;

	if (!source->has_names)
		return;
	files = resolve__nr_without_symbols(source->resolve, &kernel);
	if (kernel)
		snprintf(text, size, "; the kernel%s no symbols (i)",
			 files ? " and other files have" : " has");
	else if (files)
		snprintf(text, size, "; %u file%s no symbols (i)", files,
			 files == 1 ? " has" : "s have");
}

/* Returns the class of most samples whose user stack is missing; DEFER_NR_CLASSES: there are none. */
static int most_missing(const uint64_t classes[DEFER_NR_CLASSES])
{
	int most = DEFER_NR_CLASSES;

	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		if (defer_class__is_missing(cls) && classes[cls] &&
		    (most == DEFER_NR_CLASSES || classes[cls] > classes[most]))
			most = cls;
	}
	return most;
}

int summary__user_stacks(struct summary *summary, const struct summary_source *source, char *text,
			 struct defer_error *err)
{
	const struct profile_event *event = &source->shown->profile->events[source->event];
	struct tally tally = {0};
	int most = most_missing(event->classes);
	size_t len;

	(void)summary;
	(void)err;
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		tally.classes[cls] = event->classes[cls];
		tally.samples += event->classes[cls];
	}
	if (!tally__user(&tally))
		snprintf(text, SUMMARY_TEXT_LEN, "No sample has a user stack to know");
	else if (most == DEFER_NR_CLASSES)
		snprintf(text, SUMMARY_TEXT_LEN, "All %" PRIu64 " user stacks are known",
			 tally__user(&tally));
	else
		snprintf(text, SUMMARY_TEXT_LEN,
			 "%" PRIu64 " of %" PRIu64 " user stacks are missing, %" PRIu64
			 " of them %s: %s",
			 tally__missing(&tally), tally__user(&tally), tally.classes[most],
			 defer_class__name(most), defer_class__meaning(most));
	len = strlen(text);
	add_files(source, text + len, SUMMARY_TEXT_LEN - len);
	return 0;
}
