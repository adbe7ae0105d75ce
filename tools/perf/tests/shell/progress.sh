#!/bin/bash
# Long work shows on a terminal how far it has come, and nowhere else
# SPDX-License-Identifier: GPL-2.0-only
set -u

perf_defer=${PERF_DEFER:?}
data=${PERF_DEFER_TEST_DATA:?}
export PERF_BUILDID_DIR=/nonexistent PERF_CONFIG=/dev/null TERM=xterm
unset DEBUGINFOD_URLS
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
failed=0

if ! command -v script >/dev/null; then
	echo "script, which gives a terminal, is not installed"
	exit 2
fi

# A stream that takes its time, as the input of a command whose stderr is $1, a terminal or a file.
slowly()
{
	{
		head -c 1000000 "$data/burn1.pipe"
		sleep 1.5
		tail -c +1000001 "$data/burn1.pipe"
	} >fifo &
	script -qec "$1 <fifo" /dev/null >seen </dev/null
	wait $!
}

mkfifo fifo
return=$(printf '\r')
for verb in 'report --stdio' script audit; do
	slowly "'$perf_defer' $verb -i - >out"
	if ! grep -q "${return}perf-defer: opening: [0-9.]* MB" seen; then
		echo "$verb shows no progress: $(cat seen)"
		failed=1
	fi
	# Words may follow; the last that the line itself says is blanks.
	if ! tr '\r' '\n' <seen | grep -v '^perf-defer: [a-z]*: [0-9]\|^perf-defer: .* [.][.][.]' |
		grep -q '^   *$'; then
		echo "$verb leaves its line: $(cat seen)"
		failed=1
	fi
	if ! [ -s out ] || grep -q "$return" out; then
		echo "$verb writes progress into its output, or nothing"
		failed=1
	fi
	slowly "'$perf_defer' $verb -i - >out 2>err"
	if grep -q 'opening\|reading\|printing' err seen; then
		echo "$verb shows progress where there is no terminal: $(cat err seen)"
		failed=1
	fi
	slowly "'$perf_defer' $verb -q -i - >out"
	if grep -q 'opening\|reading\|printing' seen; then
		echo "$verb -q shows progress"
		failed=1
	fi
done
exit $failed
