/* SPDX-License-Identifier: GPL-2.0-only */
/* parse-events-priv: declarations shared by the parts of parse-events. */
#ifndef PERF_DEFER_UTIL_EVENTS_PARSE_EVENTS_PRIV_H
#define PERF_DEFER_UTIL_EVENTS_PARSE_EVENTS_PRIV_H

#include "util/events/event-nearest.h"
#include "util/events/parse-events.h"
#include "util/events/pmu.h"

/* A part of the parsed text, not NUL-terminated. */
struct span {
	const char *at;
	size_t len;
};

bool span__is(struct span span, const char *str);
/* Returns @span without white space at both ends. */
struct span span__trim(struct span span);
/*
 * Returns the part before the first @sep and removes it and @sep from @rest; without a @sep, all of
 * @rest.
 */
struct span span__cut(struct span *rest, char sep);
char *span__dup(struct span span);
/*
 * Reads a decimal number, or a hexadecimal one with 0x. Returns false unless all of @span is one.
 */
bool span__number(struct span span, uint64_t *num);
/* Reads rNNN or r0xNNN, hexadecimal. Returns false unless all of @span is one. */
bool span__raw(struct span span, uint64_t *num);

/* Bytes of a span that fit a message. */
#define SPAN_SHOWN 60

/* Returns the length for %.*s, limited to what fits a message. */
static inline int span__shown(struct span span)
{
	return span.len < SPAN_SHOWN ? (int)span.len : SPAN_SHOWN;
}

struct parser {
	struct event_list *list;
	const struct event_paths *paths;
	const char *str; /* whole text; columns are counted from its start */
	struct pmus pmus;
	struct defer_error *err; /* never NULL, and clear at first */
};

/* Sets the error, with the column of @part (which lies in parser->str). Returns @code. */
int parser__fault(struct parser *parser, int code, struct span part, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
int parser__no_memory(struct parser *parser);
/* Names separated by commas, limited to what fits a message. All zero is an empty list. */
struct name_list {
	char text[96];
	size_t len;
	bool full;
};

/* Appends @name to @list, a struct name_list. */
void name_list__add(void *list, const char *name);
/* Wraps event_nearest__offer() as a callback: @nearest is a struct event_nearest. */
void parser__offer(void *nearest, const char *name);

/* One event as written: head/terms/:modifiers. All but the head are optional. */
struct event_text {
	struct span all, head, terms, modifiers;
	bool has_terms; /* slashes are present, perhaps with nothing between them */
	/* Parts of the head: one, or two in SYSTEM:EVENT and TYPE:CONFIG. */
	struct span first, second;
	bool has_second;
	/* Breakpoints: mem:ADDR/LEN:ACCESS. */
	bool is_breakpoint;
	struct span bp_len, bp_access;
};

/*
 * Cuts the event at the start of @rest and steps over it, up to the ',' or '}' or the end of the
 * text. Checks only the form.
 */
int event_text__cut(struct event_text *text, struct parser *parser, struct span *rest);

/* Applies the modifiers to the events from @first on, which are one event or one group. */
int parser__add_modifiers(struct parser *parser, struct span modifiers, uint32_t first,
			  bool is_group);
/* Returns whether @span consists of modifier letters alone. */
bool modifiers__are(struct span span);

/* A term of an event: name, name=value, or a term that an alias stands for. */
struct event_term {
	struct span name, value;
	struct span at; /* position in the user's text, of the term or of the alias */
	bool has_value;
	bool is_number;
	bool is_alias; /* from an alias; a later term of the user overrides it */
	uint64_t num;  /* value; 1 if the term has none */
};

struct event_terms {
	struct event_term *terms;
	size_t nr, cap;
};

void event_terms__exit(struct event_terms *terms);
/* Appends the terms of @text. @alias is the position of the alias that they come from, or NULL. */
int event_terms__parse(struct event_terms *terms, struct parser *parser, struct span text,
		       const struct span *alias);

/* Results of event_term__apply(). */
enum term_use {
	TERM_USED,
	TERM_OF_PMU, /* not common to all events: the PMU's formats and aliases decide */
};

/*
 * Applies @term to @spec if events of all kinds have it. Returns an enum term_use, or a negative
 * code.
 */
int event_term__apply(const struct event_term *term, struct parser *parser,
		      struct event_spec *spec);
/* Applies all terms; a term that only a PMU could know is an error. */
int event_terms__apply(const struct event_terms *terms, struct parser *parser,
		       struct event_spec *spec);
/* Calls @fn with the names of the terms that events of all kinds have. */
void event_term__for_each(void (*fn)(void *ctx, const char *name), void *ctx);

/* Adds a breakpoint, mem:ADDR[/LEN][:ACCESS]. */
int parser__add_breakpoint(struct parser *parser, const struct event_text *text);
/* Adds the tracepoints of SYSTEM:EVENT; both may be globs. */
int parser__add_tracepoints(struct parser *parser, const struct event_text *text);
/*
 * Adds PMU/terms/, EVENT/terms/, and an EVENT that no table has. Returns 0 and adds nothing if
 * there is no such PMU or event.
 */
int parser__add_pmu_events(struct parser *parser, const struct event_text *text);
/* Adds an event of @code; on a machine with several kinds of cores, one for each kind. */
struct event_code;
int parser__add_code(struct parser *parser, const struct event_text *text,
		     const struct event_code *code);
/* Appends an event named as the user wrote it. Returns NULL and sets the error without memory. */
struct event_spec *parser__add_spec(struct parser *parser, const struct event_text *text);
/* Makes the events from @first on one group, or one for each PMU that they are on. */
void parser__add_group(struct parser *parser, uint32_t first);
/* Sets the error "there is no event of that name", with the nearest name that exists. */
int parser__no_event(struct parser *parser, const struct event_text *text);

#endif /* PERF_DEFER_UTIL_EVENTS_PARSE_EVENTS_PRIV_H */
