#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Renders the manual pages given after the folder $1 as text in that folder. A warning of groff is
# an error.
set -eu

out=$1
shift
if ! command -v groff >/dev/null; then
	echo "doc: groff is not installed (\`make doc\` installs groff-base on Debian)" >&2
	exit 1
fi

mkdir -p "$out"
status=0
for page in "$@"; do
	text=$out/$(basename "$page").txt
	complaints=$(groff -man -Tutf8 -Kutf8 -ww -rLL=80n "$page" 2>&1 >"$text" | grep . || :)
	if [ -n "$complaints" ]; then
		printf '%s\n' "$complaints" >&2
		status=1
	fi
	echo "$text"
done
exit $status
