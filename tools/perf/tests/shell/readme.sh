#!/bin/sh
# What the README shows is what the program prints, and what documents name is there
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
need_data

need_source
readme=$top/README.md
export LC_ALL=C

# One file a command: the command on the first line, what it prints on the others.
awk -v dir="$dir" '
	/^```/ { inside = !inside; file = ""; next }
	inside && /^\$ perf defer / { file = dir "/shown" ++nr; sub(/^\$ perf defer /, "") }
	inside && file { print > file }' "$readme" "$top/tools/perf/Documentation/tutorial.md"

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

for shown in "$dir"/shown*; do
	args=$(sed -n 1p "$shown")
	case $args in
	audit*) more="--kallsyms $data/kallsyms-boot1" ;;
	*) more="--kallsyms $data/kallsyms-boot1 --symfs $data/symfs" ;;
	esac
	# The words of the command, as a shell splits them.
	"$perf_defer" $args -i "$data/burn2.data" $more >"$dir/printed" </dev/null
	if ! compare "$shown" "$dir/printed" >&2; then
		fail "perf defer $args prints something else"
	fi
done

# Is one of these files there?
any() {
	for file; do
		[ ! -e "$file" ] || return 0
	done
	return 1
}

# The table of commands has all of them, and no others.
sed -n 's/^| `\([a-z]*\)` |.*/\1/p' "$readme" | sort >"$dir/verbs"
"$perf_defer" --help | sed -n 's/^   \([a-z]*\) .*/\1/p' | sort >"$dir/known"
diff -u --label README "$dir/verbs" --label --help "$dir/known" >&2 ||
	fail "the table of commands is another"

cd "$top" || exit 1
make -s --no-print-directory help >"$dir/help"
for target in $(grep -oh '`make [a-z-]*\|^    make [a-z-]*' README.md | sed 's/.* //' | sort -u); do
	[ "$target" = help ] || grep -q "^  make $target " "$dir/help" ||
		fail "README: make help does not list $target"
done

# Links between documents.
docs=tools/perf/Documentation
for doc in README.md $docs/*.md $docs/decisions/*.md tools/perf/tests/*/README.md; do
	for link in $(grep -o ']([^)#]*' "$doc" | sed 's/^](//'); do
		case $link in http*) continue ;; esac
		[ -e "$(dirname "$doc")/$link" ] || fail "$doc: there is no $link"
	done
done

# Files that are said to be ours, with or without .c, and families with a star.
for doc in $docs/architecture.md $docs/stitching.md; do
	grep -oE '`(tools|lib|util|ui|tests)/[a-z0-9/*.-]+`' "$doc" | tr -d '`' >"$dir/named"
	while read -r name; do
		any $name tools/$name tools/perf/$name tools/perf/$name.c ||
			fail "$doc: there is no $name"
	done <"$dir/named"
done
verdict
