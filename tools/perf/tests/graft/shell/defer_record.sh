#!/bin/bash
# Deferred user callchains: perf can read what is recorded
# SPDX-License-Identifier: GPL-2.0-only

# shellcheck disable=SC2154 # lib/defer.sh sets dir and defer
# shellcheck source=lib/defer.sh
. "$(dirname "$0")"/lib/defer.sh

samples=$(defer_number "$dir/here.data" samples)
[ "${samples:-0}" -gt 0 ] || defer_fail "the recording has no sample"

# A perf that is older than the recording's attributes refuses it.
if perf script -i "$dir/here.data" -F pid,time,ip >"$dir/script" 2>"$dir/log"; then
	got=$(grep -c ': *$' "$dir/script")
	[ "$got" = "$samples" ] || defer_fail "perf script shows $got samples of $samples"
fi

# The callchains reach the shell's own main().
known=$(defer_number "$dir/here.data" known)
[ "${known:-0}" -gt 0 ] || defer_fail "no sample has a user callchain"

# The command's status is that of record.
status=0
"${defer[@]}" record -q -e cpu-clock -o "$dir/status.data" -- sh -c 'exit 3' >"$dir/log" 2>&1 || status=$?
[ "$status" = 3 ] || defer_fail "a command that ends with 3 is recorded with status $status: $(cat "$dir/log")"
