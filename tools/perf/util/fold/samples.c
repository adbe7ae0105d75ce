// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
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

void sample_ref__init(struct sample_ref *ref, const struct session *session,
		      const struct stitched *sample)
{
	*ref = (struct sample_ref){
		.time = sample->time,
		.period = sample->sample->period,
		.weight = sample->sample->weight,
		.latency = sample_latency(sample->sample->period, sample->parallelism),
		.cookie = sample->cookie,
		.record = SAMPLE_NO_RECORD,
		.cpu = sample->sample->cpu,
	};
	/* The stitcher keeps its records in one array. */
	if (sample->record)
		ref->record = sample->record - defer_stitch__record(session->stitch, 0);
}

bool sample_ref__delay(const struct session *session, const struct sample_ref *ref, uint64_t *delay)
{
	if (ref->record == SAMPLE_NO_RECORD)
		return false;
	return sample_delay(session, ref->time, defer_stitch__record(session->stitch, ref->record),
			    delay);
}

int samples__add(struct samples *samples, struct fold *fold, unsigned int worker,
		 const struct stitched *sample, struct defer_error *err)
{
	struct sample_list *list = &samples->lists[worker];
	struct sample_ref *refs = array__reserve(list->refs, &list->cap, list->nr + 1,
						 sizeof(*refs)),
			  *ref;
	int ret;

	if (!refs)
		return error__no_memory(err, "for the times of samples");
	list->refs = refs;
	ref = &refs[list->nr];
	sample_ref__init(ref, fold__session(fold), sample);
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
	struct sample_ref *refs;

	for (size_t i = 0; i < list->nr; i++)
		list->refs[i].stack = fold__place(fold, worker, list->refs[i].stack);
	if (list == to || !list->nr)
		return 0;
	refs = array__reserve(to->refs, &to->cap, to->nr + list->nr, sizeof(*refs));
	if (!refs)
		return DEFER_ERR_NOMEM;
	to->refs = refs;
	memcpy(refs + to->nr, list->refs, list->nr * sizeof(*refs));
	to->nr += list->nr;
	free(list->refs);
	*list = (struct sample_list){0};
	return 0;
}

/* Orders by time, then CPU, so that the result does not depend on which worker had which sample. */
static int by_time(const void *a, const void *b)
{
	const struct sample_ref *ra = a, *rb = b;

	if (ra->time != rb->time)
		return ra->time < rb->time ? -1 : 1;
	if (ra->cpu != rb->cpu)
		return ra->cpu < rb->cpu ? -1 : 1;
	return 0;
}

int samples__finish(struct samples *samples, const struct fold *fold, struct defer_error *err)
{
	struct sample_list *all = &samples->lists[0];

	for (unsigned int i = 0; i < samples->nr_workers; i++) {
		if (move_list(all, &samples->lists[i], fold, i))
			return error__no_memory(err, "for the times of samples");
	}
	if (all->nr)
		qsort(all->refs, all->nr, sizeof(*all->refs), by_time);
	return 0;
}

size_t samples__from(const struct samples *samples, uint64_t time)
{
	return LOWER_BOUND(i, samples__nr(samples), samples__at(samples, i)->time < time);
}
