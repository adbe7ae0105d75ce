#!/bin/bash
# Deferred user callchains: a report counts every sample
# SPDX-License-Identifier: GPL-2.0-only

# shellcheck disable=SC2154 # lib/defer.sh sets dir and defer
# shellcheck source=lib/defer.sh
. "$(dirname "$0")"/lib/defer.sh

for trace in "${traces[@]}"; do
	samples=$(defer_number "$trace" samples)
	"${defer[@]}" report --stdio --no-children -g none -n -i "$trace" >"$dir/report" 2>"$dir/log" ||
		defer_fail "report of $trace: $(cat "$dir/log")"
	got=$(awk '$1 ~ /%$/ { sum += $2 } END { print sum + 0 }' "$dir/report")
	[ "$got" = "$samples" ] || defer_fail "the rows of $trace have $got samples of $samples"
	"${defer[@]}" report --stdio -G -i "$trace" >"$dir/report" 2>"$dir/log" ||
		defer_fail "report -G of $trace: $(cat "$dir/log")"
	grep -q -- '--' "$dir/report" || defer_fail "the report of $trace has no callchain"
done
