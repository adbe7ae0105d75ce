// SPDX-License-Identifier: GPL-2.0-only
/* Terms of events of all kinds, with the meaning of Linux 7.2, tools/perf/util/parse-events.c. */
#include <stdlib.h>
#include <string.h>

#include <perf/defer-abi.h>

#include "util/base/array.h"
#include "util/base/id-list.h"
#include "util/events/branch-type.h"
#include "util/events/parse-events-priv.h"

/* Applies a term to its event. The term has a number if its kind requires one. */
typedef int (*term_fn)(const struct event_term *term, struct parser *parser,
		       struct event_spec *spec);

enum term_kind {
	TERM_NUMBER, /* a number; 1 without a value */
	TERM_BOOL,   /* 0 or 1; 1 without a value */
	TERM_NEEDS_NUMBER,
	TERM_TEXT,
};

static int event_term__bad_value(const struct event_term *term, struct parser *parser,
				 const char *want)
{
	return parser__fault(parser, DEFER_ERR_INVAL, term->at, "%.*s must be %s, not '%.*s'",
			     span__shown(term->name), term->name.at, want, span__shown(term->value),
			     term->value.at);
}

static int set_config(const struct event_term *term, struct parser *parser, struct event_spec *spec)
{
	struct defer_attr *attr = &spec->attr;
	uint64_t *words[] = {&attr->config, &attr->config1, &attr->config2, &attr->config3,
			     &attr->config4};
	char last = term->name.at[term->name.len - 1];

	(void)parser;
	*words[last == 'g' ? 0 : last - '0'] = term->num;
	return 0;
}

static int set_name(const struct event_term *term, struct parser *parser, struct event_spec *spec)
{
	char *name = span__dup(term->value);

	if (!name)
		return parser__no_memory(parser);
	free(spec->name);
	spec->name = name;
	return 0;
}

static int set_period(const struct event_term *term, struct parser *parser, struct event_spec *spec)
{
	if (!term->num)
		return event_term__bad_value(term, parser, "a number of events, at least 1");
	spec->attr.sample_period = term->num;
	spec->attr.flags &= ~DEFER_ATTR_FREQ;
	spec->attr.sample_type &= ~DEFER_SAMPLE_PERIOD;
	spec->has_period = true;
	return 0;
}

static int set_freq(const struct event_term *term, struct parser *parser, struct event_spec *spec)
{
	if (!term->num)
		return event_term__bad_value(term, parser,
					     "a number of samples per second, at least 1");
	spec->attr.sample_period = term->num;
	spec->attr.flags |= DEFER_ATTR_FREQ;
	spec->attr.sample_type |= DEFER_SAMPLE_PERIOD;
	spec->has_period = true;
	return 0;
}

static int set_time(const struct event_term *term, struct parser *parser, struct event_spec *spec)
{
	(void)parser;
	spec->attr.sample_type &= ~DEFER_SAMPLE_TIME;
	if (term->num)
		spec->attr.sample_type |= DEFER_SAMPLE_TIME;
	spec->has_time = true;
	return 0;
}

/* Rounds the size to whole words, as perf does. */
static int set_dump_size(struct event_spec *spec, struct span value)
{
	uint64_t size = 0;

	if (value.len && *value.at == ',')
		value = (struct span){value.at + 1, value.len - 1};
	if (!span__number(value, &size) || !size || size > CHAIN_DUMP_MAX)
		return -1;
	spec->attr.sample_stack_user = (size + 7) / 8 * 8;
	return 0;
}

/* Reads fp[,defer],repair[,BYTES]. Returns false if it is something else. */
static bool set_repair(struct event_spec *spec, struct span value)
{
	struct span word;

	if (!span__is(span__cut(&value, ','), "fp"))
		return false;
	word = span__cut(&value, ',');
	spec->chain_mode = span__is(word, "defer") ? CHAIN_FP_DEFER : CHAIN_FP;
	if (spec->chain_mode == CHAIN_FP_DEFER)
		word = span__cut(&value, ',');
	spec->repairs = span__is(word, "repair");
	if (!value.len)
		spec->attr.sample_stack_user = CHAIN_REPAIR_DEFAULT;
	return spec->repairs && (!value.len || !set_dump_size(spec, value));
}

static int set_call_graph(const struct event_term *term, struct parser *parser,
			  struct event_spec *spec)
{
	static const struct {
		const char *name;
		enum chain_mode mode;
	} modes[] = {
		{"fp", CHAIN_FP},
		{"fp,defer", CHAIN_FP_DEFER},
		{"dwarf", CHAIN_DWARF},
		{"lbr", CHAIN_LBR},
	};
	struct span rest = term->value;
	size_t i = 0;

	spec->has_callchain = true;
	spec->attr.sample_type &= ~DEFER_SAMPLE_CALLCHAIN;
	if (span__is(term->value, "no"))
		return 0;
	spec->attr.sample_type |= DEFER_SAMPLE_CALLCHAIN;
	while (i < ARRAY_SIZE(modes) && !span__is(term->value, modes[i].name))
		i++;
	if (i < ARRAY_SIZE(modes)) {
		spec->chain_mode = modes[i].mode;
		return 0;
	}
	if (set_repair(spec, rest))
		return 0;
	/* The value is as in call-graph='dwarf,4096'. */
	spec->chain_mode = CHAIN_DWARF;
	if (!span__is(span__cut(&rest, ','), "dwarf") || set_dump_size(spec, rest))
		return event_term__bad_value(term, parser, "'no', 'fp', 'dwarf' or 'lbr'");
	return 0;
}

static int set_stack_size(const struct event_term *term, struct parser *parser,
			  struct event_spec *spec)
{
	if (set_dump_size(spec, term->value))
		return event_term__bad_value(term, parser, "a number of bytes from 1 to 65528");
	return 0;
}

static int set_max_stack(const struct event_term *term, struct parser *parser,
			 struct event_spec *spec)
{
	if (!term->num || term->num > UINT16_MAX)
		return event_term__bad_value(term, parser, "a number of frames from 1 to 65535");
	spec->attr.sample_max_stack = term->num;
	if (!spec->has_callchain)
		spec->attr.sample_type |= DEFER_SAMPLE_CALLCHAIN;
	spec->has_callchain = true;
	return 0;
}

static void set_flag(struct defer_attr *attr, uint64_t flag, bool on)
{
	attr->flags &= ~flag;
	if (on)
		attr->flags |= flag;
}

static int set_inherit(const struct event_term *term, struct parser *parser,
		       struct event_spec *spec)
{
	bool no = term->name.at[0] == 'n';

	(void)parser;
	set_flag(&spec->attr, DEFER_ATTR_INHERIT, no != (term->num != 0));
	spec->has_inherit = true;
	return 0;
}

static int set_overwrite(const struct event_term *term, struct parser *parser,
			 struct event_spec *spec)
{
	bool no = term->name.at[0] == 'n';

	(void)parser;
	set_flag(&spec->attr, DEFER_ATTR_WRITE_BACKWARD, no != (term->num != 0));
	spec->has_overwrite = true;
	return 0;
}

/* Sets the CPUs from a list, or from the name of a PMU. */
static int set_cpu(const struct event_term *term, struct parser *parser, struct event_spec *spec)
{
	char *cpus = span__dup(term->value);
	const struct pmu *pmu;
	struct id_list list;

	if (!cpus)
		return parser__no_memory(parser);
	pmu = pmus__find(&parser->pmus, cpus);
	if (pmu) {
		free(cpus);
		cpus = pmu->cpus ? strdup(pmu->cpus) : NULL;
		if (pmu->cpus && !cpus)
			return parser__no_memory(parser);
	} else {
		if (id_list__parse(&list, cpus, "CPUs", NULL)) {
			free(cpus);
			return event_term__bad_value(term, parser,
						     "a CPU, a range of them, or a PMU");
		}
		id_list__exit(&list);
	}
	free(spec->cpus);
	spec->cpus = cpus;
	return 0;
}

static int set_branch_type(const struct event_term *term, struct parser *parser,
			   struct event_spec *spec)
{
	struct branch_word bad;
	uint64_t type = 0;

	spec->has_branches = true;
	spec->attr.sample_type &= ~DEFER_SAMPLE_BRANCH_STACK;
	spec->attr.branch_sample_type = 0;
	if (span__is(term->value, "no"))
		return 0;
	if (!branch_type__parse(term->value.at, term->value.len, &type, &bad))
		return event_term__bad_value(term, parser, "a branch filter of perf record -j");
	spec->attr.branch_sample_type = type;
	spec->attr.sample_type |= DEFER_SAMPLE_BRANCH_STACK;
	return 0;
}

/* Ignores a term that affects only perf stat or perf trace, not a recording. */
static int event_term__ignore(const struct event_term *term, struct parser *parser,
			      struct event_spec *spec)
{
	(void)term;
	(void)parser;
	(void)spec;
	return 0;
}

static int no_aux(const struct event_term *term, struct parser *parser, struct event_spec *spec)
{
	(void)spec;
	return parser__fault(parser, DEFER_ERR_UNSUPPORTED, term->at,
			     "'%.*s' configures an AUX area, which is not recorded; use perf "
			     "record, whose files perf defer reads",
			     span__shown(term->name), term->name.at);
}

static const struct common_term {
	const char *name;
	enum term_kind kind;
	term_fn fn;
} common_terms[] = {
	{"config", TERM_NEEDS_NUMBER, set_config},
	{"config1", TERM_NEEDS_NUMBER, set_config},
	{"config2", TERM_NEEDS_NUMBER, set_config},
	{"config3", TERM_NEEDS_NUMBER, set_config},
	{"config4", TERM_NEEDS_NUMBER, set_config},
	{"name", TERM_TEXT, set_name},
	{"period", TERM_NEEDS_NUMBER, set_period},
	{"freq", TERM_NEEDS_NUMBER, set_freq},
	{"branch_type", TERM_TEXT, set_branch_type},
	{"time", TERM_BOOL, set_time},
	{"call-graph", TERM_TEXT, set_call_graph},
	{"stack-size", TERM_NEEDS_NUMBER, set_stack_size},
	{"max-stack", TERM_NEEDS_NUMBER, set_max_stack},
	{"nr", TERM_NEEDS_NUMBER, event_term__ignore},
	{"inherit", TERM_NUMBER, set_inherit},
	{"no-inherit", TERM_NUMBER, set_inherit},
	{"overwrite", TERM_NUMBER, set_overwrite},
	{"no-overwrite", TERM_NUMBER, set_overwrite},
	{"percore", TERM_BOOL, event_term__ignore},
	{"metric-id", TERM_TEXT, event_term__ignore},
	{"cpu", TERM_TEXT, set_cpu},
	{"aux-output", TERM_NUMBER, no_aux},
	{"aux-action", TERM_TEXT, no_aux},
	{"aux-sample-size", TERM_NEEDS_NUMBER, no_aux},
};

static const struct common_term *find_common(struct span name)
{
	for (size_t i = 0; i < ARRAY_SIZE(common_terms); i++) {
		if (span__is(name, common_terms[i].name))
			return &common_terms[i];
	}
	return NULL;
}

int event_term__apply(const struct event_term *term, struct parser *parser, struct event_spec *spec)
{
	const struct common_term *common = find_common(term->name);
	int ret;

	if (!common)
		return TERM_OF_PMU;
	if ((common->kind == TERM_NEEDS_NUMBER || common->kind == TERM_TEXT) && !term->has_value)
		return parser__fault(parser, DEFER_ERR_INVAL, term->at, "'%.*s' needs a value",
				     span__shown(term->name), term->name.at);
	if (common->kind != TERM_TEXT && !term->is_number)
		return event_term__bad_value(term, parser, "a number");
	if (common->kind == TERM_BOOL && term->num > 1)
		return event_term__bad_value(term, parser, "0 or 1");
	ret = common->fn(term, parser, spec);
	return ret ? ret : TERM_USED;
}

void event_term__for_each(void (*fn)(void *ctx, const char *name), void *ctx)
{
	for (size_t i = 0; i < ARRAY_SIZE(common_terms); i++)
		fn(ctx, common_terms[i].name);
}

struct event_spec *parser__add_spec(struct parser *parser, const struct event_text *text)
{
	struct event_spec *spec;
	char *name = span__dup(text->all);

	spec = name ? event_list__add(parser->list, name) : NULL;
	free(name);
	if (!spec)
		parser__no_memory(parser);
	return spec;
}
