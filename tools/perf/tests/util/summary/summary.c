// SPDX-License-Identifier: GPL-2.0-only
/* The sentences of report --summary for small traces whose truth is known. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <perf/defer-sample.h>

#include "tests/builder.h"
#include "tests/tests.h"
#include "tests/trial.h"

#define NR_SLICES 16
#define SLICE	  100000000ULL /* ns */

/* Samples of one slice of the time: by thread, in user mode and in the kernel. */
struct slice {
	unsigned int user[2], kernel[2];
};

struct told {
	const struct slice *slices;
	unsigned int nr;
	bool no_time;
	const char *text;
};

static uint64_t types_of(const struct told *told)
{
	return DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_CPU |
	       (told->no_time ? 0 : DEFER_SAMPLE_TIME);
}

/* Adds @nr samples that are spread evenly over the slice at @time. */
static void add(struct builder *b, const struct defer_attr *attr, unsigned int nr, uint64_t time,
		uint32_t tid, bool kernel)
{
	for (unsigned int i = 0; i < nr; i++) {
		const struct defer_sample sample = {
			.misc = kernel ? DEFER_MISC_KERNEL : DEFER_MISC_USER,
			.ip = kernel ? 0xffffffff81000000 : 0x401000,
			.pid = tid ? 7 : 0,
			.tid = tid,
			.time = time + i * (SLICE / nr),
			.cpu = tid,
		};

		builder__sample(b, attr, &sample);
	}
}

static void build(struct builder *b, const struct told *told)
{
	const struct builder_event event = {
		.attr = {.type = DEFER_TYPE_SOFTWARE,
			 .size = DEFER_ATTR_SIZE_VER9,
			 .sample_period = 1,
			 .sample_type = types_of(told),
			 .flags = DEFER_ATTR_SAMPLE_ID_ALL},
	};

	builder__init(b, false);
	builder__begin_file(b, &event, 1);
	for (unsigned int i = 0; i < told->nr; i++) {
		const struct slice *slice = &told->slices[i];

		for (int thread = 0; thread < 2; thread++) {
			add(b, &event.attr, slice->user[thread], 1000 + i * SLICE, 7 + thread,
			    false);
			add(b, &event.attr, slice->kernel[thread], 1000 + i * SLICE, 7 + thread,
			    true);
		}
	}
	builder__end_file(b);
}

/* The symbols of the kernel, in a file that is nowhere. */
static int kallsyms(void)
{
	static const char text[] = "ffffffff81000000 T _text\nffffffff81000000 T do_work\n"
				   "ffffffff81000100 T other\nffffffff81000200 T end\n";
	int fd = memfd_create("kallsyms", 0);

	if (fd < 0 || write(fd, text, sizeof(text) - 1) != sizeof(text) - 1)
		abort();
	return fd;
}

/* Checks all that is printed, on both streams. */
static int check(const struct told *told)
{
	char command[256], said[8192];
	struct builder b;
	FILE *pipe;
	int fd, names = kallsyms();

	build(&b, told);
	fd = trial__memfd(&b);
	builder__exit(&b);
	snprintf(command, sizeof(command),
		 "\"$PERF_DEFER\" report --summary -i /proc/self/fd/%d "
		 "--kallsyms /proc/self/fd/%d 2>&1",
		 fd, names);
	pipe = popen(command, "r");
	if (!pipe)
		abort();
	said[fread(said, 1, sizeof(said) - 1, pipe)] = '\0';
	close(fd);
	close(names);
	if (pclose(pipe))
		T_FAIL("%s", said);
	T_STREQ(said, told->text);
	return TEST_OK;
}

/* ---- the time ---- */

static void fill(struct slice slices[NR_SLICES], struct slice slice)
{
	for (int i = 0; i < NR_SLICES; i++)
		slices[i] = slice;
}

/* As many samples at any time, of both threads alike. */
static int test_steady(void)
{
	struct slice slices[NR_SLICES];

	fill(slices, (struct slice){{40, 30}, {20, 10}});
	T_RUN(check(&(struct told){
		slices, NR_SLICES, false,
		"1600 samples of cpu-clock; the trace: 1.60 s, 2 CPUs, 2 threads\n"
		" uuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuukkkkkkkkkkkkkkkkkkkkkkk\n"
		" u user 70.00%  k kernel 30.00%  i idle 0.00%  ? no user stack 0.00%\n"
		" 1  40.00% in 0x401000 (:7)\n"
		" p  No user code is known to enter the kernel\n"
		" 7  No entry into the kernel is known by a deferred stack\n"
		" 6  Steady: 1002 samples a second, and nothing stands out in time\n"
		" 4  No sample has a user stack to know\n"}));
	return check(&(struct told){
		slices, NR_SLICES, true,
		"1600 samples of cpu-clock; the trace: 2 CPUs, 2 threads\n"
		" uuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuukkkkkkkkkkkkkkkkkkkkkkk\n"
		" u user 70.00%  k kernel 30.00%  i idle 0.00%  ? no user stack 0.00%\n"
		" 1  40.00% in 0x401000 (:7)\n"
		" p  No user code is known to enter the kernel\n"
		" 7  No entry into the kernel is known by a deferred stack\n"
		" 6  The samples have no times\n"
		" 4  No sample has a user stack to know\n"});
}

/* Samples below 200 are too few for four slices of 50. */
static int test_few(void)
{
	static const struct slice few[] = {{{100, 99}, {0}}}, none[] = {{{1, 0}, {0}}};

	T_RUN(check(&(struct told){
		few, 1, false,
		"199 samples of cpu-clock; the trace: 99.00 ms, 2 CPUs, 2 threads\n"
		" uuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuu\n"
		" u user 100.00%  k kernel 0.00%  i idle 0.00%  ? no user stack 0.00%\n"
		" 1  50.25% in 0x401000 (:7)\n"
		" p  No user code is known to enter the kernel\n"
		" 7  No entry into the kernel is known by a deferred stack\n"
		" 6  199 samples are too few to tell a change in time\n"
		" 4  No sample has a user stack to know\n"}));
	return check(&(struct told){
		none, 1, false,
		"1 sample of cpu-clock; the trace: 0 ns, 1 CPU, 1 thread\n"
		" uuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuu\n"
		" u user 100.00%  k kernel 0.00%  i idle 0.00%  ? no user stack 0.00%\n"
		" 1  100.00% in 0x401000 (:7)\n"
		" p  No user code is known to enter the kernel\n"
		" 7  No entry into the kernel is known by a deferred stack\n"
		" 6  1 samples are too few to tell a change in time\n"
		" 4  No sample has a user stack to know\n"});
}

/* The slices that have more, or fewer, are told as a whole. */
static int test_rate(void)
{
	struct slice slices[NR_SLICES];

	fill(slices, (struct slice){{60, 40}, {0}});
	slices[5].user[0] = slices[6].user[0] = 160;
	slices[5].user[1] = slices[6].user[1] = 100;
	T_RUN(check(&(struct told){
		slices, NR_SLICES, false,
		"1920 samples of cpu-clock; the trace: 1.60 s, 2 CPUs, 2 threads\n"
		" uuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuu\n"
		" u user 100.00%  k kernel 0.00%  i idle 0.00%  ? no user stack 0.00%\n"
		" 1  60.42% in 0x401000 (:7)\n"
		" p  No user code is known to enter the kernel\n"
		" 7  No entry into the kernel is known by a deferred stack\n"
		" 6  From +0.499 to +0.699 s there are 519 samples, 116% more than on average\n"
		" 4  No sample has a user stack to know\n"}));
	fill(slices, (struct slice){{60, 40}, {0}});
	slices[12] = slices[13] = slices[14] = (struct slice){{6, 4}, {0}};
	return check(&(struct told){
		slices, NR_SLICES, false,
		"1330 samples of cpu-clock; the trace: 1.60 s, 2 CPUs, 2 threads\n"
		" uuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuu\n"
		" u user 100.00%  k kernel 0.00%  i idle 0.00%  ? no user stack 0.00%\n"
		" 1  60.00% in 0x401000 (:7)\n"
		" p  No user code is known to enter the kernel\n"
		" 7  No entry into the kernel is known by a deferred stack\n"
		" 6  From +1.199 to +1.498 s there are 30 samples, 88% fewer than on average\n"
		" 4  No sample has a user stack to know\n"});
}

/* A mode, or a thread, that has another share for a while. */
static int test_shares(void)
{
	struct slice slices[NR_SLICES];

	fill(slices, (struct slice){{50, 50}, {0}});
	slices[3] = slices[4] = (struct slice){{10, 20}, {40, 30}};
	T_RUN(check(&(struct told){
		slices, NR_SLICES, false,
		"1600 samples of cpu-clock; the trace: 1.60 s, 2 CPUs, 2 threads\n"
		" uuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuukkkkkkk\n"
		" u user 91.25%  k kernel 8.75%  i idle 0.00%  ? no user stack 0.00%\n"
		" 1  46.25% in 0x401000 (:8)\n"
		" p  No user code is known to enter the kernel\n"
		" 7  No entry into the kernel is known by a deferred stack\n"
		" 6  From +0.300 to +0.499 s kernel mode has 70% of the 200 samples; of all it has 9%\n"
		" 4  No sample has a user stack to know\n"}));
	fill(slices, (struct slice){{70, 30}, {0}});
	slices[9] = slices[10] = slices[11] = (struct slice){{5, 95}, {0}};
	return check(&(struct told){
		slices, NR_SLICES, false,
		"1600 samples of cpu-clock; the trace: 1.60 s, 2 CPUs, 2 threads\n"
		" uuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuu\n"
		" u user 100.00%  k kernel 0.00%  i idle 0.00%  ? no user stack 0.00%\n"
		" 1  57.81% in 0x401000 (:7)\n"
		" p  No user code is known to enter the kernel\n"
		" 7  No entry into the kernel is known by a deferred stack\n"
		" 6  From +0.899 to +1.199 s :7(7) has 5% of the 299 samples; of all it has 58%\n"
		" 4  No sample has a user stack to know\n"});
}

static const struct test_case cases[] = {
	{"a steady trace, with times and without", test_steady},
	{"few samples", test_few},
	{"a time with more samples, or fewer", test_rate},
	{"a time with other shares", test_shares},
	{0},
};

const struct test_suite suite__summary = {"summary", "Sentences of a summary", cases};
