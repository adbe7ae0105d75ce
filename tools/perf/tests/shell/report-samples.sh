#!/bin/bash
# report --each-sample: the same samples as script, with their delays, in any order
# SPDX-License-Identifier: GPL-2.0-only
set -e -o pipefail
. "$(dirname "$0")/lib/test.sh"
need_data

names=(--kallsyms "$data/kallsyms-boot1" --symfs "$data/symfs" --no-inline)

samples()
{
	"$perf_defer" report --each-sample "${names[@]}" "$@"
}

# facts FILE: "time tid class cookie delay event:trace" of each sample of JSON.
facts()
{
	sed -nE 's/^ *"(time|tid|class|cookie|delay_ns|event|trace)": "?(.*[^",])"?,?$/\1\t\2/p' "$1" | awk -F'\t' '
		{ fact[$1] = $2 }
		$1 == "trace" {
			sub(/^0x/, "", fact["cookie"])
			if (fact["cookie"] == "null")
				fact["cookie"] = "0"
			if (fact["trace"] == "null")
				fact["trace"] = ""
			if (fact["delay_ns"] == "null")
				fact["delay_ns"] = "-"
			print fact["time"], fact["tid"], fact["class"], fact["cookie"], fact["delay_ns"], fact["event"] ":" fact["trace"]
		}'
}

# told TRACE: the same from the lines of script.
told()
{
	"$perf_defer" script -F tid,time,event,class,cookie,delay,trace --ns -G "${names[@]}" -i "$1" 2> err | awk '
		{
			time = $5
			sub(/:$/, "", time)
			sub(/\./, "", time)
			sub(/^0+/, "", time)
			cookie = $3
			trace = $0
			sub(/^ *[^ ]+ +[^ ]+ +[^ ]+ +[^ ]+ +[^ ]+ +[^ ]+: */, "", trace)
			sub(/[ \t]+$/, "", trace)
			event = $6
			sub(/:$/, "", event)
			delay = $4
			if (delay ~ /^[0-9]+\.[0-9][0-9][0-9]$/) {
				sub(/\./, "", delay)
				sub(/^0+/, "", delay)
				if (delay == "")
					delay = 0
			}
			print time, $1, $2, cookie, delay, event ":" trace
		}'
}

for trace in burn2.data forky-systemwide.data overrun.data tracepoints.data sched.data; do
	samples --json -i "$data/$trace" > json 2> err
	facts json | sort > got
	told "$data/$trace" | sort > want
	[ -s want ] || fail "$trace: script says nothing"
	diff want got > differ || fail "$trace: other samples than in script: $(head -n 6 differ)"
done

# A compressed trace is read again as well.
samples --json -i "$data/burn2-compressed.data" > json 2> err
facts json | sort > got
told "$data/burn2-compressed.data" | sort > want
diff want got > differ || fail "compressed: other samples: $(head -n 6 differ)"

# The longest delay of an entry is its remaining time.
samples --json -i "$data/sched.data" 2> err | tr -d '",' | awk '
	$1 == "tid:" { tid = $2 }
	$1 == "class:" { class = $2 }
	$1 == "cookie:" { cookie = $2 }
	$1 == "delay_ns:" && $2 != "null" {
		key = cookie " " tid
		if (!(key in most) || $2 > most[key])
			most[key] = $2
	}
	END { for (key in most) print key, most[key] }' | sort > got
"$perf_defer" report --entries --json "${names[@]}" -i "$data/sched.data" 2> err | tr -d '",' | awk '
	$1 == "cookie:" { cookie = $2 }
	$1 == "tid:" { tid = $2 }
	$1 == "remaining_ns:" && $2 != "null" { print cookie, tid, $2 }' | sort > want
[ -s want ] || fail "no entry has a remaining time"
diff want got > differ || fail "other delays than those of the entries: $(head -n 6 differ)"

# A sample without a cookie has none.
samples --json -i "$data/overrun.data" > json 2> err
grep -q '"cookie": null,' json || fail "no sample is without a cookie"
! grep -q '"cookie": "0x0"' json || fail "a cookie of 0"

# Both halves in a line of text, in both orders.
samples -s delay -i "$data/burn2.data" > text 2> err
head -n 6 text | cut -c1-159 | sed 's/ *$//' > got
cat > want << 'END'
# Samples: 78358
#
#           Time  CPU  Thread                Event               Class                     Cookie       Delay  Kernel stack | user stack, innermost first
#
        8.325371    -  burn 112              cpu-clock           merged            0x292d00000002    11.06 ms  rwsem_spin_on_owner < rwsem_down_write_slowpath
        8.325628    -  burn 112              cpu-clock           merged            0x292d00000002    10.81 ms  rwsem_spin_on_owner < rwsem_down_write_slowpath
END
diff want got || fail "another text"
grep -q 'ksys_write < do_syscall_64 < entry_SYSCALL_64_after_hwframe | __libc_write < level2 < level1' text ||
	fail "the halves are not in one line"
[ "$(samples -q -i "$data/burn2.data" 2> err | wc -l)" = 78358 ] || fail "not a line for each sample"

# Keys, and filters.
samples -q -s thread --comms burn -i "$data/forky-systemwide.data" > thread 2> err || :
for key in cpu event class cookie stack; do
	[ "$(samples -q -s "$key" -i "$data/overrun.data" 2> err | sort | cksum)" = \
		"$(samples -q -i "$data/overrun.data" 2> err | sort | cksum)" ] || fail "-s $key: other samples"
done
samples -q -s class -i "$data/overrun.data" 2> err | awk '{ for (i = 1; i <= NF; i++) if ($i == "cpu-clock") print $(i + 1) }' |
	uniq | sort | uniq -d > twice
[ ! -s twice ] || fail "-s class: not together: $(cat twice)"

samples -q -i "$data/forky-systemwide.data" 2> err | grep -v swapper > want || :
samples -q --all-but idle -i "$data/forky-systemwide.data" 2> err | diff want - > other ||
	fail "--all-but idle: $(head -3 other)"

# Zooms of the terminal UI that are about samples.
for kind in time=23.6,23.8 cpu=1; do
	samples -q "--$kind" -i "$data/forky-systemwide.data" > want 2> err
	samples -q --zoom "$kind" -i "$data/forky-systemwide.data" > out 2> err
	[ "$(wc -l < want)" -gt 500 ] || fail "--$kind: $(wc -l < want) samples"
	cmp want out > err || fail "--zoom $kind has other samples than --$kind: $(cat err)"
done

refuses()
{
	got=0
	"$perf_defer" report -i "$data/burn2.data" "${@:2}" > out 2> err || got=$?
	[ "$got" = 129 ] && grep -qF -- "$1" err || fail "report ${*:2}: status $got, $(cat err)"
}
refuses "goes with none of --tui" --each-sample --tui
refuses "shows whole samples" --each-sample -S main
refuses "cannot be used together" --each-sample --entries
refuses "sorted by 'period'" --each-sample -s period
refuses "--json goes with" --json

verdict
