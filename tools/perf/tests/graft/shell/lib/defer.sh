# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034 # the tests read the variables
# What the tests of perf defer share; to be sourced. They test the program that is installed, whether
# perf contains it or runs it as perf-defer. These are set:
#
#	defer     the words of the command
#	dir       an empty folder, which is removed at the end
#	traces    files to read: a recording of this machine, and of a kernel that defers if
#	          PERF_DEFER_TEST_DATA is the folder of unpacked test data

# defer_fail TEXT...: ends the test, which has failed.
defer_fail()
{
	echo "FAILED: $*"
	exit 1
}

# defer_skip TEXT...: ends the test, which cannot prove anything here.
defer_skip()
{
	echo "$*"
	exit 2
}

# defer_record FILE [OPTION...]: records a shell that is busy for a moment; skips if nobody may record here.
defer_record()
{
	local file=$1
	shift
	# shellcheck disable=SC2016 # the shell that is recorded expands this
	if ! "${defer[@]}" record -q -e cpu-clock -g "$@" -o "$file" -- \
		sh -c 'i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done' >"$dir/log" 2>&1; then
		! grep -q 'no permission\|without perf events' "$dir/log" || defer_skip "this user may not record here"
		defer_fail "record: $(cat "$dir/log")"
	fi
}

# defer_number FILE NAME: prints a number of the audit of a trace.
defer_number()
{
	"${defer[@]}" audit --json -i "$1" 2>"$dir/log" >"$dir/audit" || defer_fail "audit of $1: $(cat "$dir/log")"
	sed -n "s/^ *\"$2\": \([0-9]*\),*$/\1/p" "$dir/audit" | head -n 1
}

export PERF_CONFIG=/dev/null PERF_BUILDID_DIR=/dev/null
defer=(perf defer)
if ! "${defer[@]}" --version >/dev/null 2>&1; then
	defer=("${PERF_DEFER:-perf-defer}")
	"${defer[@]}" --version >/dev/null 2>&1 || defer_skip "perf defer is not installed"
fi
dir=$(mktemp -d /tmp/__perf_test.defer.XXXXX)
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
defer_record "$dir/here.data"
traces=("$dir/here.data")
for name in burn2 forky-systemwide; do
	[ ! -e "${PERF_DEFER_TEST_DATA:-}/$name.data" ] || traces+=("$PERF_DEFER_TEST_DATA/$name.data")
done
