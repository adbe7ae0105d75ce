# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# What decides where another perf is compared with; to be sourced, also by what is no suite. The rules are in
# Documentation/parity.md, section "Rules of comparison".

# Versions whose differences were all looked at: each has its rule there.
compared_perfs='6.1.176 6.1.187 6.12.117 7.3.4'

# is_compared PERF...: is the perf that this command runs one of them?
is_compared()
{
	case " $compared_perfs " in
	*" $("$@" --version 2>/dev/null </dev/null | sed 's/^perf version //') "*) ;;
	*) return 1 ;;
	esac
}
