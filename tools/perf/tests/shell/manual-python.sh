#!/bin/sh
# The manual page of perf_defer has all that the module has, and nothing else
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
need_source

page=$shell/../../Documentation/perf_defer.3
module=$shell/../../python/perf_defer

# Lines "section.name", such as "Sample.time", of the module: attributes, methods that are no operators,
# arguments of open(), values of the class, members of the exception.
{
	awk '/^class / { class = $2; sub(/[(:].*/, "", class) }
		/^def / { class = "" }
		class && /^    def [a-z]/ { sub(/\(.*/, "", $2); print class "." $2 }' "$module/_native.pyi"
	sed -n '/^def open/,/^)/s/^    \([a-z]*\):.*/open.\1/p' "$module/__init__.py" | grep -v '\.path$'
	awk '/^class / { class = $2; sub(/[(:].*/, "", class) }
		class == "Class" && /^    [A-Z_]* = / { gsub(/"/, "", $3); print class "." $3 }
		class == "Error" && /^    [a-z]*: / { sub(/:/, "", $1); print class "." $1 }' \
		"$module/_types.py"
} | sort >has

# The same of the page: what heads paragraphs under the subsections.
sed 's/\\-/-/g' "$page" | awk '
	/^\.S[HS] / { section = /^\.SS/ ? $2 : "" }
	head && section { print section "." $2 }
	{ head = /^\.TP/ }' | sort >described

[ "$(wc -l <has)" -gt 50 ] || fail "the module's files were not understood: $(cat has)"
diff -u --label "the module" --label "its manual page" has described >&2 || fail "they differ"

for class in $(sed -n 's/^class \([A-Za-z]*\).*/\1/p' "$module/_native.pyi" "$module/_types.py"); do
	grep -q "\"$class\"" "$module/__init__.py" || fail "the module does not export $class"
done
verdict
