// SPDX-License-Identifier: GPL-2.0-only
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "ui/table/tables.h"
#include "ui/tui/load/trees.h"
#include "ui/tui/load/view-data.h"
#include "util/base/array.h"
#include "util/base/error.h"
#include "util/entry/entry-kinds.h"
#include "util/profile/profile.h"
#include "util/summary/summary.h"
#include "util/view/chart.h"
#include "util/view/flame.h"
#include "util/view/heat-samples.h"
#include "util/view/sample-rows.h"

#define NR_BUCKETS 2048 /* buckets of time; more than a window has columns */

static_assert(VIEW_DATA_NR_FLAMES == FLAME_NR_TREES, "a shape has no flame");
static_assert(VIEW_DATA_NR_HEATS == HEAT_BY_FUNC + 1, "rows have no heat");

static void delete_flames(struct flame **flames)
{
	for (int shape = 0; shape < FLAME_NR_TREES; shape++) {
		if (flames[shape])
			flame__exit(flames[shape]);
		free(flames[shape]);
		flames[shape] = NULL;
	}
}

static void delete_heats(struct heat_samples **heats)
{
	for (int by = 0; by < VIEW_DATA_NR_HEATS; by++) {
		if (heats[by])
			heat_samples__exit(heats[by]);
		free(heats[by]);
		heats[by] = NULL;
	}
}

static int make_flame(struct flame **flamep, const struct hist *hist, enum flame_shape shape,
		      struct defer_error *err)
{
	struct flame *flame = malloc(sizeof(*flame));

	if (!flame)
		return error__no_memory(err, "for a view");
	*flamep = flame;
	return flame__init(flame, hist, shape, err);
}

/* Makes those flames of @which that @data lacks. */
static int make_flames(struct view_data *data, unsigned int which, const struct hist *hist,
		       struct defer_error *err)
{
	int ret = 0;

	for (int shape = 0; !ret && shape < FLAME_NR_TREES; shape++) {
		if (which & (VIEW_DATA_FLAME << shape) && !data->flames[shape])
			ret = make_flame(&data->flames[shape], hist, shape, err);
	}
	return ret;
}

int view_data__heat(struct heat_samples **heatp, uint32_t event, int by, const struct shown *shown,
		    struct defer_error *err)
{
	const struct heat_want want = {
		.evsel_idx = event,
		.by = by,
		.nr_buckets = NR_BUCKETS,
	};
	struct heat_samples *heat = malloc(sizeof(*heat));
	int ret;

	*heatp = NULL;
	if (!heat)
		return error__no_memory(err, "for a view");
	ret = heat_samples__init(heat, shown, &want, err);
	if (!ret) {
		*heatp = heat;
		return 0;
	}
	heat_samples__exit(heat);
	free(heat);
	return ret;
}

/* Makes those heats of @which that @data lacks. */
static int make_heats(struct view_data *data, unsigned int which, uint32_t event,
		      const struct shown *shown, struct defer_error *err)
{
	int ret = 0;

	for (int by = 0; !ret && by < VIEW_DATA_NR_HEATS && shown->samples; by++) {
		if (which & (VIEW_DATA_HEAT << by) && !data->heats[by])
			ret = view_data__heat(&data->heats[by], event, by, shown, err);
	}
	return ret;
}

/* Makes the entries, longest first: what the view shows at once. */
static int make_entries(struct view_data *data, const struct shown *shown, struct defer_error *err)
{
	int ret = entry_list__new(&data->entries, shown, NULL, err);
	struct table_order order;
	struct table table;

	if (!ret)
		ret = entry_kinds__new(&data->kinds, data->entries, err);
	if (!ret)
		ret = table_order__parse(&order, &table_of_entries, "remaining", err);
	if (ret)
		return ret;
	table = entry_list__table(data->entries);
	return table__sort(&table, &order, err);
}

int view_data__make(struct view_data *data, unsigned int which, uint32_t event,
		    const struct shown *shown, struct defer_error *err)
{
	int ret = 0;

	if (event >= shown->profile->nr_events)
		event = 0;
	if (event != data->event) {
		delete_flames(data->flames);
		delete_heats(data->heats);
		chart__delete(data->chart);
		free(data->summary);
		data->summary = NULL;
		data->chart = NULL;
		data->event = event;
	}
	if (which & VIEW_DATA_TREES && !data->trees)
		ret = trees__new(&data->trees, shown->profile, err);
	if (!ret)
		ret = make_flames(data, which, &shown->profile->events[event].hist, err);
	if (!ret && which & VIEW_DATA_FLAME << FLAME_TIME && !data->chart && shown->samples)
		ret = chart__new(&data->chart, shown, event, err);
	if (!ret)
		ret = make_heats(data, which, event, shown, err);
	if (!ret && which & VIEW_DATA_ENTRIES && !data->entries && shown->samples)
		ret = make_entries(data, shown, err);
	if (!ret && which & VIEW_DATA_SAMPLES && !data->sample_rows && shown->samples)
		ret = sample_rows__new(&data->sample_rows, shown, err);
	return ret;
}

void view_data__exit(struct view_data *data)
{
	trees__delete(data->trees);
	delete_flames(data->flames);
	chart__delete(data->chart);
	delete_heats(data->heats);
	entry_kinds__delete(data->kinds);
	entry_list__delete(data->entries);
	sample_rows__delete(data->sample_rows);
	free(data->summary);
	*data = (struct view_data){0};
}

/* A pointer of view data, or @nr of them. */
struct part {
	size_t offset;
	int nr;
	bool stays; /* in spite of a new one */
};

/* Moves the pointers of @part to @data: those of @old that stay, else those of @from. */
static void take_part(struct view_data *data, struct view_data *old, struct view_data *from,
		      const struct part *part)
{
	for (int i = 0; i < part->nr; i++) {
		const size_t at = part->offset + i * sizeof(void *);
		struct view_data *giver = old;
		void *had;

		memcpy(&had, (char *)old + at, sizeof(had));
		if (!part->stays || !had)
			giver = from;
		memcpy((char *)data + at, (char *)giver + at, sizeof(had));
		memset((char *)giver + at, 0, sizeof(had));
	}
}

/* Returns the parts of both, if they are of the @same event, else those of @from. */
static struct summary *take_summary(struct summary *old, struct summary *from, bool same)
{
	struct summary *kept = same && old ? old : from;

	if (old && from && same)
		summary__take(old, from);
	if (kept != old)
		free(old);
	if (kept != from)
		free(from);
	return kept;
}

void view_data__take(struct view_data *data, struct view_data *from)
{
	struct view_data old = *data;
	const bool same = old.event == from->event;
	const struct part parts[] = {
		{offsetof(struct view_data, trees), 1, true},
		{offsetof(struct view_data, flames), FLAME_NR_TREES, same},
		{offsetof(struct view_data, chart), 1, same},
		{offsetof(struct view_data, heats), VIEW_DATA_NR_HEATS, same},
		{offsetof(struct view_data, entries), 1, true},
		{offsetof(struct view_data, kinds), 1, true},
		{offsetof(struct view_data, sample_rows), 1, true},
	};

	*data = (struct view_data){
		.summary = take_summary(old.summary, from->summary, same),
		.event = from->event,
	};
	old.summary = from->summary = NULL;
	for (size_t i = 0; i < ARRAY_SIZE(parts); i++)
		take_part(data, &old, from, &parts[i]);
	/* Frees what was not moved. */
	view_data__exit(&old);
	view_data__exit(from);
}
