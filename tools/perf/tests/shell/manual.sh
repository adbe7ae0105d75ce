#!/bin/sh
# The manual pages have all options and verbs, and no others
# SPDX-License-Identifier: GPL-2.0-only
set -eu

: "${PERF_DEFER:=perf-defer}"
pages=$(dirname "$0")/../../Documentation
if [ ! -e "$pages/perf-defer.1" ]; then
	echo "no manual pages beside the tests" >&2
	exit 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

# Options as the program lists them; --[no-]x is --x. What is on by default is asked for as --no-x.
listed() {
	"$PERF_DEFER" "$1" -h 2>&1 | sed -n 's/^ *\(-[A-Za-z], \)\{0,1\}--\([a-z][a-z-]*\).*/\2/p' |
		sed 's/^no-//' | sort -u
}

# Options that head a paragraph of the page's OPTIONS.
described() {
	sed -n '/^\.SH OPTIONS/,/^\.SH [A-NP-Z]/p' "$1" | sed 's/\\-/-/g; s/\\f.//g' |
		awk '/^\.TP/ { head = 1; next } head { print; head = 0 }' |
		grep -o -e '--[a-z][a-z-]*' | sed 's/^--//; s/^no-//' | sort -u
}

for verb in $("$PERF_DEFER" --help | sed -n 's/^   \([a-z]*\) .*/\1/p'); do
	page=$pages/perf-defer-$verb.1
	if [ ! -e "$page" ]; then
		echo "$verb has no page" >&2
		status=1
		continue
	fi
	if ! grep -q "^\.BR perf.\-defer.\-$verb (1)" "$pages/perf-defer.1"; then
		echo "perf-defer.1 does not name $verb" >&2
		status=1
	fi
	listed "$verb" >"$work/listed"
	described "$page" >"$work/described"
	if [ ! -s "$work/listed" ] || ! diff -u "$work/listed" "$work/described" >&2; then
		echo "the page of $verb differs from its -h" >&2
		status=1
	fi
done

# Columns of report, as it lists them to who names none: in the page and in -h.
"$PERF_DEFER" report -h >"$work/help" 2>&1 || true
columns=$("$PERF_DEFER" report -s no-column -i /nonexistent 2>&1 | sed -n 's/.*known are //p')
for column in ${columns:-none}; do
	for text in "$pages/perf-defer-report.1" "$work/help"; do
		if ! grep -q -w -e "$column" "$text"; then
			echo "$column is not in the ${text##*/} of report" >&2
			status=1
		fi
	done
done
exit $status
