// SPDX-License-Identifier: GPL-2.0-only
#include "util/machine/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/budget.h"
#include "util/base/error.h"
#include "util/dso/kernel-syms.h"
#include "util/machine/machine-priv.h"

/* The number of records between two checks of the budget. */
#define REPLAY_LOOK 8192

/* Entries of a log that are in order: all of it, or up to one that is earlier than the one before. */
struct replay_run {
	const struct machine_log *log;
	const struct logged *head, *end; /* of the entries that were not replayed */
};

/* All runs of all logs: a heap, the run with the earliest head on top. */
struct replay {
	struct replay_run *runs;
	size_t nr, cap;
};

static bool logged__before(const struct logged *a, const struct logged *b)
{
	return a->time != b->time ? a->time < b->time : a->order < b->order;
}

static int replay__add_runs(struct replay *replay, const struct machine_log *log)
{
	const struct logged *head = log->entries, *end;
	const struct logged *const all_end = head + log->nr;

	for (; head < all_end; head = end) {
		for (end = head + 1; end < all_end && !logged__before(end, end - 1);)
			end++;
		if (!ARRAY_GROW(replay->runs, replay->cap, replay->nr + 1))
			return DEFER_ERR_NOMEM;
		replay->runs[replay->nr++] = (struct replay_run){log, head, end};
	}
	return 0;
}

static void replay__sift_down(struct replay *replay, size_t i)
{
	struct replay_run *runs = replay->runs;
	const struct replay_run run = runs[i];
	size_t child;

	while ((child = 2 * i + 1) < replay->nr) {
		if (child + 1 < replay->nr &&
		    logged__before(runs[child + 1].head, runs[child].head))
			child++;
		if (logged__before(run.head, runs[child].head))
			break;
		runs[i] = runs[child];
		i = child;
	}
	runs[i] = run;
}

/* Steps over the earliest entry. */
static void replay__pop(struct replay *replay)
{
	if (++replay->runs[0].head == replay->runs[0].end)
		replay->runs[0] = replay->runs[--replay->nr];
	if (replay->nr)
		replay__sift_down(replay, 0);
}

static int replay__all(struct replay *replay, struct machine *machine, struct defer_error *err)
{
	int ret = 0;

	for (size_t i = replay->nr / 2; i-- > 0;)
		replay__sift_down(replay, i);
	for (size_t i = 0; replay->nr && !ret; i++) {
		const struct replay_run *run = &replay->runs[0];

		ret = machine__replay(machine, run->log, run->head, err);
		if (!ret && !(i % REPLAY_LOOK) && run->log->budget)
			ret = budget__check(run->log->budget, err);
		replay__pop(replay);
	}
	return ret;
}

static int replay_logs(struct machine *machine, struct machine_log **logs, unsigned int nr,
		       struct defer_error *err)
{
	struct replay replay = {0};
	int ret = 0;

	for (unsigned int l = 0; l < nr && !ret; l++)
		ret = replay__add_runs(&replay, logs[l]);
	ret = ret ? error__no_memory(err, "for tasks and maps")
		  : replay__all(&replay, machine, err);
	free(replay.runs);
	return ret;
}

/* Adds the idle task, which no record names, and the kernel. */
static int add_first(struct machine *machine)
{
	int64_t task = timelines__findnew(&machine->tasks, 0);
	int64_t process = timelines__findnew(&machine->processes, 0);
	int64_t kernel = timelines__findnew(&machine->kernels, HOST_KERNEL);
	int64_t comm = comms__add(machine->comms, IDLE_COMM);
	struct timeline_state idle = {.key_pos = task};

	if (task < 0 || process < 0 || kernel < 0 || comm < 0 ||
	    !ARRAY_GROW(machine->lives, machine->cap_lives, 1))
		return DEFER_ERR_NOMEM;
	machine->lives[machine->nr_lives++] = (struct life){.comm_id = comm};
	machine->host_kernel = kernel;
	idle.val[TASK_COMM] = comm;
	idle.val[TASK_PROCESS] = process;
	return timelines__push(&machine->tasks, &idle);
}

static int machine__init(struct machine *machine, struct defer_error *err)
{
	timelines__init(&machine->tasks);
	timelines__init(&machine->processes);
	timelines__init(&machine->kernels);
	dsos__init(&machine->dsos);
	cgroups__init(&machine->cgroups);
	machine->comms = comms__new();
	if (!machine->comms || maps_pool__init(&machine->maps) || add_first(machine))
		return error__no_memory(err, "for tasks and maps");
	return 0;
}

/* Gives equal address spaces one id, so that equal stacks in them fold into one. */
static void unite_maps(struct machine *machine)
{
	struct timelines *tls = &machine->processes;

	for (size_t i = 0; i < tls->nr_states; i++)
		tls->states[i].val[MAPS_ID] =
			maps_pool__first(&machine->maps, tls->states[i].val[MAPS_ID]);
}

static int machine__seal(struct machine *machine, struct defer_error *err)
{
	unite_maps(machine);
	if (timelines__seal(&machine->tasks) || timelines__seal(&machine->processes) ||
	    timelines__seal(&machine->kernels))
		return error__no_memory(err, "for tasks and maps");
	return 0;
}

int machine__new(struct machine **machinep, struct machine_log **logs, unsigned int nr,
		 struct defer_error *err)
{
	struct machine *machine = calloc(1, sizeof(*machine));
	unsigned int i;
	int ret;

	if (!machine)
		return error__no_memory(err, "for tasks and maps");
	ret = machine__init(machine, err);
	if (!ret)
		ret = replay_logs(machine, logs, nr, err);
	for (i = 0; i < nr; i++)
		machine_log__clear(logs[i]);
	if (!ret)
		ret = machine__seal(machine, err);
	if (ret) {
		machine__delete(machine);
		return ret;
	}
	*machinep = machine;
	return 0;
}

void machine__delete(struct machine *machine)
{
	if (!machine)
		return;
	timelines__exit(&machine->tasks);
	timelines__exit(&machine->processes);
	timelines__exit(&machine->kernels);
	free(machine->lives);
	comms__delete(machine->comms);
	maps_pool__exit(&machine->maps);
	dsos__exit(&machine->dsos);
	cgroups__exit(&machine->cgroups);
	free(machine);
}

/*
 * Writes the name that the DSO of kernel file @path has here: "[ext4]" for ".../ext4.ko.xz", and
 * for a vmlinux the name of its maps.
 */
static void kernel_name(const char *path, char *name, size_t size)
{
	const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	const char *ko = strstr(base, ".ko");
	char *c;

	if (!ko) {
		snprintf(name, size, "[kernel.kallsyms]");
		return;
	}
	snprintf(name, size, "[%.*s]", (int)(ko - base), base);
	for (c = name; *c; c++)
		if (*c == '-')
			*c = '_';
}

int machine__set_build_id(struct machine *machine, const char *filename, uint16_t misc,
			  const uint8_t *build_id, uint8_t size)
{
	struct build_id bid;
	char name[256];
	int nr;

	build_id__init(&bid, build_id, size);
	if (!build_id__known(&bid))
		return 0;
	nr = dsos__set_build_id(&machine->dsos, filename, &bid);
	if (!nr && (misc & DEFER_MISC_CPUMODE_MASK) == DEFER_MISC_KERNEL && filename[0] == '/') {
		kernel_name(filename, name, sizeof(name));
		nr = dsos__set_build_id(&machine->dsos, name, &bid);
	}
	return nr;
}

static uint32_t maps_at(const struct timelines *tls, uint32_t pos, uint64_t time, uint64_t order,
			struct timeline_span *span)
{
	const struct timeline_state *state;

	if (pos == HASH_INDEX_NONE)
		return 0;
	state = timelines__at_span(tls, pos, time, order, span);
	if (!state || state->time > time || (state->time == time && state->order > order))
		return 0;
	return state->val[MAPS_ID];
}

void machine__find_task_span(const struct machine *machine, int32_t pid, int32_t tid, uint64_t time,
			     uint64_t order, struct task_view *view, struct timeline_span *span)
{
	uint32_t pos = timelines__find(&machine->tasks, tid);
	const struct timeline_state *task = NULL;

	if (pos != HASH_INDEX_NONE)
		task = timelines__at_span(&machine->tasks, pos, time, order, span);
	/* tid 0 is the idle task in every process, so its pid need not match. */
	if (task && tid && pid != -1 && pid != (int32_t)task->val[TASK_PID])
		task = NULL;
	if (!tid && machine->hides_tasks)
		task = NULL;
	view->tid = tid;
	if (task) {
		view->pid = task->val[TASK_PID];
		view->comm_id = task->val[TASK_COMM] & ~TASK_UNNAMED;
		view->known = !(task->val[TASK_COMM] & TASK_UNNAMED);
		view->life = task->val[TASK_LIFE];
		pos = task->val[TASK_PROCESS];
	} else {
		view->pid = pid;
		view->comm_id = comms__tid(machine->comms, tid);
		view->known = false;
		view->life = LIFE_NONE;
		pos = timelines__find(&machine->processes, pid);
	}
	view->maps_id = maps_at(&machine->processes, pos, time, order, span);
}

void machine__find_task(const struct machine *machine, int32_t pid, int32_t tid, uint64_t time,
			uint64_t order, struct task_view *view)
{
	struct timeline_span span = TIMELINE_SPAN_ALL;

	machine__find_task_span(machine, pid, tid, time, order, view, &span);
}

void machine__hide_task(const struct machine *machine, struct task_view *view)
{
	view->comm_id = comms__tid(machine->comms, view->tid);
	view->known = false;
	view->life = LIFE_NONE;
	view->maps_id = 0;
}

uint32_t machine__life_comm(const struct machine *machine, uint32_t life, int32_t tid)
{
	if (life >= machine->nr_lives)
		return comms__tid(machine->comms, tid);
	return machine->lives[life].comm_id;
}

uint32_t machine__life_leader(const struct machine *machine, uint32_t life)
{
	return life < machine->nr_lives ? machine->lives[life].leader : LIFE_NONE;
}

const char *machine__comm(const struct machine *machine, uint32_t comm_id)
{
	return comms__name(machine->comms, comm_id) ?: ":-1";
}

uint32_t machine__nr_comms(const struct machine *machine)
{
	return comms__nr(machine->comms);
}

uint32_t machine__kernel_maps(const struct machine *machine, uint64_t time, uint64_t order,
			      struct timeline_span *span)
{
	return maps_at(&machine->kernels, machine->host_kernel, time, order, span);
}

const struct maps *machine__maps(const struct machine *machine, uint32_t maps_id)
{
	return maps_pool__get(&machine->maps, maps_id);
}

uint32_t machine__place(const struct machine *machine, uint32_t maps_id, uint64_t addr)
{
	return maps_pool__place(&machine->maps, maps_id, addr);
}

const struct cgroups *machine__cgroups(const struct machine *machine)
{
	return &machine->cgroups;
}

uint32_t machine__nr_dsos(const struct machine *machine)
{
	return machine->dsos.nr;
}

struct dso *machine__dso(const struct machine *machine, uint32_t i)
{
	return i < machine->dsos.nr ? machine->dsos.entries[i].dso : NULL;
}

static struct dso *find_kernel(const struct machine *machine)
{
	for (uint32_t i = 0; i < machine__nr_dsos(machine); i++) {
		struct dso *dso = machine__dso(machine, i);

		if (dso->kind == DSO_KERNEL)
			return dso;
	}
	return NULL;
}

/*
 * In "[kernel.kallsyms]_text", the part after the bracket names the symbol whose address the
 * kernel's mmap record holds.
 */
int machine__init_kernel_syms(const struct machine *machine, const struct symbol_conf *conf,
			      const char *release, struct kernel_syms *ks, struct defer_error *err)
{
	const struct dso *kernel = find_kernel(machine);
	const char *bracket = kernel ? strrchr(kernel->long_name, ']') : NULL;
	const char *ref_name = bracket && bracket[1] ? bracket + 1 : NULL;

	return kernel_syms__init(ks, conf, kernel ? &kernel->bid : NULL, release, ref_name,
				 kernel ? kernel->ref_addr : 0, err);
}
