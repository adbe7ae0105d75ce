#!/bin/bash
# The script verb prints samples as perf does, in order of time
# SPDX-License-Identifier: GPL-2.0-only
set -e -o pipefail
. "$(dirname "$0")/lib/test.sh"
need_data

script()
{
	trace=$1
	kallsyms=$2
	shift 2
	"$perf_defer" script -q -i "$data/$trace" --kallsyms "$data/$kallsyms" \
		--symfs "$data/symfs" "$@"
}

# Takes text apart as stackcollapse-perf.pl does, by the same patterns: stacks, outermost first.
fold()
{
	awk '
	/^#/ { next }
	/^$/ {
		if (comm != "")
			print comm stack
		comm = stack = ""
		next
	}
	/^[^ \t].*[0-9]+.*:/ && comm == "" {
		comm = $0
		sub(/ +[0-9]+(\/[0-9]+)? .*$/, "", comm)
		next
	}
	match($0, /^[ \t]*[0-9a-zA-Z_]+[ \t]*.+ \([^ ]*\)/) {
		frame = $0
		sub(/^[ \t]*[0-9a-zA-Z_]+[ \t]*/, "", frame)
		sub(/ \([^ ]*\)$/, "", frame)
		sub(/\+0x[0-9a-f]+$/, "", frame)
		stack = ";" frame stack
	}'
}

# One block of text for each sample, in order of time.
script burn2.data kallsyms-boot1 --no-inline > burn2
[ "$(grep -c '^[^[:space:]]' burn2)" = 78358 ] || fail "not one line for each sample"
[ "$(grep -c '^$' burn2)" = 78358 ] || fail "not one empty line after each sample"
awk '/^[^ \t]/ { t = $3; sub(":", "", t); if (t + 0 < last) exit 1; last = t + 0 }' burn2 ||
	fail "not in order of time"
grep -q '^burn     112     4\.555082:     250000 cpu-clock: $' burn2 || fail "no such head"
grep -q '^	ffffffffa7f0eb7a do_syscall_64+0xea (\[kernel\.kallsyms\])$' burn2 ||
	fail "no such frame of the kernel"
grep -q '^	          4017e3 level1+0x54 (/usr/bin/burn)$' burn2 || fail "no such user frame"

# Both halves stand in one stack, and readers of perf script's text can read it.
fold < burn2 > burn2.folded
[ "$(wc -l < burn2.folded)" = 78358 ] || fail "readers lose samples"
grep -q '^burn;start_thread;level1;level2;.*do_syscall_64' burn2.folded ||
	fail "kernel and user half are not one stack"

# What is missing reads as a frame; nothing reads as a cookie.
script forky-systemwide.data kallsyms-boot1 > forky
fold < forky > forky.folded
[ "$(grep -c '^[^;]*;\[[^];]*exec[^];]*\]' forky.folded)" = 109 ] || fail "not 109 execs"
"$perf_defer" script -q -i "$data/forky-systemwide.data" -F tid,cookie |
	awk '$2 != "0" { print $2 }' | sort -u > cookies
[ -s cookies ] || fail "no cookies to look for"
! awk '/^\t/ { print $1 }' forky | sort -u | comm -12 - cookies | grep . ||
	fail "a cookie was printed as an address"

# The class of each sample, by our own field, adds up to the ledger's.
"$perf_defer" script -q -i "$data/forky-systemwide.data" -F class | sort | uniq -c |
	awk '{ print $2, $1 }' > classes
printf 'exec 109\ninline 15\nkernel 623\nmerged 1303\nmerged-back 14\n' |
	cmp -s - classes || fail "classes differ from the ledger"

# The mean delay of each class is what report has, and a sample without a user stack has none.
"$perf_defer" script -q -i "$data/forky-systemwide.data" -F class,delay | awk '
	{ nr[$1]++ }
	$2 != "-" { sum[$1] += 1000 * $2; known[$1]++ }
	END {
		for (class in nr) {
			mean = known[class] ? sum[class] / known[class] : 0
			text = mean < 1000 ? sprintf("%d ns", mean) : sprintf("%.2f us", mean / 1000)
			print class, nr[class], known[class] ? text : "-"
		}
	}' | sort > delays
"$perf_defer" report --stdio -q -g none -i "$data/forky-systemwide.data" -s class -F class,sample,delay |
	awk 'NF { print $1, $2, $3 (NF > 3 ? " " $4 : "") }' | sort > means
[ "$(wc -l < means)" = 5 ] || fail "report has no delays of five classes"
diff means delays || fail "other delays than in report"
# For programs they are ns without a unit.
"$perf_defer" report --stdio -q -g none -i "$data/forky-systemwide.data" -s class -F class,sample,delay -t, |
	awk -F, 'NF { gsub(/ /, ""); text = $3 == "-" ? "-" : $3 < 1000 ? $3 " ns" : sprintf("%.2f us", $3 / 1000); print $1, $2, text }' |
	sort | diff - delays || fail "other delays with -t"

# Tracepoints show their fields, and their callchains under them.
script tracepoints.data kallsyms-boot1 > trace
[ "$(grep -c '^[^[:space:]]' trace)" = 136 ] || fail "not one line for each tracepoint"
[ "$(grep -c ' irq:softirq_entry: vec=[0-9]* \[action=[A-Z_]*\]$' trace)" = 79 ] || fail "softirq"
[ "$(grep -c 'sched_switch: prev_comm=.* ==> next_comm=' trace)" = 56 ] || fail "sched_switch"
grep -q ' sched:sched_process_exec: filename=/bin/sh pid=120 old_pid=120$' trace || fail "exec"
script tracepoints.data kallsyms-boot1 -F trace:comm,time,trace > trace
[ "$(grep -c . trace)" = 136 ] || fail "-F trace: prints something else"
grep -q '^ *ls *[0-9]*\.[0-9]*: prev_comm=ls prev_pid=122 .*prev_state=Z ==> next_comm=swapper/1 ' \
	trace || fail "-F trace: shows no fields"

# A pipe, a file from stdin and the file itself are one trace.
script burn1.pipe kallsyms-boot2 > file
"$perf_defer" script -q -i - --kallsyms "$data/kallsyms-boot2" --symfs "$data/symfs" \
	< "$data/burn1.pipe" > stdin
cmp -s file stdin || fail "a stream differs from a file"

# -G puts what was hit on the same line; --max-stack cuts; -F chooses.
script burn2.data kallsyms-boot1 -G | grep -v '^ *[^ ].* [0-9]* .*: .* ([^ ]*)$' | grep . &&
	fail "-G does not give one line for each sample"
script cxx.data kallsyms-boot2 --no-inline --max-stack 3 |
	awk '/^\t +0 \[/ { next } /^\t/ { if (++n > 3) exit 1; next } { n = 0 }' || fail "--max-stack does not cut"
script cxx.data kallsyms-boot2 -F comm,time --ns | grep -vE '^ +[a-z-]+ +[0-9]+\.[0-9]{9}: $' &&
	fail "-F comm,time prints something else"

# Short names have no arguments; a frame that calls itself is there twice, and then how often it is more.
script cxx.data kallsyms-boot2 > whole
script cxx.data kallsyms-boot2 --short-names > short
grep -q '<std::\|(int' whole || fail "names lack arguments"
! grep -q '<std::\|(int' short || fail "--short-names prints arguments"
frames() { awk '/^\t +0 \[[0-9]+ more\]/ { n += substr($2, 2); next } /^\t/ { n++ } END { print n }' "$1"; }
[ "$(frames short)" = "$(frames whole)" ] || fail "frames are missing with --short-names"
[ "$(wc -l < short)" -lt "$(wc -l < whole)" ] || fail "recursion does not fold"
awk '/\(inlined\)$/ { next } /^\t/ && $0 == a && a == b { exit 1 } { b = a; a = $0 }' short || fail "equal frames are there three times"

# Samples that are not asked for do not come.
script forky-systemwide.data kallsyms-boot1 --comms busybox -F comm | grep -v '^ *busybox $' &&
	fail "--comms lets others through"
script forky-systemwide.data kallsyms-boot1 --cpu 1 | grep '\[000\]' && fail "--cpu"
n=$(script burn2.data kallsyms-boot1 -S level2 -G | grep -c 'level2+0x') || :
all=$(script burn2.data kallsyms-boot1 -G | grep -c 'level2+0x') || :
[ "$n" -gt 0 ] || fail "-S gives no sample"
[ "$n" = "$all" ] || fail "-S gives $n of $all samples"

# Other records stand between the samples, in order of time as well.
script forky-systemwide.data kallsyms-boot1 --show-task-events --show-mmap-events -G > events
for kind in FORK:365 EXIT:301 COMM:166 MMAP2:309; do
	[ "$(grep -c "PERF_RECORD_${kind%:*}[(: ]" events)" = "${kind#*:}" ] || fail "not $kind"
done
grep -q '^ *forky .*: PERF_RECORD_COMM exec: forky:116/116$' events || fail "no exec"
sed -n 's/^.*\[[0-9]*\] *\([0-9]*\)\.\([0-9]*\): .*$/\1\2/p' events | sort -nc ||
	fail "events are not in order of time"

# The header comes first, and alone if nothing else is asked for.
script forky-systemwide.data kallsyms-boot1 --header-only > header
grep -q '^# os release : 7\.2\.12+deb13-cloud-amd64$' header || fail "no header"
! grep -v '^#' header || fail "--header-only shows samples"
script forky-systemwide.data kallsyms-boot1 --header -G > both
head -n "$(wc -l < header)" both | cmp -s - header ||
	fail "--header differs from --header-only"
[ "$(grep -vc '^#' both)" -ge 2064 ] || fail "--header shows no samples"

# A reader that goes away is no failure, with SIGPIPE or without; a full disk is one.
script burn2.data kallsyms-boot1 2> err | head -1 > /dev/null || [ $? -eq 141 ] ||
	fail "head makes it fail"
(
	trap '' PIPE
	script burn2.data kallsyms-boot1 2> err
) | head -1 > /dev/null || fail "EPIPE makes it fail"
[ ! -s err ] || fail "a reader that went away is complained of"
# It ends by SIGPIPE, whichever thread writes.
for _ in 1 2 3 4 5 6 7 8; do
	echo 0 > status
	{ script burn2.data kallsyms-boot1 2> err || echo $? > status; } | head -1 > /dev/null
	[ "$(cat status)" = 141 ] || fail "a reader that went away: status $(cat status), not 141"
done
! script burn2.data kallsyms-boot1 > /dev/full 2> err || fail "a full disk went unnoticed"
grep -q 'No space left' err || fail "a full disk is not named"

# Filters that nothing passes are told, with the status of perf.
for none in '--comms nosuch' '--pid 999999' '--dsos nosuch' '--symbols nosuch' '--time 1,2'; do
	"$perf_defer" script -i "$data/burn2.data" --kallsyms "$data/kallsyms-boot1" $none > out 2> err ||
		fail "$none: status $?"
	[ "$(tail -n 1 err)" = "perf-defer: $data/burn2.data: no sample matches $none" ] || fail "$none: $(cat err)"
	[ ! -s out ] || fail "$none prints samples"
done

# What cannot be is refused before anything is printed.
for bad in '-F nonsense' '-F +comm,ip' '-F hw:ip' '-F addr' '--max-stack x' '--time x,y'; do
	status=0
	script burn2.data kallsyms-boot1 $bad > out 2> err || status=$?
	[ $status -ne 0 ] || fail "$bad is taken"
	[ ! -s out ] || fail "$bad prints samples"
	[ -s err ] || fail "$bad is refused without a word"
done
verdict
