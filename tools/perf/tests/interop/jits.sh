#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Do functions that node compiles, and those of Python, have the same names as perf gives them, sample by sample?
#
#     jits.sh FOLDER
#
# With node's --perf-prof, perf needs `perf inject -j` first; with --perf-basic-prof it reads perf-PID.map. Python,
# of the newest perf's Debian, has both as -X perf_jit and -X perf; it has no frame pointers, so its stacks are in dumps.
set -u -o pipefail

: "${PERF_DEFER:?run this with make interop}" "${PERF_DEFER_PEER:?}"
peer=$PERF_DEFER_PEER
peer_sh=$PWD/tools/scripts/peer.sh
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
	rm -rf "$peer/t/jits" "$peer"/tmp/perf-*.map "$peer"/tmp/jit-*.dump "$peer"/tmp/jitted-*.so
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

# ---- Python ----

in_peer()
{
	"$peer_sh" run "$peer" env HOME=/t/jits sh -c 'cd /t/jits && "$@"' sh "$@" </dev/null
}

# Ends stacks of perfs where ours have no call frame information, as in what crtbegin.o adds to a library: perf
# guesses on from there, by frame pointers.
end_alike()
{
	awk -v RS= -F '\n' '
	NR == FNR {
		if ($NF ~ /\[no call frame information\]$/)
			most[NR] = NF - 1
		next
	}
	{
		for (i = 1; i <= NF && (!(FNR in most) || i <= most[FNR]); i++)
			print $i
		print ""
	}' ours perfs >perfs.cut && mv perfs.cut perfs
	sed -i '/\[no call frame information\]$/d' ours
}

# python_text WHAT FILE PERFS: their text and ours, without the kernel, whose symbols are not below the folder.
python_text()
{
	in_peer perf script --no-inline --no-demangle -i "$3" -F time,ip,sym 2>err | grep -v '^	ffffffff' >perfs ||
		bad "python $1: perf script"
	"$PERF_DEFER" script -q --no-inline --no-demangle --symfs "$peer" -i "$peer/t/jits/$2" -F time,ip,sym 2>err |
		grep -v '^	ffffffff' >ours || bad "python $1: perf defer script"
	end_alike
	nr=$(grep -c ' py::\(adder\|fibonacci\):/t/jits/work.py$' ours)
	[ "$nr" -ge 100 ] || bad "python $1: only $nr functions of the program"
	echo "| python $1 | $(grep -c ' py::' ours) functions, $nr of them the program's |"
}

mkdir -p "$peer/t/jits"
cat >"$peer/t/jits/work.py" <<'end_of_py'
import time

def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)

def adder(n):
    total = 0
    for i in range(n):
        total = (total * 31 + i) & 0xFFFFFF
    return total

end = time.process_time() + 1
while time.process_time() < end:
    fibonacci(15)
    adder(20000)
end_of_py
in_peer perf record -q -k mono -e cpu-clock -F 500 --call-graph dwarf,16384 -o jit.data -- python3 -X perf_jit work.py >out 2>err ||
	bad "perf record of python -X perf_jit"
in_peer perf inject -j -i jit.data -o injected.data >out 2>err || bad "perf inject -j of python"
python_text "-X perf_jit" jit.data injected.data
cmp perfs ours >err || bad "python -X perf_jit: perf shows other frames: $(diff perfs ours | head -n 5)"

# What became callchains is read by perf as well.
"$PERF_DEFER" inject -q --convert-callchain --symfs "$peer" -i "$peer/t/jits/jit.data" -o "$peer/t/jits/chains.data" 2>err ||
	bad "inject --convert-callchain of python"
in_peer perf inject -j -i chains.data -o injected.data >out 2>err || bad "perf inject -j of callchains"
python_text "-X perf_jit, inject --convert-callchain" chains.data injected.data
cmp perfs ours >err || bad "python -X perf_jit: perf shows other callchains: $(diff perfs ours | head -n 5)"

# The code that -X perf tells of has no call frame information: stacks end there, and perf's do before it.
in_peer perf record -q -e cpu-clock -F 500 --call-graph dwarf,16384 -o map.data -- python3 -X perf work.py >out 2>err ||
	bad "perf record of python -X perf"
# Its number is one of a namespace of its own, and such files are looked for in /tmp.
map=$(cd "$peer/tmp" && echo perf-*.map)
if [ -e "$peer/tmp/$map" ] && [ ! -e "/tmp/$map" ]; then
	cp "$peer/tmp/$map" /tmp
	at_exit="$at_exit /tmp/$map"
else
	bad "python -X perf: no file, or one of another process: $map"
fi
python_text "-X perf" map.data map.data
awk '$2 !~ /^py::/' ours | cmp - perfs >err ||
	bad "python -X perf: perf shows other frames: $(diff perfs ours | head -n 5)"
[ $failed = 0 ]
