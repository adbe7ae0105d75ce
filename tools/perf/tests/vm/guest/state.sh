# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# Trials of the state from before the samples: BPF programs that are loaded, tasks in an overwritten buffer; and of
# the kernel's code in memory. $1 is the command that records, the others are names of trials.
# shellcheck source=lib.sh
. /guest/lib.sh

# ---- BPF ----

trial_bpf() {
	bpf 600000 >/tmp/loaded 2>&1 &
	pid=$!
	for _ in $(seq 100); do
		[ ! -s /tmp/loaded ] || break
		sleep 0.1
	done
	check "BPF programs are loaded" grep -q loaded /tmp/loaded
	record bpf -a -e cpu-clock -F 1000 -- sleep 2
	perf record -q -a -e cpu-clock -F 1000 -o /out/bpf-perf.data -- sleep 1 >/dev/null 2>&1
	# A user who may not list the programs can still record, and gets one message.
	echo 1 >/proc/sys/kernel/perf_event_paranoid
	su user -c "$recorder -o /tmp/user.data -e cpu-clock -- true" >/out/bpf-user.record 2>&1 ||
		fail "BPF: a user may not record"
	check "BPF: a user gets one message" [ "$(grep -c 'BPF programs .* no names' /out/bpf-user.record)" = 1 ]
	su user -c "$recorder -o /tmp/user.data -e cpu-clock:u -- true" >/dev/null 2>&1 ||
		fail "BPF: a user may not record user space"
	kill $pid
	wait $pid 2>/dev/null
}

# ---- overwritten buffers ----

trial_overwrite() {
	record over --overwrite -m 64K -e cpu-clock -F 2000 -- forkexec 3000
	record over-all -a --overwrite -m 64K -e cpu-clock -F 2000 -- sh -c 'syscalls 1500'
}

# ---- the kernel's code in memory ----

# The test of the program reads code from there if it can.
trial_kcore() {
	check "kcore: root can read it" [ "$(head -c 4 /proc/kcore | tail -c 3)" = ELF ]
	perf-defer test kernel-code >/tmp/kernel-code 2>&1 || {
		fail "kcore: the program finds no code in it"
		cat /tmp/kernel-code
	}
	check "kcore: the test was there" grep -q '/proc/kcore of this boot.*: Ok' /tmp/kernel-code
}

trials "$@"
