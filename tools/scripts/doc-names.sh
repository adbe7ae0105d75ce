#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Checks that names in the texts exist in the tree. Prints each name that does not, and then fails.
#
#   doc-names.sh [TEXT.md...]
#
# Without arguments it reads all texts. It checks these names in backticks:
#   - paths that begin with a folder of this tree, at the top, in tools/, tools/perf or Documentation:
#     "util/base/intern" is intern.c, intern.h or a folder; "*", "[ch]" and "<name>" match anything;
#   - names of files, such as "session-gather.c", which may be anywhere in the tree;
#   - names without an extension in the second column of architecture.md's tables: also files;
#   - functions with "__", which the program or the library must call;
#   - structs and tables ("verbs[]"), which a source file must name;
#   - targets of make.
# The types of records that are decoded are in the table of format.md.
# A word of glossary.md must occur in the file that owns it, possibly with a suffix.
# A path in the kernel's or perf's source begins with "linux/". It is not checked, nor are the functions
# on its line. Links are relative to the text that has them.
set -eu

top=$(cd "$(dirname "$0")/../.." && pwd)
cd "$top"
all=
if [ $# -eq 0 ]; then
	all=1
	set -- README.md CONTRIBUTING.md NEWS.md tools/perf/Documentation/*.md tools/perf/Documentation/decisions/*.md \
		tools/perf/tests/*/README.md
fi

failed=0
names=$(mktemp)
trap 'rm -f "$names"' EXIT
{
	find README.md Makefile VERSION COPYING LICENSES tools -type f
	find tools -mindepth 1 -type d | sed 's,$,/,'
	echo "="
	find tools -name data -prune -o -name '*.[ch]' -exec cat {} + |
		grep -oE '[A-Za-z_][A-Za-z0-9_]*' | sort -u
	find tools -path tools/perf/tests -prune -o -name '*.[ch]' -exec grep -h '^	' {} + |
		grep -oE '[a-z][a-z0-9_]*__[a-z0-9_]+' | sort -u | sed 's/$/()/'
	sed -n '/^[a-z][a-z -]*:/s/:.*//p' Makefile | tr ' ' '\n' | sed 's/^/make /'
} >"$names"

awk '
function fail(what) {
	print FILENAME ":" FNR ": " what
	failed = 1
}

# Returns whether a file or folder matches this whole path, which may be a pattern.
function exists(pattern, i) {
	if (pattern in paths)
		return 1
	if (pattern !~ /[*\[<]/)
		return 0
	gsub(/\./, "\\.", pattern)
	gsub(/<[a-z]*>/, "*", pattern)
	gsub(/\*/, "[^/]*", pattern)
	for (i = 1; i <= nr; i++)
		if (path[i] ~ "^" pattern "$")
			return 1
	return 0
}

function any(path) {
	return exists(path) || exists(path "/") || exists(path ".c") || exists(path ".h") || exists(path ".md")
}

function below_a_root(path, i) {
	sub(/\/$/, "", path)
	for (i in roots)
		if (any(roots[i] path))
			return 1
	return 0
}

# Returns whether a file of this name is anywhere in the tree. The name may be a pattern.
function is_file(name, i) {
	if (name in base)
		return 1
	if (name !~ /[*\[<]/)
		return 0
	gsub(/\./, "\\.", name)
	gsub(/<[a-z]*>/, "*", name)
	gsub(/\*/, ".*", name)
	for (i in base)
		if (i ~ "^" name "$")
			return 1
	return 0
}

function check(word, of_linux, in_table) {
	if (word ~ /^(tools|util|ui|lib|tests|Documentation|decisions)\// && word !~ /[ $]/) {
		if (!below_a_root(word))
			fail("there is no " word)
	} else if (word ~ /^[A-Za-z0-9_*<>-]+\.(\[ch\]|c|h|sh|awk|list|patch|map|md)$/) {
		if (!of_linux && !is_file(word))
			fail("no file is called " word)
	} else if (word ~ /^[a-z][a-z0-9_]*__[a-z0-9_]+\(\)$/) {
		if (!of_linux && !(word in identifier))
			fail("nothing calls " word)
	} else if (word ~ /^[a-z_]+\[\]$/) {
		sub(/\[\]$/, "", word)
		if (!of_linux && !(word in identifier))
			fail("no source has " word)
	} else if (word ~ /^struct [a-z_0-9]+$/) {
		sub(/^struct /, "", word)
		if (!of_linux && !(word in identifier))
			fail("no source has struct " word)
	} else if (word ~ /^make [a-z-]+$/) {
		if (!(word in identifier))
			fail("the Makefile has no target for " word)
	} else if (in_table && word ~ /^[a-z][a-z0-9-]*\*?$/) {
		if (!is_file(word ".c") && !is_file(word ".h"))
			fail("no file is called " word ".c or " word ".h")
	}
}

# Collects the names in backticks of @text.
function check_words(text, in_table, of_linux) {
	of_linux = text ~ /`linux\//
	while (match(text, /`[^`]+`/)) {
		check(substr(text, RSTART + 1, RLENGTH - 2), of_linux, in_table)
		text = substr(text, RSTART + RLENGTH)
	}
}

function check_links(text, folder, link) {
	while (match(text, /\]\([^)#]+/)) {
		link = substr(text, RSTART + 2, RLENGTH - 2)
		text = substr(text, RSTART + RLENGTH)
		if (link ~ /^[a-z]+:/)
			continue
		folder = FILENAME
		sub(/[^\/]*$/, "", folder)
		link = folder link
		while (sub(/[^\/]+\/\.\.\//, "", link))
			;
		sub(/\/$/, "", link)
		if (!any(link))
			fail("the link leads to " link ", which is not there")
	}
}

# Returns whether the file that owns the word contains it.
function check_owner(word, owner, i, line, found) {
	gsub(/^ +| +$/, "", word)
	gsub(/[ `]/, "", owner)
	for (i = 1; i <= nr_roots && !((roots[i] owner) in paths); i++)
		;
	while (!found && (getline line <(roots[i] owner)) > 0)
		found = tolower(line) ~ word
	close(roots[i] owner)
	if (!found)
		fail(owner " does not know the word \"" word "\"")
}

BEGIN { roots[1] = ""; roots[2] = "tools/"; roots[3] = "tools/perf/"; roots[4] = "tools/perf/Documentation/"; nr_roots = 4 }
FILENAME == ARGV[1] && $0 == "=" { words = 1; next }
FILENAME == ARGV[1] && words { identifier[$0] = 1; next }
FILENAME == ARGV[1] {
	path[++nr] = $0
	paths[$0] = 1
	sub(/.*\//, "")
	if ($0 != "")
		base[$0] = 1
	next
}
FNR == 1 { text = ""; code = 0 }
/^```/ { code = !code; next }
code { next }
# Text in backticks or brackets may continue on the next line.
{
	text = text == "" ? $0 : text " " $0
	if (gsub(/`/, "`", text) % 2 || text ~ /\[[^]]*$/)
		next
	$0 = text
	text = ""
	check_links($0)
}
/^\|.*\.[ch]` \|$/ && FILENAME ~ /glossary\.md$/ {
	split($0, cell, "|")
	check_owner(cell[2], cell[4])
}
/^\|/ && FILENAME ~ /architecture\.md$/ {
	split($0, cell, "|")
	check_words(cell[3], 1)
	cell[3] = ""
	check_words(cell[2] " " cell[4])
	next
}
{ check_words($0) }
END { exit failed }' "$names" "$@" || failed=1

[ -n "$all" ] || exit $failed
format=tools/perf/Documentation/format.md
for name in $(sed -n 's/.*{"\([A-Z0-9_]*\)", read_.*/\1/p' tools/lib/perf/record-types.c); do
	if ! grep -q "^| [0-9, ]* | .*\b$name\b" "$format"; then
		echo "$format: no table says what $name is read for"
		failed=1
	fi
done
exit $failed
