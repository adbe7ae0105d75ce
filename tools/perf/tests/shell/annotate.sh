#!/bin/bash
# annotate prints each function with the samples of its lines and instructions
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/record.sh"
set -e -o pipefail

need_data
export TERM=dumb PERF_CONFIG=/dev/null

# annotate TRACE OPTION...
annotate()
{
	"$perf_defer" annotate --kallsyms "$data/kallsyms-boot1" --symfs "$data/symfs" -i "$data/$1" "${@:2}" \
		</dev/null >out 2>err || fail "annotate $*: status $?: $(cat err)"
}

# has TEXT: a line of the output begins so.
has()
{
	grep -qE -e "^$1" out || fail "no line begins with '$1': $(head -n 40 out)"
}

has_not()
{
	! grep -qE -e "$1" out || fail "'$1' is in: $(grep -E -e "$1" out)"
}

if { "$perf_defer" check 2>/dev/null || :; } | grep -q 'assembly: \[ *no'; then
	skip "libcapstone is not there"
fi

# ---- instructions ----

# What perf 7.3 prints of the same trace.
annotate burn2.data level1
[ ! -s err ] || fail "warnings: $(cat err)"
has ' Percent \|	Source code & Disassembly of burn for cpu-clock \(5 samples, percent: local period\)$'
[ "$(sed -n 's/^ *\([0-9.]*\) :   \([0-9a-f]*\): .*/\2 \1/p' out | grep -v ' 0.00$')" = \
	'4017e3 20.00
4017f5 20.00
4017ff 40.00
401804 20.00' ] || fail "other percentages: $(cat out)"
[ "$(grep -c ' :   [0-9a-f]*: ' out)" = 39 ] || fail "instructions are missing: $(cat out)"
has '         : level1\(\):$'
has '         : .*/burn\.c$'
has '    0\.00 :   4017de: callq? .*<level2>$'
has '    0\.00 :   401802: jne .*<level1\+0x49>$'
has_not '//|Sorted'

annotate burn2.data -n -s leaf_compute
has ' Samples \|	Source code & Disassembly of burn for cpu-clock \(688 samples, '
has '     687 :   40166e: mov'
annotate burn2.data --show-total-period --no-source leaf_compute
has ' Period      \|	'
has '   171750000 :   40166e: mov'
has_not 'burn\.c'
annotate burn2.data leaf_compute --stdio-color=always
has $'\033\\[31m   99.85\033\\[m :   40166e: '
annotate burn2.data leaf_compute --stdio-color=never
has '   99.85 :   40166e: '

# Of all samples, each of which has the same period.
"$perf_defer" report -q -n --no-children -g none -s sym --kallsyms "$data/kallsyms-boot1" --symfs "$data/symfs" \
	-i "$data/burn2.data" </dev/null >rows 2>&1
samples=$(awk '$1 ~ /%$/ { sum += $2 } END { print sum }' rows)
for type in global global-hits hits-global global-period; do
	annotate burn2.data leaf_compute --percent-type $type
	has "$(awk -v of="$samples" 'BEGIN { printf "%8.2f", 68700 / of }') :   40166e: "
done
has ' Percent .*, percent: global period\)$'
annotate burn2.data leaf_compute --percent-type local-hits
has ' Percent .*, percent: local hits\)$'

annotate burn2.data -M intel leaf_compute
has '   99\.85 :   40166e: mov +rcx, qword ptr \[rip'
annotate burn2.data -M att leaf_compute
has '   99\.85 :   40166e: movq? .*\(%rip\), %rcx'

# Each function of a file has the samples that report counts, and the first one has most.
annotate burn2.data -n -d burn
[ ! -s err ] || fail "warnings: $(cat err)"
awk '/^ Samples/ { getline; getline; sub(/^[ :]*/, ""); sub(/\(\):$/, ""); name = $0; order[++nr] = name; next }
	/^ *[0-9]+ :   [0-9a-f]+: / { sum[name] += $1 }
	END { for (i = 1; i <= nr; i++) print sum[order[i]], order[i] }' out >counts
[ "$(wc -l <counts)" -ge 10 ] || fail "only these: $(cat counts)"
sort -s -k1,1nr counts | diff - counts || fail "not in the order of samples"
while read -r nr name; do
	grep -qE "^ +[0-9.]+% +$nr +\[\.\] $name *\$" rows || fail "report does not count $nr in $name: $(cat rows)"
done <counts

# ---- lines ----

annotate burn2.data -l -s leaf_compute
has 'Sorted summary for file /usr/bin/burn$'
has '  100\.00 burn\.c:8$'
has '   99\.85 :   40166e: .* // burn\.c:8$'
[ "$(grep -c ' // ' out)" = 1 ] || fail "lines beside what was not hit: $(cat out)"
annotate burn2.data -lP -s leaf_compute
has '  100\.00 /.*/burn\.c:8$'
has ' Percent \|	Source code & Disassembly of /usr/bin/burn '
has '   99\.85 :   40166e: .* // /.*/burn\.c:8$'
annotate cxx.data -d cxx
has '         : std::.*\(\): \(inlined\)$'
# A file is named where lines of another one begin.
awk '/^ Percent/ { file = "" }
	/^ *: \// { again += $2 == file; nr++; file = $2 }
	END { exit again || nr < 10 }' out || fail "files are not named where they begin: $(cat out)"
annotate cxx.data -d cxx --no-source
has_not 'inlined'

# ---- what is not there ----

# No code of the kernel: the addresses that were hit, and why, once.
annotate burn2.data -n rep_movs_alternative
has ' Samples \|	Source code of \[kernel\.kallsyms\] for cpu-clock '
has ' *[0-9]+ : rep_movs_alternative\+0x4a$'
annotate burn2.data -d '[kernel.kallsyms]'
[ "$(grep -c 'vmlinux' err)/$(wc -l <err)" = 1/1 ] || fail "warnings: $(cat err)"
annotate burn2.data -q -d '[kernel.kallsyms]'
[ ! -s err ] || fail "warnings with -q: $(cat err)"

# refuses STATUS WORDS OPTION...
refuses()
{
	local got=0
	"$perf_defer" annotate -i "$data/burn2.data" --symfs "$data/symfs" "${@:3}" </dev/null >out 2>err || got=$?
	[ $got = "$1" ] || fail "annotate ${*:3}: status $got, not $1"
	grep -qF -e "$2" err || fail "annotate ${*:3} does not say '$2': $(cat err)"
	[ ! -s out ] || fail "annotate ${*:3} prints $(head -n 1 out)"
}
refuses 1 "no sample hit a function called 'nosuch'" nosuch
refuses 129 "-M cannot be 'arm'" -M arm main
refuses 129 "--percent-type cannot be 'most'" --percent-type most
refuses 129 "only one symbol" main level1
refuses 129 'perf annotate has it, perf defer annotate does not: ' --tui

# ---- a program whose source is here, two events in a group ----

cat >two.c <<'C'
#include <time.h>
static volatile unsigned long n;
static inline __attribute__((always_inline)) void add(void) { for (int i = 0; i < 100000; i++) n++; }
int main(void)
{
	for (clock_t end = clock() + CLOCKS_PER_SEC / 4; clock() < end;)
		add();
}
C
${CC:-cc} -g -O1 -o two two.c
if ! "$perf_defer" record -q -e '{cpu-clock,task-clock}' -o two.data ./two 2>err; then
	leave_out "a group of events: nothing can be recorded: $(tail -n 1 err)"
	verdict
fi
"$perf_defer" annotate -n -i two.data main >out 2>err </dev/null || fail "annotate main: $(cat err)"
has ' Samples         \|	Source code & Disassembly of two for anon group \{ cpu-clock, task-clock \} \([0-9]+ samples, '
has '                 : add\(\): \(inlined\)$'
has '                 : 3 +static inline .* void add\(void\) '
has '                 : 6 +	?for \(clock_t end|                 : 6 +for \(clock_t end'
awk '/^ Samples/ { match($0, /\([0-9]+ samples/); first = substr($0, RSTART + 1) + 0 }
	/ :   [0-9a-f]+: / { a += $1; b += $2 }
	END { exit !(first > 10 && a == first && b > 10) }' out || fail "sums of both events: $(cat out)"
"$perf_defer" annotate -n --no-group -i two.data main >out 2>err </dev/null || fail "annotate main: $(cat err)"
[ "$(grep -c '^ Samples |' out)" = 2 ] || fail "--no-group: $(cat out)"
verdict
