// SPDX-License-Identifier: GPL-2.0-only
/* What audit prints of a small trace, to the last byte. */
#include <stdlib.h>
#include <unistd.h>

#include "tests/tests.h"
#include "tests/trace.h"
#include "tests/trial.h"
#include "ui/stdio/cells.h"
#include "ui/stdio/ledger.h"
#include "util/session/session.h"

struct audited {
	struct session *session;
	struct ledger *ledger;
	struct losses losses;
};

static int open_builder(struct audited *audited, const struct builder *b)
{
	char path[32];
	const struct session_opts opts = {.path = path, .nr_workers = 1};
	struct defer_error err = DEFER_ERROR_INIT;
	int fd = trial__memfd(b);

	*audited = (struct audited){0};
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	T_EQ(session__open(&audited->session, &opts, &err), 0);
	T_EQ(session__gather(audited->session, &err), 0);
	T_EQ(session__account(audited->session, NULL, &audited->ledger, &err), 0);
	T_EQ(losses__init(&audited->losses, audited->session, audited->ledger, &err), 0);
	close(fd);
	return TEST_OK;
}

static void close_audited(struct audited *audited)
{
	losses__exit(&audited->losses);
	ledger__delete(audited->ledger);
	session__close(audited->session);
}

static void add_lost(struct trace *trace, unsigned int i, int32_t cpu, uint64_t lost)
{
	struct defer_event ev = {.type = DEFER_RECORD_LOST, .id = trace__id(i), .lost = {0, lost}};

	ev.id.cpu = cpu;
	ev.lost.id = TRACE_TRACKER_ID + cpu;
	builder__event(&trace->b, &trace->events[1].attr, &ev);
}

/*
 * Merged samples; on CPU 1, those of four threads whose record is lost, and of one whose record is
 * still to come in the end.
 */
static int open_audited(struct audited *audited)
{
	struct trace trace;
	int ret;

	trace__begin(&trace, false, false);
	trace__add_samples(&trace, 0, TRACE_NR_SAMPLES);
	for (unsigned int i = 0; i < 4; i++) {
		for (unsigned int n = 0; n <= i; n++)
			trace__sample(&trace, 20 + 4 * i + n, TRACE_PID + (int32_t)i, 1,
				      TRACE_COOKIE(20 + i));
	}
	add_lost(&trace, 40, 1, 5);
	trace__sample(&trace, 43, TRACE_PID, 1, TRACE_COOKIE(31));
	trace__deferred(&trace, 44, 1, TRACE_COOKIE(31));
	trace__sample(&trace, 45, TRACE_PID, 1, TRACE_COOKIE(32));
	trace__sample(&trace, 46, TRACE_PID, 1, 0);
	trace__end(&trace);
	ret = open_builder(audited, &trace.b);
	trace__exit(&trace);
	return ret;
}

static int check(const struct audited *audited, unsigned int show, unsigned int max_threads,
		 bool filtered, const char *want)
{
	const struct ledger_view view = {
		.ledger = audited->ledger,
		.session = audited->session,
		.losses = &audited->losses,
		.path = "the \033 input",
		.show = show,
		.max_threads = max_threads,
		.filtered = filtered,
	};
	char *text;
	size_t size;
	FILE *fp = open_memstream(&text, &size);

	T_EQ(ledger_view__fprintf(&view, fp, NULL), 0);
	fclose(fp);
	T_STREQ(text, want);
	free(text);
	return TEST_OK;
}

static const char all_text[] =
	"# Audit of the . input\n"
	"#\n"
	"# Samples        : 25\n"
	"# With user half : 24\n"
	"# Of these known : 13 (54.16%)\n"
	"\n"
	"# Where the samples went\n"
	"#\n"
	"# Class            Samples    Share  What it means\n"
	"# ............  ..........  .......  "
	"......................................................\n"
	"#\n"
	"  merged                13   52.00%  the user stack came later\n"
	"  kernel                 1    4.00%  there is no user stack\n"
	"  lost                  10   40.00%  the user stack was lost\n"
	"  pending                1    4.00%  the task was still in the kernel when "
	"the trace ended\n"
	"  total                 25  100.00%\n"
	"\n"
	"# Why user stacks are missing\n"
	"#\n"
	"# Cause            Samples     Entries     Tasks  Seen from .. to\n"
	"# ............  ..........  ..........  ........  "
	"................................\n"
	"#\n"
	"  lost                  10           4         4      0.030000 .. 0.045000\n"
	"  pending                1           1         1      0.055000 .. 0.055000\n"
	"#\n"
	"# The kernel reports 5 lost records.\n"
	"#\n"
	"# Cause            Samples      Pid/Tid      Command\n"
	"# ............  ..........  ...............  ...............\n"
	"#\n"
	"  lost                   4       50/53       :53\n"
	"  lost                   3       50/52       :52\n"
	"  lost                   2       50/51       :51\n"
	"  lost                   1       50/50       program\n"
	"  pending                1       50/50       program\n"
	"\n"
	"# By event\n"
	"#\n"
	"#    Samples    Known    merged    kernel      lost   pending  Event\n"
	"# ..........  .......  ........  ........  ........  ........  "
	"........................\n"
	"#\n"
	"          25   54.16%        13         1        10         1  cpu-clock\n"
	"\n"
	"# By thread\n"
	"#\n"
	"#    Samples    Known    merged    kernel      lost   pending      Pid/Tid    "
	"  Command\n"
	"# ..........  .......  ........  ........  ........  ........  "
	"...............  ...............\n"
	"#\n"
	"          16   86.66%        13         1         1         1       50/50     "
	"  program\n"
	"           4    0.00%         0         0         4         0       50/53     "
	"  :53\n"
	"           3    0.00%         0         0         3         0       50/52     "
	"  :52\n"
	"           2    0.00%         0         0         2         0       50/51     "
	"  :51\n"
	"\n"
	"# By CPU that took the sample, with the losses that the kernel reports\n"
	"#\n"
	"#    Samples    Known    merged    kernel      lost   pending  Lost records  "
	"Lost samples  Lost stacks  Lost others  CPU\n"
	"# ..........  .......  ........  ........  ........  ........  ............  "
	"............  ...........  ...........  ...\n"
	"#\n"
	"          12  100.00%        12         0         0         0             0   "
	"          0            0            0  000\n"
	"          13    8.33%         1         1        10         1             5   "
	"          0            0            0  001\n"
	"\n"
	"# Time between a sample and its user stack\n"
	"#\n"
	"# Stack        Samples       Least      Median         99%        Most\n"
	"# ........  ..........  ..........  ..........  ..........  ..........\n"
	"#\n"
	"  later             13   500.00 us   503.81 us     1.00 ms     1.00 ms\n"
	"#\n"
	"   262.14 us .. 524.29 us           12  "
	"########################################\n"
	"   524.29 us .. 1.05 ms              1  ###\n"
	"\n"
	"# Deferred user stacks\n"
	"#\n"
	"          13  in the trace\n"
	"          13  used by samples\n"
	"           0  used by none\n"
	"        1.00  samples share one on average, at most 1\n"
	"\n"
	"# Records in the trace\n"
	"#\n"
	"           1  LOST\n"
	"           1  COMM\n"
	"           1  FORK\n"
	"          25  SAMPLE\n"
	"           1  MMAP2\n"
	"          13  CALLCHAIN_DEFERRED\n"
	"           1  FINISHED_ROUND\n"
	"\n";
static const char none_text[] =
	"# Audit of the . input, chosen samples only\n"
	"#\n"
	"# Samples        : 25\n"
	"# With user half : 24\n"
	"# Of these known : 13 (54.16%)\n"
	"\n"
	"# Where the samples went\n"
	"#\n"
	"# Class            Samples    Share  What it means\n"
	"# ............  ..........  .......  "
	"......................................................\n"
	"#\n"
	"  merged                13   52.00%  the user stack came later\n"
	"  kernel                 1    4.00%  there is no user stack\n"
	"  lost                  10   40.00%  the user stack was lost\n"
	"  pending                1    4.00%  the task was still in the kernel when "
	"the trace ended\n"
	"  total                 25  100.00%\n"
	"\n";
static const char causes_text[] =
	"# Audit of the . input\n"
	"#\n"
	"# Samples        : 25\n"
	"# With user half : 24\n"
	"# Of these known : 13 (54.16%)\n"
	"\n"
	"# Where the samples went\n"
	"#\n"
	"# Class            Samples    Share  What it means\n"
	"# ............  ..........  .......  "
	"......................................................\n"
	"#\n"
	"  merged                13   52.00%  the user stack came later\n"
	"  kernel                 1    4.00%  there is no user stack\n"
	"  lost                  10   40.00%  the user stack was lost\n"
	"  pending                1    4.00%  the task was still in the kernel when "
	"the trace ended\n"
	"  total                 25  100.00%\n"
	"\n"
	"# Why user stacks are missing\n"
	"#\n"
	"# Cause            Samples     Entries     Tasks  Seen from .. to\n"
	"# ............  ..........  ..........  ........  "
	"................................\n"
	"#\n"
	"  lost                  10           4         4      0.030000 .. 0.045000\n"
	"  pending                1           1         1      0.055000 .. 0.055000\n"
	"#\n"
	"# The kernel reports 5 lost records.\n"
	"#\n"
	"# Cause            Samples      Pid/Tid      Command\n"
	"# ............  ..........  ...............  ...............\n"
	"#\n"
	"  lost                   4       50/53       :53\n"
	"# and more: -s cause shows all\n"
	"  pending                1       50/50       program\n"
	"\n";
static const char threads_text[] =
	"# Audit of the . input\n"
	"#\n"
	"# Samples        : 25\n"
	"# With user half : 24\n"
	"# Of these known : 13 (54.16%)\n"
	"\n"
	"# Where the samples went\n"
	"#\n"
	"# Class            Samples    Share  What it means\n"
	"# ............  ..........  .......  "
	"......................................................\n"
	"#\n"
	"  merged                13   52.00%  the user stack came later\n"
	"  kernel                 1    4.00%  there is no user stack\n"
	"  lost                  10   40.00%  the user stack was lost\n"
	"  pending                1    4.00%  the task was still in the kernel when "
	"the trace ended\n"
	"  total                 25  100.00%\n"
	"\n"
	"# By thread\n"
	"#\n"
	"#    Samples    Known    merged    kernel      lost   pending      Pid/Tid    "
	"  Command\n"
	"# ..........  .......  ........  ........  ........  ........  "
	"...............  ...............\n"
	"#\n"
	"          16   86.66%        13         1         1         1       50/50     "
	"  program\n"
	"           4    0.00%         0         0         4         0       50/53     "
	"  :53\n"
	"           3    0.00%         0         0         3         0       50/52     "
	"  :52\n"
	"# 1 more with fewer samples: -s thread shows all\n"
	"\n";
static const char enough_text[] =
	"# Audit of the . input\n"
	"#\n"
	"# Samples        : 25\n"
	"# With user half : 24\n"
	"# Of these known : 13 (54.16%)\n"
	"\n"
	"# Where the samples went\n"
	"#\n"
	"# Class            Samples    Share  What it means\n"
	"# ............  ..........  .......  "
	"......................................................\n"
	"#\n"
	"  merged                13   52.00%  the user stack came later\n"
	"  kernel                 1    4.00%  there is no user stack\n"
	"  lost                  10   40.00%  the user stack was lost\n"
	"  pending                1    4.00%  the task was still in the kernel when "
	"the trace ended\n"
	"  total                 25  100.00%\n"
	"\n"
	"# Why user stacks are missing\n"
	"#\n"
	"# Cause            Samples     Entries     Tasks  Seen from .. to\n"
	"# ............  ..........  ..........  ........  "
	"................................\n"
	"#\n"
	"  lost                  10           4         4      0.030000 .. 0.045000\n"
	"  pending                1           1         1      0.055000 .. 0.055000\n"
	"#\n"
	"# The kernel reports 5 lost records.\n"
	"#\n"
	"# Cause            Samples      Pid/Tid      Command\n"
	"# ............  ..........  ...............  ...............\n"
	"#\n"
	"  lost                   4       50/53       :53\n"
	"  lost                   3       50/52       :52\n"
	"  lost                   2       50/51       :51\n"
	"  lost                   1       50/50       program\n"
	"  pending                1       50/50       program\n"
	"\n"
	"# By thread\n"
	"#\n"
	"#    Samples    Known    merged    kernel      lost   pending      Pid/Tid    "
	"  Command\n"
	"# ..........  .......  ........  ........  ........  ........  "
	"...............  ...............\n"
	"#\n"
	"          16   86.66%        13         1         1         1       50/50     "
	"  program\n"
	"           4    0.00%         0         0         4         0       50/53     "
	"  :53\n"
	"           3    0.00%         0         0         3         0       50/52     "
	"  :52\n"
	"           2    0.00%         0         0         2         0       50/51     "
	"  :51\n"
	"\n";
static const char records_text[] =
	"# Audit of the . input\n"
	"#\n"
	"# Samples        : 25\n"
	"# With user half : 24\n"
	"# Of these known : 13 (54.16%)\n"
	"\n"
	"# Where the samples went\n"
	"#\n"
	"# Class            Samples    Share  What it means\n"
	"# ............  ..........  .......  "
	"......................................................\n"
	"#\n"
	"  merged                13   52.00%  the user stack came later\n"
	"  kernel                 1    4.00%  there is no user stack\n"
	"  lost                  10   40.00%  the user stack was lost\n"
	"  pending                1    4.00%  the task was still in the kernel when "
	"the trace ended\n"
	"  total                 25  100.00%\n"
	"\n"
	"# Deferred user stacks\n"
	"#\n"
	"          13  in the trace\n"
	"          13  used by samples\n"
	"           0  used by none\n"
	"        1.00  samples share one on average, at most 1\n"
	"\n"
	"# Records in the trace\n"
	"#\n"
	"           1  LOST\n"
	"           1  COMM\n"
	"           1  FORK\n"
	"          25  SAMPLE\n"
	"           1  MMAP2\n"
	"          13  CALLCHAIN_DEFERRED\n"
	"           1  FINISHED_ROUND\n"
	"           8  of unknown type 100\n"
	"           9  of unknown type 127\n"
	"           7  of other types\n"
	"\n";
static const char repairs_text[] =
	"# Audit of the . input\n"
	"#\n"
	"# Samples        : 25\n"
	"# With user half : 24\n"
	"# Of these known : 13 (54.16%)\n"
	"\n"
	"# Where the samples went\n"
	"#\n"
	"# Class            Samples    Share  What it means\n"
	"# ............  ..........  .......  "
	"......................................................\n"
	"#\n"
	"  merged                13   52.00%  the user stack came later\n"
	"  kernel                 1    4.00%  there is no user stack\n"
	"  lost                  10   40.00%  the user stack was lost\n"
	"  pending                1    4.00%  the task was still in the kernel when "
	"the trace ended\n"
	"  total                 25  100.00%\n"
	"\n"
	"# Why user stacks are missing\n"
	"#\n"
	"# Cause            Samples     Entries     Tasks  Seen from .. to\n"
	"# ............  ..........  ..........  ........  "
	"................................\n"
	"#\n"
	"  lost                  10           4         4      0.030000 .. 0.045000\n"
	"  pending                1           1         1      0.055000 .. 0.055000\n"
	"#\n"
	"# The kernel reports 5 lost records.\n"
	"#\n"
	"# Cause            Samples      Pid/Tid      Command\n"
	"# ............  ..........  ...............  ...............\n"
	"#\n"
	"  lost                   4       50/53       :53\n"
	"  lost                   3       50/52       :52\n"
	"  lost                   2       50/51       :51\n"
	"  lost                   1       50/50       program\n"
	"  pending                1       50/50       program\n"
	"\n"
	"# User stacks that were recorded to be repaired\n"
	"#\n"
	"# Outcome                         Samples    Share  What it means\n"
	"# ...........................  ..........  .......  "
	"......................................................\n"
	"#\n"
	"  proved                                5   33.33%  the record has all "
	"callers, as far as it goes\n"
	"  repaired                              1    6.67%  callers came in, or "
	"addresses that are none went out\n"
	"  repaired-gap                          1    6.67%  the same, up to a frame "
	"of unknown callers\n"
	"  gap                                   1    6.67%  callers may be missing at "
	"a frame of unknown callers\n"
	"  leaf-unproved: registers              1    6.67%  the sample has no "
	"registers of a 64-bit task\n"
	"  leaf-unproved: later                  1    6.67%  the record is of a later "
	"moment than the sample\n"
	"  leaf-unproved: precise                1    6.67%  a precise event has ip "
	"and registers of two moments\n"
	"  leaf-unproved: replaced               1    6.67%  in exec, sigreturn, a "
	"signal's delivery or a uprobe\n"
	"  leaf-unproved: entry                  1    6.67%  in the kernel's entry "
	"code, before registers are kept\n"
	"  leaf-unproved: kernel                 1    6.67%  symbols or callers of the "
	"kernel are missing\n"
	"  leaf-unproved: contradicted           1    6.67%  the copy of the stack "
	"says otherwise\n"
	"#\n"
	"# 5 frames came in, 6 went out\n"
	"# 3 gaps: no-cfi\n"
	"# 4 gaps: too-deep\n"
	"\n";

static int test_all(void)
{
	struct audited audited;

	T_RUN(open_audited(&audited));
	T_RUN(check(&audited, LEDGER_SHOW_ALL, 0, false, all_text));
	T_RUN(check(&audited, 0, 0, true, none_text));
	close_audited(&audited);
	return TEST_OK;
}

/* A fourth of the threads for each cause: what is left out is told, if anything is. */
static int test_limited(void)
{
	struct audited audited;

	T_RUN(open_audited(&audited));
	T_RUN(check(&audited, LEDGER_SHOW_CAUSES, 4, false, causes_text));
	T_RUN(check(&audited, LEDGER_SHOW_THREADS, 3, false, threads_text));
	T_RUN(check(&audited, LEDGER_SHOW_CAUSES | LEDGER_SHOW_THREADS, 16, false, enough_text));
	close_audited(&audited);
	return TEST_OK;
}

/* Records of types that have no name, or no number that is kept. */
static int test_records(void)
{
	struct audited audited;

	T_RUN(open_audited(&audited));
	audited.session->stats.types[0] = 7;
	audited.session->stats.types[100] = 8;
	audited.session->stats.types[127] = 9;
	T_RUN(check(&audited, LEDGER_SHOW_RECORDS, 0, false, records_text));
	close_audited(&audited);
	return TEST_OK;
}

/* User stacks that were recorded to be repaired: each outcome but one, and two kinds of gaps. */
static int test_repairs(void)
{
	struct ledger_repairs *repairs;
	struct audited audited;

	T_RUN(open_audited(&audited));
	repairs = &audited.ledger->repairs;
	repairs->samples[REPAIR_NONE] = audited.ledger->total.samples - 15;
	for (int i = REPAIR_NONE + 1; i < REPAIR_NR; i++)
		repairs->samples[i] = i != REPAIR_MOVED;
	repairs->samples[REPAIR_PROVED] = 5;
	repairs->gaps[DEFER_NO_CFI] = 3;
	repairs->gaps[DEFER_NR_CLASSES - 1] = 4;
	repairs->gained = 5;
	repairs->dropped = 6;
	T_RUN(check(&audited, LEDGER_SHOW_CAUSES, 0, false, repairs_text));
	close_audited(&audited);
	return TEST_OK;
}

/* Cells without a text are as wide as others, but the last one is not there; names come last. */
static int test_cells(void)
{
	static const char *const texts[] = {"a\033", "", "b", "\303\251"};
	static const int widths[] = {4, -3, 2, -5};
	struct ledger_cells cells = {0};
	char *text;
	size_t size;
	FILE *fp = open_memstream(&text, &size);

	for (unsigned int i = 0; i < 4; i++)
		ledger_cells__add(&cells, "He", widths[i], texts[i]);
	ledger_cells__print_heads(&cells, fp);
	for (cells.nr_names = 0; cells.nr_names < 4; cells.nr_names++)
		ledger_cells__print(&cells, fp);
	fclose(fp);
	T_STREQ(text, "#   He  He   He  He\n"
		      "# ....  ...  ..  .....\n"
		      "#\n"
		      "    a.        b  \303\251\n"
		      "        b  \303\251       a.\n"
		      "   b  \303\251       a.\n"
		      "  \303\251       a.        b\n");
	free(text);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"all sections, and none", test_all},
	{"cells with and without a text", test_cells},
	{"fewer threads than there are", test_limited},
	{"records of types without a name", test_records},
	{"what became of stacks that were to be repaired", test_repairs},
	{0},
};

const struct test_suite suite__ledger_text = {"ledger-text", "What audit prints", cases};
