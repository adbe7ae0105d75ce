#!/bin/bash
# Lists every text that the terminal UI can show: FILE:LINE: TEXT, in the order of the files
# SPDX-License-Identifier: GPL-2.0-only
#
# These are the literals in the sources of ui/tui, and in those files that give it names, columns and
# sentences; the names of colours are left out. Literals that stand beside each other are one text; one
# without two letters in a row is no text, nor is what a line of the preprocessor has.
set -e -o pipefail
cd "$(dirname "$0")/../.."

git ls-files 'tools/perf/ui/tui/*.[ch]' 'tools/perf/ui/table/*.c' 'tools/perf/ui/ledger/*.c' \
	tools/perf/util/profile/zoom-kind.c tools/perf/util/profile/zoom.c tools/perf/util/profile/seam.c \
	tools/perf/util/profile/column.c tools/perf/util/entry/entry-list.c \
	tools/perf/util/profile/entry-stack.c |
	grep -v -e ledger-json -e term/palette |
	while read -r file; do
		awk -v file="$file" '
		function say() {
			plain = text
			gsub(/%[-+#0 .*]*[0-9]*[a-zA-Z]*/, "", plain)
			if (plain ~ /[[:alpha:]][[:alpha:]]/)
				print file ":" line ": " text
			text = ""
		}
		# Takes the rest of the line @s, which may begin within a comment or between two literals.
		function take(s,   at) {
			while (s != "") {
				if (comment) {
					at = index(s, "*/")
					if (!at)
						return
					comment = 0
					s = substr(s, at + 2)
				} else if (match(s, /^"([^"\\]|\\.)*"/)) {
					if (text == "")
						line = FNR
					text = text substr(s, 2, RLENGTH - 2)
					s = substr(s, RLENGTH + 1)
				} else if (match(s, /^PRI[a-zA-Z0-9]+/) || match(s, /^[ \t\\]+/)) {
					s = substr(s, RLENGTH + 1)
				} else if (substr(s, 1, 2) == "/*") {
					comment = 1
					s = substr(s, 3)
				} else if (substr(s, 1, 2) == "//") {
					return
				} else {
					say()
					# A quote in a character constant begins no literal.
					s = substr(s, match(s, /^\x27(\\.|[^\x27])\x27/) ? RLENGTH + 1 : 2)
				}
			}
		}
		!comment && /^#[ \t]*include/ { next }
		{ take($0) }
		END { say() }' "$file"
	done
