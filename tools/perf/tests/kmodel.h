/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kmodel: a small model of the kernel's deferred callchains, and of the recorder that drains its
 * buffers. It makes a trace together with the truth about it.
 *
 * Modelled after Linux 7.2: kernel/unwind/deferred.c (cookies, one record an entry),
 * kernel/events/core.c (order of events, lost events), fs/exec.c (an exec ends the other threads
 * and takes the tid of the first). Time is in nanoseconds.
 *
 * Assumptions about the machine:
 *
 * - A change of CPU takes a task at least 200 ns, which may be less than the skew of the clocks.
 *
 * - A new task starts at least 2 us after its fork, and an exec comes at least 2 us after the fork
 *   and after the last change of CPU.
 *
 * - A tid is reused at the earliest 5 us after its task is gone.
 */
#ifndef PERF_DEFER_TESTS_KMODEL_H
#define PERF_DEFER_TESTS_KMODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define KMODEL_CPUS  4
#define KMODEL_TASKS 12

/* Whether old cookies are reused once T_WRAP has passed. */
enum kmodel_wrap {
	KMODEL_WRAP_NEVER,
	KMODEL_WRAP_OTHERS, /* but never by the same thread */
	KMODEL_WRAP_ANY
};

struct kmodel_opts {
	uint64_t seed;
	int nr_cpus;
	int nr_steps;
	uint64_t skew;	   /* largest difference between the clocks of CPUs, in ns */
	uint64_t step;	   /* how far the clocks are set back now and then, in ns; 0: never */
	int buffer;	   /* capacity of a CPU's buffer, in events; 0: no limit */
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

/* One event of the trace: first the written fields, then those that only the model knows. */
struct kmodel_event {
	enum kmodel_type type;
	int cpu, pid, tid;
	uint64_t time;	 /* by the clock of @cpu */
	uint64_t cookie; /* 0: a sample that is not deferred */
	bool user_mode;
	uint64_t nr; /* LOST: number of events; a record: number of addresses */
	int buffer;  /* number of the buffer that it came through */

	uint64_t stack; /* unique number of its user callchain */
	uint64_t true_time;
	uint32_t run;  /* index of the run */
	uint32_t life; /* unique number of the real task */
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

/* One kernel entry of a task in which a callchain was requested. */
struct kmodel_run {
	uint64_t cookie, began; /* true time of the first request */
	uint32_t life;
	enum kmodel_fate fate;
	enum kmodel_record_fate record;
	uint64_t record_time; /* true time of the record, if written or lost */
	bool exec_overrun;    /* an exec happened, and both its events were lost */
	bool has_exec;
};

/* A trace in file order, and the truth. */
struct kmodel {
	struct kmodel_event *events;
	size_t nr_events, alloc_events;
	struct kmodel_run *runs;
	size_t nr_runs, alloc_runs;
};

/* Makes a trace by @opts; kmodel__exit() frees it. Aborts if out of memory. */
void kmodel__init(struct kmodel *model, const struct kmodel_opts *opts);
void kmodel__exit(struct kmodel *model);

#endif /* PERF_DEFER_TESTS_KMODEL_H */
