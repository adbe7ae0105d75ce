#!/bin/sh
# outputs that cannot be written: a full disk, a limit on the size of files
# SPDX-License-Identifier: GPL-2.0-only
set -u

data=${PERF_DEFER_TEST_DATA:-}
if [ ! -e "$data/forky-systemwide.data" ]; then
	echo "the test data is not there"
	exit 2
fi
if [ ! -c /dev/full ]; then
	echo "there is no /dev/full"
	exit 2
fi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0

fail() {
	echo "$*" >&2
	sed 's/^/    /' "$tmp/err" >&2
	failed=1
}

# full WORDS...: fails on a full disk, and says so once
full() {
	"$PERF_DEFER" "$@" >/dev/full 2>"$tmp/err" </dev/null
	got=$?
	[ "$got" != 0 ] || fail "perf-defer $*: status 0 on a full disk"
	[ "$(grep -c 'No space left on device' "$tmp/err")" = 1 ] ||
		fail "perf-defer $*: does not say once that the disk is full:"
}

full --version
full help
full check
full check --json
full test list
for verb in script 'report --stdio' 'report --header-only' 'report --stats' audit 'audit --json'; do
	# shellcheck disable=SC2086
	full $verb -i "$data/forky-systemwide.data"
done

# SIGXFSZ would end it without a word.
for verb in script 'report --stdio'; do
	# shellcheck disable=SC2086
	(
		ulimit -f 1
		"$PERF_DEFER" $verb -i "$data/burn2.data" >"$tmp/out" 2>"$tmp/err"
		echo $? >"$tmp/status"
	)
	[ "$(cat "$tmp/status")" = 1 ] || fail "$verb: status $(cat "$tmp/status") beyond the limit"
	grep -q 'File too large' "$tmp/err" || fail "$verb: does not say that its file is too large:"
done

# A recording ends by it neither, and what is recorded has it as its caller has.
(
	ulimit -f 1
	"$PERF_DEFER" record -o "$tmp/limited.data" -e dummy true >"$tmp/out" 2>"$tmp/err"
	echo $? >"$tmp/status"
)
case $(cat "$tmp/status") in
1 | 2) ;;
*) fail "record: status $(cat "$tmp/status") beyond the limit" ;;
esac
grep -q 'files may not grow' "$tmp/err" || fail "record: does not say that its file is too large:"
ignored='grep SigIgn /proc/self/status'
"$PERF_DEFER" record -o "$tmp/ignored.data" -e dummy sh -c "$ignored" >"$tmp/out" 2>"$tmp/err"
[ "$(cat "$tmp/out")" = "$(sh -c "$ignored")" ] ||
	fail "record: its command ignores other signals: $(cat "$tmp/out")"

exit $failed
