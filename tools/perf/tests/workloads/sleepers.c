// SPDX-License-Identifier: GPL-2.0-only
/*
 * sleepers [N [MS]]: N threads that sleep most of the time, each sleeper -> doze -> nanosleep.
 *
 * Whoever records them has N kernel entries that have not returned yet, all the time.
 */
#include <pthread.h>

#include "tests/workloads/workload.h"

static double deadline;

static __noinline long doze(long us)
{
	struct timespec ts = {us / 1000000, us % 1000000 * 1000};

	return syscall3(SYS_nanosleep, (long)&ts, 0, 0);
}

/* Each at its own pace, so that they do not all wake at once. */
static __noinline void *sleeper(void *arg)
{
	long us = 100000 + (long)arg % 97 * 5000;

	do
		doze(us);
	while (now() < deadline);
	return NULL;
}

int main(int argc, char **argv)
{
	long nr = arg_number(argc, argv, 1, 2000);
	pthread_t *threads = calloc(nr + 1, sizeof(*threads));
	pthread_attr_t attr;

	deadline = arg_deadline(argc, argv, 2, 1000);
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 64 * 1024);
	for (long i = 0; i < nr; i++) {
		if (!threads || pthread_create(&threads[i], &attr, sleeper, (void *)i))
			die("pthread_create");
	}
	for (long i = 0; i < nr; i++)
		pthread_join(threads[i], NULL);
	free(threads);
	return 0;
}
