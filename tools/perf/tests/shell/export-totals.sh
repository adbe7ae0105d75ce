#!/bin/bash
# export writes in each format what report counts, by event and class, with each filter, or nothing
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
set -o pipefail

need_data
export TERM=dumb
formats=$("$perf_defer" export --list | cut -d ' ' -f 1)
of_one='folded flame icicle pprof speedscope csv json gecko'
of_all='html sqlite'
[ "$(printf '%s\n' $of_one $of_all | sort)" = "$(echo "$formats" | sort)" ] || fail "formats are not tested: $formats"
if ! { "$perf_defer" check 2>/dev/null || :; } | grep -q 'libsqlite3: \[ yes'; then
	formats=${formats/sqlite/}
	of_all=html
fi

# set_input TRACE: the files of the trace, which are several of "parts".
set_input()
{
	case $1 in parts) input=(parts.data.*) ;; *) input=(-i "$data/$1") ;; esac
}

# report_of TRACE OPTION...: the samples and period of each event and class, a line each, in the file wanted.
report_of()
{
	set_input "$1"
	"$perf_defer" report --stdio --no-group --no-children -g none -s class -F sample,period,class "${@:2}" "${input[@]}" \
		</dev/null 2>err | awk '
		/^# Samples: / { sub(/^.* of event \047/, ""); sub(/\047.*/, ""); event = $0 }
		/^ *[0-9]/ { printf "%s %s %d %.0f\n", event, $3, $1, $2 }' >wanted
}

# keys FORMAT: the option by which the rows of a format have the class.
keys()
{
	case $1 in csv | json) echo -sclass ;; esac
}

# exports FORMAT TRACE OPTION...: writes FORMAT.out, and says nothing.
exports()
{
	set_input "$2"
	# shellcheck disable=SC2046 # no option, or one
	"$perf_defer" export -q -f "$1" $(keys "${1%%,*}") -o "${1%%,*}.out" "${@:3}" "${input[@]}" </dev/null 2>err ||
		fail "$*: $(cat err)"
	[ ! -s err ] || fail "$* says $(cat err)"
}

# agree WANTED TEXT FORMAT...: their files have what is in WANTED.
agree()
{
	printf '%s\n' "${@:3}" | python3 "$shell/lib/export-sums.py" "$1" 2>err || fail "$2: $(tail -n 1 err)"
}

# ---- events and classes ----

report_of overrun.data
[ "$(wc -l <wanted)" = 7 ] || fail "overrun.data has other classes: $(cat wanted)"
for format in $formats; do
	exports "$format" overrun.data
done
agree wanted overrun.data $formats

# Formats have one event each, or all at once.
report_of sched.data
events=$(cut -d ' ' -f 1 wanted | uniq)
[ "$(echo "$events" | wc -l)" = 4 ] || fail "sched.data has other events: $events"
for event in $events; do
	grep "^$event " wanted >of_event
	for format in $of_one; do
		exports "$format,$event" sched.data
	done
	agree of_event "sched.data, $event" $of_one
done
for format in $of_all; do
	exports "$format" sched.data
done
agree wanted sched.data $of_all

# ---- filters ----

report_of forky-systemwide.data
cp wanted unfiltered
while read -r filter; do
	# shellcheck disable=SC2086 # an option, or some
	report_of forky-systemwide.data $filter
	[ -s wanted ] && ! cmp -s wanted unfiltered || fail "$filter leaves out nothing, or all"
	for format in $formats; do
		# shellcheck disable=SC2086
		exports "$format" forky-systemwide.data $filter
	done
	agree wanted "forky-systemwide.data $filter" $formats
done <<-END
	--time 20%-60%
	--comms forky
	--all-but idle
	--time 10%-90% --comms forky --cpu 0 --all-but dso=forky
	--tid 0 --dsos [kernel.kallsyms]
	--symbols rep_movs_alternative --kallsyms $data/kallsyms-boot1
END

# ---- several files of one recording ----

if "$perf_defer" record -q -N -e cpu-clock -o parts.data --switch-output=1s sh -c '
	end=$(($(date +%s) + 4)); while [ "$(date +%s)" -lt "$end" ]; do :; done' 2>err; then
	set_input parts
	[ ${#input[@]} -ge 2 ] || fail "one file after some seconds: ${input[*]}"
	report_of parts
	[ -s wanted ] || fail "report does not read ${input[*]}: $(cat err)"
	for format in $formats; do
		exports "$format" parts
	done
	agree wanted "${#input[@]} files" $formats
fi

# ---- no room, nobody who reads, input that is broken ----

# leaves_nothing WORDS STATUS COMMAND...: ends with the status, says the words in a line, and leaves what was there.
leaves_nothing()
{
	local words=$1 status=$2 got=0
	echo kept >old
	"${@:3}" >out 2>err </dev/null || got=$?
	[ $got = "$status" ] || fail "${*:3}: status $got, not $status: $(cat err)"
	grep -q "$words" err || fail "${*:3} does not say '$words', but $(cat err)"
	[ "$(wc -l <err)" = 1 ] || fail "${*:3} says more than a line: $(cat err)"
	[ "$(cat old)" = kept ] || fail "${*:3} replaces the old file"
	[ "$(find . -name 'old*' | wc -l)" = 1 ] || fail "${*:3} leaves $(ls -A)"
	[ -z "$(ls tmp)" ] || fail "${*:3} leaves $(ls tmp) in TMPDIR"
	[ ! -s out ] || fail "${*:3} writes to standard output as well: $(head -c 100 out)"
}

# limited KIB COMMAND...: no file of it grows larger.
limited()
{
	(
		trap '' XFSZ
		ulimit -f "$1"
		"${@:2}"
	)
}

mkdir tmp
export TMPDIR=$dir/tmp
head -c 200000 "$data/overrun.data" >cut.data
{
	head -c 300000 "$data/overrun.data"
	head -c 50000 /dev/urandom
	tail -c +350001 "$data/overrun.data"
} >spoilt.data
head -c 4096 /dev/urandom >noise.data
for format in $formats; do
	one=("$perf_defer" export -q -f "$format" -i "$data/overrun.data")
	leaves_nothing 'No space left' 1 "${one[@]}" -o /dev/full
	leaves_nothing 'cannot write .*: \(File too large\|disk I/O error\)' 1 limited 4 "${one[@]}" -o old
	leaves_nothing 'cannot create files in nowhere: No such file' 129 "${one[@]}" -o nowhere/new
	leaves_nothing 'not a perf.data' 1 "$perf_defer" export -q -f "$format" -i noise.data -o old

	# Who reads a pipe may go. That is no fault of the export, or it ends as other programs do.
	"${one[@]}" -o - 2>err | head -c 1 >out
	status=${PIPESTATUS[0]}
	case $status in 0 | 1 | 141) ;; *) fail "$format: the pipe's reader goes: status $status" ;; esac
	[ "$(wc -l <err)" -le 1 ] || fail "$format: the pipe's reader goes: $(cat err)"
	[ -z "$(ls tmp)" ] || fail "$format: the pipe's reader goes: $(ls tmp) stays in TMPDIR"
done

# What could be read is a whole file, and what could not is said.
for trace in cut spoilt; do
	for format in $formats; do
		got=0
		# shellcheck disable=SC2046 # no option, or one
		"$perf_defer" export -q -f "$format" $(keys "$format") -i $trace.data -o "$format.out" </dev/null 2>err || got=$?
		[ $got = 1 ] && [ -s err ] || fail "$format of $trace.data: nothing is said"
	done
	data=. report_of $trace.data
	agree wanted $trace.data $formats
done
verdict
