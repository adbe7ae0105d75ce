#!/bin/bash
# -s records what each task counted, and report -T shows what perf shows of it; -n records no samples
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/record.sh"


need_recording

cat >work <<'END'
#!/bin/sh
for n in 1 2 3; do
	sh -c 'i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done'
done
END
chmod +x work

# table FILE ARGS...: the lines below the header of the table, whose columns go to out.
table()
{
	file=$1
	shift
	"$perf_defer" report --stdio -T -i "$file" "$@" >out 2>err || fail "report -T $*:"
	sed -n '/^# *PID/,$p' out
}

for_perf stat.data "$perf_defer" record -q -s -e cpu-clock,page-faults -o stat.data ./work 2>err ||
	fail "record -s:"
table stat.data >ours
head -n 1 ours | grep -qE '^# +PID +TID +cpu-clock +page-faults$' || fail "the head of the table: $(cat ours)"
# The kernel tells of those that end with an event of their own, which is not the last of all.
tasks=$(awk 'NR > 1 && $1 == $2 && $3 > 100000 && $4 > 0' ours | wc -l)
[ "$tasks" -ge 1 ] || fail "no task with counts: $(cat ours)"
table stat.data --pretty=raw >raw
[ "$(wc -l <raw)" = $((2 * $(wc -l <ours) - 1)) ] || fail "not two lines for each task: $(cat raw)"

# Samples are as without.
"$perf_defer" audit -i stat.data >out 2>err || fail "audit fails:"
grep -qE '^# Samples +: [1-9]' out || fail "-s: no samples"

# The same in perf's words.
if has_perf; then
	spared perf report --stdio -T -i stat.data 2>/dev/null | sed -n '/^# *PID/,$p' >theirs
	cmp -s ours theirs || unlike_perf "perf shows $(cat theirs)"
fi

# A recording without samples: what is counted is counted.
"$perf_defer" record -n -s -e cpu-clock,page-faults -o none.data ./work 2>err || fail "record -n:"
! grep -q ' samples)' err || fail "-n: there are samples:"
[ "$(table none.data | awk 'NR > 1 && $3 > 100000' | wc -l)" -ge 1 ] || fail "-n: no task with counts:"
"$perf_defer" audit -i none.data >out 2>err || fail "-n: audit fails:"
grep -qE '^# Samples +: 0$' out || fail "-n: samples: $(cat out)"

# Where nobody counted it is said.
"$perf_defer" report --stdio -T -i try.data >out 2>err || fail "report -T without counts fails:"
grep -q 'no per-thread counts: record them with -s' err || fail "not a word of counts that are missing:"

verdict
