#!/bin/bash
# Sort keys beyond function and task: the rows are those of perf 7.3.4 for the same traces
# SPDX-License-Identifier: GPL-2.0-only
set -e -o pipefail
. "$(dirname "$0")/lib/test.sh"
need_data

# rows TRACE KALLSYMS OPTION...: the rows without heads, and without blanks at the ends of lines.
rows()
{
	trace=$1
	kallsyms=$2
	shift 2
	"$perf_defer" report --stdio --no-children -g none --kallsyms "$data/$kallsyms" --symfs "$data/symfs" \
		-i "$data/$trace" "$@" > out 2> err || fail "$trace $*: $(cat err)"
	sed -e '/^#/d' -e '/^$/d' -e 's/ *$//' out > got
}

# Compares the rows with the text on standard input.
same()
{
	cat > want
	rows "$@"
	diff -u want got || fail "$* has other rows"
}

# A hierarchy: braces, numbers of a group, rows that the limit hides, and with a separator.
same group-read.data kallsyms-boot1 -H -n -s '{dso,pid,},{sym' --percent-limit 5 << 'END'
    45.66%  45.91%  84.06%           186         186          45     [kernel.kallsyms]     27140:ls
        9.82%   9.92%  15.49%            40          40           8     [k] __static_call_text_end
    31.20%  31.05%   9.79%           127         127          12     ls                    27140:ls
                                                                        no entry >= 5.00%
    22.89%  22.78%   5.41%            93          93           7     libc.so.6             27140:ls
                                                                        no entry >= 5.00%
END
same group-read.data kallsyms-boot1 --hierarchy -n -s dso,pid --percent-limit 25 -t ';' << 'END'
 45.66% 45.91% 84.06%   ; 186 186 45                         ;[kernel.kallsyms]
    45.66% 45.91% 84.06%   ; 186 186 45                         ;27140:ls
 31.20% 31.05% 9.79%    ; 127 127 12                         ;ls
    31.20% 31.05% 9.79%    ; 127 127 12                         ;27140:ls
END
same forky-systemwide.data kallsyms-boot1 -H -F overhead,cpu,dso --percent-limit 1.2 << 'END'
    50.15%     000
       47.82%     [kernel.kallsyms]
    49.85%     001
       48.55%     [kernel.kallsyms]
END
# Fields of tracepoints: as the event's text shows them, and as they are in the sample. The events that do not
# have the field are one row.
same sched.data kallsyms-boot1 -s prev_state << 'END'
   100.00%
    35.16%                   I
    25.78%                  R+
    17.97%                   R
    15.62%                   S
     4.69%                   Z
     0.78%                   X
   100.00%
   100.00%
END
cat > raw << 'END'
   100.00%
    35.16%                 128
    25.78%                 256
    17.97%                   0
    15.62%                   1
     4.69%                  32
     0.78%                  16
   100.00%
   100.00%
END
# Where it comes first, its bytes fall.
same sched.data kallsyms-boot1 -F prev_state,overhead -s prev_state << 'END'
   100.00%
                   I    35.16%
                   Z     4.69%
                   X     0.78%
                   S    15.62%
                  R+    25.78%
                   R    17.97%
   100.00%
   100.00%
END
same sched.data kallsyms-boot1 -s sched:sched_switch.prev_state/raw < raw
same sched.data kallsyms-boot1 -s %2.prev_state --raw-trace < raw
same sched.data kallsyms-boot1 -s prev_state --raw-trace < raw

# All fields of an event and of all events, in the order of its format; -s takes them among other keys.
rows sched.data kallsyms-boot1 -s 'switch.*'
[ "$(wc -l < got)" = 71 ] || fail "switch.* has other rows: $(wc -l < got)"
grep -qx ' *11.72%       rcu_preempt          15         120                   I   ld-linux-x86-64         121         120' \
	got || fail "the fields of sched_switch are not in columns"
grep -q '^# Overhead         prev_comm    prev_pid   prev_prio          prev_state         next_comm    next_pid   next_prio$' \
	out || fail "the heads of fields are not those of perf"
rows sched.data kallsyms-boot1 -s trace_fields
[ "$(wc -l < got)" = 4316 ] || fail "trace_fields has other rows: $(wc -l < got)"
grep -q '^ *0.00%                ls         126               42755$' got || fail "trace_fields lacks a row"
rows sched.data kallsyms-boot1 -s cpu,prev_pid,comm
[ "$(head -n 1 got)" = '    87.75%  001  ld-linux-x86-64' ] || fail "a field among other keys: $(head -n 1 got)"

# The text of tracepoints.
rows tracepoints.data kallsyms-boot2 -s trace
tail -n 3 got > last
diff -u last - << 'END' || fail "texts of tracepoints differ"
    56.96%  vec=9 [action=RCU]
    30.38%  vec=7 [action=SCHED]
    12.66%  vec=1 [action=TIMER]
END
rows sched.data kallsyms-boot1 -s trace --raw-trace
grep -q '^ *11.72%   prev_comm=rcu_preempt prev_pid=15 prev_prio=120 prev_state=128 next_comm=ld-linux' got ||
	fail "--raw-trace does not show the fields"

# Spans of time.
same sched.data kallsyms-boot1 -s time --time-quantum 1s << 'END'
    71.78%  28.000000
    28.22%  27.000000
    74.22%  28.000000
    25.78%  27.000000
    74.63%  28.000000
    25.37%  27.000000
    65.24%  28.000000
    34.76%  27.000000
END
same cxx.data kallsyms-boot2 --ns -s time,comm --time-quantum 400ms << 'END'
    39.77%  297.200000000     cxx
    35.54%  296.800000000     cxx
    24.69%  297.600000000     cxx
END
rows cxx.data kallsyms-boot2 -s time
[ "$(wc -l < got)" = 11 ] || fail "a span of time is not 100 ms by default"

# The caller that matches: the innermost one, or with callers first the outermost.
same cxx.data kallsyms-boot2 -s parent -p '^shop::' << 'END'
    50.15%  shop::Cart<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > >::checkout(int)
    49.85%  [other]
END
same forky-systemwide.data kallsyms-boot1 -p '^do_sys|^vfs_' -x -s cpu << 'END'
    23.45%  001  do_syscall_64
    22.09%  000  do_syscall_64
     7.51%  001  vfs_read
     7.27%  000  vfs_read
     0.78%  001  do_sys_openat2
     0.63%  000  do_sys_openat2
     0.29%  001  vfs_open
     0.15%  000  vfs_readlink
     0.10%  000  vfs_open
     0.10%  001  vfs_readlink
     0.05%  000  vfs_write
END
# Texts rise.
same forky-systemwide.data kallsyms-boot1 -p '^do_sys|^vfs_' -x -F parent,overhead -s parent << 'END'
  do_sys_openat2     1.41%
  do_syscall_64     45.54%
  vfs_open           0.39%
  vfs_read          14.78%
  vfs_readlink       0.24%
  vfs_write          0.05%
END
same forky-systemwide.data kallsyms-boot1 --children -p '^do_sys|^vfs_' -x -s parent << 'END'
    62.40%    62.40%  do_syscall_64
END
same forky-systemwide.data kallsyms-boot1 --percentage relative -p 'vfs_read$|vfs_write' -x -s parent << 'END'
    99.67%  vfs_read
     0.33%  vfs_write
END
# perf's own pattern matches system calls of kernels before 4.17.
same cxx.data kallsyms-boot2 -x -s comm < /dev/null

# Names without numbers, and the file of the innermost line.
rows forky-systemwide.data kallsyms-boot1 -s comm_nodigit
grep -q '^     0.48%  kworker/<N>:<N>-mm_$' got || fail "numbers in names are not <N>"
rows cxx.data kallsyms-boot2 -s srcfile
grep -qx '    16.35%  basic_string.h' got || fail "the source file is not that of the innermost line"
rows cxx.data kallsyms-boot2 -s srcline
grep -qx '     9.35%  basic_string.h:3149' got || fail "the source line is not the innermost one: $(head -n 3 got)"

# What cannot be.
refuses()
{
	says=$1
	shift
	got=0
	"$perf_defer" report --stdio "$@" > out 2> err || got=$?
	[ "$got" = 129 ] || fail "report $*: status $got"
	grep -qF -- "$says" err || fail "report $*: does not say '$says' but: $(cat err)"
}
refuses "'nothing' is not a valid sort key" -i "$data/sched.data" -s nothing
refuses "'sched.runtime' is not a valid sort key" -i "$data/sched.data" -s sched.runtime
refuses "'prev_pid/hex' is not a valid sort key" -i "$data/sched.data" -s prev_pid/hex
refuses "'ins_lat' is not a valid field" -i "$data/sched.data" -F ins_lat
refuses "time quantum cannot be 0" -i "$data/sched.data" -s time --time-quantum 0ms
refuses "--time-quantum cannot be '5x'" -i "$data/sched.data" -s time --time-quantum 5x
refuses "Invalid regex: a(" -i "$data/sched.data" -p 'a('
verdict
