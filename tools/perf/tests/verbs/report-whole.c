// SPDX-License-Identifier: GPL-2.0-only
/* All that report and audit print of one small trace, in their different forms. */
#include <stdio.h>

#include "tests/small-trace.h"
#include "tests/tests.h"

/* Checks what a verb prints of the trace. */
static int check(const struct folder *folder, const char *command, const char *want)
{
	static struct said said;

	T_RUN(small_trace__run(folder, command, &said));
	T_STREQ(said.text, want);
	return TEST_OK;
}

#define REPORT "report --kallsyms kallsyms --stdio "

static int rows(const struct folder *folder)
{
	T_RUN(check(
		folder, REPORT,
		"# To display the perf.data header info, please use --header/--header-only options.\n"
		"#\n"
		"#\n"
		"# Total Lost Samples: 0\n"
		"#\n"
		"# Samples: 12  of event 'cpu-clock'\n"
		"# Event count (approx.): 7000005\n"
		"# Stacks: 8 of 12 samples have their user stack (8 merged), 2 kernel, 1 lost, 1 pending\n"
		"#\n"
		"# Children      Self  Command          Shared Object      Symbol                  \n"
		"# ........  ........  ...............  .................  ........................\n"
		"#\n"
		"   100.00%   100.00%  program          [kernel.kallsyms]  [k] do_read\n"
		"            |          \n"
		"            |--42.86%--0x300\n"
		"            |          0x200\n"
		"            |          0x100\n"
		"            |          do_syscall_64\n"
		"            |          do_read\n"
		"            |          \n"
		"            |--28.57%--0x301\n"
		"            |          0x200\n"
		"            |          0x100\n"
		"            |          do_syscall_64\n"
		"            |          do_read\n"
		"            |          \n"
		"             --28.57%--0x302\n"
		"                       0x200\n"
		"                       0x100\n"
		"                       do_syscall_64\n"
		"                       do_read\n"
		"\n"
		"   100.00%     0.00%  program          program            [.] 0x0000000000000200\n"
		"            |\n"
		"            ---0x200\n"
		"               0x100\n"
		"               do_syscall_64\n"
		"               do_read\n"
		"\n"
		"   100.00%     0.00%  program          program            [.] 0x0000000000000100\n"
		"            |\n"
		"            ---0x100\n"
		"               do_syscall_64\n"
		"               do_read\n"
		"\n"
		"   100.00%     0.00%  program          [kernel.kallsyms]  [k] do_syscall_64\n"
		"            |\n"
		"            ---do_syscall_64\n"
		"               do_read\n"
		"\n"
		"    42.86%     0.00%  program          program            [.] 0x0000000000000300\n"
		"            |\n"
		"            ---0x300\n"
		"               0x200\n"
		"               0x100\n"
		"               do_syscall_64\n"
		"               do_read\n"
		"\n"
		"    28.57%     0.00%  program          program            [.] 0x0000000000000301\n"
		"            |\n"
		"            ---0x301\n"
		"               0x200\n"
		"               0x100\n"
		"               do_syscall_64\n"
		"               do_read\n"
		"\n"
		"    28.57%     0.00%  program          program            [.] 0x0000000000000302\n"
		"            |\n"
		"            ---0x302\n"
		"               0x200\n"
		"               0x100\n"
		"               do_syscall_64\n"
		"               do_read\n"
		"\n"
		"     0.00%     0.00%  a \"named\" <one>  [kernel.kallsyms]  [k] do_read\n"
		"     0.00%     0.00%  a \"named\" <one>  program            [.] 0x0000000000001000\n"
		"     0.00%     0.00%  program          [unknown]          [.] [user stack lost]\n"
		"     0.00%     0.00%  program          [unknown]          [.] [user stack pending]\n"
		"\n"
		"\n"));
	T_RUN(check(
		folder,
		REPORT
		"-q -g none --no-children -F overhead,sample,period,known,most,range,delay,delay50,delay99,comm,dso,sym",

		"   100.00%             9       7000002    77.77%   100.00%           100.00%     500.00 us     500.00 us     500.00 us  program          [kernel.kallsyms]  [k] do_read\n"
		"     0.00%             3             3   100.00%     0.00%             0.00%       1.00 ms       1.00 ms       1.00 ms  a \"named\" <one>  [kernel.kallsyms]  [k] do_read\n"
		"\n"
		"\n"));
	T_RUN(check(folder, REPORT "-q -g none -s pid,class,cpu -F +delay",
		    "   100.00%   100.00%     500.00 us       50:program          merged   000\n"
		    "     0.00%     0.00%             -       51:a \"named\" <one>  kernel   002\n"
		    "     0.00%     0.00%             -       50:program          lost     001\n"
		    "     0.00%     0.00%             -       50:program          pending  000\n"
		    "     0.00%     0.00%       1.00 ms       51:a \"named\" <one>  merged   002\n"
		    "\n"
		    "\n"));
	T_RUN(check(folder, REPORT "-q -g caller -s comm -n",
		    "   100.00%   100.00%             9  program\n"
		    "            |          \n"
		    "            |--42.86%--0x300\n"
		    "            |          0x200\n"
		    "            |          0x100\n"
		    "            |          do_syscall_64\n"
		    "            |          do_read\n"
		    "            |          \n"
		    "            |--28.57%--0x301\n"
		    "            |          0x200\n"
		    "            |          0x100\n"
		    "            |          do_syscall_64\n"
		    "            |          do_read\n"
		    "            |          \n"
		    "             --28.57%--0x302\n"
		    "                       0x200\n"
		    "                       0x100\n"
		    "                       do_syscall_64\n"
		    "                       do_read\n"
		    "\n"
		    "     0.00%     0.00%             3  a \"named\" <one>\n"
		    "\n"
		    "\n"));
	return check(folder,
		     REPORT "-q --hierarchy -s comm,class,sym -F comm,class,sym,overhead,delay",

		     "   100.00%     500.00 us        program        \n"
		     "      100.00%     500.00 us        merged \n"
		     "         100.00%     500.00 us        [k] do_read\n"
		     "            |\n"
		     "            ---do_read\n"
		     "               do_syscall_64\n"
		     "               0x100\n"
		     "               0x200\n"
		     "               |          \n"
		     "               |--42.86%--0x300\n"
		     "               |          \n"
		     "               |--28.57%--0x301\n"
		     "               |          \n"
		     "                --28.57%--0x302\n"
		     "\n"
		     "        0.00%             -        lost   \n"
		     "           0.00%             -        [k] do_read\n"
		     "        0.00%             -        pending\n"
		     "           0.00%             -        [k] do_read\n"
		     "     0.00%       1.00 ms        a \"named\" <one>\n"
		     "        0.00%             -        kernel \n"
		     "           0.00%             -        [k] do_read\n"
		     "        0.00%       1.00 ms        merged \n"
		     "           0.00%       1.00 ms        [k] do_read\n"
		     "\n"
		     "\n");
}

static int test_rows(void)
{
	return folder__run(rows);
}

static int seams(const struct folder *folder)
{
	T_RUN(check(
		folder, REPORT "-q --seam user -g none",
		"   100.00%   100.00%  program          program           [.] 0x0000000000000100\n"
		"   100.00%     0.00%  program          program           [.] 0x0000000000000200\n"
		"    42.86%     0.00%  program          program           [.] 0x0000000000000300\n"
		"    28.57%     0.00%  program          program           [.] 0x0000000000000301\n"
		"    28.57%     0.00%  program          program           [.] 0x0000000000000302\n"
		"     0.00%     0.00%  a \"named\" <one>  [unknown]         [.] [no user stack]\n"
		"     0.00%     0.00%  a \"named\" <one>  program           [.] 0x0000000000001000\n"
		"     0.00%     0.00%  program          [unknown]         [.] [user stack lost]\n"
		"     0.00%     0.00%  program          [unknown]         [.] [user stack pending]\n"
		"\n"
		"\n"));
	T_RUN(check(folder, REPORT "-q --seam kernel -g none",
		    "   100.00%   100.00%  program          [kernel.kallsyms]  [k] do_read\n"
		    "   100.00%     0.00%  program          [kernel.kallsyms]  [k] do_syscall_64\n"
		    "     0.00%     0.00%  a \"named\" <one>  [kernel.kallsyms]  [k] do_read\n"
		    "\n"
		    "\n"));
	return check(
		folder, REPORT "-q --seam pivot -g callee",
		"   100.00%  program          program        [.] 0x100 -> syscall -> do_read\n"
		"            |          \n"
		"            |--100.00%--[callers]\n"
		"            |          0x200\n"
		"            |          |          \n"
		"            |          |--42.86%--0x300\n"
		"            |          |          \n"
		"            |          |--28.57%--0x301\n"
		"            |          |          \n"
		"            |           --28.57%--0x302\n"
		"            |          \n"
		"             --100.00%--[kernel]\n"
		"\n"
		"     0.00%  a \"named\" <one>  [unknown]      [.] [no user stack] -> unknown -> do_read\n"
		"     0.00%  a \"named\" <one>  program        [.] 0x1000 -> unknown -> do_read\n"
		"     0.00%  program          [unknown]      [.] [user stack lost] -> unknown -> do_read\n"
		"     0.00%  program          [unknown]      [.] [user stack pending] -> unknown -> do_read\n"
		"\n"
		"\n");
}

static int test_seams(void)
{
	return folder__run(seams);
}

static int entries(const struct folder *folder)
{
	T_RUN(check(
		folder, "report --kallsyms kallsyms --entries",
		"# Entries into the kernel: 10, sorted by remaining\n"
		"# Their samples: 10 (8 merged, 1 lost, 1 pending)\n"
		"# Samples of no entry: 2 (2 kernel)\n"
		"#\n"
		"# The same in all rows: State unknown, On CPU unknown\n"
		"#\n"
		"#  Remaining  Samples    Sampled  Kind                     Thread                         Begin          Return  User code, with its callers\n"
		"#\n"
		"     1.00 ms        1       1 ns  unknown                  a \"named\" <one> 51          0.017000        0.018000  program+0x1000\n"
		"   500.00 us        1    1.00 ms  syscall                  program 50                  0.010000        0.010500  program+0x100 < program+0x200 < program+0x300\n"
		"   500.00 us        1    1.00 ms  syscall                  program 50                  0.011000        0.011500  program+0x100 < program+0x200 < program+0x301\n"
		"   500.00 us        1    1.00 ms  syscall                  program 50                  0.012000        0.012500  program+0x100 < program+0x200 < program+0x302\n"
		"   500.00 us        1    1.00 ms  syscall                  program 50                  0.013000        0.013500  program+0x100 < program+0x200 < program+0x300\n"
		"   500.00 us        1    1.00 ms  syscall                  program 50                  0.019000        0.019500  program+0x100 < program+0x200 < program+0x300\n"
		"   500.00 us        1    1.00 ms  syscall                  program 50                  0.020000        0.020500  program+0x100 < program+0x200 < program+0x301\n"
		"   500.00 us        1    1.00 ms  syscall                  program 50                  0.021000        0.021500  program+0x100 < program+0x200 < program+0x302\n"
		"        lost        1       1 ns  unknown                  program 50                  0.014000               -  [user stack lost]\n"
		"     pending        1       1 ns  unknown                  program 50                  0.023000               -  [user stack pending]\n"));
	T_RUN(check(
		folder, "report --kallsyms kallsyms --entries --by kind,caller,site,state,gap",
		"# Kinds of entries into the kernel: 4, of 10 entries with samples, sorted by total\n"
		"# Times begin at the first sample of an entry (>=), unless an event marks each: then all is exact\n"
		"#\n"
		"#        Total        Median           99%       Longest  <1 us ... 1 s  Entries  Facts      Sampled  Kind                     Command          User code\n"
		"#        Entries      Total    Time  By          \n"
		"#\n"
		"    >= 3.50 ms  >= 500.00 us  >= 500.00 us  >= 500.00 us       @               7  sampled    7.00 ms  syscall                  program          program+0x100\n"
		"               3    1.50 ms   42.9%  call site   program+0x100 < program+0x200 < program+0x300\n"
		"               2    1.00 ms   28.6%  call site   program+0x100 < program+0x200 < program+0x301\n"
		"               2    1.00 ms   28.6%  call site   program+0x100 < program+0x200 < program+0x302\n"
		"               7    3.50 ms  100.0%  state       unknown\n"
		"               7    3.50 ms  100.0%  gap after   no gap\n"
		"\n"
		"    >= 1.00 ms    >= 1.00 ms    >= 1.00 ms    >= 1.00 ms       @               1  sampled       1 ns  unknown                  a \"named\" <one>  program+0x1000\n"
		"               1    1.00 ms  100.0%  call site   program+0x1000\n"
		"               1    1.00 ms  100.0%  state       unknown\n"
		"               1    1.00 ms  100.0%  gap after   do_read\n"
		"\n"
		"       >= 0 ns       >= 0 ns       >= 0 ns       >= 0 ns  -                    1  sampled       1 ns  unknown                  program          [user stack lost]\n"
		"               1       0 ns    0.0%  call site   [user stack lost]\n"
		"               1       0 ns    0.0%  state       unknown\n"
		"               1       0 ns    0.0%  gap after   no gap\n"
		"\n"
		"       >= 0 ns       >= 0 ns       >= 0 ns       >= 0 ns  -                    1  sampled       1 ns  unknown                  program          [user stack pending]\n"
		"               1       0 ns    0.0%  call site   [user stack pending]\n"
		"               1       0 ns    0.0%  state       unknown\n"
		"               1       0 ns    0.0%  gap after   no gap\n"
		"\n"));
	T_RUN(check(
		folder, "report --kallsyms kallsyms --each-sample",
		"# Samples: 12\n"
		"#\n"
		"#           Time  CPU  Thread                Event               Class                     Cookie       Delay  Kernel stack | user stack, innermost first\n"
		"#\n"
		"        0.010000    0  program 50            cpu-clock           merged               0x100000001   500.00 us  do_read < do_syscall_64 | program+0x100 < program+0x200 < program+0x300\n"
		"        0.011000    0  program 50            cpu-clock           merged               0x300000001   500.00 us  do_read < do_syscall_64 | program+0x100 < program+0x200 < program+0x301\n"
		"        0.012000    0  program 50            cpu-clock           merged               0x500000001   500.00 us  do_read < do_syscall_64 | program+0x100 < program+0x200 < program+0x302\n"
		"        0.013000    0  program 50            cpu-clock           merged               0x700000001   500.00 us  do_read < do_syscall_64 | program+0x100 < program+0x200 < program+0x300\n"
		"        0.014000    1  program 50            cpu-clock           lost                0x2900000001           -  do_read | [user stack lost]\n"
		"        0.015000    2  a \"named\" <one> 51    cpu-clock           kernel                         -           -  do_read\n"
		"        0.017000    2  a \"named\" <one> 51    cpu-clock           kernel                         -           -  do_read\n"
		"        0.017000    2  a \"named\" <one> 51    cpu-clock           merged              0x3d00000001     1.00 ms  do_read | program+0x1000\n"
		"        0.019000    0  program 50            cpu-clock           merged              0x1300000001   500.00 us  do_read < do_syscall_64 | program+0x100 < program+0x200 < program+0x300\n"
		"        0.020000    0  program 50            cpu-clock           merged              0x1500000001   500.00 us  do_read < do_syscall_64 | program+0x100 < program+0x200 < program+0x301\n"
		"        0.021000    0  program 50            cpu-clock           merged              0x1700000001   500.00 us  do_read < do_syscall_64 | program+0x100 < program+0x200 < program+0x302\n"
		"        0.023000    0  program 50            cpu-clock           pending             0x5100000001           -  do_read | [user stack pending]\n"));
	return check(
		folder, "report --kallsyms kallsyms --summary",
		"12 samples of cpu-clock; the trace: 13.00 ms, 3 CPUs, 2 threads\n"
		" kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk\n"
		" u user 0.00%  k kernel 100.00%  i idle 0.00%  ? no user stack 0.00%\n"
		" 1  100.00% is in program+0x100 and what it calls (program); most by itself: 100.00% in do_read\n"
		" p  100.00% is program: 0x100 -> syscall -> do_read\n"
		" 7  syscall of program by program+0x100 lasts longest: >= 3.50 ms in 7 of 10 sampled entries, median >= 500.00 us, longest >= 500.00 us\n"
		" 6  12 samples are too few to tell a change in time\n"
		" 4  2 of 10 user stacks are missing, 1 of them lost: the user stack was lost\n");
}

static int test_entries(void)
{
	return folder__run(entries);
}

static int audit(const struct folder *folder)
{
	T_RUN(check(
		folder, "audit --kallsyms kallsyms",
		"# Audit of perf.data\n"
		"#\n"
		"# Samples        : 12\n"
		"# With user half : 10\n"
		"# Of these known : 8 (80.00%)\n"
		"# Signals        : no kernel symbols (--kallsyms, -k): samples in rt_sigreturn get what the signal interrupted\n"
		"\n"
		"# Where the samples went\n"
		"#\n"
		"# Class            Samples    Share  What it means\n"
		"# ............  ..........  .......  ......................................................\n"
		"#\n"
		"  merged                 8   66.67%  the user stack came later\n"
		"  kernel                 2   16.67%  there is no user stack\n"
		"  lost                   1    8.33%  the user stack was lost\n"
		"  pending                1    8.33%  the task was still in the kernel when the trace ended\n"
		"  total                 12  100.00%\n"
		"\n"
		"# Why user stacks are missing\n"
		"#\n"
		"# Cause            Samples     Entries     Tasks  Seen from .. to\n"
		"# ............  ..........  ..........  ........  ................................\n"
		"#\n"
		"  lost                   1           1         1      0.014000 .. 0.014000\n"
		"  pending                1           1         1      0.023000 .. 0.023000\n"
		"#\n"
		"# The kernel reports 3 lost records.\n"
		"#\n"
		"# Cause            Samples      Pid/Tid      Command\n"
		"# ............  ..........  ...............  ...............\n"
		"#\n"
		"  lost                   1       50/50       program\n"
		"  pending                1       50/50       program\n"
		"\n"
		"# By event\n"
		"#\n"
		"#    Samples    Known    merged    kernel      lost   pending  Event\n"
		"# ..........  .......  ........  ........  ........  ........  ........................\n"
		"#\n"
		"          12   80.00%         8         2         1         1  cpu-clock\n"
		"\n"
		"# By thread\n"
		"#\n"
		"#    Samples    Known    merged    kernel      lost   pending      Pid/Tid      Command\n"
		"# ..........  .......  ........  ........  ........  ........  ...............  ...............\n"
		"#\n"
		"           9   77.77%         7         0         1         1       50/50       program\n"
		"           3  100.00%         1         2         0         0       50/51       a \"named\" <one>\n"
		"\n"
		"# By CPU that took the sample, with the losses that the kernel reports\n"
		"#\n"
		"#    Samples    Known    merged    kernel      lost   pending  Lost records  Lost samples  Lost stacks  Lost others  CPU\n"
		"# ..........  .......  ........  ........  ........  ........  ............  ............  ...........  ...........  ...\n"
		"#\n"
		"           8   87.50%         7         0         0         1             0             0            0            0  000\n"
		"           1    0.00%         0         0         1         0             3             0            0            0  001\n"
		"           3  100.00%         1         2         0         0             0             0            0            0  002\n"
		"\n"
		"# Time between a sample and its user stack\n"
		"#\n"
		"# Stack        Samples       Least      Median         99%        Most\n"
		"# ........  ..........  ..........  ..........  ..........  ..........\n"
		"#\n"
		"  later              8   500.00 us   503.81 us     1.00 ms     1.00 ms\n"
		"#\n"
		"   262.14 us .. 524.29 us            7  ########################################\n"
		"   524.29 us .. 1.05 ms              1  ######\n"
		"\n"
		"# Deferred user stacks\n"
		"#\n"
		"           8  in the trace\n"
		"           8  used by samples\n"
		"           0  used by none\n"
		"        1.00  samples share one on average, at most 1\n"
		"\n"
		"# Records in the trace\n"
		"#\n"
		"           1  MMAP\n"
		"           1  LOST\n"
		"           2  COMM\n"
		"           1  FORK\n"
		"          12  SAMPLE\n"
		"           1  MMAP2\n"
		"           8  CALLCHAIN_DEFERRED\n"
		"           1  FINISHED_ROUND\n"
		"\n"));
	return check(
		folder,
		"audit --kallsyms kallsyms --json | tr -d ' \\n' | sed 's/},\"/},\\n\"/g; s/},{/},\\n{/g'",

		"{\"samples\":12,\"classes\":{\"merged\":8,\"merged-back\":0,\"inline\":0,\"kernel\":2,\"lost\":1,\"pending\":1,\"exec\":0,\"exited\":0,\"ambiguous\":0,\"not-recorded\":0,\"not-unwound\":0,\"not-asked\":0,\"sigreturn\":0,\"unwound\":0,\"dump-ended\":0,\"no-cfi\":0,\"no-file\":0,\"wrong-build\":0,\"no-register\":0,\"no-growth\":0,\"bad-cfi\":0,\"too-deep\":0},\n"
		"\"with_user_half\":10,\"known\":8,\"percent_known\":80.0000,\"input\":\"perf.data\",\"filtered\":false,\"has_time\":true,\"has_tasks\":true,\"has_execs\":true,\"execs\":1,\"execs_without_comm\":0,\"knows_sigreturn\":false,\"guest_records\":0,\"clock_steps\":0,\"causes\":[{\"class\":\"lost\",\"meaning\":\"theuserstackwaslost\",\"samples\":1,\"entries\":1,\"tasks\":1,\"first_time\":14000000,\"last_time\":14000000},\n"
		"{\"class\":\"pending\",\"meaning\":\"thetaskwasstillinthekernelwhenthetraceended\",\"samples\":1,\"entries\":1,\"tasks\":1,\"first_time\":23000000,\"last_time\":23000000}],\"events\":[{\"name\":\"cpu-clock\",\"index\":0,\"samples\":12,\"classes\":{\"merged\":8,\"kernel\":2,\"lost\":1,\"pending\":1}}],\"threads\":[{\"pid\":50,\"tid\":50,\"comm\":\"program\",\"samples\":9,\"classes\":{\"merged\":7,\"lost\":1,\"pending\":1}},\n"
		"{\"pid\":50,\"tid\":51,\"comm\":\"a\\\"named\\\"<one>\",\"samples\":3,\"classes\":{\"merged\":1,\"kernel\":2}}],\"cpus\":[{\"cpu\":0,\"samples\":8,\"classes\":{\"merged\":7,\"pending\":1}},\n"
		"{\"cpu\":1,\"samples\":1,\"classes\":{\"lost\":1}},\n"
		"{\"cpu\":2,\"samples\":3,\"classes\":{\"merged\":1,\"kernel\":2}}],\"losses\":{\"told\":1,\"records\":3,\"samples\":0,\"stacks\":0,\"others\":0,\"cpus\":[{\"cpu\":1,\"told\":1,\"records\":3,\"samples\":0,\"stacks\":0,\"others\":0}],\"events\":[]},\n"
		"\"latency_ns\":{\"later\":{\"nr\":8,\"min\":500000,\"median\":503807,\"p99\":1000000,\"max\":1000000,\"mean\":562500.000,\"sum\":4500000,\"log2\":[{\"from\":262144,\"nr\":7},\n"
		"{\"from\":524288,\"nr\":1}]},\n"
		"\"before\":{\"nr\":0,\"log2\":[]}},\n"
		"\"deferred\":{\"records\":8,\"used\":8,\"unused\":0,\"duplicates\":0,\"samples_with_empty\":0,\"samples_per_record\":{\"nr\":8,\"min\":1,\"median\":1,\"p99\":1,\"max\":1,\"mean\":1.000,\"sum\":8,\"log2\":[{\"from\":1,\"nr\":8}]}},\n"
		"\"counters\":{\"records\":0,\"read\":0,\"unchanged\":0},\n"
		"\"aux\":{\"bytes\":0},\n"
		"\"records\":[{\"type\":1,\"name\":\"MMAP\",\"nr\":1},\n"
		"{\"type\":2,\"name\":\"LOST\",\"nr\":1},\n"
		"{\"type\":3,\"name\":\"COMM\",\"nr\":2},\n"
		"{\"type\":7,\"name\":\"FORK\",\"nr\":1},\n"
		"{\"type\":9,\"name\":\"SAMPLE\",\"nr\":12},\n"
		"{\"type\":10,\"name\":\"MMAP2\",\"nr\":1},\n"
		"{\"type\":22,\"name\":\"CALLCHAIN_DEFERRED\",\"nr\":8},\n"
		"{\"type\":68,\"name\":\"FINISHED_ROUND\",\"nr\":1}],\"damage\":[],\"damage_nr\":0}");
}

static int test_audit(void)
{
	return folder__run(audit);
}

/* Beside its own samples no row has changed; beside others of one name they are one. */
static int baseline(const struct folder *folder)
{
	T_RUN(check(folder, REPORT "-q -g none --no-children -s comm,sym --baseline perf.data",
		    "   100.00%   100.00%    ~+0.00%  program          [k] do_read\n"
		    "     0.00%     0.00%    ~+0.00%  a \"named\" <one>  [k] do_read\n"
		    "\n"
		    "\n"));
	return check(
		folder, REPORT "-q -g none -s pid,dso --baseline perf.data",
		"   100.00%   100.00%   100.00%    ~+0.00%       50:program          [kernel.kallsyms]\n"
		"   100.00%   100.00%     0.00%    ~+0.00%       50:program          program\n"
		"     0.00%     0.00%     0.00%    ~+0.00%       51:a \"named\" <one>  [kernel.kallsyms]\n"
		"     0.00%     0.00%     0.00%    ~+0.00%       50:program          [unknown]\n"
		"     0.00%     0.00%     0.00%    ~+0.00%       51:a \"named\" <one>  program\n"
		"\n"
		"\n");
}

static int test_baseline(void)
{
	return folder__run(baseline);
}

static const struct test_case cases[] = {
	{"rows", test_rows},
	{"halves of stacks, and where both meet", test_seams},
	{"entries, samples, and the summary", test_entries},
	{"rows beside the same samples", test_baseline},
	{"the ledger", test_audit},
	{0},
};

const struct test_suite suite__report_whole = {"report-whole", "Whole reports of a small trace",
					       cases};
