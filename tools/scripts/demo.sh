#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Shows the main use: records a program live, then reports a real trace of a kernel that defers.
# $1 is perf-defer, $2 the folder of the unpacked test data, $3 that of the workloads.
set -eu

prog=$1
data=$2
workloads=$3

cd "$(dirname "$0")/../.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# A demo leaves nothing in the cache of build ids.
export PERF_BUILDID_DIR=/dev/null

# show LINES COMMAND...: prints the first lines of its output.
show() {
	most=$1
	shift
	echo "\$ $*"
	"$@" >"$tmp/out" </dev/null || return 1
	head -n "$most" "$tmp/out"
	lines=$(wc -l <"$tmp/out")
	if [ "$lines" -gt "$most" ]; then
		echo "... ($((lines - most)) more lines)"
	fi
	echo
}

live=$(dirname "$workloads")/demo.data
echo "== Live: a program that is busy in read() and write()"
echo
if show 5 "$prog" record -o "$live" -- "$workloads/syscalls"; then
	show 60 "$prog" report --stdio --no-children --percent-limit 3 -i "$live"
else
	echo "This machine does not let us record; \`$prog check\` says why and what to do."
	echo
fi

echo "== Shipped: Linux 7.2, two threads in write(); from their own functions down into the kernel,"
echo "== though their stacks were deferred"
echo
set -- -i "$data/burn2.data" --kallsyms "$data/kallsyms-boot1" --symfs "$data/symfs"
show 50 "$prog" report --stdio --no-children --percent-limit 40 -g caller,20 "$@"
show 20 "$prog" audit -q -i "$data/burn2.data"

cat <<END
Now try:

  $prog check                # can this kernel defer?
  $prog record -- COMMAND    # then: $prog report
  $prog report $*    # views on the terminal; h lists the keys
  $prog audit -i $data/forky-systemwide.data    # many short processes
  $prog script $* | less
  make install        # then the perf that you have runs it: perf defer record ...
END
