#!/bin/bash
# Files that are not here come from a debuginfod server if the user wants that, and only then
# SPDX-License-Identifier: GPL-2.0-only
set -e -o pipefail
. "$(dirname "$0")/lib/record.sh"

socket=perf-defer-servers-$$
at_exit 'tmux -L $socket kill-server 2>/dev/null'
need_recording
mkdir home store
export HOME=$dir/home PERF_CONFIG=$dir/config LC_ALL=C
export DEBUGINFOD_CACHE_PATH=$dir/client
unset DEBUGINFOD_TIMEOUT DEBUGINFOD_MAXTIME DEBUGINFOD_MAXSIZE DEBUGINFOD_PROGRESS
: >config

if ! { "$perf_defer" check 2>/dev/null || :; } | grep -q 'libdebuginfod: \[ yes'; then
	skip "libdebuginfod is not there"
fi
if ! command -v debuginfod >debuginfod.path; then
	skip "package debuginfod is not installed"
fi

# libdw has a way of its own to the servers, which heeds no limit and checks no answer.
if nm -D "$perf_defer" 2>/dev/null | grep dwfl_standard_find; then
	fail "libdw would ask by itself"
fi

# ---- a recording of a program that is gone, which a server has ----

# make_prog NAME: "prog", stripped, and what was stripped off.
make_prog()
{
	cat >prog.c <<C
#include <time.h>
static volatile unsigned long n;
const char tag[] = "$1";
static inline __attribute__((always_inline)) void inlined_$1(void) { for (int i = 0; i < 1000000; i++) n++; }
__attribute__((noinline)) void $1(void) { inlined_$1(); }
int main(void) { for (clock_t end = clock() + CLOCKS_PER_SEC / 5; clock() < end;) $1(); }
C
	rm -f prog
	${CC:-cc} -g -O1 -fno-omit-frame-pointer -Wl,--build-id -o prog prog.c
	objcopy --only-keep-debug prog prog.debug
	strip prog
}

make_prog wanted
id=$(readelf -n prog | awk '/Build ID:/ { print $3 }')
"$perf_defer" record -q -e cpu-clock -F 500 -o data ./prog 2>err || fail "record fails:"
mv prog prog.debug store

port=
start_server()
{
	for _ in $(seq 20); do
		port=$((20000 + RANDOM % 20000))
		debuginfod -v -v -p $port -d :memory: -F -t 0 "$dir/store" >log 2>&1 &
		server=$!
		wait_for serves_or_ended
		! kill -0 $server 2>/dev/null || return 0
		wait $server || :
	done
	fail "no debuginfod: $(cat log)"
}

serves_or_ended()
{
	is_gone $server || { get "/buildid/$id/debuginfo" && get "/buildid/$id/executable"; }
}

# get PATH: the server has it.
get()
{
	local answer

	{ exec 3<>"/dev/tcp/127.0.0.1/$port"; } 2>/dev/null || return 1
	printf 'GET %s HTTP/1.0\r\n\r\n' "$1" >&3
	read -r answer <&3 || :
	exec 3>&-
	case $answer in *200*) return 0 ;; esac
	return 1
}

start_server
url=http://127.0.0.1:$port
# Requests, but for our own.
requests()
{
	grep -c 'GET /buildid' log || :
}
asked=$(requests)

# named COMMAND...: it says the names of the recorded program.
named()
{
	"$@" >out 2>err || fail "$*: $(cat err)"
	grep -q inlined_wanted out || fail "$*: no names: $(cat out err)"
	! grep -q 'perf-defer: debuginfod' err || fail "$*: $(cat err)"
}

# nameless COMMAND...: it says none.
nameless()
{
	"$@" >out 2>err || fail "$*: $(cat err)"
	! grep -q 'wanted' out || fail "$*: has names"
}

# Each time as if for the first time.
fresh()
{
	rm -rf client
	"$@"
}

report=("$perf_defer" report --stdio -i data)
script=("$perf_defer" script -F +srcline -i data)

# ---- who is asked, and who not ----

fresh nameless "${report[@]}"
fresh nameless "${script[@]}"
export DEBUGINFOD_URLS=
fresh nameless "${report[@]}"
export DEBUGINFOD_URLS=$url
fresh nameless "${report[@]}" --no-debuginfod
fresh nameless "${script[@]}" --no-debuginfod
for value in no ''; do
	printf '[buildid-cache]\n\tdebuginfod = %s\n' "$value" >config
	fresh nameless "${report[@]}"
	"$perf_defer" check >out || :
	grep -q 'debuginfod: \[  no  \] buildid-cache.debuginfod forbids it' out ||
		fail "check does not see that it is forbidden: $(grep debuginfod out)"
done
: >config
[ "$(requests)" = "$asked" ] || fail "the server was asked: $(tail -5 log)"

was_asked()
{
	[ "$(requests)" != "$asked" ]
}
fresh named "${report[@]}"
wait_for was_asked || fail "the server was not asked"
fresh named "${script[@]}"
grep -q 'prog.c:' out || fail "script has no source lines: $(head -20 out)"
"$perf_defer" check >out || :
grep -q "debuginfod: \[ yes  \] report and script ask $url" out ||
	fail "check does not name the server: $(grep debuginfod out)"

unset DEBUGINFOD_URLS
fresh named "${report[@]}" --debuginfod="$url"
printf '[buildid-cache]\n\tdebuginfod = %s\n' "$url" >config
fresh named "${report[@]}"
fresh nameless "${report[@]}" --no-debuginfod
fresh nameless "${report[@]}" --debuginfod
printf '[buildid-cache]\n\tdebuginfod = system\n' >config
export DEBUGINFOD_URLS=$url
fresh named "${report[@]}"
: >config

# ---- with the stripped program here, or another one in its place ----

cp store/prog prog
fresh named "${report[@]}"
[ ! -e "client/$id/executable" ] || fail "a file that is here was asked for"
make_prog other
fresh named "${report[@]}"
! grep -q other out || fail "names of another program"
[ -e "client/$id/executable" ] || fail "the file was not asked for"
rm prog

# ---- symbols for the copies that record makes, if the user wants them ----

# recorded ARGS...: with a cache of its own.
recorded()
{
	rm -rf client cache
	PERF_BUILDID_DIR=$dir/cache "$perf_defer" record -q -e cpu-clock -F 500 -o copies.data "$@" ./prog \
		2>err || fail "record $*: $(cat err)"
	[ -e "cache$dir/prog/$id/elf" ] || fail "record $*: no copy of the program"
}

# with DEBUGINFOD_URLS set: nobody is asked all the same
cp store/prog prog
asked=$(requests)
recorded
[ ! -e "cache$dir/prog/$id/debug" ] || fail "symbols that nobody wanted"
recorded --debuginfod --no-debuginfod
[ "$(requests)" = "$asked" ] || fail "record asks a server unasked: $(tail -5 log)"
unset DEBUGINFOD_URLS
recorded --debuginfod
[ "$(requests)" = "$asked" ] || fail "record asks a server that nobody named: $(tail -5 log)"
has_symbols()
{
	cmp "cache$dir/prog/$id/debug" store/prog.debug || fail "the symbols are not in the cache: $(cat err)"
	rm -rf client
	PERF_BUILDID_DIR=$dir/cache named "$perf_defer" report --stdio --no-debuginfod -i copies.data
}
recorded --debuginfod="$url"
has_symbols
printf '[record]\n\tdebuginfod = %s\n' "$url" >config
recorded
has_symbols
recorded --no-debuginfod
[ ! -e "cache$dir/prog/$id/debug" ] || fail "--no-debuginfod is not heeded"
: >config
export DEBUGINFOD_URLS=$url
recorded --debuginfod
has_symbols
rm prog

# ---- an answer that is another file, or none ----

rm -rf client
mkdir -p "client/$id"
${CC:-cc} -o "client/$id/executable" prog.c
nameless "${report[@]}"
grep -q 'perf-defer: debuginfod: .*sent the wrong file.*wrong build id' err ||
	fail "the wrong file is not said: $(cat err)"
[ ! -e "client/$id/executable" ] || fail "the wrong file stays"
mkdir -p "client/$id"
echo "no ELF" >"client/$id/executable"
nameless "${report[@]}"
grep -q 'perf-defer: debuginfod: .*sent the wrong file' err || fail "nonsense is not said: $(cat err)"

DEBUGINFOD_MAXSIZE=1000 fresh nameless "${report[@]}"
grep -q 'debuginfod: .*too large' err || fail "not a word of the size: $(cat err)"

# ---- a server that is silent ----

kill -STOP $server
start=$SECONDS
DEBUGINFOD_TIMEOUT=1 fresh nameless timeout 60 "${report[@]}"
[ $((SECONDS - start)) -lt 20 ] || fail "report waited $((SECONDS - start)) s for a silent server"
grep -q 'debuginfod: almost no data for 1 s' err || fail "not a word of the silence: $(cat err)"

# Whoever ignores the signal, as a shell's job in the background does, is not interrupted by it.
rm -rf client
DEBUGINFOD_TIMEOUT=2 env --ignore-signal=INT "${report[@]}" >out 2>err &
report_pid=$!
wait_for test -d "client/$id"
kill -INT $report_pid
wait $report_pid || fail "report ends by a signal that it ignores: $(cat err)"
grep -q 'debuginfod: almost no data for 2 s' err || fail "an ignored signal has ended the loading: $(cat err)"

rm -rf client
env --default-signal=INT "${report[@]}" >out 2>err &
report_pid=$!
wait_for test -d "client/$id"
sleep 0.5
start=$SECONDS
kill -INT $report_pid
wait $report_pid || fail "report ends by the signal that was meant for the loading: $(cat err)"
[ $((SECONDS - start)) -lt 10 ] || fail "the signal did not end the loading"
grep -q 'debuginfod: interrupted' err || fail "not a word of the interruption: $(cat err)"
grep -q '%.*prog' out || fail "no rows after the interruption: $(cat out)"

# ---- and in the terminal UI ----

tui_shows()
{
	tmux -L $socket capture-pane -p >screen
	grep -qF -e "$1" screen
}

# tui_until TEXT: waits until the screen shows it.
tui_until()
{
	wait_for tui_shows "$1" || fail "the screen does not show '$1': $(cat screen)"
}

tui_start()
{
	rm -rf client ended
	socket=$socket-next # the server that was killed may hold on to its own a while
	tmux -L $socket -f /dev/null new-session -d -x 100 -y 24 \
		"'$perf_defer' report -i '$dir/data' 2>'$dir/err'; echo \$? >'$dir/ended'"
}

tui_ended()
{
	wait_for test -s ended || fail "the terminal UI does not leave: $(cat screen)"
}

export TERM=xterm-256color
tui_start
tui_until 'Asking debuginfod for ' # libc comes first where it has no symbols
tui_until '^C: do without'
tmux -L $socket send-keys C-c
tui_until 'h: help'
[ ! -s ended ] || fail "the key that was for the loading has ended the terminal UI"
tmux -L $socket send-keys q
tui_ended

tui_start
tui_until 'Asking debuginfod for ' # libc comes first where it has no symbols
tmux -L $socket send-keys q
tui_ended

kill -CONT $server
tui_start
tui_until 'wanted'
tmux -L $socket send-keys q
tui_ended

# ---- a server that is gone ----

kill $server
wait $server || :
fresh nameless "${report[@]}"
grep -q 'debuginfod: .*no further requests' err || fail "not a word of a server that is gone: $(cat err)"
verdict
