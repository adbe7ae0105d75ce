#!/bin/bash
# The verbs do the same when perf runs them, for `perf defer`
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
need_data

perf=perf
chmod 755 "$dir" # for suites that give up privileges

# Another Debian's perf, with the libraries of its folder: the loader is what is run, and its link
# has perf's name, as a process of perf has.
if [ -n "${PERF_DEFER_PEER:-}" ]; then
	peer=$PERF_DEFER_PEER
	set -- "$peer"/lib64/ld-linux*.so.* "$peer"/usr/lib/*-linux-gnu*
	perf=$dir/peer
	mkdir "$dir/loader"
	ln -s "$1" "$dir/loader/perf"
	cat >"$perf" <<-END
		#!/bin/sh
		exec $dir/loader/perf --argv0 perf --library-path $2 $peer/usr/bin/perf "\$@"
	END
	chmod +x "$perf"
fi
# The peer's folder may be one that the user without privileges, as whom `check` runs too, cannot enter.
suites='audit cli input manual perf-options record-cli record-file report script'
[ -n "${PERF_DEFER_PEER:-}" ] || suites="$suites check"

version=$("$perf" --version 2>&1) || skip "perf is not installed"
echo "$version"

# What the suites take for perf-defer: the program as perf finds it, and perf before it.
mkdir "$dir/bin"
cp "$perf_defer" "$dir/bin/" # a clone may be in a home that others cannot enter
cat >"$dir/perf-defer" <<END
#!/bin/sh
PATH=$dir/bin:\$PATH exec "$perf" defer "\$@"
END
chmod +x "$dir/perf-defer"

[ "$("$dir/perf-defer" --version)" = "$("$perf_defer" --version)" ] || die "perf runs another perf-defer"

for suite in $suites; do
	status=0
	THROUGH_PERF=$perf PERF_DEFER=$dir/perf-defer "$shell/$suite.sh" >"$dir/out" 2>&1 </dev/null || status=$?
	if [ "$status" = 2 ] && ! is_compared "$perf"; then
		leave_out "$suite through perf: $(tail -n 1 "$dir/out")"
	elif [ "$status" != 0 ]; then
		fail "$suite through perf: status $status: $(cat "$dir/out")"
	fi
done

# perf takes a death by a signal, and status 127, for a program that it cannot run.

# ends STATUS COMMAND...: it does, and perf has nothing to say.
ends()
{
	want=$1
	shift
	"$@" >out 2>err </dev/null
	got=$?
	[ "$got" = "$want" ] || fail "$*: status $got, not $want:"
	! grep -qE 'FATAL|not a perf-command' err || fail "$*: perf complains:"
}

ends 137 ./perf-defer record -q -e cpu-clock -o x.data sh -c 'kill -KILL $$'
ends 126 ./perf-defer record -q -e cpu-clock -o x.data sh -c 'exit 127'
ends 3 ./perf-defer record -q -e cpu-clock -o x.data sh -c 'exit 3'

# running PATTERN: ids of processes whose command line is like that.
running()
{
	for process in /proc/[0-9]*; do
		if tr '\0' ' ' 2>/dev/null <"$process/cmdline" | grep -q -- "$1"; then
			echo "${process#/proc/}"
		fi
	done 2>/dev/null
}

# gone FILE WHEN: perf was killed, so nobody records into FILE any more, or soon.
gone()
{
	wait_for runs_not "^perf-defer record .*$1" && return
	fail "$2: perf is dead, and perf-defer records on:"
	running "^perf-defer record .*$1" | xargs -r kill -9
}

runs_not()
{
	[ -z "$(running "$1")" ]
}
# As in every script, both begin with SIGINT ignored.
for signal in TERM KILL; do
	PATH=$dir/bin:$PATH "$perf" defer record -e cpu-clock -o orphan-$signal.data \
		-- sh -c ": >begun-$signal; while :; do :; done" >out 2>err &
	pid=$!
	wait_for test -e begun-$signal || fail "the command does not begin:"
	sleep 0.3
	kill -$signal $pid
	wait $pid 2>/dev/null
	gone orphan-$signal.data "SIG$signal"
	grep -q 'Captured and wrote' err || fail "SIG$signal to perf: the recorder did not come to its end:"
	"$perf_defer" audit -q -i orphan-$signal.data >out 2>err || fail "SIG$signal to perf: the file is not whole:"
	runs_not "^sh -c :.*begun-$signal" || fail "SIG$signal to perf: the command runs on"
done

# At whatever moment: also before the recorder could look who its parent is.
for ms in 2 5 8 11 14 17 20 25 30 40 60 90; do
	PATH=$dir/bin:$PATH "$perf" defer record -a -e cpu-clock -o moment.data >out 2>err &
	pid=$!
	sleep "0.0$(printf %02d $ms)"
	kill -KILL $pid
	wait $pid 2>/dev/null
done
gone moment.data 'killed while it begins'

# Before it could look: the parent is the one that adopts orphans, and perf's folder leads the PATH.
orphan='for _ in $(seq 100); do
	parent=$(cut -d" " -f4 /proc/$$/stat)
	[ "$parent" != 1 ] || exec "$0" record -q -e cpu-clock -o orphan.data true
	sleep 0.05
done'
# orphaned PATH: is there a file when the recorder is gone?
orphaned()
{
	rm -f orphan.data
	PATH=$1 setsid -f sh -c "$orphan" "$perf_defer" >out 2>&1 </dev/null
	sleep 0.2
	wait_for runs_not "record .*-o orphan.data"
	[ -e orphan.data ]
}
# Elsewhere than here orphans may have another parent.
if orphaned "$PATH" && orphaned "/usr/lib/perf-core:$PATH"; then
	fail "a recorder whose perf had died before it began records all the same"
fi

# Whoever starts perf-defer directly may go: it stays.
sh -c '"$0" record -e cpu-clock -o alone.data -- sleep 1 >alone 2>&1 & sleep 0.3' "$perf_defer"
wait_for grep -q 'Captured and wrote' alone ||
	fail "a recorder that was started directly ended with its shell: $(cat alone)"

./perf-defer script -q -i "$data/burn2.data" 2>err | head -n 1 >out
status=${PIPESTATUS[0]}
[ "$status" = 141 ] && [ ! -s err ] || fail "script | head: status $status, not 141 in silence:"

verdict
