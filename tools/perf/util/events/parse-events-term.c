// SPDX-License-Identifier: GPL-2.0-only
/* Parses the terms between slashes, and applies those that events of all kinds have. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/events/parse-events-priv.h"

void event_terms__exit(struct event_terms *terms)
{
	free(terms->terms);
	*terms = (struct event_terms){0};
}

/* Cuts the next term. A quoted value may contain commas: name='a,b'. */
static struct span cut_term(struct span *rest)
{
	struct span term = {rest->at, 0};
	bool quoted = false;

	while (term.len < rest->len && (quoted || term.at[term.len] != ',')) {
		if (term.at[term.len] == '\'')
			quoted = !quoted;
		term.len++;
	}
	rest->at += term.len;
	rest->len -= term.len;
	return span__trim(term);
}

static bool event_term__is_name(struct span span)
{
	for (size_t i = 0; i < span.len; i++) {
		if (!isalnum((unsigned char)span.at[i]) && !strchr("_*?.[]!-:", span.at[i]))
			return false;
	}
	return span.len && span.at[0] != '.' && memchr(span.at, '\0', span.len) == NULL;
}

static int check_value(struct parser *parser, struct event_term *term)
{
	struct span *value = &term->value;

	if (value->len >= 2 && value->at[0] == '\'' && value->at[value->len - 1] == '\'') {
		value->at++;
		value->len -= 2;
		return 0;
	}
	if (!value->len)
		return parser__fault(parser, DEFER_ERR_INVAL, term->at,
				     "term '%.*s' has no value after '='", span__shown(term->name),
				     term->name.at);
	if (memchr(value->at, '\'', value->len))
		return parser__fault(parser, DEFER_ERR_INVAL, term->at,
				     "term '%.*s' has an unterminated quote",
				     span__shown(term->name), term->name.at);
	term->is_number = span__number(*value, &term->num);
	if (!term->is_number && isdigit((unsigned char)value->at[0]) &&
	    value->len == strspn(value->at, "0123456789"))
		return parser__fault(parser, DEFER_ERR_INVAL, term->at,
				     "'%.*s' does not fit into 64 bits", span__shown(*value),
				     value->at);
	return 0;
}

static int parse_term(struct parser *parser, struct event_term *term, struct span text)
{
	struct span rest = text;

	term->num = 1;
	term->is_number = true;
	if (text.len && text.at[0] == '@')
		return parser__fault(
			parser, DEFER_ERR_UNSUPPORTED, term->at,
			"'%.*s' configures an AUX area, which is not recorded; use perf record, "
			"whose files perf defer reads",
			span__shown(text), text.at);
	term->has_value = memchr(text.at, '=', text.len) != NULL;
	term->name = span__trim(span__cut(&rest, '='));
	term->value = span__trim(rest);
	if (!event_term__is_name(term->name))
		return parser__fault(parser, DEFER_ERR_INVAL, term->at, "'%.*s' is not a term",
				     span__shown(text), text.at);
	if (!term->has_value)
		return 0;
	term->is_number = false;
	return check_value(parser, term);
}

int event_terms__parse(struct event_terms *terms, struct parser *parser, struct span text,
		       const struct span *alias)
{
	struct event_term *term;
	struct span part;
	int ret;

	if (!span__trim(text).len)
		return 0;
	for (;;) {
		part = cut_term(&text);
		if (!ARRAY_GROW(terms->terms, terms->cap, terms->nr + 1))
			return parser__no_memory(parser);
		term = &terms->terms[terms->nr];
		*term = (struct event_term){
			.at = alias ? *alias : part,
			.is_alias = alias != NULL,
		};
		ret = parse_term(parser, term, part);
		if (ret)
			return ret;
		terms->nr++;
		if (!text.len)
			return 0;
		text.at++;
		text.len--;
	}
}

int event_terms__apply(const struct event_terms *terms, struct parser *parser,
		       struct event_spec *spec)
{
	for (size_t i = 0; i < terms->nr; i++) {
		const struct event_term *term = &terms->terms[i];
		struct event_nearest nearest;
		int ret = event_term__apply(term, parser, spec);

		if (ret < 0)
			return ret;
		if (ret != TERM_OF_PMU)
			continue;
		event_nearest__init(&nearest, term->name.at, term->name.len);
		event_term__for_each(parser__offer, &nearest);
		return parser__fault(parser, DEFER_ERR_INVAL, term->at,
				     "unknown term '%.*s' for this event%s%s%s",
				     span__shown(term->name), term->name.at,
				     EVENT_NEAREST_HINT(nearest));
	}
	return 0;
}
