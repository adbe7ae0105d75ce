#!/bin/bash
# The verbs do the same when perf runs them, for `perf defer`
# SPDX-License-Identifier: GPL-2.0-only
set -u

perf_defer=${PERF_DEFER:?}
perf=perf
shell=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
chmod 755 "$dir" # for suites that give up privileges
trap 'rm -rf "$dir"' EXIT

# Another Debian's perf, with the libraries of its folder: the loader is what is run, and its link
# has perf's name, as a process of perf has.
if [ -n "${PERF_DEFER_PEER:-}" ]; then
	peer=$(cd "$PERF_DEFER_PEER" && pwd) || exit 1
	set -- "$peer"/lib64/ld-linux*.so.* "$peer"/usr/lib/*-linux-gnu*
	perf=$dir/peer
	mkdir "$dir/loader"
	ln -s "$1" "$dir/loader/perf"
	cat >"$perf" <<-END
		#!/bin/sh
		exec $dir/loader/perf --argv0 perf --library-path $2 $peer/usr/bin/perf "\$@"
	END
	chmod +x "$perf"
fi
# The peer's folder may be one that the user without privileges, as whom `check` runs too, cannot enter.
suites='audit cli manual record-cli record-file report script'
[ -n "${PERF_DEFER_PEER:-}" ] || suites="$suites check"

if ! version=$("$perf" --version 2>&1); then
	echo "perf is not installed"
	exit 2
fi
echo "$version"

# What the suites take for perf-defer: the program as perf finds it, and perf before it.
mkdir "$dir/bin"
cp "$perf_defer" "$dir/bin/" # a clone may be in a home that others cannot enter
cat >"$dir/perf-defer" <<END
#!/bin/sh
PATH=$dir/bin:\$PATH exec "$perf" defer "\$@"
END
chmod +x "$dir/perf-defer"

said=$("$dir/perf-defer" --version) || exit 1
[ "$said" = "$("$perf_defer" --version)" ] || exit 1

failed=0
for suite in $suites; do
	status=0
	THROUGH_PERF=1 PERF_DEFER=$dir/perf-defer "$shell/$suite.sh" >"$dir/out" 2>&1 </dev/null || status=$?
	if [ "$status" != 0 ]; then
		echo "$suite through perf: status $status"
		sed 's/^/    /' "$dir/out"
		failed=1
	fi
done

# perf takes a death by a signal, and status 127, for a program that it cannot run.
cd "$dir" || exit 1

# ends STATUS COMMAND...: it does, and perf has nothing to say.
ends()
{
	want=$1
	shift
	"$@" >out 2>err </dev/null
	got=$?
	[ "$got" = "$want" ] || {
		echo "$*: status $got, not $want"
		failed=1
	}
	! grep -E 'FATAL|not a perf-command' err || {
		echo "$*: perf complains"
		failed=1
	}
}

ends 137 ./perf-defer record -q -e cpu-clock -o x.data sh -c 'kill -KILL $$'
ends 126 ./perf-defer record -q -e cpu-clock -o x.data sh -c 'exit 127'
ends 3 ./perf-defer record -q -e cpu-clock -o x.data sh -c 'exit 3'

./perf-defer script -q -i "${PERF_DEFER_TEST_DATA:?}/burn2.data" 2>err | head -n 1 >out
status=${PIPESTATUS[0]}
if [ "$status" != 141 ] || [ -s err ]; then
	echo "script | head: status $status, not 141 in silence: $(cat err)"
	failed=1
fi

exit $failed
