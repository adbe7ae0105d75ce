# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# Makes kernel trees for tests of what is put into one; to be sourced.

# new_kernel TREE: makes a tree that has the lines that ours are put beside, and no other.
new_kernel()
{
	mkdir -p "$1/tools/perf/tests/shell/lib" "$1/tools/perf/Documentation"
	(
		cd "$1/tools/perf" || exit 1
		printf 'static struct cmd_struct commands[] = {\n\t{ "data",\tcmd_data,\t0 },\n};\n' >perf.c
		printf 'int cmd_data(int argc, const char **argv);\n' >builtin.h
		printf '%s[] = {\n\t\t"list",\nNULL };\n' '	const char * const builtin_help_subcommands' >builtin-help.c
		printf 'perf-config\t\t\tmainporcelain common\nperf-data\t\t\tmainporcelain common\n' >command-list.txt
		printf '@(kvm|sched|\n\t\t\t|data|help|script|test|trace) ]]; then\n' >perf-completion.sh
		printf '\nperf-y += builtin-test.o\nperf-y += dso-data.o\n' >tests/Build
		printf '/* Tests */\nDECLARE_SUITE(a);\nDECLARE_SUITE(b);\n' >tests/tests.h
		printf 'x[] = {\n\tNULL,\n};\nstatic struct test_suite *generic_tests[] = {\n\t&suite__a,\n\tNULL,\n};\n' \
			>tests/builtin-test.c
		chmod 640 builtin.h
		chmod 755 perf-completion.sh
	)
}

# newer_kernel TREE: the tree is like that of a newer kernel.
newer_kernel()
{
	rm "$1/tools/perf/command-list.txt"
	printf '\t} common_cmds[] = {\n\t\t{"data", "x"},\n\t\t{"diff", "x"},\n\t};\n' >>"$1/tools/perf/builtin-help.c"
	sed -i 's/^perf-y/perf-test-y/' "$1/tools/perf/tests/Build"
	printf '\tint (*setup)(struct test_suite *suite);\n' >>"$1/tools/perf/tests/tests.h"
}
