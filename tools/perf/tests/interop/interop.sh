#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Do other tools show the same samples and stacks of injected traces as `perf defer script`?
#
#     interop.sh FOLDER TOOL...
#
# TOOL is perf (the one of this machine), peer (the newest one, in its Debian folder), hotspot or
# speedscope. Each comparison prints a row of the table in Documentation/parity.md, section "Other
# tools"; the rules are in its section "Rules of comparison". A row that the table lacks fails, as does one
# with a difference that has no reason. What a perf shows otherwise whose version is not among those that were
# compared is LEFT OUT, and told. INTEROP_TRACES names the further traces of the table: then each of its rows
# of these tools must come.
set -u -o pipefail

: "${PERF_DEFER:?run this with make interop}" "${PERF_DEFER_TEST_DATA:?}"
. tools/perf/tests/shell/lib/perf.sh
here=tools/perf/tests/interop
table=tools/perf/Documentation/parity.md
data=$PERF_DEFER_TEST_DATA
peer=${PERF_DEFER_PEER:-}
export LC_ALL=C.UTF-8 PERF_BUILDID_DIR=/dev/null PERF_CONFIG=/dev/null PYTHONDONTWRITEBYTECODE=1
unset DEBUGINFOD_URLS
passed=0
failed=0
left=0
unknown= # the version of the perf in use, if it was not compared

# verdict TEXT: what has no rule fails, but of a perf that was not compared.
verdict()
{
	if [ -n "$unknown" ]; then
		left=$((left + 1))
		echo "  LEFT OUT: $unknown: $1"
	else
		failed=$((failed + 1))
		echo "  FAILED: $1"
	fi
}

# row TOOL WHAT TRACE SAMPLES DIFFERENCES: prints it, and checks that the table has it. Of a perf that was not
# compared, it must have the samples that another has.
row()
{
	local line="| $1 | $2 | $3 | $4 | ${5:-none} |"

	echo "$line" | tee -a "$work/rows"
	if grep -qxF "$line" $table || { [ -n "$unknown" ] && grep -q "^| perf [^|]*| $2 | $3 | $4 |" $table; }; then
		passed=$((passed + 1))
	else
		verdict "$table has no such row, but: $(grep -F "| $1 | $2 | $3 |" $table)"
	fi
}

bad()
{
	verdict "$1"
	[ ! -s "$work/err" ] || head -n 5 "$work/err" | cut -c 1-300 | sed 's/^/    /'
}

# use COMMAND...: the perf that is compared from here on.
use()
{
	tool="perf $("$@" --version </dev/null | sed 's/^perf version \([0-9]*\.[0-9]*\).*/\1/')"
	is_compared "$@" || unknown=$("$@" --version </dev/null)
}

kallsyms_of()
{
	case $1 in burn2.data | forky*) echo "kallsyms-boot1" ;; *) echo "kallsyms-boot2" ;; esac
}

# ours TRACE SYMFS: what perf defer shows of the original, in $work/ours.
ours()
{
	"$PERF_DEFER" script -q -i "$data/$1" --symfs "$2" --kallsyms "$data/$(kallsyms_of "$1")" --ns \
		--no-inline --no-demangle --show-task-events -F comm,pid,tid,time,ip,sym,dso,dsoff \
		>"$work/ours" 2>"$work/err" ||
		bad "$1: perf defer script"
}

inject()
{
	"$PERF_DEFER" inject -q -i "$data/$1" --kallsyms "$data/$(kallsyms_of "$1")" -o "$2" 2>"$work/err" || bad "$1: perf defer inject"
}

# same_samples TOOL WHAT TRACE [OPTION]: compares $work/theirs with $work/ours, and prints the row.
same_samples()
{
	# shellcheck disable=SC2086 # none, or one
	$here/samples.py ${4:-} "$work/ours" "$work/theirs" >"$work/counts" 2>"$work/err" ||
		bad "$1, $2, $3: samples differ without a reason"
	row "$1" "$2" "$3" "$(sed -n 's/^samples //p' "$work/counts")" \
		"$(grep -v '^samples ' "$work/counts" | paste -sd, | sed 's/,/, /g')"
}

# same_stacks TOOL WHAT TRACE OURS THEIRS [DIFFERENCES]: two folded texts are the same.
same_stacks()
{
	cmp "$4" "$5" >"$work/err" 2>&1 || bad "$1, $2, $3: $(diff "$4" "$5" | grep -c '^[<>]') stacks differ"
	row "$1" "$2" "$3" "$(awk '{ nr += $1 } END { print nr + 0 }' "$5")" "${6:-}"
}

# ---- perf: one of two, by $run, which sees the folder $work as $seen ----

# The options by which the perf in use finds names.
names_of()
{
	echo "$symfs --kallsyms $seen/$(kallsyms_of "$1")"
}

# perf_ VERB TRACE ARGUMENT...: runs it on an injected trace, with symbols.
perf_()
{
	# shellcheck disable=SC2046 # a list of options
	$run "$1" -f -i "$seen/$2" $(names_of "$2") "${@:3}" 2>"$work/err" </dev/null
}

# A perf's script, to the file $1 as it sees it.
run_script()
{
	perf_ script "$1" --no-inline --no-demangle -s "$scripts/$2" "${@:3}"
}

compare_samples()
{
	local trace=$1

	perf_ script "$trace" --ns --no-inline --no-demangle -F comm,pid,tid,time,ip,sym,dso >"$work/theirs" ||
		bad "$tool script $trace"
	same_samples "$tool" script "$trace"
	perf_ script "$trace" --no-inline --no-demangle -s "$seen/frames.py" >"$work/theirs" ||
		bad "$tool script -s $trace"
	same_samples "$tool" "script -s" "$trace"

	# From a stream.
	"$PERF_DEFER" inject -q -i "$data/$trace" --kallsyms "$data/$(kallsyms_of "$trace")" >"$work/stream" 2>"$work/err" || bad "inject $trace"
	# shellcheck disable=SC2046 # a list of options
	$run script -f -i - $(names_of "$trace") --ns --no-inline --no-demangle \
		-F comm,pid,tid,time,ip,sym,dso <"$work/stream" >"$work/theirs" 2>"$work/err" ||
		bad "$tool script -i - $trace"
	same_samples "$tool" "script, stream" "$trace"

	# perf's own inject carries it on. Older ones crash on a file with features that they do not know,
	# and no perf writes a stream with formats of tracepoints that a perf can read.
	[ -z "$peer_only" ] || compare_inject "$trace"
	[ "$trace" != sched.data ] || return
	$run inject -i - -o - <"$work/stream" >"$work/again" 2>"$work/err" || bad "$tool inject $trace"
	# shellcheck disable=SC2046 # a list of options
	$run script -f -i - $(names_of "$trace") --ns --no-inline --no-demangle \
		-F comm,pid,tid,time,ip,sym,dso <"$work/again" >"$work/theirs" 2>"$work/err" ||
		bad "$tool inject, script $trace"
	same_samples "$tool" "inject, stream" "$trace"
}

compare_inject()
{
	local trace=$1

	$run inject -f -i "$seen/$trace" -o "$seen/again.data" >/dev/null 2>"$work/err" </dev/null ||
		bad "$tool inject $trace"
	# shellcheck disable=SC2046 # a list of options
	$run script -f -i "$seen/again.data" $(names_of "$trace") --ns --no-inline --no-demangle \
		-F comm,pid,tid,time,ip,sym,dso >"$work/theirs" 2>"$work/err" </dev/null ||
		bad "$tool inject, script $trace"
	same_samples "$tool" inject "$trace"
}

compare_report()
{
	local trace=$1

	perf_ report "$trace" --stdio --no-children --no-inline --no-demangle -g none -F sample,comm,dso,sym -t '|' >"$work/theirs" ||
		bad "$tool report $trace"
	"$PERF_DEFER" report -i "$data/$trace" --symfs "$our_symfs" --kallsyms "$data/$(kallsyms_of "$trace")" \
		--stdio --no-children --no-inline --no-demangle -g none -F sample,comm,dso,sym -t '|' >"$work/ours.report" 2>"$work/err" ||
		bad "report $trace"
	for text in theirs ours.report; do
		grep -v -e '^#' -e '^$' "$work/$text" | sed -E 's/ +\|/|/g; s/\| +/|/g; s/^ +//; s/ +$//' |
			sed -E 's/ (_init|[^ ]*@plt)$/ PLT/' |
			awk -F '|' '{ nr[$2 "|" $3 "|" $4] += $1 } END { for (row in nr) print nr[row], row }' |
			sort >"$work/$text.rows"
	done
	same_stacks "$tool" report "$trace" "$work/ours.report.rows" "$work/theirs.rows"
}

compare_stats()
{
	local trace=$1 nr

	$run report -f --stats -i "$seen/$trace" >"$work/stats" 2>"$work/err" </dev/null || bad "$tool report --stats $trace"
	nr=$(sed -n 's/^ *SAMPLE events: *\([0-9]*\).*/\1/p' "$work/stats" | head -n 1)
	! grep -q 'DEFERRED' "$work/stats" || bad "$tool report --stats $trace: deferred records are left"
	row "$tool" "report --stats" "$trace" "$nr"
}

# perf keeps its kernel's vdso in a temporary file.
build_ids()
{
	$run buildid-list -f -i "$seen/$1" 2>"$work/err" </dev/null | sed 's/\(perf-vdso.so\)-.*/\1/' | sort
}

compare_build_ids()
{
	local trace=$1

	build_ids "$trace" >"$work/ids" || bad "$tool buildid-list $trace"
	grep -q '/usr/bin/' "$work/ids" || bad "$tool buildid-list $trace: $(cat "$work/ids")"
	if [ -n "$peer_only" ]; then
		cp "$data/$trace" "$files/original.data"
		build_ids original.data | cmp - "$work/ids" >"$work/err" 2>&1 ||
			bad "$tool buildid-list $trace: not those of the original"
	fi
	row "$tool" buildid-list "$trace" "$(wc -l <"$work/ids") ids"
}

# The scripts that perf brings along. Those of sched and events are counted by what they print.
compare_scripts()
{
	local trace=$1

	$here/folded.py ours "$work/ours" >"$work/ours.folded"
	run_script "$trace" stackcollapse.py >"$work/theirs" || bad "$tool stackcollapse.py"
	$here/folded.py collapsed "$work/theirs" >"$work/theirs.folded"
	same_stacks "$tool" stackcollapse.py "$trace" "$work/ours.folded" "$work/theirs.folded"
	run_script "$trace" flamegraph.py -- --format json -o "$seen/flame.json" >/dev/null || bad "$tool flamegraph.py"
	$here/folded.py flamegraph "$files/flame.json" >"$work/theirs.folded"
	same_stacks "$tool" flamegraph.py "$trace" "$work/ours.folded" "$work/theirs.folded"
}

# gecko.py came with 6.6. Another user's file in /dev/shm would be counted by the other script.
compare_new_scripts()
{
	local trace=$1

	run_script "$trace" gecko.py -- --save-only "$seen/gecko.json" >/dev/null || bad "$tool gecko.py"
	$here/folded.py gecko "$files/gecko.json" >"$work/theirs.folded"
	$here/folded.py named "$work/ours" >"$work/ours.named"
	same_stacks "$tool" gecko.py "$trace" "$work/ours.named" "$work/theirs.folded" \
		"nameless $(grep -F ';[unknown]' "$work/ours.folded" | awk '{ nr += $1 } END { print nr + 0 }')"
	run_script "$trace" event_analyzing_sample.py >"$work/theirs" || bad "$tool event_analyzing_sample.py"
	row "$tool" event_analyzing_sample.py "$trace" \
		"$(sed -n 's/^There is \([0-9]*\) records in gen_events table.*/\1/p' "$work/theirs")"
}

# The Python module of perf, which gets only the kernel's half of the original.
compare_session()
{
	local trace=$1

	in_peer env HOME="$seen" python3 "$seen/session.py" "$seen/$trace" >"$work/theirs" 2>"$work/err" </dev/null ||
		bad "perf.session $trace"
	same_samples "$tool" perf.session "$trace"
}

# sum_text TRACE EVENT REGEX: the sum of what REGEX finds in our own text of the event, in ms, and the number.
sum_text()
{
	"$PERF_DEFER" script -q -i "$data/$1" -F event,trace |
		sed -nE "s/^ *$2: .*$3.*/\\1/p" | awk '{ sum += $1 } END { printf "%.3f ms %d\n", sum / 1000000, NR }'
}

# The run time of all tasks, which the tracepoints tell, and the number of switches.
compare_sched()
{
	local trace=$1 own theirs

	own=$(sum_text "$trace" sched:sched_stat_runtime ' runtime=([0-9]+)')
	$run sched latency -f -i "$seen/$trace" >"$work/theirs" 2>"$work/err" </dev/null || bad "$tool sched latency $trace"
	theirs=$(sed -n 's/^ *TOTAL: *| *\([0-9.]* ms\) |.*/\1/p' "$work/theirs")
	[ "$theirs" = "${own% *}" ] || bad "$tool sched latency $trace: $theirs of run time, not ${own% *}"
	row "$tool" "sched latency" "$trace" "$theirs"
	own=$(sum_text "$trace" sched:sched_switch ' prev_pid=([0-9]+)')
	$run sched timehist -f -i "$seen/$trace" >"$work/theirs" 2>"$work/err" </dev/null || bad "$tool sched timehist $trace"
	theirs=$(grep -cE '^ *[0-9]+\.[0-9]{6} \[' "$work/theirs")
	[ "$theirs" = "${own##* }" ] || bad "$tool sched timehist $trace: $theirs switches, not ${own##* }"
	row "$tool" "sched timehist" "$trace" "$theirs"
}

compare_syscalls()
{
	local trace=$1 own theirs

	own=$(sum_text "$trace" raw_syscalls:sys_enter '(NR)')
	run_script "$trace" syscall-counts.py >"$work/theirs" || bad "$tool syscall-counts.py"
	theirs=$(awk '/^-----/ { inside = 1; next } inside { sum += $NF } END { print sum + 0 }' "$work/theirs")
	[ "$theirs" = "${own##* }" ] || bad "$tool syscall-counts.py $trace: $theirs, not ${own##* }"
	row "$tool" syscall-counts.py "$trace" "$theirs"
}

all_of_perf()
{
	local trace

	cp $here/frames.py $here/session.py "$files/"
	for trace in cxx.data forky-systemwide.data sched.data ${INTEROP_TRACES:-}; do
		cp "$data/$(kallsyms_of "$trace")" "$files/"
		inject "$trace" "$files/$trace"
		ours "$trace" "$our_symfs"
		compare_samples "$trace"
		compare_stats "$trace"
		if [ "$trace" = sched.data ]; then
			compare_sched "$trace"
			compare_syscalls "$trace"
		else
			compare_build_ids "$trace"
		fi
		[ -z "$peer_only" ] || compare_session "$trace"
		[ "$trace" = cxx.data ] || continue
		compare_report "$trace"
		compare_scripts "$trace"
		[ -z "$peer_only" ] || compare_new_scripts "$trace"
	done
	rm -f "$files/again.data"
}

in_peer()
{
	tools/scripts/peer.sh run "$peer" "$@"
}

of_perf()
{
	run=perf
	files=$work
	seen=$work
	our_symfs=$data/symfs
	symfs="--symfs $our_symfs"
	peer_only=
	scripts=$(perf --exec-path)/scripts/python
	use perf
	all_of_perf
}

of_peer()
{
	# Nothing comes from a cache of build ids in its home.
	run="in_peer env HOME=/t/interop perf"
	files=$peer/t/interop
	seen=/t/interop
	our_symfs=$peer
	symfs=
	peer_only=1
	scripts=/usr/lib/perf-core/scripts/python
	use in_peer perf
	rm -rf "$files"
	mkdir -p "$files"
	for file in "$data"/symfs/usr/bin/*; do
		cmp -s "$file" "$peer/usr/bin/${file##*/}" || cp -f "$file" "$peer/usr/bin/"
	done
	all_of_perf
	rm -rf "$files"
}

# ---- others ----

of_hotspot()
{
	local trace

	for trace in cxx.data forky-systemwide.data overrun.data sched.data burn2.data burn1.pipe; do
		inject "$trace" "$work/$trace"
		ours "$trace" "$data/symfs"
		"$fetched/hotspot/run" --input "$work/$trace" --output "$work/stream" --sysroot "$data/symfs" \
			--kallsyms "$data/$(kallsyms_of "$trace")" --max-frames -1 >"$work/err" 2>&1 </dev/null ||
			bad "hotspot-perfparser $trace"
		$here/hotspot.py "$work/stream" >"$work/theirs" 2>"$work/err" || bad "hotspot.py $trace"
		# It looks names up by itself, and does not move the symbols of another boot.
		same_samples "hotspot 1.3" perfparser "$trace" -a
	done
}

of_speedscope()
{
	local trace gone stacks differences

	for trace in cxx.data forky-systemwide.data sched.data burn2.data; do
		"$PERF_DEFER" script -q -i "$data/$trace" --symfs "$data/symfs" --no-inline --no-demangle \
			--kallsyms "$data/$(kallsyms_of "$trace")" >"$work/text" 2>"$work/err" || bad "script $trace"
		ours "$trace" "$data/symfs"
		$here/folded.py threads "$work/ours" >"$work/ours.folded"
		node $here/speedscope.mjs "$fetched/node_modules/speedscope" "$work/text" >"$work/theirs.folded" \
			2>"$work/err" || bad "speedscope $trace"
		gone=$(grep -c '^[^	].* -1 \[' "$work/text")
		stacks=$(awk '{ nr += $1 } END { print nr + 0 }' "$work/ours.folded")
		differences="joined $(($(grep -c '^$' "$work/text") - stacks - gone))"
		[ "$gone" = 0 ] || differences="gone $gone, $differences"
		same_stacks "speedscope 1.25" importer "$trace" "$work/ours.folded" "$work/theirs.folded" "$differences"
	done
}

# find_stale: the table has no rows of these tools that were not printed.
find_stale()
{
	awk -F ' [|] ' 'NR == FNR { tools[$1] = rows[$0] = 1; next } $1 in tools && !($0 in rows)' \
		"$work/rows" $table >"$work/stale"
	while read -r line; do
		failed=$((failed + 1))
		echo "  FAILED: $table has a row that was not printed: $line"
	done <"$work/stale"
}

[ "$#" -ge 2 ] || { echo "usage: interop.sh FOLDER TOOL..." >&2; exit 1; }
rm -rf "$1/work"
mkdir -p "$1/work"
fetched=$(cd "$1" && pwd)
work=$fetched/work
shift
echo "| tool | what | trace | samples | differences |"
for each in "$@"; do
	case $each in
	perf | peer | hotspot | speedscope)
		unknown=
		"of_$each"
		# Rows of a perf that was not compared may be missing as well.
		[ -z "$unknown" ] || sed -i "/^| $tool |/d" "$work/rows"
		;;
	*) echo "interop.sh: no tool $each" >&2; exit 1 ;;
	esac
done
[ -z "${INTEROP_TRACES:-}" ] || find_stale
rm -rf "$work"
[ "$left" = 0 ] || echo "$left left out: no rule tells why these differ, and nobody has compared this perf yet"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
