#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Changes the core's meaning, one line at a time, and requires that a test fails each time.
#
#   [ONLY=EXPRESSION] [JOBS=N] [UNSEEN=SUITES] [LIMIT=SECONDS] mutants.sh DIR LIST...
#
# The lists are tools/perf/tests/mutants/*.list, their form is in the README there. Copies of this tree
# are built in DIR, one for each of JOBS workers (default: as many as CPUs). ONLY, an expression, chooses
# mutants by title and file. If UNSEEN is set, the caller has seen that all other suites pass, and those that do
# not are left out. A suite that is not done after LIMIT seconds (60; more on a busy machine) has noticed the mutant. It fails if a mutant
# survives or does not build, and at once if mutants-check.sh finds one that does not apply.
set -eu

die() {
	echo "mutants: $*" >&2
	exit 1
}

# Writes each mutant of the lists to a separate folder: title, file, suites, and the changes, each line
# with the text after "-" or "+".
split_lists() {
	out=$1
	shift
	awk -v out="$out" -v only="${ONLY:-}" '
	function end() {
		if (title == "" || changes == "")
			return
		if (only == "" || (title " " file) ~ only) {
			dir = sprintf("%s/%04d", out, ++nr)
			system("mkdir -p " dir)
			print title >(dir "/title")
			print file >(dir "/file")
			print suites >(dir "/suites")
			printf "%s", changes >(dir "/changes")
			close(dir "/title"); close(dir "/file")
			close(dir "/suites"); close(dir "/changes")
		}
		title = changes = ""
	}
	FNR == 1 { end(); file = "" }
	/^@ / { end(); file = substr($0, 3); next }
	/^! / { end(); suites = substr($0, 3); next }
	/^# / { end(); title = file == "" ? "" : substr($0, 3); next }
	/^[-+]/ { changes = changes $0 "\n" }
	END { end() }' "$@"
}

# Prints file $1 with the changes of $2, each of which matches one place, in any order.
change() {
	awk -v changes="$2" '
	BEGIN {
		while ((getline line < changes) > 0) {
			if (line ~ /^-/) {
				if (last != "-")
					n++
				want[n, nr[n]++] = substr(line, 2)
			} else {
				text[n] = text[n] substr(line, 2) "\n"
			}
			last = substr(line, 1, 1)
		}
	}
	function matches(c, at, j) {
		for (j = 0; j < nr[c] && lines[at + j] == want[c, j]; j++)
			;
		return j == nr[c]
	}
	{ lines[NR] = $0 }
	END {
		for (i = 1; i <= NR; i++) {
			for (c = 1; c <= n && !matches(c, i); c++)
				;
			if (c <= n) {
				printf "%s", text[c]
				i += nr[c] - 1
			} else {
				print lines[i]
			}
		}
	}' "$1"
}

# Builds what has changed in the tree $1, with $2 jobs.
build() {
	make -s -j"$2" -C "$1" -f tools/perf/Makefile.perf BUILD=build all data alloc-tools generate \
		workloads-of-c unwind-step >"$1.log" 2>&1
}

# Prints the command that runs tests in the tree $1, without the names of the tests.
test_command() {
	make -s -n -C "$1" -f tools/perf/Makefile.perf BUILD=build test TESTFLAGS="--timeout ${LIMIT:-60}" |
		tail -n 1
}

# Runs the test command in the tree $1 with the other arguments: the numbers of suites, or "list".
run_tests() {
	tree=$1
	shift
	# A mutant may loop for ever, also when nobody waits for it any more.
	# shellcheck disable=SC3045 # Every shell that is a /bin/sh has -t.
	(cd "$tree" && ulimit -t 300 && eval "$(cat "$tree.command") $*")
}

# Prints the numbers of the suites with exactly the names in the file $1, in that order: the runner
# would take a name for all suites that contain it.
numbers() {
	tr ' ' '\n' <"$1" | awk '
	NR != FNR { print nr[$1]; next }
	{ nr[$2] = nr[$2] " " $1 }' "$dir/suites" -
}

# Returns whether a suite named in the file $2 notices the change in the tree $1. Suites run one by one,
# because the first one mostly does.
is_caught() {
	for suite in $(numbers "$2"); do
		run_tests "$1" "$suite" || return 0
	done
	return 1
}

# Prints the outcome of the mutant in the folder $2, tried in the tree $1, in one word.
try() {
	tree=$1
	mutant=$2
	file=$(cat "$mutant/file")

	change "$dir/source/$file" "$mutant/changes" >"$tree/$file"
	if ! build "$tree" 1; then
		verdict=unbuilt
	elif is_caught "$tree" "$mutant/suites" >"$mutant/tests" 2>&1; then
		verdict=caught
	else
		verdict=survived
	fi
	cp "$dir/source/$file" "$tree/$file"
	echo "$verdict"
}

# Tries the mutants that no other worker has taken, in a separate tree: one that loops takes minutes.
work() {
	tree=$dir/tree$1
	for mutant in "$dir"/list/*; do
		mkdir "$mutant/taken" 2>/dev/null || continue
		verdict=$(try "$tree" "$mutant")
		echo "$verdict" >"$mutant/verdict"
		[ "$verdict" = caught ] || printf '%-10s %s\n           %s\n' "$verdict" \
			"$(cat "$mutant/file")" "$(cat "$mutant/title")"
	done
}

# Copies the tree $1 to $2, without its build.
copy() {
	rm -rf "$2"
	mkdir -p "$2"
	tar -C "$1" -cf - --exclude=./build --exclude=./.git . | tar -C "$2" -xf - ||
		die "cannot copy the tree"
}

# Makes a tree to change at $1 and builds it.
prepare() {
	copy "$dir/source" "$1"
	build "$1" "$jobs" || die "the tree does not build: $(tail -n 5 "$1.log")"
	test_command "$1" >"$1.command"
}

[ "$#" -ge 2 ] || die "usage: mutants.sh DIR LIST..."
mkdir -p "$1"
dir=$(cd "$1" && pwd)
shift
jobs=${JOBS:-$(nproc)}
# Workers in the background ignore the signal of a terminal, so they are ended with all that they started.
trap 'trap "" TERM; kill 0; exit 130' INT TERM HUP
# The tree may be edited meanwhile, so a copy is used.
copy . "$dir/source"
(cd "$dir/source" && tools/scripts/mutants-check.sh "$@") || die "the lists do not fit the program"
rm -rf "$dir/list"
mkdir "$dir/list"
split_lists "$dir/list" "$@"
[ -n "$(ls "$dir/list")" ] || die "there are no mutants to try"

# A mutant may leave things unused without failing to build; and no test boots a kernel.
export WERROR=0 SKIP_VM=1
i=1
while [ "$i" -le "$jobs" ]; do
	prepare "$dir/tree$i"
	i=$((i + 1))
done
run_tests "$dir/tree1" list | tr ':' ' ' >"$dir/suites"
cat "$dir"/list/*/suites >"$dir/wanted"
[ -n "${UNSEEN+set}" ] ||
	run_tests "$dir/tree1" "$(numbers "$dir/wanted" | sort -u | tr '\n' ' ')" >"$dir/tests" 2>&1 ||
	die "the suites fail without a mutant: $(tail -n 5 "$dir/tests")"
for suite in ${UNSEEN:-}; do
	echo "$suite" >"$dir/wanted"
	run_tests "$dir/tree1" "$(numbers "$dir/wanted" | tr '\n' ' ')" >"$dir/tests" 2>&1 && continue
	echo "not tried, since it fails without a change: $suite"
	sed -i "s/\(^\| \)$suite\( \|\$\)/\2/" "$dir"/list/*/suites
done

i=1
while [ "$i" -le "$jobs" ]; do
	work "$i" &
	i=$((i + 1))
done
wait

cat "$dir"/list/*/verdict | sort | uniq -c | awk '
	{ count[$2] = $1; all += $1 }
	END {
		printf "%d mutants: %d caught, %d survived, %d did not build\n", all,
			count["caught"], count["survived"], count["unbuilt"]
		exit all == count["caught"] ? 0 : 1
	}'
