# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh disable=SC2034 # the suites read the variables
# The frame of every shell suite. A suite sources this first, and its last line is `verdict`:
#
#	. "$(dirname "$0")/lib/test.sh"
#
# It then runs in $dir, an empty folder of its own. Whichever way the suite ends, what it left running
# is ended, and the folder is removed. These are set:
#
#	$perf_defer  the program to test
#	$data        the folder of the unpacked traces, or nothing (need_data)
#	$shell       the folder of the suites
#	$top         the source tree, or nothing where the suites are installed (need_source)
#
# The exit status is 0 if all was proved, 2 if something could not be, and 1 otherwise: also for a suite
# that ends before its verdict, and for a shell that gives up, whose status is 2 as well.
set -u

perf_defer=${PERF_DEFER:?}
data=${PERF_DEFER_TEST_DATA:-}
shell=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$shell/../../../.." && pwd)
[ -f "$top/tools/perf/Makefile.perf" ] || top=

# Neither the user's settings nor the user's cache of build ids take part.
export PERF_CONFIG=/dev/null PERF_BUILDID_DIR=/dev/null
unset DEBUGINFOD_URLS

failed=0
failures=
concluded=
left_out=
at_exit=
evidence=err # the file whose text explains a failure
dir=$(mktemp -d)
readonly dir # it is deleted at the end

# children: sets pids to the processes of this shell that are there. Not so `jobs -p`: it names those that
# ended as well, and by now their ids may be those of others.
children()
{
	pids=
	read -r pids <"/proc/$$/task/$$/children" || :
}

# end_jobs: ends what runs in the background. What has just begun may miss a signal, so it gets several.
end_jobs()
{
	children
	[ -n "$pids" ] || return
	(
		trap '' TERM # it is a child as well
		while :; do
			children
			kill -TERM $pids
			kill -CONT $pids
			sleep 0.1
		done
	) 2>/dev/null &
	killer=$!
	wait $pids
	kill -KILL $killer
	wait $killer 2>/dev/null
}

# leave: ends what runs in the background, undoes what at_exit names and removes the folder.
leave()
{
	status=$?
	trap - EXIT
	trap '' INT TERM HUP
	set +e
	if [ -z "$concluded" ] && { [ $status = 0 ] || [ $status = 2 ]; }; then
		echo "the suite ended before its verdict" >&2
		status=1
	fi
	end_jobs
	eval "$at_exit"
	cd /
	rm -rf "$dir"
	exit $status
}
trap leave EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
cd "$dir" || exit 1

# at_exit COMMAND: a line of shell to run at the end, before what was named earlier.
at_exit()
{
	at_exit="$1
$at_exit"
}

# fail TEXT...: tells what is wrong, with the text of the file $evidence. The suite goes on, but under
# `set -e`.
fail()
{
	echo "$*" >&2
	[ ! -s "$dir/$evidence" ] || sed 's/^/    /' "$dir/$evidence" >&2
	failed=$((failed + 1))
	failures="$failures
$*"
	case $- in *e*) exit 1 ;; esac
}

# die TEXT...: the same, and ends the suite.
die()
{
	fail "$@"
	exit 1
}

# conclude STATUS: ends the suite, with 1 if anything has failed. What has failed comes last once more: of a long
# suite, the runner shows the end.
conclude()
{
	concluded=1
	[ $failed = 0 ] || {
		echo "failed:$failures" >&2
		exit 1
	}
	exit "$1"
}

# skip WHY...: ends the suite, because nothing more can be proved here.
skip()
{
	echo "$*"
	conclude 2
}

# leave_out WHY...: a part cannot be proved here; the suite goes on.
leave_out()
{
	left_out="$*"
}

# verdict: the last line of a suite.
verdict()
{
	[ -z "$left_out" ] || skip "$left_out"
	conclude 0
}

need_data()
{
	[ -e "$data/burn2.data" ] || skip "the test data is not there"
}

need_source()
{
	[ -n "$top" ] || skip "no source tree"
}

. "$shell/lib/perf.sh"

# unlike_perf TEXT...: perf does otherwise, and no rule tells why. That is a failure, but of a perf that nobody
# has compared yet: then it is told, and the suite proves all but this.
unlike_perf()
{
	if is_compared "${THROUGH_PERF:-perf}"; then
		fail "$@"
		return
	fi
	echo "$*" >&2
	leave_out "$("${THROUGH_PERF:-perf}" --version) differs, and nobody has compared it yet: $(echo "$*" | head -n 1)"
}

# has_perf: is there a perf that runs?
has_perf()
{
	perf --version >/dev/null 2>&1
}

# wait_for COMMAND...: tries the command until it succeeds, a minute long at most.
wait_for()
{
	tries=1200
	until "$@" >/dev/null 2>&1; do
		tries=$((tries - 1))
		[ $tries -gt 0 ] || return 1
		sleep 0.05
	done
}

# is_gone PID: has this process ended?
is_gone()
{
	! kill -0 "$1"
}
