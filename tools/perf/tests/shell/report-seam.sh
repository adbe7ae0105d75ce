#!/bin/bash
# report --seam: one half of all stacks, or rows where both meet, counted again from the lines of script
# SPDX-License-Identifier: GPL-2.0-only
set -e -o pipefail
. "$(dirname "$0")/lib/test.sh"
need_data

names=(--kallsyms "$data/kallsyms-boot1" --symfs "$data/symfs" --no-inline)

# add_up: the sum of the first column for each text of the second.
add_up()
{
	awk -F'\t' '{ nr[$2] += $1 } END { for (text in nr) print nr[text] "\t" text }' | sort
}

# rows MODE TRACE: "samples name" of each row, sorted.
rows()
{
	"$perf_defer" report --stdio -q --no-children -g none "--seam=$1" -s sym -F sample,sym "${names[@]}" \
		-i "$data/$2" 2> err | grep . | sed -E 's/^ +//; s/  \[.\] /\t/; s/ +$//; s/0x0+/0x/' | sort | add_up
}

# counted MODE TRACE: the same from script, whose stacks begin with the innermost frame. The halves of a
# stack are told apart by their addresses.
counted()
{
	"$perf_defer" script -F comm,ip,sym "${names[@]}" -i "$data/$2" 2> err | awk -v mode="$1" '
		BEGIN {
			entry_code = "^(entry_|do_syscall_|x64_sys_call|__x64_sys_|(asm_)?(exc_|sysvec_|common_int)|" \
				"do_user_addr_fault|irqentry_|ret_from_fork)"
		}
		function name(text) { sub(/^[ \t]*[^ \t]+ /, "", text); return text }
		function count(row) { if (row != "") nr[row]++ }
		function finish() {
			if (!nr_lines)
				return
			if (mode == "first")
				count(behind)
			else if (mode == "user")
				count(user == "" ? "[no user stack]" : user)
			else if (user_mode)
				count("[user mode]")
			else
				count(kernel)
		}
		/^[^ \t]/ { finish(); nr_lines = 1; user = kernel = behind = ""; user_mode = 0; first = 1; next }
		!NF { next }
		{
			in_kernel = $1 ~ /^ffff/
			text = name($0)
			if (text == "[unknown]")
				text = "0x" $1
			if (first && !in_kernel)
				user_mode = 1
			if (in_kernel && first)
				kernel = text
			if (in_kernel && text !~ entry_code)
				behind = text
			if (!in_kernel && user == "")
				user = text
			first = 0
		}
		END { finish(); for (row in nr) print nr[row] "\t" row }' | sort
}

sum()
{
	awk -F'\t' '{ nr += $1 } END { print nr }' "$1"
}

for trace in burn2.data:78358 forky-systemwide.data:2064; do
	for mode in both user kernel pivot; do
		rows "$mode" "${trace%:*}" > "rows-$mode"
		[ "$(sum "rows-$mode")" = "${trace#*:}" ] ||
			fail "$trace, $mode: rows have $(sum "rows-$mode") samples"
		folded=$("$perf_defer" report --export folded "--seam=$mode" "${names[@]}" -i "$data/${trace%:*}" \
			2> err | LC_ALL=C awk '{ sum += $NF } END { printf "%.0f\n", sum }')
		total=$("$perf_defer" report --stdio -g none "${names[@]}" -i "$data/${trace%:*}" 2> err |
			sed -n 's/^# Event count (approx.): //p')
		[ "$folded" = "$total" ] || fail "$trace, $mode: folded stacks have $folded, not $total"
	done
done

for mode in user kernel; do
	rows "$mode" burn2.data > got
	counted "$mode" burn2.data > want
	diff want got || fail "--seam=$mode: other rows than from script"
done

# Where user code enters the kernel, each with its callers and its callees.
"$perf_defer" report --stdio -q --seam "${names[@]}" --percent-limit 40 -i "$data/burn2.data" 2> err |
	grep -v '^[ |]*$' > graph
cat > want << 'END'
    93.40%  burn       burn           [.] __libc_write -> syscall write -> ksys_write
            |--93.40%--[callers]
            |          level2
            |          level1
            |          |--47.00%--main
            |          |          __libc_start_call_main
            |           --46.40%--start_thread
             --93.40%--[kernel]
END
head -n 8 graph | sed 's/ *$//' | diff want - || fail "another pivot"
grep -q -- '--93.06%--vfs_write' graph || fail "the kernel is not below its pivot"

# A row of user code is the sum of the pivots of that code, and a first kernel function that of its.
for trace in burn2.data forky-systemwide.data; do
	rows pivot "$trace" > pivots
	sed 's/ -> .*//' pivots | add_up > got
	rows user "$trace" > want
	diff want got || fail "$trace: other user code in the pivots"
	sed -nE 's/\t.* -> .* -> /\t/p' pivots | add_up > got
	counted first "$trace" > want
	diff want got || fail "$trace: other functions of the kernel in the pivots"
done

got=0
"$perf_defer" report --stdio --seam=users -i "$data/burn2.data" > out 2> err || got=$?
[ "$got" = 129 ] && grep -qF "'users'" err || fail "an unknown mode: status $got, $(cat err)"
got=0
"$perf_defer" report --entries --seam -i "$data/burn2.data" > out 2> err || got=$?
[ "$got" = 129 ] || fail "--entries with --seam: status $got"

verdict
