// SPDX-License-Identifier: GPL-2.0-only
/* Records that list what is recorded, of which none may pass 64 KiB. */
#include <stdlib.h>

#include <perf/defer-cursor.h>
#include <perf/defer-event.h>
#include <perf/defer-evlist.h>
#include <perf/defer-sample.h>
#include <perf/defer-record.h>

#include "tests/folder.h"
#include "tests/tests.h"
#include "util/header/env.h"
#include "util/base/byte-buf.h"
#include "util/synth/sample-id.h"
#include "util/synth/synth.h"

struct taker {
	struct byte_buf bytes;
	uint32_t nr;
};

static int take(void *ctx, const void *rec, size_t size, struct defer_error *err)
{
	struct taker *taker = ctx;

	(void)err;
	byte_buf__add(&taker->bytes, rec, size);
	taker->nr++;
	return 0;
}

/* Without procfs no task has a name. */
static struct synth_opts opts_for(struct taker *taker)
{
	*taker = (struct taker){0};
	/* Records of perf's own types have no sample_id. */
	return (struct synth_opts){
		.procfs = "/nonexistent", .id_size = 24, .fn = take, .ctx = taker};
}

/*
 * Takes records of @type apart, which begin with the number of their entries; calls @check with
 * each entry and its place among all. The sum of the numbers.
 */
static int64_t walk_entries(const struct taker *taker, uint32_t type, size_t entry_size,
			    bool (*check)(struct defer_cursor *cur, uint64_t i))
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_cursor cur, body;
	struct defer_record rec;
	uint64_t nr, sum = 0, i;

	defer_cursor__init(&cur, taker->bytes.data, taker->bytes.size, 0, false);
	while (defer_record__next(&rec, &cur, &err) > 0) {
		defer_cursor__init(&body, rec.data, rec.size, 0, false);
		defer_cursor__bytes(&body, DEFER_RECORD_HEADER_SIZE);
		nr = defer_cursor__u64(&body);
		if (rec.type != type || defer_cursor__left(&body) != nr * entry_size)
			return -1;
		for (i = 0; i < nr; i++) {
			if (!check(&body, sum + i))
				return -1;
		}
		sum += nr;
	}
	return defer_cursor__left(&cur) ? -1 : (int64_t)sum;
}

#define MANY 10000

static bool check_thread(struct defer_cursor *cur, uint64_t i)
{
	static const char none[16];

	return defer_cursor__u64(cur) == 1000 + i &&
	       !memcmp(defer_cursor__bytes(cur, sizeof(none)), none, sizeof(none));
}

/* perf's own record of more than 2,730 threads wraps, and its file then shows nothing. */
static int test_thread_map(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	int32_t tids[MANY];
	struct taker taker;
	struct synth_opts opts = opts_for(&taker);

	for (int i = 0; i < MANY; i++)
		tids[i] = 1000 + i;
	for (uint32_t nr = 2728; nr <= 2732; nr++) {
		opts = opts_for(&taker);
		T_EQ(synth__thread_map(&opts, tids, nr, &err), 0);
		T_EQ(taker.nr, nr > 2729 ? 2 : 1);
		T_EQ(walk_entries(&taker, DEFER_RECORD_THREAD_MAP, 24, check_thread), nr);
		byte_buf__exit(&taker.bytes);
	}
	opts = opts_for(&taker);
	T_EQ(synth__thread_map(&opts, tids, MANY, &err), 0);
	T_EQ(walk_entries(&taker, DEFER_RECORD_THREAD_MAP, 24, check_thread), MANY);
	byte_buf__exit(&taker.bytes);
	return TEST_OK;
}

static int thread_names(const struct folder *folder)
{
	static const int32_t tids[] = {-1, 5, 6, 7};
	struct defer_error err = DEFER_ERROR_INIT;
	struct taker taker;
	struct synth_opts opts = opts_for(&taker);
	const char *entries;
	char procfs[128];

	snprintf(procfs, sizeof(procfs), "%s/proc", folder->path);
	opts.procfs = procfs;
	T_CHECK(folder__write(folder, "proc/5/comm", "two\nlines\n"));
	T_CHECK(folder__write(folder, "proc/6/comm", "a name that is far too long\n"));
	T_EQ(synth__thread_map(&opts, tids, 4, &err), 0);
	T_EQ(taker.bytes.size, 16 + 4 * 24);
	entries = (const char *)taker.bytes.data + 16;
	T_CHECK(!memcmp(entries, "\xff\xff\xff\xff\xff\xff\xff\xff\0", 9));
	T_STREQ(entries + 24 + 8, "two\nlines");
	T_STREQ(entries + 48 + 8, "a name that is ");
	T_STREQ(entries + 72 + 8, "");
	byte_buf__exit(&taker.bytes);
	return TEST_OK;
}

static int test_thread_names(void)
{
	return folder__run(thread_names);
}

static bool check_id(struct defer_cursor *cur, uint64_t i)
{
	return defer_cursor__u64(cur) == i + 1 && defer_cursor__u64(cur) == i % 64 &&
	       (int64_t)defer_cursor__u64(cur) == (int64_t)(i % 64) - 1 &&
	       (int64_t)defer_cursor__u64(cur) == -1;
}

static int test_id_index(void)
{
	struct synth_id *ids = calloc(MANY, sizeof(*ids));
	struct defer_error err = DEFER_ERROR_INIT;
	struct taker taker;
	struct synth_opts opts = opts_for(&taker);

	T_CHECK(ids);
	for (int i = 0; i < MANY; i++)
		ids[i] = (struct synth_id){i + 1, i % 64, i % 64 - 1, -1};
	T_EQ(synth__id_index(&opts, ids, MANY, &err), 0);
	T_EQ(taker.nr, 5);
	T_EQ(walk_entries(&taker, DEFER_RECORD_ID_INDEX, 32, check_id), MANY);
	byte_buf__exit(&taker.bytes);
	free(ids);
	return TEST_OK;
}

static int test_cpu_map(void)
{
	static const int32_t cpus[] = {-1, 0, 2, 300};
	static const uint8_t expected[] = {74,	 0,    0, 0, 0, 0, 24, 0, 0, 0, 4, 0,
					   0xff, 0xff, 0, 0, 2, 0, 44, 1, 0, 0, 0, 0};
	struct defer_error err = DEFER_ERROR_INIT;
	int32_t *many = calloc(60000, sizeof(*many));
	struct taker taker;
	struct synth_opts opts = opts_for(&taker);

	T_CHECK(many);
	T_EQ(synth__cpu_map(&opts, cpus, 4, &err), 0);
	T_EQ(taker.bytes.size, sizeof(expected));
	T_CHECK(!memcmp(taker.bytes.data, expected, sizeof(expected)));
	byte_buf__exit(&taker.bytes);

	opts = opts_for(&taker);
	T_EQ(synth__cpu_map(&opts, many, 60000, &err), 0);
	T_EQ(taker.nr, 1);
	T_CHECK(taker.bytes.size < UINT16_MAX);
	byte_buf__exit(&taker.bytes);
	free(many);
	return TEST_OK;
}

/* Reads what was taken as if it stood in a trace. */
static int read_into(const struct taker *taker, struct env *env, struct defer_evlist *evlist)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_cursor cur;
	struct defer_record rec;
	struct damage damage;

	damage__init(&damage);
	defer_cursor__init(&cur, taker->bytes.data, taker->bytes.size, 0, false);
	while (defer_record__next(&rec, &cur, &err) > 0)
		T_EQ(env__add_record(env, &rec, evlist, &damage), 0);
	T_EQ(defer_cursor__left(&cur), 0);
	T_EQ(damage.nr, 0);
	damage__exit(&damage);
	return TEST_OK;
}

static int test_read_back(void)
{
	const struct defer_attr attr = {.size = DEFER_ATTR_SIZE_VER9,
					.sample_type = DEFER_SAMPLE_IDENTIFIER};
	const uint64_t ids[] = {71, 72};
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_evlist *evlist = defer_evlist__new();
	struct env *env = env__new();
	struct taker taker;
	struct synth_opts opts = opts_for(&taker);

	T_CHECK(evlist && env);
	T_EQ(defer_evlist__add(evlist, &attr, &ids[0], 1, &err), 0);
	T_EQ(defer_evlist__add(evlist, &attr, &ids[1], 1, &err), 0);
	T_EQ(synth__event_name(&opts, 72, "my event", &err), 0);
	T_EQ(synth__event_cpus(&opts, 71, (const int32_t[]){0, 3}, 2, &err), 0);
	T_RUN(read_into(&taker, env, evlist));
	T_STREQ(defer_evlist__evsel(evlist, 1)->name, "my event");
	T_CHECK(!defer_evlist__evsel(evlist, 0)->name);
	byte_buf__exit(&taker.bytes);
	defer_evlist__delete(evlist);
	env__delete(env);
	return TEST_OK;
}

/* A name that does not fit is an error, not a record that wraps. */
static int test_too_long(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	char *name = malloc(70001);
	struct taker taker;
	struct synth_opts opts = opts_for(&taker);

	T_CHECK(name);
	memset(name, 'n', 70000);
	name[70000] = '\0';
	T_EQ(synth__event_name(&opts, 1, name, &err), DEFER_ERR_INVAL);
	T_EQ(taker.nr, 0);
	free(name);
	return TEST_OK;
}

/* The fields of a sample_id stand in the kernel's order, and those that an event lacks are left out. */
static int test_sample_id(void)
{
	static const struct {
		uint64_t bit, word;
	} fields[] = {
		{DEFER_SAMPLE_TID, 2ULL << 32 | 1},
		{DEFER_SAMPLE_TIME, 3},
		{DEFER_SAMPLE_ID, 4},
		{DEFER_SAMPLE_STREAM_ID, 5},
		{DEFER_SAMPLE_CPU, 6},
		{DEFER_SAMPLE_IDENTIFIER, 4},
	};
	const struct defer_sample_id id = {
		.pid = 1, .tid = 2, .time = 3, .id = 4, .stream_id = 5, .cpu = 6};

	for (unsigned int set = 0; set < 1U << 6; set++) {
		struct defer_attr attr = {.flags = DEFER_ATTR_SAMPLE_ID_ALL};
		struct byte_buf bytes = {0};
		struct defer_layout layout;
		uint64_t words[6];
		size_t nr = 0;

		for (int i = 0; i < 6; i++) {
			if (!(set >> i & 1))
				continue;
			attr.sample_type |= fields[i].bit;
			words[nr++] = fields[i].word;
		}
		T_EQ(defer_layout__init(&layout, &attr, NULL), 0);
		sample_id__append(&bytes, &layout, &id);
		T_EQ(bytes.size, nr * sizeof(*words));
		T_EQ(layout.id_all_size, nr * sizeof(*words));
		T_CHECK(!nr || !memcmp(bytes.data, words, bytes.size));
		byte_buf__clear(&bytes);
		layout.sample_id_all = false;
		sample_id__append(&bytes, &layout, &id);
		T_EQ(bytes.size, 0);
		byte_buf__exit(&bytes);
	}
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"threads, as many records as it takes", test_thread_map},
	{"the names of threads", test_thread_names},
	{"ids, as many records as it takes", test_id_index},
	{"CPUs as a list", test_cpu_map},
	{"names of events and clocks are read back", test_read_back},
	{"a record that would be too large is none", test_too_long},
	{"the fields of a sample_id", test_sample_id},
	{0},
};

const struct test_suite suite__synth_lists = {"synth-lists", "records of threads, CPUs and ids",
					      cases};
