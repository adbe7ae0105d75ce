#!/bin/bash
# Importers of perf's text read the text of script: all samples, all frames
# SPDX-License-Identifier: GPL-2.0-only
set -o pipefail
. "$(dirname "$0")/lib/test.sh"
need_data

# names TRACE: the options by which the trace's functions have names.
names()
{
	local kallsyms=kallsyms-boot2

	case $1 in burn2.data | forky*) kallsyms='kallsyms-boot1' ;; esac
	echo "--symfs $data/symfs --kallsyms $data/$kallsyms"
}

# text FILE OPTION...: what script prints of it.
text()
{
	# shellcheck disable=SC2046 # a list of options
	"$perf_defer" script -q -i "$1" $(names "${1##*/}") "${@:2}"
}

# ---- Perfetto ----

# Reads text by the rules of Perfetto's importer, from its source (google/perfetto, v54.0-1620-gec5d16b14b,
# src/trace_processor/plugins/perf_text/perf_text_trace_tokenizer.cc, perf_text_sample_line_parser.cc),
# and by two stricter ones: ids are digits, and each sample has a frame. The importer wraps -1 to
# 4294967295; until 2025 it refused a sample without frames, and it skips one now.
#
# Prints the samples and frames, or the line that makes it refuse the file.
perfetto()
{
	awk '
	function refuse(why) { print "line " NR ", " why ": " $0; refused = 1; exit }

	# A time ends just before a colon: a space, seconds, a dot and 6 digits. Before it stand the task
	# and maybe a CPU in brackets.
	function is_sample(line,    rest, at, part, head, n, word) {
		rest = line
		at = 0
		while ((n = index(rest, ":")) > 0) {
			at += n
			rest = substr(line, at + 1)
			part = substr(line, 1, at - 1)
			if (!match(part, / [0-9]+\.[0-9][0-9][0-9][0-9][0-9][0-9]$/))
				continue
			head = substr(part, 1, RSTART)
			gsub(/\t/, " ", head)
			n = split(head, word, " ")
			if (n > 1 && word[n] ~ /^\[[0-9]+\]$/)
				n--
			if (n > 0 && word[n] ~ /^([0-9]+\/)?[0-9]+$/)
				return 1
		}
		return 0
	}

	{ sub(/^[ \t]+/, "", $0); sub(/[ \t]+$/, "", $0) }
	!inside {
		if (!is_sample($0))
			refuse("no sample")
		samples++
		inside = 1
		frames = 0
		next
	}
	$0 == "" {
		if (!frames)
			refuse("a sample without frames before it")
		inside = 0
		next
	}
	!index($0, " ") { refuse("a frame without a symbol") }
	!/\(/ || !/\)$/ { refuse("a frame without a file") }
	{ frames++; total++ }
	END {
		if (!refused && inside)
			refuse("the last sample does not end")
		if (!refused)
			print samples + 0, total + 0
	}'
}

# The samples and frames of text, by its layout.
counted()
{
	awk '/^\t/ { frames++; next } /^$/ { samples++ } END { print samples + 0, frames + 0 }'
}

# ledger TRACE: its number of samples.
ledger()
{
	"$perf_defer" audit --json -i "$1" 2>/dev/null | sed -n 's/^  "samples": \([0-9]*\),$/\1/p'
}

# accepted TRACE OPTION...: Perfetto's importer gets all samples and frames of $data/TRACE.
accepted()
{
	text "$data/$1" --perfetto "${@:2}" >text 2>err || grep -q 'was not finished' err ||
		fail "$*: --perfetto fails:"
	[ "$(perfetto <text)" = "$(counted <text)" ] || fail "$*: Perfetto refuses it: $(perfetto <text)"
	[ "$(counted <text | cut -d' ' -f1)" = "$(ledger "$data/$1")" ] ||
		fail "$*: $(counted <text) samples and frames, not $(ledger "$data/$1") samples"
}

# refused FILE WHY: Perfetto's importer does not read the text of this file.
refused()
{
	[[ "$(perfetto <"$1")" == *"$2"* ]] || fail "$1: Perfetto reads it ($(perfetto <"$1")), it should say: $2"
}

for trace in "$data"/*.data "$data"/*.pipe "$data"/trials/*.data; do
	case $trace in */no-tasks.data) continue ;; esac
	accepted "${trace#"$data"/}"
done
accepted tracepoints.data -G
accepted cxx.data --max-stack 1
accepted forky-systemwide.data --reltime

# Samples without a task cannot be read by it.
text "$data/trials/no-tasks.data" --perfetto >text 2>err && fail "a trace without tids is no error"
grep -q "do not have the field 'tid'" err || fail "no tid:"
rm err

# A real trace of tasks that are gone.
text "$data/sched.data" >text
[ "$(grep -c '^:-1 *-1 ' text)" = 3 ] || fail "not 3 samples of tid -1"
refused text 'no sample'

# Everything that makes it refuse a whole file.
cp "$data/trials/guest-sample.data" plain.data
perl -pe 'BEGIN { undef $/ } s/\x65\0\0\0\x65\0\0\0/\xff\xff\xff\xff\xff\xff\xff\xff/g' plain.data >minus.data
text minus.data >text
grep -q '^qemu  *-1 ' text || fail "no tid -1"
refused text 'no sample'
text minus.data --perfetto >text
grep -q '^qemu  *4294967295/4294967295 ' text || fail "--perfetto prints a tid of -1: $(cat text)"
[ "$(perfetto <text)" = '1 3' ] || fail "a tid of -1: $(perfetto <text)"

text "$data/cxx.data" --header >text
refused text 'line 1, no sample'
text "$data/cxx.data" --ns >text
refused text 'line 1, no sample'
text "$data/forky-systemwide.data" --show-task-events >text
refused text 'a frame without a file'
text "$data/cxx.data" -F comm,tid,time,ip,sym >text
refused text 'a frame without a file'
# It takes every second line for a frame, and waits for an end of the sample.
text "$data/tracepoints.data" -G >text
refused text 'the last sample does not end'
# The first sample with nothing below it, as perf prints one without a callchain.
text "$data/cxx.data" | sed '/^\t/d' >text
refused text 'a sample without frames'
for options in --header --header-only -I --ns '-F comm' --show-task-events --show-lost-events; do
	# shellcheck disable=SC2086 # one or two words
	"$perf_defer" script --perfetto -i "$data/cxx.data" $options >text 2>err
	[ $? = 129 ] && [ ! -s text ] && grep -q -e "${options%% *}" -e -show err || fail "--perfetto $options:"
done

# ---- Firefox Profiler ----

# Reads text by the rules of the Firefox Profiler (firefox-devtools/profiler,
# src/profile-logic/import/linux-perf.ts, 2025): prints the samples and frames that it gets.
firefox()
{
	awk '
	NR == 1 && $0 != "# ========" &&
	    !/^[^ \t].*[ \t]+([0-9]+\/)?[0-9]+[ \t]+(\[[0-9]+\][ \t]+)?[0-9.]+:/ {
		print "not the text of perf: " $0
		other = 1
		exit
	}
	inside && /^[ \t]*$/ { samples += frames > 0; total += frames; inside = 0; next }
	inside { frames += /^[ \t]*[0-9A-Za-z_]+[ \t]*.+ \([^)]*\)/; next }
	/^#/ || /^$/ { next }
	/^.*[ \t]+[0-9.]+:/ {
		sub(/[ \t]+[0-9.]+:.*$/, "")
		if (!/^.*[ \t]+([0-9]+\/)?[0-9]+([^0-9A-Za-z_]|$)/)
			next
		inside = 1
		frames = 0
	}
	END { if (!other) print samples + 0, total + 0 }'
}

# with_task: without the samples of tasks that are gone, whose tid is -1: the importer drops them.
with_task()
{
	awk 'BEGIN { RS = ""; ORS = "\n\n" } !/^[^\n]* -1 \[/'
}

for trace in "$data"/*.data "$data"/*.pipe; do
	# burn2 is there as a stream as well. Without callchains perf aligns the comm, and the importer
	# takes the text for another one.
	case $trace in */burn2*.data | */latency.data) continue ;; esac
	for option in '' --header; do
		# shellcheck disable=SC2086 # none, or one
		text "$trace" $option >text 2>err || fail "$trace:"
		[ "$(firefox <text)" = "$(grep -v '^#' text | with_task | counted)" ] ||
			fail "$trace $option: the Firefox Profiler gets $(firefox <text) samples and frames"
	done
done

# What these rules cannot read shows: a task line without a time, a frame without a file.
text "$data/cxx.data" -F comm,tid,event,ip,sym,dso >text
[ "$(firefox <text)" != "$(counted <text)" ] || fail "the Firefox Profiler reads a text without times"
text "$data/cxx.data" --no-demangle --no-inline -F comm,tid,time,event,ip,sym >text
[ "$(firefox <text)" = '0 0' ] || fail "the Firefox Profiler reads frames without files: $(firefox <text)"
verdict
