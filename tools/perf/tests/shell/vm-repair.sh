#!/bin/bash
# Deferred user stacks that are repaired are those that the whole copies of the stacks tell
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
need_source
# shellcheck source=../vm/common.sh
. "$top/tools/perf/tests/vm/common.sh"
need_vm

traces=$PERF_DEFER_VM/repair
judge=$top/tools/perf/tests/interop/repaired.py
trials=${VM_TRIALS:-whole calls cost}
# shellcheck disable=SC2054 # a list with commas is one word
options=(--ns --no-inline --no-demangle -F tid,time,ip,sym)

python3 -c 'import sys' || skip "no python3"
# shellcheck disable=SC2086 # a list of words
vm_run 400 repair.sh "$traces" "perf-defer record" $trials || die "the guest has failed"
mkdir -p "$traces/symfs"
cp -r "$PERF_DEFER_WORKLOADS" "$traces/symfs/workloads"

# of_guest COMMAND NAME OPTION...: runs a command on a trace of the guest.
of_guest()
{
	local command=$1 name=$2
	shift 2
	"$perf_defer" "$command" -q --kallsyms "$traces/kallsyms" --symfs "$traces/symfs" -i "$traces/$name.data" "$@" 2>err ||
		fail "$name: $command $*:"
}

counted()
{
	sed -n "s/^$1 //p" counts
}

# judge NAME: the whole copies judge what their first 128 bytes tell.
judge()
{
	of_guest script "$1" "${options[@]}" --no-repair >record
	of_guest script "$1" "${options[@]}" >whole
	of_guest script "$1" "${options[@]}" --repair-bytes 128 >short
	python3 "$judge" judge "$traces/$1.data" record whole short 128 >counts 2>differ || die "$1: $(tail -1 differ)"
	says "$1: $(paste -sd, counts)"
	"$perf_defer" audit --kallsyms "$traces/kallsyms" --symfs "$traces/symfs" -s cause -i "$traces/$1.data" --repair-bytes 128 |
		sed -n '/^# User stacks that were/,$p'
	[ "$(counted near)" -gt 50 ] || fail "$1: too few samples to judge: $(cat counts)"
	[ "$(counted wrong)" = 0 ] || fail "$1: frames are wrong: $(grep ^wrong differ | head -3)"
	[ $(($(counted lacking) * 1000)) -le "$(counted near)" ] || fail "$1: callers in the copy are not found: $(grep ^lacking differ | head -3)"
}

check_whole()
{
	judge whole
	classes whole
	[ "$merged" -gt $((samples / 2)) ] || fail "whole: few stacks were deferred: $merged of $samples"
}

check_calls()
{
	judge calls
	# At a system call the C library's function is the leaf, and has no frame.
	[ $(($(counted repaired) * 10)) -gt $(($(counted samples) * 8)) ] || fail "calls: few stacks were repaired: $(cat counts)"
}

check_cost()
{
	local small large
	small=$(stat -c %s "$traces/cost-fp,defer,repair.data") large=$(stat -c %s "$traces/cost-dwarf,8192.data")
	for mode in fp,defer fp,defer,repair dwarf,8192; do
		says "$mode: $(stat -c %s "$traces/cost-$mode.data") bytes"
	done
	[ $((small * 4)) -lt "$large" ] || fail "cost: $small bytes with repair, $large with dumps"
}

for trial in $trials; do
	"check_$trial"
done
verdict
