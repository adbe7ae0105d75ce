/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * summary: what a trace says at first sight, for one of its events: where the time went, and a sentence
 * for each of some views, with numbers of that view.
 *
 * The parts are made one by one, so that each can be shown as soon as it is known. The text of the report
 * and the terminal UI show the same sentences.
 */
#ifndef PERF_DEFER_UTIL_SUMMARY_SUMMARY_H
#define PERF_DEFER_UTIL_SUMMARY_SUMMARY_H

#include <stdbool.h>
#include <stdint.h>

#include <perf/defer-error.h>

struct pipeline;
struct resolve;
struct shown;

enum summary_part {
	SUMMARY_WHERE,	 /* how much of what; with summary.shares */
	SUMMARY_FUNCS,	 /* the path and the function with most samples */
	SUMMARY_KNOWN,	 /* which user stacks are missing, and why */
	SUMMARY_SEAM,	 /* the way into the kernel with most samples */
	SUMMARY_ENTRIES, /* the kind of entries that lasted longest */
	SUMMARY_TIME,	 /* the part of the time that differs most from the rest */
	SUMMARY_NR,
};

#define SUMMARY_PART(part) (1U << (part))
#define SUMMARY_ALL	   (SUMMARY_PART(SUMMARY_NR) - 1)
/* The parts that cost little, which are made together. */
#define SUMMARY_QUICK \
	(SUMMARY_PART(SUMMARY_WHERE) | SUMMARY_PART(SUMMARY_FUNCS) | SUMMARY_PART(SUMMARY_KNOWN))

enum summary_state {
	SUMMARY_USER,
	SUMMARY_KERNEL,
	SUMMARY_IDLE,
	SUMMARY_MISSING, /* a part of the user stack is missing */
	SUMMARY_NR_STATES,
};

#define SUMMARY_TEXT_LEN 512

/* All zero: nothing is known. It points to nothing. */
struct summary {
	unsigned int known;		  /* SUMMARY_PART() of each part that was made */
	double shares[SUMMARY_NR_STATES]; /* percent, of what the rows' percentages are of */
	char texts[SUMMARY_NR][SUMMARY_TEXT_LEN];
};

/* The things that parts are made of. */
struct summary_source {
	const struct shown *shown; /* its profile has its rows sorted; samples may be NULL */
	const struct pipeline *pipeline;
	struct resolve *resolve;
	uint32_t event; /* index in the profile */
	bool has_names; /* frames have names, not only addresses */
};

/*
 * Makes those of @parts that can be made: without samples neither entries nor time, without names no ways
 * into the kernel.
 */
int summary__make(struct summary *summary, unsigned int parts, const struct summary_source *source,
		  struct defer_error *err);

/* Takes the parts that @from knows. */
void summary__take(struct summary *summary, const struct summary *from);

/* Returns the key of the view that a part is about; 0: it is about all. */
char summary_part__key(enum summary_part part);
/* The parts in the order in which they are shown; SUMMARY_NR of them. */
extern const enum summary_part summary_order[SUMMARY_NR];

/* Return what a state is called, and its letter in a bar. */
const char *summary_state__name(enum summary_state state);
char summary_state__letter(enum summary_state state);
/* Writes @cols letters, of each state as many as its share is, and blanks for the rest of 100 percent. */
void summary__bar(const struct summary *summary, char *bar, unsigned int cols);

#endif /* PERF_DEFER_UTIL_SUMMARY_SUMMARY_H */
