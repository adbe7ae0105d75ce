#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Checks the shell scripts below the current folder with shellcheck, for warnings and errors.
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
scripts | xargs -n 16 -P 2 shellcheck -S warning -f gcc
