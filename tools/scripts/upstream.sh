#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Writes the patches of tools/perf/upstream, which teach perf's own verbs to merge deferred callchains
# as perf defer does, for a kernel tree: upstream.sh LINUX OUT
#
# OUT gets a file for each patch, signed off with git's user.name and user.email. LINUX is only read.
# Files named NNNN-perf-*.patch that are in OUT are removed.
set -eu -o pipefail

die() {
	echo "upstream: $*" >&2
	exit 1
}

# Prints the names of the files that a patch changes.
files_of() {
	sed -n 's|^+++ b/||p' "$1"
}

# Prints the message of a patch: subject, empty line, body.
message_of() {
	awk '/^---$/ { exit } sub(/^Subject: /, "") || n++ >= 0' "$1"
}

# Copies to the folder $work what the patches change, and makes a repository of it.
copy_files() {
	git init -q "$work"
	for patch in "${patches[@]}"; do
		for file in $(files_of "$patch"); do
			if [ -e "$linux/$file" ] && [ ! -e "$work/$file" ]; then
				mkdir -p "$work/$(dirname "$file")"
				cp "$linux/$file" "$work/$file"
			fi
		done
	done
	git -C "$work" add -A
	git -C "$work" commit -q -m 'The tree'
}

# apply PATCH: applies and commits it; says which file has other code where it applies.
apply() {
	name=$(basename "$1")
	if ! git -C "$work" apply "$1" 2>/dev/null; then
		log=$(cd "$work" && patch -p1 -F2 --no-backup-if-mismatch --force <"$1") ||
			die "$name does not apply to $linux:
$(echo "$log" | grep -B1 -E 'FAILED|find file|ignored')"
		[ -z "$(find "$work" -name '*.rej' -print -quit)" ] || die "$name does not apply"
		find "$work" -name '*.orig' -delete
		echo "upstream: $name applies with other code around it" >&2
	fi
	git -C "$work" add -A
	message_of "$1" | git -C "$work" commit -q -s -F -
}

[ "$#" = 2 ] || die "usage: upstream.sh LINUX OUT"
[ -d "$1/tools/perf" ] || die "$1 has no tools/perf: LINUX=DIR names a kernel tree"
linux=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
[ "$out" != "$linux" ] || die "OUT is the kernel tree, which is only read"
git config user.name >/dev/null && git config user.email >/dev/null ||
	die "git's user.name and user.email are not set, which sign the patches off"
top=$(cd "$(dirname "$0")/../.." && pwd)
patches=("$top"/tools/perf/upstream/[0-9]*.patch)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The user's configuration may sign commits, or have hooks. The names may come from such variables, too.
author_name=$(git config user.name)
author_email=$(git config user.email)
export GIT_CONFIG_COUNT=2 GIT_CONFIG_KEY_0=commit.gpgsign GIT_CONFIG_VALUE_0=false \
	GIT_CONFIG_KEY_1=core.hooksPath GIT_CONFIG_VALUE_1=/dev/null
export GIT_AUTHOR_NAME="$author_name" GIT_AUTHOR_EMAIL="$author_email" \
	GIT_COMMITTER_NAME="$author_name" GIT_COMMITTER_EMAIL="$author_email"

copy_files
for patch in "${patches[@]}"; do
	apply "$patch"
done
rm -f "$out"/[0-9][0-9][0-9][0-9]-perf-*.patch
git -C "$work" format-patch -q --zero-commit -o "$out" "HEAD~${#patches[@]}"
echo "${#patches[@]} patches for $linux in $out"
