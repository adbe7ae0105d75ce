/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * fields: the columns that `script` prints for each type of event. -F has perf's names, defaults
 * and rules (Linux 7.2, tools/perf/builtin-script.c), and four fields of our own.
 */
#ifndef PERF_DEFER_UI_SCRIPT_FIELDS_H
#define PERF_DEFER_UI_SCRIPT_FIELDS_H

#include <stdbool.h>

#include <perf/defer-error.h>

struct defer_evlist;
struct defer_evsel;

#define FIELD_COMM	     (1ULL << 0)
#define FIELD_TID	     (1ULL << 1)
#define FIELD_PID	     (1ULL << 2)
#define FIELD_TIME	     (1ULL << 3)
#define FIELD_CPU	     (1ULL << 4)
#define FIELD_EVENT	     (1ULL << 5)
#define FIELD_TRACE	     (1ULL << 6)
#define FIELD_IP	     (1ULL << 7)
#define FIELD_SYM	     (1ULL << 8)
#define FIELD_DSO	     (1ULL << 9)
#define FIELD_ADDR	     (1ULL << 10)
#define FIELD_SYMOFF	     (1ULL << 11)
#define FIELD_SRCLINE	     (1ULL << 12)
#define FIELD_PERIOD	     (1ULL << 13)
#define FIELD_WEIGHT	     (1ULL << 14)
#define FIELD_MISC	     (1ULL << 15)
#define FIELD_PHYS_ADDR	     (1ULL << 16)
#define FIELD_DATA_PAGE_SIZE (1ULL << 17)
#define FIELD_CODE_PAGE_SIZE (1ULL << 18)
#define FIELD_INS_LAT	     (1ULL << 19)
#define FIELD_RETIRE_LAT     (1ULL << 20)
#define FIELD_DSOFF	     (1ULL << 21)
#define FIELD_CGROUP	     (1ULL << 24)
#define FIELD_IREGS	     (1ULL << 27)
#define FIELD_UREGS	     (1ULL << 25)
#define FIELD_BRSTACK	     (1ULL << 26)
#define FIELD_DELAY	     (1ULL << 28) /* ours: from the sample to its deferred record */
#define FIELD_CLASS	     (1ULL << 22) /* ours: where the user half came from, or why not */
#define FIELD_COOKIE	     (1ULL << 23) /* ours: of the kernel entry, 0 if not deferred */

#define FIELD_EVIDENCE (1ULL << 30) /* ours: how each user frame is known */

/* No field, but how FIELD_SYM is shown: without arguments, and recursion folds. */
#define FIELD_SHORT (1ULL << 29)

/* The fields that decide what a line of a callchain shows. */
#define FIELDS_OF_FRAME                                                                  \
	(FIELD_IP | FIELD_SYM | FIELD_SYMOFF | FIELD_DSO | FIELD_DSOFF | FIELD_SRCLINE | \
	 FIELD_EVIDENCE | FIELD_SHORT)

/* perf_event_attr.type, and one value for all other types. */
enum field_type {
	FIELDS_HARDWARE,
	FIELDS_SOFTWARE,
	FIELDS_TRACEPOINT,
	FIELDS_HW_CACHE,
	FIELDS_RAW,
	FIELDS_BREAKPOINT,
	FIELDS_OTHER,
	FIELDS_NR_TYPES,
};

struct script_fields {
	struct {
		uint64_t fields;
		uint64_t wanted; /* fields named by the user: an event that lacks one is an error */
		bool set;	 /* -F changed the fields */
		bool named;	 /* -F named the type: a trace without such an event is an error */
	} types[FIELDS_NR_TYPES];
};

void script_fields__init(struct script_fields *fields);

/*
 * Parses one -F, such as "comm,ip", "+srcline,-dso" or "trace:time,trace"; may be called several
 * times. Returns DEFER_ERR_INVAL if @str is not valid, DEFER_ERR_UNSUPPORTED for a field that perf
 * has and we lack.
 */
int script_fields__parse(struct script_fields *fields, const char *str, struct defer_error *err);

/*
 * Returns in @fields those fields of its type that samples of @evsel have. Returns DEFER_ERR_INVAL
 * if the user asked for one that they lack.
 */
int script_fields__of_evsel(const struct script_fields *fields, const struct defer_evsel *evsel,
			    uint64_t *of_evsel, struct defer_error *err);

/*
 * Adapts the fields to the events of a trace: tracepoints show addresses only if some event has
 * callchains. Returns DEFER_ERR_INVAL if -F names a type of event that the trace lacks.
 */
int script_fields__start(struct script_fields *fields, const struct defer_evlist *evlist,
			 struct defer_error *err);

#endif /* PERF_DEFER_UI_SCRIPT_FIELDS_H */
