#!/bin/sh
# make install: perf finds it, programs find the library
# SPDX-License-Identifier: GPL-2.0-only
set -u

top=$(cd "$(dirname "$0")/../../../.." && pwd)
if [ ! -f "$top/tools/perf/Makefile.perf" ]; then
	echo "no source tree to install from"
	exit 2
fi
cd "$top" || exit 1

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
unset MAKEFLAGS MFLAGS MAKELEVEL

fail() {
	echo "$*" >&2
	exit 1
}

# ldconfig and id as they would be elsewhere: the machine's own cache stays as it is.
mkdir "$tmp/fake"
cat >"$tmp/fake/ldconfig" <<END
#!/bin/sh
if [ "\$*" = '-v -N -X' ]; then
	echo "\$(cat "$tmp/searched"): (from a test)"
else
	echo "ran \$*" >>"$tmp/ldconfig"
fi
END
cat >"$tmp/fake/id" <<END
#!/bin/sh
cat "$tmp/uid"
END
chmod +x "$tmp/fake/ldconfig" "$tmp/fake/id"
PATH=$tmp/fake:$PATH
echo "$tmp/root/usr/lib" >"$tmp/searched"
echo 0 >"$tmp/uid"

install="${PERF_DEFER_MAKE:-make} DESTDIR=$tmp/root PREFIX=/usr"
eval "$install install" >"$tmp/log" 2>&1 || fail "make install: $(cat "$tmp/log")"
[ ! -e "$tmp/ldconfig" ] || fail "ldconfig was run though there is a DESTDIR"

for file in bin/perf-defer lib/libperf-defer.a lib/libperf-defer.so lib/libperf-defer.so.0 \
	lib/pkgconfig/libperf-defer.pc include/perf/defer.h \
	libexec/perf-defer/tests/shell/cli.sh; do
	[ -s "$tmp/root/usr/$file" ] || fail "$file is not installed"
done
for page in tools/perf/Documentation/*.1; do
	[ -e "$page" ] || continue
	[ -s "$tmp/root/usr/share/man/man1/$(basename "$page")" ] || fail "$page is not installed"
done

version=$("$tmp/root/usr/bin/perf-defer" --version) || fail "what is installed does not run"

# In a new shell, which reads what is in the folder; elsewhere than /usr and /usr/local it is the user's.
completion=$tmp/root/etc/bash_completion.d/perf-defer
[ -s "$completion" ] || fail "the completion is not installed"
PERF_DEFER=$tmp/root/usr/bin/perf-defer PERF_DEFER_COMPLETION=$completion \
	tools/perf/tests/shell/completion.sh >"$tmp/log" 2>&1
[ $? != 1 ] || fail "the completion that is installed: $(cat "$tmp/log")"

# No trace of where it was built.
if grep -qF "$top" "$tmp/root/usr/bin/perf-defer" "$tmp/root/usr/lib/libperf-defer.so.0"; then
	fail "an installed file has the path of the build in it"
fi

# The loader learns of a library that is installed to be used, or the user learns how.
# loader SEARCHED UID: what `make install` says and does then.
loader() {
	echo "$1" >"$tmp/searched"
	echo "$2" >"$tmp/uid"
	rm -f "$tmp/ldconfig"
	eval "${PERF_DEFER_MAKE:-make} PREFIX=$tmp/prefix install" >"$tmp/log" 2>&1 ||
		fail "make install: $(cat "$tmp/log")"
}

loader "$tmp/prefix/lib" 0
[ "$(cat "$tmp/ldconfig" 2>&1)" = 'ran ' ] || fail "root installed it, but ldconfig did not run"
! grep -qi 'programs' "$tmp/log" || fail "make install gives needless advice: $(cat "$tmp/log")"
loader "$tmp/prefix/lib" 1000
[ ! -e "$tmp/ldconfig" ] || fail "ldconfig ran without root"
grep -q 'sudo ldconfig$' "$tmp/log" || fail "make install does not say ldconfig: $(cat "$tmp/log")"
loader /usr/lib 0
[ ! -e "$tmp/ldconfig" ] || fail "ldconfig ran for a folder that the loader does not search"
advice=$(sed -n 's/.*: export //p' "$tmp/log")
[ "$advice" = "LD_LIBRARY_PATH=$tmp/prefix/lib" ] || fail "wrong advice: $(cat "$tmp/log")"
case ${PERF_DEFER_MAKE:-} in
*SANITIZE=[a-z]*) ;;
*)
	gcc -o "$tmp/example" tools/lib/perf/examples/stitch-file.c -I"$tmp/prefix/include" \
		-L"$tmp/prefix/lib" -lperf-defer || fail "the example does not link"
	env "$advice" "$tmp/example" </dev/null >"$tmp/log" 2>&1
	grep -q 'empty' "$tmp/log" || fail "the example does not start: $(cat "$tmp/log")"
	;;
esac

# A program that knows nothing but the package's name.
cat >"$tmp/user.c" <<'END'
#include <perf/defer.h>
#include <stdio.h>

int main(void)
{
	struct defer_error err = DEFER_ERROR_INIT;

	puts(defer_error__name(defer_error__set(&err, DEFER_ERR_CORRUPT, 8, "x")));
	return err.offset != 8;
}
END
PKG_CONFIG_SYSROOT_DIR=$tmp/root
PKG_CONFIG_LIBDIR=$tmp/root/usr/lib/pkgconfig
export PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_LIBDIR
flags=$(pkg-config --cflags --libs libperf-defer) || fail "pkg-config does not know it"
case ${PERF_DEFER_MAKE:-} in
*SANITIZE=[a-z]*) ;; # a sanitizer's library needs a sanitizer's program
*)
	gcc -Wall -Werror -o "$tmp/user" "$tmp/user.c" $flags || fail "does not link: $flags"
	said=$(LD_LIBRARY_PATH=$tmp/root/usr/lib "$tmp/user") || fail "the program failed"
	[ "$said" = corrupt ] || fail "the program said '$said'"
	gcc -static -o "$tmp/user" "$tmp/user.c" $flags || fail "does not link statically"
	"$tmp/user" >/dev/null || fail "the static program failed"
	;;
esac

# The library shows what its headers declare, all of it and nothing else.
nm -D --defined-only "$tmp/root/usr/lib/libperf-defer.so.0" |
	awk '$2 == "T" { sub(/@.*/, "", $3); print $3 }' | sort >"$tmp/shown"
[ -s "$tmp/shown" ] || fail "the library exports nothing"
printf '#include <perf/%s>\n' $(cd "$tmp/root/usr/include/perf" && ls) |
	gcc -E -P -I"$tmp/root/usr/include" - 2>/dev/null | tr '\n' ' ' | tr ';{}' '\n\n\n' |
	grep -v 'static' | grep -oE '\bdefer_[a-z0-9_]*__[a-z0-9_]+ *\(' | tr -d ' (' | sort -u \
	>"$tmp/declared"
differ=$(comm -3 "$tmp/shown" "$tmp/declared")
[ -z "$differ" ] || fail "exported or declared, but not both: $differ"

# The verb of the system's own perf.
if command -v perf >/dev/null && perf --version >/dev/null 2>&1; then
	said=$(PATH=$tmp/root/usr/bin:$PATH perf defer --version) || fail "perf defer does not run"
	[ "$said" = "$version" ] || fail "perf defer --version says '$said', not '$version'"
	PATH=$tmp/root/usr/bin:$PATH perf defer tset >"$tmp/log" 2>&1
	status=$?
	[ "$status" = 129 ] || fail "perf defer tset: status $status, not 129"
	perf=tested
fi

eval "$install uninstall" >"$tmp/log" 2>&1 || fail "make uninstall: $(cat "$tmp/log")"
left=$(find "$tmp/root" ! -type d)
[ -z "$left" ] || fail "make uninstall leaves $left"

if [ -z "${perf:-}" ]; then
	echo "all but perf itself: it is not installed"
	exit 2
fi
