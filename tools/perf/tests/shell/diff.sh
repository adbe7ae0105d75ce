#!/bin/bash
# diff: equal recordings have no change, a known one is found, and what is not comparable is told
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/record.sh"
need_data
need_recording

# diff_of ARGUMENT...: what diff prints, in out; its warnings are in err and its status in $status.
diff_of()
{
	"$perf_defer" diff "$@" >out 2>err
	status=$?
	evidence=err
}

# shows TEXT...: the output has this text.
shows()
{
	evidence=out
	grep -qF -e "$*" out || fail "no '$*' in:"
	evidence=err
}

names=(--kallsyms "$data/kallsyms-boot2" --symfs "$data/symfs")

# ---- equal recordings ----

diff_of --significant -q "${names[@]}" "$data/burn2.data" "$data/burn2.data"
[ $status = 0 ] && [ ! -s out ] || fail "a recording differs from itself: status $status, $(head -n 3 out)"
diff_of -t, -q "${names[@]}" "$data/burn2.data" "$data/burn2.data"
awk -F, '$1 != $2 || $3 != "+0.00%" || $4 != "+0.0%" { exit 1 }' out || fail "a row differs from itself"
# Rows are those of report, and add up.
"$perf_defer" report --stdio -q --no-children -g none -s dso,sym -F sample "${names[@]}" -i "$data/burn2.data" \
	2>err | grep -c . >rows
[ "$(wc -l <out)" = "$(cat rows)" ] || fail "$(wc -l <out) rows, not the $(cat rows) of report"
awk -F, '{ sum += $1 } END { exit sum < 99 || sum > 101 }' out || fail "shares do not add up"

# Runs from which samples are lost by chance, from each run others, are equal as well.
for seed in 1 2 3 4 5 6; do
	"${PERF_DEFER_GENERATE:?}" -o "null$seed.data" --loss 40 --seed $seed "$data/burn2.data" >out 2>err ||
		die "no trace with losses:"
done
diff_of --significant -q "${names[@]}" null[123].data -- null[456].data
[ $status = 0 ] && [ ! -s out ] || fail "equal runs differ: status $status, $(head -n 3 out)"
diff_of "${names[@]}" null[123].data -- null[456].data
shows "per run of equal work"
diff_of --stacks --significant -q "${names[@]}" null[123].data -- null[456].data
[ $status = 0 ] && [ ! -s out ] || fail "stacks of equal runs differ: status $status, $(head -n 3 out)"
diff_of "${names[@]}" null1.data "$data/burn2.data"
shows "Lost records:"
shows "stacks may differ because of that"
! grep -q '?' out || fail "what was hit depends on stacks"

# One lost 3 % of its user stacks: what has changed by no more than that is marked, if it has user code.
diff_of --children "${names[@]}" null1.data "$data/burn2.data"
shows "changes with ? are not larger than what is missing"
grep -q ' ?+[0-9.]*% .* level2$' out && ! grep '?.*\[k\]' out || fail "missing stacks do not explain changes"
for rows in --stacks --callers -g --seam=pivot --seam=user; do
	diff_of -q $rows "${names[@]}" null1.data "$data/burn2.data"
	grep -q ' ?-100.0%.*\[user stack lost\]' out || fail "$rows: lost stacks are not told"
	diff_of -q $rows "${names[@]}" null1.data null2.data
	! grep '?' out || fail "$rows: stacks of equal runs are told"
done
diff_of -q --stacks --seam=kernel "${names[@]}" null1.data "$data/burn2.data"
! grep '?' out || fail "kernel halves depend on user stacks"
# Nor is it found if runs are known to differ more.
for how in '0.1 -' '50 !'; do
	diff_of -q -t, --seam=user --run-cv "${how% *}" "${names[@]}" null1.data "$data/burn2.data"
	awk -F, -v not="${how#* }" '$NF ~ / __libc_write$/ { found = $7 < 0.05 } END { exit found == (not == "!") }' out ||
		fail "--run-cv ${how% *}: $(head -n 3 out)"
done
diff_of --json --callers "${names[@]}" null1.data "$data/burn2.data"
python3 -c 'import json
rows = json.load(open("out"))["events"][0]["rows"]
told = [row["stack"] for row in rows if row["may_be_missing"]]
assert ["rep_movs_alternative"] not in told and len(told[0]) > 1 and len(told) < len(rows), told' 2>err ||
	fail "JSON does not tell of missing stacks:"

# Filters leave the samples that report counts with them, on both sides.
for filter in '--tid 114' '--pid 112' '--time 0%-30%' '--comms burn' '--symbols level1' '--dsos burn'; do
	# shellcheck disable=SC2086 # words
	"$perf_defer" report --stdio -q --no-children -g none -s sym -F sample $filter "${names[@]}" -i "$data/burn2.data" \
		2>err | awk '{ sum += $1 } END { print sum + 0 }' >count
	# shellcheck disable=SC2086
	diff_of --json $filter "${names[@]}" "$data/burn2.data" "$data/burn2.data"
	python3 -c 'import json
rows = json.load(open("out"))["events"][0]["rows"]
want = int(open("count").read())
assert want > 0
assert want == sum(row["samples_before"] for row in rows) == sum(row["samples_after"] for row in rows), want' 2>err ||
		fail "$filter: other samples than in report:"
done
diff_of --json --cpu 0 --kallsyms "$data/kallsyms-boot1" "$data/forky-systemwide.data" "$data/forky-systemwide.data"
python3 -c 'import json
assert json.load(open("out"))["events"][0]["after"]["samples"] == 1035' 2>err || fail "--cpu 0: other samples:"

# ---- with all that rows call ----

# Functions have the samples of all stacks that they are in, and nodes of the tree those of all below them.
"$perf_defer" export -f folded --counts --no-marks "${names[@]}" null1.data >folded 2>err || die "not exported:"
diff_of --json --clones --children -s sym "${names[@]}" null1.data null2.data
mv out functions
diff_of --json --clones -g "${names[@]}" null1.data null2.data
python3 - functions out folded >err <<'END' || fail "inclusive rows are not the sums of stacks:"
import collections, json, sys
functions, nodes, total = collections.Counter(), collections.Counter(), 0
for line in open(sys.argv[3]):
    stack, count = line.rsplit(" ", 1)
    names = stack.split(";")[1:]
    total += int(count)
    functions.update({name: int(count) for name in set(names)})
    nodes.update({tuple(names[:i + 1]): int(count) for i in range(len(names))})
rows = json.load(open(sys.argv[1]))["events"][0]["rows"]
assert len(rows) > 30
for row in rows:
    assert row["samples_before"] == functions[row["symbol"].replace(" (inlined)", "")], (row, functions[row["symbol"]])
    assert row["q"] is None and row["holds"] == 0, row
rows = json.load(open(sys.argv[2]))["events"][0]["rows"]
shown = [tuple(row["stack"]) for row in rows]
for row in rows:
    stack = tuple(row["stack"])
    assert row["samples_before"] == nodes[stack], (row, nodes[stack])
    assert len(stack) == 1 or stack[:-1] in shown[:shown.index(stack)], row
for node, count in nodes.items():
    assert count < 0.005 * total or node in shown, (node, count)
END
# What was hit has the rows that it has without its callers. These have the samples of both files from there.
"$perf_defer" export -f folded --counts --no-marks "${names[@]}" null2.data >folded2 2>err || die "not exported:"
diff_of --json --clones -s sym "${names[@]}" null1.data null2.data
mv out functions
diff_of --json --clones --callers "${names[@]}" null1.data null2.data
python3 - functions out folded folded2 >err <<'END' || fail "callers are not the sums of stacks:"
import collections, json, sys
nodes, total = (collections.Counter(), collections.Counter()), [0, 0]
for side in 0, 1:
    for line in open(sys.argv[3 + side]):
        stack, count = line.rsplit(" ", 1)
        names = tuple(stack.split(";")[:0:-1])
        total[side] += int(count)
        nodes[side].update({names[:i + 1]: int(count) for i in range(len(names))})
functions = json.load(open(sys.argv[1]))["events"][0]["rows"]
rows = json.load(open(sys.argv[2]))["events"][0]["rows"]
shown = [tuple(row["stack"]) for row in rows]
for row in rows:
    stack = tuple(row["stack"])
    assert (row["samples_before"], row["samples_after"]) == (nodes[0][stack], nodes[1][stack]), row
    assert len(stack) == 1 or stack[:-1] in shown[:shown.index(stack)], row
for node in nodes[0] | nodes[1]:
    small = nodes[0][node] < 0.005 * total[0] and nodes[1][node] < 0.005 * total[1]
    assert (node in shown) == (not small or len(node) == 1), node
tops = {row["stack"][0]: (row["samples_before"], row["p"]) for row in rows if len(row["stack"]) == 1}
assert len(tops) > 30
for row in functions:
    name = row["symbol"]
    assert tops[name] == (row["samples_before"], row["p"]), (row, tops[name])
END
diff_of -q --callers "${names[@]}" null1.data null2.data
evidence=out
grep -q ' [01]\.[0-9]*  rep_movs_alternative$' out && grep -q ' -   copy_folio_from_iter_atomic$' out &&
	! grep -q ';' out || fail "callers are not below what was hit:"
evidence=err
diff_of -q --callers --significant "${names[@]}" null[123].data -- null[456].data
[ $status = 0 ] && [ ! -s out ] || fail "callers of equal runs differ: status $status, $(head -n 3 out)"
diff_of -g "${names[@]}" null[123].data -- null[456].data
grep -q '^ .*   level1$' out || fail "nodes are not below their callers"
! grep -q ';' out || fail "a node has the names of its callers"
shows "Holds  Moved  Stack"
diff_of -g -q --significant "${names[@]}" null[123].data -- null[456].data
[ $status = 0 ] && [ ! -s out ] || fail "trees of equal runs differ: status $status, $(head -n 3 out)"
diff_of --children --fail-if 'symbol=main,q<0.5' "${names[@]}" null[123].data -- null[456].data
[ $status = 129 ] || fail "a gate with q of inclusive rows has status $status:"

# Rows of where both halves meet, and of kinds of entry, have each sample once.
"$perf_defer" report --stdio -q -g none --seam=pivot -s sym -F sample,sym "${names[@]}" -i null1.data 2>err | grep . >pivots ||
	die "no pivots:"
for rows in '--seam=pivot -s sym' --kinds; do
	# shellcheck disable=SC2086 # words
	diff_of --json --clones $rows "${names[@]}" null1.data null2.data
	python3 - pivots out "${rows%% *}" >err <<'END' || fail "$rows: rows are not the sums of samples:"
import collections, json, sys
want = collections.Counter()
for line in open(sys.argv[1]):
    count, _, pivot = line.split(None, 2)
    pivot = pivot.strip()
    want[pivot.split(" -> ")[1] if sys.argv[3] == "--kinds" else pivot] += int(count)
event, = json.load(open(sys.argv[2]))["events"]
have = {row["kind" if sys.argv[3] == "--kinds" else "symbol"]: row["samples_before"] for row in event["rows"]}
assert sum(have.values()) == event["before"]["samples"]
assert {name: nr for name, nr in have.items() if nr} == want, (have, want)
assert sys.argv[3] != "--kinds" or "syscall write" in want, want
END
done
diff_of --kinds "${names[@]}" null[123].data -- null[456].data
shows "  Entry"
evidence=out
grep -q ' [01]\.[0-9]*  syscall write$' out || fail "kinds have no q:"
evidence=err
diff_of -q --seam=kernel -t, -s sym "${names[@]}" null1.data null2.data
grep -q '\[user mode\]' out || fail "--seam=kernel has no row for user mode"
for bad in '--callers -g' '--callers --children' '--kinds --callers' '--kinds -g' '--kinds --children' '--kinds -s comm' '--kinds --seam=user' '--seam=pivot --stacks' \
	'--seam=half'; do
	# shellcheck disable=SC2086 # words
	diff_of $bad null1.data null2.data
	[ $status = 129 ] || fail "$bad has status $status:"
done

# ---- other kernels ----

diff_of -t, --symfs "$data/symfs" "$data/burn1.pipe" "$data/burn2.data"
[ "$(grep -c ',burn,\[\.\] leaf_compute$' out)" = 1 ] || fail "leaf_compute is not one row of two kernels"
grep -q '^[1-9][^,]*,[0-9][^,]*,.*,\[kernel.kallsyms\],\[unknown\]$' out ||
	fail "code of kernels without symbols is not one row"
diff_of -t, --stacks --symfs "$data/symfs" "$data/burn1.pipe" "$data/burn2.data"
grep -q '__libc_start_call_main;main;level1;level2;__libc_write' out || fail "whole stacks have no names"
shows 'may differ more: compare several'

# ---- a known change ----

cat >work.c <<'END'
#include <stdlib.h>
static volatile unsigned long sum;
#ifdef MOVED
void __attribute__((noinline)) moved(void) { for (int i = 0; i < 100; i++) sum *= 3; }
#endif
static void __attribute__((noinline)) parse(unsigned long n) { while (n--) sum += n; }
static void __attribute__((noinline)) emit(unsigned long n) { while (n--) sum += n; }
static void __attribute__((noinline)) check(unsigned long n) { while (n--) sum ^= n; }
int main(int argc, char **argv)
{
	for (int i = 0; i < 3000; i++) {
		parse(60000);
		emit(atol(argv[1]));
		check(30000);
	}
	return argc != 2;
}
END
cc -O1 -g -fno-omit-frame-pointer -o before work.c 2>err && cc -DMOVED -O1 -g -fno-omit-frame-pointer \
	-Wl,--build-id=0x1234 -o after work.c 2>err || skip "no compiler is here"
ln before work-a
mkdir b && mv after b/before # one name, another build, with its functions elsewhere
for run in 1 2 3; do
	"$perf_defer" record -q -N -F 1000 -e cpu-clock:u -g -o "a$run.data" ./before 60000 >out 2>err ||
		die "not recorded:"
	"$perf_defer" record -q -N -F 1000 -e cpu-clock:u -g -o "b$run.data" ./b/before 240000 >out 2>err ||
		die "not recorded:"
done
diff_of -t, a[123].data -- b[123].data
row=$(grep ',before,\[\.\] emit$' out)
diff_of -q -t, -F a[123].data -- b[123].data
evidence=out
grep -q ',[0-9.]* of [0-9.]*, theta 0\.500, phi [0-9.]*, df [0-9.]*,before,\[\.\] emit$' out || fail "-F does not say what p is made of:"
diff_of -t, a[123].data -- b[123].data
IFS=, read -r _ _ _ change interval _ q _ <<<"$row"
[ "$(grep -c ',before,\[\.\] emit$' out)" = 1 ] || fail "emit is not one row of two builds: $row"
awk -v q="$q" 'BEGIN { exit !(q != "-" && q + 0 < 0.05) }' || fail "emit has taken four times as long, and is not found: $row"
awk -v low="${interval%%..*}" -v high="${interval##*..}" \
	'BEGIN { exit !(low + 0 > 0 && low + 0 < 350 && high + 0 > 250 && high + 0 < 1500) }' || fail "$interval is far from 300 %: $change"
head -n 12 out | grep -q "Total .* +[1-9]" || fail "the total has not risen"
diff_of -q --significant a[123].data -- b[123].data
evidence=out
grep -q emit out || fail "--significant does not show emit:"
evidence=err

diff_of -q --significant a[123].data -- b[123].data
nr_found=$(wc -l <out)
diff_of -q -t, --significant --children a[123].data -- b[123].data
cut -d, -f7,9 out | sort >held
evidence=held
grep -qF '1,[.] emit' held && grep -q "^$nr_found,.*main" held || fail "no caller holds the $nr_found changed functions:"
diff_of -q --significant -g a[123].data -- b[123].data
evidence=out
grep -q '   emit$' out || fail "the tree does not lead to emit:"
evidence=err

# Which callers it is that emit rose by.
diff_of -t, --significant --callers a[123].data -- b[123].data
evidence=out
shows 'Below each function are its callers'
grep -q '^[^,]*,[^,]*,+[^,]*,+[^,]*,[^,]*,[^,]*,-,emit;[^,;]*$' out || fail "emit has no caller that it rose by:"
caller=$(sed -n 's/^.*,-,emit;\([^,;]*\)$/\1/p' out)
grep -q '^[^,]*,[^,]*,[^,]*,[^,]*,[^,]*,[^,]*,[0-9][^,]*,emit$' out || fail "emit has no q:"
evidence=err

# One by one, the same change is within the noise of so short a run, or nothing is known of that.
diff_of a1.data b1.data
grep -q 'nothing is known of their noise\|p in run' out || fail "one run against one does not say what it knows"

# perf diff has the same deltas. It joins functions by their addresses, so this needs one build.
if has_perf; then
	"$perf_defer" record -q -N -F 1000 -e cpu-clock:u -g -o c1.data ./before 120000 >out 2>err || die "not recorded:"
	perf diff -q -c delta -t, -s sym a1.data c1.data 2>/dev/null | sed 's/ //g' |
		awk -F, '$2 ~ /%/ { print $3, $2 + 0 }' | sort >perf
	diff_of -q -c delta -t, -s sym a1.data c1.data
	awk -F, '$1 != "0.00%" && $2 != "0.00%" { sub(/ /, "", $NF); print $NF, $3 + 0 }' out | sort >ours
	awk 'NR == FNR { perf[$1] = $2; next }
		($1 in perf) { nr++; d = perf[$1] - $2; if (d < -0.011 || d > 0.011) { print $1, perf[$1], $2; bad = 1 } }
		END { exit bad || nr < 3 }' perf ours >err || unlike_perf "deltas are not those of perf diff:"
fi

# By how much the share of a function that does 30 % more changes, however slow runs are. If the load hides that, it
# is said which change is not seen. An interval widens with the root of the dispersion of the runs.
if [ -x "${PERF_DEFER_WORKLOADS:-}/slowed" ]; then
	for run in 1 2 3; do
		for work in 100 130; do
			"$perf_defer" record -q -N -F 2000 -e cpu-clock:u -g -o "slowed$work-$run.data" \
				"$PERF_DEFER_WORKLOADS/slowed" $work 40000 >out 2>err || die "not recorded:"
		done
	done
	diff_of --json --per share slowed100-?.data -- slowed130-?.data
	python3 -c 'import json
rows = {row["symbol"]: row for row in json.load(open("out"))["events"][0]["rows"]}
emit, low, high = rows["emit"], *rows["emit"]["interval"]
change = 1.3 / (1 + 0.3 * emit["before"]) - 1
assert low - 0.03 < change < high + 0.03, (change, emit)
assert high - low < 0.3 * max(1, emit["dispersion"]) ** 0.5, emit
assert emit["found"] or emit["limit"] > 0, emit' 2>err || fail "30 % more are not found:"
fi

# ---- JSON ----

# It has the figures of the text.
diff_of -q -p -t, a[123].data -- b[123].data
mv out text
diff_of --json a[123].data -- b[123].data
[ $status = 0 ] || fail "--json: status $status:"
python3 - text out >err <<'END' || fail "JSON and text differ:"
import json, sys
lines = [line.rstrip("\n").split(",") for line in open(sys.argv[1])]
top = json.load(open(sys.argv[2]))
event, = top["events"]
assert top["schema"] == 2 and top["per"] == "run" and event["compared"], top
assert [run["side"] for run in top["runs"]] == ["before"] * 3 + ["after"] * 3
assert sum(row["samples_after"] for row in event["rows"]) == event["after"]["samples"]
assert event["total"]["change"] > 0 and event["total"]["interval"][0] < event["total"]["change"]
assert len(lines) == len(event["rows"]) >= 3
for line, row in zip(lines, event["rows"]):
    before, after, delta, change, interval, limit, q, periods, dso, symbol = line
    assert symbol == "[%s] %s" % ("k" if row["half"] == "kernel" else ".", row["symbol"]), (line, row)
    assert dso == row["dso"] and periods == "%d %d" % (row["period_before"], row["period_after"]), (line, row)
    assert before == "%.2f%%" % (100 * row["before"]) and after == "%.2f%%" % (100 * row["after"]), (line, row)
    assert change == ("new" if row["change"] is None else "%+.1f%%" % (100 * row["change"])), (line, row)
    assert (q == "-") == (row["q"] is None) and (q == "-" or abs(row["q"] - float(q)) < 1e-4), (line, row)
    assert limit != "" or row["found"] or row["limit"] is None or row["limit"] > 99, (line, row)
    low, high = row["interval"]
    assert interval.startswith("%+.1f%%.." % (100 * low)) and (high is None or high > low), (line, row)
assert "emit" in [row["symbol"] for row in event["rows"] if row["found"]]
END
diff_of --json --stacks --significant -S emit a[123].data -- b[123].data
python3 -c 'import json, sys
rows = json.load(open("out"))["events"][0]["rows"]
assert len(rows) == 1 and len(rows[0]["stack"]) > 1 and rows[0]["stack"][-1] == "emit", rows' 2>err || fail "JSON has no stack:"
"$perf_defer" record -q -N -e cpu-clock:u,page-faults:u -o two.data ./before 6000 >out 2>err || die "not recorded:"
diff_of --json two.data b1.data
python3 -c 'import json
faults, = [event for event in json.load(open("out"))["events"] if event["event"] == "page-faults:u"]
assert not faults["compared"] and faults["before"]["samples"] and "rows" not in faults, faults' 2>err ||
	fail "JSON does not tell of an event of one side:"

# ---- a gate ----

gate()
{
	local want=$1
	shift
	diff_of -q --fail-if "$@"
	[ $status = "$want" ] || fail "--fail-if $*: status $status, not $want:"
}

gate 1 'symbol=emit,change>5%,q<0.05' a[123].data -- b[123].data
has 'emit changed by +'
[ "$(wc -l <err)" = 1 ] || fail "a gate says more than one line:"
gate 0 'symbol=emit,change<-5%,q<0.05' a[123].data -- b[123].data
gate 0 'symbol=parse,change>60%,q<0.05' a[123].data -- b[123].data
gate 0 'symbol=emi,change>5%' a[123].data -- b[123].data
gate 1 'symbol=emit,change>5%,q<0.05' --callers a[123].data -- b[123].data
gate 0 "symbol=$caller,change>5%" --callers -S emit a[123].data -- b[123].data
gate 1 'total,change>5%' a[123].data -- b[123].data
gate 2 'symbol=emit,change>5%,q<0.05' a[12].data -- b[12].data
has 'q needs at least 3 runs'
# Three of one side are enough, whichever it is.
gate 0 'symbol=emit,change<-5%,q<0.05' a[123].data -- b1.data
gate 0 'symbol=emit,change<-5%,q<0.05' a1.data -- b[123].data
gate 129 'symbol=emit' a1.data b1.data
gate 129 'change>x' a1.data b1.data
gate 129 'symbl=emit,q<1' a1.data b1.data

# ---- references ----

diff_of -t, -q --per unit --units 1,1,1,4,4,4 -S emit a[123].data -- b[123].data
awk -F, '$4 + 0 > 60 || $4 + 0 < -60 { exit 1 }' out || fail "four times the work is not divided by: $(cat out)"
for bad in '--per week' '--per unit' '--per unit --units 1' '--per unit --units 1,0' '--units 1,2' '-c cycles' \
	'-c wdiff:1' '--run-cv 0' '--significant=x' '-t .' '-s nokey' '--percentage half' '-D' '--stream'; do
	# shellcheck disable=SC2086 # words
	diff_of $bad a1.data b1.data
	[ $status = 129 ] || fail "$bad has status $status:"
done
# What is shown is what -c says, and the greatest is first; with -o 0, what was before is.
for compute in 'delta b - a' 'delta-abs (b > a ? b - a : a - b)' 'ratio b / a' 'wdiff:1,-2 -2 * b - a'; do
	diff_of -q -b -t, -c "${compute%% *}" --per share a1.data b1.data
	awk -F, "{ a = \$1 + 0; b = \$2 + 0; shown = \$3 ~ /^-/ && \"$compute\" ~ /abs/ ? -\$3 : \$3 + 0; want = ${compute#* } }
		a > 1 && b > 1 { nr++; d = shown - want; if (d > 0.03 || d < -0.03) exit 1 }
		NR > 1 && shown > last + 0.001 { exit 1 }
		a == 0 { exit 1 }
		{ last = shown }
		END { if (nr < 3) exit 1 }" out || fail "-c $compute: $(cat out)"
done
diff_of -q -t, -o 0 a1.data b1.data
sort -s -t, -k1,1nr out | cmp -s - out || fail "-o 0: not in the order of before: $(cat out)"

# Several before against one after: the runs before tell of noise.
diff_of -t, a[123].data -- b1.data
awk -F, '$NF ~ / emit$/ { exit !($7 != "-" && $7 < 0.05 && $4 + 0 > 50) }' out || fail "emit is not found in one run after: $(cat out)"

# Runs of twice the samples a second have the same rate if they took twice as long.
diff_of --json --per second a[123].data -- b[123].data
python3 -c 'import json
top = json.load(open("out"))
event, = top["events"]
for side in "before", "after":
    runs = [run["seconds"] for run in top["runs"] if run["side"] == side]
    rate = event[side]["period"] / sum(runs)
    assert abs(event["total"][side] / rate - 1) < 1e-6, (side, rate, event["total"])' 2>err || fail "--per second:"
diff_of a1.data b1.data b2.data
[ $status = 129 ] || fail "three files have no sides, and status $status:"
has 'Write -- between'
diff_of -- b1.data
[ $status = 129 ] || fail "no file before has status $status:"
diff_of a1.data none.data
[ $status = 1 ] || fail "a file that is not there has status $status:"
has none.data

# ---- what is not there ----

diff_of two.data b1.data
shows 'page-faults:u has samples only before: it is not compared'
[ $status = 0 ] || fail "an event of one side has status $status:"
diff_of --comms nobody a1.data b1.data
[ $status = 1 ] || fail "empty sides have status $status:"
has "nobody"
head -c 100 a1.data >cut.data
diff_of cut.data b1.data
[ $status = 1 ] && [ -s err ] || fail "a cut file has status $status:"

# ---- hostile names ----

evil=$(printf 'a;b\033[31m,c')
mv work-a "$evil"
"$perf_defer" record -q -N -e cpu-clock:u -g -o evil.data "./$evil" 30000 >out 2>err || die "not recorded:"
for sort in comm dso,sym; do
	for how in -q "-t," --stacks; do
		diff_of -s $sort $how a1.data evil.data
		[ $status = 0 ] || fail "hostile names: status $status:"
		! LC_ALL=C grep -q "$(printf '[\001-\010\013-\037]')" out || fail "a control character was printed"
	done
done
diff_of -q -t, -s comm a1.data evil.data
[ "$(awk -F, '{ print NF }' out | sort -u | wc -l)" = 1 ] || fail "a name has a column of its own: $(cat out)"

verdict
