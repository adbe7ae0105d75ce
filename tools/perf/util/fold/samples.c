// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/radix-sort.h"
#include "util/fold/samples.h"

int samples__init(struct samples *samples, unsigned int nr_workers, struct defer_error *err)
{
	samples->nr_workers = nr_workers;
	samples->lists = calloc(nr_workers, sizeof(*samples->lists));
	return samples->lists ? 0 : error__no_memory(err, "for the times of samples");
}

void samples__exit(struct samples *samples)
{
	for (unsigned int i = 0; samples->lists && i < samples->nr_workers; i++)
		free(samples->lists[i].refs);
	free(samples->lists);
	*samples = (struct samples){0};
}

void sample_ref__init(struct sample_ref *ref, const struct stitched *sample)
{
	*ref = (struct sample_ref){
		.time = sample->time,
		.weights = weights__of(sample->sample, sample->parallelism),
		.cookie = sample->cookie,
		.order = sample->rec ? sample->rec->order : 0,
		.record = SAMPLE_NO_RECORD,
		.cpu = sample->sample->cpu,
		.why_left = sample->why_left,
	};
	if (sample->record)
		ref->record = sample->record->place;
}

bool sample_ref__delay(const struct session *session, const struct sample_ref *ref, uint64_t *delay)
{
	struct defer_stitch_record record;

	if (ref->record == SAMPLE_NO_RECORD ||
	    !defer_stitch__record(session->stitch, ref->record, &record))
		return false;
	return sample_delay(session, ref->time, &record, delay);
}

int samples__add(struct samples *samples, struct fold *fold, unsigned int worker,
		 const struct stitched *sample, struct defer_error *err)
{
	struct sample_list *list = &samples->lists[worker];
	struct sample_ref *ref;
	int ret;

	if (!ARRAY_GROW(list->refs, list->cap, list->nr + 1))
		return error__no_memory(err, "for the times of samples");
	ref = &list->refs[list->nr];
	sample_ref__init(ref, sample);
	ret = fold__add_at(fold, worker, sample, &ref->stack, err);
	if (ret)
		return ret;
	list->nr++;
	return 0;
}

/*
 * Moves all refs of @list to the end of @to, and turns their positions into indices of the merged
 * fold.
 */
static int move_list(struct sample_list *to, struct sample_list *list, const struct fold *fold,
		     unsigned int worker)
{
	for (size_t i = 0; i < list->nr; i++)
		list->refs[i].stack = fold__place(fold, worker, list->refs[i].stack);
	if (list == to || !list->nr)
		return 0;
	if (!ARRAY_APPEND(to->refs, to->nr, to->cap, list->refs, list->nr))
		return DEFER_ERR_NOMEM;
	free(list->refs);
	*list = (struct sample_list){0};
	return 0;
}

static uint64_t ref_time(const void *ref)
{
	return ((const struct sample_ref *)ref)->time;
}

static uint64_t ref_order(const void *ref)
{
	return ((const struct sample_ref *)ref)->order;
}

/*
 * Sorts by time, and by place in the stream where times are equal, so that it does not matter which
 * worker had which sample.
 */
static int sort_list(struct sample_list *list)
{
	struct sample_ref *sorted;

	if (list->nr > UINT32_MAX)
		return DEFER_ERR_NOMEM;
	sorted = radix_sort_rows(list->refs, sizeof(*sorted), list->nr, ref_time, ref_order);
	if (!sorted)
		return DEFER_ERR_NOMEM;
	list->refs = sorted;
	list->cap = list->nr + 1;
	return 0;
}

int samples__finish(struct samples *samples, const struct fold *fold, struct defer_error *err)
{
	struct sample_list *all = &samples->lists[0];
	int ret = 0;

	for (unsigned int i = 0; !ret && i < samples->nr_workers; i++)
		ret = move_list(all, &samples->lists[i], fold, i);
	if (!ret)
		ret = sort_list(all);
	return ret ? error__no_memory(err, "for the times of samples") : 0;
}

size_t samples__from(const struct samples *samples, uint64_t time)
{
	return LOWER_BOUND(i, samples__nr(samples), samples__at(samples, i)->time < time);
}
