// SPDX-License-Identifier: GPL-2.0-only
/*
 * churn [MS [LINES [IDLE]]]: threads that come and go all the time, for MS milliseconds, or until
 * SIGTERM.
 *
 * LINES lines of threads: each thread burns SLICES slices of SLICE_MS of CPU time, main of it all
 * being churn -> burn; in the middle of its life it starts its heir. Beside them a storm of threads
 * that end at once, and IDLE threads that sleep. At the end one line for each of the former:
 * "tid T0 T1 …", the times (CLOCK_MONOTONIC, seconds) at which its slices began and ended.
 */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

#include "tests/workloads/workload.h"

#define SLICES	  4
#define SLICE_MS  10
#define MAX_LIVES 65536

struct life {
	long tid;
	double times[SLICES + 1];
};

static struct life lives[MAX_LIVES];
static atomic_uint nr_lives;
static atomic_long nr_running;
static volatile double deadline;

static double cpu_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
	return (double)ts.tv_sec * 1e3 + (double)ts.tv_nsec / 1e6;
}

static __noinline void burn(void)
{
	double until = cpu_ms() + SLICE_MS;

	while (cpu_ms() < until)
		spin(1000);
}

static void *churn(void *arg);

static void start(void *(*fn)(void *))
{
	pthread_attr_t attr;
	pthread_t thread;

	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	pthread_attr_setstacksize(&attr, 64 * 1024);
	atomic_fetch_add(&nr_running, 1);
	if (pthread_create(&thread, &attr, fn, NULL))
		die("pthread_create");
	pthread_attr_destroy(&attr);
}

static __noinline void *churn(void *arg)
{
	unsigned int i = atomic_fetch_add(&nr_lives, 1);
	struct life life = {.tid = syscall(SYS_gettid)};

	life.times[0] = now();
	for (int slice = 1; slice <= SLICES; slice++) {
		burn();
		life.times[slice] = now();
		if (slice == SLICES / 2 && life.times[slice] < deadline)
			start(churn);
	}
	if (i < MAX_LIVES)
		lives[i] = life;
	atomic_fetch_sub(&nr_running, 1);
	return arg;
}

static void *nothing(void *arg)
{
	atomic_fetch_sub(&nr_running, 1);
	return arg;
}

static void *sleep_on(void *arg)
{
	while (now() < deadline)
		usleep(100000);
	return nothing(arg);
}

static void end(int signo)
{
	(void)signo;
	deadline = 0;
}

int main(int argc, char **argv)
{
	unsigned int i, nr;
	long lines, idle;

	deadline = arg_deadline(argc, argv, 1, 1000);
	lines = arg_number(argc, argv, 2, 6);
	idle = arg_number(argc, argv, 3, 100);
	setvbuf(stdout, NULL, _IOFBF, 1 << 16);
	signal(SIGTERM, end);
	while (lines--)
		start(churn);
	while (idle--)
		start(sleep_on);
	while (now() < deadline) {
		start(nothing);
		usleep(100);
	}
	while (atomic_load(&nr_running))
		usleep(1000);
	nr = atomic_load(&nr_lives);
	for (i = 0; i < nr && i < MAX_LIVES; i++) {
		printf("%ld", lives[i].tid);
		for (int slice = 0; slice <= SLICES; slice++)
			printf(" %.6f", lives[i].times[slice]);
		putchar('\n');
	}
	return 0;
}
