// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "ui/tui/load/trees.h"
#include "ui/tui/load/view-data.h"
#include "util/profile/profile.h"
#include "util/view/flame.h"
#include "util/view/heat-samples.h"

#define NR_BUCKETS 2048 /* of time: more than windows have columns */

static int no_memory(struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_NOMEM, DEFER_NO_OFFSET, "no memory for a view");
}

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

static int make_flame(struct parts *parts, const struct hist *hist, struct defer_error *err)
{
	struct flame *flame = malloc(sizeof(*flame));
	int ret;

	if (!flame)
		return no_memory(err);
	ret = flame__init(flame, hist, err);
	if (ret)
		delete_flame(flame);
	else
		parts->flame = flame;
	return ret;
}

int parts__heat(struct heat **heatp, uint32_t event, const struct parts_of *of,
		struct defer_error *err)
{
	const struct heat_want want = {
		.samples = of->samples,
		.all = of->all,
		.part = of->part,
		.zooms = of->zooms,
		.evsel_idx = event,
		.by = HEAT_BY_TASK,
		.nr_buckets = NR_BUCKETS,
	};
	struct heat *heat = malloc(sizeof(*heat));
	int ret;

	*heatp = NULL;
	if (!heat)
		return no_memory(err);
	ret = heat__init_samples(heat, &want, err);
	if (ret)
		delete_heat(heat);
	else
		*heatp = heat;
	return ret;
}

int parts__make(struct parts *parts, unsigned int which, uint32_t event, const struct parts_of *of,
		struct defer_error *err)
{
	int ret = 0;

	if (event >= of->profile->nr_events)
		event = 0;
	if (event != parts->event) {
		delete_flame(parts->flame);
		delete_heat(parts->heat);
		parts->flame = NULL;
		parts->heat = NULL;
		parts->event = event;
	}
	if (which & PART_TREES && !parts->trees)
		ret = trees__new(&parts->trees, of->profile, err);
	if (!ret && which & PART_FLAME && !parts->flame)
		ret = make_flame(parts, &of->profile->events[event].hist, err);
	if (!ret && which & PART_HEAT && !parts->heat && of->samples)
		ret = parts__heat(&parts->heat, event, of, err);
	return ret;
}

void parts__exit(struct parts *parts)
{
	trees__delete(parts->trees);
	delete_flame(parts->flame);
	delete_heat(parts->heat);
	*parts = (struct parts){0};
}

void parts__take(struct parts *parts, struct parts *from)
{
	struct parts old = *parts;
	bool same = old.event == from->event;

	*parts = (struct parts){
		.trees = old.trees ? old.trees : from->trees,
		.flame = same && old.flame ? old.flame : from->flame,
		.heat = same && old.heat ? old.heat : from->heat,
		.event = from->event,
	};
	/* What was not moved is freed. */
	if (old.trees)
		trees__delete(from->trees);
	if (old.flame)
		delete_flame(same ? from->flame : old.flame);
	if (old.heat)
		delete_heat(same ? from->heat : old.heat);
	*from = (struct parts){0};
}
