// SPDX-License-Identifier: GPL-2.0-only
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/dso.h"
#include "util/id-table.h"
#include "util/resolve-dso.h"

/* Deeper inlining than this is cut, outermost functions first: it is DWARF gone wrong. */
#define MAX_INLINES 256

/* The inlined functions that one run found in one DSO. */
struct inline_batch {
	struct inline_batch *next;
	uint32_t nr, cap;
	struct inline_frame *inlines;
};

/* One worker at one DSO. */
struct naming {
	const struct resolve_run *run;
	struct resolve_dso *rdso;
	struct inline_batch *batch;
	struct id_table table; /* addresses that are named already, of frame ids */
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

/* "file.c:12" without folders, as perf has it; NULL if the line is not known. */
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
	if (batch->nr == batch->cap) {
		uint32_t cap = batch->cap ? 2 * batch->cap : 64;
		struct inline_frame *inlines = reallocarray(batch->inlines, cap, sizeof(*inlines));

		if (!inlines)
			return NULL;
		batch->inlines = inlines;
		batch->cap = cap;
	}
	return &batch->inlines[batch->nr++];
}

/* The last of @src is the function around; the ones before it were put into it. */
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

/* The same place in the DSO was seen through another map: take over what it is called. */
static bool copy_name(const struct naming *naming, struct frame *frame, uint32_t hash)
{
	uint32_t id;

	for (uint32_t pos = hash; id_table__probe(&naming->table, hash, &pos, &id);) {
		const struct frame *same = frame_at(naming->run, id);

		if (same->addr != frame->addr)
			continue;
		frame->sym = same->sym;
		frame->nr_inlines = same->nr_inlines;
		frame->inlines = same->inlines;
		frame->srcline = same->srcline;
		return true;
	}
	return false;
}

static int name_frame(struct naming *naming, uint32_t id, struct defer_error *err)
{
	struct frame *frame = frame_at(naming->run, id);
	uint32_t hash = hash__end(hash__add(0, frame->addr));
	int ret;

	if (copy_name(naming, frame, hash))
		return 0;
	frame->sym = dso__find(frame->dso, frame->addr);
	/* Until the batch stops growing, an index in it stands for the pointer. */
	frame->inlines = (void *)(uintptr_t)naming->batch->nr;
	ret = name_source(naming, frame);
	return ret ? ret : id_table__add(&naming->table, hash, id, err);
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
		int ret = name_frame(naming, id, err);

		if (ret)
			return defer_error__set(err, ret, DEFER_NO_OFFSET, "no memory for names");
	}
	return 0;
}

static int resolve_dso__run(struct resolve_dso *rdso, const struct resolve_run *run,
			    struct defer_error *err)
{
	struct naming naming = {
		.run = run, .rdso = rdso, .batch = calloc(1, sizeof(*naming.batch))};
	int ret;

	if (!naming.batch)
		return defer_error__set(err, DEFER_ERR_NOMEM, DEFER_NO_OFFSET,
					"no memory for names");
	naming.batch->next = rdso->batches;
	rdso->batches = naming.batch;

	/* Without symbols, dso__find() finds nothing: dso__why_no_symbols() has the reason. */
	dso__load(rdso->dso, run->opts->conf, run->ks);
	ret = name_all(&naming, err);
	fix_inlines(&naming);
	id_table__exit(&naming.table);
	rdso->first = NO_FRAME;
	rdso->nr = 0;
	return ret;
}

/* What the threads of one run take turns at. */
struct resolve_queue {
	const struct resolve_run *run;
	struct resolve_dso **dsos; /* the longest work first */
	uint32_t nr;
	atomic_uint taken;
	pthread_mutex_t lock;
	struct defer_error *err; /* of all threads, under the lock */
	int ret;
};

static void *resolve_worker(void *arg)
{
	struct resolve_queue *queue = arg;
	uint32_t i;

	while ((i = atomic_fetch_add(&queue->taken, 1)) < queue->nr) {
		struct defer_error err = DEFER_ERROR_INIT;
		int ret = resolve_dso__run(queue->dsos[i], queue->run, &err);

		if (!ret)
			continue;
		pthread_mutex_lock(&queue->lock);
		queue->ret = defer_error__set(queue->err, ret, err.offset, "%s", err.text);
		pthread_mutex_unlock(&queue->lock);
	}
	return NULL;
}

static void run_threads(struct resolve_queue *queue, unsigned int nr_workers)
{
	uint32_t nr = queue->nr < nr_workers ? queue->nr : nr_workers;
	pthread_t *threads = nr > 1 ? calloc(nr - 1, sizeof(*threads)) : NULL;
	uint32_t started = 0;

	while (threads && started < nr - 1 &&
	       !pthread_create(&threads[started], NULL, resolve_worker, queue))
		started++;
	resolve_worker(queue);
	while (started)
		pthread_join(threads[--started], NULL);
	free(threads);
}

/* The kernel's symbols take the longest to read; then the DSO with the most frames. */
static int by_work(const void *a, const void *b)
{
	const struct resolve_dso *l = *(struct resolve_dso *const *)a;
	const struct resolve_dso *r = *(struct resolve_dso *const *)b;
	int kernel = (r->dso->kind == DSO_KERNEL) - (l->dso->kind == DSO_KERNEL);

	return kernel ? kernel : (r->nr > l->nr) - (r->nr < l->nr);
}

int resolve_run__all(const struct resolve_run *run, struct resolve_dso *dsos, uint32_t nr,
		     struct defer_error *err)
{
	struct resolve_queue queue = {.run = run, .err = err, .lock = PTHREAD_MUTEX_INITIALIZER};

	queue.dsos = calloc(nr + 1, sizeof(*queue.dsos));
	if (!queue.dsos)
		return defer_error__set(err, DEFER_ERR_NOMEM, DEFER_NO_OFFSET,
					"no memory for names");
	for (uint32_t i = 0; i < nr; i++) {
		if (dsos[i].nr)
			queue.dsos[queue.nr++] = &dsos[i];
	}
	qsort(queue.dsos, queue.nr, sizeof(*queue.dsos), by_work);
	run_threads(&queue, run->opts->nr_workers);
	free(queue.dsos);
	return queue.ret;
}
