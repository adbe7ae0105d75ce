// SPDX-License-Identifier: GPL-2.0-only
#include <pty.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "tests/tests.h"
#include "ui/stdio/control-answer.h"
#include "ui/stdio/record-status.h"

/* ---- what is printed before and after ---- */

struct words {
	char *text;
	size_t size;
	FILE *out;
};

static FILE *words__open(struct words *words)
{
	*words = (struct words){0};
	words->out = open_memstream(&words->text, &words->size);
	return words->out;
}

static int words__check(struct words *words, const char *want)
{
	fclose(words->out);
	T_STREQ(words->text, want);
	free(words->text);
	return TEST_OK;
}

static int test_faults(void)
{
	struct faults faults;
	struct words words;

	faults__init(&faults);
	T_EQ(faults__add(&faults, "a line\nanother line", "do something", "it is %s",
			 "bad\033[31m"),
	     0);
	T_EQ(faults__add(&faults, NULL, "", "it is worse"), 0);
	T_CHECK(words__open(&words));
	faults__fprintf(&faults, words.out);
	faults__exit(&faults);
	return words__check(&words, "perf-defer: cannot record: 2 problems; nothing was opened, "
				    "created or started\n"
				    "  1. it is bad.[31m\n"
				    "      a line\n"
				    "      another line\n"
				    "   -> do something\n"
				    "  2. it is worse\n");
}

static int check_defer(enum plan_defer defer, bool kernel_only, const char *why,
		       const char *why_in_place, const char *want)
{
	const struct record_opts opts = {.kernel_callchains_only = kernel_only};
	const struct plan plan = {.defer = defer, .why_not_deferred = why};
	struct words words;

	T_CHECK(words__open(&words));
	plan__print_defer(&plan, &opts, why_in_place, words.out);
	return words__check(&words, want);
}

static int test_defer(void)
{
	T_RUN(check_defer(PLAN_DEFERRED, false, NULL, NULL,
			  "[ perf defer record: User callchains are DEFERRED until tasks return "
			  "to user mode ]\n"));
	T_RUN(check_defer(PLAN_IN_PLACE, false, "the kernel is old", NULL,
			  "[ perf defer record: User callchains are taken in place: the kernel is "
			  "old ]\n"));
	T_RUN(check_defer(
		PLAN_IN_PLACE, false, "the kernel is old", "you say so",
		"[ perf defer record: User callchains are taken in place: you say so ]\n"));
	T_RUN(check_defer(PLAN_DEFERRED, true, NULL, NULL,
			  "[ perf defer record: Kernel callchains only: --kernel-callchains asks "
			  "for it ]\n"));
	T_RUN(check_defer(PLAN_DUMPED, false, NULL, NULL,
			  "[ perf defer record: User stacks are COPIED, and unwound when they are "
			  "shown ]\n"));
	T_RUN(check_defer(PLAN_BRANCHES, false, NULL, NULL,
			  "[ perf defer record: User callchains are in branch records (LBR) ]\n"));
	return check_defer(PLAN_NO_CHAINS, false, NULL, NULL,
			   "[ perf defer record: No callchains: --no-call-graph asks for none ]\n");
}

static int check_stats(const struct recorder_stats *stats, const struct record_opts *opts,
		       const char *want)
{
	const struct plan plan = {.mmap_pages = 512 * 1024 / sysconf(_SC_PAGESIZE)};
	struct words words;

	T_CHECK(words__open(&words));
	recorder_stats__fprintf(stats, opts, &plan, words.out);
	return words__check(&words, want);
}

/* The outcome of all samples: the numbers add up. */
static int test_dropped(void)
{
	struct record_opts opts = {.output = "perf.data"};
	struct recorder_stats stats = {
		.bytes = 1572864,
		.samples = 9000,
		.deferred_samples = 4000,
		.answered = 3000,
		.dropped = 2000,
		.why_dropped = "ulimit -f",
	};

	T_RUN(check_stats(
		&stats, &opts,
		"[ perf defer record: Captured and wrote 1.500 MB perf.data (7000 "
		"samples) ]\n"
		"[ perf defer record: Of 9,000 samples, 7,000 were kept and 2,000 DROPPED "
		"(ulimit -f) ]\n"
		"[ perf defer record: User callchains came for 75.0% of 4,000 deferred "
		"samples, not for 1,000 of them, including dropped ones; perf defer audit "
		"refuses those that came after an exec ]\n"));
	stats.deferred_samples = stats.answered = 0;
	stats.lost_samples = 500;
	return check_stats(&stats, &opts,
			   "[ perf defer record: Captured and wrote 1.500 MB perf.data (7000 "
			   "samples) ]\n"
			   "[ perf defer record: Of 9,500 samples, 7,000 were kept and 2,000 "
			   "DROPPED (ulimit -f), 500 LOST (full buffers) ]\n"
			   "[ perf defer record: The kernel counted 500 lost samples ]\n");
}

static int check_empty(const struct recorder_stats *stats, int argc, const char *why)
{
	const struct record_opts opts = {.output = "perf.data", .argc = argc};
	char want[400];

	snprintf(want, sizeof(want),
		 "[ perf defer record: Captured and wrote 1.000 MB perf.data ]\n"
		 "[ perf defer record: No samples: %s ]\n",
		 why);
	return check_stats(stats, &opts, want);
}

/* The reason why there are no samples. */
static int test_empty(void)
{
	struct recorder_stats stats = {.bytes = 1 << 20, .recorded_ns = 12345678};

	T_RUN(check_empty(&stats, 1, "no event happened, or none while it was enabled"));
	T_RUN(check_empty(&stats, 0,
			  "no event happened, or none while it was enabled; all recorded tasks "
			  "had ended after 12 ms"));
	stats.end = RECORDER_SIGNALED;
	stats.counted = 4321;
	T_RUN(check_empty(&stats, 0,
			  "the events counted 4,321, which is less than a period (-c, -F)"));
	stats.left_behind = true;
	return check_empty(
		&stats, 1,
		"the kernel ended the events when the command began a program with "
		"other privileges (set-user-ID, capabilities, or not readable); root can "
		"record it");
}

static int test_stats(void)
{
	struct record_opts opts = {.output = "perf.data"};
	struct recorder_stats stats = {.bytes = 1572864, .raw_bytes = 3145728};

	/* There may be no events at all. */
	opts.no_samples = true;
	T_RUN(check_stats(&stats, &opts,
			  "[ perf defer record: Captured and wrote 1.500 MB perf.data ]\n"));
	opts.no_samples = false;
	stats.samples = stats.deferred_samples = stats.answered = 1234567;
	T_RUN(check_stats(
		&stats, &opts,
		"[ perf defer record: Captured and wrote 1.500 MB perf.data (1234567 "
		"samples) ]\n"
		"[ perf defer record: User callchains came for 100.0% of 1,234,567 "
		"deferred samples; perf defer audit refuses those that came after an exec "
		"]\n"));

	/* One that is missing is not rounded away. */
	stats.answered--;
	stats.nr_files = 3;
	opts.compress_level = 1;
	T_RUN(check_stats(
		&stats, &opts,
		"[ perf defer record: Captured and wrote 1.500 MB perf.data in 3 files "
		"(1234567 samples), compressed (original 3.000 MB, ratio is 2.000) ]\n"
		"[ perf defer record: User callchains came for 99.9% of 1,234,567 "
		"deferred samples, not for 1 of them; perf defer audit refuses those that came "
		"after an exec ]\n"));

	stats = (struct recorder_stats){
		.end = RECORDER_MAX_SIZE,
		.bytes = 1048576,
		.samples = 100,
		.deferred_samples = 100,
		.answered = 90,
		.pending = 1,
		.drained_ns = 100400000,
	};
	opts = (struct record_opts){.output = "perf.data", .max_size = 1048576};
	return check_stats(
		&stats, &opts,
		"[ perf defer record: Stopped: the file reached its --max-size of 1M ]\n"
		"[ perf defer record: Captured and wrote 1.000 MB perf.data (100 "
		"samples) ]\n"
		"[ perf defer record: User callchains came for 90.0% of 100 deferred "
		"samples, not for 10 of them; 1 task did not return to user mode within 100 ms "
		"(--drain); perf defer audit refuses those that came after an exec ]\n");
}

static int test_lost(void)
{
	const struct record_opts opts = {.output = "perf.data"};
	struct recorder_cpu_loss cpus[10] = {{.cpu = 1, .losses = 1, .lost = 1000},
					     {.cpu = -1, .losses = 2, .lost = 5}};
	struct recorder_stats stats = {
		.bytes = 1048576,
		.lost = 1005,
		.lost_samples = 1007,
		.cpus = cpus,
		.nr_cpus = 2,
		.needed_mmap_bytes = 4 << 20,
	};

	T_RUN(check_stats(&stats, &opts,
			  "[ perf defer record: Captured and wrote 1.000 MB perf.data ]\n"
			  "[ perf defer record: LOST 1,005 records, because buffers were full: CPU "
			  "1 1,000 (1 time), any CPU 5 (2 times); -m 4M would have held them, it "
			  "was 512K ]\n"
			  "[ perf defer record: The kernel counted 1,007 lost samples ]\n"));

	for (int i = 0; i < 10; i++)
		cpus[i] = (struct recorder_cpu_loss){.cpu = i, .losses = 1, .lost = 1};
	stats.lost = 13;
	stats.lost_tracking = 3;
	stats.nr_cpus = 10;
	stats.lost_samples = stats.needed_mmap_bytes = 0;
	return check_stats(
		&stats, &opts,
		"[ perf defer record: Captured and wrote 1.000 MB perf.data ]\n"
		"[ perf defer record: LOST 10 records, because buffers were full: CPU 0 "
		"1 (1 time), CPU 1 1 (1 time), CPU 2 1 (1 time), CPU 3 1 (1 time), CPU "
		"4 1 (1 time), CPU 5 1 (1 time), CPU 6 1 (1 time), CPU 7 1 (1 time), "
		"and 2 more CPUs ]\n"
		"[ perf defer record: LOST 3 records of tasks, maps and user callchains, "
		"because the recorder did not keep up ]\n");
}

/* ---- the line of status ---- */

struct terminal {
	int master;
	FILE *out;
	struct record_status status;
};

static int terminal__open(struct terminal *terminal, int columns)
{
	const struct winsize size = {.ws_row = 24, .ws_col = columns};
	int slave;

	if (openpty(&terminal->master, &slave, NULL, NULL, &size)) {
		fprintf(stderr, "no pseudo-terminals here (is devpts mounted?)\n");
		return TEST_SKIP;
	}
	terminal->out = fdopen(slave, "w");
	T_CHECK(terminal->out);
	record_status__init(&terminal->status, terminal->out);
	return TEST_OK;
}

static void terminal__close(struct terminal *terminal)
{
	fclose(terminal->out);
	close(terminal->master);
}

static int terminal__check(struct terminal *terminal, const char *want)
{
	char got[512] = "";
	ssize_t len = read(terminal->master, got, sizeof(got) - 1);

	T_CHECK(len >= 0);
	T_STREQ(got, want);
	return TEST_OK;
}

static int test_status(void)
{
	struct recorder_stats stats = {.bytes = 1572864, .samples = 12345, .lost = 67};
	struct terminal terminal;
	char blanks[100];

	T_RUN(terminal__open(&terminal, 100));
	record_status__show(&terminal.status, &stats, 1500000000);
	T_RUN(terminal__check(&terminal, "\r[ perf defer record: 1.5 s, 1.500 MB, 12,345 samples, "
					 "67 lost ]"));
	stats.deferred_samples = 1000;
	stats.answered = 987;
	record_status__show(&terminal.status, &stats, 2000000000);
	T_RUN(terminal__check(&terminal, "\r[ perf defer record: 2.0 s, 1.500 MB, 12,345 samples, "
					 "67 lost, 98.7% answered ]"));
	/* A shorter line leaves nothing of the longer one. */
	stats.deferred_samples = 0;
	record_status__show(&terminal.status, &stats, 2500000000);
	T_RUN(terminal__check(&terminal, "\r[ perf defer record: 2.5 s, 1.500 MB, 12,345 samples, "
					 "67 lost ]                "));
	record_status__clear(&terminal.status);
	snprintf(blanks, sizeof(blanks), "\r%*s\r", 63, "");
	T_RUN(terminal__check(&terminal, blanks));
	record_status__clear(&terminal.status);
	fputs("end", terminal.out);
	fflush(terminal.out);
	T_RUN(terminal__check(&terminal, "end"));
	terminal__close(&terminal);
	return TEST_OK;
}

/* However narrow, it stays one line. */
static int test_narrow(void)
{
	const struct recorder_stats stats = {.bytes = 1572864, .samples = 12345};
	struct terminal terminal;

	T_RUN(terminal__open(&terminal, 30));
	record_status__show(&terminal.status, &stats, 1500000000);
	T_RUN(terminal__check(&terminal, "\r[ perf defer record: 1.5 s, 1"));
	terminal__close(&terminal);
	return TEST_OK;
}

static int test_no_terminal(void)
{
	const struct recorder_stats stats = {.samples = 12345};
	struct record_status status;
	FILE *file = tmpfile();

	T_CHECK(file);
	record_status__init(&status, file);
	record_status__show(&status, &stats, 1500000000);
	record_status__clear(&status);
	T_EQ(ftell(file), 0);
	fclose(file);
	/* And the one that nobody wanted. */
	status = (struct record_status){0};
	record_status__show(&status, &stats, 1500000000);
	record_status__clear(&status);
	return TEST_OK;
}

/* The events of a recording, groups as such, the tracking event last; what is behind the list is no event. */
static int test_events(void)
{
	static char a[] = "a", b[] = "b", tracking[] = "dummy:u", behind[] = "behind";
	struct event_spec specs[] = {
		{.name = a}, {.name = b}, {.name = tracking, .leader = 2}, {.name = behind}};
	const struct plan plan = {.events = {.specs = specs, .nr = 3}, .tracking = 2};
	const struct control_answer answer = {.command = CONTROL_EVLIST, .arg = "-g"};
	struct words words;

	T_CHECK(words__open(&words));
	control_answer__fprintf(&answer, &plan, true, words.out);
	return words__check(&words, "{a,b}\ndummy:u\n");
}

static const struct test_case cases[] = {
	{"faults, their arithmetic and remedies", test_faults},
	{"how user callchains are recorded", test_defer},
	{"the events that it is asked for", test_events},
	{"what there is at the end", test_stats},
	{"why there are no samples", test_empty},
	{"what was dropped, and why", test_dropped},
	{"what was lost", test_lost},
	{"the line of status", test_status},
	{"a narrow terminal", test_narrow},
	{"what is no terminal", test_no_terminal},
	{0},
};

const struct test_suite suite__record_status = {"record-status", "What a recording says", cases};
