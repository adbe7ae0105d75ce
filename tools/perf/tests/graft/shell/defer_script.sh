#!/bin/bash
# Deferred user callchains: script prints every sample in order of time
# SPDX-License-Identifier: GPL-2.0-only

# shellcheck disable=SC2154 # lib/defer.sh sets dir and defer
# shellcheck source=lib/defer.sh
. "$(dirname "$0")"/lib/defer.sh

for trace in "${traces[@]}"; do
	samples=$(defer_number "$trace" samples)
	"${defer[@]}" script -F tid,time,ip -i "$trace" >"$dir/script" 2>"$dir/log" ||
		defer_fail "script of $trace: $(cat "$dir/log")"
	awk '$2 ~ /:$/ { print $2 + 0 }' "$dir/script" >"$dir/times"
	got=$(wc -l <"$dir/times")
	[ "$got" = "$samples" ] || defer_fail "script shows $got samples of $samples in $trace"
	sort -n -c "$dir/times" 2>"$dir/log" || defer_fail "$trace: not in order of time: $(cat "$dir/log")"
	# A cookie in place of an address ends in an odd number below 2^32 that is a CPU's; no frame is one.
	! grep -qE '^[[:space:]]+fffffffffffff[0-9a-f]{3}$' "$dir/script" ||
		defer_fail "a mark of the kernel's is shown as an address in $trace"
done
