#!/bin/sh
# What `make check` knows of includes, calls, mutants and texts finds what it is for
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"

evidence=out
need_source
scripts=$top/tools/scripts
mkdir -p scripts tools/lib/perf tools/perf/util/source tools/perf/util/fold tools/perf/ui/rows \
	tools/perf/ui/stdio tools/perf/ui/tui/term tools/perf/ui/tui/view tools/perf/ui/tui/app tools/perf/verbs
cp "$scripts/includes.sh" scripts/
cat >scripts/layers <<END
# order

util/base any
util/source bytes
util/fold stacks
util/profile rows
util/pipeline all
ui/rows rows
ui/stdio text
ui/tui/term cells
ui/tui/view views
ui/tui/app all
END

# text STATUS TEXT: names that are in the tree pass (0), others do not (1).
text() {
	printf '%s\n' "$2" >text.md
	"$scripts/doc-names.sh" "$dir/text.md" >out 2>&1
	got=$(($? != 0))
	[ "$got" = "$1" ] || fail "a text with $2: status $got, not $1:"
	rm text.md
}

text 0 'See `util/base/intern`, `tools/lib/perf/event.c`, `tests/shell/<name>.sh` and `lib/perf/stitch*.c`.'
text 1 'See `util/base/nobody-knows`.'
text 1 'See `tools/lib/perf/nobody-knows.c`.'
text 1 'See `nobody-knows*.[ch]`.'
text 0 'See `session-gather.c`, `session__gather()`, `struct session`, `verbs[]` and `make check`.'
text 1 'See `nobody-knows.c`.'
text 1 'See `nobody__knows()`.'
text 1 'See `struct nobody_knows`.'
text 1 'See `nobody_knows[]`.'
text 1 'See `make nobody-knows`.'
text 0 'See `linux/tools/perf/util/nobody-knows.c`, `nobody__knows()`.'
text 1 'See [that](nobody-knows.md).'
text 1 'See `make
nobody-knows`.'
text 0 '```
`util/nobody-knows.c`
```'

# shell_script STATUS NAME TEXT: a script passes (0) or does not (1). A shellcheck that this suite brings
# finds nothing but the word "faulty".
shell_script() {
	mkdir -p "bin" "${2%/*}"
	printf '#!/bin/sh\nshift 4\n! grep -n "fault[y]" "$@"\n' >bin/shellcheck
	chmod +x bin/shellcheck
	printf '%b\n' "$3" >"$2"
	PATH=$dir/bin:$PATH "$scripts/shellcheck.sh" >out 2>&1
	got=$(($? != 0))
	[ "$got" = "$1" ] || fail "the script $2 with $3: status $got, not $1:"
	rm "$2"
}

shell_script 0 ./tools/a.sh 'true'
shell_script 1 ./tools/a.sh 'faulty'
shell_script 1 ./tools/init '#!/bin/busybox sh\nfaulty'
shell_script 1 ./tools/init '#!/usr/bin/env bash\nfaulty'
shell_script 0 ./tools/init 'faulty'
shell_script 0 ./tools/data/recorded.sh 'faulty'
shell_script 0 ./tools/a.sh '# shellcheck disable=SC2046 # a list of words'
shell_script 1 ./tools/a.sh '# shellcheck disable=SC2046'
shell_script 1 ./tools/a.sh '# shellcheck shell=sh disable=SC2034'
shell_script 0 ./tools/a.sh '# shellcheck disable=SC2086'
if command -v shellcheck >/dev/null; then
	printf 'cd "$1"\n' >tools/a.sh
	! "$scripts/shellcheck.sh" >out 2>&1 || fail "shellcheck finds nothing:"
	rm tools/a.sh
fi

# list STATUS TITLE FILES PATCH: the list of $TITLE names $FILES, and there is a patch of "A thing" that changes
# util/base/thing.c and $PATCH.
list() {
	mkdir -p tools/perf/Documentation
	printf '## How to add\n\n**%s.** In %s.\n' "$2" "$3" >tools/perf/Documentation/architecture.md
	{
		echo "Subject: A thing"
		printf -- '--- a/x\n+++ b/%s\n@@ -1 +1 @@\n' tools/perf/util/base/thing.c "$4"
	} >thing.patch
	LISTS=1 "$scripts/howto.sh" . thing.patch >out 2>&1
	got=$(($? != 0))
	[ "$got" = "$1" ] || fail "a list \"$2\" with $3, and a patch of $4: status $got, not $1:"
}

list 0 'A thing' '`util/base/thing.c` and `things.h`' tools/perf/util/base/things.h
list 0 'A thing' '`util/base/thing` and `thing-<name>.[ch]`' tools/perf/util/base/thing-howto.h
list 0 'A thing' '`thing.c` and the manual page' tools/perf/Documentation/perf-defer-report.1
list 0 'A thing' '`thing.c`' tools/perf/tests/howto-thing.c
list 1 'A thing' '`thing.c`' tools/perf/util/base/things.h
list 1 'A thing' '`nothing.c` and `things.h`' tools/perf/util/base/things.h
list 1 'Another thing' '`thing.c` and `things.h`' tools/perf/util/base/things.h
rm -r thing.patch tools/perf/Documentation

# try STATUS FILE INCLUDE: FILE with one include passes (0) or does not (1)
try() {
	echo "#include $3" >"$2"
	scripts/includes.sh >out 2>&1
	got=$(($? != 0))
	if [ "$got" != "$1" ]; then
		fail "$2 with $3: status $got, not $1:"
	fi
	rm "$2"
}

try 0 tools/lib/perf/a.c '<string.h>'
try 0 tools/lib/perf/a.c '<sys/mman.h>'
try 0 tools/lib/perf/a.c '<perf/defer.h>'
try 0 tools/lib/perf/a.c '"bytes.h"'
try 1 tools/lib/perf/a.c '<zstd.h>'
try 1 tools/lib/perf/a.c '<linux/perf_event.h>'
try 1 tools/lib/perf/a.c '"util/fold/fold.h"'
try 0 tools/perf/util/source/source.c '"util/base/strpool.h"'
try 0 tools/perf/util/source/source.c '"util/source/source.h"'
try 0 tools/perf/util/source/source.c '<zstd.h>'
try 1 tools/perf/util/source/source.c '"util/fold/fold.h"'
try 1 tools/perf/util/source/source.c '"util/nobody-knows/source.h"'
try 1 tools/perf/util/source/source.c '"ui/rows/rows.h"'
try 1 tools/perf/util/source/source.c '"tests/tests.h"'
try 1 tools/perf/util/source/source.c '"verbs/defer.h"'
try 1 tools/perf/util/source/source.c '"strpool.h"'
try 0 tools/perf/util/source/source.c '<perf/defer-record.h>'
try 1 tools/perf/util/source/source.c '<perf/defer.h>'
try 1 tools/perf/util/source/source.c '"util/profile/sort.h"'
try 1 tools/perf/util/source/source.c '"util/pipeline.h"'
try 0 tools/perf/util/pipeline.c '"util/profile/sort.h"'
try 1 tools/perf/util/nobody-knows.c '"util/base/strpool.h"'
try 0 tools/perf/util/fold/fold.h '"util/source/source.h"'
try 0 tools/perf/ui/rows/rows.c '"util/fold/fold.h"'
try 1 tools/perf/ui/rows/rows.c '"verbs/defer.h"'
try 1 tools/perf/ui/rows/rows.c '"ui/stdio/hist.h"'
try 1 tools/perf/ui/nobody-knows.c '"util/fold/fold.h"'
try 0 tools/perf/ui/stdio/hist.c '"ui/stdio/plain.h"'
try 0 tools/perf/ui/stdio/hist.c '"ui/rows/rows.h"'
try 0 tools/perf/ui/tui/term/term.c '"ui/tui/term/term-priv.h"'
try 0 tools/perf/ui/tui/term/term.c '"util/fold/fold.h"'
try 1 tools/perf/ui/tui/term/term.c '"ui/tui/view/view.h"'
try 0 tools/perf/ui/tui/view/view-tree.c '"ui/tui/view/row-view.h"'
try 0 tools/perf/ui/tui/view/view-tree.c '"ui/tui/term/term.h"'
try 1 tools/perf/ui/tui/view/view-tree.c '"ui/tui/app/app.h"'
try 1 tools/perf/ui/tui/view/view-tree.h '"ui/tui/app/app.h"'
try 0 tools/perf/ui/tui/app/app.c '"ui/tui/view/views.h"'
try 1 tools/perf/ui/tui/nobody-knows.c '"ui/tui/term/term.h"'
try 0 tools/perf/verbs/defer.c '"ui/rows/rows.h"'
try 0 tools/perf/verbs/defer.c '"ui/tui/app/tui.h"'
try 1 tools/perf/verbs/defer.c '"ui/tui/app/app.h"'
try 0 tools/perf/ui/tui/app/app.c '"ui/tui/app/app.h"'
try 0 tools/perf/perf-defer.c '"verbs/defer.h"'
try 1 tools/perf/builtin-defer.c '"verbs/defer.h"'

# circles STATUS OBJECT...: no files call each other (0), or some do (1)
circles() {
	want=$1
	shift
	"$scripts/circles.sh" "$@" >out 2>&1
	got=$(($? != 0))
	if [ "$got" != "$want" ]; then
		fail "calls in $*: status $got, not $want:"
	fi
}

# object NAME CALLS...: NAME.o has NAME(), which calls the others
object() {
	name=$1
	shift
	{
		for callee; do
			echo "void $callee(void);"
		done
		echo "void $name(void);"
		echo "void $name(void) {"
		for callee; do
			echo "	$callee();"
		done
		echo "}"
	} >"$name.c"
	"${CC:-cc}" -c -o "$name.o" "$name.c" || fail "$name.c cannot be compiled"
}

if command -v "${CC:-cc}" >/dev/null && command -v nm >/dev/null; then
	object low
	object mid low
	object top mid low
	circles 0 low.o mid.o top.o
	object low top
	circles 1 low.o mid.o top.o
	grep -q 'low.o' out || fail "the circle does not name low.o:"
	object low mid
	circles 1 low.o mid.o
	object low elsewhere
	circles 0 low.o mid.o top.o
fi

# mutants STATUS [TEXT]: the list has STATUS, and what is said of it has TEXT
mutants() {
	"$scripts/mutants-check.sh" list >out 2>&1
	got=$(($? != 0))
	[ "$got" = "$1" ] && grep -q "${2:-applies\|apply}" out ||
		fail "a list of mutants: status $got, not $1, or not \"${2:-}\", of $(cat list):"
}

mkdir -p tools/perf/tests/shell
printf 'const struct test_suite suite__a = {\n\t"a-b", "A"};\n' >tools/perf/tests/a.c
: >tools/perf/tests/shell/c.sh
printf 'one\ntwo\none\nthree\n' >file
printf '@ file\n! a-b c\n# Two.\n-two\n-one\n+2\n+1\n' >list
mutants 0
printf '@ file\n! a-b d\n# Two.\n-two\n+2\n' >list
mutants 1 'list:2: the suite d does not'
printf '@ file\n! c\n# Four.\n-four\n+4\n' >list
mutants 1 'list:3: "Four." finds no places in file'
printf '@ file\n! c\n# One.\n-one\n+1\n' >list
mutants 1 'finds 2 places'
printf '@ file\n! c\n# Two.\n-two\n+two\n' >list
mutants 1 'changes nothing'
printf '@ file\n! c\n# Two.\n# Three.\n-three\n+3\n' >list
mutants 1 'list:3: "Two." has no change'
printf '@ elsewhere\n! c\n# Two.\n-two\n+2\n' >list
mutants 1 'the file elsewhere does not exist'
printf '@ file\n! c\n# Two.\n-two\n+2\n two\n' >list
mutants 1 'list:6: no line of a list'

verdict
