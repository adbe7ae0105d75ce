#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Compares the output for the shipped traces with that of the newest perf. See Documentation/parity.md.
#
# For each trace, it compares every sample's chain, without and with inlined functions, and the report's counts
# by comm, dso and symbol. PARITY_TRACES='cxx.data …' chooses traces; PARITY_SHOW=N shows N samples that
# differ. The last line is the verdict.
set -eu

. tools/perf/tests/peer/common.sh
. tools/perf/tests/peer/each-trace.sh
. tools/perf/tests/peer/folds.sh
. tools/perf/tests/peer/dumps.sh
. tools/perf/tests/peer/diffs.sh

passed=0
failed=0

verdict() {
	if [ "$1" = 0 ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "  FAILED: $2"
	fi
}

# capture FILE COMMAND...: runs the command, with its output in FILE and its messages in FILE.err. Prints a line if
# it fails.
capture() {
	to=$1
	shift
	if ! "$@" >"$to" 2>"$to.err" </dev/null; then
		echo "  failed: $*"
		head -n 3 "$to.err"
		return 1
	fi
}

# Prints "dso TAB address TAB name" for every symbol, both mangled and demangled.
list_symbols() {
	for file in "$data"/symfs/usr/bin/*; do
		for demangle in '' -C; do
			nm --defined-only $demangle "$file" |
				awk -v dso="/usr/bin/${file##*/}" '{
					name = $0
					sub(/^[0-9a-f]+ . /, "", name)
					print dso "\t" $1 "\t" name
				}'
		done
	done
}

compare_chains() {
	work=$1
	title=$2
	symbols=$3
	shift 3

	echo "$trace, $title"
	status=1
	if capture "$work/perf" in_peer perf script -f -i "/t/$trace" --kallsyms "/t/$kallsyms" \
		--ns -F comm,pid,tid,time,event,ip,sym,symoff,dso "$@" &&
		capture "$work/ours" "$PERF_DEFER" script -i "$from/$trace" \
			--kallsyms "$data/$kallsyms" --symfs "$peer" \
			--ns -F comm,pid,tid,time,event,class,ip,sym,symoff,dso "$@"; then
		status=0
		"$tools/chain-diff" ${other_kernel:+-k} -s "$symbols" -t "$work/tasks" \
			-m "$work/moves" -n "${PARITY_SHOW:-2}" "$work/perf" "$work/ours" ||
			status=$?
	fi
	verdict $status "$trace, $title"
}

# notices PROGRAM STATUS: changes perf's chains of the last comparison with awk, and requires this status of
# chain-diff.
notices() {
	awk "$1" "$work/perf" | sed '/^[^\t]/s/\( [0-9]*\.[0-9]*: *[^ ]*: \)$/ merged\1/' >"$work/changed"
	got=0
	"$tools/chain-diff" -n 0 "$work/perf" "$work/changed" >/dev/null || got=$?
	[ "$got" = "$2" ] || echo "  chain-diff exits with $got, not $2, after awk '$1'"
	[ "$got" = "$2" ]
}

# Proves that the comparison notices small changes.
compare_changed() {
	status=0
	echo "$trace, changed on purpose"
	{
		notices '{ print }' 0 &&
			notices '/\+0x/ && ++n == 99 { sub(/\+0x/, "+0x1") } { print }' 1 &&
			notices '/\(\[kernel/ && ++n == 99 { sub(/kernel/, "kernal") } { print }' 1 &&
			notices '/^\t/ && ++n == 99 { next } { print }' 1 &&
			notices '/^\t/ && ++n == 99 { print } { print }' 1 &&
			notices '/^[^\t]/ && ++n == 99 { sub(/^./, "X") } { print }' 1 &&
			notices '/^[^\t]/ { n++ } n != 99 { print }' 1
	} || status=1
	verdict $status "$trace, changed on purpose"
}

compare_report() {
	work=$1

	status=1
	if capture "$work/perf.report" in_peer perf report -f -i "/t/$trace" \
		--kallsyms "/t/$kallsyms" --stdio --no-children -g none \
		-F sample,comm,dso,sym -t '|' &&
		capture "$work/ours.report" "$PERF_DEFER" report -i "$from/$trace" \
			--kallsyms "$data/$kallsyms" --symfs "$peer" --stdio --no-children \
			-g none -F sample,comm,dso,sym -t '|'; then
		status=0
		awk -v moves="$work/moves" -f $here/report-diff.awk "$work/perf.report" \
			"$work/ours.report" || status=$?
	fi
	verdict $status "$trace, report"
}

# begin_trace TRACE KALLSYMS: makes the trace the one that is compared. Fails if it is not chosen.
begin_trace() {
	trace=$1
	kallsyms=$2
	work=$out/parity/$trace

	case " ${PARITY_TRACES:-$trace} " in
	*" $trace "*) mkdir -p "$work" ;;
	*) return 1 ;;
	esac
}

# compare_rows TRACE KALLSYMS OPTION...: compares rows by the sort keys in the options. Options name none whose
# value depends on the comm or on a stitched user half, which have rules of their own.
compare_rows() {
	begin_trace "$1" "$2" || return 0
	shift 2
	status=1
	if capture "$work/perf.rows" in_peer perf report -f -i "/t/$trace" --kallsyms "/t/$kallsyms" \
		--stdio --no-children -g none "$@" &&
		capture "$work/ours.rows" "$PERF_DEFER" report -i "$data/$trace" \
			--kallsyms "$data/$kallsyms" --symfs "$peer" --stdio --no-children -g none "$@"; then
		status=0
		for rows in perf ours; do
			sed -e '/^#/d' -e '/^$/d' -e 's/ *$//' "$work/$rows.rows" >"$work/$rows.lines"
		done
		cmp "$work/perf.lines" "$work/ours.lines" || status=$?
		echo "$trace, $*: $(wc -l <"$work/ours.lines") rows"
	fi
	verdict $status "$trace, $*"
}

# compare_annotate TRACE KALLSYMS OPTION...: compares the heads of functions, their order, and the number beside each
# instruction. The text of instructions is objdump's there, and functions of the kernel have no code here.
compare_annotate() {
	begin_trace "$1" "$2" || return 0
	shift 2
	status=1
	if capture "$work/perf.lines" in_peer perf annotate -f -i "/t/$trace" --stdio "$@" &&
		capture "$work/ours.lines" "$PERF_DEFER" annotate -q -i "$data/$trace" \
			--kallsyms "$data/$kallsyms" --symfs "$peer" "$@"; then
		status=0
		for lines in perf ours; do
			awk '/^ (Percent|Samples|Period) *\|.* Disassembly / { sub(/.*\t/, ""); print }
				/^ *[0-9.]+ : +[0-9a-f]+: / { print $3, $1 }' \
				"$work/$lines.lines" >"$work/$lines.numbers"
		done
		cmp "$work/perf.numbers" "$work/ours.numbers" && [ -s "$work/ours.numbers" ] || status=$?
		echo "$trace, annotate $*: $(wc -l <"$work/ours.numbers") lines"
	fi
	verdict $status "$trace, annotate $*"
}

# Prints the exits and names of tasks in the trace, which the rules need as proof.
list_tasks() {
	in_peer perf script -f -i "/t/$trace" --kallsyms "/t/$kallsyms" -G --ns -F tid,time,event \
		--show-task-events </dev/null 2>/dev/null |
		sed -n \
			-e 's/^ *[0-9]* *\([0-9]*\)\.\([0-9]*\): PERF_RECORD_EXIT([0-9]*:\([0-9]*\)).*/exit\t\3\t\1\2\t/p' \
			-e 's/^ *[0-9]* *\([0-9]*\)\.\([0-9]*\): PERF_RECORD_COMM.*: \(.*\):[0-9]*\/\([0-9]*\)$/comm\t\4\t\1\2\t\3/p'
}

# Prints the recorded kernel if it is not the one that runs here.
find_other_kernel() {
	in_peer perf report -i "/t/$trace" --header-only </dev/null 2>/dev/null |
		sed -n 's/^# os *release : //p' | grep -vxF "$(uname -r)" || :
}

compare_trace() {
	begin_trace "$1" "$2" || return 0
	from=${3:-$data}
	list_tasks >"$work/tasks"
	other_kernel=$(find_other_kernel)
	# Without inlined functions no name needs a rule.
	compare_chains "$work" "no inlined functions" /dev/null --no-inline
	compare_chains "$work" "inlined functions" "$out/parity/symbols"
	compare_report "$work"
	compare_changed
}

prepare
mkdir -p "$out/parity"
list_symbols >"$out/parity/symbols"
echo "comparing with $perf_version"

each_trace compare_trace
for keys in time local_weight weight local_ins_lat retire_lat simd parent cgroup cpu prev_comm prev_state \
	sched:sched_switch.prev_pid/raw prev_comm,next_pid,cpu %2.prev_pid 'sched_switch.*' trace trace_fields; do
	compare_rows sched.data kallsyms-boot1 -s "$keys"
done
compare_rows cxx.data kallsyms-boot2 -s time --time-quantum 10ms
compare_rows cxx.data kallsyms-boot2 -s time,comm --ns --time-quantum 5us
compare_rows cxx.data kallsyms-boot2 -s parent -p '^shop::'
compare_rows forky-systemwide.data kallsyms-boot1 -s sym -p '^do_sys|^vfs_'
compare_rows forky-systemwide.data kallsyms-boot1 -s cpu -p '^do_sys|^vfs_' -x
compare_rows forky-systemwide.data kallsyms-boot1 -s parent -p '^do_sys|^vfs_' -x --children
compare_rows sched.data kallsyms-boot1 -s cpu --group -n --show-total-period
compare_rows sched.data kallsyms-boot1 -s cpu --group --group-sort-idx 2 -t ,
compare_rows group-read.data kallsyms-boot1 -s dso --percent-limit 5
compare_rows group-read.data kallsyms-boot1 -s pid -F overhead,period,sample,pid --stdio-color always
compare_rows group-read.data kallsyms-boot1 -s pid --no-group
compare_rows forky-systemwide.data kallsyms-boot1 -H -s cpu,dso -n --show-total-period --showcpuutilization
compare_rows forky-systemwide.data kallsyms-boot1 -H -s '{cpu,dso},sym'
compare_rows forky-systemwide.data kallsyms-boot1 -H -s dso,sym -U --percent-limit 1
compare_rows forky-systemwide.data kallsyms-boot1 -H -s cpu,sym -t ,
compare_rows forky-systemwide.data kallsyms-boot1 -H -s cpu -p '^do_sys'
compare_rows forky-systemwide.data kallsyms-boot1 -H -F overhead,cpu,dso
compare_rows sched.data kallsyms-boot1 -H -s '{cpu,prev_comm},prev_state'
compare_rows group-read.data kallsyms-boot1 -H -n -s '{dso,pid,},{sym' --percent-limit 5
compare_rows group-read.data kallsyms-boot1 -H -s pid,dso -n --stdio-color always
compare_rows group-read.data kallsyms-boot1 -H -s dso,pid -n -t ';'
compare_rows cxx.data kallsyms-boot2 -H -s dso,sym
for form in -n --show-total-period "--percent-type local-hits" --no-source; do
	# shellcheck disable=SC2086 # One form is two words.
	compare_annotate burn2.data kallsyms-boot1 -d burn $form
	# shellcheck disable=SC2086
	compare_annotate cxx.data kallsyms-boot2 -d cxx $form
	# shellcheck disable=SC2086
	compare_annotate forky-systemwide.data kallsyms-boot1 -d forky $form
done
compare_annotate burn2.data kallsyms-boot1 -s level1
compare_diffs
# No + where nothing opens: perf then forgets that its cursor was shown.
compare_folds burn2.data kallsyms-boot1 "E" -s sym --no-children
compare_folds burn2.data kallsyms-boot1 "E C + Down +" -s cpu --no-children -g caller
compare_folds burn2.data kallsyms-boot1 "+ Down + Down Down + Down + Down + Down Down" -s cpu --no-children -g caller
compare_folds cxx.data kallsyms-boot2 "+ Down Down + Down + Down + Down Down + Up +" -s sym --no-children -g caller -d cxx
# A generated trace is one that perf reads as well as we do.
mkdir -p "$out/parity/in"
"$PERF_DEFER_GENERATE" --copies 3 --sleepers 100 -o "$out/parity/in/generated.data" \
	"$data/forky-systemwide.data" 2>/dev/null
cp -f "$out/parity/in/generated.data" "$peer/t/"
compare_trace generated.data kallsyms-boot1 "$out/parity/in"

# Stacks that libdw unwinds for perf, frame by frame.
dumps=$peer/t/dumps

compare_dumps() {
	echo "$1, stack dumps"
	status=1
	if record_dumps "$@" &&
		capture "$dumps/perf" in_peer perf script -f --no-inline --max-stack 1000 -i "/t/dumps/$1.data" \
			--symfs /t/dumps/symfs --ns -F comm,pid,tid,time,ip,sym,dso &&
		capture "$dumps/ours" "$PERF_DEFER" script --no-inline --max-stack 1000 -i "$dumps/$1.data" \
			--symfs "$dumps/symfs" --show-task-events --ns -F comm,pid,tid,time,ip,sym,dso,dsoff; then
		status=0
		tools/perf/tests/interop/samples.py -a -d -n "${PARITY_SHOW:-2}" "$dumps/ours" "$dumps/perf" || status=$?
	fi
	verdict $status "$1, stack dumps"
}

rm -rf "$dumps"
each_dumps compare_dumps

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
