// SPDX-License-Identifier: GPL-2.0-only
/* Errors of -e: they name the part of the text, and the nearest name that exists. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "util/base/error.h"
#include "util/events/event-table.h"
#include "util/events/parse-events-priv.h"

/* Longest excerpt of the text in a message, in bytes. */
#define EXCERPT 48

int parser__fault(struct parser *parser, int code, struct span part, const char *fmt, ...)
{
	size_t column = part.at - parser->str, start = 0, len = strlen(parser->str);
	char text[sizeof(parser->err->text)];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);

	if (len > EXCERPT && column > EXCERPT / 3)
		start = column - EXCERPT / 3;
	return defer_error__set(parser->err, code, "event '%s%.*s%s' column %zu: %s",
				start ? "…" : "", EXCERPT, parser->str + start,
				len - start > EXCERPT ? "…" : "", column + 1, text);
}

int parser__no_memory(struct parser *parser)
{
	return error__no_memory(parser->err, "for events");
}

void parser__offer(void *nearest, const char *name)
{
	event_nearest__offer(nearest, name);
}

void name_list__add(void *ctx, const char *name)
{
	struct name_list *list = ctx;
	size_t len = strlen(name) + !!list->len;

	/* Keep room for ",…" and a NUL. */
	if (list->full)
		return;
	if (list->len + len + 5 > sizeof(list->text)) {
		list->len += sprintf(list->text + list->len, ",…");
		list->full = true;
		return;
	}
	list->len += sprintf(list->text + list->len, "%s%s", list->len ? "," : "", name);
}

int parser__no_event(struct parser *parser, const struct event_text *text)
{
	struct name_list pmus = {.len = 0};
	struct event_nearest nearest;

	event_nearest__init(&nearest, text->first.at, text->first.len);
	event_table__for_each(parser__offer, &nearest);
	for (size_t i = 0; i < parser->pmus.nr; i++) {
		const struct pmu *pmu = &parser->pmus.pmus[i];

		if (text->has_terms) {
			event_nearest__offer(&nearest, pmu->name);
			name_list__add(&pmus, pmu->name);
		}
		pmu__each_event(&parser->pmus, pmu, parser__offer, &nearest);
	}
	return parser__fault(parser, DEFER_ERR_NOENT, text->first, "unknown %s '%.*s'%s%s%s%s%s%s",
			     text->has_terms ? "PMU or event" : "event", span__shown(text->first),
			     text->first.at, pmus.len ? " (PMUs: " : "", pmus.text,
			     pmus.len ? ")" : "", EVENT_NEAREST_HINT(nearest));
}
