#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Checks that calls point one way: no two files use symbols of each other, directly or through
# others. The arguments are the objects; functions passed as pointers are not seen.
set -eu

for object; do
	nm -g "$object" | awk -v object="$object" '{ print object, $(NF - 1), $NF }'
done | awk '
	$2 == "U" { uses[$1, $3] = $1; next }
	{ defines[$3] = $1 }
	END {
		for (use in uses) {
			split(use, part, SUBSEP)
			name = part[2]
			if (name in defines && defines[name] != uses[use])
				print uses[use], defines[name]
		}
	}' | sort -u | {
	if ! tsort 2>&1 >/dev/null | sed 's/^tsort: -: .*/files that call each other:/; s/^tsort: /  /' | grep .; then
		exit 0
	fi
	exit 1
}
