#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Do functions that node compiles have the same names as perf gives them, sample by sample?
#
#     jits.sh FOLDER
#
# With node's --perf-prof, perf needs `perf inject -j` first; with --perf-basic-prof it reads perf-PID.map.
set -u -o pipefail

: "${PERF_DEFER:?run this with make interop}"
mkdir -p "${1:?}/jits"
cd "$1/jits" || exit 1
export LC_ALL=C.UTF-8 PERF_BUILDID_DIR=/dev/null PERF_CONFIG=/dev/null
unset DEBUGINFOD_URLS
failed=0
at_exit=

bad()
{
	failed=$((failed + 1))
	echo "  FAILED: $1"
	[ ! -s err ] || head -n 5 err | sed 's/^/    /'
}

cleanup()
{
	rm -f ./*.dump ./jitted-* ./isolate-* $at_exit
}
trap cleanup EXIT

cat >work.js <<'end'
function fibonacci(n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
function adder(n) { let s = 0; for (let i = 0; i < n; i++) s = (s * 31 + i) | 0; return s; }
// Of its own time: on a machine with much to do, a second of the clock is over before anything was compiled.
const used = () => process.cpuUsage().user, end = used() + 1500000;
let x = 0;
while (used() < end) { x += fibonacci(20); x += adder(100000); }
end

# Kinds of code, with which node begins the names. A function is JS in node 20, one of the next three in node 18.
kinds='JS|Function|LazyCompile|InterpretedFunction|Script|Eval|Builtin|BytecodeHandler|RegExp|Stub'

# names: the time of a sample before each of its functions that node has compiled. Symbols of files may have several
# names, which are compared elsewhere.
names()
{
	awk -v kind=" ($kinds):" 'NF == 1 && /:$/ { time = $1; next } NF >= 2 && $0 ~ kind { $1 = ""; print time $0 }'
}

# compare WHAT FILE PERFS: both show the same functions, many of them in JITted code.
compare()
{
	local nr
	perf script --no-inline --no-demangle -i "$3" -F time,ip,sym 2>err </dev/null | names >perfs ||
		bad "$1: perf script"
	"$PERF_DEFER" script -q --no-inline --no-demangle -i "$2" -F time,ip,sym 2>err | names >ours ||
		bad "$1: perf defer script"
	nr=$(grep -c -E "($kinds):.*(adder|fibonacci)" ours)
	[ "$nr" -ge 100 ] || bad "$1: only $nr functions of the program"
	cmp -s perfs ours || bad "$1: perf names other functions: $(diff perfs ours | head -n 5)"
	echo "| node $1 | $(wc -l <ours) functions, $nr of them the program's |"
}

perf record -q -k mono -e cpu-clock -F 1000 -g -o prof.data -- node --perf-prof work.js >out 2>err ||
	bad "perf record of node"
perf inject -j -i prof.data -o injected.data >out 2>err </dev/null || bad "perf inject -j"
compare --perf-prof prof.data injected.data

# The same by our own recorder.
"$PERF_DEFER" record -q -N -k mono -e cpu-clock -F 1000 -g -o own.data -- node --perf-prof work.js >out 2>err ||
	bad "perf defer record of node"
"$PERF_DEFER" report --stdio -q --no-children -g none -s sym -i own.data >out 2>err || bad "perf defer report"
grep -q -E "\] ($kinds):.*adder" out || bad "a recording of our own has no names: $(head -n 20 out)"

perf record -q -e cpu-clock -F 1000 -g -o basic.data -- node --perf-basic-prof work.js >out 2>err ||
	bad "perf record of node"
at_exit=$(perf script -i basic.data -F pid 2>/dev/null </dev/null | sed -n 's/^ *\([0-9][0-9]*\).*/\/tmp\/perf-\1.map/p' | sort -u)
compare --perf-basic-prof basic.data basic.data
[ $failed = 0 ]
