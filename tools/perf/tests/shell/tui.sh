#!/bin/bash
# The TUI in a terminal: scripts of keys lead to the screens that are known
# SPDX-License-Identifier: GPL-2.0-only
#
# Plays the scripts that are named, or all: see tests/tui/README.md. TUI_UPDATE=1 writes the
# screens anew instead of comparing them. After all of them, every key of the help must have been
# pressed by one.
set -e -o pipefail
. "$(dirname "$0")/lib/test.sh"
need_data

scripts=$shell/../tui
JOBS=2 # scripts at once

[ -d "$scripts" ] || skip "no scripts beside the tests"

update=${TUI_UPDATE:-}

# shellcheck source=tools/perf/tests/tui/play.sh
. "$scripts/play.sh"
need_tmux "$dir"

# What scripts that were interrupted left behind.
clean_up_all()
{
	local server

	for server in "$dir"/tmux-*/*; do
		tmux -S "$server" kill-server 2> /dev/null || true
	done
}
at_exit clean_up_all

# For scripts that stop the reading of a trace where they want to.
gate=$dir/gate.so
if ! "${CC:-cc}" -shared -fPIC -o "$gate" "$scripts/gate.c" 2> /dev/null; then
	gate=
# It may be told of GNU's extensions on the command line, as everything else is.
elif ! "${CC:-cc}" -D_GNU_SOURCE -Werror -fsyntax-only "$scripts/gate.c"; then
	die "gate.c does not compile with GNU's extensions"
fi

play_one()
{
	work=$dir/$1
	play "$scripts/$1.keys" "$scripts/$1.screen" || return 1
	[ -z "$update" ] || [ ! -s "$work/screens" ] || cp "$work/screens" "$scripts/$1.screen"
}

play_all()
{
	local name nr=0 status=0

	for name; do
		if ((nr++ >= JOBS)); then
			wait -n || status=1
		fi
		play_one "$(basename "$name" .keys)" &
	done
	for (( ; nr > 0; nr--)); do
		wait -n || [ $? -eq 127 ] || status=1
	done
	return $status
}

# ---- every key of the help ----

# The lines of the box that are shown, as its lower edge says: "81-108 of 108".
shown_lines()
{
	look | sed -n 's/.*└─ \([0-9]*-[0-9]* of [0-9]*\) ─.*/\1/p'
}

shows_other_lines()
{
	local now

	now=$(shown_lines)
	[ -n "$now" ] && [ "$now" != "$1" ]
}

# The text of the box that is open, from top to bottom. It was opened just now, so it begins there.
read_box()
{
	local lines

	wait_for shows "└─ 1-"
	while :; do
		look | sed -n 's/.*│ \(.*\)│.*/\1/p'
		echo "--"
		lines=$(shown_lines)
		[ "${lines#*-}" != "${lines##* } of ${lines##* }" ] || break
		in_tmux send-keys PageDown
		wait_for shows_other_lines "$lines" || break
	done
}

# Pages one after the other, each of which begins with some lines of the one before.
join_pages()
{
	awk '
	BEGIN { n = all = 0 }
	$0 != "--" { page[n++] = $0; next }
	{
		for (same = n < all ? n : all; same; same--) {
			for (i = 0; i < same && page[i] == line[all - same + i]; i++)
				;
			if (i == same)
				break
		}
		for (i = same; i < n; i++)
			line[all++] = page[i]
		n = 0
	}
	END { for (i = 0; i < all; i++) print line[i] }'
}

# "symbols +": the section that a key stands in, and the key.
keys_of_help()
{
	awk '
	/^Keys of all views/ { section = "all"; next }
	/^View / { section = $2; sub(":", "", section); next }
	/^Mouse/ {
		if (/Click/) print section, "Click"
		if (/Drag/) print section, "Drag"
		if (/Right button/) print section, "Right-button"
		if (/[Ww]heel/) print section, "Wheel"
		next
	}
	NF { nr = split(substr($0, 1, 16), keys); for (i = 1; i <= nr; i++) print section, keys[i] }'
}

# What the help of $1 has, and the scripts of $2 do not press.
not_pressed()
{
	awk '
	FILENAME == ARGV[1] {
		if ($1 == "all") common[$2]; else own[$0]
		next
	}
	{ pressed[$0] }
	!($0 in own) { pressed["all " $2] }
	END {
		for (key in common) if (!("all " key in pressed)) print "no script presses " key
		for (key in own) if (!(key in pressed)) {
			split(key, part)
			print "no script presses " part[2] " in view " part[1]
		}
	}' "$1" "$2" | sort
}

check_help()
{
	local left

	work=$dir/keys-of-help name=keys-of-help script=$dir/keys-of-help line=0
	size=120x24
	environment=()
	mkdir -p "$work/traces/symfs"
	ln -s "$data/burn2.data" "$work/traces"
	do_verb run "-i burn2.data" && do_verb idle "" && do_verb key h &&
		do_verb until "Keys of all views" || return 1
	read_box | join_pages > "$work/help"
	in_tmux kill-server
	keys_of_help < "$work/help" > "$work/keys"
	cat "$dir"/*/pressed > "$work/all-pressed"
	if [ "$(wc -l < "$work/keys")" -lt 60 ]; then
		echo "this is no help:" >&2
		cat "$work/help" >&2
		return 1
	fi
	left=$(not_pressed "$work/keys" "$work/all-pressed")
	[ -z "$left" ] || echo "$left" >&2
	[ -z "$left" ]
}

status=0
if [ $# -gt 0 ]; then
	play_all "$@" || status=1
else
	# shellcheck disable=SC2046 # names without blanks
	play_all $(cd "$scripts" && ls ./*.keys) || status=1
	[ -n "$update" ] || check_help || status=1
fi
[ $status = 0 ] || fail "a script of keys leads elsewhere"
verdict
