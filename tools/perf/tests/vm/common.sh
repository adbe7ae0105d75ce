# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh disable=SC2034 # the suites read the variables
# Functions that the shell suites with a guest share; to be sourced after shell/lib/test.sh.

. "${top:?}/tools/perf/tests/vm/guest/words.sh"

need_vm() {
	[ -z "${SKIP_VM:-}" ] || skip "SKIP_VM is set"
	[ -n "${PERF_DEFER_VM:-}" ] || skip "not run by make test"
}

# vm_run SECONDS SCRIPT OUTDIR ARGUMENT...: runs a script of guest/ in the guest, with a time limit.
vm_run() {
	limit=$1
	script=$2
	shift 2
	"$top/tools/perf/tests/vm/run.sh" -t "$limit" "$top/tools/perf/tests/vm/guest/$script" "$@"
}

# vm_perf ARGUMENT...: runs the guest's perf on this machine.
vm_perf() {
	"$PERF_DEFER_VM/perf/ld-linux-x86-64.so.2" --argv0 perf --library-path "$PERF_DEFER_VM/perf" \
		"$PERF_DEFER_VM/perf/perf" "$@"
}

# classes NAME: reads the audit of the trace $traces/NAME.data into variables.
classes() {
	json=$1.json
	if ! "${perf_defer:?}" audit --json -i "${traces:?}/$1.data" >"$json" 2>err; then
		fail "$1: audit: $(cat err)"
		return 1
	fi
	samples=$(number samples "$json")
	merged=$(number merged "$json" classes)
	merged_back=$(number merged-back "$json" classes)
	inline=$(number inline "$json" classes)
	kernel=$(number kernel "$json" classes)
	lost=$(number lost "$json" classes)
	pending=$(number pending "$json" classes)
	exec=$(number exec "$json" classes)
	exited=$(number exited "$json" classes)
	ambiguous=$(number ambiguous "$json" classes)
	not_recorded=$(number not-recorded "$json" classes)
	not_unwound=$(number not-unwound "$json" classes)
	not_asked=$(number not-asked "$json" classes)
	sigreturn=$(number sigreturn "$json" classes)
	dumps=0
	for class in unwound dump-ended no-cfi no-file wrong-build no-register no-growth bad-cfi too-deep; do
		dumps=$((dumps + $(number $class "$json" classes)))
	done
	sum=$((merged + merged_back + inline + kernel + lost + pending + exec + exited + ambiguous))
	sum=$((sum + not_recorded + not_unwound + not_asked + sigreturn + dumps))
	told=$(number told "$json" losses)
	lost_samples=$(number samples "$json" losses)
	duplicates=$(number duplicates "$json" deferred)
	[ "$sum" = "$samples" ] || fail "$1: classes sum to $sum of $samples samples"
	[ "$duplicates" = 0 ] || fail "$1: $duplicates deferred records are there twice"
}

# agree NAME: requires that perf counts the same samples as the audit, on this machine, and in the guest if it
# ran there.
agree() {
	for by in script report; do
		[ -e "$traces/$1.$by" ] || continue
		nr=$(cat "$traces/$1.$by")
		[ "$nr" = "$samples" ] || fail "$1: perf $by in the guest counts $nr of $samples samples"
	done
	nr=$(vm_perf script -f -i "$traces/$1.data" -F tid,time,event 2>err | wc -l)
	[ "$nr" = "$samples" ] ||
		fail "$1: perf script counts $nr of $samples samples: $(head -n 2 err)"
}

# accounted NAME PRODUCED: requires that each of the events produced is kept or counted as lost.
accounted() {
	says "$1: $samples kept + $lost_samples lost of $2"
	[ $((samples + lost_samples)) = "$2" ] ||
		fail "$1: $samples kept + $lost_samples lost are not the $2 that were produced"
}
