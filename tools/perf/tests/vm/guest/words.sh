# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# Functions that print results and read JSON, in the guest and in the suites on the host; to be sourced.

failed=0
failures= # a suite outside repeats them at its end

# says TEXT...: prints the text after the time since boot.
says() {
	read -r up _ </proc/uptime
	printf '[%7s] %s\n' "$up" "$*"
}

fail() {
	says "FAILED: $*"
	failed=$((failed + 1))
	failures="$failures
$*"
}

# check WHAT COMMAND...: requires that the command succeeds; WHAT describes the condition.
check() {
	what=$1
	shift
	if "$@"; then
		says "ok: $what"
	else
		fail "$what"
	fi
}

# number KEY FILE [AFTER]: prints the value of the first "KEY": in the JSON of FILE, from the first line with
# "AFTER" on.
number() {
	awk -v key="\"$1\":" -v after="\"${3:-}" '
		index($0, after) { on = 1 }
		on && $1 == key { sub(/,$/, "", $2); print $2; found = 1; exit }
		END { exit !found }' "$2"
}
