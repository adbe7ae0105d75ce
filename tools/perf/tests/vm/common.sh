# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# What the shell suites with a guest share. They are sourced from the top of the tree.

# No guest: says why, and ends the suite.
vm_or_skip() {
	if [ -n "${SKIP_VM:-}" ]; then
		echo "SKIP_VM is set" >&2
		exit 2
	fi
	if [ ! -x tools/perf/tests/vm/run.sh ] || [ -z "${PERF_DEFER_VM:-}" ]; then
		echo "no source tree, or not run by make test" >&2
		exit 2
	fi
}

vm_run() {
	tools/perf/tests/vm/run.sh "$@"
}

# The perf that was in the guest, here.
vm_perf() {
	"$PERF_DEFER_VM/perf/ld-linux-x86-64.so.2" --argv0 perf --library-path "$PERF_DEFER_VM/perf" \
		"$PERF_DEFER_VM/perf/perf" "$@"
}

. tools/perf/tests/vm/guest/lib.sh

# classes NAME: reads the audit of the trace $traces/NAME.data into variables.
classes() {
	json=$dir/$1.json
	if ! "$perf_defer" audit --json -i "$traces/$1.data" >"$json" 2>"$dir/err"; then
		fail "$1: audit: $(cat "$dir/err")"
		return 1
	fi
	samples=$(number samples "$json")
	sum=0
	for class in merged merged-back inline kernel lost pending exec exited ambiguous \
		not-recorded not-unwound not-asked; do
		nr=$(number $class "$json" classes)
		sum=$((sum + nr))
		eval "$(echo $class | tr - _)=$nr"
	done
	told=$(number told "$json" losses)
	lost_samples=$(number samples "$json" losses)
	duplicates=$(number duplicates "$json" deferred)
	[ "$sum" = "$samples" ] || fail "$1: classes sum to $sum of $samples samples"
	[ "$duplicates" = 0 ] || fail "$1: $duplicates deferred records are there twice"
}

# agree NAME: perf counts as many samples as we, here and where it ran in the guest.
agree() {
	for by in script report; do
		[ -e "$traces/$1.$by" ] || continue
		nr=$(cat "$traces/$1.$by")
		[ "$nr" = "$samples" ] || fail "$1: perf $by in the guest counts $nr of $samples samples"
	done
	nr=$(vm_perf script -f -i "$traces/$1.data" -F tid,time,event 2>"$dir/err" | wc -l)
	[ "$nr" = "$samples" ] ||
		fail "$1: perf script counts $nr of $samples samples: $(head -n 2 "$dir/err")"
}

# accounted NAME PRODUCED: each event is kept or counted as lost.
accounted() {
	says "$1: $samples kept + $lost_samples lost of $2"
	[ $((samples + lost_samples)) = "$2" ] ||
		fail "$1: $samples kept + $lost_samples lost are not the $2 that there were"
}
