#!/bin/sh
# Traces made to get wrong stacks: each sample is of the class that it should be
# SPDX-License-Identifier: GPL-2.0-only
set -e
. "$(dirname "$0")/lib/test.sh"
need_data

data=${PERF_DEFER_TEST_DATA:?}/trials

# The classes of the trace, those without samples left out: "exec 1 merged 2".
classes()
{
	awk '
	/^  "classes":/ { inside = 1; next }
	inside && /}/ { print line; exit }
	inside { gsub(/[",: ]+/, " "); split($0, f, " "); if (f[2] > 0) line = line " " f[1] " " f[2] }
	' "$1" | sed 's/^ //'
}

# expect TRACE CLASSES...: with the options in $options.
options=
expect()
{
	trace=$1
	shift
	# shellcheck disable=SC2086 # several words
	"$perf_defer" audit --json $options -i "$data/$trace" > json || fail "$trace: failed"
	[ "$(classes json)" = "$*" ] || fail "$trace: $(classes json), not $*"
}

# unfinished TRACE CLASSES...: the recorder was killed, which makes it fail.
unfinished()
{
	trace=$1
	shift
	"$perf_defer" audit --json -i "$data/$trace" > json 2> err && fail "$trace: no failure"
	grep -q 'was not finished' err || fail "$trace: $(cat err)"
	[ "$(classes json)" = "$*" ] || fail "$trace: $(classes json), not $*"
}

# noted TRACE WORDS: the ledger says so.
noted()
{
	"$perf_defer" audit -i "$data/$1" > text || fail "$1: failed"
	grep -q "^# $2" text || fail "$1: nothing says: $2"
}

expect no-tasks.data ambiguous 1
noted no-tasks.data 'Tasks .*unknown'
expect no-sample-id.data ambiguous 1
noted no-sample-id.data 'Tasks .*unknown'
expect exec-in-loss.data ambiguous 1
expect loss-told-late.data inline 7 lost 1
expect loss-far.data inline 7 ambiguous 1
expect guest-record.data pending 1
noted guest-record.data 'Guests .*1 user stacks'
expect guest-sample.data merged 1
expect pid-namespace.data ambiguous 3
expect clock-step.data exec 1
noted clock-step.data 'Clock .*5.00 ms (CPU 0)'
expect clock-step-cpu-move.data merged 2 ambiguous 1
unfinished killed-half-round.data merged 2 ambiguous 1
unfinished lost-samples-cut.data merged 2 ambiguous 1
expect lost-samples-whole.data merged 2 ambiguous 1
expect pending-twice.data merged 14981 merged-back 3 kernel 3770 lost 5863 pending 120

# Which samples are in rt_sigreturn is told by the kernel's symbols.
options="--kallsyms ${PERF_DEFER_TEST_DATA:?}/kallsyms-boot2"
expect sigreturn.data sigreturn 8
grep -q '"knows_sigreturn": true' json || fail "sigreturn.data: symbols are there"
# shellcheck disable=SC2086 # several words
views() { "$perf_defer" "$@" -q $options -i "$data/sigreturn.data" || fail "$*: failed"; }
views report --stdio --no-children -g none --seam > text
[ "$(grep -c '100.00%.* \[sigreturn\] -> ' text)" = 1 ] || fail "--seam: $(cat text)"
views report --entries > text
[ "$(grep -c '^ *sigreturn .*  \[sigreturn\]$' text)" = 8 ] || fail "--entries: $(cat text)"
views script -F ip,sym > text
[ "$(grep -cE '^\s+[0-9a-f]+ \[sigreturn\]$' text)" = 8 ] || fail "script: $(cat text)"
! grep -qE '^\s+[1-9a-e][0-9a-f]{0,11} ' text || fail "script: user frames: $(cat text)"
# Nobody merges them later, without the symbols.
views inject --keep-cookies -o kept.data
"$perf_defer" audit --json -i kept.data > json || fail "kept.data: failed"
[ "$(classes json)" = "kernel 8" ] || fail "kept.data: $(classes json)"
# A list of another boot is moved by the symbol that the kernel's map names.
for boot in 1 2; do
	options="--kallsyms $PERF_DEFER_TEST_DATA/kallsyms-boot$boot"
	# shellcheck disable=SC2086 # several words
	"$perf_defer" audit --json $options -i "$data/../sched.data" > json || fail "sched.data: failed"
	classes json | grep -q ' sigreturn 1$' || fail "sched.data, boot $boot: $(classes json)"
done
options=
expect sigreturn.data merged 8
grep -q '"knows_sigreturn": false' json || fail "sigreturn.data: no symbols are there"
noted sigreturn.data 'Signals .*no kernel symbols'

# No COMM of an exec is left in this one. What is of class exec with them is not merged without.
noted execs-cut-out.data 'Execs .*101 of 101 have no COMM'
for trace in ../forky-systemwide.data execs-cut-out.data; do
	"$perf_defer" script -F tid,time,class -i "$data/$trace" > "$dir/$(basename "$trace").text"
done
awk 'NF != 3 { next }
	{ key = $1 " " $3 }
	NR == FNR { if ($2 == "exec") exec[key] = 1; next }
	key in exec { n++; if ($2 ~ /merged/) { print "merged: " $0; bad = 1 } }
	END { if (n != 109) print n + 0 " samples of 109"; exit bad || n != 109 }' \
	forky-systemwide.data.text execs-cut-out.data.text >&2 ||
	fail "execs-cut-out.data: a stack of another program"
verdict
