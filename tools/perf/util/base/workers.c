// SPDX-License-Identifier: GPL-2.0-only
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "util/base/workers.h"
#include "util/base/error.h"

struct workers {
	workers_fn fn;
	void *ctx;
	atomic_uint failed; /* first worker that failed, plus 1; 0: none */
};

struct worker {
	struct workers *workers;
	pthread_t thread;
	unsigned int nr;
	int ret;
	struct defer_error err;
};

static void worker__run(struct worker *worker)
{
	struct workers *workers = worker->workers;
	unsigned int none = 0;

	defer_error__clear(&worker->err);
	worker->ret = workers->fn(workers->ctx, worker->nr, &worker->err);
	if (worker->ret < 0)
		atomic_compare_exchange_strong(&workers->failed, &none, worker->nr + 1);
}

static void *worker__thread(void *arg)
{
	worker__run(arg);
	return NULL;
}

/*
 * Starts threads for all workers but worker 0. Returns how many workers then have a thread,
 * including the caller's.
 */
static unsigned int workers__start(struct worker *all, unsigned int nr)
{
	sigset_t every, old;
	unsigned int i;

	sigfillset(&every);
	pthread_sigmask(SIG_SETMASK, &every, &old);
	for (i = 1; i < nr; i++)
		if (pthread_create(&all[i].thread, NULL, worker__thread, &all[i]))
			break;
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return i;
}

int workers__run(unsigned int nr, workers_fn fn, void *ctx, struct defer_error *err)
{
	struct workers workers = {.fn = fn, .ctx = ctx};
	struct worker *all;
	unsigned int i, started, failed;
	int ret = 0;

	if (!nr)
		return 0;
	all = calloc(nr, sizeof(*all));
	if (!all)
		return error__no_memory(err, "for %u workers", nr);
	for (i = 0; i < nr; i++) {
		all[i].workers = &workers;
		all[i].nr = i;
	}
	started = workers__start(all, nr);
	worker__run(&all[0]);
	for (i = started; i < nr; i++)
		worker__run(&all[i]);
	for (i = 1; i < started; i++)
		pthread_join(all[i].thread, NULL);
	failed = atomic_load(&workers.failed);
	if (failed) {
		const struct worker *first = &all[failed - 1];

		ret = first->ret;
		defer_error__set_at(err, ret, first->err.offset, "%s",
				    first->err.code ? first->err.text : defer_error__name(ret));
	}
	free(all);
	return ret;
}
