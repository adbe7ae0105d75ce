#!/bin/bash
# report -b counts branches as perf does, of a trace that is made here: few machines record branches
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"

perf=${THROUGH_PERF:-perf}
make=$shell/../interop/branch-trace.py

python3 -c 'import sys' 2>err || skip "no python3"
[ -e "$make" ] || skip "the program that makes the trace is not there"
cat >branchy.c <<'end'
int leaf(int x) { return x + 1; }
int middle(int x) { return leaf(x) * 2; }
int outer(int x) { return middle(x) + leaf(x); }
int main(int argc, char **argv) { return outer(argc); }
end
${CC:-cc} -O0 -g -o branchy branchy.c 2>err || skip "no compiler: $(tail -1 err)"
# shellcheck disable=SC2046 # words
python3 "$make" "$PWD/branchy" $(nm branchy | awk '/ T (leaf|middle|outer|main)$/ { print "0x" $1 }') >branches.data ||
	die "no trace is made"

# rows WORDS...: what a report prints, without its head and the space at the ends of lines.
rows()
{
	"$@" -b --stdio -i branches.data 2>err </dev/null | sed '/^#/d; s/ *$//; /^$/d'
}

ours()
{
	rows "$perf_defer" report "$@"
}

# ---- each branch of each sample counts once ----

"$perf_defer" script -q -i branches.data -F brstack 2>err | tr ' ' '\n' | grep '^0x' >branches
[ "$(wc -l <branches)" = 58 ] || fail "script shows other branches: $(wc -l <branches)"

# check KEY TEXT: a branch has this text, an expression of awk, in the column. It is from/to/M,P/X/A/cycles.
check()
{
	local told want
	told=$(ours -s "$1" -F "sample,$1" | awk '{ print $2, $1 }' | sort)
	want=$(awk -F/ "{ n[$2]++ } END { for (text in n) print text, n[text] }" branches | sort)
	[ "$told" = "$want" ] || fail "-s $1: $told, not $want"
}

# shellcheck disable=SC2016 # of awk
{
check mispredict '$3 == "P" ? "N" : $3 == "M" ? "Y" : "N/A"'
check in_tx '$4 == "X" ? "T" : "."'
check abort '$5 == "A" ? "A" : "."'
check cycles '$6 ? $6 : "-"'
}
[ "$(awk -F/ '{ print $1 }' branches | sort -u | wc -l)" = "$(ours -s symbol_from | wc -l)" ] || fail "other sources: $(ours -s symbol_from)"
[ "$(awk -F/ '{ print $2 }' branches | sort -u | wc -l)" = "$(ours -s symbol_to | wc -l)" ] || fail "other targets: $(ours -s symbol_to)"
[ "$(ours -s symbol_to,dso_to)" = "$(ours -s sym,dso)" ] || fail "symbols are not those that branches led to"
ours -s srcline_from,srcline_to | grep -q ' branchy.c:1  *branchy.c:[234]$' || fail "no source lines: $(ours -s srcline_from,srcline_to)"
"$perf_defer" report -b --stdio -i branches.data >out 2>err
grep -q "^# Samples: 58  *of event 'cycles'" out || fail "branches are not what is counted: $(cat out)"
grep -q '^# Event count (approx.): 58$' out || fail "branches have the period of their sample: $(cat out)"
! grep -q '^# Stacks' out || fail "branches have no stacks: $(cat out)"

# ---- what does not go ----

refused()
{
	local word=$1
	shift
	"$perf_defer" report "$@" >out 2>err && fail "not refused: $*"
	grep -q -e "$word" err || fail "$*: no '$word' in: $(cat err)"
}
refused 'symbol_from needs -b' -i branches.data --stdio -s symbol_from
for option in --tui '--export folded' --each-sample --entries --seam '--baseline comm=x'; do
	# shellcheck disable=SC2086 # words
	refused '-b shows rows' -b -i branches.data $option
done
python3 "$shell/../interop/lbr-trace.py" >lbr.data
refused '-b needs branches' -b --stdio -i lbr.data

# ---- perf shows the same rows ----

if ! "$perf" --version >/dev/null 2>&1; then
	leave_out "perf is not installed"
	verdict
fi
# Where keys name symbols, perf adds a column of its own; and rows of mispredict are there several times.
for options in '' -U '-s dso_from,dso_to' '-s in_tx' '-s abort' '-s cycles'; do
	# shellcheck disable=SC2086 # words
	ours $options >ours.rows && rows "$perf" report $options >their.rows
	[ -s ours.rows ] || fail "no rows"
	cmp ours.rows their.rows >differ 2>&1 || unlike_perf "-b $options: $(diff ours.rows their.rows | head)"
done
verdict
