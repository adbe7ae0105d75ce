// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/tests.h"
#include "util/source/spill.h"

#define SMALL 1000
#define LARGE (3 << 20)

static void *resize(void *old, size_t size)
{
	return spill__memory()->resize(spill__memory()->ctx, old, size);
}

static void release(void *array)
{
	spill__memory()->release(spill__memory()->ctx, array);
}

/* Fills the bytes from @from to @to with what checks() expects. */
static void fill(unsigned char *array, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++)
		array[i] = i * 7 + (i >> 12);
}

static bool checks(const unsigned char *array, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (array[i] != (unsigned char)(i * 7 + (i >> 12)))
			return false;
	return true;
}

/* Returns true if a deleted temporary file is mapped at @at, or anywhere if that is 0. */
static bool is_mapped(uintptr_t at)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	unsigned long start, end;
	bool found = false;
	char line[4096];

	while (maps && !found && fgets(line, sizeof(line), maps)) {
		if (sscanf(line, "%lx-%lx", &start, &end) == 2 &&
		    (!at || (start <= at && at < end)))
			found = strstr(line, "perf-defer-") && strstr(line, "(deleted)");
	}
	if (maps)
		fclose(maps);
	return found;
}

static bool is_in_file(const void *array)
{
	return is_mapped((uintptr_t)array);
}

static int test_grows(void)
{
	unsigned char *array = NULL;

	for (size_t size = SMALL, had = 0; size < LARGE; had = size, size += size / 2) {
		array = resize(array, size);
		T_CHECK(array);
		T_EQ((uintptr_t)array % 16, 0);
		T_CHECK(checks(array, had));
		fill(array, had, size);
		T_EQ(is_in_file(array), size >= 1 << 20);
	}
	T_CHECK(is_mapped(0));
	release(array);
	T_CHECK(!is_mapped(0));
	release(NULL);
	return TEST_OK;
}

static int test_shrinks(void)
{
	unsigned char *array = resize(NULL, LARGE);

	T_CHECK(array);
	fill(array, 0, LARGE);
	array = resize(array, SMALL);
	T_CHECK(array);
	T_CHECK(checks(array, SMALL));
	release(array);
	return TEST_OK;
}

/* Without a folder for files, arrays are in memory, those that were in files as well. */
static int test_no_folder(void)
{
	unsigned char *first = resize(NULL, LARGE), *second;

	T_CHECK(first && is_in_file(first));
	fill(first, 0, LARGE);
	setenv("TMPDIR", "/nonexistent", 1);
	second = resize(NULL, LARGE);
	T_CHECK(second && !is_in_file(second));
	fill(second, 0, LARGE);
	second = resize(second, 2 * LARGE);
	T_CHECK(second && checks(second, LARGE));
	unsetenv("TMPDIR");
	second = resize(second, 3 * LARGE);
	T_CHECK(second && is_in_file(second) && checks(second, LARGE));
	T_CHECK(!resize(NULL, SIZE_MAX));
	release(second);
	T_CHECK(checks(first, LARGE));
	release(first);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"an array grows from memory into a file", test_grows},
	{"and becomes smaller", test_shrinks},
	{"without a folder it is in memory", test_no_folder},
	{0},
};

const struct test_suite suite__spill = {"spill", "Large arrays in temporary files", cases};
