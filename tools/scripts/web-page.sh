#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Prints the page of `export -f html` as C: what is before its data, and what comes after.
#
#     web-page.sh PAGE STYLE MODULE...
#
# The modules become one script, in this order: each may import from those before it, by lines such as
# "import { a, b } from './c.js';". The last one begins the page. In PAGE, a line @STYLE@, @DATA@ or @SCRIPT@ stands
# for these, and @STYLE_HASH@ and @SCRIPT_HASH@ for the hashes by which a Content-Security-Policy knows them.
set -eu

page=$1
style=$2
shift 2
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# Prints what a module says, without the words of modules.
body() {
	sed -e "s|^import { \(.*\) } from './\(.*\)\.js';\$|const { \1 } = module_\2;|" -e 's/^export //' "$1"
}

# Each module but the last becomes a function that returns what it exports.
join() {
	for file in "$@"; do
		name=$(basename "$file" .js)
		exports=$(sed -n 's/^export \(async \)\{0,1\}[a-z]* \([A-Za-z_]*\).*/\2/p' "$file" | paste -sd, -)
		[ -z "$exports" ] || echo "const module_$name = (() => {"
		body "$file"
		[ -z "$exports" ] || printf 'return { %s };\n})();\n' "$exports"
	done
}

# The SHA-256 of a file, as base64.
hash() {
	sha256sum "$1" | awk '
		{
			digits = "0123456789abcdef"
			text = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
			hex = substr($1, 1, 64) "00"
			for (i = 1; i < 66; i += 3) {
				n = 0
				for (j = i; j < i + 3; j++)
					n = n * 16 + index(digits, substr(hex, j, 1)) - 1
				out = out substr(text, int(n / 64) + 1, 1) substr(text, n % 64 + 1, 1)
			}
			print substr(out, 1, 43) "="
		}'
}

# as_c NAME: standard input as a string.
as_c() {
	echo "const char $1[] ="
	sed -e 's/[\\"?]/\\&/g' -e 's/^/	"/' -e 's/$/\\n"/'
	echo "	;"
}

# What stands between the tags is hashed: it begins with the end of the line that the first tag is in.
{ echo && cat "$style"; } >"$tmp/style"
{ echo && join "$@"; } >"$tmp/script"
style_hash=$(hash "$tmp/style")
script_hash=$(hash "$tmp/script")
sed -e "s|@STYLE_HASH@|$style_hash|" -e "s|@SCRIPT_HASH@|$script_hash|" "$page" |
	awk -v style="$tmp/style" -v script="$tmp/script" '
		function put(file,   line) {
			getline line <file
			while ((getline line <file) > 0)
				print line
		}
		/^@STYLE@$/ { put(style); next }
		/^@SCRIPT@$/ { put(script); next }
		{ print }' >"$tmp/page"

echo '#include "ui/export/web-page.h"'
sed '/^@DATA@$/,$d' "$tmp/page" | as_c web_page_head
sed '1,/^@DATA@$/d' "$tmp/page" | as_c web_page_tail
