// SPDX-License-Identifier: GPL-2.0-only
/*
 * Inputs made to collide. Each makes a table quadratic whose hash anybody can foresee: one
 * without a seed, or with one that is always the same.
 */
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <perf/defer-evlist.h>

#include "tests/stitch-world.h"
#include "tests/tests.h"
#include "util/base/counts.h"
#include "util/base/hash.h"
#include "util/base/tally.h"
#include "util/base/timeline.h"

#define NR_KEYS	    200000
#define MAX_SECONDS 3.0 /* of CPU: they take a tenth of one, and colliding ones half a minute */

#define GOLDEN 0x9e3779b97f4a7c15ULL

static double cpu_seconds(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return ts.tv_sec + ts.tv_nsec / 1e9;
}

/* The odd number that undoes a multiplication by @odd, modulo 2^64. */
static uint64_t inverse(uint64_t odd)
{
	uint64_t x = odd;

	for (int i = 0; i < 5; i++)
		x *= 2 - odd * x;
	return x;
}

/* Undoes x ^= x >> @shift. */
static uint64_t undo_shift(uint64_t x, int shift)
{
	uint64_t undone = x;

	for (int i = shift; i < 64; i += shift)
		undone = x ^ undone >> shift;
	return undone;
}

/* The @i'th number whose product by GOLDEN has equal halves, so that they cancel out. */
static uint64_t golden_key(uint64_t i)
{
	return inverse(GOLDEN) * ((i + 1) << 32 | (i + 1));
}

/* The @i'th number that the library's hash, with seed 0, sends to slot 0 of any table. */
static uint64_t seedless_key(uint64_t i)
{
	uint64_t x = undo_shift((i + 1) << 32, 32);

	return undo_shift(undo_shift(x, 29) * inverse(GOLDEN), 33);
}

static int check_evlist(uint64_t (*key)(uint64_t i))
{
	struct defer_evlist *evlist = defer_evlist__new();
	struct defer_attr attr = {.size = 144};
	uint64_t *ids = calloc(NR_KEYS, sizeof(*ids));
	double begin = cpu_seconds();

	T_CHECK(evlist && ids);
	for (uint64_t i = 0; i < NR_KEYS; i++)
		ids[i] = key(i);
	T_EQ(defer_evlist__add(evlist, &attr, ids, NR_KEYS, NULL), 0);
	for (uint64_t i = 0; i < NR_KEYS; i++)
		T_CHECK(defer_evlist__find(evlist, ids[i]));
	if (cpu_seconds() - begin > MAX_SECONDS)
		T_FAIL("%d ids take %.1f s", NR_KEYS, cpu_seconds() - begin);
	free(ids);
	defer_evlist__delete(evlist);
	return TEST_OK;
}

static int test_event_ids(void)
{
	T_RUN(check_evlist(golden_key));
	return check_evlist(seedless_key);
}

static int check_cookies(uint64_t (*key)(uint64_t i))
{
	double begin = cpu_seconds();
	struct world w;

	world__init(&w, WORLD_TIMED);
	for (uint64_t i = 0; i < NR_KEYS; i++)
		world__record(&w, 101, key(i), 1000 + i);
	world__seal(&w);
	for (uint64_t i = 0; i < NR_KEYS; i += 100)
		T_CLASS(&w, 101, key(i), 999 + i, DEFER_MERGED);
	if (cpu_seconds() - begin > MAX_SECONDS)
		T_FAIL("%d cookies take %.1f s", NR_KEYS, cpu_seconds() - begin);
	world__exit(&w);
	return TEST_OK;
}

/* Cookies of one CPU, of which each would have the same slot of its block. */
static uint64_t strided_key(uint64_t i)
{
	return (i << 12 | 1) << 32 | 1;
}

/* The first cookie of each of many CPUs. */
static uint64_t first_key(uint64_t i)
{
	return 1ULL << 32 | (i + 1);
}

/* The cookies of a CPU on which nothing else happened. */
static uint64_t dense_key(uint64_t i)
{
	return (2 * i + 1) << 32 | 1;
}

static int test_cookies(void)
{
	T_RUN(check_cookies(seedless_key));
	T_RUN(check_cookies(strided_key));
	T_RUN(check_cookies(first_key));
	return check_cookies(dense_key);
}

/* Returns whether @use, which clears the key of a table, ends the process. */
static int check_refused(void (*use)(void))
{
	int status;
	pid_t pid = fork();

	T_CHECK(pid >= 0);
	if (!pid) {
		setrlimit(RLIMIT_CORE, &(struct rlimit){0});
		use();
		_exit(0);
	}
	T_EQ(waitpid(pid, &status, 0), pid);
	T_CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
	return TEST_OK;
}

static void hash_without_key(void)
{
	struct timelines tls = {0};

	timelines__findnew(&tls, 1);
}

static void bytes_without_key(void)
{
	volatile uint64_t key = 0;

	key = hash__bytes(key, "name", 4);
}

/* All of the program's tables hash with these functions: none can be used without a key. */
static int test_no_key(void)
{
	T_RUN(check_refused(hash_without_key));
	return check_refused(bytes_without_key);
}

static int test_keys_differ(void)
{
	struct timelines a, b;
	struct counts counts[2] = {{0}};
	struct tallies tallies[2] = {{0}};

	timelines__init(&a);
	timelines__init(&b);
	T_CHECK(a.hash_key != b.hash_key && a.hash_key && b.hash_key);
	timelines__exit(&a);
	timelines__exit(&b);
	for (int i = 0; i < 2; i++) {
		T_EQ(counts__add(&counts[i], 1, 1), 0);
		T_CHECK(tallies__get(&tallies[i], (struct tally_key){1, 2}));
	}
	T_CHECK(counts[0].hash_key && counts[0].hash_key != counts[1].hash_key);
	T_CHECK(tallies[0].hash_key && tallies[0].hash_key != tallies[1].hash_key);
	for (int i = 0; i < 2; i++) {
		counts__exit(&counts[i]);
		tallies__exit(&tallies[i]);
	}
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"ids of events", test_event_ids},
	{"cookies", test_cookies},
	{"a table without a key cannot be used", test_no_key},
	{"each table has a key of its own", test_keys_differ},
	{0},
};

const struct test_suite suite__collide = {"collide", "Inputs made to collide", cases};
