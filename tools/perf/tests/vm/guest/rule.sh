# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# Trials of the rule that finds a sample's stack: where the kernel replaces the registers of a task, and where
# clocks are set back. $1 is the command that records, the others are names of trials.
# shellcheck source=lib.sh
. /guest/lib.sh

# ---- signals ----

# A shell that sends itself signals, and handles them.
cat >/tmp/loop <<'EOF'
trap 'i=$((i + 1))' USR1
i=0
while [ $i -lt 20000 ]; do kill -USR1 $$; done
EOF

trial_signals() {
	record signals -a -e cpu-clock -F 4000 -m 4M -- sh -c 'signals 4000 & timeout 6 sh /tmp/loop; wait'
}

# ---- clocks ----

# Sets the clock back by a second, and some more, $1 times.
cat >/tmp/back <<'EOF'
i=0
while [ $i -lt "$1" ]; do
	date -s "@$(($(date +%s) - 1))" >/dev/null
	usleep 20000
	i=$((i + 1))
done
EOF

trial_steps() {
	record steps -a -k realtime -e cpu-clock -F 500 -m 4M -- sh -c 'forkexec 60000 & sh /tmp/back 300; kill $!; wait'
}

trials "$@"
