#!/bin/sh
# the include rules of `make check` find what they are for
# SPDX-License-Identifier: GPL-2.0-only
set -u

scripts=$(cd "$(dirname "$0")/../../../.." && pwd)/tools/scripts
if [ ! -f "$scripts/includes.sh" ]; then
	echo "no source tree to check"
	exit 2
fi

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
mkdir -p scripts tools/lib/perf tools/perf/util/source tools/perf/util/fold tools/perf/ui
cp "$scripts/includes.sh" scripts/
printf '%s\n' '# order' '' 'base any' 'source bytes' 'fold stacks' 'profile rows' 'pipeline all' >scripts/layers
failed=0

# try STATUS FILE INCLUDE: FILE with one include passes (0) or does not (1)
try() {
	echo "#include $3" >"$2"
	scripts/includes.sh >out 2>&1
	got=$(($? != 0))
	if [ "$got" != "$1" ]; then
		echo "$2 with $3: status $got, not $1" >&2
		cat out >&2
		failed=1
	fi
	rm "$2"
}

try 0 tools/lib/perf/a.c '<string.h>'
try 0 tools/lib/perf/a.c '<sys/mman.h>'
try 0 tools/lib/perf/a.c '<perf/defer.h>'
try 0 tools/lib/perf/a.c '"bytes.h"'
try 1 tools/lib/perf/a.c '<zstd.h>'
try 1 tools/lib/perf/a.c '<linux/perf_event.h>'
try 1 tools/lib/perf/a.c '"util/fold/fold.h"'
try 0 tools/perf/util/source/source.c '"util/base/strpool.h"'
try 0 tools/perf/util/source/source.c '"util/source/source.h"'
try 0 tools/perf/util/source/source.c '<zstd.h>'
try 1 tools/perf/util/source/source.c '"util/fold/fold.h"'
try 1 tools/perf/util/source/source.c '"util/nobody-knows/source.h"'
try 1 tools/perf/util/source/source.c '"ui/rows.h"'
try 1 tools/perf/util/source/source.c '"tests/tests.h"'
try 1 tools/perf/util/source/source.c '"builtin-defer.h"'
try 1 tools/perf/util/source/source.c '"strpool.h"'
try 1 tools/perf/util/source/source.c '"util/profile/sort.h"'
try 1 tools/perf/util/source/source.c '"util/pipeline.h"'
try 0 tools/perf/util/pipeline.c '"util/profile/sort.h"'
try 1 tools/perf/util/nobody-knows.c '"util/base/strpool.h"'
try 0 tools/perf/util/fold/fold.h '"util/source/source.h"'
try 0 tools/perf/ui/rows.c '"util/fold/fold.h"'
try 1 tools/perf/ui/rows.c '"builtin-defer.h"'
try 0 tools/perf/builtin-defer.c '"ui/rows.h"'

exit $failed
