// SPDX-License-Identifier: GPL-2.0-only
/*
 * The intern table under every order in which two or three threads can take their steps. The
 * table's own source is compiled here once more, with a scheduler in place of each moment at
 * which one thread can see what another did, and with tables so small that they overflow.
 */
#include <stdlib.h>
#include <ucontext.h>

static void steps__pause(void);

#define INTERN_STEP()	  steps__pause()
#define INTERN_WINDOW	  2
#define INTERN_FIRST_BITS 1
#define INTERN_GROW_BITS  2

#define intern__new    steps_intern__new
#define intern__delete steps_intern__delete
#define intern__add    steps_intern__add
#define intern__find   steps_intern__find

#include "util/base/intern.c"

#include "tests/tests.h"

#define MAX_THREADS 3
#define MAX_KEYS    2
#define MAX_STEPS   64
#define STACK_SIZE  (64 << 10)

/*
 * The keys that the threads add, one character each; all have the same hash, so they compete for
 * one slot.
 */
struct scenario {
	const char *threads[MAX_THREADS + 1]; /* each adds its keys in turn */
	const char *before; /* was added before they began; NULL: no table is there */
	uint64_t at_least;  /* orders that there must be */
};

struct steps_thread {
	ucontext_t context;
	void *stack;
	const char *keys;
	struct arena arena;
	const struct intern_entry *got[MAX_KEYS];
	bool done;
};

struct steps {
	const struct scenario *scenario;
	struct intern *intern;
	struct arena arena;
	ucontext_t scheduler;
	struct steps_thread threads[MAX_THREADS];
	int nr_threads, current; /* current: -1 while no thread runs */
	/* The order being tried: which of the threads that could go on did, at each step. */
	uint8_t choice[MAX_STEPS], nr_choices[MAX_STEPS];
	int nr_steps;
};

/* A thread's code has no other way to its scheduler. */
static struct steps *steps;

static void steps__pause(void)
{
	if (steps && steps->current >= 0)
		swapcontext(&steps->threads[steps->current].context, &steps->scheduler);
}

static struct probe probe_of(const char *key)
{
	return (struct probe){key, 1, 0x123456789abcdef5};
}

static void thread__main(void)
{
	struct steps_thread *thread = &steps->threads[steps->current];

	for (int i = 0; thread->keys[i]; i++) {
		struct probe probe = probe_of(&thread->keys[i]);

		thread->got[i] = intern__add_probe(steps->intern, &thread->arena, &probe);
	}
	thread->done = true;
}

/* Lets a thread run up to its next step. */
static void steps__switch(struct steps *s, int thread)
{
	s->current = thread;
	swapcontext(&s->scheduler, &s->threads[thread].context);
	s->current = -1;
}

static int steps__begin(struct steps *s)
{
	s->intern = intern__new();
	T_CHECK(s->intern);
	s->current = -1;
	if (s->scenario->before)
		T_CHECK(intern__make_table(s->intern, 0));
	for (const char *key = s->scenario->before; key && *key; key++) {
		struct probe probe = probe_of(key);

		T_CHECK(intern__add_probe(s->intern, &s->arena, &probe));
	}
	for (int i = 0; i < s->nr_threads; i++) {
		struct steps_thread *thread = &s->threads[i];

		thread->done = false;
		thread->keys = s->scenario->threads[i];
		getcontext(&thread->context);
		thread->context.uc_stack.ss_sp = thread->stack;
		thread->context.uc_stack.ss_size = STACK_SIZE;
		thread->context.uc_link = &s->scheduler;
		makecontext(&thread->context, thread__main, 0);
		/* No other thread sees anything before the first step. */
		steps__switch(s, i);
	}
	return TEST_OK;
}

static void steps__end(struct steps *s)
{
	intern__delete(s->intern);
	arena__exit(&s->arena);
	for (int i = 0; i < s->nr_threads; i++)
		arena__exit(&s->threads[i].arena);
}

/* The @nth thread that is not done, or -1; *@nr gets how many there are. */
static int steps__runnable(const struct steps *s, int nth, uint8_t *nr)
{
	int found = -1;

	*nr = 0;
	for (int i = 0; i < s->nr_threads; i++) {
		if (s->threads[i].done)
			continue;
		if ((*nr)++ == nth)
			found = i;
	}
	return found;
}

/* Runs all threads to their ends in the chosen order; where none is chosen yet, the first. */
static int steps__run(struct steps *s)
{
	int step = 0, thread;

	for (;; step++) {
		T_CHECK(step < MAX_STEPS);
		if (step >= s->nr_steps)
			s->choice[step] = 0;
		thread = steps__runnable(s, s->choice[step], &s->nr_choices[step]);
		if (!s->nr_choices[step])
			break;
		T_CHECK(thread >= 0);
		steps__switch(s, thread);
	}
	s->nr_steps = step;
	return TEST_OK;
}

/* The next order: the last choice that can be another is made another. */
static bool steps__next(struct steps *s)
{
	while (s->nr_steps) {
		int last = s->nr_steps - 1;

		if (++s->choice[last] < s->nr_choices[last])
			return true;
		s->nr_steps--;
	}
	return false;
}

/*
 * Returns whether the key was added, and all threads that added it have the table's only entry for
 * it.
 */
static int check_key(const struct steps *s, char key, size_t *nr)
{
	struct probe probe = probe_of(&key);
	const struct intern_entry *entry = intern__find_probe(s->intern, &probe);
	bool added = s->scenario->before && strchr(s->scenario->before, key);

	for (int i = 0; i < s->nr_threads; i++) {
		for (int k = 0; s->threads[i].keys[k]; k++) {
			if (s->threads[i].keys[k] != key)
				continue;
			added = true;
			T_CHECK(s->threads[i].got[k] == entry);
		}
	}
	T_EQ(entry != NULL, added);
	*nr += added;
	if (!added)
		return TEST_OK;
	T_EQ(entry->size, 1);
	T_EQ(entry->key[0], key);
	return TEST_OK;
}

static size_t nr_entries(const struct intern *intern)
{
	size_t nr = 0;

	for (unsigned int t = 0; t < INTERN_NR_TABLES; t++) {
		intern_slot *table = intern__table(intern, t);

		for (size_t i = 0; table && i < table_size(t); i++)
			nr += atomic_load(&table[i]) != 0;
	}
	return nr;
}

static int check_all(const struct steps *s)
{
	size_t nr = 0;

	for (char key = 'A'; key <= 'F'; key++)
		T_RUN(check_key(s, key, &nr));
	/* An entry too many would be a duplicate. */
	T_EQ(nr_entries(s->intern), nr);
	return TEST_OK;
}

static int steps__try_all(struct steps *s)
{
	uint64_t nr_orders = 0;

	do {
		T_RUN(steps__begin(s));
		T_RUN(steps__run(s));
		T_RUN(check_all(s));
		steps__end(s);
		nr_orders++;
	} while (steps__next(s));
	T_CHECK(nr_orders >= s->scenario->at_least);
	return TEST_OK;
}

static int run_scenario(const struct scenario *scenario)
{
	struct steps *s = calloc(1, sizeof(*s));
	int ret = TEST_OK;

	T_CHECK(s);
	s->scenario = scenario;
	for (; scenario->threads[s->nr_threads]; s->nr_threads++) {
		s->threads[s->nr_threads].stack = malloc(STACK_SIZE);
		T_CHECK(s->threads[s->nr_threads].stack);
	}
	steps = s;
	ret = steps__try_all(s);
	steps = NULL;
	for (int i = 0; i < s->nr_threads; i++)
		free(s->threads[i].stack);
	free(s);
	return ret;
}

/* ThreadSanitizer reports a switch of stacks as a race. It has a separate test. */
#if defined(__SANITIZE_THREAD__)
#define NO_STACKS 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define NO_STACKS 1
#endif
#endif
#ifndef NO_STACKS
#define NO_STACKS 0
#endif

#define RUN_SCENARIO(...)                                                \
	do {                                                             \
		const struct scenario scenario_ = {__VA_ARGS__};         \
		return NO_STACKS ? TEST_SKIP : run_scenario(&scenario_); \
	} while (0)

static int test_two_same(void)
{
	RUN_SCENARIO({"A", "A"}, NULL, 50);
}

static int test_three_same(void)
{
	RUN_SCENARIO({"A", "A", "A"}, NULL, 10000);
}

static int test_two_different(void)
{
	RUN_SCENARIO({"A", "B"}, NULL, 50);
}

static int test_two_and_one(void)
{
	RUN_SCENARIO({"A", "B", "B"}, "", 1000);
}

static int test_crossed(void)
{
	RUN_SCENARIO({"AB", "BA"}, "", 1000);
}

static int test_last_slot(void)
{
	RUN_SCENARIO({"A", "B"}, "C", 60);
}

static int test_growth_same(void)
{
	RUN_SCENARIO({"A", "A"}, "CD", 1000);
}

static int test_growth_different(void)
{
	RUN_SCENARIO({"A", "B"}, "CD", 1000);
}

static int test_growth_twice(void)
{
	RUN_SCENARIO({"A", "B"}, "CDE", 1000);
}

static int test_known(void)
{
	RUN_SCENARIO({"DA", "AD"}, "D", 300);
}

static const struct test_case cases[] = {
	{"two threads, one key", test_two_same},
	{"three threads, one key", test_three_same},
	{"two threads, two keys", test_two_different},
	{"three threads, two keys", test_two_and_one},
	{"two threads, two keys, crossed", test_crossed},
	{"two keys, one slot left", test_last_slot},
	{"one key where the table is full", test_growth_same},
	{"two keys where the table is full", test_growth_different},
	{"two keys, the second table nearly full", test_growth_twice},
	{"keys that are there already", test_known},
	{0},
};

const struct test_suite suite__intern_steps = {"intern-steps",
					       "The intern table under all interleavings", cases};
