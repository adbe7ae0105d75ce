#!/bin/bash
# The report verb shows merged stacks in perf's shape, and fails where it should
# SPDX-License-Identifier: GPL-2.0-only
set -e -o pipefail
. "$(dirname "$0")/lib/test.sh"
need_data

report()
{
	"$perf_defer" report --stdio --kallsyms "$data/kallsyms-boot1" --symfs "$data/symfs" "$@"
}

# Fails with status $1, says $2 and prints no rows.
refuses()
{
	status=$1
	says=$2
	shift 2
	got=0
	report "$@" > out 2> err || got=$?
	[ "$got" = "$status" ] || fail "report $*: status $got, not $status"
	grep -qF -- "$says" err || fail "report $*: does not say '$says' but: $(cat err)"
	! grep -q '%' out || fail "report $*: prints rows"
}

# Colours: perf's words, and its setting; there are none in a file unless they are asked for.
colored()
{
	report -i "$data/forky-systemwide.data" -g none -q "$@" > colored || fail "report $*: status $?"
	grep -qF "$(printf '\033[31m')" colored
}
colored --stdio-color || fail "--stdio-color does not mean always"
colored --stdio-color=always || fail "--stdio-color=always has no colours"
! colored --stdio-color=never || fail "--stdio-color=never has colours"
! colored --stdio-color=auto || fail "a file has colours"
! colored || fail "a file has colours by default"
printf '[color]\n\tui = always\n' > config
PERF_CONFIG=$dir/config colored || fail "color.ui = always has no colours"
! PERF_CONFIG=$dir/config colored --stdio-color=never || fail "an option does not go before color.ui"
printf '[color]\n\tui = auto\n' > config
! PERF_CONFIG=$dir/config colored || fail "color.ui = auto has colours in a file"

# All but some samples: the others keep their percentages of all, and are all unless told otherwise.
comms()
{
	report -i "$data/forky-systemwide.data" -s comm -g none -q "$@" | awk 'NF { print $3, $1 }'
}
comms > all
grep -q '^swapper' all || fail "no idle task in: $(cat all)"
grep -v '^swapper' all > want
comms --all-but idle | diff want - || fail "--all-but idle leaves out something else"
comms --all-but comm=swapper | diff want - || fail "--all-but comm= leaves out something else"
comms --all-but comm=nobody | diff all - || fail "--all-but of a comm that is not there leaves out some"
comms --all-but idle --all-but comm=forky > out
grep -v '^forky' want | diff - out || fail "two --all-but leave out something else"
comms --zoom comm=forky > out
grep '^forky' all | diff - out || fail "--zoom comm= shows something else"
comms --percentage relative --all-but idle > out
grep -q '^forky 69.60%' out || fail "not relative to what is left: $(cat out)"
report -i "$data/burn2.data" -s dso -g none -q --no-children --all-but 'dso=[kernel.kallsyms]' > out
! grep -F '[kernel' out || fail "--all-but dso= leaves samples of the DSO"
refuses 129 "'x' is neither idle nor comm=" --all-but x
refuses 129 "'1x' is no thread id" --all-but thread=1x
refuses 129 "--baseline 'x=1' is none of time=" --baseline x=1
refuses 129 "--baseline 'tid=' is none of time=" --baseline tid=
refuses 129 "--baseline '' is none of time=" --baseline=
refuses 129 "baseline and delta need something to compare with" -i "$data/burn2.data" -F delta,sym
refuses 129 "--hierarchy and --baseline cannot be used together" --hierarchy --baseline tid=1
refuses 1 "and of what has each sample" -i "$data/burn2.data" --zoom cpu=1
refuses 129 "goes with none of -d, -S, --symbol-filter, -U, --seam, --baseline" --entries --baseline tid=1
report -i "$data/burn2.data" -g none -q --all-but 'dso=[kernel.kallsyms]' --tid 114 --baseline tid=112 > out
! grep -F '[kernel' out || fail "--all-but leaves samples of the DSO in the baseline"

# The head: what perf says, and what became of the stacks.
report -i "$data/burn2.data" > burn2 2> err
[ ! -s err ] || fail "says something is wrong: $(cat err)"
head -n 13 burn2 > header
cat > want << 'END'
# To display the perf.data header info, please use --header/--header-only options.
#
#
# Total Lost Samples: 0
#
# Samples: 78K of event 'cpu-clock'
# Event count (approx.): 19589500000
# Stacks: 78,357 of 78,358 samples have their user stack (77,841 merged, 516 merged-back), 1 exec
#
# Children      Self  Command    Shared Object      Symbol                                   
# ........  ........  .........  .................  .........................................
#
    98.95%     0.01%  burn       burn               [.] level1
END
diff want header || fail "another head"

# Kernel and user half are one graph; the kernel's part of it is marked in its row.
grep -q '^    98\.31%     0\.00%  burn       \[kernel\.kallsyms\]  \[k\] entry_SYSCALL_64_after_hwframe$' \
	burn2 || fail "no row of the kernel's entry"
report -i "$data/burn2.data" -g folded,0,caller --no-children -s comm > folded
grep -q '^[0-9.]*% start_thread;level1;level2;.*;do_syscall_64;' folded ||
	fail "kernel and user half are not one chain"

# What is missing is a frame, and no address is a cookie.
report -i "$data/forky-systemwide.data" -F sample,sym --children -g none > forky
grep -q ' \[\.\] \[exec\]$' forky || fail "no [exec]"
grep -q '^# Stacks: 1,332 of 2,064 .* (1,303 merged, 14 merged-back, 15 inline), 623 kernel, 109 exec$' \
	forky || fail "another sum of stacks"

# Rows add up to the samples, whatever tells them apart.
for keys in comm,dso,sym sym class pid,cpu tgid; do
	sum=$(report -q -i "$data/forky-systemwide.data" --no-children -g none -F sample -s "$keys" \
		-t '|' | awk -F'|' '{ n += $1 } END { print n }')
	[ "$sum" = 2064 ] || fail "rows by $keys have $sum samples, not 2064"
done

# A part of the samples, of all of them or of what is chosen.
report -q -i "$data/burn2.data" --tid 114 -s pid -g none --no-children > tid
[ "$(awk 'NF { print $1, $2 }' tid)" = "49.51% 114:burn" ] || fail "another share of a thread"
report -q -i "$data/burn2.data" --tid 114 -s pid -g none --no-children --percentage relative \
	> tid
[ "$(awk 'NF { print $1, $2 }' tid)" = "100.00% 114:burn" ] || fail "not relative"
report -i "$data/burn2.data" --comms burn --dsos burn -g none > elided
[ "$(sed -n '3,4p' elided)" = $'# comm: burn\n# dso: burn' ] || fail "no word of what is elided"

report -i "$data/burn2.data" --comms nobody --percentage relative > out 2> err ||
	fail "no sample is a failure"
grep -q 'no sample matches --comms nobody$' err || fail "not said that no sample is left"

# From a pipe, and compressed, as from a file.
"$perf_defer" report --stdio -s comm -g none < "$data/burn1.pipe" -i - 2> err |
	grep -q '^# Stacks: 28,812 of 28,812 samples' || fail "not from a pipe"
"$perf_defer" report --stdio -s comm -g none -i "$data/burn2-compressed.data" 2> err |
	grep -q '^# Stacks: 80,162 of 80,162 samples' || fail "not when compressed"

# perf's configuration.
printf '[report]\n\tchildren = false\n\tpercent-limit = 40\n[call-graph]\n\tprint-type = flat\n' \
	> config
PERF_CONFIG="$dir/config" report -q -i "$data/burn2.data" > "$dir/configured"
[ "$(grep -c '^ .*%  burn ' configured)" = 2 ] || fail "the configuration's limit is not kept"
printf '[report\n' > config
PERF_CONFIG="$dir/config" refuses 129 "$dir/config:1:" -i "$data/burn2.data"

# A file that is cut is shown as far as it goes, and the status tells.
head -c 7000000 "$data/burn2.data" > cut.data
status=0
report -i cut.data -g none > out 2> err || status=$?
[ "$status" = 1 ] || fail "a cut file is no failure"
grep -q '^# Samples: 38K of event' out || fail "a cut file is not shown"
grep -q '(at file offset 0x' err || fail "not said where the file is cut"

# A program of another build is never used for names.
mkdir -p "$dir/symfs/usr/bin"
cp "$data/symfs/usr/bin/cxx" "$dir/symfs/usr/bin/burn"
"$perf_defer" report --stdio --kallsyms "$data/kallsyms-boot1" --symfs symfs -g none \
	-i "$data/burn2.data" > out 2> err || fail "another build is a failure"
[ "$(grep -c 'wrong build id' err)" = 1 ] || fail "another build is not said once"
! grep -q ' burn  *\[\.\] [^0]' out || fail "names of another build are used"

# Filters that nothing passes are told, with the status of perf, which says nothing.
nothing()
{
	report -i "$data/burn2.data" "$@" > out 2> err || fail "report $*: status $?"
	[ "$(tail -n 1 err)" = "perf-defer: $data/burn2.data: no sample matches $*" ] || fail "report $*: no word"
	! grep -q '%' out || fail "report $*: rows: $(cat out)"
	report -q -i "$data/burn2.data" "$@" > out 2> err && [ ! -s err ] || fail "report -q $*: not quiet"
}
nothing --comms nosuch
nothing --pid 999999 --tid 1
nothing --dsos nosuch
nothing --symbols nosuch
report -i "$data/burn2.data" nosuch > out 2> err || fail "no such symbol: status $?"
[ "$(tail -n 1 err)" = "perf-defer: no symbol that is shown has 'nosuch' in its name" ] || fail "no such symbol: no word"
report --each-sample -i "$data/burn2.data" --pid 999999 > out 2> err || fail "--each-sample of none: status $?"
grep -q 'no sample matches --pid 999999$' err || fail "--each-sample of none: $(cat err)"
report -i "$data/burn2.data" --percent-limit 101 > out 2> err
! grep -q 'no sample' err || fail "rows below the limit are no samples: $(cat err)"

# With --children, callers have rows only if they are what was asked for: their column is left out.
[ "$(report -i "$data/cxx.data" --children -g none -q -S do_syscall_64 2> err | grep -c %)" = 1 ] ||
	fail "-S shows other functions"
! report -i "$data/cxx.data" --children -g none -q -d '[kernel.kallsyms]' 2> err | grep -F '[.]' || fail "-d shows callers elsewhere"
report -i "$data/cxx.data" --children -g none -q -d cxx 2> err | grep '% .*main' > out || fail "-d shows no callers"

# A comparison with nothing, and one with what is shown as well.
refuses 1 "burn2.data: no sample matches --baseline" -i "$data/burn2.data" --baseline pid=999999
refuses 1 "no sample is left to compare with --baseline" -i "$data/burn2.data" --tid 1 --baseline tid=112
refuses 1 "no sample matches --baseline" -i "$data/burn2.data" -S nosuch --time 50%/1 --baseline time=50%/2
for time in '--time 0%-50% --baseline time=10%-20%' '--time 10%-20% --baseline time=0%-50%' \
	'--time 0%-20%,40%-60% --baseline time=50%-70%' '--baseline time=50%/1' '--time 50%/1 --baseline time=,9999'; do
	refuses 1 "has samples that are shown, too" -i "$data/burn2.data" $time
done
for time in '--time 50%/1 --baseline time=50%/2' '--time 0%-20%,40%-60% --baseline time=20%-40%' \
	'--time 50%/1 --tid 114 --baseline tid=112'; do
	report -i "$data/burn2.data" $time > out 2> err || fail "$time is refused"
done

# One CPU alone, at any time.
report -i "$data/forky-systemwide.data" -q -g none -C 1 -s cpu -F sample,cpu > out
[ "$(awk 'NF { print $1, $2 }' out)" = "1029 001" ] || fail "-C 1: $(cat out)"

# Another file: rows and branches are joined by name, tasks by number and name.
report -i "$data/burn2.data" -q -U -s comm,dso,sym,pid --tid 114 --baseline tid=112 > one
report -i "$data/burn2.data" -q -U -s comm,dso,sym,pid --tid 114 --baseline "$data/burn2.data" --baseline tid=112 > out
diff one out > differ || fail "a baseline in another file: $(head -n 5 differ)"
# --no-baseline takes back both, as the command line of the TUI's key Y has it.
report -i "$data/burn2.data" -q -g none > one
report -i "$data/burn2.data" -q -g none --baseline "$data/cxx.data" --baseline tid=112 --no-baseline > out
diff one out > differ || fail "--no-baseline: $(head -n 5 differ)"
# Files that go on with the recording do not go on with the baseline.
report -g none --baseline "$data/cxx.data" "$data/burn2.data" "$data/burn2-compressed.data" > out
grep -qx '# Baseline: 7,797 samples; .*' out || fail "the baseline goes on: $(cat out)"
report -i "$data/cxx.data" -q -g none --no-children -s comm,pid -F baseline,overhead,comm,pid \
	--baseline "$data/burn2.data" > out
grep -q '^ *0.00% *[0-9.]*% *cxx ' out || fail "no row of now: $(cat out)"
grep -q '^ *50.49% *0.00% *burn *112:burn' out || fail "no row of another file: $(cat out)"
# What is wrong with it is told.
head -c 9000000 "$data/burn2.data" > cut.data
got=0
report -i "$data/burn2.data" -q -g none --baseline cut.data > out 2> err || got=$?
[ $got = 1 ] && grep -q '^perf-defer: cut.data: the file ends 5232600 bytes before' err ||
	fail "a baseline that breaks off: status $got, $(cat err)"
grep -q '%' out || fail "a baseline that breaks off: no rows"
clones=(-q -g none --no-children -s sym -F "overhead,sym" --baseline "$data/burn2.data")
report -i "$data/burn2.data" "${clones[@]}" > out
grep -q '\] [a-z_]*\.constprop\.0' out || fail "clones are joined: $(head -n 3 out)"
report -i "$data/burn2.data" "${clones[@]}" --no-clones > out
! grep '\.constprop\.\|\.isra\.' out || fail "--no-clones leaves clones"
refuses 1 "burn2.data: --baseline none: none: No such file" -i "$data/burn2.data" --baseline none
refuses 1 "burn2.data: no sample matches --baseline" -i "$data/burn2.data" --baseline "$data/sched.data"
refuses 129 "'cgroup' is not the same in two files" -i "$data/burn2.data" -s cgroup --baseline "$data/cxx.data"

refuses 1 "No such file" -i none
refuses 129 "'nonsense' is not a valid sort key" -i "$data/burn2.data" -s nonsense
refuses 129 "'nonsense' is not a valid field" -i "$data/burn2.data" -F nonsense
! grep -q burn2 err || fail "the trace is blamed for -F: $(cat err)"
refuses 129 "call graph option 'nonsense'" -i "$data/burn2.data" -g nonsense
refuses 129 "ends before it starts" -i "$data/burn2.data" --time 5,3
refuses 129 "is not a list of CPUs" -i "$data/burn2.data" -C x
refuses 129 "--stdio-color cannot be 'sometimes'" -i "$data/burn2.data" --stdio-color=sometimes
refuses 1 "they were recorded without it" -i "$data/burn2.data" -C 0
# Short names change no row and no number of a row. Call graphs have frames that call themselves twice.
names()
{
	report -i "$data/cxx.data" -q "$@"
}
names --no-children > whole
names --no-children --short-names > short
grep -q '^ *|.*std::__introsort_loop<…> \[clone .isra.0\]$' short || fail "call graphs have whole names"
! grep -q '<std::\|(int' short || fail "names have arguments: $(grep -m 1 '<std::\|(int' short)"
names -s sym -g none > whole
names -s sym -g none --short-names > short
[ "$(wc -l < whole)" = "$(wc -l < short)" ] || fail "--short-names merges rows"
[ "$(grep -o '[0-9.]*%' whole)" = "$(grep -o '[0-9.]*%' short)" ] || fail "--short-names changes numbers"

# The sum of what has been sampled below Deep::visit stays, and no chain has it three times.
visits()
{
	names --stdio --no-children -s comm -g folded,0,caller,count "$@" | grep 'Deep::visit'
}
visits > whole
visits --short-names > short
sum='{ n += $1 } END { print n }'
[ "$(awk "$sum" whole)" = "$(awk "$sum" short)" ] || fail "recursion is folded with other sums"
grep -q 'Deep::visit(int, int);Deep::visit(int, int);Deep::visit(int, int);' whole || fail "there is no recursion"
grep -q ';Deep::visit;Deep::visit;' short || fail "recursion is not shown"
! grep -q 'Deep::visit;Deep::visit;Deep::visit;' short || fail "recursion does not fold"
longest=$(report --entries -q -i "$data/cxx.data" --short-names | awk '{ if (length > n) n = length } END { print n }')
[ "$longest" -lt 1000 ] || fail "a line of entries with short names has $longest characters"

# People at a terminal get short names without asking, programs behind a pipe perf's.
if command -v script > /dev/null; then
	for say in '' --no-short-names; do
		TERM=dumb PERF_PAGER=cat script -qec "'$perf_defer' report --stdio --no-pager -i '$data/cxx.data' --symfs '$data/symfs' -s sym -g none $say" \
			/dev/null < /dev/null > "terminal$say"
	done
	grep -q 'shop::Cart<…>::checkout' terminal || fail "names are whole on a terminal"
	! grep -q '<std::' terminal || fail "names on a terminal have arguments"
	grep -q 'shop::Cart<std::' terminal--no-short-names || fail "names cannot be whole on a terminal"
fi
verdict
