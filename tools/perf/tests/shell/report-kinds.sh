#!/bin/bash
# report --entries --by: kinds of entries, counted again from the entries one by one
# SPDX-License-Identifier: GPL-2.0-only
set -e -o pipefail
. "$(dirname "$0")/lib/test.sh"
need_data

entries()
{
	"$perf_defer" report --entries --kallsyms "$data/kallsyms-boot1" --symfs "$data/symfs" "$@" 2> err
}

# lines FILE: "kind call restarted comm user" and the rest of $keys of each object of a JSON file, a line each. Of user
# code the innermost function counts.
lines()
{
	awk -v keys="$2" '
		BEGIN { nr = split(keys, key, " ") }
		function finish(text, i) {
			text = value["kind"] "|" value["syscall"] "|" value["restarted"] "|" value["comm"] "|" user
			for (i = 1; i <= nr; i++)
				text = text "\t" value[key[i]]
			print text
		}
		{ sub(/,$/, "") }
		/^      "[a-z_0-9]+": [^\[]/ {
			name = $1
			gsub(/[":]/, "", name)
			sub(/^ *"[a-z_0-9]+": /, "")
			gsub(/"/, "")
			value[name] = $0
		}
		/^      "log4_ns": / { value["log4_ns"] = "" }
		/^          "from": / { from = $2 }
		/^          "nr": / { value["log4_ns"] = value["log4_ns"] " " from ":" $2 }
		/^      "user": / { user = ""; in_user = 1; next }
		in_user && /^        "/ { if (user == "") user = $0 }
		/^      [\]]/ { in_user = 0 }
		/^    \}/ { finish() }' "$1"
}

# Each kind has the entries, the times and the samples of its entries.
for trace in overrun forky-systemwide; do
	entries --json -i "$data/$trace.data" > one-by-one
	entries --json --by kind,caller -i "$data/$trace.data" > kinds
	lines one-by-one "remaining_ns samples sampled_ns" | sort -t$'\t' -k1,1 -k2,2n | awk -F'\t' '
		function finish() {
			if (!nr)
				return
			printf "%s\t%d\t%d\t%d\t%d\t", kind, nr, timed, samples, sampled
			if (timed)
				printf "%d\t%d\t%d\t%d\t%s\n", total, ns[int((timed + 1) / 2)], ns[int((timed * 99 + 99) / 100)], ns[timed], spans()
			else
				printf "null\tnull\tnull\tnull\tnull\n"
		}
		function spans(i, from, nr, text) {
			for (i = 1; i <= timed; i++) {
				while (ns[i] >= (from ? 4 * from : 1024)) {
					text = text (nr ? " " from + 0 ":" nr : "")
					from = from ? 4 * from : 1024
					nr = 0
				}
				nr++
			}
			return text " " from + 0 ":" nr
		}
		$1 != kind { finish(); kind = $1; nr = timed = samples = total = sampled = 0 }
		{ nr++; samples += $3; sampled += $4 }
		$2 != "null" { total += $2; ns[++timed] = $2 }
		END { finish() }' | sort > want
	lines kinds "entries timed samples sampled_ns total_ns median_ns p99_ns longest_ns log4_ns" | sort > got
	[ "$(wc -l < got)" -gt 10 ] || fail "$trace: these are few kinds: $(cat got)"
	diff want got > differs || fail "$trace: kinds differ from their entries: $(head -n 6 differs)"
	! grep -q '"exact": true' kinds || fail "$trace: no event marks entries, but some are exact"
	awk '$1 == "\"total_ns\":" { sub(/,/, "", $2); if (nr++ && $2 != "null" && $2 + 0 > last) exit 1; last = $2 + 0 }' kinds ||
		fail "$trace: the greatest total is not first"
done

# As text: what is known of samples alone is at least so.
entries --by kind,caller -i "$data/forky-systemwide.data" > text
grep -q '^# Kinds of entries into the kernel: [0-9]*, of 1165 entries with samples, sorted by total$' text ||
	fail "another head: $(head -n 3 text)"
grep -qE '^ +>= 243.38 ms  >= 255.75 us  .* >= 14.87 ms     #@[*]@[.] +281  sampled .* syscall read +forky +__libc_read' text ||
	fail "another row of __libc_read: $(sed -n 5,9p text)"

# A tracepoint that samples each entry makes it exact.
entries --by kind,caller -i "$data/sched.data" > text
grep -qE '^ +[0-9.]+ ms +[0-9.]+ us .* exact .* syscall +' text || fail "nothing is exact: $(head text)"

# What a kind is divided into is below it: as the terminal UI shows it where it is opened, and as JSON has it.
is_part='%  (call site  |state      |gap after  ) '
all=kind,caller,site,state,gap
entries --by $all --percent-limit 0 -q -i "$data/forky-systemwide.data" > divided
entries --by kind,caller -q -i "$data/forky-systemwide.data" > want
grep -v -E "$is_part|^\$" divided | diff want - > differs || fail "kinds that are divided differ: $(head -n 6 differs)"
awk '/^==== / { here = $0 == "==== a kind" } here' "$shell/../tui/kinds.screen" | grep -E "$is_part" > want
[ "$(wc -l < want)" -ge 14 ] || fail "the screen has no parts: $(cat want)"
grep -E "$is_part" divided | sed -n "1,$(wc -l < want)s/^      //p" | diff want - > differs ||
	fail "the terminal UI shows other parts: $(head -n 6 differs)"
entries --json --by $all -i "$data/forky-systemwide.data" > kinds
awk '/^      "parts"/ { parts = 1 } /^    }/ { parts = 0 } parts && /"entries"/ { print $2 + 0 }' kinds > want
grep -E "$is_part" divided | awk '{ print $1 }' | diff want - > differs ||
	fail "JSON has other parts: $(head -n 6 differs)"
for line in '"by": "call site",' '"by": "state",' '"by": "gap after",' '"name": "unknown",' '"name": "rep_stos_alternative",'; do
	grep -q "^          $line\$" kinds || fail "JSON has no $line"
done
# A kind has the same parts whichever others there are.
for user in _Fork __libc_open64; do
	entries --by $all --percent-limit 0 -q --zoom symbol=$user -i "$data/forky-systemwide.data" > alone
	for file in alone divided; do
		awk -v user=$user '/^ *>= / { here = / syscall / && $NF == user } here' $file | sort > $file.kind
	done
	grep -q ' gap after   [^n]' alone.kind || fail "no gap in entries by $user: $(cat alone.kind)"
	cmp alone.kind divided.kind || fail "$user has other parts: $(diff alone.kind divided.kind | head -n 6)"
done
# Parts below the limit become one line, with all their entries.
entries --by kind,caller,gap --percent-limit 4 -q -i "$data/forky-systemwide.data" > limited
grep -qE '^ +21   49[.]85 ms   20[.]5%  gap after   [.][.][.] 18 more$' limited || fail "no sum of small parts: $(head limited)"
awk '
	function finish() {
		print sum
		if (small > 1)
			print small " parts are below the limit"
		sum = small = 0
	}
	/ gap after / { sum += $1; small += !/ more$/ && $4 + 0 < 4 && $2 > 0 }
	/^$/ { finish() }' limited > got
awk '/ gap after / { sum += $1 } /^$/ { print sum; sum = 0 }' divided | diff - got > differs ||
	fail "a limit takes entries away: $(head -n 6 differs)"
# Without gaps all else is the same.
entries --by kind,caller,state,site --percent-limit 0 -q -i "$data/forky-systemwide.data" > got
grep -v ' gap after ' divided | diff - got > differs || fail "other parts without gaps: $(head -n 6 differs)"

# A zoom leaves the entries that a filter leaves.
for by in "" "--by kind,caller"; do
	# shellcheck disable=SC2086 # an option and its value, or none
	entries $by --json --tid 116 -i "$data/forky-systemwide.data" > want
	# shellcheck disable=SC2086 # the same
	entries $by --json --zoom thread=116 -i "$data/forky-systemwide.data" > got
	cmp want got || fail "--entries $by --zoom: $(tail err)"
	[ "$(wc -l < got)" -gt 20 ] || fail "these are few entries of a thread: $(cat got)"
done

# Other orders.
entries --by kind,caller -s entries -q -i "$data/overrun.data" > text
awk '{ match($0, /  +[0-9]+  sampled/); nr = substr($0, RSTART) + 0; if (NR > 1 && nr > last) exit 1; last = nr }' text ||
	fail "not in the order of their numbers: $(head text)"
for wrong in "--by kind" "--entries --by kind,caller,sites" "--entries --by kind,caller, --json" "--entries --by kind,callergap" "--by kind,caller --each-sample" "--entries --by kind,caller -s return"; do
	status=0
	# shellcheck disable=SC2086 # options and their values
	"$perf_defer" report $wrong -i "$data/overrun.data" > out 2> err || status=$?
	[ $status = 129 ] || fail "report $wrong: status $status"
done
verdict
