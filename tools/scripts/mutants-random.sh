#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Draws changes of the program's meaning by chance, and requires that a test fails for each.
#
#   N=200 SEED=NUMBER [JOBS=J] [LIMIT=SECONDS] mutants-random.sh DIR
#
# Each change is one of the operators in sites(), at a place in any C file of the product. A change that does
# not compile, or compiles to the same object, is dropped, and another one is drawn; SEED alone decides
# which. The changes are then a list for mutants.sh, which tries them and prints each one that survives: first
# as the program is built, then, with what reaches it soonest, under AddressSanitizer and UndefinedBehaviorSanitizer.
# The suites of a change are those that execute its line, the quickest first; gcov tells. A suite that fails with
# counters, or is not done after twice LIMIT seconds, cannot tell, and is tried for each change after all others.
set -eu

die() {
	echo "mutants-random: $*" >&2
	exit 1
}

# Prints all places that an operator can change: operator, file, line, whether a function is there, new line.
sites() {
	awk '
	# Replaces what is in comments, strings and characters, so that only code is left; as long as before.
	function code(line, out, i, c, quote) {
		if (!comment && line !~ /["\047]|\/[*\/]/)
			return line
		for (i = 1; i <= length(line); i++) {
			c = substr(line, i, 1)
			if (comment) {
				if (substr(line, i, 2) == "*/") {
					comment = 0
					out = out "@"
					i++
				}
				c = "@"
			} else if (quote != "") {
				if (c == "\\") {
					out = out "@"
					i++
				} else if (c == quote) {
					quote = ""
				}
				c = "@"
			} else if (substr(line, i, 2) == "/*") {
				comment = 1
				out = out "@"
				i++
				c = "@"
			} else if (c == "\"" || c == "\047") {
				quote = c
				c = "@"
			}
			out = out c
		}
		return out
	}
	function site(op, text) {
		if (text != $0)
			print op ":" FILENAME ":" FNR ":" inside ":" text
	}
	# Changes each @from of the code to @to.
	function swap(op, from, to, at, i) {
		for (at = 0; (i = index(substr(mask, at + 1), from)) > 0; at += i) {
			site(op, substr($0, 1, at + i - 1) to substr($0, at + i + length(from)))
		}
	}
	function constants(at, number) {
		for (at = 1; match(substr(mask, at), /[^A-Za-z0-9_.@][0-9]+[^A-Za-z0-9_.@]/); ) {
			at += RSTART
			number = substr($0, at, RLENGTH - 2)
			site("constant", substr($0, 1, at - 1) (number + 1) substr($0, at + RLENGTH - 2))
		}
	}
	# Changes the condition of an if or while that is on one line.
	function condition(at, i, depth, c) {
		if (mask !~ /^\t+(} else )?(if|while) \(/)
			return
		at = i = index(mask, "(")
		do {
			c = substr(mask, i++, 1)
			depth += (c == "(") - (c == ")")
		} while (depth && i <= length(mask))
		if (depth)
			return
		site("negated", substr($0, 1, at) "!" substr($0, at, i - at) ")" substr($0, i))
		if (mask ~ /if \(/)
			site("never", substr($0, 1, at) "0 && " substr($0, at, i - at) ")" substr($0, i))
	}
	# Whether the line is a whole statement whose absence would be seen. What only frees memory is not:
	# make check-asan sees that.
	function is_statement() {
		return inside && last ~ /([;{}:)]|else)$/ && mask ~ /^\t+[a-z_*].*;$/ &&
			mask !~ /^\t+(const|struct|enum|static|unsigned|u?int[0-9]*_t|char|bool|size_t|goto) / &&
			mask !~ /^\t+(z?free|close|fclose|munmap|pthread_[a-z_]*destroy|[a-z_]*__(exit|delete|free|put))\(/
	}
	FNR == 1 { comment = inside = 0; last = "" }
	{ mask = code($0) }
	mask ~ /^#/ || mask ~ /^@*$/ { next }
	/^{/ { inside = 1 }
	/^}/ { inside = 0 }
	{
		swap("compare", " < ", " <= "); swap("compare", " <= ", " < ")
		swap("compare", " > ", " >= "); swap("compare", " >= ", " > ")
		swap("compare", " == ", " != "); swap("compare", " != ", " == ")
		swap("logic", " && ", " || "); swap("logic", " || ", " && ")
		swap("sum", " + ", " - "); swap("sum", " - ", " + ")
		swap("sum", " += ", " -= "); swap("sum", " -= ", " += "); swap("sum", " += ", " = ")
		swap("bits", " & ", " | "); swap("bits", " | ", " & "); swap("bits", " |= ", " = ")
		swap("result", "return true;", "return false;"); swap("result", "return false;", "return true;")
		swap("result", "return ret;", "return 0;"); swap("result", "continue;", "break;")
		condition()
		if (mask !~ /^\t(static |const )*(char|uint[0-9]*_t|int) .*\[/)
			constants()
		if (is_statement()) {
			match($0, /^\t+/)
			site("dropped", substr($0, 1, RLENGTH) ";")
		}
		last = mask
	}' "$@"
}

# Prints all lines of the file $1 in an order that SEED decides: operators take turns, since some have
# many more places than others.
shuffle() {
	awk -F : -v seed="$SEED" '
	# The same numbers from every awk (Park and Miller).
	function chance(n) {
		seed = (seed * 16807) % 2147483647
		return int(seed / 2147483647 * n)
	}
	BEGIN { seed = seed % 2147483646 + 1; chance(1); chance(1) }
	{
		if (!nr[$1]++)
			ops[nr_ops++] = $1
		lines[$1, nr[$1] - 1] = $0
		nr_all++
	}
	END {
		for (; nr_all > 0; nr_all--) {
			do
				op = ops[chance(nr_ops)]
			while (!nr[op])
			i = chance(nr[op])
			print lines[op, i]
			lines[op, i] = lines[op, --nr[op]]
		}
	}' "$1"
}

# Compiles the text of stdin as the file $1 to the object $2. Without -g, equal code is an equal object.
compile() {
	flags="$(cat "$dir/flags") -iquote $(dirname "$1") -g0 -w -x c -c"
	case $1 in
	*/record/rings*) flags="$flags @build/libperf/cflags" ;;
	esac
	# shellcheck disable=SC2086 # The flags are words.
	$flags -o "$2" - 2>/dev/null
}

# Prints the file $1 with the text of the file $3 as line $2.
changed() {
	awk -v at="$2" -v text="$3" 'NR != at { print; next } { while ((getline line <text) > 0) print line }' "$1"
}

# Decides for the lines $1, $1 + JOBS... of the file "draws" whether they change an object: "kept".
compile_draws() {
	tmp=$dir/compile$1
	awk -v first="$1" -v jobs="$jobs" '(NR - first) % jobs == 0 { print NR ":" $0 }' "$dir/draws" |
		while IFS=: read -r nr op file line inside text; do
			printf '%s\n' "$text" >"$tmp.text"
			# shellcheck disable=SC2094 # It only reads both.
			compile "$file" "$tmp.old.o" <"$file" || die "$file does not compile"
			if changed "$file" "$line" "$tmp.text" | compile "$file" "$tmp.new.o" &&
				! cmp -s "$tmp.old.o" "$tmp.new.o"; then
				printf '%s:%s:%s:%s:%s:%s\n' "$nr" "$op" "$file" "$line" "$inside" "$text"
			fi
		done >"$dir/kept$1"
}

# Chooses N changes: the first ones of the order that change an object.
choose() {
	: >"$dir/chosen"
	at=0
	while [ "$(wc -l <"$dir/chosen")" -lt "$N" ]; do
		tail -n +$((at + 1)) "$dir/order" | head -n "$N" >"$dir/draws"
		[ -s "$dir/draws" ] || break
		in_parallel compile_draws
		cat "$dir"/kept* | sort -n | cut -d : -f 2- >>"$dir/chosen"
		at=$((at + N))
	done
	head -n "$N" "$dir/chosen" >"$dir/chosen.new"
	mv "$dir/chosen.new" "$dir/chosen"
}

# Runs function $1 with 1 to JOBS at the same time.
in_parallel() {
	for i in $(seq "$jobs"); do
		"$1" "$i" &
	done
	wait
}

# Runs the suites $1, $1 + JOBS..., each alone, and prints: number, time, and which changed line it reached.
cover() {
	cov=$dir/cover$1
	awk -v first="$1" -v jobs="$jobs" '(NR - first) % jobs == 0' "$dir/suites" |
		while read -r nr name _; do
			rm -rf "$cov"
			mkdir "$cov"
			begin=$(date +%s%N)
			GCOV_PREFIX=$cov GCOV_PREFIX_STRIP=$strip sh -c "$(cat "$dir/command") $nr" \
				>"$cov.log" 2>&1 </dev/null || {
				if grep -q ' 1 skipped$' "$cov.log"; then
					echo "not tried, since it is skipped: $name"
				else
					echo "$name" >>"$dir/unseen"
				fi
				continue
			}
			took=$(($(date +%s%N) - begin))
			cut -d : -f 2 "$dir/chosen" | sort -u | while read -r file; do
				data=$(echo "$file" | sed 's|^tools/lib/perf|lib|; s|^tools/perf/||; s|c$|gcda|')
				[ -e "$cov/$data" ] || continue
				ln -s "$PWD/build/obj/${data%da}no" "$cov/${data%da}no"
				gcov -t "$cov/$data" 2>/dev/null
			done | reached "$took" "$name"
		done >"$dir/reached$1"
	grep '^not tried' "$dir/reached$1" || :
}

# Reads the output of gcov; prints time, suite and the numbers of the changes whose line was executed. For a
# change that is not in a function, the file counts. A statement's first line has its count.
reached() {
	awk -v took="$1" -v suite="$2" -v chosen="$dir/chosen" '
	BEGIN {
		while ((getline text <chosen) > 0) {
			split(text, field, ":")
			nr[field[2]]++
			at[field[2], nr[field[2]]] = field[4] ? field[3] : 0
			number[field[2], nr[field[2]]] = ++n
		}
	}
	function end_file(i) {
		for (i = 1; i <= nr[file]; i++)
			if (hit[i] || (!at[file, i] && any))
				print took ":" suite ":" number[file, i]
		for (i in hit)
			delete hit[i]
		any = 0
	}
	/^ *-: *0:Source:/ { end_file(); file = substr($0, index($0, "Source:") + 7); next }
	nr[file] && match($0, /^ *[#=0-9*]+: *[0-9]+:/) {
		split($0, part, ":")
		executed = part[1] ~ /[1-9]/
		any = any || executed
		for (i = 1; i <= nr[file]; i++)
			if (part[2] + 0 <= at[file, i])
				hit[i] = executed
	}
	END { end_file() }'
}

# Prints the list for mutants.sh. The lines before a changed one make its place the only one.
write_list() {
	{
		grep -hv '^not tried' "$dir"/reached[0-9]* | sort -n
		while read -r name; do
			seq "$N" | sed "s/^/last:$name:/"
		done <"$dir/unseen"
	} >"$dir/reached"
	awk -F : '
	FILENAME ~ /reached$/ {
		if (!seen[$3, $2]++) # of a suite and a script of one name both are run
			suites[$3] = suites[$3] " " $2
		next
	}
	{
		text = substr($0, length($1 $2 $3 $4) + 5)
		nr = 0
		while ((getline line <$2) > 0)
			lines[++nr] = line
		close($2)
		for (block = lines[from = $3]; times(block, nr) > 1; )
			block = lines[--from] "\n" block
		print "@ " $2 "\n! " suites[FNR]
		print "# line " $3 ", " $1 (suites[FNR] ? "" : ", in no suite") ": " trim(lines[$3]) "  ->  " trim(text)
		for (i = from; i <= $3; i++)
			print "-" lines[i]
		for (i = from; i < $3; i++)
			print "+" lines[i]
		print "+" text
	}
	function trim(text) {
		gsub(/^\t+/, "", text)
		return text
	}
	# How often the lines @block are in the file.
	function times(block, nr, all, i, found) {
		all = "\n"
		for (i = 1; i <= nr; i++)
			all = all lines[i] "\n"
		while ((i = index(all, "\n" block "\n")) > 0) {
			found++
			all = substr(all, i + 1)
		}
		return found
	}' "$dir/reached" "$dir/chosen"
}

# Prints the changes that nothing noticed as a list, each with the suites that reach it soonest.
write_survivors() {
	grep -lx survived "$dir"/try/list/*/verdict | while read -r verdict; do
		cd "${verdict%/verdict}"
		printf '@ %s\n!%s\n# %s\n' "$(cat file)" "$(cut -d ' ' -f -13 suites)" "$(cat title)"
		cat changes
	done
}

[ "$#" -eq 1 ] || die "usage: N=NUMBER SEED=NUMBER mutants-random.sh DIR"
N=${N:-200}
SEED=${SEED:-$(date +%s)}
jobs=${JOBS:-$(nproc)}
targets="all data alloc-tools generate workloads-of-c unwind-step"
mkdir -p "$1"
dir=$(cd "$1" && pwd)
# Workers in the background ignore the signal of a terminal, so they are ended with all that they started.
trap 'trap "" TERM; kill 0; exit 130' INT TERM HUP

# A copy with counters tells which suites execute a line. The tree may be edited meanwhile.
rm -rf "$dir/tree" "$dir"/kept* "$dir"/reached*
: >"$dir/unseen"
mkdir "$dir/tree"
tar -cf - --exclude=./build --exclude=./.git . | tar -C "$dir/tree" -xf -
cd "$dir/tree"
export WERROR=0 SKIP_VM=1 LC_ALL=C
counted() {
	make -s -f tools/perf/Makefile.perf BUILD=build EXTRA_CFLAGS='--coverage -O0' LDFLAGS=--coverage "$@"
}
# shellcheck disable=SC2086 # The targets are words.
counted -j"$jobs" $targets >"$dir/log" 2>&1 || die "the tree does not build: $(tail -n 5 "$dir/log")"
sed 's/ --coverage -O0//' build/obj/.flags >"$dir/flags"
strip=$(echo "$PWD/build/obj" | tr -cd / | wc -c)

echo "drawing $N changes, SEED=$SEED"
find tools/lib/perf tools/perf -name '*.c' | grep -v -e /tests/ -e /python/ -e /examples/ | sort >"$dir/files"
# shellcheck disable=SC2046 # No name has a space.
sites $(cat "$dir/files") >"$dir/sites"
shuffle "$dir/sites" >"$dir/order"
choose
counted -n test TESTFLAGS="--timeout $((2 * ${LIMIT:-60}))" | tail -n 1 >"$dir/command"
sh -c "$(cat "$dir/command") list" | tr ':' ' ' >"$dir/suites"
in_parallel cover
write_list >"$dir/random.list"
UNSEEN=$(cat "$dir/unseen") tools/scripts/mutants.sh "$dir/try" "$dir/random.list" && exit
write_survivors >"$dir/survived.list"
echo "Those that survived, with sanitizers:"
# A suite may fail under the sanitizers without a change.
suites=$(sed -n 's/^! //p' "$dir/survived.list" | tr ' ' '\n' | sort -u | tr '\n' ' ')
UNSEEN=$suites LIMIT=900 SANITIZE=address,undefined tools/scripts/mutants.sh "$dir/sanitized" "$dir/survived.list"
