# SPDX-License-Identifier: GPL-2.0-only
# Compares two reports of `-F sample,comm,dso,sym -t '|'`, perf's first:
#
#   awk -v moves=FILE -f report-diff.awk PERF OURS
#
# FILE has the samples that perf counts under a later comm, as chain-diff writes them. They are first moved to
# their own comm. Then both reports must have the same rows with the same counts.

BEGIN { FS = "|" }

function trim(s) {
	sub(/^[ \t]+/, "", s)
	sub(/[ \t]+$/, "", s)
	return s
}

/^#/ || /^[ \t]*$/ { next }

{
	sym = $4
	for (i = 5; i <= NF; i++)
		sym = sym "|" $i
	row = trim($2) "|" trim($3) "|" trim(sym)
	if (FILENAME == ARGV[1])
		perf[row] += $1
	else
		ours[row] += $1
	rows[row]
}

END {
	while ((getline line < moves) > 0) {
		n = split(line, f, "|")
		dso = f[3]
		if (dso !~ /^\[/)
			sub(/^.*\//, "", dso)
		sym = f[4]
		for (i = 5; i <= n; i++)
			sym = sym "|" f[i]
		perf[f[1] "|" dso "|" sym]--
		perf[f[2] "|" dso "|" sym]++
		rows[f[2] "|" dso "|" sym]
		moved++
	}
	for (row in rows) {
		nr++
		samples += ours[row]
		if (perf[row] + 0 != ours[row] + 0) {
			if (wrong++ < 10)
				printf "  %s: perf %d, ours %d\n", row, perf[row], ours[row]
		}
	}
	printf "  report: %d rows, %d samples, %d moved back, %d rows differ\n", nr, samples, moved, wrong
	exit wrong || !samples
}
