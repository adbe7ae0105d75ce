#!/bin/sh
# Generated traces stitch like the one they repeat, and stages are measured
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
need_data
: "${PERF_DEFER_GENERATE:?}"
evidence=said

# classes FILE: "class samples" in a line each; fails as audit does if anything is wrong with the trace.
classes()
{
	"$perf_defer" audit --json -i "$1" >audit.json &&
		sed -n '1,/}/s/^    "\([a-z-]*\)": \([0-9]*\),*$/\1 \2/p' audit.json
}

# multiplied N: each number of the input, so many times.
multiplied()
{
	awk -v n="$1" '{ print $1, $2 * n }'
}

# generate TRACE OPTION...: writes the file "made".
generate()
{
	trace=$1
	shift
	"$PERF_DEFER_GENERATE" -o made "$@" "$data/$trace" 2>said
}

for trace in burn2.data burn2-compressed.data burn1.pipe cxx.data forky-systemwide.data overrun.data \
	sched.data tracepoints.data latency.data; do
	classes "$data/$trace" 2>said | multiplied 3 >expected
	[ -s expected ] || fail "$trace: no classes"
	for option in '' --new-tasks; do
		if ! generate $trace --copies 3 $option; then
			fail "$trace: cannot be repeated"
		elif ! classes made 2>said | diff expected - >&2; then
			fail "$trace: three copies $option have other classes"
		fi
	done
done

# The shares of a profile stay what they were.
profile()
{
	"$perf_defer" report --stdio -g none --percent-limit 1 -F overhead,dso,sym \
		--kallsyms "$data/kallsyms-boot1" --symfs "$data/symfs" -i "$1" 2>said | grep %
}
profile "$data/burn2.data" >expected
generate burn2.data --copies 4
profile made | diff expected - >&2 || fail "four copies have another profile"

# Sleepers wait at once, for stacks that a sample of the trace has.
generate sched.data --sleepers 500 --names --copies 2 || fail "no sleepers"
"$perf_defer" script -i made -F comm,tid,event,class -G 2>said | grep sleeper >sleepers
[ "$(grep -c ' merged .* sched:sched_switch:' sleepers)" = 1000 ] ||
	fail "not every sleeper sleeps twice: $(head -n 3 sleepers)"
[ "$(awk '{ print $1, $2 }' sleepers | sort -u | wc -l)" = 500 ] || fail "sleepers have no names of their own"
generate sched.data --sleepers 500
"$perf_defer" report --stdio -g none --sort comm -i made 2>said | grep -q ' sleeper *$' ||
	fail "sleepers have no common name"

# What is said, and what is refused.
generate cxx.data --size 5M
grep -q '^3 copies, .* samples, 0 lost, 7\.[0-9] MB$' said || fail "--size"
if generate group-read.data; then
	fail "counters are repeated"
fi
grep -q 'samples that read counters' said || fail "the reason is missing"
printf x >made
for wrong in '--size 1G --copies 2' '--loss 91' '--loss x' '--size 5s' '--depth 5000'; do
	# shellcheck disable=SC2086 # several words
	generate cxx.data $wrong
	[ $? = 129 ] || fail "$wrong is accepted"
done
[ "$(cat made)" = x ] || fail "a refused run overwrites the output"
cp "$data/cxx.data" in.data
"$PERF_DEFER_GENERATE" -o in.data in.data 2>said && fail "the input is overwritten"
cmp -s in.data "$data/cxx.data" || fail "the input is spoilt"

# number KEY: of the JSON.
number()
{
	sed -n "s/^ *\"$1\": \([0-9]*\),*$/\1/p" json
}

for suite in audit report script inject; do
	for workers in 1 3; do
		"$perf_defer" bench -f json --workers $workers $suite -i "$data/cxx.data" >json 2>said ||
			fail "$suite is not measured"
		for key in pass_1 seal pass_2 view wall_ns cpu_ns peak_bytes; do
			[ "$suite:$key" = inject:pass_2 ] || [ "$(number $key)" -gt 0 ] || fail "$suite: no $key"
		done
		[ "$(number workers)" = $workers ] || fail "$suite: other workers"
		[ "$(number samples)" = 7797 ] || fail "$suite: other samples"
		sum=0
		for key in other open pass_1 seal pass_2 fold resolve rows view; do
			sum=$((sum + $(number $key)))
		done
		[ $sum -le "$(number wall_ns)" ] || fail "$suite: the stages take longer than the run"
	done
done
"$perf_defer" bench -f simple report -i "$data/cxx.data" 2>/dev/null >simple
grep -qx '[0-9]*\.[0-9][0-9][0-9]' simple || fail "--format simple is no number"
"$perf_defer" bench report -i "$data/cxx.data" 2>/dev/null >text
grep -q "^# Running 'defer/report' benchmark:" text || fail "no heading"
grep -q '^ *pass 1: [0-9.]* \[sec\]' text || fail "no stages"
"$perf_defer" bench audit -i nowhere 2>said
[ $? = 1 ] || fail "the status of the command is lost"
"$perf_defer" bench nosuch 2>said
[ $? = 129 ] || fail "an unknown suite is accepted"
"$perf_defer" bench >text || fail "suites are not listed"
grep -q 'inject: ' text || fail "suites are not listed"
verdict
