// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <unistd.h>

#include <perf/defer-evlist.h>

#include "tests/names-world.h"
#include "tests/tests.h"
#include "util/session/filter.h"
#include "util/session/session.h"

#define SEC UINT64_C(1000000000)

static int check_time(const char *str, uint64_t first, uint64_t last, uint32_t nr, uint64_t start,
		      uint64_t end)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct time_ranges tr;

	if (time_ranges__parse(&tr, str, first, last, &err))
		T_FAIL("%s: %s", str, err.text);
	T_EQ(tr.nr, nr);
	T_EQ(tr.ranges[nr - 1].start, start);
	T_EQ(tr.ranges[nr - 1].end, end);
	T_CHECK(time_ranges__has(&tr, start));
	T_CHECK(time_ranges__has(&tr, end));
	T_CHECK(!start || !time_ranges__has(&tr, tr.ranges[0].start - 1));
	T_CHECK(end == UINT64_MAX || !time_ranges__has(&tr, end + 1));
	time_ranges__exit(&tr);
	return TEST_OK;
}

static int test_times(void)
{
	T_RUN(check_time("1,2", 0, 0, 1, SEC, 2 * SEC));
	T_RUN(check_time("1.5,", 0, 0, 1, 1500000000, UINT64_MAX));
	T_RUN(check_time(",0.000000001", 0, 0, 1, 0, 1));
	/* Digits behind the nanoseconds are too small to count. */
	T_RUN(check_time("1.2345678919,2.0000000009", 0, 0, 1, 1234567891, 2 * SEC));
	T_RUN(check_time("1,2 4,5.25", 0, 0, 2, 4 * SEC, 5250000000));
	/* A tenth that is not the last one leaves its last nanosecond to the next. */
	T_RUN(check_time("10%/2", 1000, 2000, 1, 1100, 1199));
	T_RUN(check_time("10%/10", 1000, 2000, 1, 1900, 2000));
	T_RUN(check_time("0%-10%", 1000, 2000, 1, 1000, 1099));
	T_RUN(check_time("0%-10%,30%-40%", 1000, 2000, 2, 1300, 1399));
	T_RUN(check_time("50%", 1000, 2000, 1, 1000, 1499));
	T_RUN(check_time("100%", 1000, 2000, 1, 1000, 2000));
	T_RUN(check_time("99.9%-100%", 1000, 2000, 1, 1999, 2000));
	T_RUN(check_time(".5%-1%", 1000, 2000, 1, 1005, 1009));
	T_RUN(check_time("50%-50%", 1000, 2000, 1, 1500, 1500));
	T_RUN(check_time("20%/3,0%-0%", 1000, 2000, 2, 1000, 1000));
	/* A little more than all is all. */
	T_RUN(check_time("33.33335%/3", 1000, 2000, 1, 1667, 2000));
	/* A trace of one moment, or of none. */
	T_RUN(check_time("10%/2", 1000, 1000, 1, 1000, 1000));
	T_RUN(check_time("10%/2", 1000, 500, 1, 1000, 1000));
	/* Blanks before, between and behind; a span of a single moment; the last second. */
	T_RUN(check_time("  1,  2", 0, 0, 1, SEC, 2 * SEC));
	T_RUN(check_time("1,2   3,4  ", 0, 0, 2, 3 * SEC, 4 * SEC));
	T_RUN(check_time("7,7", 0, 0, 1, 7 * SEC, 7 * SEC));
	T_RUN(check_time("7", 0, 0, 1, 7 * SEC, UINT64_MAX));
	T_RUN(check_time("18446744069,", 0, 0, 1, 18446744069 * SEC, UINT64_MAX));
	return TEST_OK;
}

/* The last digit of a time tells how exact it is. */
static int test_units(void)
{
	static const struct {
		const char *str, *rest;
		uint64_t time, unit;
	} known[] = {
		{"12", "", 12 * SEC, SEC},	    {"12. ", " ", 12 * SEC, SEC},
		{"0.5,", ",", SEC / 2, SEC / 10},   {"1.020x", "x", SEC + 20000000, SEC / 1000},
		{"1.123456789", "", 1123456789, 1}, {"1.12345678999", "", 1123456789, 1},
	};
	static const char *const bad[] = {"", ".5", "-1", " 1", "18446744070", "99999999999999"};
	uint64_t time = 1, unit = 2;

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		const char *pos = bad[i];

		T_CHECK(!time__read_seconds(&pos, &time, &unit));
		T_CHECK(pos == bad[i] && time == 1 && unit == 2);
	}
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		const char *pos = known[i].str;

		T_CHECK(time__read_seconds(&pos, &time, &unit));
		T_EQ(time, known[i].time);
		T_EQ(unit, known[i].unit);
		T_STREQ(pos, known[i].rest);
	}
	return TEST_OK;
}

/* Spans that only meet have nothing in common; no spans are all of the time. */
static int test_overlap(void)
{
	static const struct {
		const char *a, *b;
		bool overlap;
	} known[] = {
		{"1,2", "2,3", false},	  {"1,2", "3,4", false},     {"1,3", "2,4", true},
		{"1,9", "4,5", true},	  {"1,2 5,6", "3,4", false}, {"1,2 5,6", "3,4 5,6", true},
		{"1,2", "3,4 0,5", true}, {"1,2 3,4", "2,3", false}, {"4,5 1,2", "2,4.1", true},
	};
	static const struct time_ranges all;

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		struct time_ranges a, b;

		T_EQ(time_ranges__parse(&a, known[i].a, 0, 0, NULL), 0);
		T_EQ(time_ranges__parse(&b, known[i].b, 0, 0, NULL), 0);
		if (time_ranges__overlap(&a, &b) != known[i].overlap ||
		    time_ranges__overlap(&b, &a) != known[i].overlap)
			T_FAIL("%s and %s", known[i].a, known[i].b);
		T_CHECK(time_ranges__overlap(&a, &all) && time_ranges__overlap(&all, &a));
		time_ranges__exit(&a);
		time_ranges__exit(&b);
	}
	T_CHECK(time_ranges__overlap(&all, &all) && time_ranges__has(&all, 0));
	return TEST_OK;
}

static int test_bad_times(void)
{
	static const char *const bad[] = {
		"",	   ",",	    "x",      "1,2,3",	"2,1",
		"1-2",	   "1,2 ,", "10%/0",  "10%/11", "120%",
		"50%-40%", "10%/",  "10%,",   "-5%-1%", "99999999999999999999,",
		"1,2x",	   "1 x",   "1,x",    "1,2,",	"5%-1",
		"10%-20",  "10%x",  "%",      "x%",	"33.3334%/3",
		"1%,x%",   "1%,,",  "10%/2x", "0%/",
	};
	struct time_ranges tr;

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct defer_error err = DEFER_ERROR_INIT;

		if (time_ranges__parse(&tr, bad[i], 1000, 2000, &err) != DEFER_ERR_INVAL)
			T_FAIL("'%s' was taken for a time", bad[i]);
		T_CHECK(strstr(err.text, bad[i]));
		T_CHECK(!tr.ranges);
	}
	return TEST_OK;
}

static int test_ids(void)
{
	static const char *const bad[] = {"",	 ",",	"1,",	       "a",	     "3-1",
					  "-1",	 "1-",	"99999999999", "2147483648", "1-2147483648",
					  "1 2", "1,x", "1-2-3"};
	struct id_list list;

	T_EQ(id_list__parse(&list, "0-3,7", "CPUs", NULL), 0);
	T_CHECK(id_list__has(&list, 0) && id_list__has(&list, 3) && id_list__has(&list, 7));
	T_CHECK(!id_list__has(&list, 4) && !id_list__has(&list, -1) && !id_list__has(&list, 8));
	id_list__exit(&list);
	T_CHECK(id_list__has(&list, -1));

	/* A range of one, and the largest number. */
	T_EQ(id_list__parse(&list, "5-5,2147483647", "CPUs", NULL), 0);
	T_EQ(list.nr, 2);
	for (int32_t id = 0; id < 10; id++)
		T_EQ(id_list__has(&list, id), id == 5);
	T_CHECK(id_list__has(&list, INT32_MAX) && !id_list__has(&list, INT32_MAX - 1));
	id_list__exit(&list);

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct defer_error err = DEFER_ERROR_INIT;

		if (id_list__parse(&list, bad[i], "CPUs", &err) != DEFER_ERR_INVAL)
			T_FAIL("'%s' was taken for a list", bad[i]);
		T_CHECK(strstr(err.text, bad[i]) && strstr(err.text, "' is not a list of CPUs"));
		T_CHECK(!list.nr && !list.ranges);
	}
	return TEST_OK;
}

static int test_names(void)
{
	char path[] = "/tmp/perf-defer-names-XXXXXX", list_str[64];
	int fd = mkstemp(path);
	struct strlist list;

	T_CHECK(fd >= 0);
	T_EQ(write(fd, "# no name\n  one \r\ntwo words\n\n\t#\n\tlast\t \t", 40), 40);
	close(fd);
	snprintf(list_str, sizeof(list_str), "zero,file://%s", path);
	T_EQ(strlist__parse(&list, list_str, NULL), 0);
	unlink(path);
	T_EQ(list.nr, 4);
	T_CHECK(strlist__has(&list, "last") && !strlist__has(&list, "#"));
	T_CHECK(strlist__has(&list, "zero") && strlist__has(&list, "one"));
	T_CHECK(strlist__has(&list, "two words"));
	T_CHECK(!strlist__has(&list, "two") && !strlist__has(&list, ""));
	strlist__exit(&list);
	T_CHECK(strlist__has(&list, "any"));

	/* A list that was given and has no name has none; a file that is not there is an error. */
	T_EQ(strlist__parse(&list, "", NULL), 0);
	T_CHECK(!strlist__has(&list, "any"));
	strlist__exit(&list);
	T_EQ(strlist__parse(&list, "a,file:///nonexistent/names", NULL), DEFER_ERR_IO);
	T_CHECK(!list.nr && !list.strs);

	/* A word that names no file is a name, and nothing between commas is none. */
	T_EQ(strlist__parse(&list, ",c,,file://,a,b,", NULL), 0);
	T_EQ(list.nr, 4);
	T_CHECK(strlist__has(&list, "a") && strlist__has(&list, "b") && strlist__has(&list, "c"));
	T_CHECK(strlist__has(&list, "file://") && !strlist__has(&list, ""));
	strlist__exit(&list);
	return TEST_OK;
}

/* A filter of --time, -C, --pid and --tid against samples that differ in one thing each. */
static int test_match(void)
{
	const struct sample_filter_opts opts = {
		.time = "1,2", .cpus = "0,2", .pids = "10", .tids = "10-12"};
	struct defer_attr attr = {.size = 64, .sample_type = DEFER_SAMPLE_CPU | DEFER_SAMPLE_TIME};
	struct session session = {.evlist = defer_evlist__new()};
	struct defer_sample sample = {.cpu = 2};
	struct stitched st = {.sample = &sample, .time = SEC, .task = {.pid = 10, .tid = 12}};
	struct sample_filter filter;

	T_EQ(defer_evlist__add(session.evlist, &attr, NULL, 0, NULL), 0);
	T_EQ(sample_filter__init(&filter, &opts, NULL), 0);
	T_EQ(sample_filter__start(&filter, &session, NULL), 0);
	T_CHECK(sample_filter__match(&filter, &st));
	st.time = 3 * SEC;
	T_CHECK(!sample_filter__match(&filter, &st));
	T_CHECK(!sample_filter__match_place(&filter, &st) &&
		sample_filter__match_task(&filter, &st));
	st.time = 2 * SEC;
	sample.cpu = 1;
	T_CHECK(!sample_filter__match(&filter, &st));
	sample.cpu = 0;
	st.task.pid = 11;
	T_CHECK(!sample_filter__match(&filter, &st));
	T_CHECK(sample_filter__match_place(&filter, &st) &&
		!sample_filter__match_task(&filter, &st));
	st.task = (struct task_view){.pid = 10, .tid = 13};
	T_CHECK(!sample_filter__match(&filter, &st));
	sample_filter__exit(&filter);
	defer_evlist__delete(session.evlist);
	return TEST_OK;
}

static bool passes(const struct sample_filter *filter, const struct session *session, int32_t tid)
{
	struct defer_sample sample = {0};
	struct stitched st = {.sample = &sample};

	machine__find_task(session->machine, tid, tid, 1000, UINT64_MAX, &st.task);
	return sample_filter__match_task(filter, &st);
}

/* Tasks by name: those that records name, and those that only samples tell of. */
static int test_comms(void)
{
	const struct names_task task = {100, 100, 1};
	struct sample_filter_opts opts = {.comms = "prog,:77"};
	struct sample_filter filter;
	struct names_world w;

	T_RUN(names_world__init(&w, NULL));
	names_world__comm(&w, 10, task, "prog", true);
	names_world__comm(&w, 10, (struct names_task){200, 200, 1}, "other", true);
	T_RUN(names_world__read(&w, 0));
	T_EQ(sample_filter__init(&filter, &opts, NULL), 0);
	T_EQ(sample_filter__start(&filter, w.session, NULL), 0);
	T_CHECK(passes(&filter, w.session, 100));
	T_CHECK(!passes(&filter, w.session, 200));
	T_CHECK(passes(&filter, w.session, 77));
	T_CHECK(!passes(&filter, w.session, 78));
	sample_filter__exit(&filter);
	names_world__exit(&w);
	return TEST_OK;
}

/* Samples that do not say what the filter asks for are not silently all, or none. */
static int test_lacking(void)
{
	const struct sample_filter_opts cpu = {.cpus = "0"}, time = {.time = "1,2"};
	struct defer_attr attr = {.size = 64, .sample_type = DEFER_SAMPLE_IP};
	struct session session = {.evlist = defer_evlist__new(), .no_time = true};
	struct defer_error err = DEFER_ERROR_INIT;
	struct sample_filter filter;

	T_EQ(defer_evlist__add(session.evlist, &attr, NULL, 0, NULL), 0);
	T_EQ(sample_filter__init(&filter, &cpu, NULL), 0);
	T_EQ(sample_filter__start(&filter, &session, &err), DEFER_ERR_INVAL);
	T_CHECK(strstr(err.text, "--cpu"));
	sample_filter__exit(&filter);

	defer_error__clear(&err);
	T_EQ(sample_filter__init(&filter, &time, NULL), 0);
	T_EQ(sample_filter__start(&filter, &session, &err), DEFER_ERR_INVAL);
	T_CHECK(strstr(err.text, "--time"));
	sample_filter__exit(&filter);
	defer_evlist__delete(session.evlist);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"spans of time", test_times},
	{"what is no span of time", test_bad_times},
	{"seconds, and how exact they are", test_units},
	{"spans that have something in common", test_overlap},
	{"lists of numbers", test_ids},
	{"lists of names, and files of them", test_names},
	{"samples that pass", test_match},
	{"tasks by name", test_comms},
	{"samples that lack what is asked for", test_lacking},
	{0},
};

const struct test_suite suite__filter = {"filter", "Choosing samples", cases};
