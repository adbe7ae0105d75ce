#!/bin/sh
# What the README shows is what the program prints
# SPDX-License-Identifier: GPL-2.0-only
set -eu

perf_defer=${PERF_DEFER:?}
data=${PERF_DEFER_TEST_DATA:-/nonexistent}
readme=$(dirname "$0")/../../../../README.md
if [ ! -e "$readme" ] || [ ! -e "$data/burn2.data" ]; then
	echo "no README or no traces beside the tests" >&2
	exit 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C PERF_CONFIG=/dev/null PERF_BUILDID_DIR=/nonexistent

# One file a command: the command on the first line, what it prints on the others.
awk -v dir="$work" '
	/^```/ { inside = !inside; file = ""; next }
	inside && /^\$ perf defer / { file = dir "/shown" ++nr; sub(/^\$ perf defer /, "") }
	inside && file { print > file }' "$readme"

# Do the shown lines stand together in what is printed? "..." says that more follows, and an
# empty line before the next command does not count.
compare() {
	awk '
		{ sub(/[ \t]+$/, "") }
		FNR == NR && FNR == 1 { next }
		FNR == NR && /^ *\.\.\.$/ { cut = 1 }
		FNR == NR { if (!cut) want[++nr] = $0; next }
		{ got[++lines] = $0 }
		END {
			while (nr && want[nr] == "")
				nr--
			for (at = 0; nr && at + nr <= lines; at++) {
				for (i = 1; i <= nr && want[i] == got[at + i]; i++)
					;
				if (i > nr)
					exit 0
				if (i > best) {
					best = i
					best_at = at
				}
			}
			printf "README: \"%s\"\nprinted: \"%s\"\n", want[best], got[best_at + best]
			exit 1
		}' "$1" "$2"
}

status=0
for shown in "$work"/shown*; do
	args=$(sed -n 1p "$shown")
	case $args in
	audit*) more= ;;
	*) more="--kallsyms $data/kallsyms-boot1 --symfs $data/symfs" ;;
	esac
	# The words of the command, as a shell splits them.
	# shellcheck disable=SC2086
	"$perf_defer" $args -i "$data/burn2.data" $more >"$work/printed" </dev/null
	if ! compare "$shown" "$work/printed" >&2; then
		echo "perf defer $args prints something else" >&2
		status=1
	fi
done
exit $status
