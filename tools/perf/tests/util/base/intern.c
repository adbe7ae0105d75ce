// SPDX-License-Identifier: GPL-2.0-only
/* The intern table and arenas; the table with real threads, for ThreadSanitizer as well. */
#include <stdlib.h>

#include "tests/rng.h"
#include "tests/tests.h"
#include "util/base/intern-part.h"
#include "util/base/workers.h"

static int test_equal_keys(void)
{
	struct intern *intern = intern__new();
	struct arena arena = {0};
	const struct intern_entry *one, *two, *none;
	uint64_t key[] = {1, 2, 3}, same[] = {1, 2, 3}, longer[] = {1, 2, 3, 0};

	T_CHECK(intern);
	one = intern__add(intern, &arena, key, sizeof(key));
	two = intern__add(intern, &arena, longer, sizeof(longer));
	none = intern__add(intern, &arena, NULL, 0);
	T_CHECK(one && two && none && one != two && one != none);
	T_CHECK(intern__add(intern, &arena, same, sizeof(same)) == one);
	T_CHECK(intern__find(intern, same, sizeof(same)) == one);
	T_CHECK(intern__find(intern, longer, sizeof(longer)) == two);
	T_CHECK(intern__find(intern, "", 0) == none);
	T_CHECK(!intern__find(intern, key, 8));
	T_EQ(one->size, sizeof(key));
	T_CHECK(!memcmp(one->key, key, sizeof(key)));
	T_EQ((uintptr_t)one->key % 16, 0);
	T_EQ(intern_entry__hash(one), one->hash);
	intern__delete(intern);
	arena__exit(&arena);
	return TEST_OK;
}

static int test_growth(void)
{
	const uint64_t nr = 200000;
	struct intern *intern = intern__new();
	struct arena arena = {0};

	T_CHECK(intern);
	for (uint64_t i = 0; i < nr; i++)
		T_CHECK(intern__add(intern, &arena, &i, sizeof(i)));
	for (uint64_t i = 0; i < nr; i++) {
		const struct intern_entry *entry = intern__find(intern, &i, sizeof(i));

		T_CHECK(entry && !memcmp(entry->key, &i, sizeof(i)));
		T_CHECK(intern__add(intern, &arena, &i, sizeof(i)) == entry);
	}
	T_CHECK(!intern__find(intern, &nr, sizeof(nr)));
	T_CHECK(intern__add(intern, &arena, &nr, sizeof(nr)));
	intern__delete(intern);
	arena__exit(&arena);
	return TEST_OK;
}

/* State that the workers of the stress test share. */
struct stress {
	struct intern *intern;
	struct arena arenas[4];
	const struct intern_entry **got[4];
};

#define STRESS_KEYS 8000
#define STRESS_SIZE 40

/* Keys of many lengths, that differ in their first and in their last bytes. */
static size_t stress_key(uint64_t i, uint64_t key[STRESS_SIZE])
{
	size_t words = 2 + i % (STRESS_SIZE - 2);

	memset(key, 0x55, words * sizeof(*key));
	key[0] = i;
	key[words - 1] = ~i;
	return words * sizeof(*key);
}

/* Each adds all keys, one after the other, so that all want the same at the same time. */
static int stress__run(void *ctx, unsigned int worker, struct defer_error *err)
{
	struct stress *stress = ctx;
	uint64_t key[STRESS_SIZE];

	for (uint64_t i = 0; i < STRESS_KEYS; i++) {
		size_t size = stress_key(i, key);
		const struct intern_entry *entry =
			intern__add(stress->intern, &stress->arenas[worker], key, size);

		if (!entry || intern__find(stress->intern, key, size) != entry ||
		    memcmp(entry->key, key, size))
			return defer_error__set(err, DEFER_ERR_NOENT, "key lost");
		stress->got[worker][i] = entry;
	}
	return 0;
}

static int test_threads(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct stress stress = {.intern = intern__new()};

	T_CHECK(stress.intern);
	for (int i = 0; i < 4; i++) {
		stress.got[i] = calloc(STRESS_KEYS, sizeof(*stress.got[i]));
		T_CHECK(stress.got[i]);
	}
	T_EQ(workers__run(4, stress__run, &stress, &err), 0);
	for (uint64_t i = 0; i < STRESS_KEYS; i++)
		for (int k = 1; k < 4; k++)
			T_CHECK(stress.got[k][i] == stress.got[0][i]);
	intern__delete(stress.intern);
	for (int i = 0; i < 4; i++) {
		arena__exit(&stress.arenas[i]);
		free(stress.got[i]);
	}
	return TEST_OK;
}

/* Pieces of all sizes keep what was written to them: none overlap. */
static int test_arena(void)
{
	enum {
		NR = 2000
	};
	struct arena arena;
	uint8_t *pieces[NR];
	size_t sizes[NR];
	uint64_t rng = 1;

	arena__init(&arena);
	for (int i = 0; i < NR; i++) {
		sizes[i] = rng__below(&rng, i % 100 ? 300 : 300000);
		pieces[i] = arena__alloc(&arena, sizes[i]);
		T_CHECK(pieces[i]);
		T_EQ((uintptr_t)pieces[i] % ARENA_ALIGN, 0);
		memset(pieces[i], i, sizes[i]);
	}
	for (int i = 0; i < NR; i++)
		for (size_t k = 0; k < sizes[i]; k++)
			T_EQ(pieces[i][k], (uint8_t)i);
	T_CHECK(!arena__alloc(&arena, SIZE_MAX));
	T_CHECK(!arena__alloc(&arena, SIZE_MAX - 16));
	arena__exit(&arena);
	T_EQ(arena.bytes, 0);
	return TEST_OK;
}

static int test_arena_undo(void)
{
	struct arena arena = {0};
	uint8_t *kept, *piece;

	for (size_t size = 0; size < 200; size++) {
		kept = arena__alloc(&arena, size);
		T_CHECK(kept);
		memset(kept, 1, size);
		piece = arena__alloc(&arena, size + 1);
		T_CHECK(piece);
		arena__undo(&arena, size + 1);
		T_CHECK(arena__alloc(&arena, size + 1) == piece);
		memset(piece, 2, size + 1);
		for (size_t i = 0; i < size; i++)
			T_EQ(kept[i], 1);
	}
	arena__exit(&arena);
	return TEST_OK;
}

/* Keys of few distinct words collide among the recent ones all the time. */
static int test_part(void)
{
	struct intern *intern = intern__new();
	struct intern_part part;
	uint64_t rng = 7;

	T_CHECK(intern);
	intern_part__init(&part);
	for (int i = 0; i < 100000; i++) {
		uint64_t key[6];
		size_t size = rng__below(&rng, sizeof(key) + 1);
		const struct intern_entry *entry;

		for (int k = 0; k < 6; k++)
			key[k] = rng__below(&rng, 3);
		entry = intern__add_to_part(intern, &part, key, size);
		T_CHECK(entry && entry->size == size && !memcmp(entry->key, key, size));
		T_CHECK(intern__find(intern, key, size) == entry);
	}
	intern__delete(intern);
	intern_part__exit(&part);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"equal keys are one entry", test_equal_keys},
	{"many keys", test_growth},
	{"many threads", test_threads},
	{"keys that one thread adds again", test_part},
	{"pieces of an arena", test_arena},
	{"pieces given back", test_arena_undo},
	{0},
};

const struct test_suite suite__intern = {"intern", "The set of byte strings that workers share",
					 cases};
