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
