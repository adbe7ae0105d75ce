#!/bin/bash
# BPF programs that were loaded before the recording have perf's names
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/record.sh"
need_source

workload=${PERF_DEFER_WORKLOADS:-.}/bpf
if [ ! -x "$workload" ]; then
	skip "no workloads"
fi
"$workload" 60000 >loaded 2>err &
pid=$!
has_loaded()
{
	[ -s loaded ] || is_gone $pid
}
wait_for has_loaded
[ -s loaded ] || skip "the kernel loads no BPF programs for us: $(cat err)"
if "$perf_defer" check | grep -q 'libbpf: \[  no'; then
	"$perf_defer" record -e cpu-clock -o data -- true >out 2>&1 || fail "record fails: $(cat out)"
	grep -q 'BPF programs .* no names: perf-defer was built without libbpf' out || fail "no note on libbpf"
	verdict
fi

for_perf data "$perf_defer" record -q -a -e cpu-clock -F 999 -o data -- sleep 0.5 >out 2>&1 ||
	skip "may not record here: $(cat out)"

# number FILE TYPE: how many records of this type there are.
number()
{
	"$perf_defer" report --stats -i "$1" 2>err | sed -n "s/^ *$2 events: *\([0-9]*\) .*/\1/p"
}

[ "$(number data KSYMBOL)" -ge 5 ] || fail "not each function is told of"
[ "$(number data BPF_EVENT)" -ge 1 ] || fail "no program was told of"

# told FILE: each function of BPF that it tells of, as perf reads it: address, length, name.
told()
{
	spared perf report -D -i "$1" 2>/dev/null |
		sed -n 's/.*PERF_RECORD_KSYMBOL addr \([0-9a-f]*\) len \([0-9]*\) .* name \(bpf_prog_.*\)/\1 \2 \3/p'
}

# Every function, as the kernel's own list has them: name and address.
if has_perf; then
	told data >ours
	for name in '[0-9a-f]\{16\}_hot_entry' '[0-9a-f]\{16\}_hot_loop' '[0-9a-f]\{16\}_alone'; do
		[ "$(grep -c "bpf_prog_$name\$" ours)" = 1 ] || fail "not one symbol like $name: $(cat ours)"
	done
	[ "$(grep -c 'bpf_prog_[0-9a-f]\{16\}_F$' ours)" -ge 2 ] || fail "not two without a name: $(cat ours)"
	! grep -q ' 0 bpf_prog' ours || fail "a function has no length"
fi

# Samples have the names.
"$perf_defer" report --stdio -q --no-children -g none -s sym -c bpf -i data >rows 2>err
for name in hot_loop F alone; do
	grep -q "\[k\] bpf_prog_[0-9a-f]*_$name" rows || fail "no row for $name: $(head -5 rows)"
done

# perf tells the same of the same programs, and reads ours so.
if has_perf && spared perf record -q -a -e cpu-clock -o perf.data -- true 2>err; then
	told perf.data >perfs
	# A perf without libbpf tells nothing.
	if [ -s perfs ]; then
		grep -e '_hot_' -e '_alone$' -e '_F$' ours | sort >a
		grep -e '_hot_' -e '_alone$' -e '_F$' perfs | sort >b
		diff a b >&2 || unlike_perf "perf tells of other functions"
	fi
	spared perf report --stdio -q --no-children -g none -s sym -i data 2>/dev/null |
		grep -q '\[k\] bpf_prog_[0-9a-f]*_hot_loop' || unlike_perf "perf does not name them in our file"
fi

# --no-bpf-event: as in perf.
"$perf_defer" record -q -a -e cpu-clock --no-bpf-event -o none.data -- true >out 2>&1 ||
	fail "--no-bpf-event: $(cat out)"
[ -z "$(number none.data BPF_EVENT)" ] || fail "--no-bpf-event: programs are told of"
verdict
