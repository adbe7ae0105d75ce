#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The main job, on a real trace: $1 is perf-defer, $2 the folder of the unpacked test data.
set -eu

prog=$1
data=$2

cd "$(dirname "$0")/../.."
set -- report --stdio -i "$data/burn2.data" --kallsyms "$data/kallsyms-boot1" --symfs "$data/symfs"

echo "\$ $prog $*"
out=$(mktemp)
trap 'rm -f "$out"' EXIT
"$prog" "$@" >"$out" </dev/null
head -n 60 "$out"
lines=$(wc -l <"$out")
if [ "$lines" -gt 60 ]; then
	echo "... ($((lines - 60)) more lines)"
fi

cat <<END

That was a trace of Linux 7.2 with two threads in read() and write(): each stack goes from the
program's own functions down into the kernel. Now try:

  $prog $*
  $prog audit -i $data/burn2.data
  $prog script -i $data/burn2.data --kallsyms $data/kallsyms-boot1 --symfs $data/symfs | less
  make install        # then the perf that you have runs it: perf defer report ...
END
