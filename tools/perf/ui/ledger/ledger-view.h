/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ledger_view: the contents of `audit`, as text or as JSON, and of the ledger in the terminal UI.
 * All three show the same numbers and the same rows in the same order.
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

struct frame_links;

struct ledger_view {
	const struct ledger *ledger;   /* finished */
	const struct session *session; /* names the events */
	const struct losses *losses;
	const struct frame_links *links; /* NULL: not asked for */
	const char *path;
	unsigned int show;	  /* text only: LEDGER_SHOW_*; classes are always shown */
	unsigned int max_threads; /* text only: number of rows; 0: all */
	bool filtered;		  /* a filter keeps some samples of the trace out of the ledger */
};

#define LEDGER_PERCENT_LEN 16
/*
 * Writes tally__percent_known() as text, "99.06%", cut off after two digits, not rounded: 100.00%
 * means all of them; "-" if no sample has a user half to know. Returns @buf.
 */
const char *ledger_view__known(const struct tally *tally, char buf[LEDGER_PERCENT_LEN]);

/* Returns in a few words why no sample of @tally has a user half to know. */
const char *ledger_view__why_none(const struct tally *tally);

/* Something that the trace lacks or records differently, and what that means for its classes. */
struct ledger_note {
	const char *topic; /* one word */
	char text[128];
};

/* Returns the kind of user stacks that were recorded but not unwound, as words; NULL: none. */
const char *ledger_view__not_unwound(const struct session *session);

#define LEDGER_MAX_NOTES 12
/* Fills @notes and returns how many there are; most traces have none. */
unsigned int ledger_view__notes(const struct session *session, const struct ledger *ledger,
				struct ledger_note notes[LEDGER_MAX_NOTES]);

/* A CPU or an event, with samples or losses. */
struct ledger_row {
	int32_t key;			  /* the CPU, -1: unknown; or evsel idx */
	const struct tally *tally;	  /* NULL: no samples */
	const struct loss_counts *losses; /* all 0: nothing lost */
};

/*
 * Return an array sorted by key, -1 last, which the caller frees; NULL if there is no memory.
 * @losses may be NULL.
 */
struct ledger_row *ledger_view__cpus(const struct tallies *cpus, const struct losses *losses,
				     uint32_t *nr);
struct ledger_row *ledger_view__events(const struct tallies *events, const struct losses *losses,
				       uint32_t *nr);

/* Writes the losses that the kernel reports as a sentence: "…lost 499 records; …". Returns @buf. */
#define LEDGER_TOLD_LEN 160
const char *ledger_view__told(const struct losses *losses, char buf[LEDGER_TOLD_LEN]);

/* A thread and one class of its samples that miss their user stack. */
struct ledger_loss {
	uint32_t thread; /* index into the ledger's thread table, which is sorted differently */
	enum defer_class cls;
	uint64_t samples;
};

/*
 * Returns an array sorted by class, then by samples, most first, which the caller frees; NULL if
 * there is no memory.
 */
struct ledger_loss *ledger_view__losses(const struct tallies *threads, uint32_t *nr);

#endif /* PERF_DEFER_UI_LEDGER_LEDGER_VIEW_H */
