#!/bin/bash
# report -D prints each deferred record and the verdict on each deferred sample, and nothing else
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
need_data

# verdicts: prints the number of verdicts of each class in the dump, as audit_of does.
verdicts()
{
	sed -nE 's/^.*PERF_RECORD_SAMPLE\(IP, 0x[0-9a-f]+\): -?[0-9]+\/-?[0-9]+: 0x[0-9a-f]+: ([a-z-]+).*/\1/p' dump |
		sort | uniq -c | awk '{ print $2, $1 }'
}

# audit_of TRACE: prints the number of deferred samples of each class.
audit_of()
{
	"$perf_defer" audit -i "$1" 2>err |
		awk '$1 ~ /^(merged|merged-back|lost|pending|exec|exited|ambiguous)$/ && $3 ~ /%$/ && $2 { print $1, $2 }' |
		sort
}

for name in overrun.data forky-systemwide.data burn1.pipe burn2-compressed.data; do
	"$perf_defer" report -D -i "$data/$name" >dump 2>err || fail "$name: report -D: $(cat err)"
	nr=$("$perf_defer" report --stats -i "$data/$name" 2>err |
		sed -nE 's/^ *CALLCHAIN_DEFERRED events: +([0-9]+).*/\1/p')
	[ "${nr:-0}" -gt 0 ] || fail "$name has no deferred records: $(cat err)"
	[ "$(grep -c ': PERF_RECORD_CALLCHAIN_DEFERRED(IP, 0x2): [0-9]*/[0-9]*: 0x' dump)" = "$nr" ] ||
		fail "$name: not all of $nr deferred records"
	verdicts >ours
	audit_of "$data/$name" >audits
	[ -s audits ] || fail "$name: audit counts nothing: $(cat err)"
	diff audits ours >differ || fail "$name: other verdicts than audit's: $(cat differ)"
	grep -vE ': PERF_RECORD_(SAMPLE|CALLCHAIN_DEFERRED)\(IP, |^\.\.\. FP chain: nr:|^\.\.\.\.\. +[0-9]+: [0-9a-f]{16}( |$)' dump >rest &&
		fail "$name: $(head -n 3 rest)"
	echo "$name: $nr records, $(paste -sd, ours)"
done
verdict
