#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Compares the output of two builds for every trace: a change of structure changes no output.
#
#   same.sh OLD NEW DATA
#
# OLD and NEW are executables, DATA is the folder of unpacked test data. Prints the differences, and
# fails if there are any.
set -u

[ $# -eq 3 ] || {
	echo "usage: $0 OLD NEW DATA" >&2
	exit 1
}
old=$(realpath "$1")
new=$(realpath "$2")
cd "$3" || exit 1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export PERF_CONFIG=/dev/null PERF_BUILDID_DIR=/dev/null TZ=UTC LC_ALL=C
unset DEBUGINFOD_URLS

# SAME_RUNS= are other runs.
names='--symfs symfs --kallsyms kallsyms-boot2'
# Each line is the arguments of a run; the trace follows after -i.
runs=${SAME_RUNS:-"report --stdio $names
report --stdio $names --no-children -g caller -n --percent-limit 0
report --stdio $names -g folded,0.1,callee -s comm,pid,cpu,class
report --stdio $names -g flat,0.5,caller,address -s dso,symbol,srcline --inline
report --stdio $names -s cpu,symbol,cgroup -F +period,sample -t ,
report --stdio $names --latency
report --stdio $names -s parallelism,symbol
report --stdio $names -T -I --header
report -D
report --stats
script $names
script $names --ns -F +class,+cookie,+period,+symoff,+srcline --show-task-events --show-mmap-events
script $names -G --show-lost-events --show-switch-events --header
audit
audit -v
audit --json"}

count=0 differ=0
for trace in *.data *.pipe trials/*.data; do
	while read -r verb args; do
		for build in old new; do
			program=$old
			[ $build = old ] || program=$new
			"$program" "$verb" $args -i "$trace" >"$tmp/$build" 2>"$tmp/$build.err" </dev/null
			echo "exit $?" >>"$tmp/$build.err"
		done
		count=$((count + 1))
		for what in '' .err; do
			cmp -s "$tmp/old$what" "$tmp/new$what" && continue
			differ=$((differ + 1))
			echo "== $verb $args -i $trace${what:+ (standard error)}"
			diff -u --label old --label new "$tmp/old$what" "$tmp/new$what" | head -n 20
		done
	done <<<"$runs"
done
echo "$count runs, $differ differences"
[ "$differ" -eq 0 ]
