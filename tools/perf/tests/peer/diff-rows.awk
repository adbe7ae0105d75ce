# SPDX-License-Identifier: GPL-2.0-only
# Compares two texts of `diff -p -t '|'`, perf's first:
#
#   awk -f diff-rows.awk PERF OURS
#
# Both must have the same rows, with the same periods, and of each the same share before and the same delta. User
# addresses without a symbol are one row: perf shows those of a DSO as the first one of them, and those of a thread
# that it has dropped without a DSO.

BEGIN { FS = "|" }

function trim(s) {
	sub(/^[ \t]+/, "", s)
	sub(/[ \t]+$/, "", s)
	return s
}

# The names of a row, which begin at this field.
function names(from,    i, text) {
	if (trim($NF) ~ /^\[\.\] (0x[0-9a-f]+|[^ ]*\+0x[0-9a-f]+)$/)
		return "nameless"
	text = trim($from)
	for (i = from + 1; i <= NF; i++)
		text = text "|" trim($i)
	return text
}

function event_is(name) {
	event = trim(name)
	gsub(/'/, "", event)
}

FILENAME == ARGV[1] && /^# Event / { event_is(substr($0, 9)) }
FILENAME != ARGV[1] && /^# Event  : / { event_is(substr($0, 12)) }
/^#/ || /^[ \t]*$/ { next }

FILENAME == ARGV[1] {
	row = event "|" names(5)
	theirs[row]++
	before[row] += $2
	after[row] += $4
	share[row] = $1 + 0
	# Of a row that was there before alone, perf does not say that it lost all.
	delta[row] = trim($3) ~ /^(N\/A)?$/ ? "none" : $3 + 0
	rows[row]
	next
}

{
	row = event "|" names(9)
	split($8, periods, " ")
	ours[row]++
	before[row] -= periods[1]
	after[row] -= periods[2]
	of_share[row] = $1 + 0
	of_delta[row] = $3 == "new" ? "none" : $3 + 0
	gone[row] = periods[2] == 0
	rows[row]
}

function near(a, b) {
	return a - b < 0.00006 && b - a < 0.00006
}

function is_equal(row) {
	if (before[row] != 0 || after[row] != 0)
		return 0
	if (theirs[row] > 1 || row ~ /nameless$/)
		return ++joined
	if (delta[row] == "none")
		return of_delta[row] == "none" || (gone[row] && ++one_sided)
	return near(share[row], of_share[row]) && near(delta[row], of_delta[row])
}

END {
	for (row in rows) {
		nr++
		if (!theirs[row] || !ours[row] || !is_equal(row)) {
			if (wrong++ < 10)
				printf "  %s: perf %s %s, ours %s %s\n", row, share[row], delta[row], of_share[row], of_delta[row]
		}
	}
	printf "  diff: %d rows, of which %d were there before alone, %d joined, %d differ\n", nr, one_sided, joined, wrong
	exit wrong || !nr
}
