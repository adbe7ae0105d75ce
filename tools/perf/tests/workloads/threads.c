// SPDX-License-Identifier: GPL-2.0-only
/*
 * threads [N [MS]]: N threads that are all there at once for MS milliseconds, then each makes one
 * system call and ends: thread -> last_call. Says "ready" when all are there.
 */
#include <pthread.h>
#include <unistd.h>

#include "tests/workloads/workload.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static __noinline long last_call(void)
{
	return syscall3(SYS_getppid, 0, 0, 0);
}

static __noinline void *thread(void *arg)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	return last_call() < 0 ? arg : NULL;
}

int main(int argc, char **argv)
{
	long nr = arg_number(argc, argv, 1, 10000), ms = arg_number(argc, argv, 2, 500);
	pthread_t *threads = calloc(nr + 1, sizeof(*threads));
	pthread_attr_t attr;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 16 * 1024);
	pthread_attr_setguardsize(&attr, 0);
	pthread_mutex_lock(&lock);
	for (long i = 0; i < nr; i++) {
		if (!threads || pthread_create(&threads[i], &attr, thread, NULL))
			die("pthread_create");
	}
	puts("ready");
	fflush(stdout);
	usleep(ms * 1000);
	pthread_mutex_unlock(&lock);
	for (long i = 0; i < nr; i++)
		pthread_join(threads[i], NULL);
	free(threads);
	return 0;
}
