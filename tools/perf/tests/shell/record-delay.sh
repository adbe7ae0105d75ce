#!/bin/bash
# With -D there are samples in its ranges of time, and no others
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/record.sh"

need_recording
cat >burn <<'END'
#!/bin/sh
echo $$ >burns
while :; do :; done
END
chmod +x burn

# The ranges are more than a second apart: where others are busy, a range may end and a sample come late.
#
# bursts FILE NUMBER: the samples come in so many bursts with half a second of silence between them, each
# as long as its range, and the last begins in its time.
bursts()
{
	"$perf_defer" script -F time -i "$1" 2>err | awk '
		{ sub(/:.*/, "", $1); ms = $1 * 1000 }
		NR == 1 { first = begin = last = ms }
		ms - last > 500 { print begin - first, last - begin; begin = ms }
		{ last = ms }
		END { if (NR) print begin - first, last - begin }' >bursts
	[ "$(wc -l <bursts)" = "$2" ] || fail "$1: not $2 bursts of samples at (ms, length): $(cat bursts):"
	awk '$2 < 100 || $2 > 1000' bursts >odd
	[ ! -s odd ] || fail "$1: a burst is not of some 300 ms: $(cat odd):"
	[ "$(tail -n 1 bursts | cut -d. -f1 | cut -d' ' -f1)" -ge 1000 ] || fail "$1: all is early: $(cat bursts):"
}

# record FILE OPTIONS...: the recording ends with the last range, and takes the command along.
record()
{
	timeout 60 "$perf_defer" record -N -e cpu-clock -F 200 -o "$@" ./burn 2>err
	got=$?
	[ $got = 0 ] || fail "$*: status $got, not 0:"
	has 'Captured and wrote'
	is_gone "$(cat burns)" 2>/dev/null || fail "$*: the command still runs:"
}

record ranges.data -D 200-500,2000-2300
bursts ranges.data 2

# The first may begin at once: then the command's exec begins it.
record zero.data -D 0-300,2000-2300
bursts zero.data 2

# What --control says holds until the next range begins or ends.
open_control
timeout 60 "$perf_defer" record -N -e cpu-clock -F 200 -o control.data -D 300-600,4500-4800 \
	--control fifo:ctl,ack ./burn 2>err &
pid=$!
say ping
sleep 2
say enable
sleep 0.3
say disable
wait $pid || fail "ranges and --control:"
bursts control.data 3
verdict
