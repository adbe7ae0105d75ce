#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Counts the lines of code in C, by folder: neither blank nor of comments alone. The product first, then the
# tests, which are not in its sum; the patches for perf's own verbs are in neither.
set -eu

count() {
	find "$@" -name data -prune -o -name '*.[ch]' -print | sort | xargs awk '
	function done_with_function() {
		lengths[++nr] = length_of
		sum += length_of
		inside = 0
	}
	FNR == 1 {
		comment = inside = 0
		folder = FILENAME
		sub(/^tools\//, "", folder)
		sub(/\/[^\/]*$/, "", folder)
		files[folder]++
	}
	{ all[folder]++ }
	comment { comments[folder]++ }
	comment && /\*\// { comment = 0; next }
	comment || /^[ \t]*$/ { next }
	/^[ \t]*\/\// { comments[folder]++; next }
	/^[ \t]*\/\*/ {
		comments[folder]++
		if (!/\*\//)
			comment = 1
		if (!/\*\/[ \t]*[^ \t\\]/)
			next
	}
	{
		code[folder]++
		bytes[folder] += length($0)
		length_of++
	}
	/^{/ { inside = 1; length_of = 0 }
	/^}/ && inside { length_of--; done_with_function() }
	END {
		printf "  %-28s %6s %7s %7s %7s %9s\n", "folder", "files", "code", "lines", "comment", "line"
		for (folder in files) {
			printf "  %-28s %6d %7d %7d %7.2f %9.1f\n", folder, files[folder], code[folder], all[folder],
				code[folder] ? comments[folder] / code[folder] : 0,
				code[folder] ? bytes[folder] / code[folder] : 0 | "sort"
			f += files[folder]; c += code[folder]; a += all[folder]
			m += comments[folder]; b += bytes[folder]
		}
		close("sort")
		printf "  %-28s %6d %7d %7d %7.2f %9.1f\n", "sum", f, c, a, m / c, b / c
		# The functions, by counting sort.
		for (i = 1; i <= nr; i++) {
			of[lengths[i]]++
			if (lengths[i] > most)
				most = lengths[i]
		}
		for (i = 0; i <= most && seen < nr * 0.95; i++)
			seen += of[i]
		printf "  %d functions: %.1f lines of code on average, 95 %% have at most %d, the longest has %d\n",
			nr, sum / nr, i - 1, most
	}'
}

echo "Product:"
# shellcheck disable=SC2046 # no name has a space
count tools/lib $(find tools/perf -mindepth 1 -maxdepth 1 ! -name tests ! -name upstream)
echo
echo "Tests:"
count tools/perf/tests
