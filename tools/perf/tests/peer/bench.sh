#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Measures what Documentation/performance.md promises, side by side with the newest perf, and writes
# the figures into that page.
#
# Whole processes are measured, from exec to exit, with their output discarded; ours and perf's take
# turns, and medians are compared. Before each run of ours comes one that does not count, and before each of
# perf's if it takes seconds; of longer ones it would not be seen. BENCH_RUNS=5 runs of ours,
# BENCH_PERF_RUNS=5 of perf. BENCH_ROWS= an expression that chooses rows by their name below; then the page
# stays as it is. The traces are generated, and removed at the end. The last line is the verdict: a row that
# is missed is said, and is no failure of this script; one that cannot be measured is.
set -eu

. tools/perf/tests/peer/common.sh
. tools/perf/tests/peer/dumps.sh

runs=${BENCH_RUNS:-5}
perf_runs=${BENCH_PERF_RUNS:-$runs}
page=tools/perf/Documentation/performance.md
met=0
missed=0
broken=0
boot1="$data/kallsyms-boot1"

# ---- numbers ------------------------------------------------------------------------------------

# median FILE COLUMN: of the lines of stopwatch; the lower middle one of an even number.
median() {
	awk -v col="$2" '{ print $col }' "$1" | sort -n |
		awk '{ v[NR] = $1 } END { print NR ? v[int((NR + 1) / 2)] : "nan" }'
}

wall() {
	median "$work/$1" 1
}

# divide A B
divide() {
	awk -v a="$1" -v b="$2" 'BEGIN { printf "%.6f", b ? a / b : 0 }'
}

# row least|most ASKED MEASURED UNIT WORK TRACE: prints a row of the table, and judges it.
row() {
	awk -v way="$1" -v asked="$2" -v got="$3" -v unit="$4" -v work="$5" -v trace="$6" 'BEGIN {
		pass = way == "least" ? got >= asked : got <= asked
		shown = got >= 100 ? sprintf("%.0f", got) : got >= 10 ? sprintf("%.1f", got) : sprintf("%.2f", got)
		printf "| %s | %s | at %s %s%s | %s%s | %s |\n", work, trace, way, asked, unit, shown, unit,
			pass ? "met" : "**missed**"
		exit !pass
	}' >"$work/row" && met=$((met + 1)) || missed=$((missed + 1))
	cat "$work/row"
	cat "$work/row" >>"$work/table"
}

# beside WORK TRACE MEASURED: a row of which nothing is asked.
beside() {
	echo "| $1 | $2 | | $3 | |" | tee -a "$work/table"
}

# detail WHAT FILE: a row of the second table.
detail() {
	[ -s "$work/$2" ] || return 0
	awk -v what="$1" -v n="$(wc -l <"$work/$2")" -v wall="$(median "$work/$2" 1)" \
		-v cpu="$(median "$work/$2" 2)" -v kib="$(median "$work/$2" 3)" 'BEGIN {
			printf "| %s | %d | %.3f | %.3f | %.1f |\n", what, n, wall / 1e9, cpu / 1e9, kib / 1024
		}' >>"$work/details"
}

wanted() {
	[[ $1 =~ ${BENCH_ROWS:-.} ]]
}

cannot() {
	echo "cannot measure: $*" >&2
	broken=$((broken + 1))
}

# ---- runs ---------------------------------------------------------------------------------------

# read_trace COMMAND...: reads the trace that follows -i. A kernel may drop pages which nobody has read for half a
# minute, as long as some runs of perf take.
read_trace() {
	while [ $# -gt 1 ] && [ "$1" != -i ]; do
		shift
	done
	[ $# -lt 2 ] || cat "$files/${2##*/}" >/dev/null
}

# remove_output: neither writes over the output of another. ext4 writes a file that replaces one to the disk on
# close.
remove_output() {
	rm -f "$files/injected.data"
}

# once NAME COMMAND...: runs it, and notes its line of stopwatch in the file of that name.
once() {
	local name=$1
	shift
	read_trace "$@"
	remove_output
	if ! "$@" >"$work/line" 2>"$work/$name.err"; then
		tail -n 3 "$work/$name.err" >&2
		return 1
	fi
	cat "$work/line" >>"$work/$name"
}

# twice NAME COMMAND...: notes the second of two runs. A virtual machine gives memory that was free for some
# seconds back to its host, and a short run after a long one would pay for finding it again.
twice() {
	once unmeasured "${@:2}" && once "$@"
}

# Each is called by turns: $1 is the name of the run, the rest the arguments.
ours() {
	twice "$1" "$tools/stopwatch" "$PERF_DEFER" "${@:2}"
}

theirs() {
	once "$1" in_peer /t/stopwatch perf "${@:2}"
}

theirs_twice() {
	twice "$1" in_peer /t/stopwatch perf "${@:2}"
}

# turns NAME VERB TRACE OPTION...: perf and ours, with symbols of burn2's boot. perf runs perf_runs times.
turns() {
	local name=$1 verb=$2 trace=$3 n
	shift 3
	rm -f "$work/$name.perf" "$work/$name.ours"
	for ((n = 0; n < runs; n++)); do
		if [ "$n" -lt "$perf_runs" ]; then
			theirs "$name.perf" "$verb" -f -i "/t/bench/$trace" --kallsyms /t/kallsyms-boot1 "$@" || return
		fi
		ours "$name.ours" "$verb" -i "$files/$trace" --kallsyms "$boot1" --symfs "$data/symfs" "$@" || return
	done
	detail "\`perf $verb${*:+ $*}\`, $trace" "$name.perf"
	detail "\`perf defer $verb${*:+ $*}\`, $trace" "$name.ours"
}

# generate OUT TRACE OPTION...: unless it is there.
generate() {
	local to=$1 from=$2
	shift 2
	[ -e "$files/$to" ] || "$PERF_DEFER_GENERATE" -o "$files/$to" "$@" "$from"
}

# samples FILE
samples() {
	"$PERF_DEFER" audit --json -i "$files/$1" | sed -n 's/^  "samples": \([0-9]*\),*$/\1/p'
}

# ---- rows ---------------------------------------------------------------------------------------

measure_report() {
	turns report report burn2x20.data --stdio -g caller || return
	row least 100 "$(divide "$(wall report.perf)" "$(wall report.ours)")" ' × perf' \
		'`report --stdio -g caller`' 'burn2 × 20'
	row least 8 "$(divide "$(median "$work/report.perf" 3)" "$(median "$work/report.ours" 3)")" \
		' × less than perf' 'peak memory of `report`' 'burn2 × 20'
}

measure_sleepers() {
	generate sleepers.data "$data/sched.data" --size 93M --sleepers 6000 || return
	turns sleepers report sleepers.data --stdio || return
	row least 300 "$(divide "$(wall sleepers.perf)" "$(wall sleepers.ours)")" ' × perf' '`report`' \
		'sched_switch, 6,000 sleepers'
}

measure_waiting() {
	local n few many
	generate many.data "$data/tracepoints.data" --sleepers 100000 --copies 5 || return
	generate few.data "$data/tracepoints.data" --sleepers 1000 --copies 440 || return
	few=$(samples few.data)
	many=$(samples many.data)
	rm -f "$work/few" "$work/many"
	for ((n = 0; n < runs; n++)); do
		ours few report --stdio -i "$files/few.data" || return
		ours many report --stdio -i "$files/many.data" || return
	done
	detail "\`perf defer report\`, 1,000 waiting threads, $few samples" few
	detail "\`perf defer report\`, 100,000 waiting threads, $many samples" many
	row most 1.2 "$(divide "$(divide "$(wall many)" "$many")" "$(divide "$(wall few)" "$few")")" \
		' × of 1,000, per sample' '`report`' '100,000 waiting threads'
}

measure_inlines() {
	# Injected, its samples have whole stacks, as a recording with --call-graph fp has.
	"$PERF_DEFER" inject -q -i "$data/cxx.data" -o "$work/cxx-fp.data" || return
	generate cxx-fp.data "$work/cxx-fp.data" --size 283M || return
	turns inlines report cxx-fp.data --stdio -g caller || return
	row least 150 "$(divide "$(wall inlines.perf)" "$(wall inlines.ours)")" ' × perf' \
		'`report` with inlined frames' 'frame pointers, 283 MB'
}

measure_script() {
	turns script script burn2x20.data || return
	row least 20 "$(divide "$(wall script.perf)" "$(wall script.ours)")" ' × perf' '`script`' 'burn2 × 20'
}

# audit has no peer: perf's report is what it is measured against.
measure_audit() {
	local n
	rm -f "$work/audit"
	if ! [ -s "$work/report.perf" ]; then
		theirs report.perf report -f -i /t/bench/burn2x20.data --kallsyms /t/kallsyms-boot1 --stdio \
			-g caller || return
	fi
	for ((n = 0; n < runs; n++)); do
		ours audit audit -i "$files/burn2x20.data" || return
	done
	detail '`perf defer audit`, burn2x20.data' audit
	row least 120 "$(divide "$(wall report.perf)" "$(wall audit)")" " × perf's report" '`audit`' 'burn2 × 20'
}

measure_inject() {
	local n
	rm -f "$work"/inject.perf "$work"/inject.ours
	for ((n = 0; n < runs; n++)); do
		if [ "$n" -lt "$perf_runs" ]; then
			theirs_twice inject.perf inject -f -i /t/bench/burn2x20.data -o /t/bench/injected.data || return
		fi
		ours inject.ours inject -q -i "$files/burn2x20.data" -o "$files/injected.data" || return
	done
	remove_output
	detail '`perf inject`, burn2x20.data' inject.perf
	detail '`perf defer inject`, burn2x20.data' inject.ours
	row least 30 "$(divide "$(wall inject.perf)" "$(wall inject.ours)")" " × perf's inject" '`inject`' 'burn2 × 20'
}

measure_gigabyte() {
	local n args=(--stdio -g caller -i "$files/1G.data" --kallsyms "$boot1" --symfs "$data/symfs")
	generate 1G.data "$data/burn2.data" --size 1G || return
	rm -f "$work"/1G.*
	"$tools/floor" "$files/1G.data" >/dev/null || return
	for ((n = 0; n < runs; n++)); do
		ours 1G.one bench --workers 1 report "${args[@]}" || return
		ours 1G.two bench --workers 2 report "${args[@]}" || return
		ours 1G.all report "${args[@]}" || return
		twice 1G.floor "$tools/stopwatch" "$tools/floor" "$files/1G.data" || return
	done
	detail '`perf defer report`, 1 GB, one worker' 1G.one
	detail '`perf defer report`, 1 GB, two workers' 1G.two
	detail '`perf defer report`, 1 GB' 1G.all
	detail 'the loop that sums the words, 1 GB' 1G.floor
	row least 1.8 "$(divide "$(wall 1G.one)" "$(wall 1G.two)")" ' × one worker' 'second worker' '1 GB'
	row most 6 "$(divide "$(wall 1G.all)" "$(wall 1G.floor)")" ' × of the loop' 'against the floor' '1 GB'
}

measure_10_gigabytes() {
	local n room bytes
	room=$(df -Pk "$files" | awk 'NR == 2 { print int($4 / 1e6) }')
	if [ "$room" -lt 14 ]; then
		echo "the disk has $room GB for a trace of 10 GB"
		return 1
	fi
	[ -s "$work/1G.all" ] || measure_gigabyte || return
	bytes=$(divide "$(wc -c <"$files/1G.data")" 1)
	generate 10G.data "$data/burn2.data" --size 10G || return
	rm -f "$work/10G"
	for ((n = 0; n < (runs < 3 ? runs : 3); n++)); do
		ours 10G report --stdio -g caller -i "$files/10G.data" --kallsyms "$boot1" \
			--symfs "$data/symfs" || return
	done
	detail '`perf defer report`, 10 GB' 10G
	bytes=$(divide "$(wc -c <"$files/10G.data")" "$bytes")
	rm -f "$files/10G.data"
	row most 1.1 "$(divide "$(divide "$(wall 10G)" "$(wall 1G.all)")" "$bytes")" ' × of 1 GB, per byte' \
		'`report`' '10 GB'
	row most 600 "$(awk -v kib="$(median "$work/10G" 3)" 'BEGIN { print kib * 1024 / 1e6 }')" ' MB' \
		'peak memory of `report`' '10 GB'
}

# Nothing of FlameGraph is in Debian's package of perf, so this stands for its stackcollapse-perf.pl.
write_collapse() {
	cat >"$files/collapse.awk" <<-'AWK'
		/^$/ { if (stack != "") sum[comm stack]++; stack = ""; next }
		/^[^ \t]/ { comm = $1; next }
		{ sub(/\+0x[0-9a-f]+$/, "", $2); stack = ";" $2 stack }
		END { for (each in sum) print each, sum[each] }
	AWK
}

# export_row FORMAT SAMPLES: formats that have each sample are not compared with what adds samples up.
export_row() {
	local rate
	detail "\`perf defer export -f $1\`" "export.$1"
	case $1 in
	speedscope | sqlite | gecko | html)
		rate=$(awk -v nr="$2" -v ns="$(wall "export.$1")" 'BEGIN { printf "%.0f", nr / ns * 1e6 }')
		beside "\`export -f $1\`" 'burn2 × 20' "$rate thousand samples/s"
		;;
	*) row most 1.5 "$(divide "$(wall "export.$1")" "$(wall export.report)")" ' × of report' "\`export -f $1\`" 'burn2 × 20' ;;
	esac
}

# perf's diff runs as often as its report, and is only shown.
measure_diff() {
	local n names=(--kallsyms "$boot1" --symfs "$data/symfs")
	generate again.data "$data/burn2.data" --copies 20 || return
	rm -f "$work"/diff.*
	for ((n = 0; n < runs; n++)); do
		if [ "$n" -lt "$perf_runs" ]; then
			theirs diff.perf diff -f --kallsyms /t/kallsyms-boot1 /t/bench/burn2x20.data \
				/t/bench/again.data || return
		fi
		ours diff.report report --stdio -i "$files/burn2x20.data" "${names[@]}" || return
		ours diff.ours diff "${names[@]}" "$files/burn2x20.data" "$files/again.data" || return
	done
	rm -f "$files/again.data"
	detail '`perf diff`, two files' diff.perf
	detail '`perf defer report`, one of them' diff.report
	detail '`perf defer diff`, two files' diff.ours
	row most 2.3 "$(divide "$(wall diff.ours)" "$(wall diff.report)")" ' × of one report' '`diff`' 'burn2 × 20, twice'
	row most 2.2 "$(divide "$(median "$work/diff.ours" 3)" "$(median "$work/diff.report" 3)")" \
		' × of one report' 'peak memory of `diff`' 'burn2 × 20, twice'
	beside "perf's \`diff\`" 'burn2 × 20, twice' \
		"$(awk -v a="$(wall diff.perf)" -v b="$(wall diff.ours)" 'BEGIN { printf "%.1f", a / b }') × of ours"
}

measure_exports() {
	local n format formats nr args=(-q -i "$files/burn2x20.data" --kallsyms "$boot1" --symfs "$data/symfs")
	formats=$("$PERF_DEFER" export --list | cut -d ' ' -f 1)
	nr=$(samples burn2x20.data)
	rm -f "$work"/export.*
	write_collapse
	for ((n = 0; n < runs; n++)); do
		ours export.report report --stdio -g caller "${args[@]}" || return
		for format in $formats; do
			ours "export.$format" export -f "$format" -o - "${args[@]}" || return
		done
		[ "$n" -lt "$perf_runs" ] || continue
		once export.collapse in_peer /t/stopwatch sh -c 'perf script -f -i "$1" --kallsyms /t/kallsyms-boot1 |
			awk -f /t/bench/collapse.awk' sh /t/bench/burn2x20.data || return
		rm -f "$files/converted.json"
		theirs export.convert data convert -f -i /t/bench/burn2x20.data --to-json /t/bench/converted.json || return
	done
	rm -f "$files/converted.json"
	detail '`perf defer report`, beside exports' export.report
	for format in $formats; do
		export_row "$format" "$nr"
	done
	detail '`perf script`, with stacks added up by awk' export.collapse
	detail '`perf data convert --to-json`' export.convert
	for format in collapse convert; do
		[ ! -s "$work/export.$format" ] || beside "perf, $format" 'burn2 × 20' \
			"$(awk -v a="$(wall export.$format)" -v b="$(wall export.report)" 'BEGIN { printf "%.1f", a / b }') × of report"
	done
}

measure_tui() {
	local ms
	# The last line with a number is the median until the first row with a name.
	ms=$(echo '1000 level1' | LC_ALL=C.UTF-8 "$out/tui-tools/watch" start "$runs" "$PERF_DEFER" report --tui \
		-i "$files/burn2x20.data" --kallsyms "$boot1" --symfs "$data/symfs" |
		sed -n "s/.*to 'level1' *\([0-9.]*\) .*/\1/p")
	[ -n "$ms" ] || return
	row most 50 "$ms" ' ms' 'start of the TUI: rows with names' '285 MB'
}

# dumps_row NAME COPIES ASKED WHAT: perf's libdw and ours, on a recording with stack dumps that is repeated.
dumps_row() {
	local name=$1 n
	generate "$name.data" "$dumps/$name.data" --copies "$2" || return
	rm -f "$work/$name.perf" "$work/$name.ours"
	for ((n = 0; n < runs; n++)); do
		if [ "$n" -lt "$perf_runs" ]; then
			theirs "$name.perf" report -f --stdio --no-inline -g caller -i "/t/bench/$name.data" \
				--symfs /t/bench/dumps/symfs || return
		fi
		ours "$name.ours" report --stdio --no-inline -g caller -i "$files/$name.data" --symfs "$dumps/symfs" || return
	done
	detail "\`perf report\`, stack dumps, $4" "$name.perf"
	detail "\`perf defer report\`, stack dumps, $4" "$name.ours"
	row least "$3" "$(divide "$(wall "$name.perf")" "$(wall "$name.ours")")" ' × perf' '`report` of stack dumps' "$4"
}

measure_dumps() {
	dumps=$files/dumps
	mkdir -p "$dumps"
	each_dumps record_dumps >/dev/null || return
	dumps_row perl 300 10 'short stacks of C' || return
	dumps_row compiler 300 25 'deep stacks of C++' || return
	dumps_row processes 40 25 'processes that come and go'
}

# ---- the page -----------------------------------------------------------------------------------

machine() {
	local model
	model=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1)
	echo "${model:-unknown CPU}, $(nproc) CPUs, $(awk '/^MemTotal/ { printf "%.0f GB", $2 / 1e6 }' /proc/meminfo)"
}

figures() {
	cat <<-END
		Measured on $(date -u +%Y-%m-%d) by \`make bench\`: $(machine), Linux $(uname -r | sed 's/[-+].*//').
		$perf_version; medians of $runs runs, of $perf_runs of perf, and of at most 3 with 10 GB. The load
		before it began was $load.

		| work | trace | asked | measured | |
		|---|---|---|---|---|
		$(cat "$work/table")

		Whole processes, medians:

		| process | runs | seconds | CPU seconds | peak memory, MiB |
		|---|---|---|---|---|
		$(cat "$work/details")
	END
}

# Replaces what is between the marks of the page.
write_page() {
	figures >"$work/figures"
	awk -v figures="$work/figures" '
		/^<!-- end of figures -->/ { inside = 0 }
		!inside
		/^<!-- figures by make bench -->/ {
			inside = 1
			while ((getline line < figures) > 0)
				print line
		}' "$page" >"$work/page"
	cat "$work/page" >"$page"
	echo "wrote $page"
}

load=$(cut -d ' ' -f 1 /proc/loadavg)
prepare
work=$out/bench/peer
files=$(cd "$peer" && pwd)/t/bench
mkdir -p "$work" "$files"
trap 'rm -rf "$files"' EXIT
rm -f "$work"/*
echo "$perf_version against $("$PERF_DEFER" --version), $(machine), load $load"
echo
echo '| work | trace | asked | measured | |'
generate burn2x20.data "$data/burn2.data" --copies 20 2>/dev/null
touch "$work/table" "$work/details"
for what in report sleepers waiting inlines script audit inject diff exports dumps gigabyte 10_gigabytes tui; do
	if wanted $what; then
		"measure_$what" || cannot $what
	fi
done
[ -n "${BENCH_ROWS:-}" ] || write_page
echo "$met met, $missed missed, $broken not measured"
[ "$broken" = 0 ]
