// SPDX-License-Identifier: GPL-2.0-only
/* Reads a trace in a thread of its own, so that a signal can end it meanwhile. */
#include <signal.h>
#include <time.h>

#include "python/opened.h"

/* The time in ns between two looks for signals. */
#define LOOK_NS 50000000

/* A call on a thread of its own. */
struct run {
	struct opened *opened;
	opened_fn fn;
	void *ctx;
	struct defer_error err;
	int ret;
	pthread_mutex_t lock;
	pthread_cond_t ended;
	bool has_ended; /* under @lock */
};

static void *run__thread(void *arg)
{
	struct run *run = arg;

	run->ret = run->fn(run->opened, run->ctx, &run->err);
	pthread_mutex_lock(&run->lock);
	run->has_ended = true;
	pthread_cond_signal(&run->ended);
	pthread_mutex_unlock(&run->lock);
	return NULL;
}

/* Starts the thread, which takes no signal: they are for Python's. Returns 0 or an errno. */
static int run__start(struct run *run, pthread_t *thread)
{
	sigset_t all, before;
	int ret;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	ret = pthread_create(thread, NULL, run__thread, run);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return ret;
}

/* Waits until the thread has ended, or for a while. Returns whether it has. */
static bool run__wait(struct run *run)
{
	struct timespec until;
	bool has_ended;
	int ret = 0;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += LOOK_NS;
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	pthread_mutex_lock(&run->lock);
	while (!run->has_ended && !ret)
		ret = pthread_cond_timedwait(&run->ended, &run->lock, &until);
	has_ended = run->has_ended;
	pthread_mutex_unlock(&run->lock);
	return has_ended;
}

/* Waits for the thread, and meanwhile lets Python run, and handles signals. */
static void run__watch(struct run *run)
{
	atomic_bool *stop = &run->opened->progress.stop;
	PyThreadState *state;
	bool has_ended;

	do {
		state = PyEval_SaveThread();
		has_ended = run__wait(run);
		PyEval_RestoreThread(state);
		if (!atomic_load(stop) && PyErr_CheckSignals())
			atomic_store(stop, true);
	} while (!has_ended);
	atomic_store(stop, false);
}

int opened__run(struct opened *opened, opened_fn fn, void *ctx)
{
	struct run run = {
		.opened = opened,
		.fn = fn,
		.ctx = ctx,
		.err = DEFER_ERROR_INIT,
		.lock = PTHREAD_MUTEX_INITIALIZER,
		.ended = PTHREAD_COND_INITIALIZER,
	};
	pthread_t thread;

	if (run__start(&run, &thread)) {
		run__thread(&run);
	} else {
		run__watch(&run);
		pthread_join(thread, NULL);
	}
	pthread_cond_destroy(&run.ended);
	pthread_mutex_destroy(&run.lock);
	if (run.ret)
		native__raise(opened->native, opened->path, &run.err);
	return run.ret || PyErr_Occurred() ? -1 : 0;
}
