#!/bin/bash
# The perf of this machine shows the same samples and stacks of merged traces
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
need_data
need_source

if ! perf version --build-options 2>/dev/null | grep -q 'libpython: \[ on' ||
	! [ -e "$(perf --exec-path)/scripts/python/flamegraph.py" ]; then
	skip "no perf that has Python and its scripts"
fi

compare()
{
	(cd "$top" && tools/perf/tests/interop/interop.sh "$dir/tools" perf) >rows 2>err
}

compare || fail "$(cat rows)"
! grep -q '^  LEFT OUT: ' rows || unlike_perf "$(grep '^  LEFT OUT: ' rows)"
[ "$(grep -c '^| perf' rows)" -ge 20 ] || fail "few rows: $(cat rows)"

# A comparison that cannot fail would show nothing. These are samples of which one thing is another.
samples()
{
	"$top/tools/perf/tests/interop/samples.py" -n 0 "$@" 2>err
}

"$perf_defer" script -q -i "$data/forky-systemwide.data" --symfs "$data/symfs" --ns --no-inline --no-demangle \
	--kallsyms "$data/kallsyms-boot1" --show-task-events -F comm,pid,tid,time,ip,sym,dso,dsoff >ours
grep -v '^	 *0 \[[^u].*\] (' ours >shown # a trace has no marks
samples ours shown >counts || fail "samples differ from themselves: $(cat counts)"
grep -qx 'samples 2064' counts || fail "not all samples: $(cat counts)"

# unlike AWK: the samples that the awk program makes of them are found to be others.
unlike()
{
	awk "$1" shown >theirs
	! cmp -s shown theirs || fail "$1 changes nothing"
	if samples ours theirs >counts; then
		fail "awk '$1' is not found: $(cat counts)"
	fi
}

unlike '/do_syscall_64/ && ++n == 9 { sub(/do_syscall_64/, "do_syscall_65") } { print }'
unlike '/^\t/ && ++n == 99 { next } { print }'
unlike '/^\t/ && ++n == 99 { print } { print }'
unlike '/\(\/usr\/bin\/forky/ && ++n == 9 { sub(/forky/, "forkx") } { print }'
unlike '/\(\/usr\/bin\/forky/ && ++n == 9 { sub(/^\t +4/, "\t5") } { print }'
unlike '/^forky .*: $/ && ++n == 9 { sub(/^forky/, "other") } { print }'
unlike '/^[^\t].*: $/ { n++ } n != 99 || /PERF_RECORD/ { print }'
unlike '/^[^\t].*: $/ && ++n == 9 { sub(/\.[0-9]/, ".9") } { print }'
# A task that has exited has no other id than its own, and one that has not has its names.
unlike '/RECORD_EXIT/ { id = $2; sub(/.*\//, "", id); gone[id]; print; next }
	/^[^\t].*: $/ { id = $2; sub(/.*\//, "", id); if (id in gone && !n++) sub(/^ *[^ ]+/, ":9") } { print }'
unlike '/^forky .*: $/ && ++n == 9 { sub(/^forky/, ":9") } { print }'
unlike '/\(\/usr\/bin\/forky/ && ++n == 9 { sub(/ [^ ]+ \(.*/, " [unknown] ([unknown])") } { print }'
verdict
