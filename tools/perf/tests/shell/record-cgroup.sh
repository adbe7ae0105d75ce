#!/bin/bash
# Events of one cgroup, cgroups of samples, and context switches, with perf beside
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/record.sh"

mount=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
cgroup=perf-defer-test-$$
evidence=log
if [ -z "$mount" ] || ! mkdir -p "$mount/$cgroup/in" 2>/dev/null; then
	skip "no cgroup can be made here"
fi
at_exit 'rmdir "$mount/$cgroup/in" "$mount/$cgroup" 2>/dev/null'
need_recording

# Enters the cgroup $1 under the name $2, and works.
cat >work <<EOF
echo \$\$ >$mount/$cgroup/\$1/cgroup.procs
i=0
while [ \$i -lt 100000 ]; do i=\$((i + 1)); done
EOF
ln -s "$(command -v sh)" outside
ln -s "$(command -v sh)" inner
ln -s "$(command -v sh)" outer
works="./outer work . & ./inner work in & wait"

rows() {
	"$perf_defer" report --stdio -q --no-children -g none -i data "$@" 2>>log |
		sed '/^#/d; /^$/d; s/^ *//; s/ *$//'
}

# --all-cgroups: each sample says its cgroup, each cgroup its name.
for_perf data "$perf_defer" record -a -e cpu-clock --all-cgroups -o data -- sh -c "$works" >log 2>&1 ||
	die "record --all-cgroups:"
rows -s comm,cgroup >got
for want in "outer */$cgroup" "inner */$cgroup/in"; do
	grep -qE "%  $want\$" got || fail "report -s comm,cgroup has no row of $want: $(cat got)"
done
"$perf_defer" script -i data -F comm,cgroup -G 2>>log | grep -qE "^ +inner +/$cgroup/in\$" ||
	fail "script -F cgroup does not show /$cgroup/in"
"$perf_defer" script -i data --show-cgroup-events 2>>log |
	grep -qE "PERF_RECORD_CGROUP cgroup: [0-9]+ /$cgroup/in\$" ||
	fail "script --show-cgroup-events does not show /$cgroup/in"
if has_perf && perf report -h 2>&1 | grep -q cgroup; then
	spared perf report --stdio -q --no-children -g none -i data -s cgroup 2>>log |
		sed '/^#/d; /^$/d; s/^ *//; s/ *$//' >perf
	rows -s cgroup | diff - perf >&2 || unlike_perf "perf has other rows by cgroup"
fi

# -G: nobody else's samples; the second event is of all tasks.
"$perf_defer" record -a -e cpu-clock,task-clock -G "$cgroup/in," -o data -- sh -c "$works" >log 2>&1 ||
	fail "record -G:"
"$perf_defer" script -i data -F comm,event -G 2>>log | sort | uniq -c >got
grep -q 'inner *cpu-clock' got || fail "-G: no sample of its cgroup: $(cat got)"
if grep 'cpu-clock' got | grep -qvE 'inner|sh '; then
	fail "-G: samples of others: $(cat got)"
fi
grep -q 'outer *task-clock' got || fail "-G a,: the second event is not of all tasks: $(cat got)"
# What happened before they came into the cgroup is known all the same.
"$perf_defer" script -i data --show-task-events 2>>log | grep -q 'PERF_RECORD_COMM exec: inner' ||
	fail "-G: the exec before the cgroup was entered is lost"

# --switch-events: as perf shows them.
for_perf data "$perf_defer" record -e cpu-clock --switch-events -o data -- sh -c 'sleep 0.01; sleep 0.01' \
	>log 2>&1 || fail "record --switch-events:"
"$perf_defer" script -i data --show-switch-events 2>>log | grep 'PERF_RECORD_SWITCH' >got
[ "$(grep -c 'SWITCH OUT' got)" -ge 2 ] || fail "too few context switches: $(cat got)"
"$perf_defer" report --stats -i data 2>>log | grep -q "^ *SWITCH events: *$(wc -l <got) " ||
	fail "script does not show each context switch"
if has_perf; then
	spared perf script -i data --show-switch-events 2>>log | grep 'PERF_RECORD_SWITCH' | tr -s ' ' >perf
	tr -s ' ' <got | diff - perf >&2 || unlike_perf "perf shows other context switches"
fi
"$perf_defer" record -a -e cpu-clock --switch-events -o data -- sleep 0.05 >log 2>&1
"$perf_defer" script -i data --show-switch-events 2>>log |
	grep -qE 'SWITCH_CPU_WIDE OUT +next pid/tid: +[0-9]+/' ||
	fail "no context switch of a CPU"

# refused OPTIONS... : nothing is recorded, and this was said.
refused() {
	want=$1
	shift
	rm -f refused
	if "$perf_defer" record -o refused "$@" -- true >log 2>&1 || [ -e refused ]; then
		fail "record $* is not refused"
	fi
	grep -q "$want" log || fail "record $*: not refused for '$want' but:"
}
refused 'needs -a' -e cpu-clock -G "$cgroup"
refused 'no access to cgroup no/such' -a -e cpu-clock -G no/such
refused 'a different cgroup' -a -e '{cpu-clock,task-clock}' -G "$cgroup,"
verdict
