// SPDX-License-Identifier: GPL-2.0-only
#include <pthread.h>
#include <stdlib.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/session/order-slices.h"
#include "util/source/source.h"

/* A slice ends after so many samples or bytes, whichever comes first. */
#define SLICE_SAMPLES 4096
#define SLICE_BYTES   (4U << 20)
/* A gap between two samples that costs less to read than another system call. */
#define SLICE_GAP 16384

struct order_slices {
	struct session *session;
	pthread_mutex_t lock;
	struct order_merge merge;
	uint32_t max_samples; /* of a slice; but see order_slice__is_full() */
	uint32_t nr;	      /* slices taken */
	bool failed;	      /* the heads of the runs belong to no slice */
	struct order_point last;
	bool finds_records, stitches;
};

struct slice_entry {
	const struct order_entry *entry;
	uint32_t range;
};

/* Bytes of the stream that are read at once. */
struct slice_range {
	uint64_t order, end;
	size_t at;   /* offset in slice.bytes */
	size_t size; /* bytes that were there */
};

int order_slices__new(struct order_slices **slicesp, struct session *session,
		      const struct order_list *lists, struct defer_error *err)
{
	struct order_slices *slices = calloc(1, sizeof(*slices));
	int ret;

	*slicesp = NULL;
	if (!slices)
		return error__no_memory(err, "to put samples in order");
	slices->session = session;
	slices->max_samples = SLICE_SAMPLES;
	pthread_mutex_init(&slices->lock, NULL);
	ret = order_merge__init(&slices->merge, lists, session->nr_workers, err);
	if (!ret)
		ret = source__make_seekable(session->source, err);
	if (ret)
		order_slices__delete(slices);
	else
		*slicesp = slices;
	return ret;
}

void order_slices__set_limit(struct order_slices *slices, uint32_t max_samples)
{
	slices->max_samples = max_samples;
}

void order_slices__find_records(struct order_slices *slices)
{
	slices->finds_records = true;
}

void order_slices__stitch(struct order_slices *slices)
{
	slices->stitches = true;
}

void order_slices__delete(struct order_slices *slices)
{
	if (!slices)
		return;
	order_merge__exit(&slices->merge);
	pthread_mutex_destroy(&slices->lock);
	free(slices);
}

void order_slice__init(struct order_slice *slice, struct session *session)
{
	*slice = (struct order_slice){.session = session};
	chunk__init(&slice->bytes);
	walker__init(&slice->walker, session);
}

void order_slice__exit(struct order_slice *slice)
{
	chunk__exit(&slice->bytes);
	walker__exit(&slice->walker);
	free(slice->entries);
	free(slice->ranges);
}

/* Adds a range that begins with @entry. */
static int order_slice__begin_range(struct order_slice *slice, const struct order_entry *entry,
				    struct defer_error *err)
{
	if (!ARRAY_GROW(slice->ranges, slice->cap_ranges, slice->nr_ranges + 1))
		return error__no_memory(err, "to put samples in order");
	slice->ranges[slice->nr_ranges++] =
		(struct slice_range){.order = entry->order, .end = entry->order};
	return 0;
}

/* Returns true if @entry is read together with what @range has. */
static bool slice_range__takes(const struct slice_range *range, const struct order_entry *entry)
{
	return entry->order >= range->order && entry->order <= range->end + SLICE_GAP;
}

/* Adds the entry at the head of @run. */
static int order_slice__add(struct order_slice *slice, struct order_run *run,
			    struct defer_error *err)
{
	const struct order_entry *entry = run->head;
	struct slice_range *range;

	if (!ARRAY_GROW(slice->entries, slice->cap, slice->nr + 1ULL))
		return error__no_memory(err, "to put samples in order");
	if (run->slice != slice->idx + 1 ||
	    !slice_range__takes(&slice->ranges[run->range], entry)) {
		if (order_slice__begin_range(slice, entry, err))
			return DEFER_ERR_NOMEM;
		run->slice = slice->idx + 1;
		run->range = slice->nr_ranges - 1;
	}
	range = &slice->ranges[run->range];
	if (entry->order + entry->size > range->end) {
		slice->nr_bytes += entry->order + entry->size - range->end;
		range->end = entry->order + entry->size;
	}
	slice->entries[slice->nr++] = (struct slice_entry){.entry = entry, .range = run->range};
	return 0;
}

/* Returns true if no record of @slice has more samples, and the slice is large enough. */
static bool order_slice__is_full(const struct order_slice *slice, uint32_t max_samples,
				 const struct order_entry *entry)
{
	return (slice->nr >= max_samples || slice->nr_bytes >= SLICE_BYTES) &&
	       entry->order != slice->entries[slice->nr - 1].entry->order;
}

static void order_slices__begin(struct order_slices *slices, struct order_slice *slice)
{
	slice->nr = slice->next = 0;
	slice->nr_ranges = slice->nr_bytes = 0;
	slice->more = false;
	slice->finds_records = slices->finds_records;
	slice->stitches = slices->stitches;
	slice->idx = slices->nr;
	slice->after = slices->last;
}

void order_slices__end(struct order_slices *slices, struct order_slice *slice)
{
	order_slices__begin(slices, slice);
}

/* Takes the entries of a slice. The caller holds the lock. After an error there are no more. */
static int order_slices__pull(struct order_slices *slices, struct order_slice *slice,
			      struct defer_error *err)
{
	struct order_run *run;
	int ret = 0;

	order_slices__begin(slices, slice);
	if (slices->failed)
		return 0;
	while ((run = order_merge__top(&slices->merge))) {
		if (order_slice__is_full(slice, slices->max_samples, run->head))
			break;
		ret = order_slice__add(slice, run, err);
		if (ret) {
			slices->failed = true;
			return ret;
		}
		slices->last = (struct order_point){run->head->time, run->head->order};
		order_merge__pop(&slices->merge);
	}
	slice->last = slices->last;
	slices->nr += slice->nr > 0;
	return slice->nr > 0;
}

/* Reads the bytes of all ranges. */
static int order_slice__load(struct order_slice *slice, struct defer_error *err)
{
	size_t at = 0;
	int64_t got;

	if (chunk__reserve(&slice->bytes, slice->nr_bytes, err))
		return DEFER_ERR_NOMEM;
	for (size_t i = 0; i < slice->nr_ranges; i++) {
		struct slice_range *range = &slice->ranges[i];

		got = source__read_at(slice->session->source, range->order, slice->bytes.data + at,
				      range->end - range->order, err);
		if (got < 0)
			return got;
		range->at = at;
		range->size = got;
		at += range->end - range->order;
	}
	return 1;
}

int order_slices__take(struct order_slices *slices, struct order_slice *slice,
		       struct defer_error *err)
{
	int ret;

	pthread_mutex_lock(&slices->lock);
	ret = order_slices__pull(slices, slice, err);
	pthread_mutex_unlock(&slices->lock);
	return ret <= 0 ? ret : order_slice__load(slice, err);
}

/* Reads the record of @entry. Returns 1, 0 if it cannot be decoded, or a negative code. */
static int order_slice__read(struct order_slice *slice, const struct slice_entry *entry,
			     struct defer_error *err)
{
	const struct slice_range *range = &slice->ranges[entry->range];
	const struct chunk chunk = {
		.data = slice->bytes.data + range->at,
		.size = range->size,
		.offset = DEFER_NO_OFFSET,
		.order = range->order,
		.inflated = true, /* @offset is that of all records */
		.swap = source__header(slice->session->source)->swap,
	};
	struct defer_record rec;
	int ret = chunk__record(&chunk, entry->entry->order - range->order, &rec, err);

	/* Only a file that shrank between the passes ends here; the source reported it. */
	if (ret == DEFER_ERR_TRUNCATED) {
		defer_error__clear(err);
		return 0;
	}
	if (!ret && slice->stitches)
		ret = walker__stitch(&slice->walker, &rec, NULL, &slice->sample, err);
	else if (!ret)
		ret = walker__read(&slice->walker, &rec, &slice->sample, err);
	if (ret <= 0 || !slice->finds_records)
		return ret;
	ret = walker__find_record(&slice->walker, &slice->sample, err);
	return ret ? ret : 1;
}

int order_slice__next(struct order_slice *slice, struct stitched **sample, uint32_t *tag,
		      struct defer_error *err)
{
	const struct slice_entry *entry;
	int ret;

	*sample = &slice->sample;
	while (slice->next < slice->nr) {
		entry = &slice->entries[slice->next++];
		if (!slice->more || entry->entry->order != entry[-1].entry->order) {
			ret = order_slice__read(slice, entry, err);
			if (ret < 0)
				return ret;
			slice->more = ret;
		}
		*tag = entry->entry->tag;
		if (slice->more && walker__next(&slice->walker, &slice->sample))
			return 1;
		slice->more = false;
	}
	return 0;
}
