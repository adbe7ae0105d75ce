// SPDX-License-Identifier: GPL-2.0-only
/* The ledger of the TUI on a terminal in memory, against what audit prints. */
#include <stdlib.h>

#include "tests/tests.h"
#include "tests/trace.h"
#include "tests/tui-trace.h"
#include "ui/stdio/ledger.h"
#include "ui/tui/view/views.h"
#include "util/fold/fold.h"
#include "util/profile/zoom.h"

static void add_lost(struct trace *trace, uint32_t type, unsigned int i, int32_t cpu, uint64_t lost)
{
	struct defer_event ev = {
		.type = type, .id = trace__id(i), .lost = {TRACE_TRACKER_ID, lost}};

	ev.id.cpu = cpu;
	builder__event(&trace->b, &trace->events[1].attr, &ev);
}

/* Merged ones, two lost of one kernel entry, losses of two CPUs, one pending of another thread. */
static void build(struct trace *trace)
{
	trace__begin(trace, false, false);
	trace__add_samples(trace, 0, TRACE_NR_SAMPLES);
	trace__sample(trace, 20, TRACE_PID, 1, TRACE_COOKIE(20));
	trace__sample(trace, 21, TRACE_PID, 1, TRACE_COOKIE(20));
	add_lost(trace, DEFER_RECORD_LOST, 22, 1, 11);
	add_lost(trace, DEFER_RECORD_LOST_SAMPLES, 22, 7, 9);
	trace__sample(trace, 23, TRACE_PID, 1, TRACE_COOKIE(21));
	trace__deferred(trace, 24, 1, TRACE_COOKIE(21));
	trace__sample(trace, 25, TRACE_PID + 1, 2, TRACE_COOKIE(22));
	trace__end(trace);
}

static int open_trace(struct tui_trace *tt, struct trace *trace, unsigned int rows,
		      unsigned int cols)
{
	build(trace);
	return tui_trace__open(tt, &trace->b, &view_ledger_ops, rows, cols);
}

static void close_trace(struct tui_trace *tt, struct trace *trace)
{
	tui_trace__close(tt);
	trace__exit(trace);
}

static int test_draw(void)
{
	struct tui_trace tt;
	struct trace trace;
	char *text;

	T_RUN(open_trace(&tt, &trace, 54, 100));
	text = tui_trace__draw(&tt);
	T_STREQ(text,
		"        16  samples\n"
		"        16  of them have a user stack to find\n"
		"        13  of these are known: 81.25%\n"
		"\n"
		"Where the samples went\n"
		"Class            Samples    Share  What it means\n"
		"merged                13   81.25%  the user stack came later\n"
		"lost                   2   12.50%  the user stack was lost\n"
		"pending                1    6.25%  the task was still in the kernel when the trace ended\n"
		"\n"
		"Why user stacks are missing\n"
		"Cause            Samples     Entries     Tasks  Seen from .. to\n"
		"lost                   2           1         1  0.030000 .. 0.031000\n"
		"pending                1           1         1  0.035000 .. 0.035000\n"
		"The kernel reports 11 lost records; by event: 0 samples, 0 user stacks, 9 other records.\n"
		"\n"
		"When user stacks are missing\n"
		"all samples   @  @  @   @  @   @  @   @  @  @   @  @                              @   @      @     @\n"
		"lost                                                                              @   @\n"
		"pending                                                                                            @\n"
		"\n"
		"Time between a sample and its user stack\n"
		"Stack        Samples       Least      Median         99%        Most\n"
		"later             13   500.00 us   503.81 us     1.00 ms     1.00 ms\n"
		" 262.14 us .. 524.29 us           12  ########################################\n"
		" 524.29 us .. 1.05 ms              1  ###\n"
		"\n"
		"Deferred user stacks\n"
		"        13  in the trace\n"
		"        13  used by samples\n"
		"         0  used by none\n"
		"      1.00  samples share one on average, at most 1\n"
		"\n"
		"By event\n"
		"Event                          Samples    Known    merged      lost   pending  Lost samples  Lost st\n"
		"cpu-clock                           16   81.25%        13         2         1             0\n"
		"dummy                                0        -         0         0         0             0\n"
		"\n"
		"By CPU, with the losses that the kernel reports\n"
		"CPU                            Samples    Known    merged      lost   pending  Lost records  Lost sa\n"
		"CPU 000                             12  100.00%        12         0         0             0\n"
		"CPU 001                              3   33.33%         1         2         0            11\n"
		"CPU 002                              1    0.00%         0         0         1             0\n"
		"CPU 007                              0        -         0         0         0             0\n"
		"\n"
		"Which threads miss user stacks\n"
		"Cause            Samples  Thread\n"
		"lost                   2  program 50/50\n"
		"pending                1  :51 50/51\n"
		"\n"
		"By thread\n"
		"Thread                         Samples    Known    merged      lost   pending\n"
		"program 50/50                       15   86.66%        13         2         0\n"
		":51 50/51                            1    0.00%         0         0         1\n");
	free(text);
	close_trace(&tt, &trace);
	return TEST_OK;
}

/*
 * Returns the output of audit for the same trace, without the list of record types. The caller
 * frees it.
 */
static char *audit_text(const struct tui_trace *tt)
{
	const struct ledger_view view = {
		.ledger = tt->data.ledger,
		.session = tt->session,
		.losses = &tt->losses,
		.path = "trace",
		.show = LEDGER_SHOW_ALL,
	};
	char *text = NULL, *end;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	ledger_view__fprintf(&view, out, NULL);
	fclose(out);
	end = strstr(text, "# Records in the trace");
	if (end)
		*end = '\0';
	return text;
}

/* Returns whether @word is in @text between blanks, or part of the name of a thread or a share. */
static bool has_word(const char *text, const char *word)
{
	size_t len = strlen(word);

	for (const char *at = strstr(text, word); at; at = strstr(at + 1, word)) {
		if ((at == text || strchr(" \n", at[-1])) && (!at[len] || strchr(" \n", at[len])))
			return true;
	}
	return false;
}

/* Each figure that audit prints of a trace is here too. */
/* Samples that are not in the rows are reported above them. */
static int test_aux(void)
{
	struct tui_trace tt;
	struct trace trace;
	char *text;

	trace__begin(&trace, false, false);
	trace__add_samples(&trace, 0, TRACE_NR_SAMPLES);
	builder__begin(&trace.b, DEFER_RECORD_AUXTRACE_INFO, 0);
	builder__u64(&trace.b, 1);
	builder__end(&trace.b);
	builder__auxtrace(&trace.b, 640);
	builder__zeros(&trace.b, 640);
	trace__end(&trace);
	T_RUN(tui_trace__open(&tt, &trace.b, &view_ledger_ops, 20, 100));
	text = tui_trace__draw(&tt);
	T_CHECK(strstr(text, "\n       AUX  640 bytes of AUX area data (Intel PT), not decoded\n"));
	free(text);
	close_trace(&tt, &trace);
	return TEST_OK;
}

static int test_audit(void)
{
	struct tui_trace tt;
	struct trace trace;
	char *text, *audit, *save = NULL;
	int nr = 0;

	T_RUN(open_trace(&tt, &trace, 80, 200));
	text = tui_trace__draw(&tt);
	audit = audit_text(&tt);
	for (char *line = strtok_r(audit, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		char *more = NULL;

		if (*line == '#')
			continue;
		for (char *word = strtok_r(line, " ", &more); word;
		     word = strtok_r(NULL, " ", &more)) {
			if (!strcspn(word, "0123456789") && !has_word(text, word))
				T_FAIL("%s is not in\n%s", word, text);
			nr++;
		}
	}
	T_CHECK(nr > 100);
	free(audit);
	free(text);
	close_trace(&tt, &trace);
	return TEST_OK;
}

/* A user stack without an address, of sample @i. */
static void add_empty(struct trace *trace, unsigned int i, uint64_t cookie)
{
	struct defer_event ev = {
		.type = DEFER_RECORD_CALLCHAIN_DEFERRED,
		.misc = DEFER_MISC_USER,
		.id = trace__id(i),
		.deferred = {.cookie = cookie},
	};

	ev.id.cpu = 3;
	builder__event(&trace->b, &trace->events[1].attr, &ev);
}

/* Records that are there twice, that hold no address or that a guest wrote, and an unknown CPU. */
static int test_rare(void)
{
	struct tui_trace tt;
	struct trace trace;
	char *text;

	trace__begin(&trace, false, false);
	trace__sample(&trace, 1, TRACE_PID, 1, TRACE_COOKIE(1));
	trace__sample(&trace, 2, TRACE_PID, 1, TRACE_COOKIE(1));
	trace__deferred(&trace, 3, 1, TRACE_COOKIE(1));
	trace__deferred(&trace, 3, 1, TRACE_COOKIE(1));
	trace__sample(&trace, 4, TRACE_PID, 3, TRACE_COOKIE(2));
	add_empty(&trace, 5, TRACE_COOKIE(2));
	trace__deferred(&trace, 6, 1, TRACE_COOKIE(3));
	trace__sample(&trace, 7, TRACE_PID, 1, 0);
	add_lost(&trace, DEFER_RECORD_LOST, 8, -1, 5);
	trace__end(&trace);
	T_RUN(tui_trace__open(&tt, &trace.b, &view_ledger_ops, 40, 100));
	text = tui_trace__draw(&tt);
	T_STREQ(text,
		"         4  samples\n"
		"         3  of them have a user stack to find\n"
		"         3  of these are known: 100.00%\n"
		"\n"
		"Where the samples went\n"
		"Class            Samples    Share  What it means\n"
		"merged                 3   75.00%  the user stack came later\n"
		"kernel                 1   25.00%  there is no user stack\n"
		"\n"
		"Time between a sample and its user stack\n"
		"Stack        Samples       Least      Median         99%        Most\n"
		"later              3     1.00 ms     1.01 ms     2.00 ms     2.00 ms\n"
		" 524.29 us .. 1.05 ms              2  ########################################\n"
		"   1.05 ms .. 2.10 ms              1  ####################\n"
		"\n"
		"Deferred user stacks\n"
		"         3  in the trace\n"
		"         2  used by samples\n"
		"         1  used by none\n"
		"         1  written twice, and counted once\n"
		"         1  samples got one without an address\n"
		"      1.50  samples share one on average, at most 2\n"
		"\n"
		"By event\n"
		"Event                          Samples    Known    merged    kernel\n"
		"cpu-clock                            4  100.00%         3         1\n"
		"\n"
		"By CPU, with the losses that the kernel reports\n"
		"CPU                            Samples    Known    merged    kernel  Lost records  Lost samples  Los\n"
		"CPU 001                              3  100.00%         2         1             0             0\n"
		"CPU 003                              1  100.00%         1         0             0             0\n"
		"CPU not known                        0        -         0         0             5             0\n"
		"\n"
		"By thread\n"
		"Thread                         Samples    Known    merged    kernel\n"
		"program 50/50                        4  100.00%         3         1\n"
		"\n"
		"\n"
		"\n"
		"\n");
	free(text);
	close_trace(&tt, &trace);
	return TEST_OK;
}

/* The target of the first line from @from on that is called @label. */
static int target_of(struct tui_trace *tt, uint64_t from, const char *label,
		     struct zoom_target *target)
{
	uint64_t line = view__line_with(&tt->view, from, label, true);

	T_CHECK(line != UINT64_MAX);
	tt->view.cursor = line;
	*target = (struct zoom_target)ZOOM_TARGET_INIT;
	view_ledger_ops.target(&tt->view, target);
	return TEST_OK;
}

static int test_targets(void)
{
	struct zoom_target target = ZOOM_TARGET_INIT;
	struct tui_trace tt;
	struct trace trace;

	T_RUN(open_trace(&tt, &trace, 80, 100));
	view_ledger_ops.target(&tt.view, &target);
	T_EQ(target.cls, -1);
	T_EQ(target.tid, -1);
	T_RUN(target_of(&tt, 0, "LOST", &target));
	T_EQ(target.cls, DEFER_LOST);
	T_RUN(target_of(&tt, 0, "cpu 001", &target));
	T_EQ(target.cpu, 1);
	T_EQ(target.tid, -1);
	T_RUN(target_of(&tt, 0, "50/51", &target));
	T_EQ(target.tid, TRACE_PID + 1);
	T_EQ(target.cls, DEFER_PENDING);
	T_RUN(target_of(&tt, tt.view.cursor + 1, "50/51", &target));
	T_EQ(target.tid, TRACE_PID + 1);
	T_EQ(target.pid, TRACE_PID);
	T_EQ(target.cls, -1);
	T_RUN(target_of(&tt, 0, "all samples", &target));
	T_EQ(target.cls, -1);
	T_EQ(view__line_with(&tt.view, 0, "nobody", true), UINT64_MAX);
	T_EQ(view__line_with(&tt.view, 0, "lost", false), UINT64_MAX);
	tt.view.cursor = 9999;
	view_ledger_ops.target(&tt.view, &target);
	close_trace(&tt, &trace);
	return TEST_OK;
}

/* The rest is shown without times and the kernel's losses, which arrive later. */
static int test_early(void)
{
	struct zoom_target target = ZOOM_TARGET_INIT;
	struct tui_trace tt;
	struct trace trace;
	char *text, status[64];

	T_RUN(open_trace(&tt, &trace, 80, 100));
	tt.data.samples = NULL;
	tt.data.losses = NULL;
	T_EQ(view_ledger_ops.refresh(&tt.view, NULL), 0);
	text = tui_trace__draw(&tt);
	T_CHECK(!strstr(text, "When user stacks are missing"));
	T_CHECK(!strstr(text, "The kernel reports"));
	T_CHECK(!strstr(text, "CPU 007"));
	T_CHECK(strstr(text, "CPU 001"));
	free(text);
	view_ledger_ops.status(&tt.view, status, sizeof(status));
	T_STREQ(status, "81.25% of user stacks known");

	tt.data.ledger = NULL;
	T_EQ(view_ledger_ops.refresh(&tt.view, NULL), 0);
	T_EQ(view_ledger_ops.nr_lines(&tt.view), 0);
	T_EQ(view_ledger_ops.status(&tt.view, status, sizeof(status)), 0);
	view_ledger_ops.target(&tt.view, &target);
	T_EQ(target.cls, -1);
	close_trace(&tt, &trace);
	return TEST_OK;
}

/* Narrow windows cut, moved ones show the rest, and strips stay where they are. */
static int test_sizes(void)
{
	struct tui_trace tt;
	struct trace trace;

	for (unsigned int cols = 1; cols <= TERM_MAX_COLS; cols = cols * 3 + 7) {
		T_RUN(open_trace(&tt, &trace, 80, cols));
		free(tui_trace__draw(&tt));
		close_trace(&tt, &trace);
	}
	return TEST_OK;
}

/* Draws all lines, at any width, and asks each what it is of. */
static int check_all_lines(struct tui_trace *tt)
{
	for (uint64_t line = 0; line < view_ledger_ops.nr_lines(&tt->view); line++) {
		struct zoom_target target = ZOOM_TARGET_INIT;
		struct term_win all = term__win(tt->term);

		tt->view.cursor = line;
		view_ledger_ops.target(&tt->view, &target);
		T_EQ(target.tid, -1);
		for (unsigned int cols = 1; cols <= all.cols; cols++) {
			struct term_win win = term_win__sub(&all, 0, 0, 1, cols);

			view_ledger_ops.draw_line(&tt->view, line, &win);
		}
	}
	tt->view.cursor = 0;
	return TEST_OK;
}

static int check_empty(struct trace *trace, const char *expected)
{
	struct tui_trace tt;
	char *text;

	T_RUN(tui_trace__open(&tt, &trace->b, &view_ledger_ops, 17, 60));
	T_RUN(check_all_lines(&tt));
	text = tui_trace__draw(&tt);
	T_STREQ(text, expected);
	free(text);
	close_trace(&tt, trace);
	return TEST_OK;
}

/* Only records of tasks; then also a user stack that is nobody's, and losses. */
static int test_empty(void)
{
	struct trace trace;

	trace__begin(&trace, false, false);
	trace__end(&trace);
	T_RUN(check_empty(&trace, "         0  samples\n"
				  "         0  of them have a user stack to find\n"
				  "         0  of these are known: -\n"
				  "\n"
				  "Where the samples went\n"
				  "Class            Samples    Share  What it means\n"
				  "\n"
				  "Deferred user stacks\n"
				  "         0  in the trace\n"
				  "         0  used by samples\n"
				  "         0  used by none\n"
				  "\n\n\n\n\n\n"));
	trace__begin(&trace, false, false);
	trace__deferred(&trace, 1, 1, TRACE_COOKIE(20));
	add_lost(&trace, DEFER_RECORD_LOST, 2, 1, 11);
	trace__end(&trace);
	return check_empty(&trace, "         0  samples\n"
				   "         0  of them have a user stack to find\n"
				   "         0  of these are known: -\n"
				   "\n"
				   "Where the samples went\n"
				   "Class            Samples    Share  What it means\n"
				   "\n"
				   "Deferred user stacks\n"
				   "         1  in the trace\n"
				   "         0  used by samples\n"
				   "         1  used by none\n"
				   "\n"
				   "By CPU, with the losses that the kernel reports\n"
				   "CPU                            Samples    Known  Lost record\n"
				   "CPU 001                              0        -            1\n"
				   "\n\n");
}

/* Samples of an event without callchains: nothing is known, and nothing is missing. */
static int test_not_asked(void)
{
	const struct builder_event event = {
		.attr = {.type = DEFER_TYPE_SOFTWARE,
			 .size = DEFER_ATTR_SIZE_VER9,
			 .sample_period = 1,
			 .sample_type = DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME},
	};
	const struct defer_sample sample = {
		.misc = DEFER_MISC_USER, .ip = 0x401000, .pid = 7, .tid = 7, .time = 1000};
	struct tui_trace tt;
	struct builder b;
	char *text, status[100];

	builder__init(&b, false);
	builder__begin_file(&b, &event, 1);
	builder__sample(&b, &event.attr, &sample);
	builder__end_file(&b);
	T_RUN(tui_trace__open(&tt, &b, &view_ledger_ops, 30, 80));
	text = tui_trace__draw(&tt);
	T_CHECK(strstr(text, "         0  of them have a user stack to find\n"
			     "         0  of these are known: -\n"));
	T_CHECK(strstr(text, "not-asked              1  100.00%  the event did not ask for user "
			     "stacks\n"));
	T_CHECK(!strstr(text, "Why user stacks are missing"));
	view_ledger_ops.status(&tt.view, status, sizeof(status));
	T_STREQ(status, "no user stacks: none was asked for");
	free(text);
	tui_trace__close(&tt);
	builder__exit(&b);
	return TEST_OK;
}

/* What is zoomed into has a ledger beside that of all. */
static int test_zoomed(void)
{
	const struct zoom lost = {.kind = ZOOM_CLASS, .start = DEFER_LOST, .end = DEFER_LOST};
	struct zooms zooms = {.nr = 0};
	struct fold *part = NULL;
	struct tui_trace tt;
	struct trace trace;
	char *text;

	T_RUN(open_trace(&tt, &trace, 20, 100));
	T_EQ(zooms__push(&zooms, &lost, NULL), 0);
	T_EQ(zooms__apply(&zooms, tt.fold, &tt.samples, NULL, &part, NULL), 0);
	tt.data.zooms = &zooms;
	tt.data.fold = part;
	T_RUN(tui_trace__refresh(&tt));
	text = tui_trace__draw(&tt);
	T_CHECK(strstr(text,
		       "        16  samples; 2 are zoomed into\n"
		       "        16  of them have a user stack to find\n"
		       "        13  of these are known: 81.25%; of what is zoomed into: 0.00%\n"));
	T_CHECK(strstr(text,
		       "Class            Samples    Share      Zoomed    Share  What it means\n"
		       "merged                13   81.25%           0    0.00%  the user"));
	T_CHECK(strstr(text, "lost                   2   12.50%           2  100.00%  the user"));
	free(text);
	fold__delete(part);
	close_trace(&tt, &trace);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"all sections", test_draw},
	{"AUX area data that are stepped over", test_aux},
	{"records that are rare", test_rare},
	{"each figure of audit", test_audit},
	{"what is zoomed into", test_zoomed},
	{"what a line is of", test_targets},
	{"before all is read", test_early},
	{"windows of all widths", test_sizes},
	{"a trace without samples", test_empty},
	{"user stacks that nobody asked for", test_not_asked},
	{0},
};

const struct test_suite suite__tui_ledger = {"tui-ledger", "the ledger of the TUI", cases};
