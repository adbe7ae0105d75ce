#!/bin/bash
# What runs already is told at the beginning or in the end, all of it or a part: --tail-synthesize, --synth
# SPDX-License-Identifier: GPL-2.0-only
set -u

perf_defer=${PERF_DEFER:?}
dir=$(mktemp -d)
task=
trap '[ -z "$task" ] || kill $task 2>/dev/null; rm -rf "$dir"' EXIT
cd "$dir" || exit 1
failed=0
export PERF_CONFIG=/dev/null

fail()
{
	echo "$*" >&2
	sed 's/^/    /' err >&2
	failed=1
}

# Both ends are held open: the recorder looks at them before it reads them.
mkfifo ctl ack
exec 5<>ctl 6<>ack

"$perf_defer" record -q -e cpu-clock -o try.data true 2>err || {
	grep -q 'no permission\|without perf events' err && echo "this user may not record here" && exit 2
	fail "cpu-clock cannot be recorded:"
	exit 1
}

# Two tasks that run when the recording begins: one becomes another program, the other stays.
for name in stays first second; do
	cp "$BASH" $name
done
burn='for ((i = 0; i < 1000; i++)); do :; done'
echo "while [ ! -e end ]; do $burn; done" >stays.sh
echo ": >at-second; while [ ! -e end ]; do $burn; done" >second.sh
echo "while [ ! -e go ]; do $burn; done; exec ./second second.sh" >first.sh

# try OPTIONS...: records both meanwhile; "COMM DSO" of the rows of report is in rows.
try()
{
	rm -f go end at-second
	./stays stays.sh &
	task=$!
	./first first.sh &
	tasks=$task,$!
	sleep 0.2
	"$perf_defer" record "$@" -e cpu-clock -F 1000 -p $tasks -o data --control fifo:ctl,ack 2>err &
	recorder=$!
	echo ping >&5
	read -r -t 60 _ <&6 || fail "it does not begin:"
	sleep 1
	: >go
	until [ -e at-second ]; do
		sleep 0.1
	done
	sleep 0.5
	kill -INT $recorder
	wait $recorder
	: >end
	wait
	task=
	"$perf_defer" report --stdio -q -g none --no-children -s comm,dso -F comm,dso -i data 2>err >out ||
		fail "$*: report:"
	awk 'NF { print $1, $2 }' out | sort -u >rows
	cp rows err
	if perf --version >/dev/null 2>&1; then
		perf report --stdio -q -g none --no-children -s comm,dso -F comm,dso -i data 2>/dev/null |
			awk 'NF { print $1, $2 }' | sort -u >perf-rows
		cmp -s rows perf-rows || fail "$*: perf has other rows: $(diff rows perf-rows)"
	fi
}

has() { grep -qx "$1" rows || fail "$options: there is no row '$1', but:"; }
has_not() { ! grep -q "$1" rows || fail "$options: there is a row '$1':"; }

for options in '' '--synth=all' '--synth=mmap'; do
	# shellcheck disable=SC2086 # options
	try $options
	has 'stays stays' && has 'first first' && has 'second second'
	has_not '^:' && has_not '\[unknown\]' && has_not '^first second' && has_not '^second first'
done
# In the end: what was before the exec has neither the name nor the maps of the program after it.
for options in --tail-synthesize '--overwrite --tail-synthesize'; do
	# shellcheck disable=SC2086 # options
	try $options
	has 'stays stays' && has 'second second' && has ':[0-9]* \[unknown\]'
	has_not '^first' && has_not '^second \[unknown\]' && has_not '^:[0-9]* second'
done
"$perf_defer" report -D -i data 2>/dev/null | grep -q 'PERF_RECORD_COMM: stays:' ||
	fail "--tail-synthesize: what runs is not told:"
options=--synth=task
try $options
has 'stays \[unknown\]' && has 'first \[unknown\]' && has 'second second'
for options in --synth=no --synth=cgroup; do
	try $options
	has ':[0-9]* \[unknown\]' && has 'second second' && has_not '^stays'
done

"$perf_defer" record --synth=maps -o data true 2>err
[ $? = 129 ] && grep -q -- '--synth maps: not of no, all, task, mmap and cgroup' err ||
	fail "--synth=maps is taken:"
"$perf_defer" record -q --num-thread-synthesize 4 -e cpu-clock -o data true 2>err ||
	fail "--num-thread-synthesize is not taken:"
exit $failed
