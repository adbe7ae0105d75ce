#!/bin/bash
# Which events a recording opens, for whom, and how long that takes
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/record.sh"

need_recording

# ---- {a,b}:S, and the tasks that start meanwhile ----

cat >family <<'END'
#!/bin/sh
work()
{
	i=0
	while [ $i -lt 30000 ]; do
		i=$((i + 1))
	done
}
work &
work
wait
END
chmod +x family

# tids FILE: how many tasks named "family" have samples.
tids()
{
	"$perf_defer" script -i "$1" -F comm,tid 2>err | awk '$1 == "family" && !n[$2]++ { nr++ } END { print nr + 0 }'
}

IFS=.- read -r major minor _ < <(uname -r)
inherits=$((major > 6 || (major == 6 && minor >= 12)))
"$perf_defer" record -e '{cpu-clock,page-faults}:S' -o group.data ./family >out 2>err ||
	fail "a group that reads counters cannot be recorded:"
notes=$(grep -c 'tasks that start during the recording are not recorded' err)
[ "$notes" = $((1 - inherits)) ] || fail "Linux $major.$minor: $notes notes of tasks left out:"
[ "$(tids group.data)" = $((1 + inherits)) ] || fail "{cpu-clock,page-faults}:S has $(tids group.data) tasks:"
"$perf_defer" record -i -e '{cpu-clock,page-faults}:S' -o alone.data ./family >out 2>err ||
	fail "a group that reads counters cannot be recorded with -i:"
grep -q 'left out' err && fail "-i: nothing is left out that was asked for:"
[ "$(tids alone.data)" = 1 ] || fail "-i: $(tids alone.data) tasks:"

# ---- buffers and files that cannot be ----

# refused WHAT COMMAND...: one fault, and nothing is started or created.
refused()
{
	what=$1
	shift
	rm -f started none.data
	"$@" -e cpu-clock -o none.data sh -c ': >started' >out 2>err
	got=$?
	[ $got = 2 ] || fail "$what: status $got, not 2:"
	grep -q 'cannot record: 1 problem; nothing was opened' err || fail "$what: not one fault:"
	[ ! -e started ] && [ ! -e none.data ] || fail "$what: something was started or created"
}

# The number that is named does.
for size in 2G 4G 1000G 4000000; do
	refused "-m $size" "$perf_defer" record -m $size
	fits=$(sed -n 's/^   -> -m \([0-9]*[BKMG]\).*/\1/p' err)
	"$perf_defer" record --dry-run -m "${fits:-none}" -e cpu-clock true >out 2>err ||
		fail "-m $size: '$fits' is said to fit, and does not:"
done

# The sum is that of the files that are there: two events on each CPU for one task, and others.
if command -v prlimit >/dev/null; then
	nr_cpus=$("$perf_defer" record --dry-run -e cpu-clock true 2>&1 | sed -n 's/.* with \([0-9]*\) buffers.*/\1/p')
	limited="prlimit --nofile=12"
	# Who may raise the limit raises it, as perf does.
	setpriv --bounding-set=-sys_resource true 2>/dev/null &&
		limited="setpriv --bounding-set=-sys_resource $limited"
	refused 'ulimit -n 12' $limited "$perf_defer" record
	need=$(sed -n 's/^  1\. \([0-9]*\) files must be open at once, but the limit is 12$/\1/p' err)
	others=$(sed -n "s/^ *2 events x $nr_cpus CPUs* x 1 task = $((2 * nr_cpus)), and \([0-9]*\) others/\1/p" err)
	[ "${need:-none}" = $((2 * nr_cpus + ${others:-0})) ] || fail "$need files are not the sum:"
	mkfifo commands acks
	prlimit --nofile="$need" "$perf_defer" record -q -e cpu-clock -z --switch-output=1s \
		--control fifo:commands,acks -o fits.data true 2>err ||
		fail "$need files are said to be enough, and are not:"
fi

# ---- who may not see the kernel's addresses ----

# hidden COMMAND...: does it warn of names that the kernel hides?
hidden()
{
	"$@" -e cpu-clock -o hidden.data true 2>&1 </dev/null | grep -c 'names: /proc/kallsyms\|kptr_restrict and' || :
}
blind='setpriv --bounding-set=-syslog --inh-caps=-all'
if $blind true 2>/dev/null && ! $blind grep -q '[1-9].* [tT] ' /proc/kallsyms; then
	[ "$(hidden $blind "$perf_defer" record)" = 1 ] || fail "nobody says that names are hidden:"
	[ "$(hidden $blind "$perf_defer" record -q)" = 0 ] || fail "-q does not silence it:"
fi
if grep -q '[1-9].* [tT] ' /proc/kallsyms; then
	[ "$(hidden "$perf_defer" record)" = 0 ] || fail "names are said to be hidden, and are not:"
fi

# ---- the highest precision ----

# A machine without a PMU has no precision at which cycles are counted.
timeout 20 "$perf_defer" record --dry-run -e cycles true >out 2>err
want=$?
timeout 20 "$perf_defer" record --dry-run -e cycles:P true >out 2>err
got=$?
[ $got = $want ] || fail "cycles:P: status $got, not $want as for cycles:"

# ---- many tracepoints ----

# Closing a tracepoint's last event takes the kernel tens of milliseconds: not once for each.
if "$perf_defer" record --dry-run -e 'syscalls:sys_enter_read' true >out 2>err; then
	# The best of some times: others may be busy meanwhile.
	for _ in 1 2 3 4 5; do
		begin=$(date +%s%N)
		"$perf_defer" record --dry-run -e 'syscalls:sys_enter_*' true >out 2>err ||
			fail "tracepoints with a glob cannot be planned:"
		took=$((($(date +%s%N) - begin) / 1000000))
		[ $took -ge 4000 ] || break
	done
	nr=$(grep -o 'syscalls:sys_enter_' err | wc -l)
	[ "$nr" -gt 200 ] || fail "only $nr tracepoints of system calls:"
	[ $took -lt 4000 ] || fail "to plan $nr tracepoints takes $took ms:"
	# Of those with a fault in common each is told, and nothing is started.
	"$perf_defer" record -e 'syscalls:sys_enter_*/max-stack=60000/' sh -c ': >started' >out 2>err
	[ $? = 2 ] && [ ! -e started ] || fail "tracepoints that are refused:"
	[ "$(grep -c 'a stack of 60000 addresses' err)" = "$nr" ] || fail "not all $nr are told:"
fi

verdict
