/* SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause */
/*
 * What a stitcher knows, ordered so that each question takes O(log n) at most: which records
 * have a cookie and a tid, what happened to a task between two moments, was anything lost.
 */
#ifndef STITCH_INDEX_H
#define STITCH_INDEX_H

#include <perf/defer.h>

#include "stitch-sort.h"

/* A moment: time, and order among equal times. */
struct stitch_pos {
	uint64_t time, order;
};

static inline bool stitch_pos__before(struct stitch_pos a, struct stitch_pos b)
{
	return a.time != b.time ? a.time < b.time : a.order < b.order;
}

static inline struct stitch_pos record__pos(const struct defer_stitch_record *rec)
{
	return (struct stitch_pos){rec->time, rec->ref};
}

static inline struct stitch_pos sample__pos(const struct defer_stitch_sample *sample)
{
	return (struct stitch_pos){sample->time, sample->order};
}

/* A fork, exec or exit, of the task (of an exec: of the process) @id. */
struct stitch_mark {
	struct stitch_pos pos;
	int32_t id, cpu;
};

struct stitch_marks {
	struct stitch_mark *marks;
	size_t nr, alloc;
};

/* Places [first, first + nr) of an array. */
struct stitch_range {
	uint32_t first, nr;
};

/* Where all that is known of one tid stands. */
struct stitch_task {
	int32_t tid;
	bool used;
	struct stitch_range records; /* in by_tid */
	struct stitch_range forks, execs, exits;
};

/* A slot of the hash of cookies. */
struct stitch_cookie {
	uint32_t tag;	/* upper half of the hash: tells most others apart without a look */
	uint32_t place; /* of the first record with the cookie, plus 1; 0: the slot is free */
};

struct stitch_loss {
	uint64_t begin, end; /* lost after begin, no later than end */
};

struct defer_stitch {
	struct defer_stitch_opts opts;
	struct defer_stitch_stats stats;
	bool sealed;

	/* Sealed: in the order of (cookie, tid, time, ref). */
	struct defer_stitch_record *records;
	size_t nr_records, alloc_records;
	/* Sealed: in the order of (id, pos). */
	struct stitch_marks forks, execs, exits;
	struct stitch_marks maps;  /* of executable files */
	struct stitch_marks vdsos; /* empty when sealed: part of them became execs */
	/* Sealed: in order, apart from each other. */
	struct stitch_loss *losses;
	size_t nr_losses, alloc_losses;
	uint64_t
		tail_loss; /* the beginning of one that no record tells the end of, or UINT64_MAX */

	/* These exist when sealed. */
	uint64_t seed;
	size_t nr_tids;	  /* of records */
	uint32_t *by_tid; /* indices of records, in the order of (tid, time, ref) */
	struct stitch_cookie *cookies;
	size_t cookies_mask;
	struct stitch_task *tasks; /* hash by tid */
	size_t tasks_mask;
	/*
	 * The execs on CPUs whose clock stepped back, in the order of (id, place in the stream):
	 * the place stands in pos.time as well.
	 */
	struct stitch_marks placed_execs;

	int32_t *stepped; /* CPUs whose clock stepped back; sealed: in order, each once */
	size_t nr_stepped, alloc_stepped;
};

/*
 * Where the execs of a process are kept. A task of another pid namespace has pid 0, and so have
 * all others of it: then the tid is all there is.
 */
static inline int32_t process_id(int32_t pid, int32_t tid)
{
	return pid > 0 ? pid : tid;
}

/* The id of all tasks, and under which all execs are kept, if records do not say their task. */
#define STITCH_ANY_TASK -1

/* Orders all and builds the hashes. 0 or DEFER_ERR_NOMEM. */
int stitch_index__build(struct defer_stitch *st);
void stitch_index__exit(struct defer_stitch *st);

/* What is known of @tid: empty ranges if nothing. */
const struct stitch_task *stitch_index__task(const struct defer_stitch *st, int32_t tid);

/*
 * The place of the first record of (@cookie, @tid) that is not before @pos; if all are before
 * it, or there are none, the place where it would stand. *@first is that of the first record of
 * the cookie, or SIZE_MAX if no record has it.
 */
size_t stitch_index__lower_bound(const struct defer_stitch *st, uint64_t cookie, int32_t tid,
				 struct stitch_pos pos, size_t *first);

/* How many of the task's records come before @pos, in by_tid. */
uint32_t stitch_index__records_before(const struct defer_stitch *st, const struct stitch_task *task,
				      struct stitch_pos pos);

/* The task's record number @i in time, NULL if it has none such. */
static inline const struct defer_stitch_record *stitch_index__task_record(
	const struct defer_stitch *st, const struct stitch_task *task, uint32_t i)
{
	if (i >= task->records.nr)
		return NULL;
	return &st->records[st->by_tid[task->records.first + i]];
}

/* The first mark in @range after @pos, or NULL. */
const struct stitch_mark *stitch_marks__after(const struct stitch_marks *marks,
					      struct stitch_range range, struct stitch_pos pos);
/* Does one lie between, neither at @a nor at @b? They may come in either order. */
bool stitch_marks__between(const struct stitch_marks *marks, struct stitch_range range,
			   struct stitch_pos a, struct stitch_pos b);
/* How many of @range are at or before @pos. */
uint32_t stitch_marks__count(const struct stitch_marks *marks, struct stitch_range range,
			     struct stitch_pos pos);

/* Did the clock of @cpu step back? */
bool stitch_index__stepped(const struct defer_stitch *st, int32_t cpu);
/* Has @id an exec between two places in the stream, on CPUs whose clock stepped back? */
bool stitch_index__exec_placed(const struct defer_stitch *st, int32_t id, uint64_t a, uint64_t b);

/* Was an executable mapped into the process @id between? They may come in either order. */
bool stitch_index__mapped_between(const struct defer_stitch *st, int32_t id, struct stitch_pos a,
				  struct stitch_pos b);

/* Was anything lost between the two times, on any CPU? They may come in either order. */
bool stitch_index__lost_between(const struct defer_stitch *st, uint64_t a, uint64_t b);
/* Does a LOST record tell that something was lost after @time? */
bool stitch_index__told_lost_after(const struct defer_stitch *st, uint64_t time);

/* Room for one more of @size bytes in an array of @nr; grows it by half. */
int stitch_vec__reserve(void **data, size_t *alloc, size_t nr, size_t size);
/* Room for @more, which may be none. */
int stitch_vec__reserve_more(void **data, size_t *alloc, size_t nr, size_t more, size_t size);

#endif /* STITCH_INDEX_H */
