# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh disable=SC2154 # parity.sh, which sources this, sets them
# Compares `diff` of two traces.

# lossy TRACE: makes lost-TRACE, another run of the same work: two of five samples and other records are gone.
lossy() {
	"$PERF_DEFER_GENERATE" -o "$peer/t/lost-$1" --loss 40 --seed 1 "$data/$1" 2>/dev/null
}

# Changes a share, a delta, a period, and a name of ours, each of which the comparison must notice.
diff_changed() {
	for change in '30s/[0-9]/9/' '30s/[+-][0-9]/+9/' '30s/ [0-9]/ 9/' '30s/\[[.k]\] /&x/' 30d; do
		sed "$change" "$work/ours.diff" >"$work/changed"
		! awk -f $here/diff-rows.awk "$work/perf.diff" "$work/changed" >/dev/null || {
			echo "  not noticed: $change"
			return 1
		}
	done
}

# compare_diff TRACE KALLSYMS OTHER OPTION...: of all rows, what was before, and the delta.
compare_diff() {
	other=$3
	begin_trace "$1" "$2" || return 0
	shift 3
	case " $* " in
	*" ratio "*) per=run ;; # perf divides periods
	*) per=share ;;
	esac
	echo "$trace and $other, diff $*"
	status=1
	if capture "$work/perf.diff" in_peer perf diff -f --kallsyms "/t/$kallsyms" -p -t '|' "$@" \
		"/t/$trace" "/t/$other" &&
		capture "$work/ours.diff" "$PERF_DEFER" diff --kallsyms "$data/$kallsyms" --symfs "$peer" \
			--per $per --clones -p -t '|' "$@" "$data/$trace" "$peer/t/$other"; then
		status=0
		awk -f $here/diff-rows.awk "$work/perf.diff" "$work/ours.diff" || status=$?
	fi
	verdict $status "$trace and $other, diff $*"
}

compare_diffs() {
	for trace in burn2.data cxx.data forky-systemwide.data sched.data; do
		lossy $trace
	done
	compare_diff burn2.data kallsyms-boot2 lost-burn2.data -s dso,sym -c delta
	status=0
	diff_changed || status=1
	verdict $status "diff, changed on purpose"
	compare_diff burn2.data kallsyms-boot2 lost-burn2.data -s dso,sym -c ratio
	compare_diff burn2.data kallsyms-boot2 lost-burn2.data -s sym -d burn --percentage relative
	compare_diff cxx.data kallsyms-boot2 lost-cxx.data -s dso,sym
	compare_diff cxx.data kallsyms-boot2 burn2.data -s dso,sym
	compare_diff cxx.data kallsyms-boot2 burn2.data -s dso -c delta
	compare_diff forky-systemwide.data kallsyms-boot1 lost-forky-systemwide.data -s dso,sym
	compare_diff sched.data kallsyms-boot1 lost-sched.data -s sym
	compare_diff overrun.data kallsyms-boot2 burn2.data -s dso,sym
}
