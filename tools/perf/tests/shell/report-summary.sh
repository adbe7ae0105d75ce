#!/bin/bash
# report --summary: its numbers are those of the rows, the entries, the ledger and the samples
# SPDX-License-Identifier: GPL-2.0-only
set -e -o pipefail
. "$(dirname "$0")/lib/test.sh"
need_data

report()
{
	"$perf_defer" report --kallsyms "$data/kallsyms-boot1" --symfs "$data/symfs" -i "$data/$trace.data" "$@"
}

# sentence KEY: the text that stands behind the key of a view.
sentence()
{
	sed -n "s/^ $1  //p" summary
}

# rows: "children self comm symbol" of each row that is shown. Sentences call an address by its file.
rows()
{
	report --stdio -q -g none -F overhead_children,overhead,comm,sym 2> err | grep . |
		sed -E 's/^ +([0-9.]+%) +([0-9.]+%) +([^ ]+) +\[.\] /\1\t\2\t\3\t/; s/( \(inlined\))? *$//; s/\t0x0*/\t0x/'
}

# Where the time went: the shares add up, and that of the idle task is that of its row.
check_shares()
{
	local idle

	read -r _ _ user _ _ kernel _ _ idle _ _ _ _ missing < <(sed -n 3p summary)
	awk -v a="$user" -v b="$kernel" -v c="$idle" -v d="$missing" \
		'BEGIN { sum = a + b + c + d; exit sum < 99.98 || sum > 100.02 }' ||
		fail "$trace: the shares do not add up: $(cat summary)"
	want=$(report --stdio -q -g none --no-children -s comm 2> err | awk '$2 == "swapper" { print $1 }')
	[ "$idle" = "${want:-0.00%}" ] || fail "$trace: $idle idle, but the row has '$want'"
}

# The bar has as many letters as the shares say.
check_bar()
{
	[ "$(sed -n 2p summary | tr -cd k | wc -c)" = \
		"$(awk -v a="$user" -v b="$kernel" 'BEGIN { print int((a + b) * 78 / 100 + .5) - int(a * 78 / 100 + .5) }')" ] ||
		fail "$trace: another bar: $(sed -n 2,3p summary)"
}

# The path is a row, and the other function the row that has most by itself.
check_funcs()
{
	local text path self

	text=$(sentence 1)
	path=$(sed -E 's/^([0-9.]+%) is in (.*) and what it calls \((.*)\); .*/\1\t\3\t\2/; s/\t[^\t]*\+0x/\t0x/' <<< "$text")
	rows > rows
	cut -f 1,3,4 rows > paths
	cut -f 2,4 rows > selves
	grep -qxF -- "$path" paths || fail "$trace: no row is '$path'"
	self=$(sed -E 's/.*most by itself: ([0-9.]+%) in (.*)/\1\t\2/; s/ \([^()]*\)$//; s/\t[^\t]*\+0x/\t0x/' <<< "$text")
	[ "$(awk -F'\t' '$3 != "swapper" && $2 + 0 > most + 0 { most = $2 } END { print most }' rows)" = "${self%%$'\t'*}" ] ||
		fail "$trace: '$self' is not the most"
	grep -qxF -- "$self" selves || fail "$trace: no row has '$self' by itself"
}

# The first row with user code that enters the kernel.
check_seam()
{
	local want

	report --stdio -q -g none --seam -F overhead,comm,sym > seams 2> err
	want=$(grep -vE ' swapper |\] \[|-> user mode *$' seams | awk 'NF && !nr++' |
		sed -E 's/^ +([0-9.]+%) +([^ ]+) +\[.\] /\1 is \2: /; s/ +$//; s/0x0+/0x/')
	[ "$(sentence p)" = "$want" ] || fail "$trace: '$(sentence p)', but the row is '$want'"
}

# span NS: as people read it.
check_entries()
{
	local want

	want=$(report --entries --json 2> err | awk '
		function span(ns, unit) {
			unit = 0
			while (ns >= 999.995 && unit < 3) { ns /= 1000; unit++ }
			return sprintf("%.*f %s", unit ? 2 : 0, ns, substr("nsusmss ", 2 * unit + 1, unit < 3 ? 2 : 1))
		}
		function finish() {
			key = (call == "null" ? kind : kind " " call) (again == "true" ? ", again" : "")
			key = key " of " comm (user == "" ? "" : " by " user)
			nr[key]++
			nr_all++
			if (ns == "null")
				return
			total[key] += ns
			times[key] = times[key] " " ns
		}
		{ gsub(/[",]/, "", $0) }
		$1 == "comm:" { comm = $2 }
		$1 == "remaining_ns:" { ns = $2 }
		$1 == "kind:" { kind = $2 (NF > 2 ? " " $3 : "") }
		$1 == "syscall:" { call = $2 }
		$1 == "restarted:" { again = $2 }
		$1 == "user:" { user = ""; in_user = $2 == "["; next }
		in_user { sub(/^ +/, ""); if ($0 !~ /^\]/) user = $0; in_user = 0 }
		$1 == "evidence:" { finish() }
		END {
			for (key in total)
				if (best == "" || total[key] > total[best])
					best = key
			n = split(times[best], list, " ")
			for (i = 1; i <= n; i++) # sorted as numbers below
				print list[i] > "times"
			close("times")
			cmd = "sort -n times"
			for (i = 1; (cmd | getline line) > 0; i++)
				list[i] = line
			half = int((n + 1) / 2)
			printf "%s lasts longest: >= %s in %d of %d sampled entries, median >= %s, longest >= %s\n",
				best, span(total[best]), nr[best], nr_all, span(list[half]), span(list[n])
		}')
	[ "$(sentence 7)" = "$want" ] || fail "$trace: '$(sentence 7)', but the entries are '$want'"
}

# check_time [OPTION...]: samples of a stretch of the time, or the rate of all, from the times of script.
check_time()
{
	local text want

	text=$(sentence 6)
	"$perf_defer" script --ns -F time "$@" -i "$data/$trace.data" 2> err | sed 's/[ :]//g' | grep . > stamps
	want=$(awk -v text="$text" '
		NR == 1 { first = $1 }
		{ time[NR] = $1 - first; last = $1 - first }
		END {
			if (text ~ /^Steady/) {
				printf "Steady: %.0f samples a second, and nothing stands out in time\n", NR / last
				exit
			}
			split(text, word, " ")
			width = last / 16
			from = int(substr(word[2], 2) / width + .5) * width
			to = int(substr(word[4], 2) / width + .5) * width
			for (i = 1; i <= NR; i++)
				nr += time[i] >= from && (time[i] < to || to > last - width / 2)
			mean = NR * (to - from) / last
			printf "%d %.0f\n", nr, 100 * (nr > mean ? nr - mean : mean - nr) / mean
		}' stamps)
	case $text in
	Steady*) [ "$text" = "$want" ] || fail "$trace: '$text', not '$want'" ;;
	*' there are '*)
		[ "$(sed -E 's/.* there are ([0-9]+) samples, ([0-9]+)%.*/\1 \2/' <<< "$text")" = "$want" ] ||
			fail "$trace: '$text', not $want"
		;;
	*)
		[ "$(sed -E 's/.* of the ([0-9]+) samples.*/\1/' <<< "$text")" = "${want% *}" ] ||
			fail "$trace: '$text', not $want"
		;;
	esac
}

# The ledger, of all events.
check_known()
{
	local of known most want

	"$perf_defer" audit -q --kallsyms "$data/kallsyms-boot1" -i "$data/$trace.data" > ledger 2> err
	of=$(sed -n 's/^# With user half : //p' ledger)
	known=$(sed -n 's/^# Of these known : \([0-9]*\).*/\1/p' ledger)
	want="All $of user stacks are known"
	if [ "$of" != "$known" ]; then
		most=$(awk '$1 ~ /^(exec|lost|pending|exited|ambiguous)$/ { print $2, $1 }' ledger | sort -rn | sed -n 1p)
		want="$((of - known)) of $of user stacks are missing, ${most% *} of them ${most#* }: "
	fi
	[[ $(sentence 4) == "$want"* ]] || fail "$trace: '$(sentence 4)', but the ledger says '$want'"
}

for trace in cxx forky-systemwide overrun; do
	report --summary > summary 2> err || fail "$trace: $(cat err)"
	check_shares
	check_bar
	check_funcs
	check_seam
	check_entries
	check_time
	check_known
done

# A stretch of several slices.
trace=cxx
report --summary --time 0%-10% > summary 2> err
[[ $(sentence 6) == *'+0.000 to +0.015 s kernel mode '* ]] || fail "another stretch: $(sentence 6)"
check_time --time 0%-10%

# Each event has its own, apart from the members of a group.
trace=sched
report --summary > summary 2> err
[ "$(grep -c '^[0-9]* samples of .*; the trace: ' summary)" = 4 ] || fail "not one for each event: $(cat summary)"

# It is no profile with other columns, and no other list.
for option in --entries --each-sample --tui --stats '-F comm' '-t ;' '-b' '--baseline time=10%/1'; do
	status=0
	# shellcheck disable=SC2086 # an option and its value
	"$perf_defer" report --summary $option -i "$data/burn2.data" > out 2> err || status=$?
	[ $status = 129 ] || fail "--summary $option: status $status"
	grep -q -- '--summary .*goes with none of' err || fail "--summary $option: $(cat err)"
done
verdict
