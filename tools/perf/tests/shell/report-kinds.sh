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
for wrong in "--by kind" "--by kind,caller --each-sample" "--entries --by kind,caller -s return"; do
	status=0
	# shellcheck disable=SC2086 # options and their values
	"$perf_defer" report $wrong -i "$data/overrun.data" > out 2> err || status=$?
	[ $status = 129 ] || fail "report $wrong: status $status"
done
verdict
