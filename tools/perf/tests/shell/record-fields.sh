#!/bin/bash
# What options add to a sample is what perf adds, and script shows it
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/record.sh"

perf=${THROUGH_PERF:-perf}

export PERF_CONFIG=$dir/config
: >"$PERF_CONFIG"
"$perf" --version >/dev/null 2>&1 || skip "perf is not installed"

# What evlist says of a file's events, a word for each bit and field. Of the one for tasks: its maps.
words()
{
	"$perf" evlist -v -i "$1" 2>/dev/null | sed 's/{ [a-z_, ]*}/rate/g; s/^dummy.*\(mmap_data: 1\).*/\1/
		/^dummy/d; s/^[^:]*: type/type/; s/, /\n/g' | awk -F ': ' '
		$1 == "sample_type" || $1 == "read_format" {
			nr = split($2, bits, "|")
			for (i = 1; i <= nr; i++)
				print $1, bits[i]
			next
		}
		$1 != "size" && $1 != "type" { print $1, $2 }' | sort -u
}

# added WHO OPTIONS: what they add to and take from an event, as + and - lines.
added()
{
	local who=$1
	local -a command=(spared "$perf")
	shift
	[ "$who" = perf ] || command=("$perf_defer")
	"${command[@]}" record -B -o "$who.data" $events "$@" true >out 2>&1 </dev/null || return
	words "$who.data" >"$who.words"
	diff "$who.plain" "$who.words" | sed -n 's/^> /+ /p; s/^< /- /p'
}

events='-e cpu-clock'
for who in perf ours; do
	: >$who.plain
	added $who --call-graph fp >/dev/null || fail "$who records nothing: $(cat out)"
	words $who.data >$who.plain
done
[ "$(wc -l <ours.plain)" -gt 10 ] || fail "evlist says $(wc -l <ours.plain) words of ours"

nr=0
# same OPTIONS...: both add the same, which is something.
same()
{
	if ! added perf --call-graph fp "$@" >perf.added; then
		# One that this perf does not know is told by the suite of C.
		grep -q 'unknown option' out || unlike_perf "perf record $*: $(cat out)"
		return
	fi
	nr=$((nr + 1))
	added ours --call-graph fp "$@" >ours.added || fail "record $*: $(cat out)"
	[ -s perf.added ] || unlike_perf "record $*: perf adds nothing"
	diff perf.added ours.added || unlike_perf "record $*: not what perf adds"
}

same --data
same --data-page-size
same --code-page-size
same --phys-data
same --weight
same --sample-mem-info
same --data-mmap
same --running-time
same --all-user
same --all-kernel
same --user-regs
same --user-regs=ip,sp
same -I
same -Iip
same --intr-regs=ip,SP --user-regs=ax
[ $nr -ge 13 ] || fail "only $nr options were compared"

# ---- what is shown of them ----

for_perf shown.data "$perf_defer" record -N -o shown.data -e page-faults -c 1 -d -W --phys-data --data-page-size --code-page-size \
	true >out 2>&1 || fail "$(cat out)"
fields=comm,addr,phys_addr,data_page_size,code_page_size,weight
"$perf_defer" script -i shown.data -G -F $fields >ours 2>err || fail "script -F $fields: $(cat err)"
spared "$perf" script -i shown.data -G -F $fields >perfs 2>/dev/null
grep -q ' 4K' ours || fail "no size of a page in $(head -n 2 ours)"
diff <(tr -s ' ' <perfs | sed 's/ $//') <(tr -s ' ' <ours | sed 's/ $//') || unlike_perf "script -F $fields differs"

# ---- stacks for perf to unwind ----

# What perf 6.1 adds to them of data addresses, 7.3 does not.
same_stacks()
{
	local of_data='ADDR|DATA_SRC|mmap_data'
	added perf "$@" | grep -vE "$of_data" >perf.added
	added ours "$@" | grep -vE "$of_data" >ours.added
	grep -q 'sample_stack_user' ours.added || fail "record $*: no stacks"
	diff perf.added ours.added || unlike_perf "record $*: not what perf adds"
}
same_stacks --call-graph dwarf
same_stacks --call-graph dwarf,1000
same_stacks --call-graph dwarf --user-regs=ax
same_stacks --call-graph dwarf --user-callchains
events='-e cpu-clock/call-graph=dwarf,stack-size=512/'
same_stacks
same_stacks --call-graph fp
events='-e cpu-clock'

for_perf stacks.data "$perf_defer" record -o stacks.data -c 100000 -e cpu-clock --call-graph dwarf \
	sh -c 'i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done' >out 2>&1 || fail "$(cat out)"
grep -q 'User stacks are COPIED, and unwound when they are shown' out || fail "record says: $(cat out)"
"$perf_defer" audit -i stacks.data >out 2>&1 || fail "$(cat out)"
samples=$(sed -n 's/^# Samples *: //p' out)
# A shell's start is in code without call frame information, and a dump may be too short.
sum=$(awk '$1 == "total" { exit } /^  (unwound|kernel|no-cfi|no-register|dump-ended) / { sum += $2 } END { print sum + 0 }' out)
[ "${samples:-0}" -gt 20 ] && [ "$sum" = "$samples" ] || fail "$(cat out)"
# Each sample is one of perf's too, with the same kernel frames and its own user frames.
spared "$perf" script -i stacks.data -F ip,sym >perfs 2>/dev/null
"$perf_defer" script -i stacks.data -F ip,sym >ours 2>err || fail "$(cat err)"
[ ! -s err ] || fail "script says: $(cat err)"
# An older perf's inject copies all features of the file.
spared "$perf" inject -b -i stacks.data -o injected.data >out 2>&1 || unlike_perf "perf inject: $(cat out)"
spared "$perf" script -i injected.data -F time 2>/dev/null | cmp -s - <(spared "$perf" script -i stacks.data -F time 2>/dev/null) ||
	unlike_perf "perf inject writes other samples: $(tail -n 3 out)"
# An unwinder that loses its way finds addresses of all kinds, but seldom those of the kernel's code.
kernel='^ffffffff[89a-f]'
awk -v kernel="$kernel" '$1 ~ kernel && $1 !~ /^ffffffffff[6-9a-f]/ { print $1 }' perfs >perfs.kernel
awk -v kernel="$kernel" '$1 ~ kernel { print $1 }' ours >ours.kernel
cmp -s perfs.kernel ours.kernel || unlike_perf "kernel frames: $(wc -l <perfs.kernel) of perf, $(wc -l <ours.kernel) of ours"
[ "$(grep -c . perfs)" -gt $((samples * 3)) ] || unlike_perf "perf unwinds nothing: $(head -n 20 perfs)"

# ---- registers by name ----

for list in '--user-regs=?' '-I?' '--intr-regs=ip,?'; do
	"$perf" record "$list" true 2>&1 | sed -n 's/.*available registers: *//p' | tr -s ' ' '\n' | sort >perfs
	"$perf_defer" record "$list" true 2>&1 | sed -n 's/.*available registers: *//p' | tr -s ' ' '\n' | sort >ours
	[ -s perfs ] && diff <(grep . perfs) <(grep . ours) || unlike_perf "record $list lists others"
done

for_perf regs.data "$perf_defer" record -B -o regs.data -c 100000 -e cpu-clock --call-graph no --user-regs=ip,sp -Iip,r15 \
	sh -c 'i=0; while [ $i -lt 5000 ]; do i=$((i + 1)); done' >out 2>&1 || fail "$(cat out)"
"$perf_defer" script -i regs.data -F ip,iregs,uregs >ours 2>err || fail "$(cat err)"
spared "$perf" script -i regs.data -F ip,iregs,uregs >perfs 2>/dev/null
grep -q 'IP:0x.*SP:0x' ours && diff perfs ours || unlike_perf "script -F iregs,uregs differs"

# ---- branches: software events have none, which is known before anything starts ----

for list in -b '-j any_call,u'; do
	"$perf_defer" record -o none.data -e cpu-clock $list touch started >out 2>&1
	[ $? = 2 ] && [ ! -e started ] && [ ! -e none.data ] || fail "record $list of cpu-clock: $(cat out)"
	grep -q 'cpu-clock cannot record branch stacks' out || fail "record $list of cpu-clock: $(cat out)"
done
if spared "$perf" record -B -o try.data -e cycles -b true >out 2>&1; then
	events='-e cycles'
	for who in perf ours; do
		: >$who.plain
		added $who --call-graph fp >/dev/null
		words $who.data >$who.plain
	done
	same -b
	same -j any_call,u,save_type
	events='-e cpu-clock'
fi

# Both levels at once are none.
"$perf_defer" record --all-user --all-kernel true >out 2>&1 && fail "--all-user and --all-kernel are taken"
verdict
