#!/bin/bash
# Fixed small runs take as few instructions as the stored ones
# SPDX-License-Identifier: GPL-2.0-only
# Decision 0049 says what is counted. UPDATE=1 stores the counts.
. "$(dirname "$0")/lib/test.sh"
need_data
need_source

guard=$top/tools/perf/tests/guard
stored=$guard/instructions
limit=5 # percent

command -v valgrind >/dev/null || skip "valgrind is not installed"
if grep -q -e __asan_init -e __tsan_init "$perf_defer"; then
	skip "a sanitizer's instructions are not the program's"
fi

# compiler: that of the program, as "gcc-12"; another one makes other instructions of it.
compiler()
{
	readelf -p .comment "$perf_defer" | sed -n 's/.*GCC: (.*) \([0-9]*\)\..*/gcc-\1/p; s/.*clang version \([0-9]*\)\..*/clang-\1/p' |
		head -n 1
}

# count RUN VERB OPTION...: adds the run's own instructions, in one thread, to the file "counted".
count()
{
	run=$1
	shift
	rm -f cg.*
	# The verb runs in a process of its own, whose file is the larger one.
	if ! valgrind --tool=callgrind --callgrind-out-file=cg.%p "$perf_defer" bench --workers 1 "$@" >said 2>err; then
		fail "$run does not run"
		return
	fi
	biggest=$(ls -S cg.* | head -n 1)
	number=$(awk -v object="/$(basename "$perf_defer")" -f "$guard/per-object.awk" "$biggest")
	[ "$number" -gt 1000000 ] || fail "$run: $number instructions are too few to be all"
	echo "$by $run $number" >>counted
}

# The comparison itself: 4 % more pass, 6 % do not, nor does a run without a stored count.
printf 'gcc-1 a 1000\n' >was
for case in '1040 0' '1060 1' '900 0'; do
	echo "gcc-1 a ${case% *}" >now
	awk -v limit=$limit -f "$guard/compare.awk" was now >said
	[ $? = "${case#* }" ] || fail "$case: the comparison is wrong"
	grep -q " ${case% *}   stored " said || fail "$case: nothing is printed"
done
echo "gcc-2 a 1000" >now
awk -v limit=$limit -f "$guard/compare.awk" was now >/dev/null
[ $? = 2 ] || fail "a compiler without counts passes"

by=$(compiler)
[ -n "$by" ] || skip "the program does not tell its compiler"
boot1="--kallsyms $data/kallsyms-boot1 --symfs $data/symfs"
boot2="--kallsyms $data/kallsyms-boot2 --symfs $data/symfs"
count report-burn2 report --stdio -g caller -i "$data/burn2.data" $boot1
count report-inlines report --stdio -g caller -i "$data/cxx.data" $boot2
count report-processes report --stdio -i "$data/forky-systemwide.data" $boot1
count audit-burn2 audit -i "$data/burn2.data"
count script-cxx script -i "$data/cxx.data" $boot2
count inject-burn2 inject -q -i "$data/burn2.data"

if [ -n "${UPDATE:-}" ]; then
	{ grep -v "^$by " "$stored" 2>/dev/null; cat counted; } >new
	cat new >"$stored"
fi
awk -v limit=$limit -f "$guard/compare.awk" "$stored" counted >table
status=$?
evidence=table
[ $status = 1 ] || cat table
[ $status != 1 ] || fail "a run takes more than $limit % more instructions than stored"
[ $status != 2 ] || leave_out "$by has no stored counts: make bench-guard UPDATE=1"
verdict
