#!/bin/sh
# The manual pages have all options and verbs, and no others
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
need_source

pages=$shell/../../Documentation

# What the program lists: "<letter or -> <name> <none, value or optional>". --[no-]x is --x, since what
# is on by default is asked for as --no-x.
listed() {
	"$perf_defer" $1 -h 2>&1 | awk '/^    (-[A-Za-z], --|    --)[a-z]/ {
			letter = /^    -/ ? substr($0, 6, 1) : "-"
			match($0, /--[a-z][a-z-]*/)
			name = substr($0, RSTART + 2, RLENGTH - 2)
			rest = substr($0, RSTART + RLENGTH)
			print letter, name, rest ~ /^\[/ ? "optional" : rest ~ /^ </ ? "value" : "none"
		}' | sed 's/ no-/ /' | sort -u
}

# The same of what heads a paragraph of the page's OPTIONS.
described() {
	awk '/^\.SH / { inside = $2 == "OPTIONS" } inside' "$1" | sed 's/\\-/-/g; s/\\f.//g; s/"//g' |
		awk '/^\.TP/ { head = 1; next }
		head {
			head = 0
			letter = "-"
			sub(/^\.[A-Z]+ /, "")
			nr = split($0, parts, / *, */)
			for (i = 1; i <= nr; i++) {
				if (parts[i] ~ /^-[A-Za-z]$/)
					letter = substr(parts[i], 2)
				if (!match(parts[i], /^--[a-z][a-z-]*/))
					continue
				rest = substr(parts[i], RLENGTH + 1)
				kind = rest ~ /^=/ ? "value" : rest ~ /^\[=/ ? "optional" : "none"
				print letter, substr(parts[i], 3, RLENGTH - 2), kind
				letter = "-"
			}
		}' | sed 's/ no-/ /' | sort -u
}

for verb in $("$perf_defer" --help | sed -n 's/^   \([a-z]*\) .*/\1/p'); do
	page=$pages/perf-defer-$verb.1
	if [ ! -e "$page" ]; then
		fail "$verb has no page"
		continue
	fi
	if ! grep -q "^\.BR perf.\-defer.\-$verb (1)" "$pages/perf-defer.1"; then
		fail "perf-defer.1 does not name $verb"
	fi
	listed "$verb" >listed
	described "$page" >described
	if [ ! -s listed ] || ! diff -u listed described >&2; then
		fail "the page of $verb differs from its -h"
	fi
done

# Columns of report, as it lists them to who names none: in the page and in -h. A name may be a field of a
# tracepoint, so it reads the trace first.
need_data
"$perf_defer" report -h >help 2>&1 || true
columns=$("$perf_defer" report -s no-column -i "$data/latency.data" 2>&1 | sed -n 's/.*valid ones are //p')
[ -n "$columns" ] || fail "report does not list its columns"
for column in $columns; do
	for text in "$pages/perf-defer-report.1" help; do
		if ! grep -q -w -e "$column" "$text"; then
			fail "$column is not in the ${text##*/} of report"
		fi
	done
done

# The table of sort keys has the columns of this program, and those that perf lists.
table=$(sed -n '/^\.SH SORT KEYS/,/^\.SH TERMINAL/p' "$pages/perf-defer-report.1" | sed -n '/^\.EX/,/^\.EE/p')
of_perf=
! has_perf || of_perf=$(perf report -h 2>&1 | awk '/--sort </ { on = 1 } /--symbols / { on = 0 } on' |
	sed 's/.*key(s)://' | grep -o '[a-z][a-z0-9_]*')
for column in $columns $of_perf; do
	case $column in
	sort | key | key2 | s | symbols) continue ;;
	esac
	echo "$table" | grep -q "^\([^ ]*, \)*${column}[ ,]" || fail "$column is not in the table of sort keys"
done

# Each example of the page of report is a command that this program takes.
awk '/^\.SH EXAMPLES/ { on = 1 } /^\.SH DESC/ { on = 0 } on && /^\$ perf defer report/' "$pages/perf-defer-report.1" |
	sed 's/\\-/-/g; s/^\$ perf defer report//; s/ [|>].*//' >examples
[ "$(wc -l <examples)" -ge 10 ] || fail "the page of report has fewer than ten examples"
while read -r options; do
	"$perf_defer" report $options -i "$data/burn2.data" </dev/null >shown 2>err ||
		[ "${options#*--comms}" != "$options" ] || fail "the example '$options' fails"
done <examples
verdict
