#!/bin/bash
# report -D prints records byte by byte and field by field, as the perf that is installed does
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/record.sh"

has_perf || skip "perf is not installed"
perf record -q -B -e cpu-clock -o can.data true 2>/dev/null || skip "perf cannot record here"

# A line for each line of a dump, with the offset of its record before it, in the order of the file.
# perf says what it has no use for, and spells a word otherwise since 6.14; it prints who and where
# for each member of a group; names of marks are new in 7.3. Ours says more of samples.
normal()
{
	awk '
	/^0x[0-9a-f]+@/ { at = $1; sub(/@.*/, "", at); sub(/@[^ ]+/, "") }
	/^Aggregated stats:/ { at = "stats" }
	/^: unhandled!$/ || /^$/ || /^#/ || at == "" { next }
	{ sub(/: unhandled!$/, ""); sub(/Muliplier /, "Multiplier"); sub(/ \(PERF_CONTEXT_[A-Z_]+\)$/, "") }
	/^\.\.\. (id: [0-9]|stream id:|raw: size|cgroup:|aux: size)/ { next }
	/^ \.\.\. thread:/ || /^ \.\.\.\.\.\. dso:/ { if (seen[at, $0]++) next }
	at == "stats" { sub(/^ +/, "") }
	{ print at "\t" $0 }' "$1" | sort -s -k1,1
}

compared=0

# same NAME OPTION...: what perf records with the options is dumped alike
same()
{
	name=$1
	shift
	if ! spared perf record -q -B -o "$name.data" -e cpu-clock -F 999 "$@" -- \
		sh -c 'i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done; ls -R /usr/lib >/dev/null; true' \
		>/dev/null 2>record.err; then
		echo "perf record $*: $(tail -n 1 record.err)"
		return
	fi
	# 6.1 dies of MMAP2 records that say of a build id and have none, which the kernel writes while
	# somebody else records with build ids.
	if ! perf report -D -i "$name.data" >perf.out 2>/dev/null; then
		echo "$name: perf cannot read what it has recorded"
		return
	fi
	compared=1
	"$perf_defer" report -D -i "$name.data" >ours.out 2>err || fail "$name:"
	normal perf.out >perf.txt
	normal ours.out >ours.txt
	[ "$(grep -c PERF_RECORD_SAMPLE ours.txt)" -ge 5 ] || fail "$name: too few samples to compare"
	diff perf.txt ours.txt >differ || unlike_perf "$name: dumps differ: $(head -n 20 differ)"
}

same plain
same chains -g
same dumps --call-graph dwarf,1024
same fields -g -W -d --phys-data --sample-cpu --all-cgroups
same more -s --switch-events --namespaces

[ $compared = 1 ] || skip "perf can read none of its recordings"
verdict
