#!/bin/bash
# The manual of report has all keys of the terminal UI, and no others
# SPDX-License-Identifier: GPL-2.0-only
set -eu -o pipefail

perf_defer=${PERF_DEFER:?}
data=${PERF_DEFER_TEST_DATA:?}
tests=$(realpath "$(dirname "$0")/..")
page=$tests/../Documentation/perf-defer-report.1

if [ ! -e "$page" ] || [ ! -e "$data/burn2.data" ]; then
	echo "the manual or the traces are not here"
	exit 2
fi

work=$(mktemp -d)
update=

# shellcheck source=tools/perf/tests/tui/play.sh
. "$tests/tui/play.sh"
need_tmux "$work"
trap 'in_tmux kill-server 2> /dev/null || true; rm -rf "$work"' EXIT

at_end()
{
	look > "$work/help"
}

# On a screen so high that all of the help is on it.
cat > "$work/help.keys" << END
size 120x300
run -i burn2.data
idle
key h
until Keys of all views
idle
END
play "$work/help.keys" /dev/null

# Here and there a line for each key, "the section: the key". Mouse is one, and the view of the tree
# has the keys of symbols as well.
sed -n 's/^.*│ \(.*[^ ]\) *│.*$/\1/p' "$work/help" | awk '
	/^Keys of all views|^View [a-z]+: / { sub(/:.*/, ""); section = $0; next }
	section && match($0, /^[^ ]+( [^ ]+)*  /) {
		nr = split(substr($0, 1, RLENGTH), keys, " ")
		for (i = 1; i <= nr; i++) {
			if (section == "View symbols")
				rows[keys[i]] = 1
			if (section != "View tree" || !(keys[i] in rows))
				print section ": " keys[i]
		}
	}' | sort -u > "$work/shown"

sed 's/\\-/-/g; s/\\(ha/^/g' "$page" | awk '
	/^\.S[HS] / {
		sub(/^\.S[HS] /, "")
		section = /^Keys of all views$|^View [a-z]+$/ ? $0 : ""
	}
	head && section {
		nr = split($0, keys, " ")
		for (i = 2; i <= nr; i++)
			print section ": " keys[i]
	}
	{ head = /^\.TP/ }' | sort -u > "$work/described"

if [ "$(wc -l < "$work/shown")" -lt 60 ]; then
	echo "the help is not all on the screen:" >&2
	cat "$work/help" >&2
	exit 1
fi
if ! diff -u --label "keys of the help" --label "keys of the manual" "$work/shown" \
	"$work/described" >&2; then
	echo "the manual differs from the help" >&2
	exit 1
fi
