#!/bin/bash
# Where buffers fill faster than they are read, every sample is kept, dropped or lost, and none is missing
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/record.sh"

at_exit 'umount "$dir/small" 2>/dev/null'
need_recording

# Page faults as fast as they can be taken: two thousand each time.
cat >storm <<'END'
#!/bin/sh
i=0
while [ $i -lt "$1" ]; do
	dd if=/dev/zero of=/dev/null bs=8M count=1 status=none
	i=$((i+1))
done
END
chmod +x storm

# With one page for samples, the recorder is behind as long as the storm lasts.
times=30
behind()
{
	"$perf_defer" record -e page-faults -c 1 -m 1 -N -B "$@" -- ./storm $times 2>err
}

number()
{
	sed -n "s/.*$1.*/\\1/p" err | tr -d ,
}

# in_file FILE: the samples that are in it.
in_file()
{
	"$perf_defer" script -i "$1" -F event 2>script.err | grep -c page-faults
	[ ! -s script.err ] || fail "$1: script says: $(cat script.err)"
}

# agree NAME SAMPLES: the files have so many, as is said; some were lost, or this proves nothing.
agree()
{
	kept=$(number '(\([0-9]*\) samples)')
	lost=$(number 'counted \([0-9,]*\) lost')
	[ "$2" = "$kept" ] || fail "$1: $2 samples are in files, not $kept:"
	[ "${lost:-0}" -gt 100 ] || fail "$1: only ${lost:-0} samples were lost, which proves little:"
}

# near NAME TOTAL: as many as without limits, but for the few faults that differ.
near()
{
	off=$(($2 > all ? $2 - all : all - $2))
	[ $((off * 50)) -le "$all" ] || fail "$1: $2 samples, where $all are taken:"
}

behind -m 8M -o all.data || die "page-faults cannot be recorded:"
all=$(in_file all.data)
[ "$all" -gt 20000 ] || skip "memory comes in huge pages here: $all faults"
if ! grep -q 'kernel counted' err; then
	behind -o try.data
	grep -q 'kernel counted' err || skip "the kernel does not count lost samples, or none are lost"
fi

behind -o plain.data || fail "status $?:"
agree plain "$(in_file plain.data)"
near plain $((kept + lost))
behind -o tail.data --tail-synthesize || fail "--tail-synthesize: status $?:"
agree --tail-synthesize "$(in_file tail.data)"
"$perf_defer" script -i tail.data -F comm 2>err | grep -q '^ *dd' || fail "--tail-synthesize: no dd:"

# books WHY FILE: those kept, dropped and lost are all.
books()
{
	grep -qF "DROPPED ($1)" err || fail "$1: no sample was dropped:"
	total=$(number 'Of \([0-9,]*\) samples')
	dropped=$(number 'and \([0-9,]*\) DROPPED')
	[ "$(number ' \([0-9,]*\) were kept')" = "$(in_file "$2")" ] || fail "$1: kept:"
	agree "$1" "$(in_file "$2")"
	[ $((kept + dropped + lost)) = "$total" ] || fail "$1: the sum is not $total:"
}

room=$(($(stat -c %s plain.data) / 3))
behind -o size.data --max-size ${room}B || fail "--max-size: status $?:"
grep -q 'reached its --max-size' err || fail "--max-size: it was not reached:"
[ "$(in_file size.data)" = "$(number '(\([0-9]*\) samples)')" ] || fail "--max-size: samples in the file:"
[ "$(stat -c %s size.data)" -gt $((room - 4096)) ] || fail "--max-size: the file is smaller"
if [ "$(id -u)" = 0 ] && mkdir small && mount -t tmpfs -o size=$room tmpfs small 2>/dev/null; then
	behind -o small/full.data && fail "a full disk: success"
	books 'no space left' small/full.data
fi

# Files that are switched in the middle of it.
rm -f switched*
times=60
behind -o switched.data --switch-output=1M || fail "--switch-output: status $?:"
sum=0
for file in switched.data.*; do
	sum=$((sum + $(in_file "$file")))
done
agree --switch-output $sum
has ' files ('
rm -f switched*
times=100
"$perf_defer" record -e page-faults -c 1 -m 1 -N -B -o switched.data --switch-output \
	-- ./storm $times 2>err &
pid=$!
has_begun()
{
	[ -s switched.data ] || is_gone $pid
}
has_files()
{
	[ "$(find . -name 'switched.data.*' | wc -l)" -ge "$1" ] || is_gone $pid
}
wait_for has_begun
for i in 1 2 3; do
	kill -USR2 "$(recorder $pid)" 2>/dev/null
	wait_for has_files $i
done
wait $pid || fail "USR2: status $?:"
sum=0
for file in switched.data.*; do
	sum=$((sum + $(in_file "$file")))
done
agree USR2 $sum

# A recorder that is killed leaves what it has written, whether it has looked at that or not.
"$perf_defer" record -e page-faults -c 1 -m 1 -N -B -o killed.data -- ./storm $times 2>err &
pid=$!
has_grown()
{
	[ "$(stat -c %s killed.data 2>/dev/null || echo 0)" -gt 1000000 ] || is_gone $pid
}
wait_for has_grown
sleep 0.5
recorder=$(recorder $pid)
storm=$(cat "/proc/$recorder/task/$recorder/children")
kill -KILL "$recorder"
wait $pid 2>/dev/null
# shellcheck disable=SC2086 # none, or one
kill $storm 2>/dev/null
nr=$(in_file killed.data)
[ "$nr" -gt 1000 ] || fail "kill -9: only $nr samples are left"

verdict
