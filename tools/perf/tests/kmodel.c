// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include <perf/defer-stitch.h>

#include "tests/kmodel.h"
#include "tests/rng.h"

#define NO_RUN UINT32_MAX

enum task_state {
	TASK_FREE, /* no task; a tid may be bound until free_from */
	TASK_USER,
	TASK_KERNEL,
	TASK_RETURNING, /* its record is written, it is still in the kernel */
};

/* A tid, and the task that has it now. */
struct task {
	enum task_state state;
	int pid, tid, cpu;
	uint32_t life;
	uint64_t wakes_at, free_from, exec_from;
	uint64_t stack; /* its user callchain since it entered the kernel */
	/* struct unwind_task_info */
	uint64_t cookie;
	bool pending, done;
	bool has_execed; /* in this entry: there is one system call in it at most */
	uint32_t run;
};

/* One CPU's buffer: indices into kernel.written. */
struct buffer {
	size_t *events;
	size_t nr, alloc;
	uint64_t nr_lost;
};

struct cookie_use {
	uint64_t cookie, time;
	uint32_t life;
};

struct kernel {
	const struct kmodel_opts *opts;
	struct kmodel *model;
	uint64_t rng, now;
	uint64_t clock_offset[KMODEL_CPUS];
	uint32_t counters[KMODEL_CPUS];
	struct task tasks[KMODEL_TASKS];
	uint32_t nr_lives;
	uint64_t nr_stacks;
	struct kmodel_event *written; /* all that came into a buffer */
	size_t nr_written, alloc_written;
	struct buffer buffers[2 * KMODEL_CPUS]; /* the second half: of forks, execs, exits */
	struct cookie_use *uses;
	size_t nr_uses, alloc_uses;
};

static void *grow(void *array, size_t *alloc, size_t nr, size_t size)
{
	if (nr < *alloc)
		return array;
	*alloc = nr + nr / 2 + 16;
	array = realloc(array, *alloc * size);
	if (!array)
		abort();
	return array;
}

static bool one_in(struct kernel *k, uint64_t n)
{
	return !rng__below(&k->rng, n);
}

static void pass(struct kernel *k, uint64_t least, uint64_t more)
{
	k->now += least + rng__below(&k->rng, more);
}

/* ---- buffers and recorder ---------------------------------------------------------------- */

static void file__put(struct kmodel *model, const struct kmodel_event *event)
{
	model->events =
		grow(model->events, &model->alloc_events, model->nr_events, sizeof(*model->events));
	model->events[model->nr_events++] = *event;
}

static void buffer__put(struct kernel *k, struct buffer *buffer, const struct kmodel_event *event)
{
	k->written = grow(k->written, &k->alloc_written, k->nr_written, sizeof(*k->written));
	buffer->events = grow(buffer->events, &buffer->alloc, buffer->nr, sizeof(*buffer->events));
	buffer->events[buffer->nr++] = k->nr_written;
	k->written[k->nr_written] = *event;
	k->written[k->nr_written++].buffer = buffer - k->buffers;
}

static void buffer__put_lost(struct kernel *k, struct buffer *buffer, int cpu)
{
	struct kmodel_event lost = {
		.type = KMODEL_LOST,
		.cpu = cpu,
		.time = k->now + k->clock_offset[cpu],
		.nr = buffer->nr_lost,
		.true_time = k->now,
		.run = NO_RUN,
	};

	buffer__put(k, buffer, &lost);
	buffer->nr_lost = 0;
}

/* As in perf_output_begin(), a loss is reported as soon as there is room for that and the event. */
static bool kernel__write(struct kernel *k, const struct kmodel_event *event)
{
	bool side = k->opts->side_buffer && event->type != KMODEL_SAMPLE &&
		    event->type != KMODEL_RECORD;
	struct buffer *buffer = &k->buffers[event->cpu + (side ? KMODEL_CPUS : 0)];
	size_t need = buffer->nr_lost ? 2 : 1;

	if (k->opts->buffer && !side && buffer->nr + need > (size_t)k->opts->buffer) {
		buffer->nr_lost++;
		return false;
	}
	if (buffer->nr_lost)
		buffer__put_lost(k, buffer, event->cpu);
	buffer__put(k, buffer, event);
	return true;
}

/* One round of the recorder: buffer after buffer. */
static void kernel__drain(struct kernel *k)
{
	for (int b = 0; b < 2 * KMODEL_CPUS; b++) {
		struct buffer *buffer = &k->buffers[b];
		size_t nr = buffer->nr;

		for (size_t i = 0; i < nr; i++)
			file__put(k->model, &k->written[buffer->events[i]]);
		buffer->nr = 0;
		/* The copies are written with the next round. */
		for (size_t i = 0; i < nr && k->opts->copies; i++) {
			size_t event = buffer->events[i];

			if (k->written[event].type == KMODEL_RECORD && one_in(k, 20) &&
			    (!k->opts->buffer || buffer->nr + 1 < (size_t)k->opts->buffer))
				buffer->events[buffer->nr++] = event;
		}
	}
}

/* At the end the recorder reads from the events how much each one lost. */
static void kernel__finish(struct kernel *k)
{
	kernel__drain(k);
	for (int b = 0; b < 2 * KMODEL_CPUS; b++)
		if (k->buffers[b].nr_lost)
			buffer__put_lost(k, &k->buffers[b], b % KMODEL_CPUS);
	kernel__drain(k);
}

/* ---- kernel/unwind/deferred.c -------------------------------------------------------------- */

/* Was the cookie given out so short a time ago that it cannot come round yet? */
static bool cookie__is_fresh(const struct kernel *k, uint64_t cookie)
{
	for (size_t i = k->nr_uses; i-- && k->uses[i].time + DEFER_T_WRAP > k->now;)
		if (k->uses[i].cookie == cookie)
			return true;
	return false;
}

static bool cookie__was_of(const struct kernel *k, uint64_t cookie, uint32_t life)
{
	for (size_t i = 0; i < k->nr_uses; i++)
		if (k->uses[i].cookie == cookie && k->uses[i].life == life)
			return true;
	return false;
}

/*
 * The counter may have come round to a value of long ago, by as many requests as it takes that
 * we do not see: those of tasks whose samples were filtered.
 */
static bool kernel__old_counter(struct kernel *k, const struct task *task, uint32_t *counter)
{
	const struct cookie_use *use;

	if (k->opts->wrap == KMODEL_WRAP_NEVER || !k->nr_uses || !one_in(k, 2))
		return false;
	for (int tries = 0; tries < 16; tries++) {
		use = &k->uses[rng__below(&k->rng, k->nr_uses)];
		if ((int)(uint32_t)use->cookie != task->cpu + 1 ||
		    cookie__is_fresh(k, use->cookie) ||
		    (k->opts->wrap == KMODEL_WRAP_OTHERS &&
		     cookie__was_of(k, use->cookie, task->life)) ||
		    (k->opts->wrap == KMODEL_WRAP_ANY && use->life != task->life && one_in(k, 2)))
			continue;
		*counter = use->cookie >> 32;
		return true;
	}
	return false;
}

static uint64_t cookie__make(int cpu, uint32_t counter)
{
	return (uint64_t)counter << 32 | (uint32_t)(cpu + 1);
}

static uint64_t kernel__new_cookie(struct kernel *k, const struct task *task)
{
	uint32_t counter;

	if (!kernel__old_counter(k, task, &counter)) {
		do {
			counter = (k->counters[task->cpu] + 2) | 1;
			k->counters[task->cpu] = counter;
		} while (cookie__is_fresh(k, cookie__make(task->cpu, counter)));
	}
	k->uses = grow(k->uses, &k->alloc_uses, k->nr_uses, sizeof(*k->uses));
	k->uses[k->nr_uses++] =
		(struct cookie_use){cookie__make(task->cpu, counter), k->now, task->life};
	return cookie__make(task->cpu, counter);
}

/* unwind_deferred_request() */
static void task__request(struct kernel *k, struct task *task)
{
	if (!task->cookie) {
		struct kmodel *model = k->model;

		task->cookie = kernel__new_cookie(k, task);
		model->runs =
			grow(model->runs, &model->alloc_runs, model->nr_runs, sizeof(*model->runs));
		task->run = model->nr_runs++;
		model->runs[task->run] = (struct kmodel_run){
			.cookie = task->cookie, .began = k->now, .life = task->life};
	}
	if (!task->done)
		task->pending = true;
}

static struct kmodel_event task__event(const struct kernel *k, const struct task *task,
				       enum kmodel_type type)
{
	return (struct kmodel_event){
		.type = type,
		.cpu = task->cpu,
		.pid = task->pid,
		.tid = task->tid,
		.time = k->now + k->clock_offset[task->cpu],
		.cookie = task->cookie,
		.stack = task->stack,
		.true_time = k->now,
		.run = task->run,
		.life = task->life,
	};
}

/* process_unwind_deferred() */
static void task__write_record(struct kernel *k, struct task *task, bool silent)
{
	struct kmodel_event event = task__event(k, task, KMODEL_RECORD);
	struct kmodel_run *run = &k->model->runs[task->run];

	/* The kernel starts a program with no caller. Other chains are seldom so short. */
	event.nr = task->has_execed || one_in(k, 8) ? 1 : 2 + rng__below(&k->rng, 3);
	task->pending = false;
	task->done = true;
	run->record_time = k->now;
	if (!silent)
		run->record = kernel__write(k, &event) ? KMODEL_WRITTEN : KMODEL_OVERRUN;
}

/* unwind_reset_info() */
static void task__forget(struct kernel *k, struct task *task, enum kmodel_fate fate)
{
	if (task->run != NO_RUN)
		k->model->runs[task->run].fate = fate;
	task->cookie = 0;
	task->pending = task->done = false;
	task->run = NO_RUN;
}

/* ---- what tasks do --------------------------------------------------------------------------- */

static void task__sample(struct kernel *k, struct task *task, bool user_mode)
{
	struct kmodel_event event;

	task__request(k, task);
	event = task__event(k, task, KMODEL_SAMPLE);
	event.user_mode = user_mode;
	kernel__write(k, &event);
	pass(k, 50, one_in(k, 2) ? 100 : 2000);
}

static void task__enter(struct kernel *k, struct task *task)
{
	task->stack = ++k->nr_stacks;
	task->has_execed = false;
	task->state = TASK_KERNEL;
}

/* The way back: the record first, then signals and the like, for which there is RETURNING. */
static void task__return(struct kernel *k, struct task *task)
{
	if (task->state == TASK_KERNEL && task->pending) {
		pass(k, 100, one_in(k, 2) ? 100 : 1000);
		task__write_record(k, task, false);
		task->state = TASK_RETURNING;
		if (one_in(k, 3))
			return;
	}
	task__forget(k, task, KMODEL_BACK);
	task->state = TASK_USER;
}

static void task__migrate(struct kernel *k, struct task *task)
{
	if (k->opts->short_rounds)
		kernel__drain(k);
	task->cpu = rng__below(&k->rng, k->opts->nr_cpus);
	pass(k, 200, one_in(k, 2) ? 200 : 3000);
	task->exec_from = k->now + 2000;
}

static void task__sleep(struct kernel *k, struct task *task)
{
	uint64_t most = k->opts->far && one_in(k, 4) ? 2 * DEFER_T_WRAP : 100000;

	task->wakes_at = k->now + 1000 + rng__below(&k->rng, most);
}

static struct task *kernel__free_task(struct kernel *k)
{
	for (int i = 0; i < KMODEL_TASKS; i++)
		if (k->tasks[i].state == TASK_FREE && k->tasks[i].free_from <= k->now)
			return &k->tasks[i];
	return NULL;
}

/* A task appears on the CPU of its parent, in the kernel, on its way to user mode. */
static void kernel__start_task(struct kernel *k, struct task *task, int pid, int cpu)
{
	*task = (struct task){
		.state = TASK_KERNEL,
		.pid = pid ? pid : task->tid,
		.tid = task->tid,
		.cpu = cpu,
		.life = ++k->nr_lives,
		.wakes_at = k->now + 2000 + rng__below(&k->rng, 5000),
		.stack = ++k->nr_stacks,
		.run = NO_RUN,
	};
}

static void task__fork(struct kernel *k, struct task *parent)
{
	struct task *child = kernel__free_task(k);
	struct kmodel_event event;

	if (!child)
		return;
	kernel__start_task(k, child, one_in(k, 2) ? parent->pid : 0, parent->cpu);
	event = task__event(k, child, KMODEL_FORK);
	kernel__write(k, &event);
	child->cpu = rng__below(&k->rng, k->opts->nr_cpus);
	child->exec_from = child->wakes_at + 2000;
	pass(k, 100, 1000);
}

/* do_exit(): the EXIT is written before the last record. */
static void task__exit(struct kernel *k, struct task *task)
{
	struct kmodel_event event = task__event(k, task, KMODEL_EXIT);

	kernel__write(k, &event);
	pass(k, 100, 500);
	if (task->pending)
		task__write_record(k, task, k->opts->exit_silent);
	task__forget(k, task, KMODEL_EXITED);
	task->state = TASK_FREE;
	task->free_from = k->now + 5000;
	pass(k, 100, 500);
}

static struct task *kernel__sibling(struct kernel *k, const struct task *task)
{
	for (int i = 0; i < KMODEL_TASKS; i++) {
		struct task *other = &k->tasks[i];

		if (other != task && other->state != TASK_FREE && other->pid == task->pid)
			return other;
	}
	return NULL;
}

/* The process's first thread stays until it is the last. */
static bool task__may_exit(struct kernel *k, const struct task *task)
{
	return task->tid != task->pid || !kernel__sibling(k, task);
}

/* de_thread(): the caller gets the tid of the first thread, and its own is free at once. */
static struct task *task__take_over(struct kernel *k, struct task *task)
{
	for (int i = 0; i < KMODEL_TASKS; i++) {
		struct task *leader = &k->tasks[i];
		int tid = leader->tid;

		if (tid != task->pid || leader == task)
			continue;
		*leader = *task;
		leader->tid = tid;
		task->state = TASK_FREE;
		task->free_from = k->now + 5000;
		return leader;
	}
	return task;
}

static void task__exec(struct kernel *k, struct task *task)
{
	struct kmodel_event event;
	struct task *other;
	bool seen;

	if (k->now < task->exec_from || task->has_execed)
		return;
	while ((other = kernel__sibling(k, task)))
		task__exit(k, other);
	if (task->tid != task->pid)
		task = task__take_over(k, task);
	pass(k, 1000, 3000);
	/* The old image is gone. From here on the callchain is the new program's. */
	task->stack = ++k->nr_stacks;
	task->has_execed = true;
	event = task__event(k, task, KMODEL_EXEC);
	if (task->run != NO_RUN)
		k->model->runs[task->run].has_exec = true;
	seen = kernel__write(k, &event);
	/* The program is loaded: time for a sample of it, and for buffers to fill or be emptied. */
	pass(k, 500, 1000);
	if (one_in(k, 4))
		task__sample(k, task, false);
	event = task__event(k, task, KMODEL_VDSO);
	seen |= kernel__write(k, &event);
	if (!seen && task->run != NO_RUN)
		k->model->runs[task->run].exec_overrun = true;
	pass(k, 500, 1000);
}

static void task__step_user(struct kernel *k, struct task *task)
{
	switch (rng__below(&k->rng, 4)) {
	case 0:
		/* An NMI hits user mode; the record comes by an interrupt a little later. */
		task__enter(k, task);
		task__sample(k, task, true);
		if (one_in(k, 2))
			task__sample(k, task, true);
		break;
	case 1:
		task__enter(k, task);
		task__sample(k, task, true);
		break;
	default:
		task__enter(k, task);
		break;
	}
}

static void task__step_kernel(struct kernel *k, struct task *task)
{
	bool returning = task->state == TASK_RETURNING;

	switch (rng__below(&k->rng, 16)) {
	case 0:
		/*
		 * The time that passes is so short that a clock may show less at its end than at
		 * its start.
		 */
		if (one_in(k, 2))
			task__sample(k, task, false);
		task__migrate(k, task);
		if (one_in(k, 2))
			task__return(k, task);
		break;
	case 1:
		task__sleep(k, task);
		break;
	case 2:
		if (!returning)
			task__fork(k, task);
		break;
	case 3:
		if (!returning && one_in(k, 2))
			task__exec(k, task);
		break;
	case 4:
		if (one_in(k, 4) && task__may_exit(k, task))
			task__exit(k, task);
		break;
	case 5 ... 9:
		task__sample(k, task, false);
		break;
	default:
		task__return(k, task);
		break;
	}
}

/* Sets the clock back, which is that of all CPUs. */
static void kernel__set_back(struct kernel *k)
{
	for (int i = 0; i < KMODEL_CPUS; i++)
		k->clock_offset[i] -= k->opts->step;
}

static void kernel__step(struct kernel *k)
{
	struct task *task = &k->tasks[rng__below(&k->rng, KMODEL_TASKS)];

	pass(k, 10, 3000);
	if (one_in(k, k->opts->short_rounds ? 4 : 24))
		kernel__drain(k);
	if (k->opts->step && one_in(k, 40))
		kernel__set_back(k);
	/* Now and then all tasks are idle for a long time. */
	if (k->opts->far && one_in(k, 100))
		pass(k, DEFER_T_WRAP / 4, DEFER_T_WRAP);
	if (task->state == TASK_FREE || task->wakes_at > k->now)
		return;
	if (task->state == TASK_USER)
		task__step_user(k, task);
	else
		task__step_kernel(k, task);
}

static void kernel__boot(struct kernel *k)
{
	k->now = 1000000;
	if (k->opts->step)
		k->now += k->opts->step * k->opts->nr_steps;
	for (int i = 0; i < KMODEL_CPUS; i++) {
		k->clock_offset[i] = rng__below(&k->rng, k->opts->skew + 1);
		/* Some counters stand shortly before they overflow. */
		k->counters[i] = one_in(k, 2) ? UINT32_MAX - 2 * rng__below(&k->rng, 20)
					      : 2 * rng__below(&k->rng, 1000) + 1;
	}
	for (int i = 0; i < KMODEL_TASKS; i++)
		k->tasks[i] = (struct task){.tid = 100 + i, .run = NO_RUN};
	for (int i = 0; i < 4; i++)
		kernel__start_task(k, &k->tasks[i], i == 3 ? 100 : 0, i % k->opts->nr_cpus);
}

void kmodel__init(struct kmodel *model, const struct kmodel_opts *opts)
{
	struct kernel *k = calloc(1, sizeof(*k));

	if (!k)
		abort();
	*model = (struct kmodel){0};
	k->opts = opts;
	k->model = model;
	k->rng = opts->seed;
	kernel__boot(k);
	for (int i = 0; i < opts->nr_steps; i++)
		kernel__step(k);
	kernel__finish(k);
	for (int b = 0; b < 2 * KMODEL_CPUS; b++)
		free(k->buffers[b].events);
	free(k->written);
	free(k->uses);
	free(k);
}

void kmodel__exit(struct kmodel *model)
{
	free(model->events);
	free(model->runs);
}
