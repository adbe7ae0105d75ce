// SPDX-License-Identifier: GPL-2.0-only
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash-index.h"
#include "util/base/hash.h"
#include "util/base/workers.h"
#include "util/dso/dso.h"
#include "util/resolve/resolve-dso.h"

/*
 * The deepest inlining that is kept, outermost functions cut first. Deeper nesting means broken
 * DWARF.
 */
#define MAX_INLINES 256

/* The inlined functions that one run found in one DSO. */
struct inline_batch {
	struct inline_batch *next;
	uint32_t nr;
	size_t cap;
	struct inline_frame *inlines;
};

/* The state of one worker while it names one DSO's frames. */
struct naming {
	const struct resolve_run *run;
	struct resolve_dso *rdso;
	struct inline_batch *batch;
	struct hash_index index; /* named frames, by address */
	uint64_t hash_key;
};

void resolve_dso__init(struct resolve_dso *rdso, struct dso *dso)
{
	*rdso = (struct resolve_dso){.dso = dso, .first = NO_FRAME};
}

void resolve_dso__exit(struct resolve_dso *rdso)
{
	struct inline_batch *batch = rdso->batches, *next;

	for (; batch; batch = next) {
		next = batch->next;
		free(batch->inlines);
		free(batch);
	}
	strpool__exit(&rdso->strs);
}

static struct frame *frame_at(const struct resolve_run *run, uint32_t id)
{
	return &run->blocks[id / run->frames_per_block][id % run->frames_per_block];
}

/* Sets *@text to "file.c:12", without folders as in perf; to NULL if the line is not known. */
static int srcline_text(struct naming *naming, const struct src_frame *src, const char **text)
{
	char buf[512];
	const char *slash;
	int len;

	*text = NULL;
	if (!naming->run->opts->srclines || !src->file)
		return 0;
	slash = strrchr(src->file, '/');
	len = snprintf(buf, sizeof(buf), "%s:%u", slash ? slash + 1 : src->file, src->line);
	if (len >= (int)sizeof(buf))
		len = sizeof(buf) - 1;
	*text = strpool__add(&naming->rdso->strs, buf, len);
	return *text ? 0 : DEFER_ERR_NOMEM;
}

static struct inline_frame *add_inline(struct inline_batch *batch)
{
	if (!ARRAY_GROW(batch->inlines, batch->cap, batch->nr + 1ULL))
		return NULL;
	return &batch->inlines[batch->nr++];
}

/*
 * Fills in inlines and lines. The last of @src is the enclosing function; the ones before it were
 * inlined into it, innermost first.
 */
static int set_source(struct naming *naming, struct frame *frame, const struct src_frame *src,
		      int nr)
{
	for (int i = 0; i < nr - 1 && naming->run->opts->inlines; i++) {
		struct inline_frame *inl = add_inline(naming->batch);

		if (!inl || srcline_text(naming, &src[i], &inl->srcline))
			return DEFER_ERR_NOMEM;
		inl->name = src[i].name;
		inl->is_symbol = !strcmp(inl->name, frame->sym->name);
		frame->nr_inlines++;
	}
	return srcline_text(naming, &src[nr - 1], &frame->srcline);
}

static int name_source(struct naming *naming, struct frame *frame)
{
	const struct resolve_opts *opts = naming->run->opts;
	struct src_frame src[MAX_INLINES + 1];
	int nr;

	if (!frame->sym || !(opts->inlines || opts->srclines))
		return 0;
	nr = dso__inline(frame->dso, frame->addr, src, MAX_INLINES + 1);
	return nr > 0 ? set_source(naming, frame, src, nr) : 0;
}

static bool addr_equal(const void *ctx, uint32_t pos, const void *key)
{
	return frame_at(ctx, pos)->addr == *(const uint64_t *)key;
}

static void copy_name(struct frame *frame, const struct frame *same)
{
	frame->sym = same->sym;
	frame->nr_inlines = same->nr_inlines;
	frame->inlines = same->inlines;
	frame->srcline = same->srcline;
}

static int name_frame(struct naming *naming, uint32_t id)
{
	struct frame *frame = frame_at(naming->run, id);
	uint64_t hash = hash__u64(naming->hash_key, frame->addr);
	uint32_t same =
		hash_index__find(&naming->index, hash, addr_equal, naming->run, &frame->addr);
	int ret;

	/* Another map may have led to the same address in the DSO. */
	if (same != HASH_INDEX_NONE) {
		copy_name(frame, frame_at(naming->run, same));
		return 0;
	}
	frame->sym = dso__find(frame->dso, frame->addr);
	/*
	 * The batch may still move as it grows, so store an index here; fix_inlines() turns it into
	 * a pointer.
	 */
	frame->inlines = (void *)(uintptr_t)naming->batch->nr;
	ret = name_source(naming, frame);
	return ret ? ret : hash_index__add(&naming->index, hash, id);
}

static void fix_inlines(const struct naming *naming)
{
	for (uint32_t id = naming->rdso->first; id != NO_FRAME; id = naming->run->next[id]) {
		struct frame *frame = frame_at(naming->run, id);

		frame->inlines = frame->nr_inlines
					 ? &naming->batch->inlines[(uintptr_t)frame->inlines]
					 : NULL;
	}
}

static int name_all(struct naming *naming, struct defer_error *err)
{
	for (uint32_t id = naming->rdso->first; id != NO_FRAME; id = naming->run->next[id]) {
		int ret = name_frame(naming, id);

		if (ret)
			return defer_error__set(err, ret, "not enough memory for names");
	}
	return 0;
}

static int resolve_dso__run(struct resolve_dso *rdso, const struct resolve_run *run,
			    struct defer_error *err)
{
	struct naming naming = {.run = run, .rdso = rdso, .hash_key = hash__key()};
	int ret;

	naming.batch = calloc(1, sizeof(*naming.batch));
	if (!naming.batch)
		return error__no_memory(err, "for names");
	naming.batch->next = rdso->batches;
	rdso->batches = naming.batch;

	/*
	 * A failure is no error here: without symbols dso__find() finds nothing, and
	 * dso__why_no_symbols() keeps the reason.
	 */
	dso__load(rdso->dso, run->opts->conf, run->ks);
	ret = name_all(&naming, err);
	fix_inlines(&naming);
	hash_index__exit(&naming.index);
	rdso->first = NO_FRAME;
	rdso->nr = 0;
	return ret;
}

/* The work of one run, taken DSO by DSO. */
struct resolve_queue {
	const struct resolve_run *run;
	struct resolve_dso **dsos; /* most work first */
	uint32_t nr;
	atomic_uint taken;
};

static int resolve_worker(void *ctx, unsigned int worker, struct defer_error *err)
{
	struct resolve_queue *queue = ctx;
	uint32_t i;

	(void)worker;
	while ((i = atomic_fetch_add(&queue->taken, 1)) < queue->nr) {
		int ret = resolve_dso__run(queue->dsos[i], queue->run, err);

		if (ret)
			return ret;
	}
	return 0;
}

/*
 * Orders by expected work: the kernel, whose symbols take the longest to read, then the DSOs with
 * the most frames.
 */
static int by_work(const void *a, const void *b)
{
	const struct resolve_dso *l = *(struct resolve_dso *const *)a;
	const struct resolve_dso *r = *(struct resolve_dso *const *)b;
	int kernel = (r->dso->kind == DSO_KERNEL) - (l->dso->kind == DSO_KERNEL);

	return kernel ? kernel : CMP(r->nr, l->nr);
}

int resolve_run__all(const struct resolve_run *run, struct resolve_dso *dsos, uint32_t nr,
		     struct defer_error *err)
{
	struct resolve_queue queue = {.run = run};
	unsigned int nr_workers = run->opts->nr_workers;
	int ret = 0;

	queue.dsos = calloc(nr + 1, sizeof(*queue.dsos));
	if (!queue.dsos)
		return error__no_memory(err, "for names");
	for (uint32_t i = 0; i < nr; i++) {
		if (dsos[i].nr)
			queue.dsos[queue.nr++] = &dsos[i];
	}
	qsort(queue.dsos, queue.nr, sizeof(*queue.dsos), by_work);
	if (queue.nr)
		ret = workers__run(queue.nr < nr_workers ? queue.nr : nr_workers, resolve_worker,
				   &queue, err);
	free(queue.dsos);
	return ret;
}
