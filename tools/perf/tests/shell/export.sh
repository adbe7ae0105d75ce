#!/bin/bash
# export writes in each format what report counts, by event and class
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
set -e -o pipefail

need_data
export TERM=dumb

# export_of TRACE OPTION...
export_of()
{
	"$perf_defer" export -q --kallsyms "$data/kallsyms-boot1" --symfs "$data/symfs" -i "$data/$1" "${@:2}" </dev/null
}

# refuses STATUS WORDS OPTION...: fails so, says that and writes nothing.
refuses()
{
	local got=0
	export_of burn2.data "${@:3}" >out 2>err || got=$?
	[ "$got" = "$1" ] || fail "export ${*:3}: status $got, not $1"
	grep -qF -- "$2" err || fail "export ${*:3} does not say '$2'"
	[ ! -s out ] || fail "export ${*:3} writes $(head -n 1 out)"
}

# sums FORMAT FILE: the samples, if the format has them, and the period of all stacks of a file.
sums()
{
	python3 "$shell/lib/export-sums.py" "$1" "$2"
}

# The comments of pprof are the ledger.
export_of burn2.data -f pprof -o pprof
for class in merged merged-back exec; do
	nr=$("$perf_defer" report --stdio -q -i "$data/burn2.data" --no-children -g none -s class -F sample,class |
		awk -v class=$class '$2 == class { print $1 }')
	zcat pprof | LC_ALL=C grep -qaF "user stack $class: $nr samples" || fail "the comments do not have $class $nr"
done
export_of forky-systemwide.data -f pprof,nosuch 2>err && fail "there is no such event"
grep -qF "the trace has no event 'nosuch'" err || fail "$(cat err)"

# report --export is the same by another name; a filter leaves out what report leaves out.
export_of burn2.data -f folded -o new
"$perf_defer" report -q --kallsyms "$data/kallsyms-boot1" --symfs "$data/symfs" -i "$data/burn2.data" --export folded \
	-o old
cmp new old || fail "report --export writes something else"
export_of burn2.data -f pprof --tid 114 -o pprof
[ "$(sums pprof pprof)" = '38793 9698250000' ] || fail "--tid is not heeded: $(sums pprof pprof)"
export_of burn2.data -f speedscope -o - >piped
[ "$(sums speedscope piped)" = '78358 19589500000' ] || fail "-o - is not the same"
nr=$(python3 -c 'import json
print(sum(len(p["events"]) // 2 for p in json.load(open("piped"))["profiles"] if p["type"] == "evented"))')
[ "$nr" = 46763 ] || fail "speedscope has $nr entries"

# Folded stacks have counts if asked, and no marks.
export_of burn2.data -f folded --counts -o counts
[ "$(sums folded counts)" = '- 78358' ] || fail "--counts is not heeded: $(sums folded counts)"
export_of burn2.data -f folded --no-marks -o plain
! grep -q '_\[[ki]\]' plain || fail "--no-marks is not heeded"
sed 's/_\[[ki]\]//g' new | sort >marked
sort plain | cmp - marked || fail "without marks, stacks are others"
refuses 129 '--no-marks and --counts are about folded stacks, not pprof' -f pprof --counts

# The same file gives the same bytes, whichever thread had which samples.
for format in $("$perf_defer" export --list | awk '{ print $1 }'); do
	export_of burn2.data -f "$format" -o once
	for _ in 1 2 3; do
		export_of burn2.data -f "$format" -o again
		cmp once again || fail "$format differs from turn to turn"
	done
done

# Unless -s names keys, the stacks of pprof are told apart by its labels, whatever the configuration sorts by.
printf '[report]\n\tsort_order = sym\n' >config
export_of burn2.data -f pprof -s comm,tid,class -o labelled
PERF_CONFIG=$PWD/config export_of burn2.data -f pprof -o pprof
cmp pprof labelled || fail "pprof has the keys of the configuration"
export_of burn2.data -f pprof -s sym -o pprof
! cmp -s pprof labelled || fail "pprof has no keys of -s"

# The keys of rows are those of -s, and a row compared with others has both.
export_of burn2.data -f csv -s class -o csv
[ "$(sed -n 's/^exec,//p' csv)" = 1,250000,1,250000 ] || fail "-s is not heeded: $(cat csv)"
export_of cxx.data --symfs "$data/symfs" -f csv -s sym -o csv
grep -q '^main,user,0,171,21375000,6532,816500000$' csv && grep -q '^"Deep::visit(int, int)",user,1,' csv ||
	fail "what is inlined, or called, is not told: $(cat csv)"
export_of burn2.data -f csv -s class --tid 112 --baseline tid=114 -o csv
grep -q '^class,.*,baseline_samples,baseline_period$' csv || fail "no baseline: $(cat csv)"

# The formats are told; one has to be named.
"$perf_defer" export --list >list
for format in folded flame icicle pprof speedscope csv json sqlite gecko html; do
	grep -q "^$format  *[A-Z]" list || fail "--list does not have $format"
done
refuses 129 'which format?'
refuses 129 "--format cannot be 'nosuch'" -f nosuch
refuses 129 '--shape: pprof has stacks in one shape only' -f pprof --shape inverted
refuses 1 'cannot write' -f pprof -o /dev/full
[ ! -e /dev/full ] || [ -c /dev/full ] || fail "/dev/full is no device any more"

# Nothing half-written stays under the name.
if export_of burn2.data -f pprof -o nowhere/file 2>err; then
	fail "there is no such folder"
fi
echo kept >old
ulimit -f 4
trap '' XFSZ
export_of burn2.data -f speedscope -o old 2>err && fail "a file of 16 MB has 4 kB"
[ "$(cat old)" = kept ] || fail "the old file is lost"
verdict
