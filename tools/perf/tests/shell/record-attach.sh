#!/bin/bash
# -p and -u of programs whose threads come and go: none is missed, none is counted twice
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/record.sh"

need_source
need_recording
${CC:-cc} -D_GNU_SOURCE -O1 -pthread -I"$top/tools/perf" -o churn \
	"$top/tools/perf/tests/workloads/churn.c" || die "churn cannot be built"
chmod 755 . churn

# begin LINES IDLE [PREFIX...]
begin()
{
	lines=$1 idle=$2
	shift 2
	rm -f ./*.data
	"$@" ./churn 120000 "$lines" "$idle" >lives &
	churn=$!
	wait_for is_comm $churn churn || fail "churn does not begin"
}

end()
{
	kill -TERM $churn
	wait $churn || fail "churn fails"
}

# A recorder that gets no CPU cannot see in time who has events twice.
first_in_line=()
! chrt -f 1 true 2>/dev/null || first_in_line=(-r 1)

# attach TIMES OPTIONS...
attach()
{
	times=$1
	shift
	for i in $(seq "$times"); do
		"$perf_defer" record -q "${first_in_line[@]}" -k CLOCK_MONOTONIC -e cpu-clock -F 1000 -N -B -o "$i.data" "$@" \
			-- sleep 0.4 2>err || fail "record $*, time $i:"
	done
}

# Of each thread that burnt slices of 10 ms of CPU while it was recorded: 10 samples each.
covered()
{
	nameless=0
	for data in *.data; do
		"$perf_defer" script -i "$data" -F tid,time,comm 2>/dev/null |
			awk -v data="$data" '
			NR == FNR {
				lives[$1] = $0
				next
			}
			NF == 3 {
				sub(/:$/, "", $3)
				if ($1 ~ /^:/)
					nameless[$2] = 1
				times[$2] = times[$2] " " $3
				if (!first || $3 < first)
					first = $3
				if ($3 > last)
					last = $3
			}
			END {
				for (tid in nameless)
					nr_nameless++
				print nr_nameless + 0 >"nameless"
				for (tid in lives) {
					n = split(lives[tid], t, " ")
					from = to = slices = 0
					for (i = 2; i < n; i++)
						if (t[i] >= first && t[i + 1] <= last) {
							from = from ? from : t[i]
							to = t[i + 1]
							slices++
						}
					if (slices < 2)
						continue
					looked++
					n = split(times[tid], t, " ")
					samples = 0
					for (i = 1; i <= n; i++)
						samples += t[i] >= from && t[i] <= to
					if (!samples)
						print data ": thread " tid " burnt " slices * 10 " ms without a sample"
					# By then the recorder has seen who has events twice, if it got to run.
					if (slices > 2 && from > first + 0.1 && samples > slices * 16)
						print data ": thread " tid " has " samples " samples in " \
							slices * 10 " ms of CPU: twice as many"
				}
				print looked + 0 >"looked"
			}' lives - >wrong
		[ ! -s wrong ] || fail "$(cat wrong)"
		total=$((total + $(cat looked)))
		nameless=$((nameless + $(cat nameless)))
	done
	# Those that came and went while others were attached leave heirs whose name nobody knows.
	[ $nameless -lt 16 ] || fail "$nameless threads without a name"
}

# cover LEAST TIMES OPTIONS...: attaches so many times, and again where other programs leave the threads
# so little CPU time that there were fewer to look at.
cover()
{
	least=$1
	times=$2
	shift 2
	total=0
	for _ in 1 2 3 4; do
		begin "${churn_args[@]}"
		attach "$times" "${@/CHURN/$churn}"
		end
		covered
		[ "$total" -lt "$least" ] || break
	done
	[ "$total" -ge "$least" ] || fail "$*: only $total threads were looked at"
}

churn_args=(4 300)
cover 16 16 -p CHURN
echo "$total threads, all sampled"

# Without inheritance each task has events of its own.
begin 2 50
attach 3 -p $churn --no-inherit
attach 3 -p $churn --per-thread
end

# What ends the recording while it attaches ends that too: what is open by then is recorded.
cat >asked.c <<'END'
#include <signal.h>
#include <unistd.h>

/* Runs a program with a SIGINT that waits to be read. */
int main(int argc, char **argv)
{
	sigset_t set;

	(void)argc;
	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigprocmask(SIG_BLOCK, &set, NULL);
	raise(SIGINT);
	execvp(argv[1], argv + 1);
	return 1;
}
END
${CC:-cc} -o asked asked.c || die "asked cannot be built"

# nr_ids: prints how many times cpu-clock was opened for the file.
nr_ids()
{
	"$perf_defer" report --header-only -i asked.data 2>err |
		sed -n 's/^# event : name = cpu-clock.* id = {\([^}]*\)}.*/\1/p' | tr ',' '\n' | grep -c .
}
begin 2 50
"$perf_defer" record -q -e cpu-clock -N -o asked.data -p $churn -- sleep 0.1 2>err || fail "record:"
all=$(nr_ids)
./asked "$perf_defer" record -q -e cpu-clock -N -o asked.data -p $churn 2>err
got=$?
[ $got = 130 ] || fail "a signal during the attach: status $got, not 130:"
nr=$(nr_ids)
[ "$nr" -gt 0 ] && [ "$((nr * 20))" -lt "$all" ] || fail "$nr of $all events are open at a signal"
end

if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
	user=$((60000 + RANDOM % 5000))
	churn_args=(4 100 setpriv "--reuid=$user" --clear-groups)
	cover 4 4 -u $user
	echo "$total threads of a user, all sampled"
fi
verdict
