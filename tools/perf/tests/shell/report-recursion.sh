#!/bin/bash
# report --recursion: what recurs is what exported stacks have twice
# SPDX-License-Identifier: GPL-2.0-only
set -e -o pipefail
. "$(dirname "$0")/lib/test.sh"
need_data

# Counts again, from folded stacks: "function samples deepest", and the samples of who called it again last.
recount()
{
	"$perf_defer" export -f folded --counts --no-marks "${files[@]}" 2> err | LC_ALL=C awk '
	{
		samples = $NF
		sub(/ [0-9]+$/, "")
		nr = split($0, frames, ";")
		delete times
		for (i = nr; i > 1; i--) {
			if (frames[i] ~ /^\[/)
				continue
			if (times[frames[i]]++ == 0)
				before[frames[i]] = frames[i - 1]
		}
		for (name in times) {
			if (times[name] < 2)
				continue
			all[name] += samples
			callers[name, before[name]] += samples
			if (times[name] > deepest[name])
				deepest[name] = times[name]
		}
	}
	END {
		for (pair in callers) {
			split(pair, of, SUBSEP)
			if (callers[pair] > most[of[1]])
				most[of[1]] = callers[pair]
		}
		for (name in all)
			printf "%s %d %d %.2f%%\n", name, all[name], deepest[name], 100 * most[name] / all[name]
	}' | LC_ALL=C sort
}

for trace in burn2 cxx; do
	files=(--kallsyms "$data/kallsyms-boot1" --symfs "$data/symfs" -i "$data/$trace.data")
	"$perf_defer" report --recursion "${files[@]}" > out 2> err || fail "$trace: $(cat err)"
	grep -v '^#' out | sed -E 's/^ *[0-9.]+% +([0-9]+) +([0-9]+) +[a-z]+ +([^ ].*[^ ]) +([0-9.]+%) .*/\3 \1 \2 \4/; s/ +([0-9]+ [0-9]+ )/ \1/' |
		LC_ALL=C sort > got || true
	recount > want
	diff got want || fail "$trace: other functions recur"
	[ -s got ] || fail "$trace: nothing recurs"
	! grep -q '^# none' out || fail "$trace: no function recurs, and some do"
done

files=(--kallsyms "$data/kallsyms-boot1" --symfs "$data/symfs" -i "$data/burn2.data")
"$perf_defer" report --recursion "${files[@]}" > out 2> err
grep -q ' user    recurse .* recurse$' out || fail "recurse does not call itself: $(cat out)"
"$perf_defer" report --recursion --tid 1 "${files[@]}" > out 2> err
[ "$(tail -n 1 out)" = '# none' ] || fail "it does not say that nothing recurs: $(cat out)"

status=0
"$perf_defer" report --recursion --seam "${files[@]}" > out 2> err || status=$?
[ $status -ne 0 ] || fail "--seam goes with --recursion"
grep -q 'whole stacks' err || fail "what does not go with --recursion: $(cat err)"

verdict
