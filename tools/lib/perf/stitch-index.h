/* SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause */
/*
 * The stitcher's data, arranged so that each query takes O(log n) at most:
 *
 * - records by cookie and tid,
 * - forks, execs and exits of a task between two moments,
 * - losses between two moments.
 *
 * All are arrays; runs of records in order and two hashes lead into them:
 *
 *      cookie -> cookies: runs, or hash ------> records
 *                                    shared[] ---/^      (cookie, tid, time, ref), places of records
 *      tid -> tasks[] ----> by_tid[] ------------/       (tid, time, ref), places of records
 *                    \---> forks, execs, exits           (id, time, order)
 *
 * Almost every cookie has one record, which needs no order. Those that share one are marked, and
 * their places are sorted. Few samples ask for the records of a task in order of time, so those of a
 * task are sorted when the first one asks.
 */
#ifndef STITCH_INDEX_H
#define STITCH_INDEX_H

#include <pthread.h>
#include <stdatomic.h>

#include <perf/defer.h>

#include "stitch-cookies.h"
#include "stitch-records.h"
#include "stitch-sort.h"

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

/* A fork, exec or exit. @id is the tid of the task, or for an exec the pid of the process. */
struct stitch_mark {
	struct stitch_pos pos;
	int32_t id, cpu;
};

struct stitch_marks {
	struct stitch_mark *marks;
	size_t nr, alloc;
};

/* The elements [first, first + nr) of an array. */
struct stitch_range {
	uint32_t first, nr;
};

/* The ranges of everything known about one tid. */
struct stitch_task {
	int32_t tid;
	atomic_bool sorted;	     /* its part of by_tid is in order of time */
	struct stitch_range records; /* in by_tid */
	uint32_t nr_filled;	     /* of them; used while by_tid is being filled */
	struct stitch_range forks, execs, exits;
};

/* A slot of the hash table of tasks. */
struct stitch_task_slot {
	int32_t tid;
	uint32_t task; /* its number in tasks; 0: free slot */
};

struct stitch_loss {
	uint64_t begin, end; /* ns: lost after begin, no later than end */
};

/* How far the clock of a CPU stepped back, all steps together, ns. */
struct stitch_step {
	int32_t cpu;
	uint64_t by;
};

static inline void stitch_step__add(struct stitch_step *step, uint64_t by)
{
	step->by = by < UINT64_MAX - step->by ? step->by + by : UINT64_MAX;
}

struct defer_stitch {
	struct defer_stitch_opts opts;
	struct defer_stitch_stats stats;
	bool indexed; /* no record can be added any more */
	bool sealed;

	struct stitch_records records;
	/* When sealed: sorted by (id, pos). */
	struct stitch_marks forks, execs, exits;
	struct stitch_marks maps;  /* maps of executable files */
	struct stitch_marks vdsos; /* empty when sealed: those without a COMM became execs */
	/* When sealed: sorted and disjoint. */
	struct stitch_loss *losses;
	size_t nr_losses, alloc_losses;
	/* begin of a loss whose end no record reports, and where CPUs may end; or UINT64_MAX */
	uint64_t tail_loss, end;

	/* The fields below are valid when sealed. */
	uint64_t seed;
	bool plain; /* times, CPUs and execs are all known: most samples need no more than that */
	/* held while the hash of cookies is made, and while records of a task are put in order */
	pthread_mutex_t lock;
	struct stitch_cookies cookies;
	bool grouped;	  /* by_tid is filled */
	uint32_t *by_tid; /* places of records, by task */
	/* room to sort by_tid in; then, beside each record, the number of the next with another cookie */
	uint32_t *others;
	struct stitch_task *tasks; /* [0] is empty */
	size_t nr_tasks, alloc_tasks;
	struct stitch_task_slot *task_slots; /* at most half of them are used */
	size_t tasks_mask;
	/*
	 * If a clock stepped back: the same marks, sorted by (id, place in the stream). Their
	 * pos.time holds the place too.
	 */
	struct stitch_marks placed_forks, placed_execs, placed_exits;
	/* Execs on another CPU than the one before them in execs, sorted by (id, pos). */
	struct stitch_marks moved_execs;

	struct stitch_step *steps; /* when sealed: sorted by CPU, which is unique */
	size_t nr_steps, alloc_steps;
	uint64_t margin; /* when sealed: limit by which clocks of two CPUs differ, ns */

	struct defer_stitch_func sigreturn[DEFER_MAX_SIGRETURN];
	uint32_t nr_sigreturn;
	struct defer_stitch_func sigreturn_all; /* from the first address to the last */
};

/*
 * Returns the id under which a process's execs are filed. All tasks of another pid namespace have
 * pid 0, so there the tid has to do.
 */
static inline int32_t process_id(int32_t pid, int32_t tid)
{
	return pid > 0 ? pid : tid;
}

/*
 * The id of every task, and the id that all execs are filed under, if records do not say their
 * task.
 */
#define STITCH_ANY_TASK -1

/* Arranges everything and builds the hashes. Returns 0 or DEFER_ERR_NOMEM. */
int stitch_index__build(struct defer_stitch *st);
void stitch_index__exit(struct defer_stitch *st);

/* Builds the hash of tasks: a part of stitch_index__build(), after marks and records. */
int stitch_index__build_tasks(struct defer_stitch *st);

/* Returns the entry of @tid; one with empty ranges if nothing is known about it. */
const struct stitch_task *stitch_index__task(const struct defer_stitch *st, int32_t tid);

/*
 * Returns the place in @span of the first record of @tid not before @pos among those with @cookie, or
 * the place where one would be inserted. The span begins with the first record that has the cookie.
 */
size_t stitch_index__lower_bound(const struct defer_stitch *st, const struct stitch_span *span,
				 uint64_t cookie, int32_t tid, struct stitch_pos pos);

/* Returns how many of the task's records in by_tid come before @pos. */
uint32_t stitch_index__records_before(const struct defer_stitch *st, const struct stitch_task *task,
				      struct stitch_pos pos);

#define STITCH_NO_PLACE UINT32_MAX

/* Returns the place of the task's record number @i in order of time; STITCH_NO_PLACE: it has fewer. */
uint32_t stitch_index__task_place(const struct defer_stitch *st, const struct stitch_task *task,
				  uint32_t i);

/*
 * Returns the place of the task's first record, from number @i on in order of time, whose cookie is not
 * @cookie; STITCH_NO_PLACE: there is none.
 */
uint32_t stitch_index__other_place(const struct defer_stitch *st, const struct stitch_task *task,
				   uint32_t i, uint64_t cookie);

/* Returns the first mark in @range after @pos, or NULL. */
const struct stitch_mark *stitch_marks__after(const struct stitch_marks *marks,
					      struct stitch_range range, struct stitch_pos pos);
/* Returns true if a mark lies strictly between @a and @b, which may come in either order. */
bool stitch_marks__between(const struct stitch_marks *marks, struct stitch_range range,
			   struct stitch_pos a, struct stitch_pos b);
/* Returns how many marks of @range are at or before @pos. */
uint32_t stitch_marks__count(const struct stitch_marks *marks, struct stitch_range range,
			     struct stitch_pos pos);

/* Returns true if the clock of @cpu stepped back. */
bool stitch_index__stepped(const struct defer_stitch *st, int32_t cpu);
/* Returns the first of the @placed marks of @id behind the place @order in the stream, or NULL. */
const struct stitch_mark *stitch_marks__placed_after(const struct stitch_marks *placed, int32_t id,
						     uint64_t order);

/*
 * Returns true if the process @id mapped an executable between @a and @b, which may come in either
 * order.
 */
bool stitch_index__mapped_between(const struct defer_stitch *st, int32_t id, struct stitch_pos a,
				  struct stitch_pos b);

/* Returns true if of the execs of the process @id from @a to @b two neighbours were on different CPUs. */
bool stitch_index__moved_between(const struct defer_stitch *st, int32_t id, struct stitch_pos a,
				 struct stitch_pos b);

/* Returns true if any CPU lost records between @a and @b, which may come in either order. */
bool stitch_index__lost_between(const struct defer_stitch *st, uint64_t a, uint64_t b);
/* Returns true if a LOST record reports a loss after @time. */
bool stitch_index__told_lost_after(const struct defer_stitch *st, uint64_t time);

/* Arrays that grow with the records: realloc() and free() by opts.memory. */
void *stitch_array__resize(const struct defer_stitch *st, void *old, size_t size);
void stitch_array__release(const struct defer_stitch *st, void *array);
/* Hints that an array is not needed for a while. */
void stitch_array__rest(const struct defer_stitch *st, void *array, size_t size);
/* The same of a hash: @nr elements of @size bytes that are zero, in huge pages if there are many. */
void *stitch_array__new_hash(const struct defer_stitch *st, size_t nr, size_t size);
void stitch_array__release_hash(const struct defer_stitch *st, void *array);

/* Makes room for @need elements of @size bytes. Grows the array by half. Returns false if it cannot. */
bool stitch_vec__grow(void **data, size_t *alloc, size_t need, size_t size);
/* Makes room for @need elements in @array, which has room for @alloc. */
#define STITCH_GROW(array, alloc, need) \
	((need) <= (alloc) || stitch_vec__grow((void **)&(array), &(alloc), need, sizeof(*(array))))

#endif /* STITCH_INDEX_H */
