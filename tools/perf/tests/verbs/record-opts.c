// SPDX-License-Identifier: GPL-2.0-only
#include <time.h>
#include <unistd.h>

#include "tests/tests.h"
#include "util/plan/opts.h"
#include "util/plan/size.h"

/* ---- size ---- */

static int test_size(void)
{
	static const struct {
		const char *str;
		int unit;
		uint64_t value;
	} good[] = {
		{"0", SIZE_PLAIN, 0},
		{"512", SIZE_PLAIN, 512},
		{"18446744073709551615", SIZE_PLAIN, UINT64_MAX},
		{"7B", SIZE_BYTES, 7},
		{"4K", SIZE_BYTES, 4096},
		{"16M", SIZE_BYTES, 16 << 20},
		{"1G", SIZE_BYTES, 1 << 30},
		{"17179869183G", SIZE_BYTES, 17179869183ULL << 30},
		{"10s", SIZE_TIME, 10000},
		{"5m", SIZE_TIME, 300000},
		{"2h", SIZE_TIME, 7200000},
		{"1d", SIZE_TIME, 86400000},
	};
	static const char *const bad[] = {
		"",
		"K",
		" 1",
		"1 ",
		"-1",
		"+1",
		"1KB",
		"1k",
		"1.5M",
		"0x10",
		"1ms",
		"1 K",
		"1S",
		"1g",
		"nan",
		"1,000",
		"1K1",
		"18446744073709551616",
		"17179869184G",
		"99999999999999999999d",
		"213503982335d",
	};
	struct defer_error err = DEFER_ERROR_INIT;
	uint64_t value;

	for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++) {
		value = 1;
		if (size__parse(good[i].str, "it", &value, &err) != good[i].unit ||
		    value != good[i].value)
			T_FAIL("'%s' is %" PRIu64, good[i].str, value);
	}
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		defer_error__clear(&err);
		if (size__parse(bad[i], "it", &value, &err) != DEFER_ERR_INVAL)
			T_FAIL("'%s' is taken as %" PRIu64, bad[i], value);
		T_CHECK(strstr(err.text, "it"));
	}
	return TEST_OK;
}

static int test_size_print(void)
{
	static const uint64_t sizes[] = {0,	  1,	      1023,	  1024,
					 1536,	  4096,	      528384,	  1 << 20,
					 1 << 30, 5ULL << 40, UINT64_MAX, 3ULL << 62};
	char text[32];
	uint64_t value;

	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		size__print(sizes[i], text, sizeof(text));
		T_EQ(size__parse(text, "it", &value, NULL), SIZE_BYTES);
		T_EQ(value, sizes[i]);
	}
	size__print(512 * 1024, text, sizeof(text));
	T_STREQ(text, "512K");
	T_EQ(size__round_up_pow2(0), 0);
	T_EQ(size__round_up_pow2(1), 1);
	T_EQ(size__round_up_pow2(3), 4);
	T_EQ(size__round_up_pow2(4), 4);
	T_EQ(size__round_up_pow2(UINT64_MAX), 0);
	T_CHECK(size__round_up_pow2((1ULL << 63) - 1) == 1ULL << 63);
	return TEST_OK;
}

/* ---- values of options ---- */

typedef int (*setter)(struct record_opts *opts, const char *str, struct defer_error *err);

/* A refused option has a message, and sets nothing. */
static int check_refused(setter set, const char *const *strs)
{
	struct record_opts opts, before;
	struct defer_error err;

	record_opts__init(&opts);
	before = opts;
	for (; *strs; strs++) {
		err = (struct defer_error)DEFER_ERROR_INIT;
		if (set(&opts, *strs, &err) != DEFER_ERR_INVAL)
			T_FAIL("'%s' is taken", *strs);
		T_CHECK(err.text[0]);
		if (memcmp(&opts, &before, sizeof(opts)))
			T_FAIL("'%s' is refused and sets something", *strs);
	}
	return TEST_OK;
}

#define REFUSED(set, ...) T_RUN(check_refused(set, (const char *const[]){__VA_ARGS__, NULL}))

static int test_rate(void)
{
	struct record_opts opts;

	record_opts__init(&opts);
	T_EQ(record_opts__set_freq(&opts, "999", NULL), 0);
	T_EQ(opts.freq, 999);
	T_EQ(record_opts__set_freq(&opts, "max", NULL), 0);
	T_CHECK(opts.freq == RECORD_FREQ_MAX);
	T_EQ(record_opts__set_period(&opts, "1000003", NULL), 0);
	T_EQ(opts.period, 1000003);
	opts.output = "perf.data";
	T_EQ(record_opts__finish(&opts, NULL), 0);
	T_EQ(opts.freq, 0);
	REFUSED(record_opts__set_freq, "", "0", "-1", "99x", "1K", "maximum", "4294967296");
	REFUSED(record_opts__set_period, "", "0", "-5", "1e6", "10s", "9223372036854775808");
	return TEST_OK;
}

static int check_graph(const char *str, bool defer, uint32_t max_stack)
{
	struct record_opts opts;
	struct defer_error err = DEFER_ERROR_INIT;

	record_opts__init(&opts);
	opts.callchain = false;
	opts.defer = !defer;
	if (record_opts__set_call_graph(&opts, str, &err))
		T_FAIL("'%s': %s", str, err.text);
	T_CHECK(opts.callchain);
	T_EQ(opts.defer, defer);
	T_EQ(opts.max_stack, max_stack);
	return TEST_OK;
}

static int test_call_graph(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct record_opts opts;

	record_opts__init(&opts);
	T_CHECK(opts.callchain);
	T_CHECK(opts.defer);
	T_RUN(check_graph("fp", false, 0));
	T_RUN(check_graph("fp,defer", true, 0));
	T_RUN(check_graph("fp,64", false, 64));
	T_RUN(check_graph("fp,defer,64", true, 64));
	T_EQ(record_opts__set_call_graph(&opts, "no", NULL), 0);
	T_CHECK(!opts.callchain);

	REFUSED(record_opts__set_call_graph, "", "fpx", "fp,", "fp,defer,", "fp,deferred", "defer",
		"fp,defer,0", "fp,65536", "fp,64,defer", "fp,,64", "fp defer", "none", "f");
	REFUSED(record_opts__set_call_graph, "dwarf,defer", "dwarf,", "dwarf,0", "dwarf,65529",
		"dwarf,-8", "dwarf, 8", "dwarf,4k", "dwarf,8,8", "dwarfs", "lbr,3", "lbr,", "lbrs",
		"dwarf,99999999999999999999");
	record_opts__set_call_graph(&opts, "dwarf,65529", &err);
	T_CHECK(strstr(err.text, "from 1 to 65528"));
	REFUSED(record_opts__set_max_stack, "", "0", "-1", "65536", "1K", "x");
	return TEST_OK;
}

static int check_unread(const char *str, enum chain_mode mode, uint32_t dump_size)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct record_opts opts;

	record_opts__init(&opts);
	opts.callchain = false;
	if (record_opts__set_call_graph(&opts, str, &err))
		T_FAIL("'%s': %s", str, err.text);
	T_CHECK(opts.callchain && !opts.defer);
	T_EQ(opts.chain_mode, mode);
	T_EQ(opts.dump_size, dump_size);
	/* The last word counts. */
	T_EQ(record_opts__set_call_graph(&opts, "fp,defer", &err), 0);
	T_CHECK(opts.defer);
	T_EQ(opts.chain_mode, CHAIN_FP);
	return TEST_OK;
}

/* Sizes are perf's: decimal or hexadecimal, whole words. */
static int test_unread(void)
{
	T_RUN(check_unread("dwarf", CHAIN_DWARF, 8192));
	T_RUN(check_unread("dwarf,1", CHAIN_DWARF, 8));
	T_RUN(check_unread("dwarf,100", CHAIN_DWARF, 104));
	T_RUN(check_unread("dwarf,0x1000", CHAIN_DWARF, 4096));
	T_RUN(check_unread("dwarf,65528", CHAIN_DWARF, 65528));
	return check_unread("lbr", CHAIN_LBR, 0);
}

static int check_buffer(const char *str, uint64_t pages, bool rounded)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct record_opts opts;
	int ret;

	record_opts__init(&opts);
	ret = record_opts__set_buffer(&opts, str, &err);
	if (ret < 0)
		T_FAIL("'%s': %s", str, err.text);
	T_EQ(ret, rounded);
	T_EQ(opts.mmap_bytes, pages * sysconf(_SC_PAGESIZE));
	return TEST_OK;
}

static int test_buffer(void)
{
	uint64_t page = sysconf(_SC_PAGESIZE);
	struct defer_error err = DEFER_ERROR_INIT;
	struct record_opts opts;

	T_RUN(check_buffer("1", 1, false));
	T_RUN(check_buffer("128", 128, false));
	T_RUN(check_buffer("129", 256, true));
	T_RUN(check_buffer("1073741824", 1 << 30, false));
	T_RUN(check_buffer("1B", 1, true));
	T_RUN(check_buffer("1M", (1 << 20) / page, false));
	T_RUN(check_buffer("3M", (4 << 20) / page, true));
	T_RUN(check_buffer("1G", (1 << 30) / page, false));
	REFUSED(record_opts__set_buffer, "", "0", "0K", "-1", "10s", "x", "1k", "1073741825",
		"9223372036854775809", "17179869183G", "18446744073709551615B");
	REFUSED(record_opts__set_buffer, ",128", "128,128", "128,");
	record_opts__init(&opts);
	record_opts__set_buffer(&opts, ",128", &err);
	T_CHECK(strstr(err.text, "AUX"));
	return TEST_OK;
}

static int test_times(void)
{
	struct record_opts opts;

	record_opts__init(&opts);
	T_EQ(opts.drain_ms, 100);
	T_EQ(record_opts__set_delay(&opts, "250", NULL), 0);
	T_EQ(opts.delay_ms, 250);
	T_EQ(record_opts__set_delay(&opts, "-1", NULL), 0);
	T_EQ(opts.delay_ms, -1);
	T_EQ(record_opts__set_realtime(&opts, "99", NULL), 0);
	T_EQ(opts.realtime, 99);
	REFUSED(record_opts__set_realtime, "", "-1", "100", "1x");
	T_EQ(record_opts__set_drain(&opts, "0", NULL), 0);
	T_EQ(opts.drain_ms, 0);
	REFUSED(record_opts__set_delay, "", "-2", "x", "1s", "1.5", "18446744073709551615");
	REFUSED(record_opts__set_drain, "", "-1", "1s", "18446744073709551615");
	return TEST_OK;
}

static int check_ranges(const char *str, uint32_t nr, const uint64_t *times)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct record_opts opts;

	record_opts__init(&opts);
	if (record_opts__set_delay(&opts, str, &err))
		T_FAIL("'%s': %s", str, err.text);
	T_EQ(opts.nr_ranges, nr);
	T_EQ(opts.delay_ms, (int64_t)times[0]);
	for (uint32_t i = 0; i < nr; i++) {
		T_EQ(opts.ranges[i].start_ms, times[2 * i]);
		T_EQ(opts.ranges[i].end_ms, times[2 * i + 1]);
	}
	/* The last one said counts. */
	T_EQ(record_opts__set_delay(&opts, "7", NULL), 0);
	T_EQ(opts.delay_ms, 7);
	T_EQ(opts.nr_ranges, 0);
	record_opts__exit(&opts);
	return TEST_OK;
}

#define RANGES(str, nr, ...) T_RUN(check_ranges(str, nr, (const uint64_t[]){__VA_ARGS__}))

/* Values that perf 6.1 accepts and refuses, as tried. */
static int test_ranges(void)
{
	RANGES("10-20", 1, 10, 20);
	RANGES("0-20", 1, 0, 20);
	RANGES("10-20,30-40", 2, 10, 20, 30, 40);
	RANGES("10 - 20 , 30 - 40", 2, 10, 20, 30, 40);
	RANGES("1-2,3-4,5-6000000", 3, 1, 2, 3, 4, 5, 6000000);
	REFUSED(record_opts__set_delay, "20-20", "5-3", "10-20,20-30", "30-40,10-20", "10-20,15-30",
		"10-20,", "10-20,,30-40", ",10-20", "10-20x", "10-", "-10", "-1-5", "10-20 30-40",
		"10-20,30", "1s-2s", "10--20", "10-18446744073709551616", "0-9999999999999");
	return TEST_OK;
}

static int check_clock(const char *str, int32_t clockid)
{
	struct record_opts opts;

	record_opts__init(&opts);
	T_EQ(record_opts__set_clockid(&opts, str, NULL), 0);
	T_CHECK(opts.has_clockid);
	T_EQ(opts.clockid, clockid);
	return TEST_OK;
}

static int test_clockid(void)
{
	T_RUN(check_clock("monotonic", CLOCK_MONOTONIC));
	T_RUN(check_clock("mono", CLOCK_MONOTONIC));
	T_RUN(check_clock("CLOCK_MONOTONIC_RAW", CLOCK_MONOTONIC_RAW));
	T_RUN(check_clock("Raw", CLOCK_MONOTONIC_RAW));
	T_RUN(check_clock("clock_boottime", CLOCK_BOOTTIME));
	T_RUN(check_clock("tai", CLOCK_TAI));
	T_RUN(check_clock("real", CLOCK_REALTIME));
	T_RUN(check_clock("7", 7));
	REFUSED(record_opts__set_clockid, "", "CLOCK_", "monotonicx", "4294967296", "1x", "-1");
	return TEST_OK;
}

static int test_switch(void)
{
	struct record_opts opts;

	record_opts__init(&opts);
	T_EQ(record_opts__set_switch(&opts, "signal", NULL), 0);
	T_CHECK(opts.switch_on_signal);
	T_EQ(record_opts__set_switch(&opts, "10M", NULL), 0);
	T_EQ(opts.switch_size, 10 << 20);
	T_EQ(record_opts__set_switch(&opts, "5m", NULL), 0);
	T_EQ(opts.switch_ms, 300000);
	REFUSED(record_opts__set_switch, "", "10", "0M", "0s", "sig", "1k", "213503982334d");

	T_EQ(record_opts__set_switch_files(&opts, "3", NULL), 0);
	T_EQ(opts.switch_max_files, 3);
	REFUSED(record_opts__set_switch_files, "", "-1", "1K", "4294967296");
	T_EQ(record_opts__set_max_size(&opts, "100K", NULL), 0);
	T_EQ(opts.max_size, 102400);
	T_EQ(record_opts__set_max_size(&opts, "1000", NULL), 0);
	T_EQ(opts.max_size, 1000);
	REFUSED(record_opts__set_max_size, "", "-1", "1k", "10s", "17179869184G");
	T_EQ(record_opts__set_compression(&opts, "22", NULL), 0);
	T_EQ(opts.compress_level, 22);
	REFUSED(record_opts__set_compression, "", "0", "23", "-1", "1K", "x");
	return TEST_OK;
}

/* ---- all options together ---- */

static int finish(const struct record_opts *opts)
{
	struct record_opts copy = *opts;
	struct defer_error err = DEFER_ERROR_INIT;
	int ret = record_opts__finish(&copy, &err);

	if (ret && !err.text[0])
		return 1;
	return ret;
}

static int test_contradictions(void)
{
	struct record_opts opts, plain;

	record_opts__init(&plain);
	plain.output = "perf.data";
	T_EQ(finish(&plain), 0);

	opts = plain;
	opts.require_defer = true;
	T_EQ(finish(&opts), 0);
	opts.defer = false;
	T_EQ(finish(&opts), DEFER_ERR_INVAL);
	opts.defer = true;
	opts.callchain = false;
	T_EQ(finish(&opts), DEFER_ERR_INVAL);
	opts.callchain = true;
	opts.kernel_callchains_only = true;
	T_EQ(finish(&opts), DEFER_ERR_INVAL);
	opts.require_defer = false;
	T_EQ(finish(&opts), 0);
	opts.user_callchains_only = true;
	T_EQ(finish(&opts), DEFER_ERR_INVAL);

	opts = plain;
	opts.output = "-";
	T_EQ(finish(&opts), 0);
	opts.switch_ms = 1000;
	T_EQ(finish(&opts), DEFER_ERR_INVAL);

	opts = plain;
	opts.target.per_thread = true;
	T_EQ(finish(&opts), DEFER_ERR_INVAL);
	opts.argc = 1;
	T_EQ(finish(&opts), 0);
	return TEST_OK;
}

/* What is left of @target after its conflicts, and the last note on them. */
static int settle(struct target *target, uint32_t nr_notes, const char *note)
{
	struct faults notes;

	faults__init(&notes);
	T_EQ(target__settle(target, &notes), 0);
	T_EQ(notes.nr, nr_notes);
	if (note)
		T_STREQ(notes.faults[nr_notes - 1].what, note);
	faults__exit(&notes);
	return TEST_OK;
}

static int test_settle(void)
{
	struct target target = {.pids = "1", .system_wide = true};

	T_RUN(settle(&target, 1, "PID/TID switch overriding SYSTEM"));
	T_CHECK(target.pids && !target.system_wide);
	target = (struct target){.tids = "1", .cpus = "0", .uid = "0"};
	T_RUN(settle(&target, 2, "PID/TID switch overriding UID"));
	T_CHECK(target.tids && !target.cpus && !target.uid);
	target = (struct target){.pids = "1", .tids = "2"};
	T_RUN(settle(&target, 1, "PID switch overriding TID"));
	T_CHECK(target.pids && !target.tids);
	target = (struct target){.uid = "0", .cpus = "0", .system_wide = true};
	T_RUN(settle(&target, 2, "UID switch overriding SYSTEM"));
	T_CHECK(target.uid && !target.cpus && !target.system_wide);
	target = (struct target){.cpus = "0", .per_thread = true};
	T_RUN(settle(&target, 1, "SYSTEM/CPU switch overriding PER-THREAD"));
	T_CHECK(target.cpus && !target.per_thread);
	/* Consistent settings stay. */
	target = (struct target){.cpus = "0", .system_wide = true};
	T_RUN(settle(&target, 0, NULL));
	T_CHECK(target.cpus && target.system_wide);
	target = (struct target){.pids = "1", .per_thread = true};
	T_RUN(settle(&target, 0, NULL));
	T_CHECK(target.pids && target.per_thread);
	return TEST_OK;
}

static int test_cpus(void)
{
	struct target target = {.cpus = "1,0,1,0-0"};
	struct defer_error err = DEFER_ERROR_INIT;
	struct target_list list;

	/* There is no sysfs to list the online CPUs. */
	T_EQ(target__resolve(&target, "/proc", "/nonexistent", &list, &err), 0);
	T_EQ(list.nr_cpus, 2);
	T_EQ(list.cpus[0], 0);
	T_EQ(list.cpus[1], 1);
	target_list__exit(&list);
	return TEST_OK;
}

static int test_target(void)
{
	struct record_opts opts;

	record_opts__init(&opts);
	opts.output = "perf.data";
	T_EQ(record_opts__finish(&opts, NULL), 0);
	T_CHECK(opts.target.system_wide);
	T_CHECK(!opts.target.has_command);

	record_opts__init(&opts);
	opts.output = "perf.data";
	opts.argc = 1;
	T_EQ(record_opts__finish(&opts, NULL), 0);
	T_CHECK(!opts.target.system_wide);
	T_CHECK(opts.target.has_command);

	record_opts__init(&opts);
	opts.output = "perf.data";
	opts.target.pids = "1";
	T_EQ(record_opts__finish(&opts, NULL), 0);
	T_CHECK(!opts.target.system_wide);
	return TEST_OK;
}

static int set_config(struct record_opts *opts, const char *key, const char *value,
		      uint32_t nr_notes)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct faults notes;
	int ret;

	faults__init(&notes);
	ret = record_opts__set_config(opts, key, value, &notes, &err);
	T_EQ(notes.nr, nr_notes);
	faults__exit(&notes);
	if (ret)
		T_CHECK(strstr(err.text, key));
	T_CHECK(!ret || ret == DEFER_ERR_INVAL);
	return ret ? TEST_FAIL : TEST_OK;
}

static int test_config(void)
{
	struct record_opts opts;

	record_opts__init(&opts);
	opts.callchain = false;
	T_EQ(set_config(&opts, "call-graph.record-mode", "fp", 0), TEST_OK);
	T_CHECK(!opts.defer);
	T_EQ(set_config(&opts, "record.call-graph", "fp,defer,32", 0), TEST_OK);
	T_CHECK(opts.defer);
	T_EQ(opts.max_stack, 32);
	/* A mode does not switch callchains on. */
	T_CHECK(!opts.callchain);
	/* Settings meant for perf are no error, and change nothing. */
	T_EQ(set_config(&opts, "call-graph.record-mode", "dwarf", 1), TEST_OK);
	T_EQ(set_config(&opts, "record.call-graph", "lbr", 1), TEST_OK);
	T_CHECK(opts.defer);

	T_EQ(set_config(&opts, "record.build-id", "skip", 0), TEST_OK);
	T_CHECK(opts.no_buildid);
	T_EQ(set_config(&opts, "record.build-id", "mmap", 0), TEST_OK);
	T_CHECK(!opts.no_buildid);
	T_EQ(set_config(&opts, "record.build-id", "no-cache", 0), TEST_OK);
	T_CHECK(opts.no_buildid_cache && !opts.no_buildid);
	T_EQ(set_config(&opts, "record.build-id", "cache", 0), TEST_OK);
	T_CHECK(!opts.no_buildid_cache);
	T_EQ(set_config(&opts, "report.children", "false", 0), TEST_OK);
	T_EQ(set_config(&opts, "call-graph.order", "caller", 0), TEST_OK);
	T_EQ(set_config(&opts, "record.aio", NULL, 0), TEST_OK);

	T_EQ(set_config(&opts, "record.build-id", "yes", 0), TEST_FAIL);
	T_EQ(set_config(&opts, "record.build-id", NULL, 0), TEST_FAIL);
	T_EQ(set_config(&opts, "call-graph.record-mode", "frames", 0), TEST_FAIL);
	T_EQ(set_config(&opts, "call-graph.record-mode", NULL, 0), TEST_FAIL);
	return TEST_OK;
}

/* ---- events ---- */

static int check_events(struct record_opts *opts, const struct event_arg *args, uint32_t nr,
			int want, uint32_t nr_faults)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct faults faults;
	int ret;

	faults__init(&faults);
	ret = record_opts__add_events(opts, args, nr, &faults, &err);
	if (ret != want || faults.nr != nr_faults)
		T_FAIL("%d with %u faults: %s", ret, faults.nr, err.text);
	T_EQ(!!err.text[0], !!want);
	faults__exit(&faults);
	return TEST_OK;
}

static int test_events(void)
{
	static const struct event_arg two[] = {{EVENT_ARG_EVENT, "cpu-clock,page-faults"},
					       {EVENT_ARG_EVENT, "context-switches:u"}};
	static const struct event_arg missing[] = {{EVENT_ARG_EVENT, "no-such-event-anywhere"},
						   {EVENT_ARG_FILTER, "a == 1"},
						   {EVENT_ARG_EVENT, "nopmu/config=1/"},
						   {EVENT_ARG_EVENT, "cpu-clock"}};
	struct record_opts opts;

	record_opts__init(&opts);
	T_RUN(check_events(&opts, two, 2, 0, 0));
	T_EQ(opts.events.nr, 3);
	T_STREQ(opts.events.specs[2].name, "context-switches:u");
	record_opts__exit(&opts);

	/* All missing ones are reported, and the others stay. */
	record_opts__init(&opts);
	T_RUN(check_events(&opts, missing, 4, 0, 2));
	T_EQ(opts.events.nr, 1);
	T_STREQ(opts.events.specs[0].name, "cpu-clock");
	record_opts__exit(&opts);

	/* If nothing is left, the default event does not slip in. */
	record_opts__init(&opts);
	T_RUN(check_events(&opts, missing, 3, 0, 2));
	T_EQ(opts.events.nr, 1);
	T_STREQ(opts.events.specs[0].name, "dummy");
	record_opts__exit(&opts);

	record_opts__init(&opts);
	T_RUN(check_events(&opts, NULL, 0, 0, 0));
	T_EQ(opts.events.nr, 0);
	return TEST_OK;
}

static int test_bad_events(void)
{
	static const struct event_arg bad[][2] = {
		{{EVENT_ARG_EVENT, "cpu-clock:zz"}, {EVENT_ARG_EVENT, "cpu-clock"}},
		{{EVENT_ARG_EVENT, "{cpu-clock"}, {EVENT_ARG_EVENT, "cpu-clock"}},
		{{EVENT_ARG_FILTER, "a == 1"}, {EVENT_ARG_EVENT, "cpu-clock"}},
		{{EVENT_ARG_EXCLUDE_PERF, NULL}, {EVENT_ARG_EVENT, "cpu-clock"}},
		{{EVENT_ARG_EVENT, "cpu-clock"}, {EVENT_ARG_FILTER, "a == 1"}},
		{{EVENT_ARG_EVENT, "cpu-clock"}, {EVENT_ARG_EXCLUDE_PERF, NULL}},
	};
	struct record_opts opts;

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		record_opts__init(&opts);
		T_RUN(check_events(&opts, bad[i], 2, DEFER_ERR_INVAL, 0));
		record_opts__exit(&opts);
	}
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"sizes and times", test_size},
	{"sizes are printed as they are read", test_size_print},
	{"rate and period", test_rate},
	{"call graphs", test_call_graph},
	{"call graphs that perf reads", test_unread},
	{"buffers", test_buffer},
	{"delays", test_times},
	{"ranges of -D", test_ranges},
	{"clocks", test_clockid},
	{"bounds of files, and compression", test_switch},
	{"options that contradict each other", test_contradictions},
	{"whom to record", test_target},
	{"who is recorded if several are named", test_settle},
	{"CPUs that are named twice", test_cpus},
	{"settings of perfconfig", test_config},
	{"events, and those that are missing", test_events},
	{"events that cannot be understood", test_bad_events},
	{0},
};

const struct test_suite suite__record_opts = {"record-opts", "What record is asked for", cases};
