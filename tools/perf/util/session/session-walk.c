// SPDX-License-Identifier: GPL-2.0-only
/* Pass 2: every sample, with its class and its user half. */
#include <stdlib.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/progress.h"
#include "util/base/stages.h"
#include "util/base/workers.h"
#include "util/session/session.h"
#include "util/session/walker.h"
#include "util/source/source.h"

/* The position of a sample that found no record. */
struct sample_place {
	uint32_t chunk, pos;
};

struct place_list {
	struct sample_place *places;
	size_t nr, cap;
};

/* One worker's share of the pass. */
struct walk {
	struct walker walker;
	struct session *session;
	session_sample_fn fn;
	void *ctx;
	unsigned int worker;
	struct defer_signs *signs;
	struct place_list unsettled;
	const struct place_list *revisit; /* all unsettled, sorted; NULL in the first round */
};

static int place_list__add(struct place_list *list, uint32_t chunk, uint32_t pos,
			   struct defer_error *err)
{
	if (!ARRAY_GROW(list->places, list->cap, list->nr + 1))
		return error__no_memory(err, "for samples without a record");
	list->places[list->nr++] = (struct sample_place){chunk, pos};
	return 0;
}

static int sample_place__cmp(const void *a, const void *b)
{
	const struct sample_place *pa = a, *pb = b;

	return CMP(pa->chunk, pb->chunk) ?: CMP(pa->pos, pb->pos);
}

/* Returns the index of the first place in @chunk or a later one. */
static size_t place_list__lower_bound(const struct place_list *list, uint32_t chunk)
{
	return LOWER_BOUND(i, list->nr, list->places[i].chunk < chunk);
}

static bool has_place(const void *list, uint32_t chunk)
{
	const struct place_list *all = list;
	const size_t i = place_list__lower_bound(all, chunk);

	return i < all->nr && all->places[i].chunk == chunk;
}

/* Delivers the samples that the last stitched one stands for. */
static int walk__visit(struct walk *w, struct stitched *sample, struct defer_error *err)
{
	int ret = 0;

	while (ret >= 0 && walker__next(&w->walker, sample))
		ret = w->fn(w->ctx, w->worker, sample, err);
	return ret;
}

static int walk__chunk(struct walk *w, struct defer_error *err)
{
	struct chunk *chunk = &w->walker.chunk;
	struct defer_record rec;
	struct stitched sample;
	size_t pos;
	int ret = 0;

	for (pos = 0; pos < chunk->size && ret >= 0; pos += rec.size) {
		ret = chunk__record(chunk, pos, &rec, err);
		/* Only a file that shrank between the passes ends here; the source reported it. */
		if (ret == DEFER_ERR_TRUNCATED) {
			defer_error__clear(err);
			return 0;
		}
		if (ret || rec.type != DEFER_RECORD_SAMPLE)
			continue;
		ret = walker__stitch(&w->walker, &rec, w->signs, &sample, err);
		if (ret <= 0)
			continue;
		if (sample.cls == DEFER_NO_RECORD)
			ret = place_list__add(&w->unsettled, chunk->idx, pos, err);
		else
			ret = walk__visit(w, &sample, err);
	}
	return ret;
}

static int walk__revisit_chunk(struct walk *w, struct defer_error *err)
{
	const struct place_list *list = w->revisit;
	struct chunk *chunk = &w->walker.chunk;
	struct defer_record rec;
	struct stitched sample;
	size_t i;
	int ret;

	for (i = place_list__lower_bound(list, chunk->idx);
	     i < list->nr && list->places[i].chunk == chunk->idx; i++) {
		if (list->places[i].pos >= chunk->size)
			break;
		ret = chunk__record(chunk, list->places[i].pos, &rec, err);
		if (!ret)
			ret = walker__stitch(&w->walker, &rec, NULL, &sample, err);
		if (ret < 0)
			return ret;
		walker__settle(&w->walker, w->signs, &sample);
		ret = walk__visit(w, &sample, err);
		if (ret < 0)
			return ret;
	}
	return 0;
}

static int walk__run(void *ctx, unsigned int worker, struct defer_error *err)
{
	struct walk *w = (struct walk *)ctx + worker;
	int ret;

	while ((ret = session__next(w->session, &w->walker.chunk, err)) > 0) {
		if (w->revisit)
			ret = walk__revisit_chunk(w, err);
		else
			ret = walk__chunk(w, err);
		if (ret >= 0)
			ret = progress__add(w->session->progress, w->walker.chunk.size, err);
		if (ret >= 0)
			ret = budget__check(&w->session->budget, err);
		if (ret < 0)
			break;
	}
	return ret;
}

/* Merges all signs and all unsettled places into worker 0, and sorts the places. */
static int walk__merge(struct walk *w, unsigned int nr, struct defer_error *err)
{
	struct place_list *all = &w[0].unsettled;
	unsigned int i;
	size_t j;
	int ret;

	for (i = 1; i < nr; i++) {
		ret = defer_signs__merge(w[0].signs, w[i].signs);
		if (ret)
			return defer_error__set(err, ret, "not enough memory for signs");
		for (j = 0; j < w[i].unsettled.nr; j++) {
			const struct sample_place *place = &w[i].unsettled.places[j];

			ret = place_list__add(all, place->chunk, place->pos, err);
			if (ret)
				return ret;
		}
	}
	if (all->nr)
		qsort(all->places, all->nr, sizeof(*all->places), sample_place__cmp);
	return 0;
}

static int walk__revisit(struct walk *w, unsigned int nr, struct defer_error *err)
{
	unsigned int i;

	if (!w[0].unsettled.nr)
		return 0;
	for (i = 0; i < nr; i++) {
		w[i].revisit = &w[0].unsettled;
		if (i) {
			defer_signs__delete(w[i].signs);
			w[i].signs = NULL;
		}
	}
	for (i = 1; i < nr; i++)
		w[i].signs = w[0].signs;
	source__want(w->session->source, has_place, &w[0].unsettled);
	i = workers__run(nr, walk__run, w, err) < 0;
	source__rewind(w->session->source);
	return i ? err->code : 0;
}

static int walk__init(struct walk *w, struct session *session, unsigned int worker,
		      session_sample_fn fn, void *ctx, struct defer_error *err)
{
	walker__init(&w->walker, session);
	w->session = session;
	w->fn = fn;
	w->ctx = ctx;
	w->worker = worker;
	w->signs = defer_signs__new(session->stitch);
	if (!w->signs)
		return error__no_memory(err, "to walk the samples");
	return 0;
}

static void walk__exit(struct walk *w, const struct walk *first)
{
	if (w == first || w->signs != first->signs)
		defer_signs__delete(w->signs);
	free(w->unsettled.places);
	walker__exit(&w->walker);
}

/* Bytes of a sample before its stack dump, which most have fewer of. */
#define HEAD_SIZE 512
/* Bytes of a stack in which nine of ten stacks of C++ end. */
#define DUMP_PART (4U << 10)
/* Bytes behind a stack dump that all samples have but those with many registers of the interrupt. */
#define TAIL_SIZE 320

/* Leaves out the rest of stack dumps, which is read for the stacks that need it. */
static void session__leave_out_dumps(struct session *session)
{
	/* Repairs have small dumps. Without places nothing could be read later. */
	if (session->repairs || session__dump_size(session) < DUMP_PART + GAP_SIZE_MIN ||
	    !source__has_places(session->source))
		return;
	source__leave_out(session->source,
			  &(struct gap){.head = HEAD_SIZE + DUMP_PART, .tail = TAIL_SIZE});
}

int session__walk(struct session *session, session_sample_fn fn, void *ctx, struct defer_error *err)
{
	struct walk *w = calloc(session->nr_workers, sizeof(*w));
	const enum stage was = stages__enter(session->stages, STAGE_WALK);
	unsigned int i, nr = session->nr_workers;
	int ret = 0;

	if (!w)
		return error__no_memory(err, "to walk the samples");
	progress__restart(session->progress);
	session__leave_out_dumps(session);
	for (i = 0; i < nr && !ret; i++)
		ret = walk__init(&w[i], session, i, fn, ctx, err);
	if (!ret)
		ret = workers__run(nr, walk__run, w, err);
	source__rewind(session->source);
	if (!ret)
		ret = walk__merge(w, nr, err);
	if (!ret)
		ret = walk__revisit(w, nr, err);
	/* A walk that was interrupted has not reported all broken samples. */
	session->walked |= !ret;
	for (i = nr; i-- > 0;)
		walk__exit(&w[i], &w[0]);
	free(w);
	stages__leave(session->stages, was);
	return ret;
}
