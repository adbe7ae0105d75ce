#!/bin/bash
# What record hit goes to the cache of build ids as perf puts it there, and gives old recordings their names
# SPDX-License-Identifier: GPL-2.0-only
set -e -o pipefail
. "$(dirname "$0")/lib/record.sh"

mkdir home perf-home
export HOME=$dir/home PERF_CONFIG=$dir/config LC_ALL=C
unset PERF_BUILDID_DIR
: >config

# make_prog NAME: "prog", which spends its time in a function NAME and in the kernel.
make_prog()
{
	cat >prog.c <<C
#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
static volatile unsigned long n;
static char buf[1 << 16];
const char tag[] = "$1"; /* names alone make no other build */
__attribute__((noinline)) void $1(void) { for (int i = 0; i < 1000000; i++) n++; }
int main(int argc, char **argv)
{
	clock_t end = clock() + CLOCKS_PER_SEC / 5 * (argc > 1 ? atoi(argv[1]) : 1);
	int zero = open("/dev/zero", O_RDONLY); /* some of the time goes to the kernel */

	while (clock() < end) {
		$1();
		for (int i = 0; i < 300; i++)
			n += read(zero, buf, sizeof(buf));
	}
}
C
	rm -f prog
	${CC:-cc} -O1 -fno-omit-frame-pointer -Wl,--build-id -o prog prog.c
}

build_id()
{
	readelf -n "$1" | awk '/Build ID:/ { print $3 }'
}

record()
{
	"$perf_defer" record -q -e cpu-clock -F 500 "$@" 2>err || fail "record $*:"
}

# tree HOME: what the cache has for the program and, if perf kept it, the kernel: the one of Debian 13
# (6.12) does not.
tree()
{
	kernel='[kernel.kallsyms]'
	[ -d "perf-home/.debug/$kernel" ] || kernel=
	(cd "$1/.debug" && find ".$dir" ${kernel:+"$kernel"} | sort &&
		find .build-id -type l -printf '%p -> %l\n' |
		grep -F -e '/prog/' ${kernel:+-e "$kernel"} | sort)
}

make_prog old_name
id=$(build_id prog)
need_recording
rm -rf home/.debug

# ---- written as perf writes it ----

for_perf old.data record -o old.data ./prog
HOME=$dir/perf-home spared perf record -q -e cpu-clock -F 500 -o perf.data ./prog
tree home >ours
tree perf-home >theirs
diff ours theirs || unlike_perf "the cache is laid out otherwise than perf's"
[ -s "$(echo home/.debug/\[kernel.kallsyms\]/*/kallsyms)" ] || fail "the kernel's names are not kept"
grep -q "^.$dir/prog/$id/elf$" ours || fail "the program is not in: $(cat ours)"

# perf agrees: what was hit is there, under the build ids that the file has.
perf buildid-cache -l | sort >listed
grep -qx "$id $dir/prog" listed || unlike_perf "perf does not list it: $(cat listed)"
spared perf buildid-list -H -i old.data | grep -vF '[vdso]' | sort >hit
[ -s hit ] || unlike_perf "perf finds no build ids in the recording"
comm -23 hit listed >missing
[ ! -s missing ] || fail "hit, and not in the cache: $(cat missing)"

# A second recording changes nothing of what is there.
find home/.debug ! -type d -printf '%p %i %T@\n' | sort >before
record -o again.data ./prog
find home/.debug ! -type d -printf '%p %i %T@\n' | sort >after
comm -23 before after >changed
[ ! -s changed ] || fail "the cache was written again: $(cat changed)"

# ---- names stay when the program is another one ----

has_name()
{
	"$@" 2>err | sed 's/#.*//' >out || fail "$*:"
	grep -q old_name out || fail "$*: no old_name in: $(head -20 out)"
	! grep -q new_name out || fail "$*: the new program's names"
}

make_prog new_name
[ "$(build_id prog)" != "$id" ] || fail "the new program has the old build id"
has_name "$perf_defer" report --stdio -i old.data
has_name "$perf_defer" script -i old.data
has_name spared perf report --stdio -i old.data
mv home/.debug kept
"$perf_defer" report --stdio -i old.data >out 2>err || fail "report fails:"
! grep -q _name out || fail "there are names without the cache"
mv kept home/.debug

# ---- a program that nobody sees but its own mounts, and the one that does see it ----

if unshare -m true 2>/dev/null && has_root_of_mounts; then
	mkdir box
	make_prog boxed_name
	boxed=$(build_id prog)
	mkfifo ready
	unshare -m sh -c 'mount -t tmpfs none box && cp prog box/prog && echo >ready && exec sleep 60' &
	holder=$!
	read -r _ <ready
	make_prog new_name
	nsenter -t $holder -m "$dir/box/prog" 6 & # long enough to be found
	runner=$!
	record -o box.data -p $runner
	kill $holder
	[ "$(build_id "home/.debug/.build-id/${boxed:0:2}/${boxed:2}/elf")" = "$boxed" ] ||
		fail "the container's program is not in the cache"
	"$perf_defer" report --stdio -i box.data >out 2>err || fail "report fails:"
	grep -q boxed_name out || fail "no names of the container's program"
	wait $holder $runner || :
fi

# ---- all that was mapped ----

cat >lib.c <<'C'
int never_called(void) { return 1; }
C
${CC:-cc} -shared -fPIC -Wl,--build-id -o libidle.so lib.c
lib=$(build_id libidle.so)
rm -rf home/.debug
record -o hits.data env "LD_PRELOAD=$dir/libidle.so" ./prog
[ ! -e "home/.debug/.build-id/${lib:0:2}/${lib:2}" ] || fail "a library that was not hit is kept"
record --buildid-all -o all.data env "LD_PRELOAD=$dir/libidle.so" ./prog
[ "$(build_id "home/.debug/.build-id/${lib:0:2}/${lib:2}/elf")" = "$lib" ] ||
	fail "--buildid-all: a library that was mapped is not in the cache"

# ---- not where it is not wanted ----

# none ARGS...: nothing is cached.
none()
{
	rm -rf home/.debug
	record -o none.data "$@" ./prog
	[ ! -e home/.debug ] || fail "record $* writes the cache"
}

none -N
none -B
! "$perf_defer" record --dry-run -e cpu-clock --buildid-mmap true 2>err || none --buildid-mmap
none --switch-output=1h
none -o - >stream.data
printf '[record]\n\tbuild-id = no-cache\n' >config
none
printf '[record]\n\tbuild-id = skip\n' >config
none
printf '[buildid]\n\tdir = /dev/null\n' >config
none
printf '[buildid]\n\tdir = %s\n' "$dir/a/b" >config
none
[ -d a/b/.build-id ] || fail "buildid.dir is not heeded"
: >config
PERF_BUILDID_DIR=$dir/env none
[ -d env/.build-id ] || fail "PERF_BUILDID_DIR is not heeded"
printf '[record]\n\tbuild-id = no-cache\n' >config
rm -rf home/.debug
record --no-no-buildid-cache -o yes.data ./prog
[ -d home/.debug ] || fail "--no-no-buildid-cache is not heeded"
: >config

# One that others could have prepared is left alone; the recording is good all the same.
rm -rf home/.debug
mkdir -m 777 home/.debug
"$perf_defer" record -e cpu-clock -o shared.data ./prog 2>err || fail "record fails: $(cat err)"
grep -q "$HOME/.debug is writable by other users" err || fail "not a word of others:"
[ -z "$(ls -A home/.debug)" ] || fail "the cache of others was written"

# So it is where nothing can be added.
rm -rf home/.debug
mkdir home/.debug
: >home/.debug/.build-id
"$perf_defer" record -e cpu-clock -o unkept.data ./prog 2>err || fail "record fails: $(cat err)"
grep -q "build-id cache: cannot open .build-id" err || fail "not a word of what is not kept: $(cat err)"
verdict
