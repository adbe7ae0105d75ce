#!/bin/sh
# The library's example program stitches real traces
# SPDX-License-Identifier: GPL-2.0-only
set -eu

example=$(dirname "${PERF_DEFER:?}")/examples/stitch-file
data=${PERF_DEFER_TEST_DATA:-}
[ -x "$example" ] || exit 2
[ -f "$data/burn2.data" ] || exit 2

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

fail()
{
	echo "$*" >&2
	exit 1
}

# expect TRACE CLASS COUNT...: these classes have so many samples, the others none.
expect()
{
	trace=$1
	shift
	"$example" < "$data/$trace" | grep -v ' 0$' > "$dir/got" || fail "$trace: failed"
	printf '%s %s\n' "$@" > "$dir/want"
	diff "$dir/want" "$dir/got" >&2 || fail "$trace: other classes"
}

expect burn2.data merged 77841 merged-back 516 exec 1
expect cxx.data merged 7789 merged-back 7 exited 1
expect forky-systemwide.data merged 1303 merged-back 14 inline 15 kernel 623 exec 109

# What it cannot read, it says.
! "$example" < /dev/null > "$dir/got" 2> "$dir/err" || fail "an empty file is no error"
grep -q 'empty' "$dir/err" || fail "an empty file: $(cat "$dir/err")"
! "$example" < "$data/burn1.pipe" > "$dir/got" 2> "$dir/err" || fail "a stream is no error"
grep -q 'stream' "$dir/err" || fail "a stream: $(cat "$dir/err")"

# A file cut in a record: what stood before it is counted.
head -c 100000 "$data/burn2.data" > "$dir/cut.data"
! "$example" < "$dir/cut.data" > "$dir/got" 2> "$dir/err" || fail "a cut file is no error"
grep -q 'end within a record' "$dir/err" || fail "a cut file: $(cat "$dir/err")"
grep -q '^merged [1-9]' "$dir/got" || fail "nothing is left of a cut file"
