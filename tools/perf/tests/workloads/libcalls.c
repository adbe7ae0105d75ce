// SPDX-License-Identifier: GPL-2.0-only
/* Calls of the C library, which has no frame pointers: libcalls ROUNDS */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static volatile unsigned long sum;
static char words[2000][16], *sorted[2000];

static int compare(const void *a, const void *b)
{
	int order = strcmp(*(char *const *)a, *(char *const *)b);

	sum++;
	return order;
}

static void __attribute__((noinline)) sort(void)
{
	for (int i = 0; i < 2000; i++)
		sorted[i] = words[i * 7919 % 2000];
	qsort(sorted, 2000, sizeof(*sorted), compare);
	sum++;
}

static void __attribute__((noinline)) output(int fd)
{
	lseek(fd, 0, SEEK_SET);
	for (int i = 0; i < 200; i++)
		if (write(fd, words, sizeof(words)) < 0)
			exit(1);
	sum++;
}

static void __attribute__((noinline)) wake(int *word)
{
	for (int i = 0; i < 500; i++)
		syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
	sum++;
}

static void *count(void *mutex)
{
	for (int i = 0; i < 50000; i++) {
		pthread_mutex_lock(mutex);
		sum++;
		pthread_mutex_unlock(mutex);
	}
	return NULL;
}

static void __attribute__((noinline)) contend(void)
{
	pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, count, &mutex);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	sum++;
}

static void handle(int sig)
{
	char text[64];

	for (int i = 0; i < 200; i++)
		sum += snprintf(text, sizeof(text), "%d %s", sig, words[i]);
	sum++;
}

static void __attribute__((noinline)) signals(void)
{
	for (int i = 0; i < 100; i++)
		raise(SIGUSR1);
	sum++;
}

int main(int argc, char **argv)
{
	int fd = fileno(tmpfile()), word = 0;

	signal(SIGUSR1, handle);
	for (int i = 0; i < 2000; i++)
		snprintf(words[i], sizeof(words[i]), "w%d", i * 37 % 2000);
	for (int i = 0; i < atoi(argv[argc - 1]); i++) {
		sort();
		output(fd);
		wake(&word);
		contend();
		signals();
	}
	return 0;
}
