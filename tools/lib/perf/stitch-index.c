// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
#include <stdlib.h>
#include <string.h>

#include <internal/array.h>

#include "seed.h"
#include "stitch-index.h"

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

/* Sorts @n keys by a field of the records that they stand for. */
static void sort_by(const struct defer_stitch *st, struct sort_key *keys, struct sort_key *tmp,
		    size_t n, enum record_field field)
{
	for (size_t i = 0; i < n; i++)
		keys[i].key = record__field(&st->records[keys[i].idx], field);
	sort_keys__sort(keys, tmp, n);
}

static bool record__is_copy(const struct defer_stitch *st, const struct defer_stitch_record *a,
			    const struct defer_stitch_record *b)
{
	return a->cookie == b->cookie && a->tid == b->tid && a->pid == b->pid && a->cpu == b->cpu &&
	       a->nr == b->nr && a->sum == b->sum && (st->opts.no_time || a->time == b->time);
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

/*
 * A CPU counts its entries in steps of 2 in the upper half of its cookies. Cookies that follow each
 * other there share a block of slots, so that the samples of one CPU find theirs side by side in
 * memory instead of missing the caches once each. Blocks are spread by a hash.
 */
#define COUNTER_SHIFT 33
#define BLOCK_BITS    4
#define BLOCK_MASK    ((1U << BLOCK_BITS) - 1)
/*
 * A cookie whose slot is taken, most often with its whole block, tries the next block. There it
 * tries the next slot, so that cookies that all have one slot of their block spread as well.
 */
#define PROBE_STEP (BLOCK_MASK + 2)

/* The upper half of the result is the tag, the lower half leads to the slot. */
static uint64_t cookie_hash(const struct defer_stitch *st, uint64_t cookie)
{
	uint64_t lane = cookie >> COUNTER_SHIFT & BLOCK_MASK;
	uint64_t hash = seed__hash(st->seed, cookie & ~((uint64_t)BLOCK_MASK << COUNTER_SHIFT));

	return (hash & ~(uint64_t)BLOCK_MASK) ^ lane ^ lane << 32;
}

/* Returns the slot of @cookie, or the free one where it belongs. */
static struct stitch_cookie *cookie_slot(const struct defer_stitch *st, uint64_t cookie,
					 uint64_t hash)
{
	size_t slot = hash & st->cookies_mask;

	for (; st->cookies[slot].place; slot = (slot + PROBE_STEP) & st->cookies_mask) {
		const struct stitch_cookie *taken = &st->cookies[slot];

		if (taken->tag == (uint32_t)(hash >> 32) &&
		    st->records[taken->place - 1].cookie == cookie)
			break;
	}
	return &st->cookies[slot];
}

/* The distance in records at which a slot is fetched in advance: a miss takes as long as some. */
#define PREFETCH_AHEAD 12

/*
 * Enters record @i, whose cookie has that hash, unless another one has the cookie. Marks both in
 * @shares then.
 */
static void enter_cookie(struct defer_stitch *st, size_t i, uint64_t hash, bool *shares)
{
	struct stitch_cookie *slot = cookie_slot(st, st->records[i].cookie, hash);

	if (slot->place)
		shares[i] = shares[slot->place - 1] = true;
	else
		*slot = (struct stitch_cookie){hash >> 32, i + 1};
}

/* Fills the hash with the first record of each cookie. Sets @shares for all that have no own one. */
static void fill_cookies(struct defer_stitch *st, bool *shares)
{
	uint64_t hashes[PREFETCH_AHEAD];

	for (size_t i = 0; i < st->nr_records + PREFETCH_AHEAD; i++) {
		uint64_t *hash = &hashes[i % PREFETCH_AHEAD];

		if (i >= PREFETCH_AHEAD)
			enter_cookie(st, i - PREFETCH_AHEAD, *hash, shares);
		if (i < st->nr_records) {
			*hash = cookie_hash(st, st->records[i].cookie);
			__builtin_prefetch(&st->cookies[*hash & st->cookies_mask], 1);
		}
	}
}

/*
 * Sorts the @nr records of @keys, which share cookies, and writes each once to @to. Returns how
 * many were written.
 */
static size_t order_shared(struct defer_stitch *st, struct sort_key *keys, struct sort_key *tmp,
			   size_t nr, struct defer_stitch_record *to)
{
	size_t kept = 0;

	sort_by(st, keys, tmp, nr, FIELD_REF);
	sort_by(st, keys, tmp, nr, FIELD_TIME);
	sort_by(st, keys, tmp, nr, FIELD_TID);
	sort_by(st, keys, tmp, nr, FIELD_COOKIE);
	for (size_t i = 0; i < nr; i++) {
		to[kept] = st->records[keys[i].idx];
		if (kept && record__is_copy(st, &to[kept - 1], &to[kept]))
			st->stats.duplicates++;
		else
			kept++;
	}
	return kept;
}

/* Moves the records with a cookie of their own to the front. Returns how many there are. */
static size_t close_up(struct defer_stitch *st, const bool *shares)
{
	size_t nr = 0;

	for (size_t i = 0; i < st->nr_records; i++)
		if (!shares[i])
			st->records[nr++] = st->records[i];
	return nr;
}

/* Puts the @nr records that share cookies behind the others. */
static int move_shared(struct defer_stitch *st, const bool *shares, size_t nr)
{
	struct defer_stitch_record *shared = stitch_array__resize(st, NULL, nr * sizeof(*shared));
	struct sort_key *keys = stitch_array__resize(st, NULL, nr * sizeof(*keys));
	struct sort_key *tmp = stitch_array__resize(st, NULL, nr * sizeof(*tmp));
	int ret = DEFER_ERR_NOMEM;

	if (shared && keys && tmp) {
		for (size_t i = 0, k = 0; i < st->nr_records; i++)
			if (shares[i])
				keys[k++].idx = i;
		nr = order_shared(st, keys, tmp, nr, shared);
		st->nr_single = close_up(st, shares);
		memcpy(st->records + st->nr_single, shared, nr * sizeof(*shared));
		st->nr_records = st->nr_single + nr;
		ret = 0;
	}
	stitch_array__release(st, shared);
	stitch_array__release(st, keys);
	stitch_array__release(st, tmp);
	return ret;
}

static int build_cookies(struct defer_stitch *st)
{
	size_t size = hash_size(st->nr_records), nr_shared = 0;
	bool *shares = stitch_array__new_zeroed(st, st->nr_records + 1, sizeof(*shares));
	int ret = DEFER_ERR_NOMEM;

	st->cookies = stitch_array__new_zeroed(st, size, sizeof(*st->cookies));
	st->cookies_mask = size - 1;
	if (shares && st->cookies) {
		fill_cookies(st, shares);
		for (size_t i = 0; i < st->nr_records; i++)
			nr_shared += shares[i];
		st->nr_single = st->nr_records;
		ret = nr_shared ? move_shared(st, shares, nr_shared) : 0;
	}
	if (!ret && nr_shared) {
		/* All records may have moved. */
		memset(st->cookies, 0, size * sizeof(*st->cookies));
		fill_cookies(st, shares);
	}
	stitch_array__release(st, shares);
	return ret;
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
	if (build_execs(st) || build_cookies(st) || stitch_index__build_tasks(st)) {
		stitch_index__exit(st);
		return DEFER_ERR_NOMEM;
	}
	return 0;
}

void stitch_index__exit(struct defer_stitch *st)
{
	stitch_array__release(st, st->by_tid);
	stitch_array__release(st, st->merged);
	stitch_array__release(st, st->cookies);
	free(st->tasks);
	free(st->placed_execs.marks);
	st->placed_execs = (struct stitch_marks){0};
	st->by_tid = NULL;
	st->merged = NULL;
	st->cookies = NULL;
	st->tasks = NULL;
}

/* ---- questions ----------------------------------------------------------------------- */

size_t stitch_index__find(const struct defer_stitch *st, uint64_t cookie)
{
	/* A free slot's place is 0. */
	return (size_t)cookie_slot(st, cookie, cookie_hash(st, cookie))->place - 1;
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

size_t stitch_index__lower_bound(const struct defer_stitch *st, size_t first, int32_t tid,
				 struct stitch_pos pos)
{
	const uint64_t cookie = st->records[first].cookie;
	size_t low = first, high = first, step = 1;

	/* Most cookies have one record: probe near the first one before bisecting. */
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
