#!/bin/sh
# Random keys neither crash the TUI nor stop it, nor cost the terminal
# SPDX-License-Identifier: GPL-2.0-only
#
# A few sessions of what `make fuzz-keys` plays for an hour.
. "$(dirname "$0")/lib/test.sh"
need_data

scripts=$shell/../tui
[ -d "$scripts" ] || skip "no scripts beside the tests"

command -v "${CC:-cc}" >/dev/null || skip "there is no compiler for fuzz-keys"
"${CC:-cc}" -std=gnu11 -D_GNU_SOURCE -I"$shell/../.." -o fuzz-keys "$scripts"/fuzz-*.c -lutil 2>err ||
	die "fuzz-keys does not compile"
PERF_DEFER_FUZZ=$dir/fuzz-keys "$scripts/fuzz.sh" 10 1 >out 2>err || {
	tail -80 out >&2
	fail "random keys do harm"
}
grep -q 'sessions, none failed$' out || fail "no session was played"
verdict
