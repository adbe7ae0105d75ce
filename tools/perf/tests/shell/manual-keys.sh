#!/bin/bash
# The manual of report has all keys of the terminal UI, and no others
# SPDX-License-Identifier: GPL-2.0-only
set -e -o pipefail
. "$(dirname "$0")/lib/test.sh"
need_data

tests=$(realpath "$shell/..")
page=$tests/../Documentation/perf-defer-report.1

[ -e "$page" ] || skip "no manual beside the tests"

update= # for play.sh

# shellcheck source=tools/perf/tests/tui/play.sh
. "$tests/tui/play.sh"
work=$dir # for play.sh
need_tmux "$dir"
at_exit 'in_tmux kill-server 2> /dev/null'

at_end()
{
	look > help
}

# On a screen so high that all of the help is on it.
cat > "$dir/help.keys" << END
size 120x300
run -i burn2.data
idle
key h
until Keys of all views
idle
END
play "$dir/help.keys" /dev/null

# Here and there a line for each key, "the section: the key". Mouse is one, and the views of the
# tree and of calls have the keys of symbols as well.
sed -n 's/^.*│ \(.*[^ ]\) *│.*$/\1/p' help | awk '
	/^Keys of all views|^View [a-z]+: / { sub(/:.*/, ""); section = $0; next }
	section && match($0, /^[^ ]+( [^ ]+)*  /) {
		nr = split(substr($0, 1, RLENGTH), keys, " ")
		for (i = 1; i <= nr; i++) {
			if (section == "View symbols")
				rows[keys[i]] = 1
			if (section !~ /^View (tree|calls)$/ || !(keys[i] in rows))
				print section ": " keys[i]
		}
	}' | sort -u > shown

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
	{ head = /^\.TP/ }' | sort -u > described

[ "$(wc -l < shown)" -ge 60 ] || fail "the help is not all on the screen: $(cat help)"
diff -u --label "keys of the help" --label "keys of the manual" shown described >&2 ||
	fail "the manual differs from the help"
verdict
