// SPDX-License-Identifier: GPL-2.0-only
/* Modifiers, with the meaning of Linux 7.2, tools/perf/util/parse-events.c. */
#include <string.h>

#include <perf/defer-abi.h>

#include "util/base/array.h"
#include "util/events/parse-events-priv.h"

#define LETTERS "ukhGHIpPSDWeRX"

#define LEVELS (DEFER_ATTR_EXCLUDE_USER | DEFER_ATTR_EXCLUDE_KERNEL | DEFER_ATTR_EXCLUDE_HV)
#define HOSTS  (DEFER_ATTR_EXCLUDE_HOST | DEFER_ATTR_EXCLUDE_GUEST)

/*
 * Includes b, which only perf stat has: an event that ends with it must not be taken for a
 * tracepoint.
 */
bool modifiers__are(struct span span)
{
	for (size_t i = 0; i < span.len; i++) {
		if (!strchr(LETTERS "b", span.at[i]))
			return false;
	}
	return span.len > 0;
}

static bool modifier__says(struct span modifiers, char letter)
{
	return memchr(modifiers.at, letter, modifiers.len) != NULL;
}

static unsigned int modifier__count(struct span modifiers, char letter)
{
	unsigned int nr = 0;

	for (size_t i = 0; i < modifiers.len; i++)
		nr += modifiers.at[i] == letter;
	return nr;
}

static int check_letters(struct parser *parser, struct span modifiers)
{
	for (size_t i = 0; i < modifiers.len; i++) {
		struct span letter = {modifiers.at + i, 1};

		if (*letter.at == 'b')
			return parser__fault(parser, DEFER_ERR_UNSUPPORTED, letter,
					     "modifier 'b' is only for perf stat");
		if (!*letter.at || !strchr(LETTERS, *letter.at))
			return parser__fault(parser, DEFER_ERR_INVAL, letter,
					     "unknown modifier '%.1s'; valid ones are " LETTERS,
					     letter.at);
		if (*letter.at != 'p' && memchr(modifiers.at, *letter.at, i))
			return parser__fault(parser, DEFER_ERR_INVAL, letter,
					     "duplicate modifier '%.1s'", letter.at);
	}
	return 0;
}

/*
 * Sets the exclusion bits. The first level given excludes all others; each further one is included
 * again. A group's modifiers add to those of its events.
 */
static void set_levels(uint64_t *flags, uint64_t group, struct span modifiers)
{
	static const struct {
		char letter;
		uint64_t all, flag;
	} levels[] = {
		{'u', LEVELS, DEFER_ATTR_EXCLUDE_USER}, {'k', LEVELS, DEFER_ATTR_EXCLUDE_KERNEL},
		{'h', LEVELS, DEFER_ATTR_EXCLUDE_HV},	{'G', HOSTS, DEFER_ATTR_EXCLUDE_GUEST},
		{'H', HOSTS, DEFER_ATTR_EXCLUDE_HOST},
	};
	uint64_t seen = group;

	for (size_t i = 0; i < ARRAY_SIZE(levels); i++) {
		if (!modifier__says(modifiers, levels[i].letter))
			continue;
		if (!(seen & levels[i].all))
			*flags |= levels[i].all;
		seen |= levels[i].all;
		*flags &= ~levels[i].flag;
	}
}

static int add_precision(struct parser *parser, struct event_spec *spec, struct span modifiers)
{
	unsigned int precise = spec->attr.flags >> DEFER_ATTR_PRECISE_IP_SHIFT & 3;

	/* :P asks for the highest precision already. */
	if (!spec->precise_max)
		precise += modifier__count(modifiers, 'p');
	if (precise > 3)
		return parser__fault(parser, DEFER_ERR_INVAL, modifiers,
				     "the precision of '%.60s' is more than ppp", spec->name);
	if (modifier__says(modifiers, 'P')) {
		spec->precise_max = true;
		precise = 3;
	}
	spec->attr.flags &= ~(3ULL << DEFER_ATTR_PRECISE_IP_SHIFT);
	spec->attr.flags |= (uint64_t)precise << DEFER_ATTR_PRECISE_IP_SHIFT;
	return 0;
}

static void add_others(struct event_spec *spec, struct span modifiers, bool is_leader)
{
	if (modifier__says(modifiers, 'G') || modifier__says(modifiers, 'H'))
		spec->has_host = true;
	if (modifier__says(modifiers, 'I'))
		spec->attr.flags |= DEFER_ATTR_EXCLUDE_IDLE;
	if (modifier__says(modifiers, 'S'))
		spec->sample_read = true;
	if (modifier__says(modifiers, 'W'))
		spec->weak = true;
	if (modifier__says(modifiers, 'R'))
		spec->attr.sample_type |= DEFER_SAMPLE_WEIGHT_STRUCT;
	/* The kernel accepts both from leaders only. */
	if (modifier__says(modifiers, 'D') && is_leader)
		spec->attr.flags |= DEFER_ATTR_PINNED;
	if (modifier__says(modifiers, 'e') && is_leader)
		spec->attr.flags |= DEFER_ATTR_EXCLUSIVE;
}

int parser__add_modifiers(struct parser *parser, struct span modifiers, uint32_t first,
			  bool is_group)
{
	struct event_list *list = parser->list;
	int ret = check_letters(parser, modifiers);

	if (!ret && !is_group && modifier__says(modifiers, 'W'))
		ret = parser__fault(parser, DEFER_ERR_INVAL, modifiers,
				    "modifier 'W' is only for groups: {a,b}:W");
	for (uint32_t i = first; i < list->nr && !ret; i++) {
		struct event_spec *spec = &list->specs[i];

		set_levels(&spec->attr.flags, is_group ? spec->attr.flags : 0, modifiers);
		ret = add_precision(parser, spec, modifiers);
		if (!ret)
			add_others(spec, modifiers, spec->leader == i);
	}
	return ret;
}
