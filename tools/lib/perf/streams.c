// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
#include <stdlib.h>

#include <internal/array.h>

#include "seed.h"
#include "stitch-index.h"
#include "streams.h"

#define SLOTS_START 64

int streams__init(struct streams *streams, bool are_buffers)
{
	*streams = (struct streams){.mask = SLOTS_START - 1, .are_buffers = are_buffers};
	streams->seed = seed__new();
	streams->slots = calloc(SLOTS_START, sizeof(*streams->slots));
	return streams->slots ? 0 : DEFER_ERR_NOMEM;
}

void streams__exit(struct streams *streams)
{
	free(streams->slots);
	free(streams->spans);
	*streams = (struct streams){0};
}

static struct stream_span *streams__slot(const struct streams *streams, uint64_t key)
{
	size_t slot = seed__hash(streams->seed, key) & streams->mask;

	while (streams->slots[slot].used && streams->slots[slot].key != key)
		slot = (slot + 1) & streams->mask;
	return &streams->slots[slot];
}

static int streams__grow(struct streams *streams)
{
	struct stream_span *old = streams->slots;
	size_t old_size = streams->mask + 1;
	struct stream_span *grown = calloc(old_size * 2, sizeof(*grown));

	if (!grown)
		return DEFER_ERR_NOMEM;
	streams->slots = grown;
	streams->mask = old_size * 2 - 1;
	for (size_t i = 0; i < old_size; i++)
		if (old[i].used)
			*streams__slot(streams, old[i].key) = old[i];
	free(old);
	return 0;
}

static int streams__add(struct streams *streams, const struct stream_span *span)
{
	if (streams->nr * 2 > streams->mask && streams__grow(streams))
		return DEFER_ERR_NOMEM;
	streams->last = streams__slot(streams, span->key);
	*streams->last = *span;
	streams->nr++;
	return 0;
}

int streams__see(struct streams *streams, uint64_t key, int32_t cpu, uint64_t time, uint64_t *step)
{
	struct stream_span *span = streams->last;

	*step = 0;
	if (!span || span->key != key)
		span = streams->last = streams__slot(streams, key);
	if (!span->used) {
		struct stream_span first = {
			.key = key,
			.part = streams->part,
			.first = time,
			.last = time,
			.latest = time,
			.cpu = cpu,
			.used = true,
		};

		/* The new span may make the table grow, which frees this slot. */
		streams->last = NULL;
		return streams__add(streams, &first);
	}
	if (time < span->last)
		*step = span->last - time;
	if (time > span->latest || streams->are_buffers)
		span->latest = time;
	span->last = time;
	return 0;
}

uint64_t streams__latest(const struct streams *streams, uint64_t key)
{
	const struct stream_span *span = streams__slot(streams, key);

	return span->used ? span->latest : STREAM_UNSEEN;
}

static int streams__put(struct streams *streams, const struct stream_span *span)
{
	if (!STITCH_GROW(streams->spans, streams->alloc_spans, streams->nr_spans + 1))
		return DEFER_ERR_NOMEM;
	streams->spans[streams->nr_spans++] = *span;
	return 0;
}

int streams__begin(struct streams *streams, uint64_t part)
{
	for (size_t i = 0; streams->nr && i <= streams->mask; i++) {
		struct stream_span *span = &streams->slots[i];

		if (span->used && streams__put(streams, span))
			return DEFER_ERR_NOMEM;
		span->used = false;
	}
	streams->nr = 0;
	streams->last = NULL;
	streams->part = part;
	return 0;
}

int streams__merge(struct streams *streams, struct streams *from)
{
	int ret = streams__begin(from, from->part);

	for (size_t i = 0; i < from->nr_spans && !ret; i++)
		ret = streams__put(streams, &from->spans[i]);
	if (!ret)
		from->nr_spans = 0;
	return ret;
}

static int span__cmp(const void *va, const void *vb)
{
	const struct stream_span *a = va, *b = vb;

	return CMP(a->key, b->key) ?: CMP(a->part, b->part);
}

int streams__join(struct streams *streams)
{
	struct stream_span *spans;

	if (streams__begin(streams, streams->part))
		return DEFER_ERR_NOMEM;
	spans = streams->spans;
	if (streams->nr_spans)
		qsort(spans, streams->nr_spans, sizeof(*spans), span__cmp);
	for (size_t i = 1; i < streams->nr_spans && !streams->are_buffers; i++)
		if (spans[i].key == spans[i - 1].key && spans[i].latest < spans[i - 1].latest)
			spans[i].latest = spans[i - 1].latest;
	return 0;
}

uint64_t streams__latest_before(const struct streams *streams, uint64_t key, uint64_t part)
{
	const struct stream_span what = {.key = key, .part = part};
	size_t after = LOWER_BOUND(i, streams->nr_spans, span__cmp(&streams->spans[i], &what) < 0);

	if (!after || streams->spans[after - 1].key != key)
		return STREAM_UNSEEN;
	return streams->spans[after - 1].latest;
}
