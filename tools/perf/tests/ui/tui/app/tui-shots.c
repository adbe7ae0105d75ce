// SPDX-License-Identifier: GPL-2.0-only
/* Parts of views that keys lead to, with their colours: see term__all_colors(). */
#include "tests/tests.h"
#include "tests/tui-shots.h"

#define CHECK(deeds) SHOTS_CHECK("forky-systemwide.data", deeds)

static const char one_by_one_text[] =
	" Remaining  Samples  Kind                Thread           User code, with its callers\n"
	"kkkkkkkkkkkkttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt\n"
	"  14.87 ms        3  syscall read        forky 121        __libc_read < spawn < main < "
	"__libc_start_call_main\n"
	"cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
	"cccccccccccccccccccccccccccccccc\n"
	"   7.68 ms        1  syscall read        forky 120        __libc_read < spawn < main < "
	"__libc_start_call_main\n"
	"                     ssssssssssssssssss                   "
	"uuuuuuuuuuuddduuuuuddduuuuddduuuuuuuuuuuuuuuuuuuuuu\n"
	"   5.70 ms        2  syscall clone       forky 116        _Fork\n"
	"                     ssssssssssssssssss                   uuuuu\n"
	"   5.43 ms        2  syscall clone       forky 116        _Fork\n"
	"                     ssssssssssssssssss                   uuuuu\n"
	"   5.41 ms        1  syscall read        forky 185        __libc_read < spawn < main < "
	"__libc_start_call_main\n"
	"                     ssssssssssssssssss                   "
	"uuuuuuuuuuuddduuuuuddduuuuddduuuuuuuuuuuuuuuuuuuuuu\n"
	"   5.38 ms        3  syscall execve      busybox 367      busybox+0xebf0\n"
	"                     ssssssssssssssssss                   uuuuuuuuuuuuuu\n"
	" h: help  G: by kind, or one by one  o: sort  f: search  z: zoom  q: leave              "
	"                         1/1165\n"
	"oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
	"oooooooooooooooooooooooooooooooo\n";
static const char entry_text[] =
	"syscall read, forky 121, 3 samples, 1.50 ms of 14.87 ms sampled on CPU, else unknown\n"
	"tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt\n"
	"__libc_read < spawn < main < __libc_start_call_main\n"
	"uuuuuuuuuuuddduuuuuddduuuuddduuuuuuuuuuuuuuuuuuuuuu\n"
	"+0 ns  CPU 0  sample 1 of 3\n"
	"\n"
	"^+0.000         |+0.002         |+0.004         |+0.006         |+0.008         |+0.010 "
	"        |+0.012         |+0.014\n"
	"kdddddd         ddddddd         ddddddd         ddddddd         ddddddd         ddddddd "
	"        ddddddd         ddddddd\n"
	"|ent<: 9.20 ms, no sample                                                    :|entr: "
	"2.33 ms        :|entr: 1.85 ms    :\n"
	"cccccdddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddKKKKKddddd"
	"dddddddddddddKKKKKdddddddddddddd\n"
	"|do_s:                                                                       :|do_s:    "
	"            :|do_s:            :\n"
	"KKKKKdddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddKKKKKddddd"
	"dddddddddddddKKKKKdddddddddddddd\n"
	"|ksys:                                                                       :|ksys:    "
	"            :|ksys:            :\n"
	"KKKKKdddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddKKKKKddddd"
	"dddddddddddddKKKKKdddddddddddddd\n"
	" h: help  G: by kind, or one by one  o: sort  f: search  z: zoom  q: leave              "
	"                           1/17\n"
	"oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
	"oooooooooooooooooooooooooooooooo\n";
static const char entry_right_text[] =
	"syscall read, forky 121, 3 samples, 1.50 ms of 14.87 ms sampled on CPU, else unknown\n"
	"tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt\n"
	"__libc_read < spawn < main < __libc_start_call_main\n"
	"uuuuuuuuuuuddduuuuuddduuuuddduuuuuuuuuuuuuuuuuuuuuu\n"
	"+0 ns  CPU 0  sample 1 of 3\n"
	"\n"
	"|^0.000         |+0.002         |+0.004         |+0.006         |+0.008         |+0.010 "
	"        |+0.012         |+0.014\n"
	"dkddddd         ddddddd         ddddddd         ddddddd         ddddddd         ddddddd "
	"        ddddddd         ddddddd\n"
	"|ent<: 9.20 ms, no sample                                                    :|entr: "
	"2.33 ms        :|entr: 1.85 ms    :\n"
	"cccccdddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddKKKKKddddd"
	"dddddddddddddKKKKKdddddddddddddd\n"
	"|do_s:                                                                       :|do_s:    "
	"            :|do_s:            :\n"
	"KKKKKdddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddKKKKKddddd"
	"dddddddddddddKKKKKdddddddddddddd\n"
	"|ksys:                                                                       :|ksys:    "
	"            :|ksys:            :\n"
	"KKKKKdddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddKKKKKddddd"
	"dddddddddddddKKKKKdddddddddddddd\n"
	" h: help  G: by kind, or one by one  o: sort  f: search  z: zoom  q: leave              "
	"                           1/17\n"
	"oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
	"oooooooooooooooooooooooooooooooo\n";
static const char entry_down_text[] =
	"syscall read, forky 121, 3 samples, 1.50 ms of 14.87 ms sampled on CPU, else unknown\n"
	"tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt\n"
	"__libc_read < spawn < main < __libc_start_call_main\n"
	"uuuuuuuuuuuddduuuuuddduuuuddduuuuuuuuuuuuuuuuuuuuuu\n"
	"+0 ns  CPU 0  sample 1 of 3\n"
	"\n"
	"|^0.000         |+0.002         |+0.004         |+0.006         |+0.008         |+0.010 "
	"        |+0.012         |+0.014\n"
	"dkddddd         ddddddd         ddddddd         ddddddd         ddddddd         ddddddd "
	"        ddddddd         ddddddd\n"
	"|entr: 9.20 ms, no sample                                                    :|entr: "
	"2.33 ms        :|entr: 1.85 ms    :\n"
	"KKKKKdddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddKKKKKddddd"
	"dddddddddddddKKKKKdddddddddddddd\n"
	"|do_<:                                                                       :|do_s:    "
	"            :|do_s:            :\n"
	"cccccdddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddKKKKKddddd"
	"dddddddddddddKKKKKdddddddddddddd\n"
	"|ksys:                                                                       :|ksys:    "
	"            :|ksys:            :\n"
	"KKKKKdddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddKKKKKddddd"
	"dddddddddddddKKKKKdddddddddddddd\n"
	" h: help  G: by kind, or one by one  o: sort  f: search  z: zoom  q: leave              "
	"                           2/17\n"
	"oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
	"oooooooooooooooooooooooooooooooo\n";
static const char kind_text[] =
	"syscall read, forky, 281 entries, sampled: times are at least so long\n"
	"ttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt\n"
	"__libc_read\n"
	"uuuuuuuuuuu\n"
	"   Entries      Total    Time  By\n"
	"ttttttttttttttttttttttttttttttttttttttttttt\n"
	"       281  243.38 ms  100.0%  call site   __libc_read < spawn < main < "
	"__libc_start_call_main\n"
	"cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
	"cccccccccccccccccccccccccccccccc\n"
	"       281  243.38 ms  100.0%  state       unknown\n"
	"\n"
	"        22   54.60 ms   22.4%  gap after   clear_highpages_kasan_tagged\n"
	"\n"
	"        19   48.33 ms   19.9%  gap after   rep_stos_alternative\n"
	"\n"
	" h: help  G: by kind, or one by one  o: sort  f: search  z: zoom  q: leave              "
	"                           1/26\n"
	"oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
	"oooooooooooooooooooooooooooooooo\n";
static const char sample_text[] =
	"Time 23.547161  CPU 0  Thread swapper 0  Event cpu-clock  period 500000\n"
	"ddddd         dddddd ddddddddd         dddddddd\n"
	"Class kernel  Cookie -  Delay -\n"
	"dddddd      ddddddddd dddddddd\n"
	"Its stack, from the inside\n"
	"dddddddddddddddddddddddddd\n"
	"[k] pv_native_safe_halt  [kernel.kallsyms]\n"
	"cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
	"cccccccccccccccccccccccccccccccc\n"
	"[k] default_idle  [kernel.kallsyms]\n"
	"nnnnnnnnnnnnnnnnddddddddddddddddddd\n"
	"[k] default_idle_call  [kernel.kallsyms]\n"
	"nnnnnnnnnnnnnnnnnnnnnddddddddddddddddddd\n"
	"[k] do_idle  [kernel.kallsyms]\n"
	"nnnnnnnnnnnddddddddddddddddddd\n"
	" h: help  Enter: open  o: sort  f: search  z: zoom  q: leave                            "
	"                           1/10\n"
	"oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
	"oooooooooooooooooooooooooooooooo\n";
static const char note_text[] =
	" 15.70%  self   0.15%  [k] do_syscall_64  [kernel.kallsyms]                             "
	"       \"do_\" 93.56% in 96 places\n"
	"tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt"
	"ttttttffffffffffffffffffffffffff\n"
	"|__libc_start_call_main    |common_startup_64     |_Fork          "
	"|entry_SYS..|busybox+..|[ex..|__li|__|0||r 102 more ..\n"
	"UUUUUUUUUUUUUUUUUUUUUUUUUUUKKKKKKKKKKKKKKKKKKKKKKKUUUUUUUUUUUUUUUUKKKKKKKKKKKKUUUUUUUUUU"
	"UIIIIIIUUUUUUUUUUUKKdddddddddddd\n"
	"|main                      |x86_64_st..|start_se..|entry_SYSC..|r "
	"|do_syscal..|entry_SY..|ent..|asm_|en|b.|r\n"
	"UUUUUUUUUUUUUUUUUUUUUUUUUUUKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK "
	"ffffffffffffKKKKKKKKKKKKKKKKKKKKKKKKKUUdKK\n"
	"|spawn                  |__|x86_64_st..|cpu_star..|do_syscall..|r "
	"|x64_sys_c..|do_sysca..|do_..|exc_|do|e |k\n"
	"UUUUUUUUUUUUUUUUUUUUUUUUUUUKKKKKKKKKKKKKKKKKKKKKKKfffffffffffffKK "
	"KKKKKKKKKKKKfffffffffffffffffKKKKKfffKK KK\n"
	"|__libc_read       |_|. |en|start_ker..|do_idle   |__do_sys_.. |s "
	"|__x64_sys..|__x64_s.. |__x..|do_u|_ |d ..\n"
	"UUUUUUUUUUUUUUUUUUUUUUd KKKKKKKKKKKKKKKfffffffffffffffffffffff KK "
	"KKKKKKKKKKKKKKKKKKKKKK KKKKKKfffffKK ff dd\n"
	"|entry_SYSCALL_6.. | |  |do|rest_init  |default_..|kernel_cl.. |_ "
	"|do_group_..|do_exec.. |do_..|han |d |_\n"
	"KKKKKKKKKKKKKKKKKK K K  fffKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK KK "
	"ffffffffffffffffffffff ffffffKKKK ff KK\n"
	"|do_syscall_64   < | |  |__|cpu_start..|default_..|copy_pro..  |a |do_exit    "
	"|bprm_ex.. |bp|a||__h |d |d\n"
	"cccccccccccccccccc f K  fffKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK  KK "
	"ffffffffffffKKKKKKKKKK KKKKKKKKKK ff ff\n"
	" h: help  Enter: zoom  b: shape  f: search  q: leave                                  "
	"97 boxes, 1402 too narrow to draw\n"
	"oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
	"oooooooooooooooooooooooooooooooo\n";
static const char pivot_text[] =
	"Where user code enters the kernel (B: both halves)\n"
	"sssssssssssssssssssssssssssssssssddddddddddddddddd\n"
	"  Children      Self  Command          Shared Object  User code -> way in -> kernel "
	"function\n"
	"tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt"
	"tttttttttttttttttttttttttttttttt\n"
	"+   19.04%    19.04%  swapper          [unknown]      [.] [no user stack] -> unknown -> "
	"common_startup_64\n"
	"cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
	"cccccccccccccccccccccccccccccccc\n"
	"+   14.92%    14.92%  forky            forky          [.] __libc_read -> syscall read "
	"-> ksys_read\n"
	"  hhhhhhhh  hhhhhhhh                                  "
	"ssssssssssssssssssssssssssssssssssssssssssss\n"
	"+    9.98%     9.98%  forky            forky          [.] _Fork -> syscall clone -> "
	"__do_sys_clone\n"
	"  hhhhhhhh  hhhhhhhh                                  "
	"ssssssssssssssssssssssssssssssssssssssssssss\n"
	"+    9.01%     9.01%  busybox          busybox        [.] 0xebf0 -> syscall execve -> "
	"do_execveat_common.isra.0\n"
	"  hhhhhhhh  hhhhhhhh                                  "
	"sssssssssssssssssssssssssssssssssssssssssssssssssssssssss\n"
	"+    7.12%     7.12%  forky            [unknown]      [.] [no user stack] -> exit -> "
	"do_group_exit\n"
	"  hhhhhhhh  hhhhhhhh                                  "
	"ssssssssssssssssssssssssssssssssssssssssssss\n"
	" h: help  Enter: open  /: filter  w: callers  a: source  q: leave                       "
	"                          1/183\n"
	"oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
	"oooooooooooooooooooooooooooooooo\n";
static const char user_text[] =
	"User frames only, with the time that their calls took in the kernel (B: both halves)\n"
	"sssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssddddddddddddddddd\n"
	"  Children      Self  Command          Shared Object     Symbol\n"
	"tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt"
	"tttttttttttttttttttttttttttttttt\n"
	"+   23.64%     0.00%  forky            forky             [.] __libc_start_call_main\n"
	"cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
	"cccccccccccccccccccccccccccccccc\n"
	"+   23.64%     0.00%  forky            forky             [.] main\n"
	"  hhhhhhhh                                               uuuuuuuu\n"
	"+   20.01%     0.44%  forky            forky             [.] spawn\n"
	"  hhhhhhhh                                               uuuuuuuuu\n"
	"+   19.04%    19.04%  swapper          [unknown]         [.] [no user stack]\n"
	"  hhhhhhhh  hhhhhhhh                                     iiiiiiiiiiiiiiiiiii\n"
	"+   15.84%    15.84%  forky            forky             [.] __libc_read\n"
	"  hhhhhhhh  hhhhhhhh                                     uuuuuuuuuuuuuuu\n"
	" h: help  Enter: open  /: filter  w: callers  a: source  q: leave                       "
	"                          1/159\n"
	"oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
	"oooooooooooooooooooooooooooooooo\n";
static const char heat_text[] =
	"at +0.000000 .. +0.024999 of +0.000000 .. +0.709922 from 23.547161              | Most "
	"samples here\n"
	"ttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttd "
	"ttttttttttttttttt\n"
	"73 of 2,064 samples, 3.54%: U user 29% @ kernel 70% ? missing 1% - waiting 12.40|  "
	"36.99%   +19.81% pv_native_safe_halt\n"
	"                           uuuuuuuu   nnnnnnnnnn   iiiiiiiiiii  ddddddddddd     d "
	"hhhhhhhpppppppppp nnnnnnnnnnnnnnnnnnn\n"
	"column 50 ms, cell 25 ms: 1 .:-+*#@ 86 samples                                  |   "
	"5.48%    +5.48% __libc_start_main_im\n"
	"                            1234567                                             d "
	"hhhhhhhpppppppppp uuuuuuuuuuuuuuuuuuuu\n"
	"        ^0----------+0.15-------+0.3--------+0.45-------+0.6--------            | Share "
	"here; more or less than in the r\n"
	"        kddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd            d "
	"tttttttttttttttttttttttttttttttttttttt\n"
	"   0 ns x   @@@@@@@@@@@@****@@@@####@@@@################@@@@####::::            |  "
	"36.99%   +19.81% pv_native_safe_halt\n"
	"ccccccc cccc77777777777755557777666677776666666666666666777766662222            d "
	"hhhhhhhpppppppppp nnnnnnnnnnnnnnnnnnn\n"
	"  25 ms ****@@@@####@@@@####@@@@****@@@@@@@@########@@@@@@@@@@@@                |   "
	"5.48%    +5.48% __libc_start_main_im\n"
	"ddddddd 55557777666677776666777755557777777766666666777777777777                d "
	"hhhhhhhpppppppppp uuuuuuuuuuuuuuuuuuuu\n"
	"                                                                                |\n"
	"                                                                                d\n"
	" h: help  g: second  b: range  M: heat  q: leave                                        "
	"      2064 samples, 301 threads\n"
	"oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
	"oooooooooooooooooooooooooooooooo\n";
static const char bottom_text[] =
	"  From what was hit up to its callers (b: top down); L: from 0.5% on\n"
	"tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt"
	"tttttttttttttttttttttttttttttttt\n"
	"-   17.88%  [k] pv_native_safe_halt\n"
	"  hhhhhhhh  nnnnnnnnnnnnnnnnnnnnnnn\n"
	"     17.88% [k] pv_native_safe_halt\n"
	"cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
	"cccccccccccccccccccccccccccccccc\n"
	"            [k] default_idle\n"
	"            nnnnnnnnnnnnnnnn\n"
	"            [k] default_idle_call\n"
	"            nnnnnnnnnnnnnnnnnnnnn\n"
	"            [k] do_idle\n"
	"            nnnnnnnnnnn\n"
	"  -         [k] cpu_startup_entry\n"
	"            nnnnnnnnnnnnnnnnnnnnn\n"
	" h: help  Enter: open  b: other end  w: callers  f: search  q: leave                    "
	"                          2/502\n"
	"oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
	"oooooooooooooooooooooooooooooooo\n";
static const char compare_text[] =
	"Zoomed into DSO: [kernel.kallsyms] (percentages are of this)\n"
	"mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmdddddddddddddddddddddddddd\n"
	"Compared with all samples (~: the change may be chance; =: stop comparing)\n"
	"mmmmmmmmmmmmmmmmmmmmmmmmmddddddddddddddddddddddddddddddddddddddddddddddddd\n"
	"  Baseline  Children      Self  Delta Abs  Shared Object      Symbol\n"
	"tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt"
	"tttttttttttttttttttttttttttttttt\n"
	"+   62.40%    64.76%     0.00%    ~+2.35%  [kernel.kallsyms]  [k] "
	"entry_SYSCALL_64_after_hwframe\n"
	"cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
	"cccccccccccccccccccccccccccccccc\n"
	"+   62.40%    64.76%     0.50%    ~+2.35%  [kernel.kallsyms]  [k] do_syscall_64\n"
	"  hhhhhhhh  hhhhhhhh  mmmmmmmm  ddddddddd                     nnnnnnnnnnnnnnnnn\n"
	"+   21.95%    22.78%     0.00%    ~+0.83%  [kernel.kallsyms]  [k] asm_exc_page_fault\n"
	"  hhhhhhhh  hhhhhhhh            ddddddddd                     nnnnnnnnnnnnnnnnnnnnnn\n"
	"+   21.51%    22.32%     0.10%    ~+0.81%  [kernel.kallsyms]  [k] exc_page_fault\n"
	"  hhhhhhhh  hhhhhhhh            ddddddddd                     nnnnnnnnnnnnnnnnnn\n"
	" h: help  Enter: open  /: filter  w: callers  a: source  q: leave                       "
	"                          1/685\n"
	"oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
	"oooooooooooooooooooooooooooooooo\n";
static const char compare_flame_text[] =
	"Zoomed into DSO: [kernel.kallsyms] (percentages are of this)\n"
	"mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmdddddddddddddddddddddddddd\n"
	"Compared with all samples (~: the change may be chance; =: stop comparing)\n"
	"mmmmmmmmmmmmmmmmmmmmmmmmmddddddddddddddddddddddddddddddddddddddddddddddddd\n"
	"100.00%  self   0.00%    ~+0.00%  all samples\n"
	"tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt"
	"tttttttttttttttttttttttttttttttt\n"
	"|all                                                                                    "
	"                               <\n"
	"cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
	"cccccccccccccccccccccccccccccccc\n"
	"|__libc_start_call_main    |common_startup_64      |_Fork          "
	"|entry_SYSC..|busybox+..|[exec]|__li|_|0|r|0.........\n"
	"NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN"
	"NNNNNNNNNNNNNNNNNNNNNNNddddddddd\n"
	"|main                      "
	"|x86_64_sta..|start_se..|entry_SYSC..|re|do_syscall..|entry_SY..|entr..|asm_|e|b|r..\n"
	"NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN"
	"NNNNNNNNNNNNNNNNNNNNNdd\n"
	"|spawn                 "
	"|__w|x86_64_sta..|cpu_star..|do_syscall..|re|x64_sys_call|do_sysca..|do_s..|exc_|d|e|k\n"
	"NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN"
	"NNNNNNNNNNNNNNNNNNNNN\n"
	" h: help  Enter: zoom  b: shape  f: search  q: leave                                  "
	"51 boxes, 1014 too narrow to draw\n"
	"oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
	"oooooooooooooooooooooooooooooooo\n";

static int test_entry(void)
{
	static const struct deed deeds[] = {
		WAIT(IDLE),
		KEY('7'),
		WAIT("read"),
		WAIT(IDLE),
		KEY('G'),
		WAIT(IDLE),
		LOOK(one_by_one_text),
		KEY(KEY_ENTER),
		WAIT("sample 1"),
		LOOK(entry_text),
		KEY(KEY_RIGHT),
		LOOK(entry_right_text),
		KEY(KEY_DOWN),
		LOOK(entry_down_text),
	};

	CHECK(deeds);
}

static int test_kind(void)
{
	static const struct deed deeds[] = {
		WAIT(IDLE),	KEY('7'),   WAIT("read"),    WAIT(IDLE),
		KEY(KEY_ENTER), WAIT(IDLE), LOOK(kind_text),
	};

	CHECK(deeds);
}

static int test_sample(void)
{
	static const struct deed deeds[] = {
		WAIT(IDLE), KEY('8'), WAIT("forky"), WAIT(IDLE), KEY(KEY_ENTER), LOOK(sample_text),
	};

	CHECK(deeds);
}

static int test_note(void)
{
	static const struct deed deeds[] = {
		WAIT(IDLE), KEY('3'), WAIT("boxes"),  KEY('f'),	      KEY('d'),
		KEY('o'),   KEY('_'), KEY(KEY_ENTER), WAIT(" place"), LOOK(note_text),
	};

	CHECK(deeds);
}

static int test_seam(void)
{
	static const struct deed deeds[] = {
		WAIT(IDLE), KEY('p'),	WAIT(IDLE),	 LOOK(pivot_text),
		KEY('K'),   WAIT(IDLE), LOOK(user_text),
	};

	CHECK(deeds);
}

static int test_heat(void)
{
	static const struct deed deeds[] = {
		WAIT(IDLE), KEY('6'),	WAIT("+0."),	 WAIT(IDLE),
		KEY('M'),   WAIT(IDLE), LOOK(heat_text),
	};

	CHECK(deeds);
}

static int test_tree(void)
{
	static const struct deed deeds[] = {
		WAIT(IDLE),  KEY('2'),	    WAIT(" 1/"), KEY('b'),
		WAIT(" 1/"), KEY(KEY_DOWN), WAIT(IDLE),	 LOOK(bottom_text),
	};

	CHECK(deeds);
}

static int test_compare(void)
{
	static const struct deed deeds[] = {
		WAIT(IDLE),
		KEY('='),
		KEY('k'),
		WAIT("Zoomed into DSO"),
		WAIT(IDLE),
		KEY('='),
		WAIT("Compared with all"),
		WAIT("Delta Abs"),
		WAIT(IDLE),
		LOOK(compare_text),
		KEY('3'),
		WAIT("boxes"),
		WAIT(IDLE),
		LOOK(compare_flame_text),
	};

	CHECK(deeds);
}

static const struct test_case cases[] = {
	{"an entry into the kernel, and places in its chart", test_entry},
	{"a kind of entries", test_kind},
	{"the stack of a sample", test_sample},
	{"what a search found in a flame graph", test_note},
	{"where user code enters the kernel", test_seam},
	{"a heat map", test_heat},
	{"the tree, bottom up", test_tree},
	{"a zoom beside all", test_compare},
	{0},
};

const struct test_suite suite__tui_shots = {"tui-shots",
					    "Parts of views of the TUI, with their colours", cases};
