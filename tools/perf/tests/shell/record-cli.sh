#!/bin/bash
# record says what it does, refuses what it cannot do, and ends as its command ended
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/record.sh"

export PERF_CONFIG=$dir/config
: >"$PERF_CONFIG"

# run STATUS ARGS...: record with ARGS ends with STATUS; its words go to err. Nothing to stdout.
run()
{
	want=$1
	shift
	"$perf_defer" record "$@" >out 2>err </dev/null
	got=$?
	[ $got = "$want" ] || fail "record $*: status $got, not $want"
	[ ! -s out ] || fail "record $*: writes to standard output"
}

# refused STATUS ARGS...: the same, and neither a file nor a process is left behind.
refused()
{
	status=$1
	shift
	rm -f started perf.data
	run "$status" "$@"
	[ ! -e started ] || fail "record $*: has started the command"
	[ ! -e perf.data ] || fail "record $*: has created the file"
}

cat >mark <<'MARK'
#!/bin/sh
: >started
MARK
chmod +x mark

# ---- the command line ----

for bad in '-F x' '-F 0' '-F -1' '-c 0' '-c 1K' '-m 0' '-m x' '-m 1s' '-m ,16' '-m 16,16' '-D x' '-D 2-1' \
	'-k nonsense' '-z0' '-z99' '--max-size 1s' '--switch-output=5' '--switch-output=x' \
	'--switch-max-files -1' '--drain x' '-r 100' '-r x' '--off-cpu-thresh x' '--off-cpu-thresh -1' '--proc-map-timeout x' '--max-stack 0' '--call-graph dwarf,x' '--call-graph lbr,x' \
	'--call-graph fp,x' '--call-graph fp,defer,x' '--no-such-option' '--threads' '-j nosuch' '-b -b' '--user-regs=nosuch' '-Inosuch' '--user-regs=?' '--kcore' \
	'--require-defer --no-defer' '--require-defer --call-graph fp' '--require-defer --call-graph dwarf' '--require-defer --no-call-graph' \
	'--require-defer --kernel-callchains' '--kernel-callchains --user-callchains' \
	'-o - --switch-output' '-e cpu-clock:zz' '-e {cpu-clock' '--filter x==1' '--exclude-perf' \
	'-e cpu-clock --filter x==1' '-e cpu-clock --exclude-perf'; do
	refused 129 -e cpu-clock $bad ./mark
	[ -s err ] || fail "$bad is refused without a word"
done
refused 129 --per-thread
has '--per-thread needs'
refused 2 -e cpu-clock --call-graph lbr ./mark
has 'cpu-clock cannot record branch stacks'
refused 2 -e cpu-clock --call-graph dwarf,65528 -m 4 ./mark
has 'does not fit into a buffer'
refused 129 --affinity=cpu ./mark
has '--affinity: perf record has it, perf defer record does not: '

# ---- perfconfig ----

config()
{
	printf '%s\n' "$@" >"$PERF_CONFIG"
}
config '[record]' 'build-id = sometimes'
refused 129 -e cpu-clock ./mark
has 'record.build-id'
# perf itself ends at this one.
if [ -z "${THROUGH_PERF:-}" ]; then
	config '[call-graph]' 'record-mode = frames'
	refused 129 -e cpu-clock ./mark
	has 'call-graph.record-mode'
fi
config ''

# ---- faults ----

# All at once, numbered, each with its remedy.
refused 2 -e no-such-event -e cpu-clock -e nopmu/x=1/ -o "$dir/none/perf.data" \
	--control "fifo:$dir/nofifo" --max-stack 60000 -p 999999999 ./nothing
for part in "'no-such-event'" "'nopmu'" "$dir/none: No such file" "nofifo: No such file" \
	'a stack of 60000 addresses' 'there is no process 999999999' './nothing: No such file'; do
	has "$part"
done
nr=$(grep -cE '^ {0,2}[0-9]+\. ' err)
[ "$nr" -ge 7 ] || fail "only $nr faults in:"
[ "$(grep -c '^   -> .' err)" = "$nr" ] || fail "not a remedy for each fault in:"
[ "$(sed -n 's/^ *\([0-9]*\)\. .*/\1/p' err | tr '\n' ' ')" = "$(seq -s ' ' "$nr") " ] ||
	fail "faults are not numbered in order in:"
has "cannot record: $nr problems; nothing was opened, created or started"

# CPUs, tasks and stacks that are not there: one fault each, which says what would do.
online=$(cat /sys/devices/system/cpu/online 2>/dev/null)
refused 2 -e cpu-clock -C 99999 ./mark
has 'cannot record: 1 problem'
if [ -n "$online" ]; then
	refused 2 -e cpu-clock -C 9999 ./mark
	has 'cannot record: 1 problem'
	has '1. CPU 9999 is not online'
	has "-> name CPUs that are online: -C $online"
fi
refused 2 -e cpu-clock -p 99999999 ./mark
has 'cannot record: 1 problem'
has '-> name running processes'
refused 2 -e cpu-clock -t 99999999 ./mark
has '-> name running threads'
refused 2 -e cpu-clock --max-stack 60000 ./mark
has 'cannot record: 1 problem'
has '-> --max-stack '

# Another user's FIFO or link, in a folder where everybody may put one.
if [ "$(id -u)" = 0 ]; then
	mkdir -m 1777 sticky
	for trap in fifo link; do
		mkfifo sticky/fifo
		[ $trap = fifo ] || ln -s fifo sticky/link
		chown -h 65534 sticky/$trap
		cat sticky/fifo >caught &
		refused 2 -e cpu-clock -o sticky/$trap ./mark
		has "sticky/$trap is another user's"
		timeout 5 sh -c ': >sticky/fifo' 2>/dev/null
		wait $!
		[ ! -s caught ] || fail "$trap: root has written to another user's"
		rm -f sticky/*
	done
	mkfifo sticky/own
	"$perf_defer" audit --json -i - <sticky/own >audit 2>&1 &
	run 0 -e cpu-clock -o sticky/own sh -c 'i=0; while [ $i -lt 9999 ]; do i=$((i+1)); done'
	wait $! || fail "one's own FIFO in a sticky folder: $(cat audit)"

	# Where only the folder's owner may put one, it is meant to be there.
	chmod 1755 sticky
	chown 65534 sticky/own
	"$perf_defer" audit --json -i - <sticky/own >audit 2>&1 &
	run 0 -e cpu-clock -o sticky/own sh -c 'i=0; while [ $i -lt 9999 ]; do i=$((i+1)); done'
	wait $! || fail "another user's FIFO in a folder of one's own: $(cat audit)"
	chmod 1777 sticky

	# What is replaced is not written to.
	echo theirs >sticky/file
	chown 65534 sticky/file
	ln sticky/file sticky/kept
	run 0 -e cpu-clock -o sticky/file true
	[ "$(cat sticky/kept)" = theirs ] || fail "another user's file was written to"
	rm sticky/file
	echo theirs >sticky/victim
	ln -sf victim sticky/file.old
	chown -h 65534 sticky/victim sticky/file.old
	run 0 -e cpu-clock -o sticky/file true
	run 0 -e cpu-clock -o sticky/file true
	[ "$(cat sticky/victim)" = theirs ] || fail "a link named .old was followed"
fi

# What cannot be run.
PATH=/usr/bin:/bin refused 2 -e cpu-clock no-such-command-anywhere
has 'no-such-command-anywhere: No such file or directory'
refused 2 -e cpu-clock "$dir"
has 'Permission denied'
: >plain
refused 2 -e cpu-clock ./plain
has './plain: Permission denied'
refused 2 -e cpu-clock --control "fifo:$dir/plain" ./mark
has 'is not a fifo'
refused 2 -e cpu-clock --control fd:99 ./mark

# An older file stays as it is.
echo old >perf.data
run 2 -e no-such-event ./mark
[ "$(cat perf.data)" = old ] || fail "the older file has changed"
[ ! -e perf.data.old ] || fail "the older file was moved away"
rm perf.data

# ---- what is recorded ----

need_recording

# Of two that say whom to record the stronger counts, as in perf.
overrides()
{
	words=$1
	shift
	run 0 -e cpu-clock "$@" true
	has "$words"
}
overrides 'PID/TID switch overriding SYSTEM' -a -p $$
overrides 'PID/TID switch overriding CPU' -C 0 -t $$
overrides 'PID/TID switch overriding UID' -u "$(id -u)" -p $$
overrides 'PID switch overriding TID' -t 99999999 -p $$
if "$perf_defer" record -q -a -e cpu-clock -o try.data true 2>/dev/null; then
	overrides 'SYSTEM/CPU switch overriding PER-THREAD' -a --per-thread
	run 0 -e cpu-clock -C 0,0 true
	run 0 --dry-run -e cpu-clock -C 0,0 true
	has 'Would open 2 events with 1 buffers'
fi

defers=
"$perf_defer" check 2>/dev/null | grep -q '^ *deferred-callchains: \[ yes' && defers=1

# In one line, and before anything starts.
run 0 -e cpu-clock sh -c 'echo COMMAND >&2'
if [ "$defers" ]; then
	has 'User callchains are DEFERRED'
else
	has 'User callchains are taken in place: the kernel'
fi
grep -A99 'User callchains' err | grep -q COMMAND || fail "the command runs first:"
grep -A99 COMMAND err | grep -q 'Captured and wrote [0-9.]* MB perf.data' || fail "no end of:"
[ -s perf.data ] || fail "there is no perf.data"

run 0 -e cpu-clock --no-defer true
has 'taken in place: --no-defer asks for it'
run 0 -e cpu-clock --call-graph fp true
has 'taken in place: --call-graph fp asks for it'
run 0 -e cpu-clock --no-call-graph true
has 'No callchains: --no-call-graph asks for none'
run 0 -e cpu-clock --kernel-callchains true
has 'Kernel callchains only'
run 0 -e cpu-clock -m 3 true
has '-m 3: rounded up to'
[ "$defers" ] || {
	refused 2 -e cpu-clock --require-defer ./mark
	has '--require-defer: the kernel'
}

# The notice of a kernel that cannot defer can be switched off; what is asked for is said all the same.
config '[record]' 'defer-notice = no'
run 0 -e cpu-clock true
if [ "$defers" ]; then
	has 'User callchains are DEFERRED'
else
	has_not 'User callchains'
fi
run 0 -e cpu-clock --no-defer true
has 'taken in place: --no-defer asks for it'

config '[call-graph]' 'record-mode = fp'
run 0 -e cpu-clock true
has 'taken in place: the configuration asks for it'
run 0 -e cpu-clock --call-graph fp,defer true
has_not 'the configuration asks for it'
config '[record]' 'call-graph = dwarf'
run 0 -e cpu-clock true
has 'record.call-graph = dwarf applies to perf record only: fp,defer is used unless --call-graph is given'
config ''

run 0 -q -e cpu-clock -m 3 true
[ ! -s err ] || fail "-q says something:"
run 0 -v -e cpu-clock true
for step in 'reading events' planning checking opening recording; do
	has "$step: 0 (ok)"
done
run 2 -v -e cpu-clock -e no-such-event true
has 'reading events: 0 (ok)'

refused 0 --dry-run -e cpu-clock,page-faults -m 64K ./mark
has 'buffers of 64K, and as many of 1M for tasks and user callchains: '
has ' cpu-clock page-faults'
refused 2 --dry-run -e cpu-clock ./nothing

# What perf's options ask for and is always done.
run 0 -e cpu-clock -R --num-thread-synthesize 2 --sample-identifier --timestamp-boundary true

# A rate that is too high is lowered, unless that is not wanted. The kernel lowers the limit itself where
# interrupts take long.
highest=/proc/sys/kernel/perf_event_max_sample_rate
for _ in 1 2 3 4 5; do
	rate=$(cat $highest)
	run 0 -e cpu-clock -F $((rate + 1)) -o rate.data true
	[ "$rate" != "$(cat $highest)" ] || break
done
has "-F $((rate + 1)): lowered to $rate Hz"
"$perf_defer" report --header-only -i rate.data 2>err | grep -q "{ sample_period, sample_freq } = $rate," ||
	fail "the rate is not $rate:"
refused 2 -e cpu-clock -F $((rate + 1)) --strict-freq ./mark
has "-F $((rate + 1)): this host allows at most $rate Hz"
run 0 -e cpu-clock --strict-freq true

# --group: one group of all that -e names.
run 0 -e cpu-clock -e page-faults --group -o group.data true
"$perf_defer" report --header-only -i group.data 2>err | grep -qi 'group: .*{cpu-clock,page-faults}' ||
	fail "--group makes no group:"
run 0 -e cpu-clock -e page-faults -o group.data true
! "$perf_defer" report --header-only -i group.data 2>err | grep -qi 'group: .*{cpu-clock,page-faults}' ||
	fail "a group that nobody wants:"

# Build ids with maps, and without. (Those of copies: record-cache.)
run 0 -e cpu-clock --no-buildid-mmap -o ids.data sleep 0.1
"$perf_defer" script -i ids.data --show-mmap-events 2>err >maps
grep -q 'PERF_RECORD_MMAP2.*sleep' maps || fail "no maps of the command:"
! grep -q 'PERF_RECORD_MMAP2.*<[0-9a-f]*>' maps || fail "--no-buildid-mmap: build ids with maps"
if "$perf_defer" record --dry-run -e cpu-clock --buildid-mmap true 2>err; then
	run 0 -e cpu-clock --buildid-mmap -o ids.data sleep 0.1
	"$perf_defer" script -i ids.data --show-mmap-events 2>err | grep 'PERF_RECORD_MMAP2.*sleep' >maps
	grep -q '<[0-9a-f]*>' maps || fail "--buildid-mmap: no build id with the command's map"
else
	has '--buildid-mmap: this kernel does not write build ids into mmap events'
fi

# Maps of what runs already, cut after no time at all: one of each process.
sleep 60 &
sleeper=$!
wait_for is_comm $sleeper sleep
run 0 -e cpu-clock -p $sleeper --proc-map-timeout 0 -o cut.data true
has 'The maps of 2 tasks took longer to read than --proc-map-timeout 0 ms'
nr=$("$perf_defer" script -i cut.data --show-mmap-events 2>err | grep -c "PERF_RECORD_MMAP2 $sleeper/")
[ "$nr" = 1 ] || fail "--proc-map-timeout 0: $nr maps"
"$perf_defer" report --stdio -i cut.data >/dev/null 2>err || fail "report fails:"
has 'the maps of 2 tasks took too long to list'
run 0 -e cpu-clock -p $sleeper --proc-map-timeout 60000 -o cut.data true
has_not '--proc-map-timeout'
nr=$("$perf_defer" script -i cut.data --show-mmap-events 2>err | grep -c "PERF_RECORD_MMAP2 $sleeper/")
has_not 'took too long'
[ "$nr" -gt 1 ] || fail "--proc-map-timeout 60000: $nr maps"
kill $sleeper

# perf's threshold decides when a sleep is told, not whether.
if "$perf_defer" record --dry-run --off-cpu true 2>err; then
	run 0 --off-cpu --off-cpu-thresh 10000 -o sleeps.data sh -c 'sleep 0.02; sleep 0.02; sleep 0.02'
	nr=$("$perf_defer" script -i sleeps.data -F comm,weight 2>err | awk '$1 == "sleep" && $2 > 15000000' | wc -l)
	[ "$nr" = 3 ] || fail "--off-cpu-thresh: $nr short sleeps, not 3:"
fi

# ---- how it ends ----

burn='i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done'
for status in 0 1 7 255; do
	run $status -e cpu-clock sh -c "exit $status"
	run $status -e cpu-clock sh -c "$burn; exit $status"
done
# The shell tells of deaths on standard error.
{
	for signal in 9 11 15; do
		run $((128 + signal)) -e cpu-clock sh -c "kill -$signal \$\$"
		has 'Captured and wrote'
	done
} 2>deaths
[ $failed = 0 ] || cat deaths >&2
[ -z "$(find . -name 'core*')" ] || fail "it dumps core after its command:"
# The first process of a PID namespace does not die of its own signal, but ends with the same status.
if unshare -pf true 2>/dev/null; then
	unshare -pf "$perf_defer" record -e cpu-clock sh -c 'kill -15 $$' >out 2>err
	got=$?
	[ $got = 143 ] || fail "record as the first process: status $got, not 143"
fi

# signal NAME STATUS: what is recorded ends by that signal, with a whole file.
signal()
{
	rm -f perf.data
	"$perf_defer" record -e cpu-clock sleep 30 >out 2>err &
	pid=$!
	wait_for test -s perf.data
	kill "-$1" "$(recorder $pid)"
	wait $pid
	got=$?
	[ $got = "$2" ] || fail "SIG$1: status $got, not $2"
	has 'Captured and wrote'
	"$perf_defer" audit -i perf.data >/dev/null 2>err || fail "SIG$1: the file is not whole"
}
{
	signal INT 130
	signal TERM 143
	signal HUP 129
} 2>deaths
[ $failed = 0 ] || cat deaths >&2

# Under nohup a closed terminal is none of its business.
(
	trap '' HUP
	exec "$perf_defer" record -e cpu-clock -o hup.data sh -c 'sleep 1; exit 3' >out 2>err
) &
pid=$!
wait_for test -s hup.data
kill -HUP $pid
wait $pid
got=$?
[ $got = 3 ] || fail "nohup: status $got, not 3"

# ---- what the command gets ----

# inherits WHAT COMMAND...: the command runs below record as it does alone.
inherits()
{
	what=$1
	shift
	show='grep "^Sig[BI]" /proc/self/status; ulimit -Sn; ulimit -Hn'
	"$@" sh -c "$show" >alone
	# Six events on each CPU are more than forty files.
	"$@" "$perf_defer" record -q -e cpu-clock,task-clock,page-faults,cs,migrations,faults \
		-o inherits.data sh -c "$show" >recorded 2>err || fail "$what:"
	cmp -s alone recorded || fail "$what: not $(tr '\n\t' '  ' <alone) but $(tr '\n\t' '  ' <recorded)"
}
inherits 'as it is' env
inherits 'blocked signals' env --block-signal=USR1,INT,CHLD,PIPE
inherits 'ignored signals' env --ignore-signal=PIPE,HUP,USR2,TERM
inherits 'no ignored signals' env --default-signal=PIPE,HUP,USR2,TERM
inherits 'ignored children' env --ignore-signal=CHLD
inherits 'few files' prlimit --nofile=40:

# ---- streams ----

"$perf_defer" record -q -e cpu-clock sh -c "echo from the command; $burn" 2>err | cat >stream.data
[ "$(head -c 8 stream.data)" = PERFILE2 ] || fail "a pipe does not get a stream"
has 'from the command'
"$perf_defer" script -i - -F comm <stream.data 2>err | grep -q sh || fail "the stream has no samples"

# ---- commands ----

open_control
"$perf_defer" record -D -1 -e cpu-clock --control "fifo:ctl,ack" -o control.data \
	sh -c 'echo $$ >burns; while :; do :; done' >out 2>err &
pid=$!
say ping
say enable
wait_for test -s burns
let_burn "$(cat burns)" 10
echo nonsense >&5
say disable
say evlist
say stop
wait $pid
got=$?
[ $got = 0 ] || fail "stop: status $got"
exec 5>&- 6>&-
has 'samples)'

# Whoever commanded is gone: that ends nothing, and costs nothing.
sleep 0.1 | "$perf_defer" record -q -e cpu-clock --control fd:0 -o gone.data sh -c '
	ticks()
	{
		set -- $(sed "s/.*) //" /proc/$PPID/stat)
		echo "$((${12} + ${13}))"
	}
	begin=$(ticks)
	sleep 0.5
	echo "$(($(ticks) - begin))" >ticks
	exit 4' >out 2>err
got=$?
[ $got = 4 ] || fail "the controller's end: status $got, not 4"
[ "$(cat ticks)" -lt 20 ] || fail "the controller's end keeps the recorder busy: $(cat ticks) ticks"

# ---- priority ----

if chrt -f 1 true 2>err; then
	run 0 -r 3 -e cpu-clock -o realtime.data sh -c '
		sed "s/.*) //" /proc/$PPID/stat | cut -d " " -f 38,39 >priority
		sed "s/.*) //" /proc/$$/stat | cut -d " " -f 38,39 >priority-command'
	[ "$(cat priority)" = '3 1' ] || fail "-r 3: priority and policy are $(cat priority)"
	[ "$(cat priority-command)" = '0 0' ] || fail "-r 3: the command's are $(cat priority-command)"
fi
rm -f started perf.data
(ulimit -r 0 && exec setpriv --bounding-set=-sys_nice "$perf_defer" record -r 99 -e cpu-clock ./mark) \
	>out 2>err </dev/null
got=$?
[ $got = 2 ] || fail "-r 99 without the right to: status $got, not 2"
has 'no permission to set realtime priority 99 (-r): it needs CAP_SYS_NICE or a sufficient ulimit -r'
[ ! -e started ] && [ ! -e perf.data ] || fail "-r 99 without the right to: something was begun"

# ---- a terminal ----

if command -v script >/dev/null; then
	script -qec "'$perf_defer' record -e cpu-clock -o tty.data sleep 1.2" /dev/null >err </dev/null
	grep -q "$(printf '\r')\[ perf defer record: [0-9.]* s, [0-9.]* MB, [0-9,]* samples, [0-9]* lost" err ||
		fail "a terminal gets no line of status"
	grep -q "$(printf ' \r')\[ perf defer record: Captured" err || fail "the line of status stays:"
	script -qec "'$perf_defer' record -q -e cpu-clock -o tty.data sleep 1.2" /dev/null >err </dev/null
	[ ! -s err ] || fail "-q does not silence the line of status:"
fi
# ---- no samples ----

run 0 -e cpu-clock -c 100000000000 true
has 'No samples: the events counted '
# The kernel follows nobody into a program with other privileges.
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null && [ -z "${THROUGH_PERF:-}" ]; then
	chmod 755 .
	mkdir -m 777 theirs
	cp "$(command -v sleep)" theirs/other
	cp "$perf_defer" theirs/recorder
	chmod 755 theirs/recorder
	chmod 4755 theirs/other
	(cd theirs && exec setpriv --reuid=65534 --clear-groups ./recorder record -N -e cpu-clock:u \
		-o other.data ./other 1) >out 2>err
	got=$?
	[ $got = 0 ] || fail "a program with other privileges: status $got, not 0:"
	[ ! -s theirs/other.data ] || has 'began a program with other privileges'
	# Whoever records an ordinary program is told nothing of that kind.
	chmod 755 theirs/other
	(cd theirs && exec setpriv --reuid=65534 --clear-groups ./recorder record -N -e cpu-clock:u \
		-c 100000000000 -o own.data ./other 1) >out 2>err
	has_not 'privileges'
fi

# The report of what was recorded, whatever the command's status is, of the file with that name.
"$perf_defer" record -q --report -e cpu-clock -o shown.data sh -c \
	'i=0; while [ $i -lt 99999 ]; do i=$((i+1)); done; exit 3' >out 2>err </dev/null
got=$?
[ $got = 0 ] || fail "record --report: status $got, not 0:"
"$perf_defer" report -i shown.data >again 2>/dev/null </dev/null
grep -q '^# Samples: ' out || fail "record --report shows no rows:"
cmp -s out again || fail "record --report does not show what report does:"
"$perf_defer" record -q --report -e cpu-clock ./mark 2>err </dev/null | cat >out
[ -e perf.data ] || fail "record --report does not write perf.data into a pipe's place:"
refused 129 --report -e cpu-clock -o - ./mark
has '--report needs a file'
refused 2 --report -e no-such-event ./mark

run 0 -e cpu-clock sleep 1
! grep -q "$(printf '\r')" err || fail "what is no terminal gets a line of status:"

verdict
