# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# Trials of the repair of deferred user stacks. $1 is the command that records, the others are names of trials.
# shellcheck source=lib.sh
. /guest/lib.sh

# The whole copy of each stack, which tells what the first bytes of it should.
trial_whole() {
	record whole --call-graph fp,defer,repair,8192 -e cpu-clock -F 500 -m 4M -- /workloads/libcalls 12
}

# In the kernel, where a timer hits and where system calls begin.
trial_calls() {
	record calls --call-graph fp,defer,repair,8192 -e raw_syscalls:sys_enter -c 1 -m 4M -- /workloads/libcalls 1
}

# What it costs: the bytes of a sample, and the time that the program takes.
trial_cost() {
	for mode in fp,defer fp,defer,repair dwarf,8192; do
		record "cost-$mode" --call-graph "$mode" -e cpu-clock -F 500 -m 4M -- /workloads/libcalls 6
		says "$mode: $took ms"
	done
}

trials "$@"
