// SPDX-License-Identifier: GPL-2.0-only
/* Events of a PMU: PMU/TERM=VALUE,.../, packed as the formats in sysfs say. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perf/defer-abi.h>

#include "util/events/event-table.h"
#include "util/events/parse-events-priv.h"

/* Longer names are not file names. */
#define NAME_SIZE 256

/* One event on one PMU while its terms are applied. */
struct pmu_event {
	struct parser *parser;
	const struct pmu *pmu;
	const struct event_terms *terms; /* terms that the user gave */
	uint32_t spec;			 /* index of the event */
};

static struct event_spec *spec_of(const struct pmu_event *event)
{
	return &event->parser->list->specs[event->spec];
}

static bool copy_name(char name[static NAME_SIZE], struct span span)
{
	if (span.len >= NAME_SIZE)
		return false;
	memcpy(name, span.at, span.len);
	name[span.len] = '\0';
	return true;
}

static int no_term(const struct pmu_event *event, const struct event_term *term)
{
	struct parser *parser = event->parser;
	struct name_list formats = {.len = 0};
	struct event_nearest nearest;

	event_nearest__init(&nearest, term->name.at, term->name.len);
	pmu__each_format(&parser->pmus, event->pmu, parser__offer, &nearest);
	pmu__each_event(&parser->pmus, event->pmu, parser__offer, &nearest);
	event_term__for_each(parser__offer, &nearest);
	if (event->pmu->is_core)
		event_table__for_each(parser__offer, &nearest);
	pmu__each_format(&parser->pmus, event->pmu, name_list__add, &formats);
	return parser__fault(parser, DEFER_ERR_NOENT, term->at,
			     "PMU '%.40s' has no term '%.*s'%s%s%s%s%s%s", event->pmu->name,
			     span__shown(term->name), term->name.at, formats.len ? " (it has " : "",
			     formats.text, formats.len ? ")" : "", EVENT_NEAREST_HINT(nearest));
}

static uint64_t *word_of(struct defer_attr *attr, unsigned int word)
{
	uint64_t *words[PMU_NR_WORDS] = {&attr->config, &attr->config1, &attr->config2,
					 &attr->config3, &attr->config4};

	return words[word];
}

static int pmu_event__pack(const struct pmu_event *event, const struct event_term *term,
			   const struct pmu_format *format)
{
	uint64_t *word = word_of(&spec_of(event)->attr, format->word);
	uint64_t max = pmu_format__max(format);

	if (!term->is_number)
		return parser__fault(event->parser, DEFER_ERR_INVAL, term->at,
				     "%.*s must be a number, not '%.*s'", span__shown(term->name),
				     term->name.at, span__shown(term->value), term->value.at);
	if (!term->has_value && max > 1)
		return parser__fault(event->parser, DEFER_ERR_INVAL, term->at,
				     "'%.*s' needs a value, 0 to %#llx", span__shown(term->name),
				     term->name.at, (unsigned long long)max);
	if (term->num > max)
		return parser__fault(event->parser, DEFER_ERR_INVAL, term->at,
				     "%.*s is at most %#llx on PMU '%.40s'",
				     span__shown(term->name), term->name.at,
				     (unsigned long long)max, event->pmu->name);
	*word = pmu_format__pack(format, term->num, *word);
	return 0;
}

static bool is_given(const struct pmu_event *event, struct span name)
{
	for (size_t i = 0; i < event->terms->nr; i++) {
		const struct event_term *term = &event->terms->terms[i];

		if (term->has_value && term->name.len == name.len &&
		    !memcmp(term->name.at, name.at, name.len))
			return true;
	}
	return false;
}

/*
 * Applies a term that does not select the event: one common to all events, or one of the PMU's
 * formats.
 */
static int apply_plain(const struct pmu_event *event, const struct event_term *term)
{
	struct parser *parser = event->parser;
	struct pmu_format format;
	char name[NAME_SIZE];
	int ret;

	ret = event_term__apply(term, parser, spec_of(event));
	if (ret != TERM_OF_PMU)
		return ret;
	/* "?" in an alias is a parameter: the user's own term supplies its value. */
	if (term->is_alias && span__is(term->value, "?")) {
		if (is_given(event, term->name))
			return 0;
		return parser__fault(parser, DEFER_ERR_INVAL, term->at,
				     "event '%.*s' needs a term '%.*s='", span__shown(term->at),
				     term->at.at, span__shown(term->name), term->name.at);
	}
	ret = DEFER_ERR_NOENT;
	if (copy_name(name, term->name))
		ret = pmu__format(&parser->pmus, event->pmu, name, &format, parser->err);
	if (ret == DEFER_ERR_NOENT)
		return no_term(event, term);
	return ret ? ret : pmu_event__pack(event, term, &format);
}

static int apply_alias(const struct pmu_event *event, const struct event_term *term,
		       const char *text)
{
	struct event_terms terms = {0};
	int ret;

	ret = event_terms__parse(&terms, event->parser, (struct span){text, strlen(text)},
				 &term->at);
	for (size_t i = 0; i < terms.nr && !ret; i++)
		ret = apply_plain(event, &terms.terms[i]);
	event_terms__exit(&terms);
	return ret;
}

/* Applies a hardware event, which every core PMU has, or a software event of the kernel. */
static bool apply_code(const struct pmu_event *event, struct span name)
{
	struct defer_attr *attr = &spec_of(event)->attr;
	struct event_code code;

	if (!event_table__find(name.at, name.len, &code))
		return false;
	if (code.type == DEFER_TYPE_SOFTWARE) {
		if (event->pmu->type != DEFER_TYPE_SOFTWARE)
			return false;
	} else if (!event->pmu->is_core) {
		return false;
	} else if (pmus__nr_core(&event->parser->pmus) > 1) {
		code.config |= (uint64_t)event->pmu->type << 32;
	}
	attr->type = code.type;
	attr->config = code.config;
	return true;
}

/*
 * Applies a term that selects the event: a name that sysfs or the kernel knows, event=NAME, or
 * rNNN. Returns 1 if @term is one, 0 if not, or a negative code.
 */
static int apply_event(const struct pmu_event *event, const struct event_term *term)
{
	struct span value = term->name;
	struct parser *parser = event->parser;
	struct pmu_format format;
	char name[NAME_SIZE], alias[PMU_ALIAS_MAX];
	uint64_t raw;
	int ret;

	if (term->has_value) {
		if (term->is_number || !span__is(term->name, "event"))
			return 0;
		value = term->value;
	}
	if (!copy_name(name, value))
		return 0;
	if (!term->has_value) {
		ret = pmu__format(&parser->pmus, event->pmu, name, &format, parser->err);
		if (ret != DEFER_ERR_NOENT)
			return ret;
	}
	ret = pmu__alias(&parser->pmus, event->pmu, name, alias, parser->err);
	if (!ret)
		ret = apply_alias(event, term, alias);
	if (ret != DEFER_ERR_NOENT || parser->err->code)
		return ret ? ret : 1;
	if (apply_code(event, value))
		return 1;
	if (span__raw(value, &raw)) {
		spec_of(event)->attr.config = raw;
		return 1;
	}
	return 0;
}

/*
 * Applies the terms that select the event first, so that the others modify it regardless of their
 * order.
 */
static int apply_terms(const struct pmu_event *event)
{
	const struct event_terms *terms = event->terms;
	bool *done = calloc(terms->nr + 1, sizeof(*done));
	int ret = 0;

	if (!done)
		return parser__no_memory(event->parser);
	for (size_t i = 0; i < terms->nr && ret >= 0; i++) {
		ret = apply_event(event, &terms->terms[i]);
		done[i] = ret == 1;
	}
	for (size_t i = 0; i < terms->nr && ret >= 0; i++) {
		if (!done[i])
			ret = apply_plain(event, &terms->terms[i]);
	}
	free(done);
	return ret < 0 ? ret : 0;
}

static bool set_string(char **to, const char *from)
{
	if (!from)
		return true;
	free(*to);
	*to = strdup(from);
	return *to;
}

/* Returns the name of an event on one of several PMUs: "cycles:u" becomes "cpu_core/cycles/u". */
static char *name_on_pmu(const struct event_text *text, const struct pmu *pmu, bool is_pmu)
{
	struct span first = is_pmu ? (struct span){"", 0} : text->first;
	char *name;
	int ret;

	ret = asprintf(&name, "%s/%.*s%s%.*s/%.*s", pmu->name, (int)first.len, first.at,
		       first.len && text->terms.len ? "," : "", (int)text->terms.len,
		       text->terms.len ? text->terms.at : "", (int)text->modifiers.len,
		       text->modifiers.len ? text->modifiers.at : "");
	return ret < 0 ? NULL : name;
}

/* Appends an event of @pmu without its terms. With @of_many, its name includes the PMU's. */
static struct event_spec *add_on_pmu(struct parser *parser, const struct event_text *text,
				     const struct pmu *pmu, bool of_many, bool is_pmu)
{
	struct event_spec *spec = parser__add_spec(parser, text);
	char *name;

	if (!spec)
		return NULL;
	if (of_many) {
		name = name_on_pmu(text, pmu, is_pmu);
		if (!name)
			goto out_of_memory;
		free(spec->name);
		spec->name = name;
	}
	if (!set_string(&spec->pmu, pmu->name) || !set_string(&spec->cpus, pmu->cpus))
		goto out_of_memory;
	spec->attr.type = pmu->type;
	spec->is_uncore = pmu->is_uncore;
	return spec;

out_of_memory:
	parser__no_memory(parser);
	return NULL;
}

int parser__add_code(struct parser *parser, const struct event_text *text,
		     const struct event_code *code)
{
	bool is_split = code->type != DEFER_TYPE_SOFTWARE && pmus__nr_core(&parser->pmus) > 1;
	struct event_terms terms = {0};
	struct event_spec *spec;
	int ret;

	ret = event_terms__parse(&terms, parser, text->terms, NULL);
	for (size_t i = 0; i < (is_split ? parser->pmus.nr : 1) && !ret; i++) {
		const struct pmu *pmu = is_split ? &parser->pmus.pmus[i] : NULL;

		if (pmu && !pmu->is_core)
			continue;
		spec = pmu ? add_on_pmu(parser, text, pmu, true, false)
			   : parser__add_spec(parser, text);
		if (!spec) {
			ret = DEFER_ERR_NOMEM;
			break;
		}
		spec->attr.type = code->type;
		spec->attr.config = code->config | (pmu ? (uint64_t)pmu->type << 32 : 0);
		ret = event_terms__apply(&terms, parser, spec);
	}
	event_terms__exit(&terms);
	return ret;
}

static int parser__add_event(struct parser *parser, const struct event_text *text,
			     const struct pmu *pmu, const struct event_terms *terms, bool of_many,
			     bool is_pmu)
{
	struct pmu_event event = {parser, pmu, terms, parser->list->nr};

	if (pmu->is_aux)
		return parser__fault(parser, DEFER_ERR_UNSUPPORTED, text->first,
				     "PMU '%s' traces into an AUX area, which is not recorded; "
				     "use perf record, whose files perf defer reads",
				     pmu->name);
	if (!add_on_pmu(parser, text, pmu, of_many, is_pmu))
		return DEFER_ERR_NOMEM;
	return apply_terms(&event);
}

/* Returns whether @pmu counts the event. With @is_pmu, @name is a PMU's, otherwise an event's. */
static bool takes_part(struct parser *parser, const struct pmu *pmu, const char *name, bool is_pmu)
{
	char alias[PMU_ALIAS_MAX];

	if (is_pmu)
		return pmu__matches(pmu, name);
	return pmu__alias(&parser->pmus, pmu, name, alias, NULL) != DEFER_ERR_NOENT;
}

static int add_events(struct parser *parser, const struct event_text *text, const char *name,
		      const struct event_terms *terms, bool is_pmu)
{
	const struct pmus *pmus = &parser->pmus;
	const struct pmu *exact = is_pmu ? pmus__find(pmus, name) : NULL;
	size_t nr = 0;
	int ret = 0;

	if (exact)
		return parser__add_event(parser, text, exact, terms, false, is_pmu);
	for (size_t i = 0; i < pmus->nr; i++)
		nr += takes_part(parser, &pmus->pmus[i], name, is_pmu);
	for (size_t i = 0; i < pmus->nr && !ret; i++) {
		if (takes_part(parser, &pmus->pmus[i], name, is_pmu))
			ret = parser__add_event(parser, text, &pmus->pmus[i], terms, nr > 1,
						is_pmu);
	}
	return ret;
}

static bool has_event(struct parser *parser, const char *name)
{
	for (size_t i = 0; i < parser->pmus.nr; i++) {
		if (takes_part(parser, &parser->pmus.pmus[i], name, false))
			return true;
	}
	return false;
}

int parser__add_pmu_events(struct parser *parser, const struct event_text *text)
{
	struct event_terms terms = {0};
	uint32_t before = parser->list->nr;
	char name[NAME_SIZE];
	int ret;

	if (!text->first.len || !copy_name(name, text->first))
		return 0;
	ret = event_terms__parse(&terms, parser, text->terms, NULL);
	if (!ret && text->has_terms)
		ret = add_events(parser, text, name, &terms, true);
	if (!ret && parser->list->nr == before && has_event(parser, name)) {
		/* The event's name is one more term. */
		ret = event_terms__parse(&terms, parser, text->first, &text->first);
		if (!ret)
			ret = add_events(parser, text, name, &terms, false);
	}
	event_terms__exit(&terms);
	return ret;
}
