// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "ui/tui/load/trees.h"
#include "ui/tui/load/view-data.h"
#include "util/base/error.h"
#include "util/entry/entry-sort.h"
#include "util/profile/profile.h"
#include "util/view/flame.h"
#include "util/view/heat-samples.h"

#define NR_BUCKETS 2048 /* buckets of time; more than a window has columns */

static void delete_flame(struct flame *flame)
{
	if (flame)
		flame__exit(flame);
	free(flame);
}

static void delete_heat(struct heat *heat)
{
	if (heat)
		heat__exit(heat);
	free(heat);
}

static int make_flame(struct view_data *data, const struct hist *hist, struct defer_error *err)
{
	struct flame *flame = malloc(sizeof(*flame));
	int ret;

	if (!flame)
		return error__no_memory(err, "for a view");
	ret = flame__init(flame, hist, err);
	if (ret)
		delete_flame(flame);
	else
		data->flame = flame;
	return ret;
}

int view_data__heat(struct heat **heatp, uint32_t event, const struct view_data_source *source,
		    struct defer_error *err)
{
	const struct heat_want want = {
		.samples = source->samples,
		.all = source->all,
		.part = source->part,
		.zooms = source->zooms,
		.evsel_idx = event,
		.by = HEAT_BY_TASK,
		.nr_buckets = NR_BUCKETS,
	};
	struct heat *heat = malloc(sizeof(*heat));
	int ret;

	*heatp = NULL;
	if (!heat)
		return error__no_memory(err, "for a view");
	ret = heat__init_samples(heat, &want, err);
	if (ret)
		delete_heat(heat);
	else
		*heatp = heat;
	return ret;
}

/* Makes the entries, longest first: what the view shows at once. */
static int make_entries(struct view_data *data, const struct view_data_source *source,
			struct defer_error *err)
{
	const struct entry_order by_remaining = {.by = {ENTRY_BY_REMAINING}, .nr = 1};
	const struct entry_list_opts opts = {
		.session = fold__session(source->all),
		.profile = source->profile,
		.all = source->all,
		.part = source->part,
		.zooms = source->zooms,
		.samples = source->samples,
	};
	int ret = entry_list__new(&data->entries, &opts, err);

	return ret ? ret : entry_list__sort(data->entries, &by_remaining, data->entries->rows, err);
}

int view_data__make(struct view_data *data, unsigned int which, uint32_t event,
		    const struct view_data_source *source, struct defer_error *err)
{
	int ret = 0;

	if (event >= source->profile->nr_events)
		event = 0;
	if (event != data->event) {
		delete_flame(data->flame);
		delete_heat(data->heat);
		data->flame = NULL;
		data->heat = NULL;
		data->event = event;
	}
	if (which & VIEW_DATA_TREES && !data->trees)
		ret = trees__new(&data->trees, source->profile, err);
	if (!ret && which & VIEW_DATA_FLAME && !data->flame)
		ret = make_flame(data, &source->profile->events[event].hist, err);
	if (!ret && which & VIEW_DATA_HEAT && !data->heat && source->samples)
		ret = view_data__heat(&data->heat, event, source, err);
	if (!ret && which & VIEW_DATA_ENTRIES && !data->entries && source->samples)
		ret = make_entries(data, source, err);
	return ret;
}

void view_data__exit(struct view_data *data)
{
	trees__delete(data->trees);
	delete_flame(data->flame);
	delete_heat(data->heat);
	entry_list__delete(data->entries);
	*data = (struct view_data){0};
}

void view_data__take(struct view_data *data, struct view_data *from)
{
	struct view_data old = *data;
	bool same = old.event == from->event;

	*data = (struct view_data){
		.trees = old.trees ? old.trees : from->trees,
		.flame = same && old.flame ? old.flame : from->flame,
		.heat = same && old.heat ? old.heat : from->heat,
		.entries = old.entries ? old.entries : from->entries,
		.event = from->event,
	};
	/* Frees what was not moved. */
	if (old.trees)
		trees__delete(from->trees);
	if (old.entries)
		entry_list__delete(from->entries);
	if (old.flame)
		delete_flame(same ? from->flame : old.flame);
	if (old.heat)
		delete_heat(same ? from->heat : old.heat);
	*from = (struct view_data){0};
}
