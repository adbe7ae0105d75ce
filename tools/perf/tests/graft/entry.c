// SPDX-License-Identifier: GPL-2.0-only
/* What the suite in a kernel tree's perf calls: defer.c in this folder. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "verbs/defer.h"
#include "tests/suites.h"

int defer_suites__prepare(void);
const char *defer_suite__name(int nr);
const char *defer_suite__desc(int nr);
int defer_suite__run(int nr);

/*
 * One slot for each CPU, in memory that all processes of perf test share. perf starts all subtests at
 * once; with more than a hundred suites on two CPUs, every time limit would be passed. The kernel frees
 * the slot of a process that dies.
 */
struct slots {
	long nr;
	pthread_mutex_t taken[];
};

static struct slots *slots;

static int init_slots(struct slots *all, long nr)
{
	pthread_mutexattr_t attr;
	int ret = pthread_mutexattr_init(&attr);

	if (ret)
		return -ret;
	pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
	for (all->nr = 0; all->nr < nr && !ret; all->nr++)
		ret = pthread_mutex_init(&all->taken[all->nr], &attr);
	pthread_mutexattr_destroy(&attr);
	return -ret;
}

int defer_suites__prepare(void)
{
	long nr = sysconf(_SC_NPROCESSORS_ONLN);
	void *shared;

	if (slots)
		return 0;
	if (nr < 1)
		nr = 1;
	shared = mmap(NULL, sizeof(*slots) + nr * sizeof(slots->taken[0]), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		return -errno;
	slots = shared;
	return init_slots(slots, nr);
}

/* Waits for a free slot. */
static pthread_mutex_t *take_slot(void)
{
	const struct timespec nap = {.tv_nsec = 20 * 1000 * 1000};

	for (;; nanosleep(&nap, NULL)) {
		for (long i = 0; i < slots->nr; i++) {
			int ret = pthread_mutex_trylock(&slots->taken[i]);

			if (ret == EOWNERDEAD)
				ret = pthread_mutex_consistent(&slots->taken[i]);
			if (!ret)
				return &slots->taken[i];
		}
	}
}

/* Takes back perf's own handlers, which return to a place that the suites' processes do not have. */
static void default_handlers(void)
{
	struct sigaction action;

	for (int sig = 1; sig <= SIGRTMAX; sig++) {
		if (!sigaction(sig, NULL, &action) && action.sa_handler != SIG_IGN)
			signal(sig, SIG_DFL);
	}
}

const char *defer_suite__name(int nr)
{
	return test_suites[nr] ? test_suites[nr]->name : NULL;
}

const char *defer_suite__desc(int nr)
{
	return test_suites[nr] ? test_suites[nr]->desc : NULL;
}

int defer_suite__run(int nr)
{
	char number[16];
	const char *args[] = {"test", "-v", "-j1", number, NULL};
	pthread_mutex_t *slot = take_slot();
	int status;

	default_handlers();
	snprintf(number, sizeof(number), "%d", nr + 1);
	status = cmd_defer_test(4, args);
	pthread_mutex_unlock(slot);
	return status;
}
