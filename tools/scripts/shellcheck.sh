#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Checks the shell scripts below the current folder with shellcheck, for warnings and errors. A directive
# that disables one of these gives its reason on the same line:
#
#   # shellcheck disable=SC2046 # a list of words
#
# With LIST=1 it only prints the names of the scripts.
set -eu

# Prints the files that have a shell in their first line or are called .sh. Recorded programs are data.
scripts() {
	find . \( -name data -o -path ./build -o -path ./.git \) -prune -o -type f -exec awk '
		FNR == 1 && (/^#!.*[\/ ](ba|da)?sh( |$)/ || FILENAME ~ /\.sh$/) { print FILENAME }
		{ nextfile }' {} + | sort
}

if [ -n "${LIST:-}" ]; then
	scripts
	exit
fi
failed=0
# SC2016 and SC2086 are no warnings.
if scripts | xargs grep -nE '# shellcheck .*disable=[A-Z0-9,]+$' | grep -vE 'disable=(SC2016|SC2086)$'; then
	echo "A directive that disables a warning has no reason beside it"
	failed=1
fi
scripts | xargs -n 16 -P 2 shellcheck -S warning -f gcc || failed=1
exit $failed
