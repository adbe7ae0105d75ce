// SPDX-License-Identifier: GPL-2.0-only
/*
 * threads [N [MS]]: N threads that are all there at once. "ready": all are there, and wait.
 * "called": after MS milliseconds, or SIGUSR1, each has called getppid(), thread -> call, and waits
 * again. After as much time, or another SIGUSR1, they end.
 */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

#include "tests/workloads/workload.h"

static pthread_mutex_t call_gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t end_gate = PTHREAD_MUTEX_INITIALIZER;
static atomic_long called;

static void pass(pthread_mutex_t *gate)
{
	pthread_mutex_lock(gate);
	pthread_mutex_unlock(gate);
}

static __noinline long call(void)
{
	return syscall3(SYS_getppid, 0, 0, 0);
}

static __noinline void *thread(void *arg)
{
	long ret;

	pass(&call_gate);
	ret = call();
	atomic_fetch_add(&called, 1);
	pass(&end_gate);
	return ret < 0 ? arg : NULL;
}

static void start(pthread_t *threads, long nr)
{
	pthread_attr_t attr;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 16 * 1024);
	pthread_attr_setguardsize(&attr, 0);
	for (long i = 0; i < nr; i++) {
		if (pthread_create(&threads[i], &attr, thread, NULL))
			die("pthread_create");
	}
}

static void wait_ms(const sigset_t *set, long ms)
{
	struct timespec time = {ms / 1000, ms % 1000 * 1000000};

	sigtimedwait(set, NULL, &time);
}

int main(int argc, char **argv)
{
	long nr = arg_number(argc, argv, 1, 10000), ms = arg_number(argc, argv, 2, 500);
	pthread_t *threads = calloc(nr + 1, sizeof(*threads));
	sigset_t set;

	if (!threads)
		die("threads");
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	setvbuf(stdout, NULL, _IOLBF, 0);

	pthread_mutex_lock(&call_gate);
	pthread_mutex_lock(&end_gate);
	start(threads, nr);
	puts("ready");
	wait_ms(&set, ms);
	pthread_mutex_unlock(&call_gate);
	while (atomic_load(&called) < nr)
		wait_ms(&set, 1);
	puts("called");
	wait_ms(&set, ms);
	pthread_mutex_unlock(&end_gate);
	for (long i = 0; i < nr; i++)
		pthread_join(threads[i], NULL);
	free(threads);
	return 0;
}
