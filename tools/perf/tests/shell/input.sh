#!/bin/bash
# The input and the paths that people type: taken as meant, or refused with a reason
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
need_data


# run STATUS ARGS...: output goes to out, words to err.
run()
{
	want=$1
	shift
	"$perf_defer" "$@" >out 2>err </dev/null
	got=$?
	[ $got = "$want" ] || fail "$*: status $got, not $want"
}

# last TEXT: the last line of the words has it.
last()
{
	tail -n 1 err | grep -qF -e "$1" || fail "the last line has no '$1':"
}

trace=$data/tracepoints.data

# ---- one argument is the input ----

run 0 script -q -i "$trace" -F comm
cp out by-option
run 0 script -q "$trace" -F comm
cmp -s out by-option || fail "script FILE is not script -i FILE"
[ -s out ] || fail "script FILE prints nothing"
run 0 audit -i "$trace"
cp out by-option
run 0 audit "$trace"
cmp -s out by-option || fail "audit FILE is not audit -i FILE"
run 129 audit "$trace" second
last "only one input file"
run 129 audit -i "$trace" second
last "only one input file"

# ---- several are one recording ----

run 1 script "$trace" second
last "second: No such file"
run 1 script -i "$trace" second
last "second: No such file"
for words in "$trace $trace" "-i $trace $trace $trace"; do
	run 1 report --stdio $words
	last "$trace has no later samples than the file before it"
done
run 1 report --stdio second "$trace"
last "second: No such file"

# ---- report takes it for a filter of symbols, as perf does ----

run 0 report --stdio -i "$trace" "$trace"
last "'$trace' was taken as a symbol filter"
run 1 report --stdio "$trace"
grep -qF "'$trace' was taken as a symbol filter" err || fail "not said without perf.data:"
run 0 report --stdio -i "$trace" no-symbol-and-no-file
! grep -q 'taken as a symbol filter' err || fail "no file, but said to be one:"
# A filter that finds something is one, though a file has its name.
: >schedule
run 0 report --stdio -i "$trace" --kallsyms "$data/kallsyms-boot1" schedule
! grep -q 'taken as a symbol filter' err || fail "a filter that finds rows:"
if ! grep -q ' schedule' out; then
	fail "the filter finds nothing"
fi
run 129 report --stdio -i "$trace" a b
last "only one symbol filter"
# A pipe is no recording: what it has is left in it.
mkfifo pipe
exec 3<>pipe
printf PERFILE2 >&3
run 129 report --stdio -i "$trace" pipe b
last "only one symbol filter"
[ "$(timeout 10 head -c 8 <&3)" = PERFILE2 ] || fail "the pipe was read"
exec 3>&-

# ---- a reason alone, and the usage where it is asked for ----

usage()
{
	run 129 "$@"
	[ "$(wc -l <err)" = 1 ] || fail "$*: more than a line:"
	grep -q '^perf-defer: .' err || fail "$*: no reason:"
}
usage check nonsense
usage report a b
for verb in audit check record report script test; do
	usage $verb --no-such-option
	usage $verb -%
done
for verb in audit report script; do
	usage $verb -i
	last 'requires a value'
done
usage report --call-graph nonsense
usage script -F nonsense
usage record -F nonsense
usage report --no-childern
last "unknown option \`no-childern'; did you mean --no-children?"
usage script --filds=comm
last "unknown option \`filds=comm'; did you mean --fields?"
usage record --xyzzy
last "unknown option \`xyzzy'"
run 129 report -h
[ "$(head -n 2 err | tail -n 1 | cut -c 1-7)" = ' Usage:' ] || fail "-h begins with something else:"
tail -n 1 err | grep -q . && fail "-h has a reason:"

# ---- no perf.data ----

for verb in 'report --stdio' script audit; do
	run 1 $verb
	last "try 'perf defer record' first"
	grep -qF 'perf.data: No such file' err || fail "$verb: not said what is missing:"
	run 1 $verb -i other.data
	! grep -q 'perf defer record' err || fail "$verb: of another file:"
done

# ---- paths of symbols ----

printf 'not symbols\n' >text
printf 'MZ\352\007' >vmlinuz
mkfifo fifo
for verb in 'report --stdio' script; do
	for bad in '-k none:No such file' '-k .:not a regular file' '-k text:not an ELF file' \
		'-k vmlinuz:a vmlinuz has no symbols: the vmlinux is in Debian' \
		'-k fifo:not a regular file' '--kallsyms none:No such file' \
		'--kallsyms text:not a list of symbols' '--kallsyms /dev/null:not a regular file' \
		'--symfs none:No such file' '--symfs text:not a directory' \
		'--symfs none,flat:No such file'; do
		run 129 $verb -i "$trace" ${bad%%:*}
		last "${bad#*:}"
		[ ! -s out ] || fail "$verb ${bad%%:*}: prints all the same:"
	done
	run 0 $verb -i "$trace" --kallsyms "$data/kallsyms-boot1" --symfs "$data/symfs"
	run 0 $verb -i "$trace" --kallsyms "$data/kallsyms-boot1" --symfs "$data/symfs,hierarchy"
done

# ---- another user's recording ----

# As perf does: neither root's nor one's own is read only with -f, by root too.
if [ "$(id -u)" = 0 ]; then
	cp "$trace" foreign.data
	chown 12345 foreign.data
	cp "$trace" own.data
	mkdir foreign.dir
	cp "$trace" foreign.dir/data
	chown 12345 foreign.dir/data
	for verb in 'report --stdio' script audit; do
		for file in foreign.data foreign.dir; do
			run 1 $verb -i $file
			last "not owned by current user or root (use -f to override)"
			[ ! -s out ] || fail "$verb: reads another user's $file"
			run 0 $verb -f -i $file
			[ -s out ] || fail "$verb -f -i $file prints nothing"
		done
		run 0 $verb -i own.data
	done
	"$perf_defer" audit -i - <foreign.data >out 2>err || fail "stdin is refused:"
elif unshare -r true 2>/dev/null; then
	# There what is root's belongs to nobody known.
	for verb in 'report --stdio' script audit; do
		unshare -r "$perf_defer" $verb -i /etc/passwd >out 2>err
		last "not owned by current user or root (use -f to override)"
		unshare -r "$perf_defer" $verb -f -i /etc/passwd >out 2>err
		! grep -q 'not owned' err || fail "$verb -f: refused all the same:"
		cp "$trace" own.data
		run 0 $verb -i own.data
	done
else
	leave_out "another user's file: neither root nor a user namespace is to be had"
fi

verdict
