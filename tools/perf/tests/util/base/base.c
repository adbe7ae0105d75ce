// SPDX-License-Identifier: GPL-2.0-only
/* The helpers that every stage uses: errors, arrays, bits and the clock. */
#include <string.h>

#include <internal/bits.h>

#include "tests/tests.h"
#include "util/base/array.h"
#include "util/base/clock.h"
#include "util/base/damage.h"
#include "util/base/error.h"

static int test_no_memory(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	char name[1024];

	T_EQ(error__no_memory(&err, "for frame %d of %s", 3, "main"), DEFER_ERR_NOMEM);
	T_EQ(err.code, DEFER_ERR_NOMEM);
	T_EQ(err.offset, DEFER_NO_OFFSET);
	T_STREQ(err.text, "not enough memory for frame 3 of main");

	/* The first error stays, and @err may be NULL. */
	T_EQ(error__no_memory(&err, "to sort"), DEFER_ERR_NOMEM);
	T_STREQ(err.text, "not enough memory for frame 3 of main");
	T_EQ(error__no_memory(NULL, "to sort"), DEFER_ERR_NOMEM);

	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	defer_error__clear(&err);
	T_EQ(error__no_memory(&err, "for %s", name), DEFER_ERR_NOMEM);
	T_EQ(strlen(err.text), sizeof(err.text) - 1);
	return TEST_OK;
}

static int test_append(void)
{
	static const uint16_t some[] = {1, 2, 3};
	size_t nr = 0, cap = 0;
	uint16_t *array = NULL;

	for (uint16_t i = 0; i < 100; i++) {
		T_CHECK(ARRAY_APPEND(array, nr, cap, some, ARRAY_SIZE(some)));
		T_EQ(nr, 3 * (i + 1ULL));
		T_CHECK(cap >= nr);
	}
	for (size_t i = 0; i < nr; i++)
		T_EQ(array[i], some[i % 3]);

	/* A failed allocation changes nothing. */
	T_CHECK(!ARRAY_GROW(array, cap, SIZE_MAX / sizeof(*array) + 1));
	T_EQ(array[nr - 1], 3);
	free(array);
	return TEST_OK;
}

/* All lengths up to 20, and all places in them, before the first and after the last included. */
static int test_lower_bound(void)
{
	for (size_t nr = 0; nr < 20; nr++)
		for (size_t place = 0; place <= nr + 1; place++)
			T_EQ(LOWER_BOUND(i, nr, i < place), place < nr ? place : nr);
	return TEST_OK;
}

static int test_reverse(void)
{
	T_EQ(bits__reverse(1, 64), 1ULL << 63);
	T_EQ(bits__reverse(2, 2), 1);
	T_EQ(bits__reverse(0x12345678, 32), 0x1e6a2c48);
	/* Bits beyond the width are ignored. */
	T_EQ(bits__reverse(0xf1, 4), 8);
	return TEST_OK;
}

static int test_clock(void)
{
	uint64_t begin = clock__now();
	struct timespec until = clock__after(90001);

	T_CHECK(clock__ns(&until) - begin >= 90001 * NSEC_PER_MSEC);
	T_CHECK(clock__ns(&until) <= clock__now() + 90001 * NSEC_PER_MSEC);
	T_CHECK(until.tv_nsec < (long)NSEC_PER_SEC);
	return TEST_OK;
}

/* Whichever worker comes first, the errors of the lowest offsets are kept, and all are counted. */
static int test_damage(void)
{
	struct damage damage;

	damage__init(&damage);
	for (uint64_t i = 0; i < 3 * DAMAGE_MAX_KEPT; i++)
		damage__addf(&damage, DEFER_ERR_CORRUPT, 7 * (i + 5) % (3 * DAMAGE_MAX_KEPT),
			     "spoilt");
	damage__sort(&damage);
	T_EQ(damage.nr, 3 * DAMAGE_MAX_KEPT);
	T_EQ(damage.nr_kept, DAMAGE_MAX_KEPT);
	for (uint64_t i = 0; i < DAMAGE_MAX_KEPT; i++)
		T_EQ(damage.kept[i].offset, i);
	damage__exit(&damage);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"arrays grow, and take others", test_append},
	{"the first that is not before", test_lower_bound},
	{"bits the other way round", test_reverse},
	{"a moment from now", test_clock},
	{"the first damage of a file is kept", test_damage},
	{"a lack of memory is reported in one way", test_no_memory},
	{NULL},
};

const struct test_suite suite__base = {"base", "the helpers that every stage uses", cases};
