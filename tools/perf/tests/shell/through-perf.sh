#!/bin/bash
# The verbs do the same when perf runs them, for `perf defer`
# SPDX-License-Identifier: GPL-2.0-only
set -u

perf_defer=${PERF_DEFER:?}
perf=perf
shell=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
chmod 755 "$dir" # for suites that give up privileges
trap 'rm -rf "$dir"' EXIT

# Another Debian's perf, with the libraries of its folder: the loader is what is run, and its link
# has perf's name, as a process of perf has.
if [ -n "${PERF_DEFER_PEER:-}" ]; then
	peer=$(cd "$PERF_DEFER_PEER" && pwd) || exit 1
	set -- "$peer"/lib64/ld-linux*.so.* "$peer"/usr/lib/*-linux-gnu*
	perf=$dir/peer
	mkdir "$dir/loader"
	ln -s "$1" "$dir/loader/perf"
	cat >"$perf" <<-END
		#!/bin/sh
		exec $dir/loader/perf --argv0 perf --library-path $2 $peer/usr/bin/perf "\$@"
	END
	chmod +x "$perf"
fi
# The peer's folder may be one that the user without privileges, as whom `check` runs too, cannot enter.
suites='audit cli input manual perf-options record-cli record-file report script'
[ -n "${PERF_DEFER_PEER:-}" ] || suites="$suites check"

if ! version=$("$perf" --version 2>&1); then
	echo "perf is not installed"
	exit 2
fi
echo "$version"

# What the suites take for perf-defer: the program as perf finds it, and perf before it.
mkdir "$dir/bin"
cp "$perf_defer" "$dir/bin/" # a clone may be in a home that others cannot enter
cat >"$dir/perf-defer" <<END
#!/bin/sh
PATH=$dir/bin:\$PATH exec "$perf" defer "\$@"
END
chmod +x "$dir/perf-defer"

said=$("$dir/perf-defer" --version) || exit 1
[ "$said" = "$("$perf_defer" --version)" ] || exit 1

failed=0
for suite in $suites; do
	status=0
	THROUGH_PERF=$perf PERF_DEFER=$dir/perf-defer "$shell/$suite.sh" >"$dir/out" 2>&1 </dev/null || status=$?
	if [ "$status" != 0 ]; then
		echo "$suite through perf: status $status"
		sed 's/^/    /' "$dir/out"
		failed=1
	fi
done

# perf takes a death by a signal, and status 127, for a program that it cannot run.
cd "$dir" || exit 1

# ends STATUS COMMAND...: it does, and perf has nothing to say.
ends()
{
	want=$1
	shift
	"$@" >out 2>err </dev/null
	got=$?
	[ "$got" = "$want" ] || {
		echo "$*: status $got, not $want"
		failed=1
	}
	! grep -E 'FATAL|not a perf-command' err || {
		echo "$*: perf complains"
		failed=1
	}
}

ends 137 ./perf-defer record -q -e cpu-clock -o x.data sh -c 'kill -KILL $$'
ends 126 ./perf-defer record -q -e cpu-clock -o x.data sh -c 'exit 127'
ends 3 ./perf-defer record -q -e cpu-clock -o x.data sh -c 'exit 3'

# running PATTERN: ids of processes whose command line is like that.
running()
{
	for process in /proc/[0-9]*; do
		if tr '\0' ' ' 2>/dev/null <"$process/cmdline" | grep -q -- "$1"; then
			echo "${process#/proc/}"
		fi
	done 2>/dev/null
}

# gone FILE WHEN: perf was killed, so nobody records into FILE any more, or soon.
gone()
{
	for _ in $(seq 50); do
		[ -n "$(running "^perf-defer record .*$1")" ] || return 0
		sleep 0.1
	done
	echo "$2: perf is dead, and perf-defer records on"
	running "^perf-defer record .*$1" | xargs -r kill -9
	failed=1
}
for signal in TERM KILL; do
	PATH=$dir/bin:$PATH "$perf" defer record -e cpu-clock -o orphan-$signal.data \
		-- sh -c ": >begun-$signal; while :; do :; done" >out 2>err &
	pid=$!
	for _ in $(seq 100); do
		[ -e begun-$signal ] && break
		sleep 0.1
	done
	sleep 0.3
	kill -$signal $pid
	wait $pid 2>/dev/null
	gone orphan-$signal.data "SIG$signal"
	grep -q 'Captured and wrote' err || {
		echo "SIG$signal to perf: the recorder did not come to its end"
		failed=1
	}
	"$perf_defer" audit -q -i orphan-$signal.data >out 2>err || {
		echo "SIG$signal to perf: the file is not whole: $(cat err)"
		failed=1
	}
	[ -z "$(running "^sh -c :.*begun-$signal")" ] || {
		echo "SIG$signal to perf: the command runs on"
		failed=1
	}
done

# At whatever moment: also before the recorder could look who its parent is.
for ms in 2 5 8 11 14 17 20 25 30 40 60 90; do
	PATH=$dir/bin:$PATH "$perf" defer record -a -e cpu-clock -o moment.data >out 2>err &
	pid=$!
	sleep 0.0$(printf %02d $ms)
	kill -KILL $pid
	wait $pid 2>/dev/null
done
gone moment.data 'killed while it begins'

# Before it could look: the parent is the one that adopts orphans, and perf's folder leads the PATH.
# shellcheck disable=SC2016 # for the shell that becomes the recorder
orphan='for _ in $(seq 100); do
	parent=$(cut -d" " -f4 /proc/$$/stat)
	[ "$parent" != 1 ] || exec "$0" record -q -e cpu-clock -o orphan.data true
	sleep 0.05
done'
# orphaned PATH: is there a file when the recorder is gone?
orphaned()
{
	rm -f orphan.data
	PATH=$1 setsid -f sh -c "$orphan" "$perf_defer" >out 2>&1 </dev/null
	sleep 0.2
	for _ in $(seq 100); do
		[ -n "$(running "record .*-o orphan.data")" ] || break
		sleep 0.1
	done
	[ -e orphan.data ]
}
# Elsewhere than here orphans may have another parent.
if orphaned "$PATH" && orphaned "/usr/lib/perf-core:$PATH"; then
	echo "a recorder whose perf had died before it began records all the same"
	failed=1
fi

# Whoever starts perf-defer directly may go: it stays.
sh -c '"$0" record -e cpu-clock -o alone.data -- sleep 1 >alone 2>&1 & sleep 0.3' "$perf_defer"
for _ in $(seq 50); do
	grep -q 'Captured and wrote' alone && break
	sleep 0.1
done
grep -q 'Captured and wrote' alone || {
	echo "a recorder that was started directly ended with its shell: $(cat alone)"
	failed=1
}

./perf-defer script -q -i "${PERF_DEFER_TEST_DATA:?}/burn2.data" 2>err | head -n 1 >out
status=${PIPESTATUS[0]}
if [ "$status" != 141 ] || [ -s err ]; then
	echo "script | head: status $status, not 141 in silence: $(cat err)"
	failed=1
fi

exit $failed
