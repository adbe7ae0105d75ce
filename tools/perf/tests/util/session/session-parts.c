// SPDX-License-Identifier: GPL-2.0-only
/*
 * A trace of several parts, which workers share as it happens: what one of them has seen, the
 * others must know in the end. Each case is tried several times.
 */
#include <pthread.h>
#include <unistd.h>

#include <perf/defer-event.h>

#include "tests/names-world.h"
#include "tests/tests.h"
#include "tests/trial.h"
#include "util/inject/inject.h"
#include "util/session/session.h"

#define NR_WORKERS 4
#define NR_ROUNDS  32
/* Samples of 80 bytes, in parts of 1 MiB: 8 of them. */
#define NR_SAMPLES 110000
#define KERNEL_IP  0xffffffff81000100ULL
#define COOKIE	   0x700000001ULL
#define NR_WAITING 20
#define ID	   7
#define SPARSE_ID  8

static const struct names_task busy = {100, 100, 0}, sparse = {101, 101, 1}, gone = {200, 200, 2},
			       left = {300, 300, 3};

/* The class of each task that has a sample without a record, by tid; how many samples there are. */
struct found {
	pthread_mutex_t lock;
	enum defer_class gone, left;
	unsigned int waiting; /* of NR_WAITING, with the class that they should have */
	enum defer_class want;
	uint64_t nr, classes[DEFER_NR_CLASSES];
};

static int see(void *ctx, unsigned int worker, const struct stitched *s, struct defer_error *err)
{
	struct found *found = ctx;

	(void)worker;
	(void)err;
	pthread_mutex_lock(&found->lock);
	found->nr++;
	found->classes[s->cls]++;
	if (s->sample->tid == gone.tid)
		found->gone = s->cls;
	if (s->sample->tid == left.tid && s->cookie)
		found->left = s->cls;
	if (s->sample->tid >= 1000)
		found->waiting += s->cls == found->want;
	pthread_mutex_unlock(&found->lock);
	return 0;
}

static void add_sample(struct names_world *w, uint64_t time, struct names_task task,
		       uint64_t cookie)
{
	const uint64_t chain[] = {DEFER_CONTEXT_KERNEL, KERNEL_IP};

	names_world__sample(w, time, task, DEFER_MISC_KERNEL, KERNEL_IP, chain, 2, cookie);
}

/* A sample of the buffer that has few records: an id of its own tells which that is. */
static void add_sparse(struct names_world *w, uint64_t time)
{
	const uint64_t chain[] = {DEFER_CONTEXT_KERNEL, KERNEL_IP};
	const struct defer_sample sample = {
		.id = SPARSE_ID,
		.ip = KERNEL_IP,
		.pid = sparse.pid,
		.tid = sparse.tid,
		.time = time,
		.cpu = sparse.cpu,
		.period = 1,
		.cpumode = DEFER_MISC_KERNEL,
		.misc = DEFER_MISC_KERNEL,
		.chain = {.ips = (const uint8_t *)chain, .nr = 2},
	};

	builder__sample(&w->b, &w->event.attr, &sample);
}

static void add_event(struct names_world *w, uint64_t time, struct names_task task, uint64_t id,
		      struct defer_event ev)
{
	ev.id = (struct defer_sample_id){
		.pid = task.pid, .tid = task.tid, .time = time, .cpu = task.cpu, .id = id};
	builder__event(&w->b, &w->event.attr, &ev);
}

/*
 * What is in the file at sample @i of the busy one. A part of the workers' shares ends with what
 * another one of them has seen:
 * - a task exits long before a loss, in whose buffer something came in between;
 * - a task is seen in user mode long after its sample without a record;
 * - tasks wait, a few in each part.
 */
static void add_others(struct names_world *w, uint32_t i, bool loss)
{
	uint64_t time = i * 1000ULL + 1;

	if (i % 5000 == 0 && i <= 75000)
		add_sparse(w, time);
	if (i == 12000)
		add_sample(w, time, gone, COOKIE);
	if (i == 70000)
		add_event(w, time, gone, ID,
			  (struct defer_event){.type = DEFER_RECORD_EXIT,
					       .task = {.pid = gone.pid,
							.tid = gone.tid,
							.ppid = 1,
							.ptid = 1,
							.time = time}});
	if (i == 100000 && loss)
		add_event(w, time, sparse, SPARSE_ID,
			  (struct defer_event){.type = DEFER_RECORD_LOST,
					       .lost = {.id = SPARSE_ID, .lost = 5}});
	if (i == 3000)
		add_sample(w, time, left, COOKIE + (2ULL << 32));
	if (i == 104000)
		names_world__sample(w, time, left, DEFER_MISC_USER, 0x400000, NULL, 0, 0);
	if (i % 5000 == 2500 && i / 5000 < NR_WAITING)
		add_sample(w, time, (struct names_task){1000 + i, 1000 + i, 0},
			   COOKIE + ((uint64_t)i << 32));
}

static int write_trace(struct names_world *w, bool loss)
{
	static const uint64_t ids[] = {ID, SPARSE_ID};

	T_RUN(names_world__init(w, NULL));
	builder__exit(&w->b);
	builder__init(&w->b, false);
	w->event.ids = ids;
	w->event.nr_ids = 2;
	builder__begin_file(&w->b, &w->event, 1);
	for (uint32_t i = 1; i <= NR_SAMPLES; i++) {
		add_sample(w, i * 1000ULL, busy, 0);
		add_others(w, i, loss);
	}
	builder__end_file(&w->b);
	return TEST_OK;
}

/* inject walks the samples itself, and comes to the same classes. */
static int check_inject(struct session *session, const struct found *found)
{
	const struct inject_opts opts = {.path = "/dev/null"};
	struct defer_error err = DEFER_ERROR_INIT;
	struct inject_stats stats;

	if (inject__run(session, &opts, &stats, &err))
		T_FAIL("%s", err.text);
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++)
		T_EQ(stats.classes[cls], found->classes[cls]);
	return TEST_OK;
}

static int check_round(const struct names_world *w, enum defer_class want_waiting)
{
	struct found found = {.lock = PTHREAD_MUTEX_INITIALIZER, .want = want_waiting};
	struct defer_error err = DEFER_ERROR_INIT;
	struct session *session;
	char path[32];
	const struct session_opts opts = {.path = path, .nr_workers = NR_WORKERS};
	int fd = trial__memfd(&w->b);

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	T_EQ(session__open(&session, &opts, &err), 0);
	close(fd);
	T_EQ(session__gather(session, &err), 0);
	T_EQ(session__walk(session, see, &found, &err), 0);
	T_EQ(session->stats.first_time, 1000);
	T_EQ(session->stats.last_time, NR_SAMPLES * 1000ULL);
	T_EQ(found.nr, session->stats.types[DEFER_RECORD_SAMPLE]);
	T_STREQ(defer_class__name(found.gone), "exited");
	T_STREQ(defer_class__name(found.left), "lost");
	T_EQ(found.waiting, NR_WAITING);
	T_RUN(check_inject(session, &found));
	session__close(session);
	return TEST_OK;
}

static int check(bool loss, enum defer_class want_waiting)
{
	struct names_world w;

	T_RUN(write_trace(&w, loss));
	for (int i = 0; i < NR_ROUNDS; i++)
		T_RUN(check_round(&w, want_waiting));
	names_world__exit(&w);
	return TEST_OK;
}

/* Nothing is lost: waiting tasks are pending, except the one that was seen in user mode. */
static int test_signs(void)
{
	return check(false, DEFER_PENDING);
}

/* A loss at the end, which began after the last record of its buffer, in another part. */
static int test_loss(void)
{
	return check(true, DEFER_LOST);
}

static const struct test_case cases[] = {
	{"signs in other parts", test_signs},
	{"a loss that began in another part", test_loss},
	{0},
};

const struct test_suite suite__session_parts = {"session-parts", "A trace that workers share",
						cases};
