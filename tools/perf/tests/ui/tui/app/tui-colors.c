// SPDX-License-Identifier: GPL-2.0-only
/*
 * Each view of a real trace on a small screen, and menus above it; below each row the colours of
 * its cells: see term__all_colors().
 */
#include "tests/tests.h"
#include "tests/tui-shots.h"

#define CHECK(deeds) SHOTS_CHECK("forky-systemwide.data", deeds)

static const char rows_text[] =
	"Samples: 2K of event 'cpu-clock', Event count (approx.): 1032000000, 92.43% with their "
	"user stack\n"
	"tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt"
	"tttttttttttttttttttttttttttttttt\n"
	" 1 symbols  2 tree  3 flame  4 ledger  5 source  6 time  7 entries  8 samples  9 calls\n"
	"ccccccccccckkk     kkk      kkk       kkk       kkk     kkk        kkk        kkk\n"
	"  Children      Self  Command          Shared Object      Symbol\n"
	"tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt"
	"tttttttttttttttttttttttttttttttt\n"
	"+   46.51%     0.00%  forky            [kernel.kallsyms]  [k] "
	"entry_SYSCALL_64_after_hwframe\n"
	"cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
	"cccccccccccccccccccccccccccccccc\n"
	"+   46.51%     0.44%  forky            [kernel.kallsyms]  [k] do_syscall_64\n"
	"  hhhhhhhh                                                nnnnnnnnnnnnnnnnn\n"
	"+   23.64%     0.00%  forky            forky              [.] __libc_start_call_main\n"
	"  hhhhhhhh                                                uuuuuuuuuuuuuuuuuuuuuuuuuu\n"
	"+   23.64%     0.00%  forky            forky              [.] main\n"
	"  hhhhhhhh                                                uuuuuuuu\n"
	"+   20.01%     0.05%  forky            forky              [.] spawn\n"
	"  hhhhhhhh                                                uuuuuuuuu\n"
	"+   19.04%     0.00%  swapper          [kernel.kallsyms]  [k] common_startup_64\n"
	"  hhhhhhhh                                                nnnnnnnnnnnnnnnnnnnnn\n"
	" h: help  Enter: open  /: filter  w: callers  a: source  q: leave                       "
	"                         1/1113\n"
	"oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
	"oooooooooooooooooooooooooooooooo\n";
static const char graph_text[] =
	"  Children      Self  Command          Shared Object      Symbol\n"
	"tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt"
	"tttttttttttttttttttttttttttttttt\n"
	"+   46.51%     0.00%  forky            [kernel.kallsyms]  [k] "
	"entry_SYSCALL_64_after_hwframe\n"
	"  hhhhhhhh                                                "
	"nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn\n"
	"-   46.51%     0.44%  forky            [kernel.kallsyms]  [k] do_syscall_64\n"
	"cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
	"cccccccccccccccccccccccccccccccc\n"
	"  +  46.08% [k] do_syscall_64\n"
	"    hhhhhhh nnnnnnnnnnnnnnnnn\n"
	"+   23.64%     0.00%  forky            forky              [.] __libc_start_call_main\n"
	"  hhhhhhhh                                                uuuuuuuuuuuuuuuuuuuuuuuuuu\n"
	"+   23.64%     0.00%  forky            forky              [.] main\n"
	"  hhhhhhhh                                                uuuuuuuu\n"
	"+   20.01%     0.05%  forky            forky              [.] spawn\n"
	"  hhhhhhhh                                                uuuuuuuuu\n"
	" h: help  Enter: open  /: filter  w: callers  a: source  q: leave                       "
	"                         2/1114\n"
	"oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
	"oooooooooooooooooooooooooooooooo\n";
static const char found_text[] =
	"  Children      Self  Command          Shared Object      Symbol\n"
	"tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt"
	"tttttttttttttttttttttttttttttttt\n"
	"+   46.51%     0.00%  forky            [kernel.kallsyms]  [k] "
	"entry_SYSCALL_64_after_hwframe\n"
	"  hhhhhhhh                                                "
	"nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn\n"
	"-   46.51%     0.44%  forky            [kernel.kallsyms]  [k] do_syscall_64\n"
	"ccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccfffccccccccccccccccccccccc"
	"cccccccccccccccccccccccccccccccc\n"
	"  +  46.08% [k] do_syscall_64\n"
	"    hhhhhhh nnnnfffnnnnnnnnnn\n"
	"+   23.64%     0.00%  forky            forky              [.] __libc_start_call_main\n"
	"  hhhhhhhh                                                uuuuuuuuuuuuuuuuuuuuuuuuuu\n"
	"+   23.64%     0.00%  forky            forky              [.] main\n"
	"  hhhhhhhh                                                uuuuuuuu\n"
	"+   20.01%     0.05%  forky            forky              [.] spawn\n"
	"  hhhhhhhh                                                uuuuuuuuu\n"
	" 'do_': 48 matches, 309 more below closed lines                                         "
	"                         2/1114\n"
	"oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
	"oooooooooooooooooooooooooooooooo\n";
static const char tree_text[] =
	"  From the outermost callers down (b: bottom up); L: from 0.5% on\n"
	"tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt"
	"tttttttttttttttttttttttttttttttt\n"
	"-   56.35%  forky\n"
	"  hhhhhhhh\n"
	"  -  23.21% [.] __libc_start_call_main\n"
	"cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
	"cccccccccccccccccccccccccccccccc\n"
	"  -         [.] main\n"
	"            uuuuuuuu\n"
	"    -  20.01% [.] spawn  self 0.05%\n"
	"      hhhhhhh uuuuuuuuudddddddddddd\n"
	"      -  15.84% [.] __libc_read  self 0.15%\n"
	"        hhhhhhh uuuuuuuuuuuuuuudddddddddddd\n"
	"        -  15.70% ~~ syscall ~~ [k] entry_SYSCALL_64_after_hwframe\n"
	"          hhhhhhh ssssssssssssssnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn\n"
	" h: help  Enter: open  b: other end  w: callers  f: search  q: leave                    "
	"                           2/46\n"
	"oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
	"oooooooooooooooooooooooooooooooo\n";
static const char flame_text[] =
	" 19.04%  self   0.00%  [k] common_startup_64  [kernel.kallsyms]\n"
	"tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt"
	"tttttttttttttttttttttttttttttttt\n"
	"|all\n"
	"dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd"
	"dddddddddddddddddddddddddddddddd\n"
	"|__libc_start_call_main    |common_startup_64    <|_Fork          "
	"|entry_SYS..|busybox+..|[ex..|__li|__|0||r 102 more ..\n"
	"UUUUUUUUUUUUUUUUUUUUUUUUUUUcccccccccccccccccccccccUUUUUUUUUUUUUUUUKKKKKKKKKKKKUUUUUUUUUU"
	"UIIIIIIUUUUUUUUUUUKKdddddddddddd\n"
	"|main                      |x86_64_st..|start_se..|entry_SYSC..|r "
	"|do_syscal..|entry_SY..|ent..|asm_|en|b.|r\n"
	"UUUUUUUUUUUUUUUUUUUUUUUUUUUKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK "
	"KKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKUUdKK\n"
	"|spawn                  |__|x86_64_st..|cpu_star..|do_syscall..|r "
	"|x64_sys_c..|do_sysca..|do_..|exc_|do|e |k\n"
	"UUUUUUUUUUUUUUUUUUUUUUUUUUUKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK "
	"KKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK KK\n"
	"|__libc_read       |_|. |en|start_ker..|do_idle   |__do_sys_.. |s "
	"|__x64_sys..|__x64_s.. |__x..|do_u|_ |d ..\n"
	"UUUUUUUUUUUUUUUUUUUUUUd KKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK KK "
	"KKKKKKKKKKKKKKKKKKKKKK KKKKKKKKKKKKK KK dd\n"
	"|entry_SYSCALL_6.. | |  |do|rest_init  |default_..|kernel_cl.. |_ "
	"|do_group_..|do_exec.. |do_..|han |d |_\n"
	"KKKKKKKKKKKKKKKKKK K K  KKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK KK "
	"KKKKKKKKKKKKKKKKKKKKKK KKKKKKKKKK KK KK\n"
	" h: help  Enter: zoom  b: shape  f: search  q: leave                                  "
	"81 boxes, 1090 too narrow to draw\n"
	"oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
	"oooooooooooooooooooooooooooooooo\n";
static const char focus_text[] =
	" 19.04%  self   0.00%  [k] common_startup_64  [kernel.kallsyms]\n"
	"tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt"
	"tttttttttttttttttttttttttttttttt\n"
	"|all\n"
	"dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd"
	"dddddddddddddddddddddddddddddddd\n"
	"|common_startup_64                                                                      "
	"                               <\n"
	"cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
	"cccccccccccccccccccccccccccccccc\n"
	"|x86_64_start_kernel                                           |start_secondary\n"
	"KKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK"
	"KKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK\n"
	"|x86_64_start_reservations                                     |cpu_startup_entry\n"
	"KKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK"
	"KKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK\n"
	"|start_kernel                                                  |do_idle\n"
	"KKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK"
	"KKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK\n"
	"|rest_init                                                     |default_idle_call       "
	"                             |s\n"
	"KKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK"
	"KKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK\n"
	" h: help  Enter: zoom  b: shape  f: search  q: leave                                    "
	" 14 boxes, 1 too narrow to draw\n"
	"oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
	"oooooooooooooooooooooooooooooooo\n";
static const char ledger_text[] =
	"      2064  samples\n"
	"cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
	"cccccccccccccccccccccccccccccccc\n"
	"      1441  of them have a user stack to find\n"
	"\n"
	"      1332  of these are known: 92.43%\n"
	"\n"
	"\n"
	"\n"
	"Where the samples went\n"
	"tttttttttttttttttttttt\n"
	"Class            Samples    Share  What it means\n"
	"dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd"
	"d\n"
	"merged              1303   63.13%  the user stack came later\n"
	"\n"
	" h: help  Enter: open  f: search  z: zoom  q: leave                                     "
	"    92.43% of user stacks known\n"
	"oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
	"oooooooooooooooooooooooooooooooo\n";
static const char end_text[] =
	"forky 384/384                        1        -         0            0         0        "
	" 1         0\n"
	"                                               ddddddddddddddddddddddddddddddddd        "
	"  dddddddddd\n"
	"forky 402/402                        1        -         0            0         0        "
	" 1         0\n"
	"                                               ddddddddddddddddddddddddddddddddd        "
	"  dddddddddd\n"
	"forky 413/413                        1  100.00%         1            0         0        "
	" 0         0\n"
	"                                                         "
	"ddddddddddddddddddddddddddddddddddddddddddd\n"
	"forky 414/414                        1        -         0            0         0        "
	" 1         0\n"
	"                                               ddddddddddddddddddddddddddddddddd        "
	"  dddddddddd\n"
	"forky 416/416                        1        -         0            0         0        "
	" 1         0\n"
	"                                               ddddddddddddddddddddddddddddddddd        "
	"  dddddddddd\n"
	"migration/0 18/18                    1        -         0            0         0        "
	" 1         0\n"
	"                                               ddddddddddddddddddddddddddddddddd        "
	"  dddddddddd\n"
	"perf 115/117                         1  100.00%         1            0         0        "
	" 0         0\n"
	"cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
	"cccccccccccccccccccccccccccccccc\n"
	" h: help  Enter: open  f: search  z: zoom  q: leave                                     "
	"    92.43% of user stacks known\n"
	"oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
	"oooooooooooooooooooooooooooooooo\n";
static const char time_text[] =
	"range +0.057889 .. +0.188226 (0.130337 s) of +0.000000 .. +0.709922 from 23.5471| Most "
	"samples here\n"
	"ttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttd "
	"ttttttttttttttttt\n"
	"396 of 2,064 samples, 19.19%: U user 2% @ kernel 94% ? missing 4% - waiting 154.|  "
	"21.46%           pv_native_safe_halt\n"
	"                             uuuuuuuu  nnnnnnnnnn   iiiiiiiiiii  ddddddddddd    d "
	"hhhhhhh           nnnnnnnnnnnnnnnnnnn\n"
	"all threads             100.0% #++##@*##**@*@:***@#***+@*@+*+@#+**#*++#**@#*##**|  "
	"10.10%           clear_highpages_kasa\n"
	"                               ddddnnnnnnnnnddddddddddddddddddddddddddddddddddddd "
	"hhhhhhh           nnnnnnnnnnnnnnnnnnnn\n"
	"thread                of range ----########^------------------------------------| Share "
	"here; more or less than in the r\n"
	"dddddddddddddddddddddddddddddd ddddkkkkkkkkkddddddddddddddddddddddddddddddddddddd "
	"tttttttttttttttttttttttttttttttttttttt\n"
	"swapper 0                22.2% @..:::.::+:::+.:.:...::::...::::..+::.:::..:..:.:| None "
	"differs by more than chance\n"
	"ccccccccccccccccccccccc cccccc ddddnnnnnnnnnddddddddddddddddddddddddddddddddddddd "
	"dddddddddddddddddddddddddddddddd\n"
	"forky 116                16.9% U...::.:...:::....:::...:::::::.::::...:..+::...:|\n"
	"                               ddddnnnnnnnnnddddddddddddddddddddddddddddddddddddd\n"
	"busybox 121               0.0%  .:.|       |                                    |\n"
	"                               dddddddddddddddddddddddddddddddddddddddddddddddddd\n"
	" h: help  g: second  b: range  M: heat  q: leave                                        "
	"      2064 samples, 301 threads\n"
	"oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
	"oooooooooooooooooooooooooooooooo\n";
static const char entries_text[] =
	"       Total       Longest  Entries  Kind                Command     User code\n"
	"kkkkkkkkkkkkkktttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt\n"
	">= 243.38 ms   >= 14.87 ms      281  syscall read        forky       __libc_read\n"
	"                                     ssssssssssssssssss              uuuuuuuuuuu\n"
	">= 144.26 ms    >= 5.70 ms      158  syscall clone       forky       _Fork\n"
	"cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
	"cccccccccccccccccccccccccccccccc\n"
	">= 144.11 ms    >= 5.38 ms       81  syscall execve      busybox     busybox+0xebf0\n"
	"                                     ssssssssssssssssss              uuuuuuuuuuuuuu\n"
	" >= 33.53 ms    >= 3.51 ms       75  page fault          forky       __libc_fork\n"
	"                                     ssssssssssssssssss              uuuuuuuuuuu\n"
	" >= 16.77 ms    >= 4.90 ms       17  page fault          forky       __nanosleep\n"
	"                                     ssssssssssssssssss              uuuuuuuuuuu\n"
	" >= 16.68 ms    >= 2.62 ms       34  syscall openat      forky       __libc_open64\n"
	"                                     ssssssssssssssssss              uuuuuuuuuuuuu\n"
	" h: help  G: by kind, or one by one  o: sort  f: search  z: zoom  q: leave              "
	"                          2/134\n"
	"oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
	"oooooooooooooooooooooooooooooooo\n";
static const char samples_text[] =
	"          Time  CPU  Thread        Class              Delay  Kernel stack | user stack, "
	"innermost first\n"
	"kkkkkkkkkkkkkkkktttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt"
	"ttttttttttttttt\n"
	"     23.547161    0  swapper 0     kernel                 -  pv_native_safe_halt < "
	"default_idle < default_idle_call < do\n"
	"                                                             "
	"nnnnnnnnnnnnnnnnnnndddnnnnnnnnnnnndddnnnnnnnnnnnnnnnnndddnn\n"
	"     23.547575    1  perf 115      merged         248.99 us  perf+0x28d5ef < "
	"perf+0x74367 < perf+0xf1931 < perf+0x59929\n"
	"cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
	"cccccccccccccccccccccccccccccccc\n"
	"     23.547576    0  swapper 0     kernel                 -  pv_native_safe_halt < "
	"default_idle < default_idle_call < do\n"
	"                                                             "
	"nnnnnnnnnnnnnnnnnnndddnnnnnnnnnnnndddnnnnnnnnnnnnnnnnndddnn\n"
	"     23.550575    0  forky 116     merged           1.61 ms  free_swap_cache < "
	"free_pages_and_swap_cache < __tlb_batch_f\n"
	"                                                             "
	"nnnnnnnnnnnnnnndddnnnnnnnnnnnnnnnnnnnnnnnnndddnnnnnnnnnnnnn\n"
	"     23.550584    1  swapper 0     kernel                 -  pv_native_safe_halt < "
	"default_idle < default_idle_call < do\n"
	"                                                             "
	"nnnnnnnnnnnnnnnnnnndddnnnnnnnnnnnndddnnnnnnnnnnnnnnnnndddnn\n"
	"     23.551088    0  forky 116     merged           1.10 ms  may_expand_vm < "
	"mprotect_fixup < setup_arg_pages < load_elf\n"
	"                                                             "
	"nnnnnnnnnnnnndddnnnnnnnnnnnnnndddnnnnnnnnnnnnnnndddnnnnnnnn\n"
	" h: help  Enter: open  o: sort  f: search  z: zoom  q: leave                            "
	"                         2/2064\n"
	"oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
	"oooooooooooooooooooooooooooooooo\n";
static const char calls_text[] =
	"  Share  Function: callers above, callees below, all commands (, .: stacks)\n"
	"tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt"
	"tttttttttttttttttttttttttttttttt\n"
	"            [.] main\n"
	"            uuuuuuuu\n"
	"            [.] spawn\n"
	"            uuuuuuuuu\n"
	"  -  15.70% ~~ syscall ~~ [.] __libc_read\n"
	"    hhhhhhh ssssssssssssssuuuuuuuuuuuuuuu\n"
	" 62.40%   0.00% self  [k] entry_SYSCALL_64_after_hwframe  [kernel.kallsyms]\n"
	"cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
	"cccccccccccccccccccccccccccccccc\n"
	"  -  62.40% [k] do_syscall_64\n"
	"    hhhhhhh nnnnnnnnnnnnnnnnn\n"
	"    -  14.92% [k] ksys_read\n"
	"      hhhhhhh nnnnnnnnnnnnn\n"
	" h: help  , .: stacks  w: other function  f: search  q: leave                           "
	"                          18/59\n"
	"oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
	"oooooooooooooooooooooooooooooooo\n";
static const char summary_text[] =
	" 2064 samples of cpu-clock; the trace: 709.92 ms, 2 CPUs, 387 threads\n"
	" tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt\n"
	" "
	"uuuukkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk"
	"kiiiiiiiiiiiiiiiiiiiiiii??????\n"
	" "
	"uuuunnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"
	"ndddddddddddddddddddddddiiiiii\n"
	" u user 3.63%  k kernel 72.04%  i idle 19.04%  ? no user stack 5.28%\n"
	" uuuuuuuuuuuuuunnnnnnnnnnnnnnnnndddddddddddddddiiiiiiiiiiiiiiiiiiiiiii\n"
	" 1  23.64% is in main and what it calls (forky); most by itself: 6.49% in "
	"clear_highpages_kasan_tagged\n"
	"kk\n"
	" p  14.92% is forky: __libc_read -> syscall read -> ksys_read\n"
	"kk\n"
	" 7  syscall read of forky by __libc_read lasts longest: >= 243.38 ms in 281 of 1165 "
	"sampled entries, median >= 255.75 us\n"
	"kk\n"
	" 6  From +0.000 to +0.044 s kernel mode has 75% of the 115 samples; of all it has 91%\n"
	"kk\n"
	" h: help  a line's key: its view  other keys: the rows  q: leave\n"
	"oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
	"oooooooooooooooooooooooooooooooo\n";
static const char zoom_text[] =
	"Zoomed into DSO: [kernel.kallsyms] (percentages are of all)\n"
	"mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmddddddddddddddddddddddddd\n"
	"  Children      Self  Command          Shared Object      Symbol\n"
	"tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt"
	"tttttttttttttttttttttttttttttttt\n"
	"+   46.51%     0.00%  forky            [kernel.kallsyms]  [k] "
	"entry_SYSCALL_64_after_hwframe\n"
	"cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
	"cccccccccccccccccccccccccccccccc\n"
	"+   46.51%     0.44%  forky            [kernel.kallsyms]  [k] do_syscall_64\n"
	"  hhhhhhhh                                                nnnnnnnnnnnnnnnnn\n"
	"+   19.04%     0.00%  swapper          [kernel.kallsyms]  [k] common_startup_64\n"
	"  hhhhhhhh                                                nnnnnnnnnnnnnnnnnnnnn\n"
	"+   19.04%     0.00%  swapper          [kernel.kallsyms]  [k] cpu_startup_entry\n"
	"  hhhhhhhh                                                nnnnnnnnnnnnnnnnnnnnn\n"
	"+   19.04%     0.00%  swapper          [kernel.kallsyms]  [k] do_idle\n"
	"  hhhhhhhh                                                nnnnnnnnnnn\n"
	" h: help  Enter: open  /: filter  w: callers  a: source  q: leave                       "
	"                          1/964\n"
	"oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
	"oooooooooooooooooooooooooooooooo\n";
static const char menu_text[] =
	"  Children      Self  Command | w  Callers and callees of "
	"entry_SYSCALL_64_after_hwframe |\n"
	"ttttttttttttttttttttttttttttttxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
	"xxtttttttttttttttttttttttttttttt\n"
	"+   46.51%     0.00%  forky   |    Zoom into symbol entry_SYSCALL_64_after_hwframe      "
	" |me\n"
	"ccccccccccccccccccccccccccccccxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
	"xxcccccccccccccccccccccccccccccc\n"
	"+   46.51%     0.44%  forky   | d  Zoom into DSO [kernel.kallsyms]                      "
	" |\n"
	"  hhhhhhhh                    "
	"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
	"+   23.64%     0.00%  forky   |    Zoom into comm forky                                 "
	" |\n"
	"  hhhhhhhh                    "
	"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
	"+   23.64%     0.00%  forky   | v  Its samples, one by one                              "
	" |\n"
	"  hhhhhhhh                    "
	"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
	"+   20.01%     0.05%  forky   | g  The same function in another view                    "
	" |\n"
	"  hhhhhhhh                    "
	"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
	"+   19.04%     0.00%  swapper | !  Leave it out, or something else                      "
	" |\n"
	"  hhhhhhhh                    "
	"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
	" h: help  Enter: open  /: filt+- 1-8 of 9 "
	"-----------------------------------------------+                       1/1113\n"
	"ooooooooooooooooooooooooooooooxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
	"xxoooooooooooooooooooooooooooooo\n";
static const char list_text[] =
	"  Children      | [x] dso                file or kernel of the function                 "
	"              |\n"
	"ttttttttttttttttxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
	"xxxxxxxxxxxxxxxttttttttttttttttt\n"
	"+   46.51%     0| [x] symbol             function                                       "
	"              |\n"
	"ccccccccccccccccxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
	"xxxxxxxxxxxxxxxccccccccccccccccc\n"
	"+   46.51%     0| [ ] pid                thread, as in perf                             "
	"              |\n"
	"  hhhhhhhh      "
	"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
	"+   23.64%     0| [ ] tgid               process                                        "
	"              |\n"
	"  hhhhhhhh      "
	"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
	"+   23.64%     0| [ ] cpu                CPU of the sample                              "
	"              |\n"
	"  hhhhhhhh      "
	"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
	"+   20.01%     0| [ ] socket             processor of the CPU                           "
	"              |\n"
	"  hhhhhhhh      "
	"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
	"+   19.04%     0| [ ] cgroup             cgroup, of record --all-cgroups                "
	"              |\n"
	"  hhhhhhhh      "
	"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
	" h: help  Enter:+- 1-8 of 26 "
	"-------------------------------------------------------------------------+          "
	"1/1113\n"
	"ooooooooooooooooxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
	"xxxxxxxxxxxxxxxooooooooooooooooo\n";
static const char question_text[] =
	"  Children      Self  Command          Shared Object      Symbol\n"
	"tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt"
	"tttttttttttttttttttttttttttttttt\n"
	"+   46.51%     0.00%  forky            [kernel.kallsyms]  [k] "
	"entry_SYSCALL_64_after_hwframe\n"
	"cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
	"cccccccccccccccccccccccccccccccc\n"
	"+   46.51%     0.44%  forky            [kernel.kallsyms]  [k] do_syscall_64\n"
	"  hhhhhhhh                                                nnnnnnnnnnnnnnnnn\n"
	"+   23.64%     0.00%  forky            forky              [.] __libc_start_call_main\n"
	"  hhhhhhhh                                                uuuuuuuuuuuuuuuuuuuuuuuuuu\n"
	"+   23.64%     0.00%  forky            forky              [.] main\n"
	"  hhhhhhhh                                                uuuuuuuu\n"
	"+   20.01%     0.05%  forky            forky              [.] spawn\n"
	"  hhhhhhhh                                                uuuuuuuuu\n"
	"+   19.04%     0.00%  swapper          [kernel.kallsyms]  [k] common_startup_64\n"
	"  hhhhhhhh                                                nnnnnnnnnnnnnnnnnnnnn\n"
	" Show no rows below percent (rows,callchains): 0,0.5\n"
	"oooooooooooooooooooooooooooooooooooooooooooooooooooocooooooooooooooooooooooooooooooooooo"
	"oooooooooooooooooooooooooooooooo\n";
static const char finder_text[] =
	"  Children| function ksys_read                                                          "
	"                    |\n"
	"ttttttttttxxxxxxxxxxxxxxxxffxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
	"xxxxxxxxxxxxxxxxxxxxxttttttttttt\n"
	"+   46.51%| function vfs_read                                                           "
	"                    |\n"
	"ccccccccccxxxxxxxxxxxxxxxffxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
	"xxxxxxxxxxxxxxxxxxxxxccccccccccc\n"
	"+   46.51%| function read_zero                                                          "
	"                    |\n"
	"  "
	"hhhhhhhhxxxxxxxxxxxffxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
	"xxxxxxxxxxxxxxxxxxx\n"
	"+   23.64%| function rep_stos_alternative                                               "
	"                    |\n"
	"  "
	"hhhhhhhhxxxxxxxxxxxffxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
	"xxxxxxxxxxxxxxxxxxx\n"
	"+   23.64%| function x86_64_start_reservations                                          "
	"                    |\n"
	"  "
	"hhhhhhhhxxxxxxxxxxxxxxxxxxxxxxxxffxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
	"xxxxxxxxxxxxxxxxxxx\n"
	"+   20.01%| function rest_init                                                          "
	"                    |\n"
	"  "
	"hhhhhhhhxxxxxxxxxxxffxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
	"xxxxxxxxxxxxxxxxxxx\n"
	"+   19.04%| function get_page_from_freelist                                             "
	"                    |\n"
	"  "
	"hhhhhhhhxxxxxxxxxxxxxxxxxxxxxxxxxxffxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
	"xxxxxxxxxxxxxxxxxxx\n"
	" h: help  +- 1-8 of 492 "
	"------------------------------------------------------------------------------------+   "
	" 1/1113\n"
	"ooooooooooxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
	"xxxxxxxxxxxxxxxxxxxxxooooooooooo\n";
static const char no_key_text[] =
	"  Children      Self  Command          Shared Object      Symbol\n"
	"tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt"
	"tttttttttttttttttttttttttttttttt\n"
	"+   46.51%     0.00%  forky            [kernel.kallsyms]  [k] "
	"entry_SYSCALL_64_after_hwframe\n"
	"cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
	"cccccccccccccccccccccccccccccccc\n"
	"+   46.51%     0.44%  forky            [kernel.kallsyms]  [k] do_syscall_64\n"
	"  hhhhhhhh                                                nnnnnnnnnnnnnnnnn\n"
	"+   23.64%     0.00%  forky            forky              [.] __libc_start_call_main\n"
	"  hhhhhhhh                                                uuuuuuuuuuuuuuuuuuuuuuuuuu\n"
	"+   23.64%     0.00%  forky            forky              [.] main\n"
	"  hhhhhhhh                                                uuuuuuuu\n"
	"+   20.01%     0.05%  forky            forky              [.] spawn\n"
	"  hhhhhhhh                                                uuuuuuuuu\n"
	"+   19.04%     0.00%  swapper          [kernel.kallsyms]  [k] common_startup_64\n"
	"  hhhhhhhh                                                nnnnnnnnnnnnnnnnnnnnn\n"
	" ~ does nothing here; h lists the keys                                                  "
	"                         1/1113\n"
	"oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
	"oooooooooooooooooooooooooooooooo\n";

static int test_rows(void)
{
	static const struct deed deeds[] = {
		WAIT(IDLE),	    {.want = rows_text, .whole = true},
		{.key = KEY_DOWN},  {.key = '+'},
		WAIT(IDLE),	    LOOK(graph_text),
		{.key = 'f'},	    {.key = 'd'},
		{.key = 'o'},	    {.key = '_'},
		{.key = KEY_ENTER}, WAIT("309 more"),
		LOOK(found_text),
	};

	CHECK(deeds);
}

static int test_tree(void)
{
	static const struct deed deeds[] = {
		WAIT(IDLE),	   {.key = '2'}, WAIT(" 1/"),
		{.key = KEY_DOWN}, WAIT(IDLE),	 LOOK(tree_text),
	};

	CHECK(deeds);
}

static int test_flame(void)
{
	static const struct deed deeds[] = {
		WAIT(IDLE),	    {.key = '3'},     WAIT("boxes"),	{.key = KEY_DOWN},
		{.key = KEY_RIGHT}, WAIT(IDLE),	      LOOK(flame_text), {.key = KEY_ENTER},
		WAIT(IDLE),	    LOOK(focus_text),
	};

	CHECK(deeds);
}

static int test_ledger(void)
{
	static const struct deed deeds[] = {
		WAIT(IDLE),	  {.key = '4'}, WAIT(IDLE),	LOOK(ledger_text),
		{.key = KEY_END}, WAIT(IDLE),	LOOK(end_text),
	};

	CHECK(deeds);
}

static int test_time(void)
{
	static const struct deed deeds[] = {
		WAIT(IDLE),   {.key = '6'}, WAIT("+0."), {.key = '.'},	  {.key = 'b'},
		{.key = '.'}, {.key = '.'}, WAIT(IDLE),	 LOOK(time_text),
	};

	CHECK(deeds);
}

static int test_entries(void)
{
	static const struct deed deeds[] = {
		WAIT(IDLE),	   {.key = '7'}, WAIT("read"),
		{.key = KEY_DOWN}, WAIT(IDLE),	 LOOK(entries_text),
	};

	CHECK(deeds);
}

static int test_samples(void)
{
	static const struct deed deeds[] = {
		WAIT(IDLE),	   {.key = '8'}, WAIT("forky"),
		{.key = KEY_DOWN}, WAIT(IDLE),	 LOOK(samples_text),
	};

	CHECK(deeds);
}

static int test_calls(void)
{
	static const struct deed deeds[] = {
		WAIT(IDLE), {.key = '9'}, WAIT("self"), WAIT(IDLE), LOOK(calls_text),
	};

	CHECK(deeds);
}

static int test_summary(void)
{
	static const struct deed deeds[] = {
		WAIT(IDLE),
		{.key = '0'},
		WAIT(IDLE),
		LOOK(summary_text),
	};

	CHECK(deeds);
}

static int test_zoom(void)
{
	static const struct deed deeds[] = {
		WAIT(IDLE), {.key = 'k'}, WAIT("Zoomed into DSO"), WAIT(IDLE), LOOK(zoom_text),
	};

	CHECK(deeds);
}

static int test_menus(void)
{
	static const struct deed deeds[] = {
		WAIT(IDLE),	     {.key = 'm'},	LOOK(menu_text),  {.key = KEY_ESC},
		{.key = 'o'},	     LOOK(list_text),	{.key = KEY_ESC}, {.key = 'L'},
		LOOK(question_text), {.key = KEY_ESC},	{.key = ':'},	  {.key = 'r'},
		{.key = 'e'},	     LOOK(finder_text),
	};

	CHECK(deeds);
}

static int test_no_key(void)
{
	static const struct deed deeds[] = {
		WAIT(IDLE),
		{.key = '~'},
		LOOK(no_key_text),
	};

	CHECK(deeds);
}

static const struct test_case cases[] = {
	{"rows, a call graph below one, and what is found", test_rows},
	{"the tree of calls", test_tree},
	{"a flame graph", test_flame},
	{"the ledger", test_ledger},
	{"a range of time", test_time},
	{"entries into the kernel", test_entries},
	{"samples one by one", test_samples},
	{"callers and callees of a function", test_calls},
	{"the summary", test_summary},
	{"a zoom", test_zoom},
	{"menus, lists and questions", test_menus},
	{"a key that does nothing", test_no_key},
	{0},
};

const struct test_suite suite__tui_colors = {"tui-colors", "Colours of the views of the TUI",
					     cases};
