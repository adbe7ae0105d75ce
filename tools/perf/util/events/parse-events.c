// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perf/defer-abi.h>

#include "util/base/error.h"
#include "util/events/event-table.h"
#include "util/events/parse-events-priv.h"

/* Adds TYPE:CONFIG or rNNN. */
static int add_numeric(struct parser *parser, const struct event_text *text, uint32_t type,
		       uint64_t config)
{
	struct event_spec *spec = parser__add_spec(parser, text);
	struct event_terms terms = {0};
	int ret;

	if (!spec)
		return DEFER_ERR_NOMEM;
	spec->attr.type = type;
	spec->attr.config = config;
	ret = event_terms__parse(&terms, parser, text->terms, NULL);
	if (!ret)
		ret = event_terms__apply(&terms, parser, spec);
	event_terms__exit(&terms);
	return ret;
}

/* Sets the fields that perf sets for bpf-output, so that its data is in the samples. */
static void complete_bpf_output(struct event_list *list, uint32_t first)
{
	for (uint32_t i = first; i < list->nr; i++) {
		struct defer_attr *attr = &list->specs[i].attr;

		attr->sample_type |= DEFER_SAMPLE_RAW | DEFER_SAMPLE_TIME | DEFER_SAMPLE_CPU |
				     DEFER_SAMPLE_PERIOD;
		if (!list->specs[i].has_period)
			attr->sample_period = 1;
	}
}

static int add_named(struct parser *parser, const struct event_text *text)
{
	uint32_t before = parser->list->nr;
	struct event_code code;
	uint64_t raw;
	int ret;

	if (!text->first.len)
		return parser__fault(parser, DEFER_ERR_INVAL, text->all, "an event has no name");
	if (event_table__find(text->first.at, text->first.len, &code)) {
		ret = parser__add_code(parser, text, &code);
		if (!ret && code.type == DEFER_TYPE_SOFTWARE && code.config == 10)
			complete_bpf_output(parser->list, before);
		return ret;
	}
	if (span__raw(text->first, &raw))
		return add_numeric(parser, text, DEFER_TYPE_RAW, raw);
	ret = parser__add_pmu_events(parser, text);
	if (!ret && parser->list->nr == before)
		ret = parser__no_event(parser, text);
	return ret;
}

/*
 * Adds SYSTEM:EVENT or TYPE:CONFIG. After a known event, as in "cycles:z", the second part is a
 * wrong modifier.
 */
static int add_pair(struct parser *parser, const struct event_text *text)
{
	struct event_code code;
	uint64_t type, config;

	if (span__number(text->first, &type) && span__number(text->second, &config)) {
		if (type > UINT32_MAX)
			return parser__fault(parser, DEFER_ERR_INVAL, text->first,
					     "an event type has 32 bits");
		return add_numeric(parser, text, type, config);
	}
	if (event_table__find(text->first.at, text->first.len, &code)) {
		if (modifiers__are(text->second))
			return parser__fault(parser, DEFER_ERR_INVAL, text->second,
					     "modifiers may be given only once, after one ':'");
		return parser__add_modifiers(parser, text->second, parser->list->nr, false);
	}
	return parser__add_tracepoints(parser, text);
}

static int parse_event(struct parser *parser, struct span *rest)
{
	uint32_t first = parser->list->nr;
	struct event_text text;
	int ret = event_text__cut(&text, parser, rest);

	if (ret)
		return ret;
	if (text.is_breakpoint)
		ret = parser__add_breakpoint(parser, &text);
	else if (text.has_second)
		ret = add_pair(parser, &text);
	else
		ret = add_named(parser, &text);
	if (!ret && text.modifiers.len)
		ret = parser__add_modifiers(parser, text.modifiers, first, false);
	return ret;
}

static void skip_space(struct span *rest)
{
	*rest = (struct span){rest->at + strspn(rest->at, " \t\n"),
			      rest->len - strspn(rest->at, " \t\n")};
}

static bool skip_char(struct span *rest, char c)
{
	skip_space(rest);
	if (!rest->len || *rest->at != c)
		return false;
	rest->at++;
	rest->len--;
	return true;
}

/* Cuts the modifiers that follow '}'. */
static struct span cut_group_modifiers(struct span *rest)
{
	struct span part = {rest->at, strcspn(rest->at, ",{}/")};

	rest->at += part.len;
	rest->len -= part.len;
	return span__trim(part);
}

static int parse_group(struct parser *parser, struct span *rest)
{
	uint32_t first = parser->list->nr;
	struct span start = *rest, modifiers;
	int ret;

	do {
		skip_space(rest);
		if (rest->len && *rest->at == '{')
			return parser__fault(parser, DEFER_ERR_INVAL, *rest,
					     "groups cannot be nested");
		ret = parse_event(parser, rest);
		if (ret)
			return ret;
	} while (skip_char(rest, ','));
	if (!skip_char(rest, '}'))
		return parser__fault(parser, DEFER_ERR_INVAL, start,
				     "missing '}' after the "
				     "group");

	parser__add_group(parser, first);
	if (!skip_char(rest, ':'))
		return 0;
	modifiers = cut_group_modifiers(rest);
	if (!modifiers.len)
		return 0;
	return parser__add_modifiers(parser, modifiers, first, true);
}

/*
 * Steps over "{" or "name{". Returns false if neither is there. A recording does not show a group's
 * name.
 */
static bool skip_group_start(struct span *rest)
{
	size_t len = strcspn(rest->at, ",{}/:");

	if (rest->at[len] != '{')
		return false;
	rest->at += len + 1;
	rest->len -= len + 1;
	return true;
}

static int parse_all(struct parser *parser)
{
	struct span rest = {parser->str, strlen(parser->str)};
	int ret;

	do {
		skip_space(&rest);
		ret = skip_group_start(&rest) ? parse_group(parser, &rest)
					      : parse_event(parser, &rest);
		if (ret)
			return ret;
	} while (skip_char(&rest, ','));
	if (rest.len)
		return parser__fault(parser, DEFER_ERR_INVAL, rest, "unexpected '%.1s'", rest.at);
	return 0;
}

int parse_events(struct event_list *list, const struct event_paths *paths, const char *str,
		 struct defer_error *err)
{
	struct defer_error fault = DEFER_ERROR_INIT;
	struct parser parser = {.list = list, .paths = paths, .str = str, .err = &fault};
	uint32_t before = list->nr;
	int ret;

	ret = pmus__init(&parser.pmus, paths->sysfs, &fault);
	if (!ret)
		ret = parse_all(&parser);
	pmus__exit(&parser.pmus);
	if (!ret)
		return 0;
	event_list__truncate(list, before);
	return defer_error__set(err, ret, "%s", fault.text);
}

/* Sets the filter; as in perf, a second filter narrows the first. */
static bool set_filter(struct event_spec *spec, const char *filter)
{
	char *both = NULL;
	int ret;

	if (!spec->filter)
		ret = asprintf(&both, "%s", filter);
	else
		ret = asprintf(&both, "(%s) && (%s)", spec->filter, filter);
	if (ret < 0)
		return false;
	free(spec->filter);
	spec->filter = both;
	return true;
}

int parse_filter(struct event_list *list, uint32_t first, const char *filter,
		 struct defer_error *err)
{
	if (!filter[strspn(filter, " \t")])
		return defer_error__set(err, DEFER_ERR_INVAL, "--filter is empty");
	if (first >= list->nr)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"--filter must follow the -e that it filters");
	for (uint32_t i = first; i < list->nr; i++) {
		if (list->specs[i].attr.type != DEFER_TYPE_TRACEPOINT)
			return defer_error__set(err, DEFER_ERR_INVAL,
						"--filter is only for tracepoints, and '%.80s' "
						"is not one",
						list->specs[i].name);
	}
	for (uint32_t i = first; i < list->nr; i++) {
		if (!set_filter(&list->specs[i], filter))
			return error__no_memory(err, "for a filter");
	}
	return 0;
}

int parse_default_event(struct event_list *list, const struct event_paths *paths, bool *is_fallback,
			struct defer_error *err)
{
	struct pmus pmus;
	int ret;

	ret = pmus__init(&pmus, paths->sysfs, err);
	if (ret)
		return ret;
	*is_fallback = !pmus__nr_core(&pmus);
	pmus__exit(&pmus);
	return parse_events(list, paths, *is_fallback ? "cpu-clock" : "cycles:P", err);
}
