// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
#include <stdlib.h>

#include <internal/array.h>

#include "seed.h"
#include "stitch-index.h"

#define DROPPED UINT32_MAX /* place of a record that was dropped */

int stitch_vec__reserve(void **data, size_t *alloc, size_t nr, size_t size)
{
	size_t want;
	void *grown;

	if (nr < *alloc)
		return 0;
	want = nr + nr / 2 + 64;
	/* Places are 32 bits wide in the index, and one value means "none". */
	if (want >= UINT32_MAX || want > SIZE_MAX / size)
		return DEFER_ERR_NOMEM;
	grown = realloc(*data, want * size);
	if (!grown)
		return DEFER_ERR_NOMEM;
	*data = grown;
	*alloc = want;
	return 0;
}

int stitch_vec__reserve_more(void **data, size_t *alloc, size_t nr, size_t more, size_t size)
{
	if (!more || nr + more <= *alloc)
		return 0;
	return stitch_vec__reserve(data, alloc, nr + more, size);
}

/* ---- order --------------------------------------------------------------------------- */

enum record_field {
	FIELD_REF,
	FIELD_TIME,
	FIELD_TID,
	FIELD_COOKIE
};

static uint64_t record__field(const struct defer_stitch_record *rec, enum record_field field)
{
	switch (field) {
	case FIELD_REF:
		return rec->ref;
	case FIELD_TIME:
		return rec->time;
	case FIELD_TID:
		return (uint32_t)rec->tid;
	case FIELD_COOKIE:
		return rec->cookie;
	default:
		break;
	}
	return 0;
}

static void sort_by(const struct defer_stitch *st, struct sort_key *keys, struct sort_key *tmp,
		    enum record_field field)
{
	for (size_t i = 0; i < st->nr_records; i++)
		keys[i].key = record__field(&st->records[keys[i].idx], field);
	sort_keys__sort(keys, tmp, st->nr_records);
}

static bool record__is_copy(const struct defer_stitch *st, const struct defer_stitch_record *a,
			    const struct defer_stitch_record *b)
{
	return a->cookie == b->cookie && a->tid == b->tid && a->pid == b->pid && a->cpu == b->cpu &&
	       a->nr == b->nr && a->sum == b->sum && (st->opts.no_time || a->time == b->time);
}

/*
 * Copies the records to @to in the order of @keys and skips each one that equals its predecessor.
 * Sets @places[i] to the new place of record i, or DROPPED. Returns how many were kept.
 */
static size_t stitch__reorder(struct defer_stitch *st, const struct sort_key *keys,
			      struct defer_stitch_record *to, uint32_t *places)
{
	size_t kept = 0;

	for (size_t i = 0; i < st->nr_records; i++) {
		to[kept] = st->records[keys[i].idx];
		if (kept && record__is_copy(st, &to[kept - 1], &to[kept])) {
			places[keys[i].idx] = DROPPED;
			st->stats.duplicates++;
		} else {
			places[keys[i].idx] = kept++;
		}
	}
	return kept;
}

static void order_records(struct defer_stitch *st, struct sort_key *keys, struct sort_key *tmp,
			  struct defer_stitch_record *to)
{
	uint32_t *places = (uint32_t *)tmp; /* reused: the sorts are over when it is filled */
	size_t nr = st->nr_records, kept = 0;

	for (size_t i = 0; i < nr; i++)
		keys[i].idx = i;
	sort_by(st, keys, tmp, FIELD_REF);
	sort_by(st, keys, tmp, FIELD_TIME);
	sort_by(st, keys, tmp, FIELD_TID);
	st->nr_tids = 0;
	for (size_t i = 0; i < nr; i++) {
		st->by_tid[i] = keys[i].idx;
		st->nr_tids += !i || keys[i].key != keys[i - 1].key;
	}
	sort_by(st, keys, tmp, FIELD_COOKIE);
	st->nr_records = stitch__reorder(st, keys, to, places);
	free(st->records);
	st->records = to;
	st->alloc_records = nr;
	for (size_t i = 0; i < nr; i++)
		if (places[st->by_tid[i]] != DROPPED)
			st->by_tid[kept++] = places[st->by_tid[i]];
}

static int build_records(struct defer_stitch *st)
{
	size_t nr = st->nr_records;
	struct defer_stitch_record *to = malloc((nr + 1) * sizeof(*to));
	struct sort_key *keys = malloc((nr + 1) * sizeof(*keys));
	struct sort_key *tmp = malloc((nr + 1) * sizeof(*tmp));
	int ret = DEFER_ERR_NOMEM;

	st->by_tid = malloc((nr + 1) * sizeof(*st->by_tid));
	if (to && keys && tmp && st->by_tid) {
		order_records(st, keys, tmp, to);
		ret = 0;
	} else {
		free(to);
	}
	free(keys);
	free(tmp);
	return ret;
}

static int mark__cmp(const void *va, const void *vb)
{
	const struct stitch_mark *a = va, *b = vb;

	if (a->id != b->id)
		return a->id < b->id ? -1 : 1;
	if (stitch_pos__before(a->pos, b->pos))
		return -1;
	return stitch_pos__before(b->pos, a->pos);
}

/*
 * Returns true if one mark is the recorder's copy of the other. Copies differ only in their place
 * in the stream.
 */
static bool mark__is_copy(const struct stitch_mark *a, const struct stitch_mark *b)
{
	return a->id == b->id && a->cpu == b->cpu && a->pos.time == b->pos.time;
}

/* Sorts the marks and drops copies. Of equal marks the first in the stream is kept. */
static void order_marks(struct stitch_marks *marks)
{
	size_t kept = 0;

	if (!marks->nr)
		return;
	qsort(marks->marks, marks->nr, sizeof(*marks->marks), mark__cmp);
	for (size_t i = 1; i < marks->nr; i++)
		if (!mark__is_copy(&marks->marks[kept], &marks->marks[i]))
			marks->marks[++kept] = marks->marks[i];
	marks->nr = kept + 1;
}

static int loss__cmp(const void *va, const void *vb)
{
	const struct stitch_loss *a = va, *b = vb;

	if (a->begin != b->begin)
		return a->begin < b->begin ? -1 : 1;
	return (a->end > b->end) - (a->end < b->end);
}

/* Sorts the losses and joins overlapping ones. */
static void order_losses(struct defer_stitch *st)
{
	struct stitch_loss *losses = st->losses;
	size_t kept = 0;

	if (!st->nr_losses)
		return;
	qsort(losses, st->nr_losses, sizeof(*losses), loss__cmp);
	for (size_t i = 1; i < st->nr_losses; i++) {
		if (losses[i].begin >= losses[kept].end)
			losses[++kept] = losses[i];
		else if (losses[i].end > losses[kept].end)
			losses[kept].end = losses[i].end;
	}
	st->nr_losses = kept + 1;
}

/* ---- execs --------------------------------------------------------------------------- */

/* Returns the last mark of @id before @pos, or NULL. */
static const struct stitch_mark *mark__before(const struct stitch_marks *marks, int32_t id,
					      struct stitch_pos pos)
{
	struct stitch_mark key = {.pos = pos, .id = id};
	size_t after = LOWER_BOUND(i, marks->nr, mark__cmp(&marks->marks[i], &key) < 0);

	return after && marks->marks[after - 1].id == id ? &marks->marks[after - 1] : NULL;
}

/*
 * Returns true if vdso map @i belongs to an exec whose COMM was recorded. This holds if the COMM
 * came after the process's previous vdso map, in the same life, and nothing was lost since that
 * COMM. After a loss, the map of this COMM and the COMM of this map may be the ones missing.
 */
static bool vdso__has_comm(const struct defer_stitch *st, size_t i)
{
	const struct stitch_mark *vdso = &st->vdsos.marks[i];
	const struct stitch_mark *comm = mark__before(&st->execs, vdso->id, vdso->pos);
	const struct stitch_mark *fork = mark__before(&st->forks, vdso->id, vdso->pos);
	const struct stitch_mark *last = i && vdso[-1].id == vdso->id ? &vdso[-1] : NULL;

	return comm && (!last || stitch_pos__before(last->pos, comm->pos)) &&
	       (!fork || stitch_pos__before(fork->pos, comm->pos)) &&
	       !stitch_index__lost_between(st, comm->pos.time, vdso->pos.time);
}

static int add_mark(struct stitch_marks *marks, const struct stitch_mark *mark)
{
	int ret = stitch_vec__reserve((void **)&marks->marks, &marks->alloc, marks->nr,
				      sizeof(*marks->marks));

	if (!ret)
		marks->marks[marks->nr++] = *mark;
	return ret;
}

/* Turns vdso maps without a COMM into execs. Execs, forks, losses and maps must be sorted. */
static int add_unseen_execs(struct defer_stitch *st)
{
	struct stitch_mark *vdsos = st->vdsos.marks;
	size_t nr = 0;

	for (size_t i = 0; i < st->vdsos.nr; i++)
		if (!vdso__has_comm(st, i))
			vdsos[nr++] = vdsos[i];
	for (size_t i = 0; i < nr; i++)
		if (add_mark(&st->execs, &vdsos[i]))
			return DEFER_ERR_NOMEM;
	st->stats.unseen_execs = nr;
	st->stats.execs = st->execs.nr;
	free(st->vdsos.marks);
	st->vdsos = (struct stitch_marks){0};
	order_marks(&st->execs);
	return 0;
}

/* Files all execs under STITCH_ANY_TASK as well, for records that do not say their task. */
static int share_execs(struct defer_stitch *st)
{
	size_t nr = st->execs.nr;

	for (size_t i = 0; i < nr; i++) {
		struct stitch_mark mark = st->execs.marks[i];

		mark.id = STITCH_ANY_TASK;
		if (add_mark(&st->execs, &mark))
			return DEFER_ERR_NOMEM;
	}
	order_marks(&st->execs);
	return 0;
}

static int cpu__cmp(const void *va, const void *vb)
{
	const int32_t *a = va, *b = vb;

	return *a < *b ? -1 : *a > *b;
}

static void order_stepped(struct defer_stitch *st)
{
	size_t kept = 0;

	if (!st->nr_stepped)
		return;
	qsort(st->stepped, st->nr_stepped, sizeof(*st->stepped), cpu__cmp);
	for (size_t i = 1; i < st->nr_stepped; i++)
		if (st->stepped[i] != st->stepped[kept])
			st->stepped[++kept] = st->stepped[i];
	st->nr_stepped = kept + 1;
}

static int place_execs(struct defer_stitch *st)
{
	order_stepped(st);
	for (size_t i = 0; i < st->execs.nr; i++) {
		struct stitch_mark mark = st->execs.marks[i];

		if (!stitch_index__stepped(st, mark.cpu))
			continue;
		mark.pos.time = mark.pos.order;
		if (add_mark(&st->placed_execs, &mark))
			return DEFER_ERR_NOMEM;
	}
	order_marks(&st->placed_execs);
	return 0;
}

static int build_execs(struct defer_stitch *st)
{
	if (add_unseen_execs(st))
		return DEFER_ERR_NOMEM;
	if (st->opts.no_tasks && share_execs(st))
		return DEFER_ERR_NOMEM;
	return place_execs(st);
}

/* ---- hashes -------------------------------------------------------------------------- */

/* Returns a power of two, at least twice @nr. */
static size_t hash_size(size_t nr)
{
	size_t size = 16;

	while (size < nr * 2)
		size *= 2;
	return size;
}

static int build_cookies(struct defer_stitch *st)
{
	const struct defer_stitch_record *records = st->records;
	size_t nr = 0, size;

	for (size_t i = 0; i < st->nr_records; i++)
		nr += !i || records[i].cookie != records[i - 1].cookie;
	size = hash_size(nr);
	st->cookies = calloc(size, sizeof(*st->cookies));
	if (!st->cookies)
		return DEFER_ERR_NOMEM;
	st->cookies_mask = size - 1;
	for (size_t i = 0; i < st->nr_records; i++) {
		uint64_t hash;
		size_t slot;

		if (i && records[i].cookie == records[i - 1].cookie)
			continue;
		hash = seed__hash(st->seed, records[i].cookie);
		slot = hash & st->cookies_mask;
		while (st->cookies[slot].place)
			slot = (slot + 1) & st->cookies_mask;
		st->cookies[slot] = (struct stitch_cookie){hash >> 32, i + 1};
	}
	return 0;
}

static size_t task_slot(const struct defer_stitch *st, int32_t tid)
{
	size_t slot = seed__hash(st->seed, (uint32_t)tid) & st->tasks_mask;

	while (st->tasks[slot].used && st->tasks[slot].tid != tid)
		slot = (slot + 1) & st->tasks_mask;
	return slot;
}

static struct stitch_task *task__get(struct defer_stitch *st, int32_t tid)
{
	struct stitch_task *task = &st->tasks[task_slot(st, tid)];

	task->used = true;
	task->tid = tid;
	return task;
}

static size_t count_mark_ids(const struct stitch_marks *marks)
{
	size_t nr = 0;

	for (size_t i = 0; i < marks->nr; i++)
		nr += !i || marks->marks[i].id != marks->marks[i - 1].id;
	return nr;
}

/* Gives each task its range of @marks. @which is the offset of the range in struct stitch_task. */
static void add_mark_ranges(struct defer_stitch *st, const struct stitch_marks *marks, size_t which)
{
	for (size_t i = 0, next; i < marks->nr; i = next) {
		struct stitch_task *task = task__get(st, marks->marks[i].id);
		struct stitch_range *range = (struct stitch_range *)((char *)task + which);

		for (next = i + 1; next < marks->nr; next++)
			if (marks->marks[next].id != marks->marks[i].id)
				break;
		*range = (struct stitch_range){i, next - i};
	}
}

static int build_tasks(struct defer_stitch *st)
{
	size_t size = hash_size(st->nr_tids + count_mark_ids(&st->forks) +
				count_mark_ids(&st->execs) + count_mark_ids(&st->exits));

	st->tasks = calloc(size, sizeof(*st->tasks));
	if (!st->tasks)
		return DEFER_ERR_NOMEM;
	st->tasks_mask = size - 1;
	for (size_t i = 0, next; i < st->nr_records; i = next) {
		int32_t tid = st->records[st->by_tid[i]].tid;

		for (next = i + 1; next < st->nr_records; next++)
			if (st->records[st->by_tid[next]].tid != tid)
				break;
		task__get(st, tid)->records = (struct stitch_range){i, next - i};
	}
	add_mark_ranges(st, &st->forks, offsetof(struct stitch_task, forks));
	add_mark_ranges(st, &st->execs, offsetof(struct stitch_task, execs));
	add_mark_ranges(st, &st->exits, offsetof(struct stitch_task, exits));
	return 0;
}

int stitch_index__build(struct defer_stitch *st)
{
	st->seed = seed__new();
	order_marks(&st->forks);
	order_marks(&st->execs);
	order_marks(&st->exits);
	order_marks(&st->maps);
	order_marks(&st->vdsos);
	order_losses(st);
	if (build_execs(st) || build_records(st) || build_cookies(st) || build_tasks(st)) {
		stitch_index__exit(st);
		return DEFER_ERR_NOMEM;
	}
	return 0;
}

void stitch_index__exit(struct defer_stitch *st)
{
	free(st->by_tid);
	free(st->cookies);
	free(st->tasks);
	free(st->placed_execs.marks);
	st->placed_execs = (struct stitch_marks){0};
	st->by_tid = NULL;
	st->cookies = NULL;
	st->tasks = NULL;
}

/* ---- questions ----------------------------------------------------------------------- */

const struct stitch_task *stitch_index__task(const struct defer_stitch *st, int32_t tid)
{
	return &st->tasks[task_slot(st, tid)];
}

static size_t find_cookie(const struct defer_stitch *st, uint64_t cookie)
{
	uint64_t hash = seed__hash(st->seed, cookie);
	size_t slot = hash & st->cookies_mask;

	for (; st->cookies[slot].place; slot = (slot + 1) & st->cookies_mask) {
		size_t i = st->cookies[slot].place - 1;

		if (st->cookies[slot].tag == (uint32_t)(hash >> 32) &&
		    st->records[i].cookie == cookie)
			return i;
	}
	return SIZE_MAX;
}

/*
 * Returns true if @rec sorts before (@cookie, @tid, @pos). Its cookie must be @cookie or greater.
 */
static bool record__before(const struct defer_stitch_record *rec, uint64_t cookie, int32_t tid,
			   struct stitch_pos pos)
{
	if (rec->cookie != cookie)
		return false;
	if (rec->tid != tid)
		return (uint32_t)rec->tid < (uint32_t)tid;
	return stitch_pos__before(record__pos(rec), pos);
}

size_t stitch_index__lower_bound(const struct defer_stitch *st, uint64_t cookie, int32_t tid,
				 struct stitch_pos pos, size_t *first)
{
	size_t low = find_cookie(st, cookie), high, step = 1;

	*first = low;
	if (low == SIZE_MAX)
		return st->nr_records;
	/* Most cookies have one record: probe near the first one before bisecting. */
	high = low;
	while (high < st->nr_records && record__before(&st->records[high], cookie, tid, pos)) {
		low = high + 1;
		high += step;
		step *= 2;
	}
	if (high > st->nr_records)
		high = st->nr_records;
	return low +
	       LOWER_BOUND(i, high - low, record__before(&st->records[low + i], cookie, tid, pos));
}

uint32_t stitch_index__records_before(const struct defer_stitch *st, const struct stitch_task *task,
				      struct stitch_pos pos)
{
	return LOWER_BOUND(
		i, task->records.nr,
		stitch_pos__before(record__pos(stitch_index__task_record(st, task, i)), pos));
}

uint32_t stitch_marks__count(const struct stitch_marks *marks, struct stitch_range range,
			     struct stitch_pos pos)
{
	return LOWER_BOUND(i, range.nr,
			   !stitch_pos__before(pos, marks->marks[range.first + i].pos));
}

const struct stitch_mark *stitch_marks__after(const struct stitch_marks *marks,
					      struct stitch_range range, struct stitch_pos pos)
{
	uint32_t i = stitch_marks__count(marks, range, pos);

	return i < range.nr ? &marks->marks[range.first + i] : NULL;
}

bool stitch_marks__between(const struct stitch_marks *marks, struct stitch_range range,
			   struct stitch_pos a, struct stitch_pos b)
{
	struct stitch_pos from = stitch_pos__before(a, b) ? a : b;
	struct stitch_pos to = stitch_pos__before(a, b) ? b : a;
	const struct stitch_mark *mark = stitch_marks__after(marks, range, from);

	return mark && stitch_pos__before(mark->pos, to);
}

bool stitch_index__stepped(const struct defer_stitch *st, int32_t cpu)
{
	return st->nr_stepped &&
	       bsearch(&cpu, st->stepped, st->nr_stepped, sizeof(*st->stepped), cpu__cmp);
}

bool stitch_index__exec_placed(const struct defer_stitch *st, int32_t id, uint64_t a, uint64_t b)
{
	uint64_t from = a < b ? a : b, to = a < b ? b : a;
	const struct stitch_mark *exec;

	if (!st->placed_execs.nr)
		return false;
	exec = mark__before(&st->placed_execs, id, (struct stitch_pos){to, to});
	return exec && exec->pos.order > from;
}

bool stitch_index__mapped_between(const struct defer_stitch *st, int32_t id, struct stitch_pos a,
				  struct stitch_pos b)
{
	struct stitch_pos from = stitch_pos__before(a, b) ? a : b;
	struct stitch_pos to = stitch_pos__before(a, b) ? b : a;
	const struct stitch_mark *map = mark__before(&st->maps, id, to);

	return map && stitch_pos__before(from, map->pos);
}

/* Returns the first loss that ends after @time. Earlier ones do not matter. */
static size_t first_loss_after(const struct defer_stitch *st, uint64_t time)
{
	return LOWER_BOUND(i, st->nr_losses, st->losses[i].end <= time);
}

bool stitch_index__lost_between(const struct defer_stitch *st, uint64_t a, uint64_t b)
{
	uint64_t from = a < b ? a : b, to = a < b ? b : a;
	size_t i = first_loss_after(st, from);

	return st->tail_loss < to || (i < st->nr_losses && st->losses[i].begin < to);
}

bool stitch_index__told_lost_after(const struct defer_stitch *st, uint64_t time)
{
	return first_loss_after(st, time) < st->nr_losses;
}
