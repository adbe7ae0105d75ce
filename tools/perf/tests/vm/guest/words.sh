# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# What scripts say and read in the guest, and the suites of the host about it; sourced.

failed=0

# says TEXT...: with the time since boot.
says() {
	read -r up _ </proc/uptime
	printf '[%7s] %s\n' "$up" "$*"
}

fail() {
	says "FAILED: $*"
	failed=$((failed + 1))
}

# check WHAT COMMAND...: WHAT should be so.
check() {
	what=$1
	shift
	if "$@"; then
		says "ok: $what"
	else
		fail "$what"
	fi
}

# number KEY FILE [AFTER]: the first "KEY": of the JSON in FILE, once a line has "AFTER".
number() {
	awk -v key="\"$1\":" -v after="\"${3:-}" '
		index($0, after) { on = 1 }
		on && $1 == key { sub(/,$/, "", $2); print $2; found = 1; exit }
		END { exit !found }' "$2"
}
