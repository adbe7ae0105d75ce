# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# Records every workload; $1 is the command that records. Leaves these files in /out: NAME.data; NAME.record, the
# recorder's messages; NAME.script and NAME.report, perf's counts of samples for some; kallsyms.
# shellcheck source=lib.sh
. /guest/lib.sh

sample="-e cpu-clock -F 2000"
record syscalls $sample -- syscalls 1000
record forkexec $sample -- forkexec 1000
record sleepers -e sched:sched_switch -c 1 -m 2M -- sleepers 1000 1000
record signals $sample -- signals 1000
record migrate $sample -- migrate 1000
record recurse $sample -m 2M -- recurse 1000
record inlines $sample -- inlines 1000
record savevm $sample -- savevm 1000
record threads $sample -m 2M -- threads 2000 200
record count -e syscalls:sys_enter_write -c 1 -m 4M -- count 10000 2
record count-lost -e syscalls:sys_enter_write -c 1 -m 1 -- count 10000 2
record mixed -e 'cpu-clock/freq=1000/,task-clock/call-graph=dwarf,stack-size=1024,freq=1000/' \
	-e page-faults/call-graph=no,period=1/ -- syscalls 500
record systemwide $sample -a -- sh -c 'forkexec 500; syscalls 300'

pid_max=$(cat /proc/sys/kernel/pid_max)
echo 400 >/proc/sys/kernel/pid_max
record tidreuse $sample -- tidreuse 800
echo "$pid_max" >/proc/sys/kernel/pid_max

# The perf of this kernel reads some of our files on the machine that recorded them. It takes seconds to read the
# kernel's symbols on an emulated CPU, so it reads the other files outside.
for name in syscalls sleepers count; do
	perf script -i "/out/$name.data" -F tid,time,event 2>/dev/null | wc -l >"/out/$name.script"
done
perf report -i /out/syscalls.data --stdio -g none -s comm --no-children -F sample,comm -t '|' \
	2>/dev/null | awk -F '|' '/^[^#]/ { n += $1 } END { print n + 0 }' >/out/syscalls.report

# A file that perf recorded, for our program to read.
perf record -q --call-graph fp,defer -e cpu-clock -F 2000 -o /out/by-perf.data -- syscalls 500 \
	>/out/by-perf.record 2>&1 || fail "perf record"
perf script -i /out/by-perf.data -F tid,time,event 2>/dev/null | wc -l >/out/by-perf.script
verdict
