#!/bin/sh
# make bench-record fails where pairs of runs show that we are worse, and only there
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
need_source

guest=$shell/../vm/guest
# shellcheck source-path=SCRIPTDIR source=../vm/guest/pairs.sh
. "$guest/pairs.sh"

# Stands for the stopwatch: a recorder of that name keeps what its file lists next.
cat >stopwatch <<'END'
#!/bin/sh
recorder=$1
echo "1000 1000 100 - 10"
case $recorder in
ours | other) ;;
*) exit 0 ;;
esac
while [ "$1" != -o ]; do shift; done
data=$2
while [ "$1" != -- ]; do shift; done
shift
"$@"
head -n 1 "$STUB/$recorder" >"$data"
sed -i 1d "$STUB/$recorder"
END

# Stands for the audit of that.
cat >audit <<'END'
#!/bin/sh
while [ "$1" != -i ]; do shift; done
printf '"samples": %d,\n"losses":\n"samples": 0,\n' "$(cat "$2")"
END
chmod +x stopwatch audit

# bench OURS OTHER: the overload with what each keeps of 60,000 calls, run by run.
bench() {
	# One run of each is to warm up.
	printf '%s\n' 60000 $1 >ours
	printf '%s\n' 60000 $2 >other
	STUB=$dir STOPWATCH=$dir/stopwatch PERF_DEFER=$dir/audit PERF_DEFER_GUEST=$guest \
		PERF_DEFER_WORKLOADS=$dir sh "$guest/overload.sh" title ours other \
		"$(echo "$1" | wc -w)" 16 2 >out 2>&1
}

# passes WHAT OURS OTHER
passes() {
	bench "$2" "$3" && return
	echo "$1: fails: $(cat out)" >&2
	failed=1
}

# fails WHAT OURS OTHER
fails() {
	if bench "$2" "$3" || ! grep -q 'FAILED: kept' out; then
		echo "$1: does not fail: $(cat out)" >&2
		failed=1
	fi
}

twenty='20000 20000 20000 20000 20000 20000 20000 20000 20000 20000'
passes 'all, as both are printed' '59999 59998 59999 59990 59995' '60000 60000 60000 60000 60000'
passes 'more' '9000 9000 9000 9000 9000' '6000 6000 6000 6000 6000'
fails 'fewer in one run of one' 29000 30000
passes 'more in one run of one' 30000 29000
fails 'fewer in four of four' '6000 6600 7200 7800' '6600 7200 7800 8400'
passes 'fewer in three of four' '6000 6600 7200 9000' '6600 7200 7800 8400'
fails 'fewer in nine of ten' '19400 18800 18200 17600 17000 16400 15800 15200 14600 20600' "$twenty"
passes 'as often more' '19400 18800 18200 17600 17000 20900 22400 21000 22000 23000' "$twenty"

# judged WANTED FORMAT SIGN PAIRS: what is said of pairs OURS:OTHER.
judged() {
	got=$(for pair in $4; do echo "${pair%:*} ${pair#*:}"; done | judge_pairs "$2" "$3")
	[ "$got" = "$1" ] && return
	echo "judged '$got', not '$1': $4" >&2
	failed=1
}

# By hand: of 32 choices of signs one is as bad, or those with a sum of up to 4, or all.
judged 'worse -1.0 5 0 5 0.031' %.1f 1 '1:2 2:3 3:4 4:5 5:6'
judged 'no-worse 1.0 0 5 5 1.000' %.1f 1 '2:1 3:2 4:3 5:4 6:5'
judged 'worse 1.0 5 0 5 0.031' %.1f -1 '2:1 3:2 4:3 5:4 6:5'
judged 'no-worse -3.0 4 1 5 0.062' %.1f 1 '1:3 1:4 3:7 1:6 3:2'
# Less than a digit is no difference; equal ones share their ranks.
judged 'no-worse 0.0 1 1 4 0.750' %.1f 1 '1.04:1 3:3 4:5 5:4'
judged 'no-worse -1.0 4 1 5 0.250' %.1f 1 '1:2 1:2 1:2 3:1 1:4'
# Mostly equal is no worse.
judged 'no-worse 0.0 5 0 11 0.031' %.1f 1 '1:2 1:2 1:2 1:2 1:2 1:1 2:2 3:3 4:4 5:5 6:6'
# Tables of the test for ten pairs: 10 is worse at 5 %, 11 is not.
judged 'worse -4.5 9 1 10 0.042' %.1f 1 '0:1 0:2 0:3 0:4 0:5 0:6 0:7 0:8 0:9 10:0'
judged 'no-worse -4.5 8 2 10 0.053' %.1f 1 '1:0 0:2 0:3 0:4 0:5 0:6 0:7 0:8 0:9 10:0'
verdict
