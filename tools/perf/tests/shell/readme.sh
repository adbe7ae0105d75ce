#!/bin/sh
# What the README shows is what the program prints, and what documents name is there
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

wrong() {
	echo "$*" >&2
	status=1
}

# Is one of these files there?
any() {
	for file; do
		[ ! -e "$file" ] || return 0
	done
	return 1
}

# The table of commands has all of them, and no others.
sed -n 's/^| `\([a-z]*\)` |.*/\1/p' "$readme" | sort >"$work/verbs"
"$perf_defer" --help | sed -n 's/^   \([a-z]*\) .*/\1/p' | sort >"$work/known"
diff -u --label README "$work/verbs" --label --help "$work/known" >&2 || status=1

cd "$(dirname "$readme")"
make -s --no-print-directory help >"$work/help"
for target in $(grep -oh '`make [a-z-]*\|^    make [a-z-]*' README.md | sed 's/.* //' | sort -u); do
	[ "$target" = help ] || grep -q "^  make $target " "$work/help" ||
		wrong "README: make help does not list $target"
done

# Links between documents.
docs=tools/perf/Documentation
for doc in README.md $docs/*.md $docs/decisions/*.md tools/perf/tests/*/README.md; do
	for link in $(grep -o ']([^)#]*' "$doc" | sed 's/^](//'); do
		case $link in http*) continue ;; esac
		[ -e "$(dirname "$doc")/$link" ] || wrong "$doc: there is no $link"
	done
done

# Files that are said to be ours, with or without .c, and families with a star.
for doc in $docs/architecture.md $docs/stitching.md; do
	grep -oE '`(tools|lib|util|ui|tests)/[a-z0-9/*.-]+`' "$doc" | tr -d '`' >"$work/named"
	while read -r name; do
		# shellcheck disable=SC2086
		any $name tools/$name tools/perf/$name tools/perf/$name.c ||
			wrong "$doc: there is no $name"
	done <"$work/named"
done
exit $status
