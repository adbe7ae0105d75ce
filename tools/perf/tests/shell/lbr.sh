#!/bin/bash
# perf shows the same LBR call stacks, of a trace that is made here: few machines have an LBR
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"

perf=${THROUGH_PERF:-perf}
make=$shell/../interop/lbr-trace.py
compare=$shell/../interop/samples.py
options=(--ns -F "comm,pid,tid,time,ip,sym,dso")

python3 -c 'import sys' 2>err || skip "no python3"
[ -e "$make" ] || skip "the program that makes the trace is not there"
python3 "$make" >lbr.data || die "no trace is made"

"$perf_defer" script -i lbr.data "${options[@]}" >ours 2>err || fail "script fails:"
[ "$(grep -c . err)" = 0 ] || fail "script complains:"
[ "$(grep -c '\[stack too deep\]' ours)" = 1 ] || fail "a full LBR is not told: $(cat ours)"
! grep -q '777777' ours || fail "frame pointers are believed: $(cat ours)"
"$perf_defer" audit -q -i lbr.data >out 2>err || fail "audit fails:"
for row in 'inline 2' 'too-deep 1' 'kernel 1'; do
	grep -q "^ *${row% *} *${row#* } " out || fail "not '$row' in the ledger: $(cat out)"
done

if ! "$perf" --version >/dev/null 2>&1; then
	leave_out "perf is not installed"
	verdict
fi
"$perf" script -i lbr.data "${options[@]}" >theirs 2>err || unlike_perf "perf script fails: $(cat err)"
python3 "$compare" ours theirs >counts 2>differ || unlike_perf "other stacks: $(cat counts differ)"
grep -qx 'samples 4' counts && grep -qx 'mark 1' counts || unlike_perf "other samples: $(cat counts)"
for file in ours theirs; do
	grep -q '^	 *421000 ' $file || fail "$file: no outermost call"
done

verdict
