#!/bin/bash
# With -D there are samples in its ranges of time, and no others
# SPDX-License-Identifier: GPL-2.0-only
set -u

perf_defer=${PERF_DEFER:?}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
export PERF_CONFIG=/dev/null
failed=0

fail()
{
	echo "$*" >&2
	sed 's/^/    /' err >&2
	failed=1
}

"$perf_defer" record -q -N -e cpu-clock -o try.data true 2>err || {
	grep -q 'no permission\|without perf events' err && echo "this user may not record here" && exit 2
	fail "cpu-clock cannot be recorded:"
	exit 1
}

cat >burn <<'END'
#!/bin/sh
while :; do :; done
END
chmod +x burn

# Milliseconds from the first sample to each.
times()
{
	"$perf_defer" script -F time -i "$1" 2>err | awk '
		{ sub(/:.*/, "", $1); ms = $1 * 1000 }
		NR == 1 { first = ms }
		{ printf "%d\n", ms - first }' >times
	[ -s times ] || fail "$1: no samples:"
}

# between FROM TO WANT: WANT (some or no) samples so many milliseconds after the first.
between()
{
	nr=$(awk -v from="$1" -v to="$2" '$1 >= from && $1 < to' times | wc -l)
	case $3 in
	some) [ "$nr" -gt 0 ] ;;
	no) [ "$nr" = 0 ] ;;
	esac || fail "$nr samples from $1 to $2 ms, wanted $3: $(tr '\n' ' ' <times)"
}

# A switch, and the first sample, may come late where others are busy, by less than this.
slack=450

# The recording ends with the last range, and takes the command along.
timeout 60 "$perf_defer" record -N -e cpu-clock -F 200 -D 200-500,1500-1800 -o ranges.data ./burn 2>err
got=$?
[ $got = 0 ] || fail "ranges: status $got, not 0:"
grep -q 'Captured and wrote' err || fail "ranges: no end of:"
times ranges.data
between 0 200 some
between $((300 + slack)) $((1300 - slack)) no
between 1300 $((1600 + slack)) some
between $((1600 + slack)) 99999999 no
! pgrep -f "$dir/burn" >/dev/null || fail "the command still runs"

# The first may begin at once: then the command's exec begins it.
timeout 60 "$perf_defer" record -N -e cpu-clock -F 200 -D 0-300,1300-1500 -o zero.data ./burn 2>err ||
	fail "a range from 0:"
times zero.data
between 0 200 some
between $((300 + slack)) $((1300 - slack)) no
between 1250 99999999 some

# What --control says holds until the next range begins or ends.
mkfifo ctl ack
exec 5<>ctl 6<>ack
timeout 60 "$perf_defer" record -N -e cpu-clock -F 200 -D 300-600,3000-3300 --control fifo:ctl,ack \
	-o control.data ./burn 2>err &
pid=$!
say()
{
	echo "$1" >&5
	answer=
	read -r -t 20 answer <&6
	[ "$answer" = ack ] || fail "'$1' is answered with '$answer'"
}
say ping
sleep 1.5
say enable
sleep 0.3
say disable
wait $pid || fail "ranges and --control:"
exec 5>&- 6>&-
times control.data
between 0 250 some
between 600 1000 no
between 1000 $((2100 + slack)) some
between 2650 99999999 some
nr=$(awk 'NR > 1 && $1 - last > 200 { nr++ } { last = $1 } END { print nr + 1 }' times)
[ "$nr" = 3 ] || fail "samples at $nr times, not at 3: $(tr '\n' ' ' <times)"

exit $failed
