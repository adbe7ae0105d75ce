#!/bin/bash
# The TUI in a terminal: scripts of keys lead to the screens that are known
# SPDX-License-Identifier: GPL-2.0-only
#
# Plays the scripts that are named, or all: see tests/tui/README.md. TUI_UPDATE=1 writes the
# screens anew instead of comparing them.
set -eu -o pipefail

perf_defer=${PERF_DEFER:?}
data=${PERF_DEFER_TEST_DATA:?}
scripts=$(dirname "$0")/../tui

if [ ! -d "$scripts" ] || [ ! -d "$data/symfs" ]; then
	echo "the scripts or the traces are not here"
	exit 2
fi
if ! command -v tmux > /dev/null; then
	echo "tmux is not installed"
	exit 2
fi

work=$(mktemp -d)
update=${TUI_UPDATE:-}
export TMUX_TMPDIR=$work
unset TMUX

# shellcheck source=tools/perf/tests/tui/play.sh
. "$scripts/play.sh"
trap 'in_tmux kill-server 2> /dev/null || true; rm -rf "$work"' EXIT

[ $# -gt 0 ] || set -- $(cd "$scripts" && ls ./*.keys)

status=0
for name; do
	name=$(basename "$name" .keys)
	if ! play "$scripts/$name.keys" "$scripts/$name.screen"; then
		status=1
	elif [ -n "$update" ]; then
		cp "$work/screens" "$scripts/$name.screen"
	fi
done
exit $status
