#!/bin/bash
# Deferred user callchains: perf script shows the stacks that inject merges
# SPDX-License-Identifier: GPL-2.0-only

# shellcheck disable=SC2154 # lib/defer.sh sets dir and defer
# shellcheck source=lib/defer.sh
. "$(dirname "$0")"/lib/defer.sh

# shape: prints for each sample of a script's output its task, its time and the number of its frames. A
# frame that is missing is no frame.
shape()
{
	awk '
		$2 ~ /:$/ { head = $1 " " $2; frames = 0; next }
		/^$/ { print head, frames; next }
		$1 !~ /^\[/ { frames++ }'
}

for trace in "${traces[@]}"; do
	"${defer[@]}" inject -q -i "$trace" -o "$dir/merged.data" >"$dir/log" 2>&1 ||
		defer_fail "inject into $trace: $(cat "$dir/log")"
	"${defer[@]}" script --no-inline -F tid,time,ip -i "$trace" 2>/dev/null | shape >"$dir/ours"
	perf script --no-inline -F tid,time,ip -i "$dir/merged.data" 2>"$dir/log" | shape >"$dir/perfs"
	[ -s "$dir/ours" ] || defer_fail "script shows nothing of $trace"
	diff "$dir/ours" "$dir/perfs" >"$dir/log" ||
		defer_fail "perf script shows other stacks of $trace: $(head "$dir/log")"
	rm -f "$dir/merged.data"
done
