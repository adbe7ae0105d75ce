#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Tests the tree in each way that needs no second machine: built by clang, under the sanitizers, by `make
# check`, on other architectures, and with counters, which tell how much of each folder the suites execute.
# Prints a line for each step, and ends with status 1 if one of them failed; its output is in DIR/STEP.log.
#
#   ci.sh DIR
#   CI_STEPS='clang coverage'   chooses steps
#
# Needs root for the other architectures, for chroot and mount. Guests are left to `make test`.
set -u

[ "$#" -eq 1 ] || {
	echo "usage: ci.sh DIR" >&2
	exit 1
}
mkdir -p "$1"
dir=$1
failed=0
export SKIP_VM=1

perf() {
	make -f tools/perf/Makefile.perf "$@"
}

# step NAME COMMAND...
step() {
	name=$1
	shift
	case " ${CI_STEPS:-$name} " in
	*" $name "*) ;;
	*) return ;;
	esac
	begin=$(date +%s)
	if "$@" >"$dir/$name.log" 2>&1; then
		verdict=passed
	else
		verdict=FAILED
		failed=1
	fi
	printf '  %-10s %-7s %5d s   %s\n' "$name" "$verdict" $(($(date +%s) - begin)) \
		"$(grep -E '^[0-9]+ passed' "$dir/$name.log" | tail -n 1)"
}

# Prints lines and executed lines of each folder of the product. An object whose code no suite reached has
# counters too, in its notes.
by_folder() {
	find "$dir/coverage/obj" -name '*.gcno' | sort | xargs gcov -n 2>/dev/null | awk -F "[:% ']+" '
	/^File / { file = $2 }
	/^Lines executed/ && file ~ /^tools\/.*\.c$/ && file !~ /\/(tests|examples)\// {
		folder = file
		sub(/^tools\//, "", folder)
		sub(/\/[^\/]*$/, "", folder)
		lines[folder] += $5
		executed[folder] += $3 * $5 / 100
		file = ""
	}
	END {
		for (folder in lines) {
			printf "    %-28s %7d lines %5.1f %% executed\n", folder, lines[folder],
				100 * executed[folder] / lines[folder] | "sort"
			all += lines[folder]
			hit += executed[folder]
		}
		close("sort")
		printf "    %-28s %7d lines %5.1f %% executed\n", "sum", all, all ? 100 * hit / all : 0
	}'
}

coverage() {
	find "$dir/coverage" -name '*.gcda' -delete 2>/dev/null
	perf OUT="$dir/coverage" EXTRA_CFLAGS='--coverage -O0' LDFLAGS=--coverage WERROR=0 \
		TESTFLAGS='--timeout 300' test
}

step check perf check
step clang perf OUT="$dir/clang" CC=clang test
step asan perf SANITIZE=address,undefined test
step tsan perf SANITIZE=thread test
step coverage coverage
case " ${CI_STEPS:-coverage} " in
*" coverage "*) by_folder ;;
esac
step portable perf portable
exit $failed
