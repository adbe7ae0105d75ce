#!/bin/sh
# the command line: verbs, help, usage errors, the test runner
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
evidence=out

# expect STATUS ARGS...: runs perf-defer, its output goes to out
expect() {
	want=$1
	shift
	"$perf_defer" "$@" >out 2>&1 </dev/null
	got=$?
	[ "$got" = "$want" ] || fail "perf-defer $*: status $got, not $want"
}

# has TEXT: the last output has a line with it
has() {
	grep -qF -- "$1" out || fail "no '$1' in:"
}

expect 1
has 'test '
has 'perf-defer: help needs the name of a command'
# perf answers this one itself, with the manual page.
if [ -z "${THROUGH_PERF:-}" ]; then
	expect 0 --help
	has 'usage: perf defer'
fi
expect 0 --version
grep -qE '^perf-defer version [0-9]+\.[0-9]+\.[0-9]+' out || fail "no version in:"
expect 129 tset
has "'tset' is not a command"
has 'Did you mean this?'
has '	test'
expect 129 te
has '	test'
expect 129 qqqqqqqq
if grep -q 'Did you mean' out; then
	fail "a guess at what nobody can guess:"
fi
expect 129 help qqqqqqqq
# Verbs of perf: what there is instead. "mem" is near "test".
for verb in top stat mem sched lock kwork trace; do
	expect 129 $verb
	[ "$(wc -l <out)" = 1 ] || fail "$verb: more than a line:"
	has "perf-defer: '$verb' is a command of perf, not of perf defer: "
done
expect 129 help stat
has 'perf defer record samples what it counts'
expect 129 test -h
has '--verbose'

# The manual, by what man is there; without one the options, and where the page is.
mkdir man no-man
printf '#!/bin/sh\necho "man of $*"\n' >man/man
chmod +x man/man
path=$PATH
bare_path=$dir/no-man
PATH=$dir/man:$path
for words in 'help test' 'test --help'; do
	expect 0 $words
	grep -qE '^man of (.*/)?perf-defer-test(\.1)?$' out || fail "$words: not the page in:"
done
if [ -z "${THROUGH_PERF:-}" ]; then
	expect 0 --help test
	has 'man of '
	# The page next to the program; without it, the one that man finds.
	mkdir -p installed/bin installed/share/man/man1
	cp "$perf_defer" installed/bin/perf-defer
	found=$(installed/bin/perf-defer help test)
	[ "$found" = 'man of perf-defer-test' ] || fail "no page next to it: $found"
	echo >installed/share/man/man1/perf-defer-test.1
	found=$(installed/bin/perf-defer help test)
	[ "${found##*/installed/}" = bin/../share/man/man1/perf-defer-test.1 ] || fail "a page next to it: $found"
	PATH=$bare_path
	expect 129 help test
	PATH=$path
	has 'cannot show the manual page perf-defer-test(1)'
	has '--verbose'
	PATH=$bare_path
	expect 129 test --help
	PATH=$path
	has '--verbose'
fi
PATH=$path
# Options elsewhere than first are libsubcmd's.
expect 129 test -v --help
has '--verbose'
expect 0 --list-cmds
has 'annotate audit bench check diff export inject record report script test help'
expect 0 --list-opts
has '--version'
expect 130 test --list-opts
has '--verbose '
expect 129 test --no-such-option
expect 1 test no-such-suite
has 'no test matches'

# The runner, on scripts that end in every way.
mkdir shell
script() {
	printf '#!/bin/sh\n# %s\n%s\n' "$2" "$3" >"shell/$1.sh"
	chmod +x "shell/$1.sh"
}
script zz-ok 'goes well' 'exit 0'
script zz-fail 'fails' 'echo the reason; exit 1'
script zz-skip 'is skipped' 'echo nothing to test; exit 2'
script zz-crash 'crashes' 'kill -SEGV $$'
script zz-hang 'hangs' 'sleep 100'
script zz-quiet 'writes' 'echo only when asked; exit 0'
PERF_DEFER_TESTS_DIR=$dir/shell
export PERF_DEFER_TESTS_DIR

expect 0 test list zz-ok
grep -qE '^ *[0-9]+: zz-ok +goes well$' out || fail "zz-ok is not listed well in:"

expect 1 test --timeout 2 zz-
grep -qE '^ *[0-9]+: zz-ok +: Ok$' out || fail "zz-ok is not Ok in:"
grep -qE '^ *[0-9]+: zz-fail +: FAILED!$' out || fail "zz-fail did not fail in:"
has 'the reason'
grep -qE '^ *[0-9]+: zz-skip +: Skip \(nothing to test\)$' out || fail "no skip in:"
grep -qE '^ *[0-9]+: zz-crash +: FAILED! \(signal 11: ' out || fail "no crash in:"
grep -qE '^ *[0-9]+: zz-hang +: FAILED! \(not done after 2 s\)$' out || fail "no hang in:"
if grep -q 'only when asked' out; then
	fail "a test that passes shows its output in:"
fi
[ "$(tail -n 1 out)" = '2 passed, 3 failed, 1 skipped' ] || fail "wrong last line in:"

# The end of a log tells what failed, and why.
sed '1,/^These failed/d' out >again
[ "$(grep -cE 'zz-(fail|crash|hang) : FAILED!' again)" = 3 ] || fail "not told again in:"
grep -q '^the reason$' again || fail "no reason told again in:"
[ "$(tail -n 2 again | head -n 1)" = 'failed: zz-crash zz-fail zz-hang' ] || fail "no names at the end of:"

expect 0 test -v zz-quiet
has 'only when asked'
expect 0 test -s zz-fail,zz-crash,zz-hang zz-
[ "$(tail -n 1 out)" = '2 passed, 0 failed, 1 skipped' ] || fail "wrong last line in:"
# As perf's own shell tests: nothing was proved.
expect 2 test zz-skip
if grep -q '^These failed' out; then
	fail "failures told where all is well in:"
fi

verdict
