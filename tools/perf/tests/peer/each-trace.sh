# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# The shipped traces that are compared with other perfs; to be sourced.

# each_trace COMMAND...: runs the command with each trace and the name of its kernel's symbols.
each_trace() {
	"$@" burn2.data kallsyms-boot1
	"$@" forky-systemwide.data kallsyms-boot1
	"$@" cxx.data kallsyms-boot2
	"$@" burn2-compressed.data kallsyms-boot2
	"$@" burn1.pipe kallsyms-boot2
	# There is no kallsyms of these boots, so both programs relocate the addresses of another one.
	"$@" overrun.data kallsyms-boot2
	"$@" tracepoints.data kallsyms-boot2
}
