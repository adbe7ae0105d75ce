#!/bin/sh
# The module perf_defer for Python gives what script and audit print
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
need_data
need_source
evidence=log

python=${PYTHON:-/usr/bin/python3}
wheel=$(ls "$(dirname "$perf_defer")"/python/perf_defer-*.whl 2>/dev/null)
[ -n "$wheel" ] || skip "the module is not built: it needs python3-dev, python3-setuptools and python3-wheel"

preload=
slow=
case ${PERF_DEFER_MAKE:-} in
*SANITIZE=thread*) skip "ThreadSanitizer must start before Python, which is built without it" ;;
*SANITIZE=address*)
	# Python itself leaks at its end, and is not built with the sanitizer.
	preload="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)"
	slow=1
	export ASAN_OPTIONS=detect_leaks=0
	;;
esac

# The wheel goes into an environment of its own, without a network.
"$python" -m venv "$dir/venv" >log 2>&1 || skip "no venv: it needs python3-venv"
venv=$dir/venv/bin/python
"$venv" -m pip --disable-pip-version-check install --no-index --no-deps --no-cache-dir "$wheel" >log 2>&1 ||
	die "pip does not install $wheel:"

# With one arena, threads do not change how much memory the process has.
export MALLOC_ARENA_MAX=1
export PERF_DEFER_SLOW=$slow PYTHONDONTWRITEBYTECODE=1 PYTHONFAULTHANDLER=1
tests=$top/tools/perf/python/tests
for suite in "$tests"/test_*.py; do
	LD_PRELOAD=$preload "$venv" "$suite" -v >log 2>&1 || fail "$(basename "$suite"):"
	sed -n 's/.* samples\/s, .*/&/p' log
done

# The examples run as they stand, and say what script and audit say.
LD_PRELOAD=$preload "$venv" "$top/tools/perf/python/examples/delays.py" "$data/cxx.data" \
	--kallsyms "$data/kallsyms-boot2" --symfs "$data/symfs" >out 2>log || fail "delays.py:"
grep -q 'cxx' out && grep -q 'merged-back' out || fail "delays.py says: $(head out)"

# Types: the stubs are those of the module, and the package is typed throughout.
if "$python" -c 'import mypy' 2>/dev/null && [ -z "$preload" ]; then
	packages=$("$venv" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
	cd "$packages" || die "no packages"
	"$python" -m mypy --strict --cache-dir=/dev/null perf_defer >"$dir/log" 2>&1 || fail "mypy --strict:"
	PYTHONPATH=$packages "$python" -m mypy.stubtest perf_defer._native >"$dir/log" 2>&1 || fail "stubtest:"
	cd "$dir" || exit 1
elif [ -z "$preload" ]; then
	leave_out "all but the types: mypy is not there"
fi
verdict
