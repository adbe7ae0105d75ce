// SPDX-License-Identifier: GPL-2.0-only
/* The final list of tasks, combined with the file: never anything that was not true before. */
#include <stdlib.h>
#include <string.h>

#include "tests/tests.h"
#include <perf/defer-record.h>

#include "util/base/array.h"
#include "util/record/tail.h"
#include "util/synth/synth-record.h"

/* Takes records: as lines of text. */
struct taker {
	struct synth_opts opts;
	char text[4096];
};

static int take(void *ctx, const void *rec, size_t size, struct defer_error *err)
{
	struct taker *taker = ctx;
	char *to = taker->text + strlen(taker->text);
	uint32_t words[8] = {0};

	(void)err;
	memcpy(words, rec, size < sizeof(words) ? size : sizeof(words));
	T_CHECK(words[1] >> 16 == size);
	if (words[0] == DEFER_RECORD_FORK)
		sprintf(to, "fork %u\n", words[4]);
	else if (words[0] == DEFER_RECORD_COMM)
		sprintf(to, "comm %u %s\n", words[3], (const char *)rec + 16);
	else
		sprintf(to, "mmap %u %x\n", words[2], words[4]);
	return 0;
}

static void taker__init(struct taker *taker)
{
	memset(taker, 0, sizeof(*taker));
	taker->opts = (struct synth_opts){.id_size = 24, .fn = take, .ctx = taker};
}

/* Tasks that run at the end: processes 10 and 20, each with a map at 1000, and thread 11 of 10. */
static int keep_all(struct tail *tail)
{
	const struct synth_opts opts = {.id_size = 24, .fn = tail__keep, .ctx = tail};
	static const uint32_t tasks[][3] = {{10, 10, 1}, {10, 11, 10}, {20, 20, 10}};
	struct synth_record rec = {.opts = &opts};
	struct defer_error err = DEFER_ERROR_INIT;

	for (int i = 0; i < 3; i++) {
		synth_record__begin(&rec, DEFER_RECORD_FORK, DEFER_MISC_FORK_EXEC);
		byte_buf__u32(&rec.bytes, tasks[i][0]);
		byte_buf__u32(&rec.bytes, tasks[i][2]);
		byte_buf__u32(&rec.bytes, tasks[i][1]);
		byte_buf__u32(&rec.bytes, tasks[i][2]);
		byte_buf__u64(&rec.bytes, 0);
		T_EQ(synth_record__end(&rec, &err), 0);
		synth_record__begin(&rec, DEFER_RECORD_COMM, 0);
		byte_buf__u32(&rec.bytes, tasks[i][0]);
		byte_buf__u32(&rec.bytes, tasks[i][1]);
		synth_record__str(&rec, "now");
		T_EQ(synth_record__end(&rec, &err), 0);
		if (tasks[i][0] != tasks[i][1])
			continue;
		T_EQ(synth_record__mmap2(&rec,
					 &(struct synth_map){.pid = tasks[i][0],
							     .tid = tasks[i][0],
							     .start = 0x1000,
							     .len = 0x1000,
							     .name = "/bin/now"},
					 &err),
		     0);
	}
	byte_buf__exit(&rec.bytes);
	return TEST_OK;
}

/* The file has a record that begins so. */
static void see(struct tail *tail, uint32_t type, uint16_t misc, uint32_t a, uint32_t b, uint64_t c)
{
	uint8_t data[64] = {0};
	struct defer_record rec = {.type = type, .misc = misc, .size = sizeof(data), .data = data};

	memcpy(data + 8, &a, sizeof(a));
	memcpy(data + 12, &b, sizeof(b));
	memcpy(data + 16, &c, sizeof(c));
	tail__see(tail, &rec);
}

static int expect(struct tail *tail, const char *expected)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct taker taker;

	taker__init(&taker);
	T_RUN(keep_all(tail));
	T_EQ(tail__list(tail, &taker.opts, &err), 0);
	T_STREQ(taker.text, expected);
	return TEST_OK;
}

#define ALL                                                                   \
	"fork 10\ncomm 10 now\nmmap 10 1000\nfork 11\ncomm 11 now\nfork 20\n" \
	"comm 20 now\nmmap 20 1000\n"

static int test_nothing_told(void)
{
	struct tail tail;

	tail__init(&tail);
	T_RUN(expect(&tail, ALL));
	tail__exit(&tail);
	return TEST_OK;
}

static int test_told(void)
{
	static const struct {
		uint32_t type;
		uint16_t misc;
		uint32_t a, b;
		uint64_t c;
		const char *expected;
	} cases[] = {
		/* A program after an exec: name and maps are not those of the old one. */
		{DEFER_RECORD_COMM, DEFER_MISC_COMM_EXEC, 10, 10, 0,
		 "fork 10\ncomm 10 :10\nfork 11\ncomm 11 now\nfork 20\ncomm 20 now\n"
		 "mmap 20 1000\n"},
		/* Another name: it was not there before. */
		{DEFER_RECORD_COMM, 0, 10, 11, 0,
		 "fork 10\ncomm 10 now\nmmap 10 1000\nfork 11\ncomm 11 :11\nfork 20\n"
		 "comm 20 now\nmmap 20 1000\n"},
		/* A new process: the file has all of it. */
		{DEFER_RECORD_FORK, 0, 20, 10, 20,
		 "fork 10\ncomm 10 now\nmmap 10 1000\nfork 11\ncomm 11 now\n"},
		{DEFER_RECORD_FORK, 0, 10, 10, 11,
		 "fork 10\ncomm 10 now\nmmap 10 1000\nfork 20\ncomm 20 now\nmmap 20 1000\n"},
		/* A map that came; one of another process or at another place does not matter. */
		{DEFER_RECORD_MMAP2, 0, 20, 20, 0x1000,
		 "fork 10\ncomm 10 now\nmmap 10 1000\nfork 11\ncomm 11 now\nfork 20\n"
		 "comm 20 now\n"},
		{DEFER_RECORD_MMAP, 0, 10, 10, 0x1000,
		 "fork 10\ncomm 10 now\nfork 11\ncomm 11 now\nfork 20\ncomm 20 now\n"
		 "mmap 20 1000\n"},
		{DEFER_RECORD_MMAP2, 0, 20, 20, 0x2000, ALL},
		{DEFER_RECORD_MMAP2, 0, 11, 11, 0x1000, ALL},
		{DEFER_RECORD_EXIT, 0, 10, 10, 10, ALL},
	};
	struct tail tail;

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		tail__init(&tail);
		see(&tail, cases[i].type, cases[i].misc, cases[i].a, cases[i].b, cases[i].c);
		T_RUN(expect(&tail, cases[i].expected));
		/* The next file begins anew. */
		T_RUN(expect(&tail, ALL));
		tail__exit(&tail);
	}
	return TEST_OK;
}

static int test_many(void)
{
	struct tail tail;

	tail__init(&tail);
	for (uint32_t i = 100; i < 50000; i++)
		see(&tail, DEFER_RECORD_FORK, 0, i, 1, i);
	see(&tail, DEFER_RECORD_FORK, 0, 10, 10, 11);
	for (uint32_t i = 100; i < 50000; i++)
		see(&tail, DEFER_RECORD_MMAP2, 0, i, i, i);
	T_CHECK(tail.nr == 2 * 49900 + 1 && tail.cap < 8 * tail.nr);
	T_RUN(expect(&tail, "fork 10\ncomm 10 now\nmmap 10 1000\nfork 20\ncomm 20 now\n"
			    "mmap 20 1000\n"));
	tail__exit(&tail);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"a file that tells nothing: all of it", test_nothing_told},
	{"what the file tells better is left out", test_told},
	{"a file that tells of many", test_many},
	{0},
};

const struct test_suite suite__tail = {"tail", "what runs, listed in the end", cases};
