// SPDX-License-Identifier: GPL-2.0-only
/* Which tasks are opened that start while others are: not those whose FORK is in a buffer. */
#include <dirent.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/tests.h"
#include "util/record/attach.h"
#include "util/record/rings-priv.h"

#define PAGE	   4096
#define NR_THREADS 3

struct fork_record {
	struct perf_event_header header;
	uint32_t pid, ppid, tid, ptid;
	uint64_t time;
};

/* Threads of this process, which wait for the end, and behind an empty buffer one with the records that they left. */
struct world {
	pthread_t threads[NR_THREADS];
	pthread_barrier_t start, end;
	uint8_t *base;
	struct perf_mmap map, empty, *maps[2];
	struct ring_more more; /* of no event */
	struct rings rings;
	uint64_t head;
};

static void *wait_for_end(void *arg)
{
	struct world *w = arg;

	pthread_barrier_wait(&w->start);
	pthread_barrier_wait(&w->end);
	return NULL;
}

/* The buffer's records begin at @start, which counts on beyond its end. */
static int world__init(struct world *w, uint64_t start)
{
	*w = (struct world){.base = aligned_alloc(PAGE, 4 * PAGE), .head = start};
	T_CHECK(w->base);
	memset(w->base, 0, 4 * PAGE);
	w->map = (struct perf_mmap){.base = w->base, .mask = PAGE - 1, .fd = -1, .prev = start};
	refcount_set(&w->map.refcnt, 2);
	w->empty = (struct perf_mmap){.base = w->base + 2 * PAGE, .mask = PAGE - 1, .fd = -1};
	refcount_set(&w->empty.refcnt, 2);
	w->maps[0] = &w->empty;
	w->maps[1] = &w->map;
	w->rings = (struct rings){
		.buffers = w->maps,
		.nr_buffers = 2,
		.nr_first = 2,
		.page_size = PAGE,
		.more = &w->more,
		.tracks = true,
	};
	pthread_barrier_init(&w->start, NULL, NR_THREADS + 1);
	pthread_barrier_init(&w->end, NULL, NR_THREADS + 1);
	for (int i = 0; i < NR_THREADS; i++)
		T_EQ(pthread_create(&w->threads[i], NULL, wait_for_end, w), 0);
	pthread_barrier_wait(&w->start);
	return TEST_OK;
}

static void world__exit(struct world *w)
{
	pthread_barrier_wait(&w->end);
	for (int i = 0; i < NR_THREADS; i++)
		pthread_join(w->threads[i], NULL);
	pthread_barrier_destroy(&w->start);
	pthread_barrier_destroy(&w->end);
	free(w->base);
}

static void write_record(struct world *w, uint32_t type, int32_t tid)
{
	const struct fork_record rec = {
		.header = {.type = type, .size = sizeof(rec)},
		.pid = getpid(),
		.ppid = getpid(),
		.tid = tid,
		.ptid = getpid(),
	};

	for (size_t i = 0; i < sizeof(rec); i++)
		w->base[PAGE + ((w->head + i) & (PAGE - 1))] = ((const uint8_t *)&rec)[i];
	w->head += sizeof(rec);
	((struct perf_event_mmap_page *)w->base)->data_head = w->head;
}

/* The main thread is open. Another one would be opened, which a buffer without events does not survive. */
static int check_opened(struct world *w)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct plan plan = {0};
	struct target target;
	struct attach attach;
	char pid[16];

	snprintf(pid, sizeof(pid), "%d", getpid());
	target = (struct target){.pids = pid};
	T_EQ(target_list__add(&plan.targets, getpid(), &err), 0);
	if (attach__newcomers(&attach, &w->rings, &plan, &target, &err))
		T_FAIL("%s", err.text);
	T_CHECK(!attach__is_in_doubt(&attach));
	T_EQ(plan.targets.nr_tids, 1);
	attach__exit(&attach);
	target_list__exit(&plan.targets);
	return TEST_OK;
}

/* Each thread has a FORK, between other records: a sanitizer has threads of its own. */
static int write_threads(struct world *w)
{
	DIR *dir = opendir("/proc/self/task");
	struct dirent *entry;
	int nr = 0;

	T_CHECK(dir);
	while ((entry = readdir(dir))) {
		int32_t tid = atoi(entry->d_name);

		if (tid <= 0 || tid == getpid())
			continue;
		write_record(w, PERF_RECORD_COMM, tid);
		write_record(w, PERF_RECORD_FORK, tid);
		nr++;
	}
	closedir(dir);
	T_CHECK(nr >= NR_THREADS);
	return TEST_OK;
}

static int check_born(uint64_t start)
{
	struct world w;

	T_RUN(world__init(&w, start));
	T_RUN(write_threads(&w));
	T_RUN(check_opened(&w));
	world__exit(&w);
	return TEST_OK;
}

static int test_born(void)
{
	return check_born(0);
}

/* The records lie over the end of the buffer, at each of their words. */
static int test_wrap(void)
{
	for (uint64_t before = 8; before <= 2 * sizeof(struct fork_record); before += 8)
		T_RUN(check_born(3 * PAGE - before));
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"tasks with a FORK are open already", test_born},
	{"records that lie over the end of a buffer", test_wrap},
	{0},
};

const struct test_suite suite__attach = {"attach", "Tasks that start while others are opened",
					 cases};
