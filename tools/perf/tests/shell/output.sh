#!/bin/sh
# outputs that cannot be written: a full disk, a limit on the size of files
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
need_data

if [ ! -c /dev/full ]; then
	skip "there is no /dev/full"
fi

# full WORDS...: fails on a full disk, and says so once
full() {
	"$perf_defer" "$@" >/dev/full 2>err </dev/null
	got=$?
	[ "$got" != 0 ] || fail "perf-defer $*: status 0 on a full disk"
	[ "$(grep -c 'No space left on device' err)" = 1 ] ||
		fail "perf-defer $*: does not say once that the disk is full:"
}

full --version
full help
full check
full check --json
full test list
for verb in script 'report --stdio' 'report --header-only' 'report --stats' audit 'audit --json'; do
	full $verb -i "$data/forky-systemwide.data"
done

# SIGXFSZ would end it without a word.
for verb in script 'report --stdio'; do
	(
		ulimit -f 1
		"$perf_defer" $verb -i "$data/burn2.data" >out 2>err
		echo $? >status
	)
	[ "$(cat status)" = 1 ] || fail "$verb: status $(cat status) beyond the limit"
	grep -q 'File too large' err || fail "$verb: does not say that its file is too large:"
done

# A recording ends by it neither, and what is recorded has it as its caller has.
(
	ulimit -f 1
	"$perf_defer" record -o limited.data -e dummy true >out 2>err
	echo $? >status
)
case $(cat status) in
1 | 2) ;;
*) fail "record: status $(cat status) beyond the limit" ;;
esac
grep -q 'files may not exceed' err || fail "record: does not say that its file is too large:"
ignored='grep SigIgn /proc/self/status'
"$perf_defer" record -o ignored.data -e dummy sh -c "$ignored" >out 2>err
[ "$(cat out)" = "$(sh -c "$ignored")" ] ||
	fail "record: its command ignores other signals: $(cat out)"

verdict
