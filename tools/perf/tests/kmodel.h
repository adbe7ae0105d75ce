/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kmodel: the kernel's side of deferred callchains, in small, and the recorder that drains its
 * buffers. It makes a trace of which it knows the truth.
 *
 * Modelled after Linux 7.2: kernel/unwind/deferred.c (cookies, one record an entry),
 * kernel/events/core.c (in which order events are written, lost events), fs/exec.c (an exec
 * ends the other threads and takes the tid of the first). Time is in nanoseconds.
 *
 * What it takes from the machine: a task that changes CPUs loses no less than 200 ns, which may
 * be less than the clocks disagree; but a new task starts, and an exec comes, at least 2 us
 * after the fork and after the last change of CPU; and a tid is given out again at the earliest
 * 5 us after its task is gone.
 */
#ifndef PERF_DEFER_TESTS_KMODEL_H
#define PERF_DEFER_TESTS_KMODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define KMODEL_CPUS  4
#define KMODEL_TASKS 12

/* How often a cookie of long ago comes round again, once T_WRAP has passed. */
enum kmodel_wrap {
	KMODEL_WRAP_NEVER,
	KMODEL_WRAP_OTHERS, /* but never for the thread that had it */
	KMODEL_WRAP_ANY
};

struct kmodel_opts {
	uint64_t seed;
	int nr_cpus;
	int nr_steps;
	uint64_t skew;	   /* clocks of CPUs disagree by up to this */
	int buffer;	   /* events that a CPU's buffer holds, 0: enough */
	bool side_buffer;  /* forks, execs and exits have buffers of their own that never fill */
	bool copies;	   /* the recorder writes some records twice */
	bool far;	   /* some tasks sleep about as long as T_WRAP */
	bool exit_silent;  /* no record is written once a task exits, as with events of one task */
	bool short_rounds; /* the buffers are drained before any task changes CPU */
	enum kmodel_wrap wrap;
};

enum kmodel_type {
	KMODEL_SAMPLE,
	KMODEL_RECORD,
	KMODEL_FORK,
	KMODEL_EXEC,
	KMODEL_VDSO, /* the map that each exec makes */
	KMODEL_EXIT,
	KMODEL_LOST
};

/* One event of the trace: what is written, and then what only the model knows. */
struct kmodel_event {
	enum kmodel_type type;
	int cpu, pid, tid;
	uint64_t time;	 /* by the clock of @cpu */
	uint64_t cookie; /* of a sample: 0 if it is not deferred */
	bool user_mode;
	uint64_t nr; /* of LOST: events; of a record: addresses */
	int buffer;  /* through which it came */

	uint64_t stack; /* which user callchain it is about: each is another number */
	uint64_t true_time;
	uint32_t run;  /* index of the run */
	uint32_t life; /* which task it really is: each is another number */
};

enum kmodel_fate {
	KMODEL_OPEN,   /* still in the kernel when the trace ended */
	KMODEL_BACK,   /* came back to user mode */
	KMODEL_EXITED, /* never came back */
};

enum kmodel_record_fate {
	KMODEL_NOT_WRITTEN,
	KMODEL_WRITTEN,
	KMODEL_OVERRUN
};

/* One entry of a task into the kernel that asked for a callchain. */
struct kmodel_run {
	uint64_t cookie, began; /* true time of the first request */
	uint32_t life;
	enum kmodel_fate fate;
	enum kmodel_record_fate record;
	uint64_t record_time; /* true time, if it was written or lost */
	bool exec_overrun;    /* an exec took place, and both its events were lost */
	bool has_exec;
};

/* A trace in the order of the file, and the truth. */
struct kmodel {
	struct kmodel_event *events;
	size_t nr_events, alloc_events;
	struct kmodel_run *runs;
	size_t nr_runs, alloc_runs;
};

/* Aborts if out of memory. */
void kmodel__init(struct kmodel *model, const struct kmodel_opts *opts);
void kmodel__exit(struct kmodel *model);

#endif /* PERF_DEFER_TESTS_KMODEL_H */
