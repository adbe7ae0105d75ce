#!/bin/bash
# Which events a recording opens, for whom, and how long that takes
# SPDX-License-Identifier: GPL-2.0-only
set -u

perf_defer=${PERF_DEFER:?}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
failed=0

export PERF_CONFIG=/dev/null

fail()
{
	echo "$*" >&2
	sed 's/^/    /' err >&2
	failed=1
}

"$perf_defer" record -q -e cpu-clock -o try.data true 2>err || {
	grep -q 'no permission\|without perf events' err && echo "this user may not record here" && exit 2
	fail "cpu-clock cannot be recorded:"
	exit 1
}

# ---- {a,b}:S, and the tasks that start meanwhile ----

cat >family <<'END'
#!/bin/sh
work()
{
	i=0
	while [ $i -lt 30000 ]; do
		i=$((i + 1))
	done
}
work &
work
wait
END
chmod +x family

# tids FILE: how many tasks named "family" have samples.
tids()
{
	"$perf_defer" script -i "$1" -F comm,tid 2>err | awk '$1 == "family" && !n[$2]++ { nr++ } END { print nr + 0 }'
}

IFS=.- read -r major minor _ < <(uname -r)
inherits=$((major > 6 || (major == 6 && minor >= 12)))
"$perf_defer" record -e '{cpu-clock,page-faults}:S' -o group.data ./family >out 2>err ||
	fail "a group that reads counters cannot be recorded:"
notes=$(grep -c 'tasks that start while it is recorded are left out' err)
[ "$notes" = $((1 - inherits)) ] || fail "Linux $major.$minor: $notes notes of tasks left out:"
[ "$(tids group.data)" = $((1 + inherits)) ] || fail "{cpu-clock,page-faults}:S has $(tids group.data) tasks:"
"$perf_defer" record -i -e '{cpu-clock,page-faults}:S' -o alone.data ./family >out 2>err ||
	fail "a group that reads counters cannot be recorded with -i:"
grep -q 'left out' err && fail "-i: nothing is left out that was asked for:"
[ "$(tids alone.data)" = 1 ] || fail "-i: $(tids alone.data) tasks:"

exit $failed
