// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/profile/hierarchy.h"
#include "util/profile/hist-group.h"

#define NO_ENTRY UINT32_MAX

/* Where the entries of a level stand; by index of an entry. */
struct places {
	uint32_t *parent; /* entry of the level above */
	size_t cap;
	uint32_t *next;	    /* next entry below the same parent */
	uint32_t *first;    /* first entry below it; NULL in the last level */
	struct rest *below; /* hidden ones below it; NULL in the last level */
};

struct building {
	struct hierarchy *hierarchy;
	struct places places[MAX_COLUMNS]; /* by level */
	uint32_t first;			   /* first entry of level 0 */
	struct rest rest;		   /* hidden ones of level 0 */
};

/* ---- sums ---- */

static void init_hist(struct hist *hist, const struct hist *from, const struct sort_order *order,
		      const struct show_opts *show)
{
	struct hist_conf conf = from->conf;

	conf.order = order;
	conf.show = show;
	hist__init(hist, &conf);
	hist->total = from->total;
	hist->users = from->users;
	hist->with_chain = from->with_chain;
}

static int init_level(struct hierarchy *hierarchy, unsigned int nr)
{
	struct hierarchy_level *level = &hierarchy->levels[nr];
	const struct hist *hist = hierarchy->hist;
	const struct hist_group *group = hist->group;

	sort_order__of_level(&level->order, hist->conf.order, nr);
	init_hist(&level->hist, hist, &level->order, &hierarchy->show);
	if (!group)
		return 0;
	level->members = calloc(group->nr, sizeof(*level->members));
	if (!level->members)
		return DEFER_ERR_NOMEM;
	for (; level->nr_members + 1 < group->nr; level->nr_members++)
		init_hist(&level->members[level->nr_members],
			  group->members[level->nr_members + 1].hist, &level->order,
			  &hierarchy->show);
	return 0;
}

/* Adds the stacks of @from, an entry of @hist, to those of the entry @id, which has delays of them. */
static int add_refs(struct hist *level, uint32_t id, const struct hist *hist,
		    const struct hist_entry *from)
{
	for (uint32_t i = from->first_ref; i != HIST_NO_REF; i = hist->refs[i].next) {
		if (!ARRAY_GROW(level->refs, level->cap_refs, level->nr_refs + 1))
			return DEFER_ERR_NOMEM;
		level->refs[level->nr_refs] = hist->refs[i];
		level->refs[level->nr_refs].next = level->entries[id].first_ref;
		level->entries[id].first_ref = level->nr_refs++;
	}
	return 0;
}

static int set_parent(struct places *places, uint32_t entry, uint32_t parent)
{
	if (!ARRAY_GROW(places->parent, places->cap, entry + 1ULL))
		return DEFER_ERR_NOMEM;
	places->parent[entry] = parent;
	return 0;
}

/* Adds a row of the hist to @level. Returns the entry there, or a negative error. */
static int64_t add_to_level(struct hierarchy_level *level, const struct hist *hist,
			    const struct hist_entry *row)
{
	int64_t id = hist__add_sums(&level->hist, row);

	for (uint32_t i = 0; i < level->nr_members && id >= 0; i++) {
		const struct hist_entry *entry = hist_group__entry(hist, row, i + 1);

		if (entry->self.nr && hist__add_sums(&level->members[i], entry) < 0)
			return DEFER_ERR_NOMEM;
	}
	if (id >= 0 && sort_order__needs_delays(&level->order) &&
	    add_refs(&level->hist, id, hist, row))
		return DEFER_ERR_NOMEM;
	return id;
}

/* Adds the row @entry of the hist to all levels above it. */
static int add_row_sums(struct building *building, uint32_t entry)
{
	const struct hierarchy *hierarchy = building->hierarchy;
	const struct hist *hist = hierarchy->hist;
	int64_t above = NO_ENTRY;
	unsigned int level = 0;

	for (; level + 1 < hierarchy->nr_levels; level++) {
		int64_t id = add_to_level(&hierarchy->levels[level], hist, &hist->entries[entry]);

		if (id < 0 || set_parent(&building->places[level], id, above))
			return DEFER_ERR_NOMEM;
		above = id;
	}
	return set_parent(&building->places[level], entry, above);
}

static int link_members(struct hierarchy_level *level, const struct hist_group *group,
			struct defer_error *err)
{
	struct hist_member *members = calloc(group->nr, sizeof(*members));
	int ret;

	if (!members)
		return error__no_memory(err, "for rows of groups");
	for (uint32_t i = 0; i < group->nr; i++) {
		members[i].hist = i ? &level->members[i - 1] : &level->hist;
		members[i].has_samples = group->members[i].has_samples;
	}
	ret = hist__link(&level->hist, members, group->nr, group->sort_idx, err);
	free(members);
	return ret;
}

/* Sorts the rows of a level. The stacks that delays are of are those of @hist. */
static int sort_level(struct hierarchy_level *level, const struct hist *hist,
		      struct defer_error *err)
{
	int ret = hist->group ? link_members(level, hist->group, err) : 0;

	level->hist.stacks = hist->stacks;
	if (!ret)
		ret = hist__sort(&level->hist, err);
	level->hist.stacks = NULL;
	for (size_t i = 0; i < level->hist.nr; i++)
		level->hist.entries[i].first_ref = HIST_NO_REF;
	return ret;
}

static void list_keys(struct hierarchy *hierarchy)
{
	const struct column_list *keys = &hierarchy->hist->conf.order->keys;
	struct column_list *own = hierarchy->keys;

	for (unsigned int i = 0; i < keys->nr; i++) {
		own += i && keys->levels[i] != keys->levels[i - 1];
		own->columns[own->nr++] = keys->columns[i];
	}
}

static int make_levels(struct building *building, struct defer_error *err)
{
	struct hierarchy *hierarchy = building->hierarchy;
	const struct hist *hist = hierarchy->hist;
	int ret = 0;

	list_keys(hierarchy);
	for (unsigned int i = 0; i + 1 < hierarchy->nr_levels; i++)
		ret |= init_level(hierarchy, i);
	for (uint32_t i = 0; !ret && i < hist->nr_rows + hist->nr_hidden; i++)
		ret = add_row_sums(building, hist->rows[i]);
	if (ret)
		return error__no_memory(err, "for rows");
	for (unsigned int i = 0; !ret && i + 1 < hierarchy->nr_levels; i++)
		ret = sort_level(&hierarchy->levels[i], hist, err);
	return ret;
}

/* ---- places ---- */

static int init_places(struct building *building)
{
	const struct hierarchy *hierarchy = building->hierarchy;

	for (unsigned int i = 0; i < hierarchy->nr_levels; i++) {
		struct places *places = &building->places[i];
		size_t nr = hierarchy__hist(hierarchy, i)->nr + 1;

		places->next = malloc(nr * sizeof(*places->next));
		if (!places->next)
			return DEFER_ERR_NOMEM;
		if (i + 1 == hierarchy->nr_levels)
			break;
		places->first = malloc(nr * sizeof(*places->first));
		places->below = calloc(nr, sizeof(*places->below));
		if (!places->first || !places->below)
			return DEFER_ERR_NOMEM;
		memset(places->first, 0xff, nr * sizeof(*places->first)); /* NO_ENTRY */
	}
	return 0;
}

static void exit_places(struct building *building)
{
	for (unsigned int i = 0; i < building->hierarchy->nr_levels; i++) {
		free(building->places[i].parent);
		free(building->places[i].next);
		free(building->places[i].first);
		free(building->places[i].below);
	}
}

/* Lists the entries of @level below those of the level above, in their order. */
static void place_entries(struct building *building, unsigned int level)
{
	const struct hist *hist = hierarchy__hist(building->hierarchy, level);
	struct places *places = &building->places[level], *above = level ? places - 1 : NULL;

	for (uint32_t i = hist->nr_rows + hist->nr_hidden; i-- > 0;) {
		uint32_t entry = hist->rows[i];
		uint32_t *first = above ? &above->first[places->parent[entry]] : &building->first;
		struct rest *rest = above ? &above->below[places->parent[entry]] : &building->rest;

		if (i < hist->nr_rows) {
			places->next[entry] = *first;
			*first = entry;
			continue;
		}
		rest__add(rest, &hist->entries[entry]);
	}
}

/* ---- rows ---- */

static int add_row(struct hierarchy *hierarchy, const struct hierarchy_row *row)
{
	if (!ARRAY_GROW(hierarchy->rows, hierarchy->cap, hierarchy->nr + 1) ||
	    hierarchy->nr >= HIERARCHY_NO_ROW - 1)
		return DEFER_ERR_NOMEM;
	hierarchy->rows[hierarchy->nr++] = *row;
	hierarchy->rows[hierarchy->nr - 1].end = hierarchy->nr;
	return 0;
}

static int add_rest(struct hierarchy *hierarchy, const struct rest *rest, unsigned int level,
		    uint32_t parent)
{
	const struct hierarchy_row row = {
		.entry = hierarchy->nr_rests, .parent = parent, .level = level, .is_rest = true};

	if (!rest->nr)
		return 0;
	if (!ARRAY_GROW(hierarchy->rests, hierarchy->cap_rests, hierarchy->nr_rests + 1))
		return DEFER_ERR_NOMEM;
	hierarchy->rests[hierarchy->nr_rests++] = *rest;
	return add_row(hierarchy, &row);
}

/* Adds @entry and its next ones of @level, with all below them. Recurs once for each level. */
static int add_rows(struct building *building, unsigned int level, uint32_t entry, uint32_t parent)
{
	const struct places *places = &building->places[level];
	struct hierarchy *hierarchy = building->hierarchy;
	int ret = 0;

	for (; !ret && entry != NO_ENTRY; entry = places->next[entry]) {
		const struct hierarchy_row row = {.entry = entry, .parent = parent, .level = level};
		uint32_t at = hierarchy->nr;

		ret = add_row(hierarchy, &row);
		if (ret || level + 1 == hierarchy->nr_levels)
			continue;
		ret = add_rows(building, level + 1, places->first[entry], at);
		if (!ret)
			ret = add_rest(hierarchy, &places->below[entry], level + 1, at);
		hierarchy->rows[at].end = hierarchy->nr;
	}
	return ret;
}

static int make_rows(struct building *building)
{
	int ret = init_places(building);

	for (unsigned int i = 0; !ret && i < building->hierarchy->nr_levels; i++)
		place_entries(building, i);
	if (!ret)
		ret = add_rows(building, 0, building->first, HIERARCHY_NO_ROW);
	return ret ? ret : add_rest(building->hierarchy, &building->rest, 0, HIERARCHY_NO_ROW);
}

/* ---- all of it ---- */

static int hierarchy__fill(struct hierarchy *hierarchy, struct defer_error *err)
{
	struct building building = {.hierarchy = hierarchy, .first = NO_ENTRY};
	int ret = make_levels(&building, err);

	if (!ret && make_rows(&building))
		ret = error__no_memory(err, "for rows");
	exit_places(&building);
	return ret;
}

int hierarchy__new(struct hierarchy **hierarchyp, const struct hist *hist, struct defer_error *err)
{
	unsigned int nr_levels = sort_order__nr_levels(hist->conf.order);
	struct hierarchy *hierarchy;
	int ret;

	*hierarchyp = NULL;
	if (!nr_levels)
		return 0;
	hierarchy = calloc(1, sizeof(*hierarchy));
	if (!hierarchy)
		return error__no_memory(err, "for rows");
	hierarchy->hist = hist;
	hierarchy->show = *hist->conf.show;
	hierarchy->show.symbol_filter = NULL;
	hierarchy->nr_levels = nr_levels;
	hierarchy->keys = calloc(nr_levels, sizeof(*hierarchy->keys));
	hierarchy->levels = calloc(nr_levels, sizeof(*hierarchy->levels));
	ret = hierarchy->keys && hierarchy->levels ? hierarchy__fill(hierarchy, err)
						   : error__no_memory(err, "for rows");
	if (ret)
		hierarchy__delete(hierarchy);
	else
		*hierarchyp = hierarchy;
	return ret;
}

void hierarchy__delete(struct hierarchy *hierarchy)
{
	if (!hierarchy)
		return;
	for (unsigned int i = 0; hierarchy->levels && i + 1 < hierarchy->nr_levels; i++) {
		struct hierarchy_level *level = &hierarchy->levels[i];

		hist__exit(&level->hist);
		for (uint32_t member = 0; member < level->nr_members; member++)
			hist__exit(&level->members[member]);
		free(level->members);
	}
	free(hierarchy->keys);
	free(hierarchy->levels);
	free(hierarchy->rows);
	free(hierarchy->rests);
	free(hierarchy);
}
