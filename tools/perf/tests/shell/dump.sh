#!/bin/bash
# report -D prints records byte by byte and field by field, as the perf that is installed does
# SPDX-License-Identifier: GPL-2.0-only
set -u

perf_defer=${PERF_DEFER:?}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

if ! perf --version >/dev/null 2>&1; then
	echo "perf is not installed"
	exit 2
fi
cd "$dir" || exit 1
if ! perf record -q -B -e cpu-clock -o can.data true 2>/dev/null; then
	echo "perf cannot record here"
	exit 2
fi

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

failed=0
compared=0

# same NAME OPTION...: what perf records with the options is dumped alike
same()
{
	name=$1
	shift
	# shellcheck disable=SC2016 # the recorded shell has its own variables
	if ! perf record -q -B -o "$name.data" -e cpu-clock -F 999 "$@" -- \
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
	"$perf_defer" report -D -i "$name.data" >ours.out 2>ours.err || {
		echo "$name: $(cat ours.err)"
		failed=1
	}
	normal perf.out >perf.txt
	normal ours.out >ours.txt
	if [ "$(grep -c PERF_RECORD_SAMPLE ours.txt)" -lt 5 ]; then
		echo "$name: too few samples to compare"
		failed=1
	fi
	if ! cmp -s perf.txt ours.txt; then
		echo "$name: dumps differ"
		diff perf.txt ours.txt | head -n 20
		failed=1
	fi
}

same plain
same chains -g
same dumps --call-graph dwarf,1024
same fields -g -W -d --phys-data --sample-cpu --all-cgroups
same more -s --switch-events --namespaces

[ $compared = 1 ] || exit 2
exit $failed
