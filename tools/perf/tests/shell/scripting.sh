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
	for word; do
		case $word in /proc/self/fd/*) echo "file: $(head -c 8 $word)" ;; esac
	done
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

asks 0 "script -i $trace -s x.py -i -" -i "$trace" -s x.py
grep -qx "read: $size" out || fail "the script reads another stream: $(cat out), not $size"

# Options of ours are ours wherever they stand, until -- or a word that is no option. perf takes its last -i.
asks 0 "script -s x.py -i $trace -i -" -s x.py -i "$trace"
grep -qx "read: $size" out || fail "the script after whose name -i stands reads another stream: $(cat out)"
asks 0 "script -s x.py -fi$trace --comms c --tid=1 -i - a -i y -f" -s x.py -fi"$trace" --comms c --tid=1 a -i y -f
asks 0 "script -s x.py --inp $trace -i - -- -i y" -s x.py --inp "$trace" -- -i y
asks 0 "script --input=$trace --time 1,2 --script=x.py -i - a" --input="$trace" --time 1,2 --script=x.py a
asks 0 "script -fsx.py -i $trace -i -" -fsx.py -i "$trace"
asks 0 "script -g python -i $trace -i -" -g python -i "$trace"
asks 0 "script -i $trace -g python -i -" -i "$trace" -g python
asks 129 '' -s x.py -i "$trace" --flag
asks 129 '' -s x.py -i "$trace" --perfetto
grep -q -- '--perfetto is not an option of perf script, which runs the script' err || fail "$(cat err)"
asks 0 '' -i "$trace" -F -sym
! grep -q asked out || fail "-sym of -F is taken for a script"
asks 129 '' "$trace" -s x.py
grep -q -- '-s stands after a file: name it with -i' err || fail "$(cat err)"

# perf asks for the CPUs and the times of a trace before it reads a stream, so these get a file.
mkdir tmp
for one in '-C 0' --cpu=0 '--time 10%/2'; do
	TMPDIR=$dir/tmp asks 0 '' -s x.py -i "$trace" $one a
	grep -q "^asked: script -s x.py -i $trace $one -i /proc/self/fd/[0-9]* a$" out || fail "script $one: $(cat out)"
	grep -qx "file: PERFILE2" out || fail "script $one reads no file: $(cat out)"
done
[ -z "$(ls tmp)" ] || fail "files stay behind: $(ls -R tmp)"
TMPDIR=/nowhere asks 1 '' -s x.py -i "$trace" -C 0
grep -q '/nowhere/.*: No such file' err || fail "$(cat err)"

# The shell scripts of perf's reports want words first, and pass the rest to another perf.
asks 0 'script report flamegraph -i - --format json' report flamegraph -i "$trace" --format json
asks 0 "script -i $trace report flamegraph -i - --format json" -i "$trace" report flamegraph --format json
asks 0 'script report sctop sh 5 -i - -f x -- -i y' report sctop sh 5 -f x --input="$trace" -- -i y
asks 0 'script report sctop sh -i -' report sctop -i "$trace" sh
asks 0 'script -l' -l
STATUS=7 asks 7 '' -i "$trace" -s x.py
DEAF=1 asks 3 '' -i "$data/burn2.data" -s x.py
PYTHON=OFF asks 1 '' -i "$trace" -s x.py
grep -q 'was built without Python, which x.py needs' err || fail "$(cat err)"
PYTHON=OFF asks 0 "script -i $trace -s x.pl -i -" -i "$trace" -s x.pl
asks 1 '' -i nothing.data -s x.py
grep -q 'nothing.data: No such file' err || fail "$(cat err)"
[ ! -s out ] || fail "perf was started for nothing: $(cat out)"
head -c 200000 "$trace" >cut.data
asks 1 'script -i cut.data -s x.py -i -' -i cut.data -s x.py
grep -q 'at file offset 0x' err || fail "$(cat err)"
PATH=/nowhere asks 127 '' -i "$trace" -s x.py
grep -q 'cannot run perf' err || fail "$(cat err)"
asks 129 '' -qs x.py
PATH=$path

# ---- the real one ----

# Another Debian's perf, with the libraries of its folder, as in through-perf.sh.
if [ -n "${PERF_DEFER_PEER:-}" ]; then
	set -- "$PERF_DEFER_PEER"/lib64/ld-linux*.so.* "$PERF_DEFER_PEER"/usr/lib/*-linux-gnu*
	mkdir loader
	ln -s "$1" loader/perf
	cat >bin/perf <<-END
		#!/bin/sh
		export PYTHONHOME=$PERF_DEFER_PEER/usr PERF_EXEC_PATH=$PERF_DEFER_PEER/usr/lib/perf-core
		exec $dir/loader/perf --argv0 perf --library-path $2 $PERF_DEFER_PEER/usr/bin/perf "\$@"
	END
	PATH=$dir/bin:$PATH
fi

scripts=$(perf --exec-path 2>/dev/null)/scripts/python
if ! [ -e "$scripts/stackcollapse.py" ] || ! perf version --build-options 2>/dev/null | grep -q 'libpython: \[ on'; then
	leave_out "no perf that has Python and its scripts"
	verdict
fi
names="--symfs $data/symfs --kallsyms $data/kallsyms-boot2"

# stackcollapse.py names the kernel's and the program's functions in one line.
"$perf_defer" script -i "$trace" $names -s "$scripts/stackcollapse.py" >stacks 2>err || unlike_perf "$(cat err)"
[ "$(awk '{ nr += $NF } END { print nr }' stacks)" = 7797 ] || unlike_perf "stackcollapse.py has other samples"
grep -q '^cxx;.*main;.*Deep::visit.*;entry_SYSCALL_64_after_hwframe;do_syscall_64;' stacks ||
	unlike_perf "stackcollapse.py sees no whole stack: $(head -n 3 stacks)"
"$perf_defer" script report stackcollapse -i "$trace" $names >report 2>err || unlike_perf "report: $(cat err)"
cmp stacks report || fail "script report shows other stacks than script -s"

# Every sample has as many frames as in our own text.
cat >frames.py <<-'END'
	def process_event(event):
	    print(event["comm"], len(event["callchain"]))
	def trace_end():
	    print("end")
END
# What merges the stacks for a script knows the kernel's symbols: those of sigreturn are not merged.
for options in '' "$names"; do
	"$perf_defer" script -s frames.py -i "$data/trials/sigreturn.data" $options 2>err
done >frames
awk '$2 { n++; sum[n > 8] += $2 } END { exit !(n == 16 && sum[1] && sum[1] < sum[0]) }' frames ||
	unlike_perf "samples in sigreturn keep a user stack: $(cat frames err)"
"$perf_defer" script -i "$trace" -s frames.py >theirs 2>err || unlike_perf "frames.py: $(cat err)"
[ "$(tail -n 1 theirs)" = end ] || unlike_perf "the script did not come to its end"
"$perf_defer" script -q -i "$trace" --no-inline -F comm,ip |
	awk '/^[^ \t]/ { comm = $1; nr = 0; next } /^$/ { print comm, nr; next } !/user stack/ && !/\[exited\]/ { nr++ }' >ours
sed '$d' theirs | sort | uniq -c >a
sort ours | uniq -c >b
diff a b >differ || unlike_perf "frames.py counts other frames: $(head differ)"

cat >counts.py <<-'END'
	import sys
	nr = frames = 0
	def process_event(event):
	    global nr, frames
	    nr += 1
	    frames += len(event["callchain"])
	def trace_end():
	    print(nr, frames, *sys.argv[1:])
END
common="-f --no-inline|-k $perf_defer|--kallsyms $data/kallsyms-boot2|--symfs $data/symfs"
# in_orders TRACE SAMPLES OPTIONS...: wherever they stand, the script sees as many samples and frames as our own
# text shows, at least SAMPLES, and its own arguments. Each option stands before and after each other.
in_orders()
{
	local trace=$1 least=$2 parts words i
	shift 2
	"$perf_defer" script -q -i "$trace" "$@" --no-inline -F comm,ip |
		awk '/^[^ \t]/ { nr++; next } NF && !/user stack/ && !/\[exited\]/ { frames++ }
			END { print nr, frames, "-i", "x" }' >ours
	awk -v least="$least" '$1 < least || $2 < 5 * $1 { exit 1 }' ours || fail "nothing to count: $(cat ours)"
	IFS='|' read -ra parts <<<"-s counts.py|-i $trace|$common|$(printf '%s %s|' "$@")"
	for i in "${!parts[@]}"; do
		words="${parts[*]:i} ${parts[*]:0:i}"
		set -- $words
		"$perf_defer" script "$@" -- -i x >theirs 2>err </dev/null || fail "$*: $(cat err)"
		cmp -s ours theirs || fail "$*: $(cat theirs), not $(cat ours)"
	done
}
middle()
{
	"$perf_defer" script -q -i "$1" -F time | sed -n "$2s/[ :]//gp"
}
in_orders "$trace" 3000 --time ",$(middle "$trace" 4000)" -c cxx
in_orders "$data/forky-systemwide.data" 500 --time ",$(middle "$data/forky-systemwide.data" 1500)" -C 1

# Fields of tracepoints come with the stream.
"$perf_defer" script -i "$data/tracepoints.data" -s "$scripts/event_analyzing_sample.py" >out 2>err ||
	unlike_perf "event_analyzing_sample.py: $(cat err)"
cat >fields.py <<-'END'
	def sched__sched_switch(name, context, cpu, s, ns, pid, comm, chain, prev_comm, prev_pid, *rest):
	    print("switch", prev_comm, len(chain))
END
"$perf_defer" script -i "$data/tracepoints.data" -s fields.py >out 2>err || unlike_perf "fields.py: $(cat err)"
grep -q '^switch ' out || unlike_perf "fields.py sees no sched_switch"
verdict
