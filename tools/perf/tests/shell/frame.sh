#!/bin/sh
# A shell suite leaves nothing behind, whichever way it ends, and says no more than it has proved
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
evidence=out

mkdir lib tmp
cp "$shell"/lib/* lib/

# suite TEXT: writes a suite with these cases.
suite()
{
	printf '#!%s\n# A suite\n. "$(dirname "$0")/lib/test.sh"\n%s\n' "$interpreter" "$1" >suite.sh
	chmod +x suite.sh
}

# left: prints what suites have left in their place for temporary files.
left()
{
	ls -A tmp
}

# ends STATUS TEXT: a suite with these cases ends so, and its folder is gone.
ends()
{
	suite "$2"
	TMPDIR=$dir/tmp ./suite.sh >out 2>&1
	got=$?
	[ $got = "$1" ] || fail "$interpreter: '$2' ends with status $got, not $1:"
	[ -z "$(left)" ] || fail "$interpreter: '$2' leaves a folder:"
}

has_begun()
{
	[ -s begun ]
}

# killed SIGNAL: a suite ends by it, and what it runs in the background and its folder go as well.
killed()
{
	rm -f begun
	suite ': >file; mkdir folder; sleep 100 & echo $! >"'"$dir"'/begun"; wait; verdict'
	TMPDIR=$dir/tmp $unignored ./suite.sh >out 2>&1 &
	pid=$!
	wait_for has_begun || fail "$interpreter: the suite does not begin:"
	[ -n "$(left)" ] || fail "$interpreter: the suite has no folder"
	kill -"$1" $pid
	wait $pid
	got=$?
	[ $got = "$2" ] || fail "$interpreter: $1 ends a suite with status $got, not $2:"
	[ -z "$(left)" ] || fail "$interpreter: $1 leaves a folder:"
	! kill -0 "$(cat begun)" 2>/dev/null || fail "$interpreter: $1 leaves a process"
}

# What a shell starts in the background ignores INT, unless it is told otherwise.
unignored='env --default-signal=INT'
$unignored true 2>/dev/null || unignored=

for interpreter in /bin/sh /bin/bash; do
	ends 0 'verdict'
	ends 1 'fail "one thing"; fail "another"; echo reached; verdict'
	grep -q '^another$' out && grep -q '^reached$' out || fail "$interpreter: a failure ends the suite:"
	ends 1 'set -e; fail "one thing"; echo reached; verdict'
	! grep -q '^reached$' out || fail "$interpreter: a failure does not end the suite under set -e:"
	ends 1 'echo "because of this" >err; fail "one thing:"; verdict'
	grep -q '^    because of this$' out || fail "$interpreter: no evidence is told:"
	ends 1 'die "one thing"; echo reached; verdict'
	! grep -q '^reached$' out || fail "$interpreter: die does not end the suite:"

	# What is not proved is skipped, and what has failed stays so.
	ends 2 'skip "not here"; verdict'
	[ "$(tail -n 1 out)" = 'not here' ] || fail "$interpreter: the reason is not what is said last:"
	ends 1 'fail "one thing"; skip "not here"'
	ends 2 'leave_out "a part"; echo reached; verdict'
	grep -q '^reached$' out && [ "$(tail -n 1 out)" = 'a part' ] || fail "$interpreter: leave_out:"
	ends 1 'leave_out "a part"; fail "one thing"; verdict'

	# What a perf shows otherwise is a failure if its version was compared, and else is left out, and told.
	for version in $compared_perfs; do
		ends 1 "perf() { echo perf version $version; }; "'unlike_perf "one thing"; echo reached; verdict'
		grep -q '^reached$' out || fail "$interpreter: unlike_perf ends the suite:"
	done
	ends 2 "perf() { echo perf version ${version}9; }; "'unlike_perf "one thing"; echo reached; verdict'
	grep -q '^reached$' out &&
		[ "$(tail -n 1 out)" = "perf version ${version}9 differs, and nobody has compared it yet: one thing" ] ||
		fail "$interpreter: unlike_perf of another perf:"
	ends 1 'perf() { echo perf version 9; }; unlike_perf "one thing"; fail "another"; verdict'

	# One that does not come to its verdict has proved nothing.
	ends 1 'true'
	ends 1 'exit 0'
	ends 1 'exit 2'
	ends 1 'echo "$unbound"; verdict'
	ends 1 'if; verdict'
	ends 3 'exit 3'

	# It is in a folder of its own, and undoes in turn.
	ends 0 '[ -z "$(ls -A)" ] || fail "not empty"; [ "$(pwd -P)" = "$(cd "$dir" && pwd -P)" ] || fail "elsewhere"; verdict'
	ends 0 'at_exit "echo first"; at_exit "echo then"; verdict'
	[ "$(tr '\n' ' ' <out)" = 'then first ' ] || fail "$interpreter: at_exit in another order:"
	ends 0 'sleep 100 & echo $! >"'"$dir"'/begun"; verdict'
	! kill -0 "$(cat begun)" 2>/dev/null || fail "$interpreter: a suite that ends leaves a process"
	ends 0 'sleep 100 & kill -STOP $!; verdict'

	# The id of a job that has ended may belong to another process.
	: >killed
	ends 0 'kill() { echo "$@" >>"'"$dir"'/killed"; command kill "$@"; }
		: & echo $! >"'"$dir"'/ended"; wait_for test ! -d /proc/$!; sleep 100 & verdict'
	[ -s killed ] || fail "$interpreter: nothing is ended"
	! grep -qw "$(cat ended)" killed || fail "$interpreter: a job that has ended gets a signal"
	ends 0 'wait_for false & pid=$!; wait_for test -d . || fail "there is a state to wait for"; verdict'

	killed TERM 143
	killed HUP 129
	[ -z "$unignored" ] || killed INT 130
done
verdict
