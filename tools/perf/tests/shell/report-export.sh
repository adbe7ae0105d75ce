#!/bin/bash
# report --export writes what the terminal UI exports, and needs no terminal
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
set -e -o pipefail

need_data
export TERM=dumb

report()
{
	"$perf_defer" report --kallsyms "$data/kallsyms-boot1" --symfs "$data/symfs" "$@" </dev/null
}

# Fails with status $1, says $2 and writes nothing.
refuses()
{
	status=$1
	says=$2
	shift 2
	got=0
	report "$@" > "$dir/out" 2> "$dir/err" || got=$?
	[ "$got" = "$status" ] || fail "report $*: status $got, not $status"
	grep -qF -- "$says" "$dir/err" || fail "report $*: does not say '$says'"
	[ ! -s "$dir/out" ] || fail "report $*: writes $(head -n 1 "$dir/out")"
}

# Every sample is in one of the stacks: 78358 of 250000 ns each.
sum()
{
	LC_ALL=C awk '{ sum += $NF } END { printf "%.0f\n", sum }' "$@"
}
report -i "$data/burn2.data" --export folded > "$dir/folded" 2> "$dir/err"
[ ! -s "$dir/err" ] || fail "says something is wrong"
[ "$(sum "$dir/folded")" = 19589500000 ] || fail "stacks are missing: $(sum "$dir/folded")"
grep -q '^burn;start_thread;level1;level2;.*do_syscall_64_\[k\]' "$dir/folded" ||
	fail "the halves are not one stack"
! grep -q '^#' "$dir/folded" || fail "words stand among the stacks"

# How rows are printed makes no difference; which samples there are does.
for option in '-g none' '-s cpu' '--no-children' '--percent-limit 50' '-q'; do
	report -i "$data/burn2.data" --export folded $option | cmp - "$dir/folded" ||
		fail "$option changes what is exported"
done
report -i "$data/burn2.data" --export folded --comms nobody > "$dir/none"
[ ! -s "$dir/none" ] || fail "a filter is not heeded"

# Pictures, with the title that the terminal UI gives them.
for format in flame icicle; do
	report -i "$data/burn2.data" --export $format > "$dir/$format"
	head -n 1 "$dir/$format" | grep -q '^<?xml ' || fail "$format is no XML"
	grep -qF '<title>cpu-clock of burn2.data</title>' "$dir/$format" || fail "$format has no title"
done
! cmp -s "$dir/flame" "$dir/icicle" || fail "an icicle graph is a flame graph"

# One event of several: which ones are left out is said, unless one is asked for.
report -i "$data/group-read.data" --export folded > "$dir/first" 2> "$dir/err"
grep -qF 'not exported: task-clock, page-faults; --export folded,EVENT' "$dir/err" ||
	fail "does not say what is left out"
report -i "$data/group-read.data" --export folded,page-faults > "$dir/faults" 2> "$dir/err"
! grep -q 'not exported' "$dir/err" || fail "complains about what was chosen"
[ -s "$dir/faults" ] || fail "page-faults are empty"
! cmp -s "$dir/first" "$dir/faults" || fail "the name of an event changes nothing"

refuses 129 "--export cannot be 'html'" -i "$data/burn2.data" --export html
refuses 129 "--export cannot be 'flam'" -i "$data/burn2.data" --export flam
refuses 129 "--export writes a file" -i "$data/burn2.data" --export flame --stats
refuses 129 "--export writes a file" -i "$data/burn2.data" --export flame --tui
refuses 1 "has no event 'nosuch'" -i "$data/burn2.data" --export flame,nosuch

# A full disk is not overlooked.
if [ -w /dev/full ]; then
	! report -i "$data/burn2.data" --export flame > /dev/full 2> "$dir/err" || fail "a full disk is no error"
fi
verdict
