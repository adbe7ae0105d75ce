#!/bin/bash
# Scripts of stock perf see merged stacks
# SPDX-License-Identifier: GPL-2.0-only
set -o pipefail
. "$(dirname "$0")/lib/test.sh"
need_data


# A perf that tells what it was asked, and what it read.
mkdir bin
cat >bin/perf <<-'END'
	#!/bin/sh
	if [ "$1" = version ]; then
		echo "             libpython: [ ${PYTHON:-on } ]  # HAVE_LIBPYTHON_SUPPORT"
		exit
	fi
	echo "asked: $*"
	[ -n "${DEAF:-}" ] && exec <&- && exit 3
	echo "read: $(cat | wc -c)"
	exit "${STATUS:-0}"
END
chmod +x bin/perf
path=$PATH
PATH=$dir/bin:$PATH
trace=$data/cxx.data
size=$("$perf_defer" inject -q -i "$trace" | wc -c)

# asks STATUS WORDS ARGUMENTS...: the verb ends so, and asks perf that.
asks()
{
	local want=$1 words=$2 status
	shift 2
	"$perf_defer" script "$@" >out 2>err </dev/null
	status=$?
	[ $status = "$want" ] || fail "script $*: status $status, not $want: $(cat err)"
	[ -z "$words" ] || [ "$(sed -n 's/^asked: //p' out)" = "$words" ] || fail "script $*: $(cat out)"
}

asks 0 'script -i - -s x.py' -i "$trace" -s x.py
grep -qx "read: $size" out || fail "the script reads another stream: $(cat out), not $size"
asks 0 'script -i - -s x.py -i y --flag' -i "$trace" -s x.py -i y --flag
asks 0 'script -i - -C 0 --time 1,2 --script=x.py a' --input="$trace" -C 0 --time 1,2 --script=x.py a
asks 0 'script -i - -g python' -g python -i "$trace"
asks 0 'script report flamegraph -i - --format json' report flamegraph -i "$trace" --format json
asks 0 'script -l' -l
STATUS=7 asks 7 '' -i "$trace" -s x.py
DEAF=1 asks 3 '' -i "$data/burn2.data" -s x.py
PYTHON=OFF asks 1 '' -i "$trace" -s x.py
grep -q 'was built without Python, which x.py needs' err || fail "$(cat err)"
PYTHON=OFF asks 0 'script -i - -s x.pl' -i "$trace" -s x.pl
asks 1 '' -i nothing.data -s x.py
grep -q 'nothing.data: No such file' err || fail "$(cat err)"
[ ! -s out ] || fail "perf was started for nothing: $(cat out)"
head -c 200000 "$trace" >cut.data
asks 1 'script -i - -s x.py' -i cut.data -s x.py
grep -q 'at file offset 0x' err || fail "$(cat err)"
PATH=/nowhere asks 127 '' -i "$trace" -s x.py
grep -q 'cannot run perf' err || fail "$(cat err)"
asks 129 '' -qs x.py
PATH=$path

# ---- the real one ----

scripts=$(perf --exec-path 2>/dev/null)/scripts/python
if ! [ -e "$scripts/stackcollapse.py" ] || ! perf version --build-options 2>/dev/null | grep -q 'libpython: \[ on'; then
	leave_out "no perf that has Python and its scripts"
	verdict
fi
names="--symfs $data/symfs --kallsyms $data/kallsyms-boot2"

# stackcollapse.py names the kernel's and the program's functions in one line.
"$perf_defer" script -i "$trace" $names -s "$scripts/stackcollapse.py" >stacks 2>err || fail "$(cat err)"
[ "$(awk '{ nr += $NF } END { print nr }' stacks)" = 7797 ] || fail "stackcollapse.py has other samples"
grep -q '^cxx;.*main;.*Deep::visit.*;entry_SYSCALL_64_after_hwframe;do_syscall_64;' stacks ||
	fail "stackcollapse.py sees no whole stack: $(head -n 3 stacks)"
"$perf_defer" script report stackcollapse -i "$trace" $names >report 2>err || fail "report: $(cat err)"
cmp stacks report || fail "script report shows other stacks than script -s"

# Every sample has as many frames as in our own text.
cat >frames.py <<-'END'
	def process_event(event):
	    print(event["comm"], len(event["callchain"]))
	def trace_end():
	    print("end")
END
"$perf_defer" script -i "$trace" -s frames.py >theirs 2>err || fail "frames.py: $(cat err)"
[ "$(tail -n 1 theirs)" = end ] || fail "the script did not come to its end"
"$perf_defer" script -q -i "$trace" --no-inline -F comm,ip |
	awk '/^[^ \t]/ { comm = $1; nr = 0; next } /^$/ { print comm, nr; next } !/user stack/ && !/\[exited\]/ { nr++ }' >ours
sed '$d' theirs | sort | uniq -c >a
sort ours | uniq -c >b
diff a b >differ || fail "frames.py counts other frames: $(head differ)"

# Fields of tracepoints come with the stream.
"$perf_defer" script -i "$data/tracepoints.data" -s "$scripts/event_analyzing_sample.py" >out 2>err ||
	fail "event_analyzing_sample.py: $(cat err)"
cat >fields.py <<-'END'
	def sched__sched_switch(name, context, cpu, s, ns, pid, comm, chain, prev_comm, prev_pid, *rest):
	    print("switch", prev_comm, len(chain))
END
"$perf_defer" script -i "$data/tracepoints.data" -s fields.py >out 2>err || fail "fields.py: $(cat err)"
grep -q '^switch ' out || fail "fields.py sees no sched_switch"
verdict
