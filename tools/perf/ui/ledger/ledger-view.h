/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ledger_view: what `audit` shows, as text or as JSON, and the terminal UI as a view. All say the
 * same numbers, of the same rows in the same order.
 */
#ifndef PERF_DEFER_UI_LEDGER_LEDGER_VIEW_H
#define PERF_DEFER_UI_LEDGER_LEDGER_VIEW_H

#include "util/session/losses.h"
#include "util/session/ledger.h"

#define LEDGER_SHOW_EVENTS  (1 << 0)
#define LEDGER_SHOW_CAUSES  (1 << 1)
#define LEDGER_SHOW_THREADS (1 << 2)
#define LEDGER_SHOW_CPUS    (1 << 3)
#define LEDGER_SHOW_LATENCY (1 << 4)
#define LEDGER_SHOW_RECORDS (1 << 5)
#define LEDGER_SHOW_ALL	    ((1 << 6) - 1)

struct ledger_view {
	const struct ledger *ledger;   /* finished */
	const struct session *session; /* its events have names */
	const struct losses *losses;
	const char *path;
	unsigned int show;	  /* text only: LEDGER_SHOW_*; the classes are always there */
	unsigned int max_threads; /* text only: how many rows; 0: all */
	bool filtered;		  /* not all samples of the trace are in the ledger */
};

/* What @cls means, a few words. Never NULL. */
const char *defer_class__meaning(enum defer_class cls);

/* tally__percent_known() with two digits, cut off, not rounded: 100.00 is all of them. */
double ledger_view__percent_known(const struct tally *tally);

#define LEDGER_PERCENT_LEN 16
/* The same as text, "99.06%"; "-" where no sample has a user half to know. Returns @buf. */
const char *ledger_view__known(const struct tally *tally, char buf[LEDGER_PERCENT_LEN]);

/* Why no sample of @tally has a user half to know, a few words. */
const char *ledger_view__why_none(const struct tally *tally);

#define LEDGER_SPAN_LEN 16
/* A span of time in the unit that leaves one to three digits before the point: @buf. */
const char *ledger_view__span(uint64_t ns, char buf[LEDGER_SPAN_LEN]);

/* What the trace cannot tell, or tells in another way, and what that means for its classes. */
struct ledger_note {
	const char *topic; /* one word */
	char text[128];
};

/* Where user stacks are that nobody has unwound, "stack dumps"; NULL: no event has such. */
const char *ledger_view__not_unwound(const struct defer_evlist *evlist);

#define LEDGER_MAX_NOTES 12
/* Fills @notes, and returns how many there are: none for most traces. */
unsigned int ledger_view__notes(const struct session *session,
				struct ledger_note notes[LEDGER_MAX_NOTES]);

/* A CPU that took samples or lost something. */
struct ledger_cpu {
	int32_t cpu;			 /* -1: not known */
	const struct tally *tally;	 /* NULL: no samples */
	const struct cpu_losses *losses; /* NULL: nothing lost */
};

/* By CPU with -1 last; @losses may be NULL. To be freed; NULL without memory. */
struct ledger_cpu *ledger_view__cpus(const struct tallies *cpus, const struct losses *losses,
				     uint32_t *nr);

/* An event that took samples or is known to have lost something. */
struct ledger_event {
	uint32_t evsel_idx;
	const struct tally *tally;	   /* NULL: no samples */
	const struct event_losses *losses; /* NULL: nothing lost */
};

/* By idx; @losses may be NULL. To be freed; NULL without memory. */
struct ledger_event *ledger_view__events(const struct tallies *events, const struct losses *losses,
					 uint32_t *nr);

/* "…lost 499 records; …": what the kernel says it lost, in a sentence. Returns @buf. */
#define LEDGER_TOLD_LEN 160
const char *ledger_view__told(const struct losses *losses, char buf[LEDGER_TOLD_LEN]);

/* A thread and one class of its samples that miss their user stacks. */
struct ledger_loss {
	uint32_t thread; /* place in the ledger's table, which has an order of its own */
	enum defer_class cls;
	uint64_t samples;
};

/* By class, most samples first. To be freed; NULL without memory. */
struct ledger_loss *ledger_view__losses(const struct tallies *threads, uint32_t *nr);

#endif /* PERF_DEFER_UI_LEDGER_LEDGER_VIEW_H */
