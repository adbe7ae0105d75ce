#!/bin/bash
# What could not be written is said: kept, dropped and lost are all that there was
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/record.sh"

at_exit 'umount "$dir/small" 2>/dev/null'
need_recording

# So many page faults each time, but for a few, and all while the recorder stands still.
cat >faults <<'END'
#!/bin/sh
: >begun
read -r _ <go
dd if=/dev/zero of=/dev/null bs=32M count=1 status=none
: >over
END
chmod +x faults
mkfifo go

has_begun()
{
	[ -e begun ] || is_gone $pid
}

# record OUT OPTIONS...
record()
{
	to=$1
	shift
	rm -f begun over
	"$perf_defer" record -e page-faults -c 1 -m 8M -N -B "$@" -- ./faults >"$to" 2>err &
	pid=$!
	wait_for has_begun
	if kill -STOP $pid 2>/dev/null; then
		echo >go
		wait_for test -e over
		kill -CONT $pid
	fi
	wait $pid
}

record out -o all.data || die "page-faults cannot be recorded:"

# in_file FILE: the samples that are in it.
in_file()
{
	"$perf_defer" script -i "$1" -F event 2>/dev/null | grep -c page-faults
}

number()
{
	sed -n "s/.*$1.*/\\1/p" err | tr -d ,
}

all=$(in_file all.data)
[ "$all" -gt 4000 ] || {
	skip "memory comes in huge pages here: $all faults"
}
! grep -q DROPPED err || fail "dropped, where there was room:"
[ "$all" = "$(number '(\([0-9]*\) samples)')" ] || fail "$all samples are in the file, not:"

# books WHY FILE: the summary's numbers agree with each other, with the file, and with what there is.
books()
{
	grep -qF "DROPPED ($1)" err || {
		fail "$1: it does not say that samples were dropped, and why:"
		return
	}
	total=$(number 'Of \([0-9,]*\) samples')
	kept=$(number ' \([0-9,]*\) were kept')
	dropped=$(number 'and \([0-9,]*\) DROPPED')
	lost=$(number ' \([0-9,]*\) LOST (full')
	lost=${lost:-0}
	got=$(in_file "$2")
	[ "$got" = "$kept" ] || fail "$1: $got samples are in the file, not $kept:"
	[ "$kept" = "$(number '(\([0-9]*\) samples)')" ] || fail "$1: wrote as many as are kept:"
	[ "$dropped" -gt $((all / 10)) ] || fail "$1: only $dropped were dropped, which proves little:"
	[ $((kept + dropped + lost)) = "$total" ] || fail "$1: the sum is not $total:"
	off=$((total > all ? total - all : all - total))
	[ $((off * 50)) -le "$all" ] || fail "$1: $total samples, where $all are taken without a limit:"
}

room=$(($(stat -c %s all.data) / 3))
record out -o size.data --max-size ${room}B || fail "--max-size: status $?"
books --max-size size.data
record out -z -o z.data --max-size $((room / 16))B || fail "-z --max-size: status $?"
books --max-size z.data
(
	ulimit -f $((room / 1024))
	record out -o limit.data
) && fail "ulimit -f: success"
books 'ulimit -f' limit.data

# A reader that goes away: what it has may end in half a record.
mkfifo stream
head -c $room <stream >gone.data &
record stream -o -
grep -qF 'DROPPED (the reader is gone)' err || fail "a reader that is gone: it does not say so:"
[ "$(number 'and \([0-9,]*\) DROPPED')" -gt 0 ] || fail "a reader that is gone: nothing dropped:"

if [ "$(id -u)" = 0 ] && mkdir small && mount -t tmpfs -o size=${room} tmpfs small 2>/dev/null; then
	record out -o small/full.data && fail "a full disk: success"
	books 'no space left' small/full.data
fi
verdict
