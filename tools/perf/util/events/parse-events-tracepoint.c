// SPDX-License-Identifier: GPL-2.0-only
/* Tracepoints: SYSTEM:NAME, both of which may be patterns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perf/defer-abi.h>

#include "util/events/parse-events-priv.h"
#include "util/events/tracepoint.h"

struct tracepoints {
	struct parser *parser;
	const struct event_text *text;
	const struct event_terms *terms;
	char dir[PATH_MAX];
	struct event_nearest nearest;
	uint32_t nr; /* number of events added */
};

/*
 * Fields that perf sets for all tracepoints: Linux 7.2, tools/perf/util/evsel.c,
 * evsel__newtp_idx().
 */
#define TRACEPOINT_SAMPLE \
	(DEFER_SAMPLE_RAW | DEFER_SAMPLE_TIME | DEFER_SAMPLE_CPU | DEFER_SAMPLE_PERIOD)

static int add_tracepoint(struct tracepoints *tps, const char *sys, const char *name, uint64_t id)
{
	struct event_spec *spec;
	char *full;

	if (asprintf(&full, "%s:%s", sys, name) < 0)
		return parser__no_memory(tps->parser);
	spec = event_list__add(tps->parser->list, full);
	free(full);
	if (!spec)
		return parser__no_memory(tps->parser);

	spec->attr.type = DEFER_TYPE_TRACEPOINT;
	spec->attr.config = id;
	spec->attr.sample_period = 1;
	spec->attr.sample_type = TRACEPOINT_SAMPLE;
	/* Reading a user callchain may fault, and the fault handler calls traced functions. */
	if (!strcmp(sys, "ftrace") && !strcmp(name, "function"))
		spec->attr.flags |= DEFER_ATTR_EXCLUDE_CALLCHAIN_USER;
	tps->nr++;
	return event_terms__apply(tps->terms, tps->parser, spec);
}

/*
 * Adds one match. A tracepoint without an id, such as ftrace:print, has no event: a glob skips it.
 */
static int see_tracepoint(void *ctx, const char *sys, const char *name)
{
	struct tracepoints *tps = ctx;
	uint64_t id;
	int ret = tracepoint__id(tps->dir, sys, name, &id, tps->parser->err);

	if (ret == DEFER_ERR_NOENT)
		return 0;
	return ret ? ret : add_tracepoint(tps, sys, name, id);
}

static int offer_tracepoint(void *ctx, const char *sys, const char *name)
{
	struct tracepoints *tps = ctx;
	char full[EVENT_NEAREST_MAX];

	if (snprintf(full, sizeof(full), "%s:%s", sys, name) < (int)sizeof(full))
		event_nearest__offer(&tps->nearest, full);
	return 0;
}

static int no_tracepoint(struct tracepoints *tps)
{
	struct span name = {tps->text->first.at, 0};

	name.len = tps->text->second.at + tps->text->second.len - name.at;
	event_nearest__init(&tps->nearest, name.at, name.len);
	tracepoint__for_each(tps->dir, "*", "*", offer_tracepoint, tps);
	return parser__fault(tps->parser, DEFER_ERR_NOENT, name, "unknown tracepoint '%.*s'%s%s%s",
			     span__shown(name), name.at, EVENT_NEAREST_HINT(tps->nearest));
}

/* Rejects terms that would change the id, which selects the tracepoint. */
static int check_terms(struct parser *parser, const struct event_terms *terms)
{
	for (size_t i = 0; i < terms->nr; i++) {
		struct span name = terms->terms[i].name;

		if (name.len >= 6 && !memcmp(name.at, "config", 6))
			return parser__fault(parser, DEFER_ERR_INVAL, name,
					     "a tracepoint does not take '%.*s'", span__shown(name),
					     name.at);
	}
	return 0;
}

static int add_matching(struct tracepoints *tps, const char *sys, const char *name)
{
	uint64_t id;
	int ret;

	ret = tracefs__find(tps->dir, tps->parser->paths->tracefs, tps->parser->err);
	if (ret)
		return ret;
	if (strpbrk(sys, "*?[") || strpbrk(name, "*?[")) {
		ret = tracepoint__for_each(tps->dir, sys, name, see_tracepoint, tps);
	} else {
		ret = tracepoint__id(tps->dir, sys, name, &id, tps->parser->err);
		if (!ret)
			ret = add_tracepoint(tps, sys, name, id);
	}
	if (ret == DEFER_ERR_NOENT || (!ret && !tps->nr))
		return no_tracepoint(tps);
	return ret;
}

int parser__add_tracepoints(struct parser *parser, const struct event_text *text)
{
	struct event_terms terms = {0};
	struct tracepoints tps = {.parser = parser, .text = text, .terms = &terms};
	char *sys = span__dup(text->first), *name = span__dup(text->second);
	int ret;

	if (!sys || !name)
		ret = parser__no_memory(parser);
	else
		ret = event_terms__parse(&terms, parser, text->terms, NULL);
	if (!ret)
		ret = check_terms(parser, &terms);
	if (!ret)
		ret = add_matching(&tps, sys, name);
	event_terms__exit(&terms);
	free(sys);
	free(name);
	return ret;
}
