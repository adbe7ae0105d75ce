#!/bin/bash
# The pictures of the TUI in the documentation are what it shows
# SPDX-License-Identifier: GPL-2.0-only
#
# Plays the scripts that are named, or all, of Documentation/pictures: NAME.keys, as tests/tui/README.md
# explains them, lead to the screen of NAME.svg. TUI_UPDATE=1 draws the pictures anew.
set -e -o pipefail
. "$(dirname "$0")/lib/test.sh"
need_data

real_data=$data
tests=$(realpath "$shell/..")
pictures=$tests/../Documentation/pictures

[ -d "$pictures" ] || skip "no pictures beside the tests"

update=${TUI_UPDATE:-}
gate= # for play.sh

# shellcheck source=tools/perf/tests/tui/play.sh
. "$tests/tui/play.sh"
work=$dir
need_tmux "$dir"
at_exit 'in_tmux kill-server 2> /dev/null'

# The traces, and below symfs also the sources of the recorded programs.
data=$dir/data
mkdir -p "$data/symfs/tmp"
ln -s "$real_data"/*.data "$real_data"/kallsyms-* "$data"
ln -s "$real_data/symfs/usr" "$data/symfs"
ln -s "$tests/data/src" "$data/symfs/tmp/vm"

draw()
{
	look -e -N | LC_ALL=C awk -f "$pictures/screen-svg.awk"
}

is_picture()
{
	cmp -s "$1" <(draw)
}

# Assembly needs libcapstone.
can_draw()
{
	local libraries

	[ "$1" = source ] || return 0
	libraries=$("$perf_defer" check || true)
	! grep -q 'libcapstone: \[  no' <<< "$libraries"
}

# The picture is of the screen at the script's end.
at_end()
{
	local picture=$pictures/$name.svg

	if [ -n "$update" ]; then
		sleep 0.4
		draw > "$dir/picture" && mv "$dir/picture" "$picture" || return 1
	elif ! wait_for is_picture "$picture"; then
		draw | diff -u --label "$name.svg" --label "on the screen" "$picture" - |
			cut -c 1-120 | head -n 40 >&2 || true
		echo "$picture: the screen is another; \`make pictures\` draws it anew" >&2
		return 1
	fi
}

[ $# -gt 0 ] || set -- "$pictures"/*.keys

status=0
for name; do
	name=$(basename "$name" .keys)
	rm -rf "$dir/traces" # of the script before
	if can_draw "$name"; then
		play "$pictures/$name.keys" /dev/null || status=1
	else
		echo "$name: this build has no libcapstone" >&2
	fi
done
[ $status = 0 ] || fail "a picture is not what is shown"
verdict
