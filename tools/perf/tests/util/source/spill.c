// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/tests.h"
#include <perf/defer-stitch.h>

#include "util/base/array.h"
#include "util/source/spill.h"

#define SMALL 1000
#define LARGE (3 << 20)
#define HUGE  (20 << 20) /* larger than what shares an extent */

static void *resize(struct spill *spill, void *old, size_t size)
{
	const struct defer_memory *memory = spill__memory(spill);

	return memory->resize(memory->ctx, old, size);
}

static void release(struct spill *spill, void *array)
{
	const struct defer_memory *memory = spill__memory(spill);

	memory->release(memory->ctx, array);
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
	struct spill *spill = spill__new(0, false);
	unsigned char *array = NULL;

	for (size_t size = SMALL, had = 0; size < HUGE; had = size, size += size / 2) {
		array = resize(spill, array, size);
		T_CHECK(array);
		T_EQ((uintptr_t)array % 16, 0);
		T_CHECK(checks(array, had));
		fill(array, had, size);
		T_EQ(is_in_file(array), size >= 512 << 10);
	}
	T_CHECK(is_mapped(0));
	release(spill, array);
	release(spill, NULL);
	spill__delete(spill);
	T_CHECK(!is_mapped(0));
	spill__delete(NULL);
	return TEST_OK;
}

static int test_shrinks(void)
{
	struct spill *spill = spill__new(0, false);
	unsigned char *array = resize(spill, NULL, LARGE);

	T_CHECK(array);
	fill(array, 0, LARGE);
	array = resize(spill, array, SMALL);
	T_CHECK(array);
	T_CHECK(checks(array, SMALL));
	release(spill, array);
	spill__delete(spill);
	return TEST_OK;
}

/* Without a folder for files, arrays are in memory, and those that were in the file stay there. */
static int test_no_folder(void)
{
	struct spill *spill = spill__new(0, false), *none;
	unsigned char *first = resize(spill, NULL, LARGE), *second;

	T_CHECK(first && is_in_file(first));
	fill(first, 0, LARGE);
	setenv("TMPDIR", "/nonexistent", 1);
	none = spill__new(0, false);
	second = resize(none, NULL, LARGE);
	T_CHECK(second && !is_in_file(second));
	fill(second, 0, LARGE);
	second = resize(none, second, 2 * LARGE);
	T_CHECK(second && checks(second, LARGE));
	unsetenv("TMPDIR");
	second = resize(none, second, 3 * LARGE);
	T_CHECK(second && is_in_file(second) && checks(second, LARGE));
	T_CHECK(!resize(none, NULL, SIZE_MAX));
	release(none, second);
	T_CHECK(checks(first, LARGE));
	release(spill, first);
	spill__delete(spill);
	spill__delete(none);
	return TEST_OK;
}

/* Arrays are in memory up to a limit, and again when others were released. */
static int test_keeps(void)
{
	struct spill *spill = spill__new(2 * LARGE + 100, true);
	unsigned char *arrays[4];

	for (int i = 0; i < 3; i++)
		arrays[i] = resize(spill, NULL, LARGE);
	T_CHECK(!is_in_file(arrays[0]));
	T_CHECK(!is_in_file(arrays[1]));
	T_CHECK(is_in_file(arrays[2]));
	release(spill, arrays[0]);
	arrays[3] = resize(spill, NULL, LARGE);
	T_CHECK(!is_in_file(arrays[3]));
	for (int i = 1; i < 4; i++)
		release(spill, arrays[i]);
	T_CHECK(spill__memory(spill)->no_hash);
	spill__delete(spill);
	return TEST_OK;
}

/* Returns how many bytes from @array on are in the memory of the process. */
static size_t mapped_bytes(const void *array)
{
	FILE *smaps = fopen("/proc/self/smaps", "r");
	unsigned long start, end, rss = 0;
	bool here = false;
	char line[4096];

	while (smaps && fgets(line, sizeof(line), smaps)) {
		if (sscanf(line, "%lx-%lx ", &start, &end) == 2)
			here = start <= (uintptr_t)array && (uintptr_t)array < end;
		if (here && sscanf(line, "Rss: %lu kB", &rss) == 1)
			break;
	}
	if (smaps)
		fclose(smaps);
	return rss * 1024;
}

/* Arrays share extents. Pages are given back, and nothing that was in them is lost. */
static int test_gives_back(void)
{
	struct spill *spill = spill__new(0, true);
	unsigned char *arrays[20];

	for (size_t i = 0; i < ARRAY_SIZE(arrays); i++) {
		arrays[i] = resize(spill, NULL, LARGE);
		T_CHECK(arrays[i] && is_in_file(arrays[i]));
		fill(arrays[i], 0, LARGE);
		arrays[i][0] = i;
	}
	T_CHECK(mapped_bytes(arrays[0]) >= LARGE);
	spill__note_read(spill, 100 << 20);
	T_CHECK(mapped_bytes(arrays[0]) >= LARGE);
	spill__note_read(spill, 100 << 20);
	T_CHECK(mapped_bytes(arrays[0]) < LARGE / 2);
	for (size_t i = 0; i < ARRAY_SIZE(arrays); i++) {
		T_EQ(arrays[i][0], i);
		arrays[i][0] = 0;
		T_CHECK(checks(arrays[i], LARGE));
	}
	for (size_t i = 0; i < ARRAY_SIZE(arrays); i++)
		release(spill, arrays[i]);
	spill__delete(spill);
	return TEST_OK;
}

/* A full block of the stitcher's records is large enough for the file. */
static int test_records(void)
{
	struct spill *spill = spill__new(0, true);
	struct defer_stitch_opts opts = {.memory = spill__memory(spill)};
	struct defer_stitch *st = defer_stitch__new(&opts);
	struct defer_stitch_record rec = {.pid = 1, .tid = 1};

	T_CHECK(st);
	while (rec.ref < 40000) {
		rec.cookie = ++rec.ref;
		T_EQ(defer_stitch__add_record(st, &rec), 0);
	}
	T_CHECK(is_mapped(0));
	defer_stitch__delete(st);
	spill__delete(spill);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"an array grows from memory into a file", test_grows},
	{"and becomes smaller", test_shrinks},
	{"without a folder it is in memory", test_no_folder},
	{"the first arrays stay in memory", test_keeps},
	{"pages of the file are given back", test_gives_back},
	{"a block of deferred records is in the file", test_records},
	{0},
};

const struct test_suite suite__spill = {"spill", "Large arrays in temporary files", cases};
