/* SPDX-License-Identifier: GPL-2.0-only */
/* What the parts of parse-events share. */
#ifndef PERF_DEFER_UTIL_EVENTS_PARSE_EVENTS_PRIV_H
#define PERF_DEFER_UTIL_EVENTS_PARSE_EVENTS_PRIV_H

#include "util/events/event-nearest.h"
#include "util/events/parse-events.h"
#include "util/events/pmu.h"

/* A part of the text that is parsed; it has no NUL of its own. */
struct span {
	const char *at;
	size_t len;
};

bool span__is(struct span span, const char *str);
/* Without white space at both ends. */
struct span span__trim(struct span span);
/* The part before the first @sep, which is stepped over in @rest; all of it if there is none. */
struct span span__cut(struct span *rest, char sep);
char *span__dup(struct span span);
/* Reads a decimal number, or a hexadecimal one with 0x. All of it must be one. */
bool span__number(struct span span, uint64_t *num);
/* rNNN or r0xNNN, hexadecimal. */
bool span__raw(struct span span, uint64_t *num);

/* Fits %.*s, cut at what a message can bear. */
#define SPAN_SHOWN     60
#define SPAN_ARG(span) ((span).len < SPAN_SHOWN ? (int)(span).len : SPAN_SHOWN), (span).at

struct parser {
	struct event_list *list;
	const struct event_paths *paths;
	const char *str; /* all of it: columns are counted from here */
	struct pmus pmus;
	struct defer_error *err; /* never NULL, and clear at first */
};

/* Sets the error, with the column of @part, which lies in parser->str, and returns @code. */
int parser__fault(struct parser *parser, int code, struct span part, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
int parser__no_memory(struct parser *parser);
/* Names in a row, up to what a message can bear. All zero is none. */
struct name_list {
	char text[96];
	size_t len;
	bool full;
};

/* @list is a struct name_list. */
void name_list__add(void *list, const char *name);
/* event_nearest__offer() as a callback: @nearest is a struct event_nearest. */
void parser__offer(void *nearest, const char *name);

/* One event as it stands there: head/terms/:modifiers, all but the head may be missing. */
struct event_text {
	struct span all, head, terms, modifiers;
	bool has_terms; /* there are slashes, maybe with nothing in between */
	/* What the head is made of: one part, or two of SYSTEM:EVENT and TYPE:CONFIG. */
	struct span first, second;
	bool has_second;
	/* mem:ADDR/LEN:ACCESS */
	bool is_breakpoint;
	struct span bp_len, bp_access;
};

/*
 * Cuts the event that begins @rest, and steps over it, up to the ',' or '}' that ends it or the
 * end. Only looks at the form.
 */
int event_text__cut(struct event_text *text, struct parser *parser, struct span *rest);

/* Applies the modifiers to the events from @first on, which are one event, or one group. */
int parser__add_modifiers(struct parser *parser, struct span modifiers, uint32_t first,
			  bool is_group);
/* Is it made of letters of modifiers alone? */
bool modifiers__are(struct span span);

/* A term of an event: name, name=value, or what an alias says in its place. */
struct event_term {
	struct span name, value;
	struct span at; /* where the user wrote it, or the alias that it came from */
	bool has_value;
	bool is_number;
	bool is_alias; /* it comes from an alias: a later one of the user overrides it */
	uint64_t num;  /* 1 without a value */
};

struct event_terms {
	struct event_term *terms;
	size_t nr, cap;
};

void event_terms__exit(struct event_terms *terms);
/*
 * Appends the terms of @text. If they come from an alias, @alias is where the user named it,
 * else it is NULL.
 */
int event_terms__parse(struct event_terms *terms, struct parser *parser, struct span text,
		       const struct span *alias);

/* What a term did. */
enum term_use {
	TERM_USED,
	TERM_OF_PMU, /* not one that all events have: the PMU's formats and aliases say */
};

/* Applies @term to @spec if events of all kinds have it: an enum term_use, or negative. */
int event_term__apply(const struct event_term *term, struct parser *parser,
		      struct event_spec *spec);
/* Applies all; one that only a PMU could know is a fault. */
int event_terms__apply(const struct event_terms *terms, struct parser *parser,
		       struct event_spec *spec);
/* Calls @fn with the names of those. */
void event_term__for_each(void (*fn)(void *ctx, const char *name), void *ctx);

/* mem:… */
int parser__add_breakpoint(struct parser *parser, const struct event_text *text);
/* SYSTEM:EVENT, either may be a glob. */
int parser__add_tracepoints(struct parser *parser, const struct event_text *text);
/*
 * PMU/terms/, EVENT/terms/ and EVENT that no table has. 0 also if there is no such PMU or event,
 * then nothing was added.
 */
int parser__add_pmu_events(struct parser *parser, const struct event_text *text);
/* An event of @code; on a machine with several kinds of cores one for each kind. */
struct event_code;
int parser__add_code(struct parser *parser, const struct event_text *text,
		     const struct event_code *code);
/* Appends an event named as the user wrote it. NULL and the error without memory. */
struct event_spec *parser__add_spec(struct parser *parser, const struct event_text *text);
/* Makes the events from @first on one group, or one for each PMU that they are on. */
void parser__add_group(struct parser *parser, uint32_t first);
/* "there is no event of that name", with the nearest that there is. */
int parser__no_event(struct parser *parser, const struct event_text *text);

#endif /* PERF_DEFER_UTIL_EVENTS_PARSE_EVENTS_PRIV_H */
