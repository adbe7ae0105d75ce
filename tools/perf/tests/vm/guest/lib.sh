# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# What the scripts in the guest share.

# Sources that need many threads or files are bound by these, not by what is tested.
ulimit -n 4096

failures=0

# says TEXT...: with the time since boot.
says() {
	read -r up _ </proc/uptime
	printf '[%7s] %s\n' "$up" "$*"
}

fail() {
	says "FAILED: $*"
	failures=$((failures + 1))
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

# For the end of a script.
verdict() {
	if [ "$failures" != 0 ]; then
		says "$failures failed"
		exit 1
	fi
	exit 0
}

# number KEY FILE [AFTER]: the first "KEY": of the JSON in FILE, once a line has "AFTER".
number() {
	awk -v key="\"$1\":" -v after="\"${3:-}" '
		index($0, after) { on = 1 }
		on && $1 == key { sub(/,$/, "", $2); print $2; found = 1; exit }
		END { exit !found }' "$2"
}
