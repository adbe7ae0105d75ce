#!/bin/bash
# Long work shows on a terminal how far it has come, and nowhere else
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
need_data

export TERM=xterm

command -v script >/dev/null || skip "script, which gives a terminal, is not installed"

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
		fail "$verb shows no progress: $(cat seen)"
	fi
	# Words may follow; the last that the line itself says is blanks.
	if ! tr '\r' '\n' <seen | grep -v '^perf-defer: [a-z]*: [0-9]\|^perf-defer: .* [.][.][.]' |
		grep -q '^   *$'; then
		fail "$verb leaves its line: $(cat seen)"
	fi
	if ! [ -s out ] || grep -q "$return" out; then
		fail "$verb writes progress into its output, or nothing"
	fi
	slowly "'$perf_defer' $verb -i - >out 2>err"
	if grep -q 'opening\|reading\|printing' err seen; then
		fail "$verb shows progress where there is no terminal: $(cat err seen)"
	fi
	slowly "'$perf_defer' $verb -q -i - >out"
	if grep -q 'opening\|reading\|printing' seen; then
		fail "$verb -q shows progress"
	fi
done
verdict
