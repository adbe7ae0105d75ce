// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include <perf/defer-evlist.h>
#include <perf/defer-record.h>

#include "tests/builder.h"
#include "tests/rng.h"
#include "tests/tests.h"

static int add(struct defer_evlist *evlist, uint64_t sample_type, uint64_t flags, uint64_t id)
{
	struct defer_attr attr = {.size = 144, .sample_type = sample_type, .flags = flags};

	return defer_evlist__add(evlist, &attr, &id, id != 0, NULL);
}

static int test_find(void)
{
	struct defer_evlist *evlist = defer_evlist__new();
	struct defer_attr attr = {.size = 144, .config = 1};

	T_CHECK(!defer_evlist__find(evlist, 1));
	T_EQ(defer_evlist__add(evlist, &attr, (uint64_t[]){5, 6, UINT64_MAX}, 3, NULL), 0);
	attr.config = 2;
	T_EQ(defer_evlist__add(evlist, &attr, (uint64_t[]){7, 6}, 2, NULL), 0);
	attr.config = 3;
	T_EQ(defer_evlist__add(evlist, &attr, NULL, 0, NULL), 0);

	T_EQ(defer_evlist__nr(evlist), 3);
	T_EQ(defer_evlist__find(evlist, 5)->idx, 0);
	T_EQ(defer_evlist__find(evlist, UINT64_MAX)->idx, 0);
	T_EQ(defer_evlist__find(evlist, 7)->attr.config, 2);
	T_EQ(defer_evlist__find(evlist, 6)->idx, 0);
	T_CHECK(!defer_evlist__find(evlist, 8));
	T_CHECK(!defer_evlist__find(evlist, 0));
	T_EQ(defer_evlist__evsel(evlist, 2)->attr.config, 3);
	T_CHECK(!defer_evlist__evsel(evlist, 3));
	T_EQ(defer_evlist__evsel(evlist, 1)->nr_ids, 2);
	T_EQ(defer_evlist__evsel(evlist, 1)->ids[1], 6);
	defer_evlist__delete(evlist);
	return TEST_OK;
}

/* As many as events times CPUs of a large machine, and as random as a corrupt file may have. */
static int test_many_ids(void)
{
	enum {
		NR_EVENTS = 40,
		NR_IDS = 2000
	};
	struct defer_evlist *evlist = defer_evlist__new();
	struct defer_attr attr = {.size = 144};
	uint64_t ids[NR_IDS], rng = 8, again = 8;

	for (int e = 0; e < NR_EVENTS; e++) {
		for (int i = 0; i < NR_IDS; i++)
			ids[i] = e & 1 ? rng__next(&rng) : (uint64_t)e * NR_IDS + i + 1;
		T_EQ(defer_evlist__add(evlist, &attr, ids, NR_IDS, NULL), 0);
	}
	for (int e = 0; e < NR_EVENTS; e++) {
		for (int i = 0; i < NR_IDS; i++) {
			uint64_t id = e & 1 ? rng__next(&again) : (uint64_t)e * NR_IDS + i + 1;
			const struct defer_evsel *evsel = defer_evlist__find(evlist, id);

			T_CHECK(evsel);
			T_EQ(evsel->idx, e);
		}
	}
	T_CHECK(!defer_evlist__find(evlist, (uint64_t)NR_EVENTS * NR_IDS + 1));
	defer_evlist__delete(evlist);
	return TEST_OK;
}

/* Pointers that were handed out stay good when the list grows. */
static int test_stable(void)
{
	struct defer_evlist *evlist = defer_evlist__new();
	const struct defer_evsel *first;

	T_EQ(add(evlist, 0, 0, 1), 0);
	first = defer_evlist__evsel(evlist, 0);
	for (uint64_t id = 2; id < 1000; id++)
		T_EQ(add(evlist, 0, 0, id), 0);
	T_CHECK(defer_evlist__evsel(evlist, 0) == first);
	T_CHECK(defer_evlist__find(evlist, 1) == first);
	T_EQ(defer_evlist__find(evlist, 999)->idx, 998);
	defer_evlist__delete(evlist);
	return TEST_OK;
}

static int test_refused(void)
{
	struct defer_attr attr = {.size = 144, .sample_type = 1ULL << 40};
	struct defer_evlist *evlist = defer_evlist__new();
	struct defer_error err = DEFER_ERROR_INIT;

	T_EQ(defer_evlist__add(evlist, &attr, (uint64_t[]){1}, 1, &err), DEFER_ERR_UNSUPPORTED);
	T_EQ(defer_evlist__nr(evlist), 0);
	T_CHECK(!defer_evlist__find(evlist, 1));

	attr.sample_type = 0;
	defer_error__clear(&err);
	T_EQ(defer_evlist__add(evlist, &attr, NULL, DEFER_MAX_IDS + 1ULL, &err), DEFER_ERR_CORRUPT);
	T_EQ(defer_evlist__add(evlist, &attr, NULL, UINT64_MAX, &err), DEFER_ERR_CORRUPT);
	T_EQ(defer_evlist__nr(evlist), 0);
	defer_evlist__delete(evlist);
	return TEST_OK;
}

static int test_names(void)
{
	struct defer_evlist *evlist = defer_evlist__new();
	char name[] = "cycles";

	T_EQ(add(evlist, 0, 0, 1), 0);
	T_CHECK(!defer_evlist__evsel(evlist, 0)->name);
	T_EQ(defer_evlist__set_name(evlist, 0, name, NULL), 0);
	name[0] = 'X';
	T_STREQ(defer_evlist__evsel(evlist, 0)->name, "cycles");
	T_EQ(defer_evlist__set_name(evlist, 0, "dummy:HG", NULL), 0);
	T_STREQ(defer_evlist__evsel(evlist, 0)->name, "dummy:HG");
	T_EQ(defer_evlist__set_name(evlist, 1, "x", NULL), DEFER_ERR_NOENT);
	defer_evlist__delete(evlist);
	return TEST_OK;
}

static int test_any_flag(void)
{
	struct defer_evlist *evlist = defer_evlist__new();

	T_CHECK(!defer_evlist__any_flag(evlist, DEFER_ATTR_DEFER_OUTPUT));
	T_EQ(add(evlist, 0, DEFER_ATTR_DEFER_CALLCHAIN, 1), 0);
	T_EQ(add(evlist, 0, DEFER_ATTR_DEFER_OUTPUT | DEFER_ATTR_MMAP, 2), 0);
	T_CHECK(defer_evlist__any_flag(evlist, DEFER_ATTR_DEFER_OUTPUT));
	T_CHECK(defer_evlist__any_flag(evlist, DEFER_ATTR_DEFER_CALLCHAIN));
	T_CHECK(defer_evlist__any_flag(evlist, DEFER_ATTR_DEFER_OUTPUT | DEFER_ATTR_MMAP));
	T_CHECK(!defer_evlist__any_flag(evlist,
					DEFER_ATTR_DEFER_OUTPUT | DEFER_ATTR_DEFER_CALLCHAIN));
	defer_evlist__delete(evlist);
	return TEST_OK;
}

/* ---- whose record it is ---- */

/* A record of @words u64s, all 0 but that at @at (counted from the end if negative) is @id. */
static const struct defer_evsel *evsel_of(const struct defer_evlist *evlist, uint32_t type,
					  int words, int at, uint64_t id, struct defer_error *err)
{
	const struct defer_evsel *evsel;
	struct defer_record rec;
	struct builder b;

	builder__init(&b, true);
	builder__begin(&b, type, 0);
	builder__zeros(&b, (size_t)words * 8);
	builder__end(&b);
	if (words)
		builder__poke_u64(&b, at < 0 ? b.size - 8 * (size_t)-at : 8 + 8 * (size_t)at, id);
	evsel = NULL;
	if (!defer_record__decode(&rec, b.data, b.size, 700, builder__swap(&b), err))
		evsel = defer_evlist__record_evsel(evlist, &rec, err);
	builder__exit(&b);
	return evsel;
}

static int test_none(void)
{
	struct defer_evlist *evlist = defer_evlist__new();
	struct defer_error err = DEFER_ERROR_INIT;

	T_CHECK(!evsel_of(evlist, DEFER_RECORD_SAMPLE, 1, 0, 1, &err));
	T_EQ(err.code, DEFER_ERR_CORRUPT);
	T_EQ(err.offset, 700);
	defer_evlist__delete(evlist);
	return TEST_OK;
}

static int test_sole(void)
{
	struct defer_evlist *evlist = defer_evlist__new();

	T_EQ(add(evlist, DEFER_SAMPLE_IP, 0, 0), 0);
	T_EQ(evsel_of(evlist, DEFER_RECORD_SAMPLE, 1, 0, 99, NULL)->idx, 0);
	T_EQ(evsel_of(evlist, DEFER_RECORD_COMM, 0, 0, 0, NULL)->idx, 0);
	defer_evlist__delete(evlist);
	return TEST_OK;
}

static int test_by_id(void)
{
	const uint64_t type = DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_ID;
	struct defer_evlist *evlist = defer_evlist__new();
	struct defer_error err = DEFER_ERROR_INIT;

	T_EQ(add(evlist, type | DEFER_SAMPLE_CPU, DEFER_ATTR_SAMPLE_ID_ALL, 100), 0);
	T_EQ(add(evlist, type | DEFER_SAMPLE_CPU, DEFER_ATTR_SAMPLE_ID_ALL, 101), 0);
	T_EQ(evsel_of(evlist, DEFER_RECORD_SAMPLE, 4, 2, 101, NULL)->idx, 1);
	T_EQ(evsel_of(evlist, DEFER_RECORD_SAMPLE, 4, 2, 100, NULL)->idx, 0);
	T_EQ(evsel_of(evlist, DEFER_RECORD_COMM, 9, -2, 101, NULL)->idx, 1);
	T_EQ(evsel_of(evlist, DEFER_RECORD_COMM, 9, -2, 0, NULL)->idx, 0);
	T_EQ(evsel_of(evlist, DEFER_RECORD_FINISHED_ROUND, 0, 0, 0, NULL)->idx, 0);
	T_CHECK(!evsel_of(evlist, DEFER_RECORD_SAMPLE, 4, 2, 102, &err));
	T_EQ(err.code, DEFER_ERR_NOENT);
	T_EQ(err.offset, 700);
	T_CHECK(strstr(err.text, "102"));
	defer_evlist__delete(evlist);
	return TEST_OK;
}

static int test_too_short_for_id(void)
{
	struct defer_evlist *evlist = defer_evlist__new();
	struct defer_error err = DEFER_ERROR_INIT;
	const uint64_t type = DEFER_SAMPLE_TID | DEFER_SAMPLE_ID | DEFER_SAMPLE_CPU;

	T_EQ(add(evlist, type, DEFER_ATTR_SAMPLE_ID_ALL, 100), 0);
	T_EQ(add(evlist, type, DEFER_ATTR_SAMPLE_ID_ALL, 101), 0);
	T_CHECK(!evsel_of(evlist, DEFER_RECORD_SAMPLE, 1, 0, 100, &err));
	T_EQ(err.code, DEFER_ERR_CORRUPT);
	defer_error__clear(&err);
	T_CHECK(!evsel_of(evlist, DEFER_RECORD_SAMPLE, 0, 0, 0, &err));
	T_EQ(err.code, DEFER_ERR_CORRUPT);
	defer_error__clear(&err);
	T_CHECK(!evsel_of(evlist, DEFER_RECORD_COMM, 1, 0, 100, &err));
	T_EQ(err.code, DEFER_ERR_CORRUPT);
	defer_evlist__delete(evlist);
	return TEST_OK;
}

static int test_identifier(void)
{
	struct defer_evlist *evlist = defer_evlist__new();

	T_EQ(add(evlist, DEFER_SAMPLE_IDENTIFIER | DEFER_SAMPLE_IP, DEFER_ATTR_SAMPLE_ID_ALL, 100),
	     0);
	T_EQ(add(evlist, DEFER_SAMPLE_IDENTIFIER | DEFER_SAMPLE_CPU | DEFER_SAMPLE_CALLCHAIN,
		 DEFER_ATTR_SAMPLE_ID_ALL, 101),
	     0);
	T_EQ(evsel_of(evlist, DEFER_RECORD_SAMPLE, 3, 0, 101, NULL)->idx, 1);
	T_EQ(evsel_of(evlist, DEFER_RECORD_COMM, 5, -1, 101, NULL)->idx, 1);
	T_EQ(evsel_of(evlist, DEFER_RECORD_COMM, 5, -1, 100, NULL)->idx, 0);
	defer_evlist__delete(evlist);
	return TEST_OK;
}

static int test_no_common_place(void)
{
	struct defer_evlist *evlist = defer_evlist__new();
	struct defer_error err = DEFER_ERROR_INIT;

	T_EQ(add(evlist, DEFER_SAMPLE_ID, DEFER_ATTR_SAMPLE_ID_ALL, 100), 0);
	T_EQ(add(evlist, DEFER_SAMPLE_IP | DEFER_SAMPLE_ID | DEFER_SAMPLE_CPU,
		 DEFER_ATTR_SAMPLE_ID_ALL, 101),
	     0);
	T_CHECK(!evsel_of(evlist, DEFER_RECORD_SAMPLE, 3, 0, 100, &err));
	T_EQ(err.code, DEFER_ERR_CORRUPT);
	defer_error__clear(&err);
	T_CHECK(!evsel_of(evlist, DEFER_RECORD_COMM, 3, -1, 100, &err));
	T_EQ(err.code, DEFER_ERR_CORRUPT);
	defer_evlist__delete(evlist);
	return TEST_OK;
}

/* Samples without an id cannot be told apart; other records are event 0's, as perf takes them. */
static int test_no_ids(void)
{
	struct defer_evlist *evlist = defer_evlist__new();

	T_EQ(add(evlist, DEFER_SAMPLE_IP | DEFER_SAMPLE_TID, DEFER_ATTR_SAMPLE_ID_ALL, 0), 0);
	T_EQ(add(evlist, DEFER_SAMPLE_IP | DEFER_SAMPLE_TID, DEFER_ATTR_SAMPLE_ID_ALL, 0), 0);
	T_CHECK(!evsel_of(evlist, DEFER_RECORD_SAMPLE, 2, 0, 0, NULL));
	T_EQ(evsel_of(evlist, DEFER_RECORD_COMM, 3, -1, 55, NULL)->idx, 0);
	defer_evlist__delete(evlist);
	return TEST_OK;
}

static int test_no_sample_id_all(void)
{
	struct defer_evlist *evlist = defer_evlist__new();

	T_EQ(add(evlist, DEFER_SAMPLE_IDENTIFIER, 0, 100), 0);
	T_EQ(add(evlist, DEFER_SAMPLE_IDENTIFIER, 0, 101), 0);
	T_EQ(evsel_of(evlist, DEFER_RECORD_SAMPLE, 1, 0, 101, NULL)->idx, 1);
	T_EQ(evsel_of(evlist, DEFER_RECORD_COMM, 3, -1, 101, NULL)->idx, 0);
	defer_evlist__delete(evlist);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"find by id", test_find},
	{"tens of thousands of ids", test_many_ids},
	{"pointers stay good", test_stable},
	{"an event that is refused leaves no trace", test_refused},
	{"names", test_names},
	{"flags that any event has", test_any_flag},
	{"a record before any event", test_none},
	{"a sole event owns all records", test_sole},
	{"the event of a record by its id, and an id that no event has", test_by_id},
	{"records too short for an id", test_too_short_for_id},
	{"IDENTIFIER with layouts that differ", test_identifier},
	{"ids that stand in different places", test_no_common_place},
	{"no ids", test_no_ids},
	{"no sample_id_all", test_no_sample_id_all},
	{0},
};

const struct test_suite suite__evlist = {"evlist", "The events of a trace and their ids", cases};
