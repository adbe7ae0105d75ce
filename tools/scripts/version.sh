#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Writes the header $1 with the version from the file VERSION, and the commit if there is one.
set -eu

version=$(cat VERSION)
commit=
if [ -e .git ] && commit=$(git describe --always --dirty --abbrev=12 --exclude='*' 2>/dev/null); then
	version=$version.g$commit
fi

mkdir -p "$(dirname "$1")"
line="#define PERF_DEFER_VERSION \"$version\""
[ -f "$1" ] && [ "$(cat "$1")" = "$line" ] || echo "$line" >"$1"
