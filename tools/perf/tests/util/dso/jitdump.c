// SPDX-License-Identifier: GPL-2.0-only
/* What JITs dump about their code: which function an address has at which time. */
#include <malloc.h>
#include <string.h>
#include <time.h>

#include "tests/jit-writer.h"
#include "tests/names-world.h"
#include "tests/tests.h"
#include "util/machine/jitdumps.h"
#include "util/dso/dso.h"
#include "util/session/session.h"

#define PATH "/tmp/" JIT_NAME

static const struct names_task task = {JIT_PID, JIT_PID, 0};

/* ---- the trace of its process ---- */

/* Begins a trace whose times are those of @clockid, or perf's own if it is negative. */
static int world__init(struct names_world *w, int32_t clockid)
{
	T_RUN(names_world__init(w, NULL));
	builder__exit(&w->b);
	builder__init(&w->b, false);
	if (clockid >= 0) {
		w->event.attr.flags |= DEFER_ATTR_USE_CLOCKID;
		w->event.attr.clockid = clockid;
	}
	builder__begin_file(&w->b, &w->event, 1);
	w->jitdumps = true;
	names_world__comm(w, 100, task, "js", true);
	names_world__mmap(w, 110, task, DEFER_MISC_USER, 0x400000, 0x10000, "/bin/js");
	names_world__mmap(w, 120, task, DEFER_MISC_USER, 0x7f0000000000, 0x1000, PATH);
	names_world__mmap(w, 130, task, DEFER_MISC_USER, JIT_CODE, 0x100000, "//anon");
	return TEST_OK;
}

static void hit_of(struct names_world *w, int32_t pid, uint64_t time, uint64_t ip)
{
	names_world__sample(w, time, (struct names_task){pid, pid, 0}, DEFER_MISC_USER, ip, NULL, 0,
			    0);
}

static void hit(struct names_world *w, uint64_t time, uint64_t ip)
{
	hit_of(w, JIT_PID, time, ip);
}

/* Writes the file, and reads the trace. */
static int world__read(struct names_world *w, struct builder *d)
{
	T_CHECK(folder__write_bytes(&w->folder, "symfs" PATH, d->data, d->size));
	builder__exit(d);
	return names_world__read(w, 0);
}

static const char *name_of(struct names_world *w, uint64_t ip)
{
	const struct frame *frame = names_world__hit(w, ip);

	if (!frame)
		return "(no sample)";
	return frame->sym ? frame->sym->name : frame__dso_name(frame);
}

/* ---- times ---- */

static int check_times(bool big)
{
	struct names_world w;
	struct builder d;

	T_RUN(world__init(&w, CLOCK_MONOTONIC));
	jit_writer__init(&d, big);
	jit_writer__load(&d, 1000, JIT_CODE, 0x100, 1, "first");
	jit_writer__load(&d, 1000, JIT_CODE + 0x100, 0x100, 2, "\x1b[31mred");
	jit_writer__load(&d, 2000, JIT_CODE + 0x80, 0x40, 3, "second");
	jit_writer__load(&d, 2500, JIT_CODE + 0x200, 0x10, 4, "");
	jit_writer__load(&d, 2500, JIT_CODE + 0x300, 0, 5, "nothing");
	jit_writer__load_of(&d, 2500, JIT_PID + 1, JIT_CODE + 0x400, 0x10, 6, "child");
	hit(&w, 999, JIT_CODE);
	hit(&w, 1000, JIT_CODE + 1);
	hit(&w, 1999, JIT_CODE + 0x80);
	hit(&w, 1999, JIT_CODE + 0x100);
	hit(&w, 2000, JIT_CODE + 0x81);
	hit(&w, 2001, JIT_CODE + 0x7f);
	hit(&w, 2001, JIT_CODE + 0xc0);
	hit(&w, 3000, JIT_CODE + 0x200);
	hit(&w, 3000, JIT_CODE + 0x300);
	hit(&w, 3000, JIT_CODE + 0x400);
	hit(&w, 3000, 0x400010);
	T_RUN(world__read(&w, &d));
	T_STREQ(name_of(&w, JIT_CODE), "[JIT] tid 101");
	T_STREQ(name_of(&w, JIT_CODE + 1), "first");
	T_STREQ(name_of(&w, JIT_CODE + 0x80), "first");
	T_STREQ(name_of(&w, JIT_CODE + 0x100), "?[31mred");
	T_STREQ(name_of(&w, JIT_CODE + 0x81), "second");
	T_STREQ(name_of(&w, JIT_CODE + 0x7f), "first");
	T_STREQ(name_of(&w, JIT_CODE + 0xc0), "first");
	T_STREQ(name_of(&w, JIT_CODE + 0x200), JIT_NAME);
	T_STREQ(name_of(&w, JIT_CODE + 0x300), "[JIT] tid 101");
	T_STREQ(name_of(&w, JIT_CODE + 0x400), "[JIT] tid 101");
	T_STREQ(name_of(&w, 0x400010), "js");
	T_EQ(w.session->jitdumps->nr, 1);
	T_EQ(w.session->jitdumps->refused, 0);
	names_world__exit(&w);
	return TEST_OK;
}

static int test_times(void)
{
	return check_times(false);
}

static int test_byte_order(void)
{
	return check_times(true);
}

static int test_move(void)
{
	struct names_world w;
	struct builder d;

	T_RUN(world__init(&w, CLOCK_MONOTONIC));
	jit_writer__init(&d, false);
	jit_writer__load(&d, 1000, JIT_CODE, 0x100, 7, "moved");
	jit_writer__load(&d, 1000, JIT_CODE + 0x100, 0x100, 8, "other");
	jit_writer__move(&d, 2000, JIT_CODE, JIT_CODE + 0x1000, 0x100, 7);
	jit_writer__move(&d, 2000, JIT_CODE + 0x100, JIT_CODE + 0x2000, 0x100, 9);
	hit(&w, 1999, JIT_CODE);
	hit(&w, 1999, JIT_CODE + 0x1000);
	hit(&w, 2000, JIT_CODE + 1);
	hit(&w, 2000, JIT_CODE + 0x10ff);
	hit(&w, 2001, JIT_CODE + 0x100);
	hit(&w, 2001, JIT_CODE + 0x2000);
	T_RUN(world__read(&w, &d));
	T_STREQ(name_of(&w, JIT_CODE), "moved");
	T_STREQ(name_of(&w, JIT_CODE + 0x1000), "[JIT] tid 101");
	T_STREQ(name_of(&w, JIT_CODE + 1), "[JIT] tid 101");
	T_STREQ(name_of(&w, JIT_CODE + 0x10ff), "moved");
	T_STREQ(name_of(&w, JIT_CODE + 0x100), "[JIT] tid 101");
	T_STREQ(name_of(&w, JIT_CODE + 0x2000), "[JIT] tid 101");
	names_world__exit(&w);
	return TEST_OK;
}

static int test_close(void)
{
	struct names_world w;
	struct builder d;

	T_RUN(world__init(&w, CLOCK_MONOTONIC));
	jit_writer__init(&d, false);
	jit_writer__load(&d, 1000, JIT_CODE, 0x100, 1, "closed");
	jit_writer__close(&d, 2000);
	jit_writer__load(&d, 3000, JIT_CODE, 0x100, 2, "behind");
	hit(&w, 1999, JIT_CODE);
	hit(&w, 2000, JIT_CODE + 1);
	hit(&w, 3000, JIT_CODE + 2);
	T_RUN(world__read(&w, &d));
	T_STREQ(name_of(&w, JIT_CODE), "closed");
	T_STREQ(name_of(&w, JIT_CODE + 1), "[JIT] tid 101");
	T_STREQ(name_of(&w, JIT_CODE + 2), "[JIT] tid 101");
	names_world__exit(&w);
	return TEST_OK;
}

/* An index that is loaded again stands for the later code. */
static int test_index(void)
{
	struct names_world w;
	struct builder d;

	T_RUN(world__init(&w, CLOCK_MONOTONIC));
	jit_writer__init(&d, false);
	jit_writer__load(&d, 1000, JIT_CODE, 0x100, 7, "earlier");
	jit_writer__load(&d, 1000, JIT_CODE + 0x100, 0x100, 8, "between");
	jit_writer__load(&d, 1500, JIT_CODE + 0x200, 0x100, 7, "later");
	jit_writer__move(&d, 2000, JIT_CODE + 0x200, JIT_CODE + 0x1000, 0x100, 7);
	jit_writer__move(&d, 2000, JIT_CODE + 0x100, JIT_CODE + 0x2000, 0x100, 8);
	hit(&w, 2001, JIT_CODE);
	hit(&w, 2001, JIT_CODE + 0x200);
	hit(&w, 2001, JIT_CODE + 0x1000);
	hit(&w, 2001, JIT_CODE + 0x2000);
	T_RUN(world__read(&w, &d));
	T_STREQ(name_of(&w, JIT_CODE), "earlier");
	T_STREQ(name_of(&w, JIT_CODE + 0x200), "[JIT] tid 101");
	T_STREQ(name_of(&w, JIT_CODE + 0x1000), "later");
	T_STREQ(name_of(&w, JIT_CODE + 0x2000), "between");
	names_world__exit(&w);
	return TEST_OK;
}

/* Writes the file of process @pid, whose code has the name @name, and maps it. */
static int second_file(struct names_world *w, int32_t pid, const char *path, const char *name)
{
	const struct names_task other = {pid, pid, 0};
	struct builder d;
	char below[64];

	names_world__comm(w, 100, other, "js", true);
	names_world__mmap(w, 130, other, DEFER_MISC_USER, JIT_CODE, 0x100000, "//anon");
	names_world__mmap(w, 140, other, DEFER_MISC_USER, 0x7f0000000000, 0x1000, path);
	jit_writer__init(&d, false);
	builder__poke_u32(&d, JIT_HEADER_PID, pid);
	jit_writer__load_of(&d, 1000, pid, JIT_CODE, 0x100, 1, name);
	snprintf(below, sizeof(below), "symfs%s", path);
	T_CHECK(folder__write_bytes(&w->folder, below, d.data, d.size));
	builder__exit(&d);
	return TEST_OK;
}

/* Each process has its own files, of whatever name; one that is mapped twice is read once. */
static int test_files(void)
{
	struct names_world w;
	struct builder d;

	T_RUN(world__init(&w, CLOCK_MONOTONIC));
	names_world__mmap(&w, 150, task, DEFER_MISC_USER, 0x7f1000000000, 0x1000, PATH);
	T_RUN(second_file(&w, 300, "/tmp/jit-300.dump", "of 300"));
	T_RUN(second_file(&w, 99, "/tmp/jit-99.dump", "of 99"));
	jit_writer__init(&d, false);
	jit_writer__load(&d, 1000, JIT_CODE, 0x100, 1, "of 101");
	names_world__mmap(&w, 160, (struct names_task){300, 300, 0}, DEFER_MISC_USER,
			  0x7f1000000000, 0x1000, "/tmp/jit-300.dump");
	hit(&w, 2000, JIT_CODE);
	hit_of(&w, 300, 2000, JIT_CODE + 1);
	hit_of(&w, 99, 2000, JIT_CODE + 2);
	T_RUN(world__read(&w, &d));
	T_STREQ(name_of(&w, JIT_CODE), "of 101");
	T_STREQ(name_of(&w, JIT_CODE + 1), "of 300");
	T_STREQ(name_of(&w, JIT_CODE + 2), "of 99");
	T_EQ(w.session->jitdumps->nr, 3);
	T_EQ(w.session->jitdumps->refused, 0);
	names_world__exit(&w);
	return TEST_OK;
}

/* ---- other records of the trace ---- */

/* The kernel writes the map of anonymous memory again when its protection changes. */
static int test_maps(void)
{
	struct names_world w;
	struct builder d;

	T_RUN(world__init(&w, CLOCK_MONOTONIC));
	jit_writer__init(&d, false);
	jit_writer__load(&d, 1000, JIT_CODE, 0x100, 1, "stays");
	jit_writer__load(&d, 1000, JIT_CODE + 0x1000, 0x100, 2, "replaced");
	jit_writer__load(&d, 1000, JIT_CODE + 0x2000, 0x100, 3, "beside");
	jit_writer__load(&d, 1000, 0x400100, 0x100, 4, "builtin");
	names_world__mmap(&w, 2000, task, DEFER_MISC_USER, JIT_CODE, 0x200000, "//anon");
	names_world__mmap(&w, 2000, task, DEFER_MISC_USER, JIT_CODE + 0x1000, 0x1000,
			  "/lib/new.so");
	names_world__mmap(&w, 2000, task, DEFER_MISC_USER, 0x400000, 0x10000, "/bin/js");
	hit(&w, 1999, JIT_CODE + 0x1000);
	hit(&w, 2000, JIT_CODE);
	hit(&w, 2001, JIT_CODE + 0x1001);
	hit(&w, 2001, JIT_CODE + 0x2000);
	hit(&w, 2001, JIT_CODE + 0x110000);
	hit(&w, 2001, 0x400100);
	names_world__comm(&w, 4000, task, "other", true);
	names_world__mmap(&w, 4000, task, DEFER_MISC_USER, JIT_CODE, 0x100000, "//anon");
	hit(&w, 4001, JIT_CODE + 2);
	T_RUN(world__read(&w, &d));
	T_STREQ(name_of(&w, JIT_CODE + 0x1000), "replaced");
	T_STREQ(name_of(&w, JIT_CODE), "stays");
	T_STREQ(name_of(&w, JIT_CODE + 0x1001), "new.so");
	T_STREQ(name_of(&w, JIT_CODE + 0x2000), "beside");
	T_STREQ(name_of(&w, JIT_CODE + 0x110000), "[JIT] tid 101");
	T_STREQ(name_of(&w, 0x400100), "builtin");
	T_STREQ(name_of(&w, JIT_CODE + 2), "[JIT] tid 101");
	names_world__exit(&w);
	return TEST_OK;
}

/* A child has its parent's code, and not what the parent loads later. */
static int test_fork(void)
{
	const struct names_task child = {102, 102, 0};
	struct names_world w;
	struct builder d;

	T_RUN(world__init(&w, CLOCK_MONOTONIC));
	jit_writer__init(&d, false);
	jit_writer__load(&d, 1000, JIT_CODE, 0x100, 1, "before");
	jit_writer__load(&d, 3000, JIT_CODE, 0x80, 2, "after");
	jit_writer__load(&d, 3000, JIT_CODE + 0x100, 0x80, 3, "beside");
	names_world__fork(&w, 2000, task, child);
	names_world__mmap(&w, 4000, child, DEFER_MISC_USER, JIT_CODE, 0x40, "/lib/new.so");
	hit_of(&w, 102, 3500, JIT_CODE);
	hit_of(&w, 102, 3500, JIT_CODE + 0x100);
	hit_of(&w, 102, 4500, JIT_CODE + 1);
	hit_of(&w, 102, 4500, JIT_CODE + 0x40);
	hit(&w, 4500, JIT_CODE + 2);
	hit(&w, 4500, JIT_CODE + 0x101);
	hit(&w, 4500, JIT_CODE + 0x80);
	T_RUN(world__read(&w, &d));
	T_STREQ(name_of(&w, JIT_CODE), "before");
	T_STREQ(name_of(&w, JIT_CODE + 0x100), "[JIT] tid 101");
	T_STREQ(name_of(&w, JIT_CODE + 1), "new.so");
	T_STREQ(name_of(&w, JIT_CODE + 0x40), "before");
	T_STREQ(name_of(&w, JIT_CODE + 2), "after");
	T_STREQ(name_of(&w, JIT_CODE + 0x101), "beside");
	T_STREQ(name_of(&w, JIT_CODE + 0x80), "before");
	names_world__exit(&w);
	return TEST_OK;
}

/* ---- clocks ---- */

/* The counter goes on by 4 in a ns, and began at 1000 ns; its lower 16 bits are known. */
static void time_conv(struct names_world *w, bool is_short)
{
	builder__begin(&w->b, 79, 0);
	builder__u64(&w->b, 10);
	builder__u64(&w->b, 256);
	builder__u64(&w->b, 1000);
	builder__u64(&w->b, 0x20000);
	builder__u64(&w->b, 0xffff);
	builder__u8(&w->b, 1);
	builder__u8(&w->b, is_short);
	builder__zeros(&w->b, 6);
	builder__end(&w->b);
}

static int check_refused(struct names_world *w, struct builder *d, const char *why)
{
	hit(w, 2000, JIT_CODE);
	T_RUN(world__read(w, d));
	T_STREQ(name_of(w, JIT_CODE), "[JIT] tid 101");
	T_EQ(w->session->jitdumps->refused, 1);
	T_CHECK(strstr(w->session->jitdumps->why.text, PATH));
	T_CHECK(strstr(w->session->jitdumps->why.text, why));
	T_EQ(w->session->damage.nr, 0);
	names_world__exit(w);
	return TEST_OK;
}

static int test_other_clock(void)
{
	static const int32_t clocks[] = {-1, CLOCK_REALTIME, CLOCK_MONOTONIC_RAW, CLOCK_BOOTTIME};
	struct names_world w;
	struct builder d;

	for (size_t i = 0; i < sizeof(clocks) / sizeof(*clocks); i++) {
		T_RUN(world__init(&w, clocks[i]));
		jit_writer__init(&d, false);
		jit_writer__load(&d, 1000, JIT_CODE, 0x100, 1, "misplaced");
		T_RUN(check_refused(&w, &d, "record with -k mono"));
	}
	T_RUN(world__init(&w, CLOCK_MONOTONIC));
	jit_writer__init(&d, false);
	builder__poke_u64(&d, JIT_HEADER_FLAGS, 1);
	jit_writer__load(&d, 1000, JIT_CODE, 0x100, 1, "misplaced");
	T_RUN(check_refused(&w, &d, "CPU's counter"));
	T_RUN(world__init(&w, CLOCK_MONOTONIC));
	time_conv(&w, false);
	jit_writer__init(&d, false);
	builder__poke_u64(&d, JIT_HEADER_FLAGS, 1);
	jit_writer__load(&d, 1000, JIT_CODE, 0x100, 1, "misplaced");
	T_RUN(check_refused(&w, &d, "CPU's counter"));
	T_RUN(world__init(&w, -1));
	jit_writer__init(&d, false);
	builder__poke_u64(&d, JIT_HEADER_FLAGS, 1);
	jit_writer__load(&d, 1000, JIT_CODE, 0x100, 1, "misplaced");
	return check_refused(&w, &d, "CPU's counter");
}

static int check_counter(uint64_t count, uint64_t ns, bool is_short)
{
	struct names_world w;
	struct builder d;

	T_RUN(world__init(&w, -1));
	time_conv(&w, is_short);
	jit_writer__init(&d, false);
	builder__poke_u64(&d, JIT_HEADER_FLAGS, 1);
	jit_writer__load(&d, count, JIT_CODE, 0x100, 1, "counted");
	hit(&w, ns - 1, JIT_CODE);
	hit(&w, ns, JIT_CODE + 1);
	T_RUN(world__read(&w, &d));
	T_STREQ(name_of(&w, JIT_CODE), "[JIT] tid 101");
	T_STREQ(name_of(&w, JIT_CODE + 1), "counted");
	names_world__exit(&w);
	return TEST_OK;
}

static int test_counter(void)
{
	T_RUN(check_counter(4096 + 8, 1000 + 1024 + 2, false));
	return check_counter(8, 1000 + (0x20000 + 8) / 4, true);
}

/* ---- faults ---- */

/* What stands before a fault counts, and the fault is told. */
static int test_fault(void)
{
	struct names_world w;
	struct builder d;

	T_RUN(world__init(&w, CLOCK_MONOTONIC));
	jit_writer__init(&d, false);
	jit_writer__load(&d, 1000, JIT_CODE, 0x100, 1, "good");
	builder__poke_u32(&d, jit_writer__load(&d, 1000, JIT_CODE + 0x100, 0x100, 1, "bad") + 4, 3);
	hit(&w, 2000, JIT_CODE);
	hit(&w, 2000, JIT_CODE + 0x100);
	T_RUN(world__read(&w, &d));
	T_STREQ(name_of(&w, JIT_CODE), "good");
	T_STREQ(name_of(&w, JIT_CODE + 0x100), "[JIT] tid 101");
	T_EQ(w.session->jitdumps->refused, 1);
	T_EQ(w.session->jitdumps->why.code, DEFER_ERR_CORRUPT);
	names_world__exit(&w);
	return TEST_OK;
}

/* ---- many ---- */

static size_t heap_size(void)
{
	const struct mallinfo2 info = mallinfo2();

	return info.uordblks + info.hblkhd;
}

/* Reads a trace with @nr functions in one piece of anonymous memory. Sets the memory that it takes, bytes. */
static int read_many(unsigned int nr, size_t *bytes)
{
	const size_t before = heap_size();
	struct names_world w;
	struct builder d;

	T_RUN(world__init(&w, CLOCK_MONOTONIC));
	names_world__mmap(&w, 140, task, DEFER_MISC_USER, JIT_CODE, (uint64_t)nr * 64, "//anon");
	jit_writer__init(&d, false);
	for (unsigned int i = 0; i < nr; i++)
		jit_writer__load(&d, 1000 + i, JIT_CODE + i * 64ULL, 64, i, "function");
	hit(&w, 1000 + nr / 2, JIT_CODE + nr / 2 * 64);
	hit(&w, 1000 + nr / 2, JIT_CODE + (nr / 2 + 1) * 64);
	T_RUN(world__read(&w, &d));
	T_STREQ(name_of(&w, JIT_CODE + nr / 2 * 64), "function");
	T_STREQ(name_of(&w, JIT_CODE + (nr / 2 + 1) * 64), "[JIT] tid 101");
	*bytes = heap_size() - before;
	names_world__exit(&w);
	return TEST_OK;
}

/* A function costs the same, however many there are, and wherever they lie. */
static int test_many(void)
{
	size_t less, more;

	T_RUN(read_many(10000, &less));
	T_RUN(read_many(20000, &more));
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
	/* Where the heap's size is not told, there is nothing to check. */
	T_CHECK(more > less || !heap_size());
	T_CHECK((more - less) / 10000 < 700 || !heap_size());
#endif
	return TEST_OK;
}

/* A function is looked up once, however many were loaded while it ran. */
static int test_place(void)
{
	const uint64_t chain[] = {DEFER_CONTEXT_USER, JIT_CODE, JIT_CODE + 0x100, 0x400010,
				  0x400020};
	struct names_world w;
	struct builder d;
	uint32_t few;

	T_RUN(world__init(&w, CLOCK_MONOTONIC));
	jit_writer__init(&d, false);
	jit_writer__load(&d, 200, JIT_CODE, 0x100, 1, "inner");
	jit_writer__load(&d, 200, JIT_CODE + 0x100, 0x100, 2, "outer");
	for (unsigned int i = 0; i < 1000; i++) {
		jit_writer__load(&d, 1000 + i, JIT_CODE + 0x1000 + i * 64, 64, 3 + i, "more");
		names_world__sample(&w, 1000 + i, task, DEFER_MISC_USER, JIT_CODE, chain, 5, 0);
	}
	T_RUN(world__read(&w, &d));
	few = resolve__nr(w.resolve);
	T_CHECK(few <= 5);
	T_EQ(w.session->jitdumps->refused, 0);
	names_world__exit(&w);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"code has a name from its LOAD until it is replaced", test_times},
	{"the other byte order", test_byte_order},
	{"MOVE", test_move},
	{"CLOSE ends all code", test_close},
	{"an index that is used twice", test_index},
	{"files of several processes", test_files},
	{"maps of files end code, those of anonymous memory do not", test_maps},
	{"children", test_fork},
	{"times of another clock are refused", test_other_clock},
	{"times of the CPU's counter", test_counter},
	{"what is before a fault counts", test_fault},
	{"memory for many functions", test_many},
	{"a function is looked up once", test_place},
	{0},
};

const struct test_suite suite__jitdump = {
	.name = "jitdump",
	.desc = "what JITs dump about their code",
	.cases = cases,
};
