// SPDX-License-Identifier: GPL-2.0-only
#include <perf/defer-event.h>

#include "tests/names-world.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/tests.h"
#include "tests/trial.h"
#include "util/dso/dso.h"
#include "util/fold/fold.h"
#include "util/resolve/resolve.h"

#define ID 7

static const uint64_t ids[] = {ID};

static void add_kernel(struct names_world *w)
{
	names_world__mmap(w, 0, (struct names_task){-1, 0, 0}, DEFER_MISC_KERNEL,
			  0xffffffff81000000, 0x1000000, "[kernel.kallsyms]_text");
}

int names_world__init(struct names_world *w, const char *kallsyms)
{
	*w = (struct names_world){
		.event =
			{
				.attr =
					{
						.type = DEFER_TYPE_SOFTWARE,
						.size = DEFER_ATTR_SIZE_VER9,
						.sample_period = 1,
						.sample_type =
							DEFER_SAMPLE_IDENTIFIER | DEFER_SAMPLE_TID |
							DEFER_SAMPLE_TIME | DEFER_SAMPLE_CPU |
							DEFER_SAMPLE_IP | DEFER_SAMPLE_PERIOD |
							DEFER_SAMPLE_CALLCHAIN,
						.flags = DEFER_ATTR_SAMPLE_ID_ALL |
							 DEFER_ATTR_DEFER_CALLCHAIN |
							 DEFER_ATTR_DEFER_OUTPUT | DEFER_ATTR_MMAP |
							 DEFER_ATTR_MMAP2 | DEFER_ATTR_COMM |
							 DEFER_ATTR_COMM_EXEC | DEFER_ATTR_TASK,
					},
				.ids = ids,
				.nr_ids = 1,
			},
	};
	T_CHECK(folder__init(&w->folder));
	if (kallsyms)
		T_CHECK(folder__write(&w->folder, "kallsyms", kallsyms));
	snprintf(w->kallsyms, sizeof(w->kallsyms), "%s/kallsyms", w->folder.path);
	snprintf(w->symfs, sizeof(w->symfs), "%s/symfs", w->folder.path);
	w->conf = (struct symbol_conf){.kallsyms = kallsyms ? w->kallsyms : NULL,
				       .symfs = w->symfs,
				       .buildid_dir = "/nonexistent"};
	builder__init(&w->b, false);
	builder__begin_file(&w->b, &w->event, 1);
	add_kernel(w);
	return TEST_OK;
}

void names_world__exit(struct names_world *w)
{
	profile__delete(w->profile);
	half_table__exit(&w->halves);
	resolve__delete(w->resolve);
	fold__delete(w->fold);
	session__close(w->session);
	builder__exit(&w->b);
	folder__exit(&w->folder);
}

static void add(struct names_world *w, uint64_t time, struct names_task task,
		struct defer_event *ev)
{
	ev->id = (struct defer_sample_id){
		.pid = task.pid, .tid = task.tid, .time = time, .cpu = task.cpu, .id = ID};
	builder__event(&w->b, &w->event.attr, ev);
}

void names_world__comm(struct names_world *w, uint64_t time, struct names_task task,
		       const char *name, bool exec)
{
	add(w, time, task,
	    &(struct defer_event){.type = DEFER_RECORD_COMM,
				  .misc = exec ? DEFER_MISC_COMM_EXEC : 0,
				  .comm = {.pid = task.pid, .tid = task.tid, .name = name}});
}

void names_world__fork(struct names_world *w, uint64_t time, struct names_task parent,
		       struct names_task child)
{
	add(w, time, parent,
	    &(struct defer_event){.type = DEFER_RECORD_FORK,
				  .task = {.pid = child.pid,
					   .tid = child.tid,
					   .ppid = parent.pid,
					   .ptid = parent.tid,
					   .time = time}});
}

void names_world__mmap(struct names_world *w, uint64_t time, struct names_task task,
		       uint16_t cpumode, uint64_t start, uint64_t len, const char *file)
{
	bool kernel = cpumode == DEFER_MISC_KERNEL;

	add(w, time, task,
	    &(struct defer_event){.type = DEFER_RECORD_MMAP2,
				  .misc = cpumode,
				  .mmap = {.pid = task.pid,
					   .tid = task.tid,
					   .start = start,
					   .len = len,
					   .pgoff = kernel ? start : 0,
					   .prot = PROT_READ | PROT_EXEC,
					   .filename = file}});
}

void names_world__ksymbol(struct names_world *w, uint64_t time, uint64_t start, uint32_t len,
			  bool gone, const char *name)
{
	add(w, time, (struct names_task){1, 1, 0},
	    &(struct defer_event){
		    .type = DEFER_RECORD_KSYMBOL,
		    .ksymbol = {.addr = start, .len = len, .flags = gone, .name = name}});
}

void names_world__sample(struct names_world *w, uint64_t time, struct names_task task,
			 uint8_t cpumode, uint64_t ip, const uint64_t *chain, uint64_t nr,
			 uint64_t cookie)
{
	uint64_t entries[16];
	struct defer_sample sample = {
		.id = ID,
		.ip = ip,
		.pid = task.pid,
		.tid = task.tid,
		.time = time,
		.cpu = task.cpu,
		.period = 1,
		.cpumode = cpumode,
		.misc = cpumode,
		.chain = {.ips = (const uint8_t *)entries, .nr = nr + (cookie ? 2 : 0)},
	};

	for (uint64_t i = 0; i < nr; i++)
		entries[i] = chain[i];
	entries[nr] = DEFER_CONTEXT_USER_DEFERRED;
	entries[nr + 1] = cookie;
	builder__sample(&w->b, &w->event.attr, &sample);
}

void names_world__deferred(struct names_world *w, uint64_t time, struct names_task task,
			   uint64_t cookie, const uint64_t *chain, uint64_t nr)
{
	add(w, time, task,
	    &(struct defer_event){
		    .type = DEFER_RECORD_CALLCHAIN_DEFERRED,
		    .misc = DEFER_MISC_USER,
		    .deferred = {.cookie = cookie,
				 .chain = {.ips = (const uint8_t *)chain, .nr = nr}}});
}

/* ---- reading ---- */

static int fold_one(void *ctx, unsigned int worker, const struct stitched *sample,
		    struct defer_error *err)
{
	return fold__add(ctx, worker, sample, err);
}

static int open_session(struct names_world *w, struct defer_error *err)
{
	int fd = trial__memfd(&w->b), ret;
	char path[32];
	const struct session_opts opts = {.path = path,
					  .nr_workers = 1,
					  .bounded = w->jitdumps,
					  .symbols = w->jitdumps ? &w->conf : NULL,
					  .jitdumps = w->jitdumps};

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	ret = session__open(&w->session, &opts, err);
	if (!ret)
		ret = session__gather(w->session, err);
	close(fd);
	return ret;
}

static int want(struct names_world *w, const struct stack *stack)
{
	if (half_table__want(&w->halves, w->resolve, stack->kernel, stack->kernel_maps_id, true,
			     NULL) < 0 ||
	    half_table__want(&w->halves, w->resolve, stack->user, stack->user_maps_id, false,
			     NULL) < 0)
		return -1;
	return resolve__want(w->resolve, stack__ip_maps(stack), stack->ip,
			     cpumode__is_kernel(stack->cpumode), NULL) < 0
		       ? -1
		       : 0;
}

int names_world__read(struct names_world *w, unsigned int by)
{
	const struct resolve_opts opts = {.conf = &w->conf, .nr_workers = 1};
	struct defer_error err = DEFER_ERROR_INIT;

	builder__end_file(&w->b);
	if (open_session(w, &err))
		T_FAIL("%s", err.text);
	T_EQ(fold__new(&w->fold, w->session, by, &err), 0);
	T_EQ(session__walk(w->session, fold_one, w->fold, &err), 0);
	T_EQ(fold__finish(w->fold, &err), 0);
	T_EQ(resolve__new(&w->resolve, w->session->machine, &opts, &err), 0);
	half_table__init(&w->halves);
	for (uint32_t i = 0; i < fold__nr(w->fold); i++)
		T_EQ(want(w, fold__stack(w->fold, i)), 0);
	T_EQ(resolve__run(w->resolve, &err), 0);
	return TEST_OK;
}

const struct stack *names_world__stack(const struct names_world *w, uint64_t ip)
{
	const struct stack *found = NULL;

	for (uint32_t i = 0; i < fold__nr(w->fold); i++) {
		const struct stack *stack = fold__stack(w->fold, i);

		if (stack->ip != ip)
			continue;
		if (found)
			return NULL;
		found = stack;
	}
	return found;
}

const struct frame *names_world__hit(struct names_world *w, uint64_t ip)
{
	const struct stack *stack = names_world__stack(w, ip);
	int64_t id = stack ? resolve__want(w->resolve, stack__ip_maps(stack), ip,
					   cpumode__is_kernel(stack->cpumode), NULL)
			   : -1;

	return id < 0 ? NULL : resolve__frame(w->resolve, id);
}

const struct frame *names_world__frame(struct names_world *w, uint64_t ip, bool kernel, uint32_t i)
{
	const struct stack *stack = names_world__stack(w, ip);
	const struct half_frames *half;
	int64_t id;

	if (!stack)
		return NULL;
	id = kernel ? half_table__want(&w->halves, w->resolve, stack->kernel, stack->kernel_maps_id,
				       true, NULL)
		    : half_table__want(&w->halves, w->resolve, stack->user, stack->user_maps_id,
				       false, NULL);
	if (id < 0 || id == NO_HALF)
		return NULL;
	half = &w->halves.halves[id];
	return i < half->nr ? resolve__frame(w->resolve, w->halves.pool[half->first + i]) : NULL;
}

const char *names_world__comm_of(const struct names_world *w, uint64_t ip)
{
	const struct stack *stack = names_world__stack(w, ip);

	return stack ? machine__comm(w->session->machine, stack->comm_id) : NULL;
}

/* ---- rows ---- */

int names_world__report(struct names_world *w, const char *sort)
{
	const struct sort_opts sopts = {.sort = sort};
	const struct profile_opts opts = {.order = &w->order, .show = &w->show};

	w->show = (struct show_opts){.graph = GRAPH_CONF_DEFAULT};
	T_EQ(sort_order__init(&w->order, &sopts, NULL), 0);
	T_EQ(profile__new(&w->profile, w->session, w->fold, w->resolve, &opts, NULL), 0);
	T_EQ(hist__sort(&w->profile->events[0].hist, NULL), 0);
	return TEST_OK;
}

void names_world__row(const struct names_world *w, uint32_t i, char *buf, size_t size)
{
	const struct hist *hist = &w->profile->events[0].hist;
	const struct column_list *fields = &w->order.fields;
	size_t at = 0;

	*buf = '\0';
	if (i >= hist->nr_rows)
		return;
	for (unsigned int f = 1; f < fields->nr && at < size; f++) {
		if (f > 1)
			at += snprintf(buf + at, size - at, " ");
		at += column__format(fields->columns[f], hist, &hist->entries[hist->rows[i]],
				     fields->columns[f]->width, true, buf + at, size - at);
	}
}

uint32_t names_world__nr_rows(const struct names_world *w)
{
	return w->profile->events[0].hist.nr_rows;
}
