#!/bin/sh
# The library's example program stitches real traces
# SPDX-License-Identifier: GPL-2.0-only
set -e
. "$(dirname "$0")/lib/test.sh"
need_data

example=$(dirname "$perf_defer")/examples/stitch-file
[ -x "$example" ] || skip "the example is not built"

# expect TRACE CLASS COUNT...: these classes have so many samples, the others none.
expect()
{
	trace=$1
	shift
	"$example" < "$data/$trace" | grep -v ' 0$' > got || fail "$trace: failed"
	printf '%s %s\n' "$@" > want
	diff want got >&2 || fail "$trace: other classes"
}

expect burn2.data merged 77841 merged-back 516 exec 1
expect cxx.data merged 7789 merged-back 7 exited 1
expect forky-systemwide.data merged 1303 merged-back 14 inline 15 kernel 623 exec 109

# What it cannot read, it says.
! "$example" < /dev/null > got 2> err || fail "an empty file is no error"
grep -q 'empty' err || fail "an empty file is not named:"
! "$example" < "$data/burn1.pipe" > got 2> err || fail "a stream is no error"
grep -q 'stream' err || fail "a stream is not named:"

# A file cut in a record: what stood before it is counted.
head -c 100000 "$data/burn2.data" > cut.data
! "$example" < cut.data > got 2> err || fail "a cut file is no error"
grep -q 'ends within a record' err || fail "a cut file is not named:"
grep -q '^merged [1-9]' got || fail "nothing is left of a cut file"
verdict
