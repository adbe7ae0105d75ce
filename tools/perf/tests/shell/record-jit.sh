#!/bin/bash
# What a JIT compiles has the name that it had at the time of each sample
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/record.sh"
need_source
need_recording

workload=${PERF_DEFER_WORKLOADS:-.}/jit
[ -x "$workload" ] || skip "no workloads"

# named FILE TIMES: does each sample in JITted code have the name that the workload tells of that time?
# Prints the number of samples of each name.
named()
{
	"$perf_defer" script -F time,ip,sym -i "$1" 2>err |
		awk -v times="$2" '
			BEGIN {
				while ((getline line < times) > 0) {
					split(line, word)
					name[++nr] = word[1]; from[nr] = word[2]; to[nr] = word[3]
				}
			}
			/^ *[0-9]+\.[0-9]+: *$/ { time = $1 + 0; leaf = 1; next }
			leaf && $2 ~ /^(first|second|third|\[unknown\])$/ {
				is = $2 == "[unknown]" ? "closed" : $2
				for (i = 1; i <= nr; i++)
					if (time >= from[i] && time <= to[i])
						print is == name[i] ? is : is " for " name[i]
			}
			{ leaf = 0 }' | sort | uniq -c
}

# nr_of NAME: how many samples have the name?
nr_of()
{
	awk -v name="$1" 'NF == 2 && $2 == name { print $1; found = 1 } END { if (!found) print 0 }' counts
}

record()
{
	local file=$1
	shift
	"$perf_defer" record -N -k mono -e cpu-clock -F 2000 -g -o "$file" -- "$workload" "$@" >told 2>err ||
		fail "record $file:"
}

record all.data . 300
has_not "-k mono"
named all.data told >counts
for name in first second third; do
	[ "$(nr_of $name)" -ge 20 ] || fail "too few samples are of $name: $(cat counts)"
done
! grep -q ' for ' counts || fail "samples have the name of another time: $(cat counts)"
"$perf_defer" report --stdio -q --no-children -g caller -s sym -i all.data >out 2>err || fail "report:"
has_not "no names"
grep -q '\] second$' out || fail "report names nothing: $(cat out)"

# The file ends, and with it what it tells.
record closed.data . 100 close
named closed.data told >counts
[ "$(nr_of closed)" -ge 5 ] || fail "no sample is behind the end of the file: $(cat counts)"
! grep -q ' for ' counts || fail "samples have names that the file does not give: $(cat counts)"

# In a pid namespace the process has another number, and in a mount namespace other files.
if [ "$(id -u)" = 0 ] && unshare -pf -m --mount-proc true 2>/dev/null && has_root_of_mounts; then
	unshare -pf --kill-child -m --mount-proc sh -c "mkdir -p in && mount -t tmpfs tmpfs in && exec '$workload' in 60000" >told 2>err &
	sh=$!
	inner()
	{
		pid=$(tr -d ' ' <"/proc/$sh/task/$sh/children") && [ "$(cat "/proc/$pid/comm")" = jit ]
	}
	wait_for inner
	let_burn "$pid" 20
	"$perf_defer" record -N -k mono -e cpu-clock -F 2000 -g -p "$pid" -o inner.data -- sleep 0.3 >out 2>err ||
		fail "record of a process in a namespace:"
	"$perf_defer" report --stdio -q --no-children -g none -s sym -i inner.data >out 2>err || fail "report:"
	grep -q '\] first$' out || fail "the file in the namespace is not found: $(cat out)"
	# What is gone cannot be told from the file of another process.
	kill -KILL "$pid"
	wait "$sh" 2>/dev/null
	"$perf_defer" report --stdio --no-children -g none -s sym -i inner.data >out 2>err || fail "report:"
	! grep -q '\] first$' out || fail "names out of nowhere: $(cat out)"
	has "in a container as process"
else
	leave_out "this user may have no namespaces of its own"
fi

# Times of perf's own clock place nothing. The file is named, and the remedy, by both verbs.
"$perf_defer" record -N -e cpu-clock -F 2000 -g -o other.data -- "$workload" . 50 >told 2>err || fail "record:"
has "-k mono"
"$perf_defer" report --stdio -q --no-children -g none -s sym -i other.data >out 2>/dev/null
! grep -q '\] \(first\|second\|third\)$' out || fail "names by times of another clock: $(cat out)"
"$perf_defer" script -i other.data >out 2>err
has "/jit-"
has "record with -k mono"
[ "$(grep -c 'functions of a JIT' err)" = 1 ] || fail "not one message:"
verdict
