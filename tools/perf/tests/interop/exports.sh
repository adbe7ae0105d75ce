#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Do the programs for which export writes see what report counts?
#
#     exports.sh FOLDER [TRACE...]
#
# go tool pprof is asked for the samples of each function, protoc reads the bytes of the profile, speedscope's
# importer makes stacks of its file, and the Firefox Profiler tells the weight of each function and its markers. Prints a row for each; the traces are those of the suites.
set -u -o pipefail

: "${PERF_DEFER:?run this with make interop}" "${PERF_DEFER_TEST_DATA:?}"
fetched=$(cd "${1:?}" && pwd)
shift
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export LC_ALL=C.UTF-8 PERF_BUILDID_DIR=/dev/null PERF_CONFIG=/dev/null
unset DEBUGINFOD_URLS
data=$PERF_DEFER_TEST_DATA
failed=0

bad()
{
	failed=$((failed + 1))
	echo "  FAILED: $1"
	[ ! -s err ] || head -n 5 err | sed 's/^/    /'
}

# ours VERB OPTION...: the verb with the names of the trace's functions.
ours()
{
	local kallsyms=$data/kallsyms-boot2

	case $trace in burn2.data | forky*) kallsyms=$data/kallsyms-boot1 ;; esac
	"$PERF_DEFER" "$1" -q -i "$data/$trace" --symfs "$data/symfs" --kallsyms "$kallsyms" "${@:2}" 2>err </dev/null
}

# Each function's own samples, by name. Functions without a name are addresses there, so their number counts.
of_pprof()
{
	ours export -f pprof -o profile.pb.gz || bad "export -f pprof $trace"
	# Its -top shortens the names of C++. A location has a line for each function there, the innermost first;
	# report counts a sample in the last one.
	go tool pprof -raw profile.pb.gz 2>err | awk '
		/^Samples:/ { in_samples = 1; next }
		/^Locations/ { in_samples = 0; in_locations = 1; next }
		/^Mappings/ { in_locations = 0 }
		in_samples && /^ *[0-9]+ +[0-9]+: / { sub(/:$/, "", $2); nr[$3] += $1 }
		in_locations {
			if (/^ *[0-9]+: 0x/) {
				sum[name] += nr[id]
				id = $1 + 0
			}
			sub(/^ *([0-9]+: 0x[0-9a-f]+ (M=[0-9]+ )?)?/, "")
			sub(/ ?[^ ]*:[0-9]+(:[0-9]+)? s=[0-9]+.*$/, "")
			name = $0
		}
		END { sum[name] += nr[id]; for (name in sum) if (sum[name]) print sum[name], name }' | sort >theirs.rows || bad "pprof -raw $trace"
	ours report --stdio --no-children -g none -s sym -F sample,sym -w 0,0 | awk 'NF > 2 {
			nr = $1
			sub(/^ *[^ ]+ +\[[^]]*\] /, ""); sub(/ +$/, ""); sub(/ \(inlined\)$/, "")
			sum[$0] += nr
		}
		END { for (name in sum) if (name !~ /^0x[0-9a-f]+$/) print sum[name], name }' | sort >ours.rows ||
		bad "report $trace"
	grep -v -E '^[0-9]+ (\[|$)' theirs.rows >named.rows
	grep -v -E '^[0-9]+ \[' ours.rows >asked.rows
	cmp -s asked.rows named.rows || bad "pprof, $trace: $(diff asked.rows named.rows | head -n 6)"
	[ "$(awk '{ nr += $1 } END { print nr }' theirs.rows)" = "$(ours report --stdio --no-children -g none -s class \
		-F sample,class | awk '{ nr += $1 } END { print nr }')" ] || bad "pprof, $trace: another number of samples"
	echo "| go tool pprof | $trace | $(wc -l <named.rows) functions |"
	zcat profile.pb.gz | protoc --decode_raw >decoded 2>err || bad "protoc $trace"
	echo "| protoc | $trace | $(grep -c '^2 {' decoded) stacks |"
}

of_speedscope()
{
	ours export -f speedscope -o x.speedscope.json || bad "export -f speedscope $trace"
	ours export -f folded -o folded || bad "export -f folded $trace"
	node "$here/speedscope.mjs" "$fetched/node_modules/speedscope" x.speedscope.json 2>err | sort >theirs.rows ||
		bad "speedscope $trace"
	# Without the task, and without marks and addresses, which folded stacks do not have.
	awk '{ nr = $NF; sub(/ [0-9]+$/, ""); sub(/^[^;]*;?/, ""); gsub(/_\[[ki]\]/, ""); sum[$0] += nr }
		END { for (stack in sum) printf "%.0f %s\n", sum[stack], stack }' folded | sort >ours.rows
	if grep -q '0x[0-9a-f]' theirs.rows; then
		awk '{ nr += $1 } END { printf "%.0f\n", nr }' theirs.rows >theirs.sum
		awk '{ nr += $1 } END { printf "%.0f\n", nr }' ours.rows >ours.sum
		cmp -s ours.sum theirs.sum || bad "speedscope, $trace: $(diff ours.sum theirs.sum)"
	else
		cmp -s ours.rows theirs.rows || bad "speedscope, $trace: $(diff ours.rows theirs.rows | head -n 6)"
	fi
	echo "| speedscope | $trace | $(wc -l <theirs.rows) stacks |"
}

# The samples of each function as the viewer counts them: one inlined is hit, not what is around it. Functions without a
# name are left out: folded stacks call them by their files.
of_gecko()
{
	ours export -f gecko -o x.json.gz || bad "export -f gecko $trace"
	node "$here/gecko.mjs" "$fetched/node_modules/@firefox-devtools/profiler-cli" x.json.gz >theirs 2>err ||
		bad "profiler-cli $trace"
	local counts=--counts
	! grep -qx 'weights periods' theirs || counts=
	awk '$1 ~ /^[0-9]/ && !/\+0x[0-9a-f]+$/' theirs | sort >theirs.rows
	ours export -f folded $counts --no-marks | awk '{ nr = $NF; sub(/ [0-9]+$/, ""); sub(/.*;/, ""); sum[$0] += nr }
		END { for (name in sum) if (name !~ /^\[.*\]$/ || name ~ / /) printf "%.0f %s\n", sum[name], name }' | sort >ours.rows
	cmp -s ours.rows theirs.rows || bad "profiler-cli, $trace: $(diff ours.rows theirs.rows | head -n 6)"
	[ "$(awk '$1 == "markers" { print $2 }' theirs)" -ge "$("$PERF_DEFER" report -q -i "$data/$trace" --entries --json 2>err |
		sed -n 's/.*"nr_entries": \([0-9]*\).*/\1/p')" ] || bad "profiler-cli, $trace: fewer markers than entries: $(grep markers theirs)"
	echo "| Firefox Profiler | $trace | $(wc -l <theirs.rows) functions |"
}

[ $# -gt 0 ] || set -- burn2.data cxx.data forky-systemwide.data
for trace; do
	of_pprof
	of_speedscope
	of_gecko
done
[ $failed = 0 ]
