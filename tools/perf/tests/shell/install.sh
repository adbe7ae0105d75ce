#!/bin/sh
# make install: perf finds it, programs find the library
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
need_source
evidence=log

cd "$top" || exit 1

unset MAKEFLAGS MFLAGS MAKELEVEL

# ldconfig and id as they would be elsewhere: the machine's own cache stays as it is.
mkdir "$dir/fake"
cat >"$dir/fake/ldconfig" <<END
#!/bin/sh
if [ "\$*" = '-v -N -X' ]; then
	echo "\$(cat "$dir/searched"): (from a test)"
else
	echo "ran \$*" >>"$dir/ldconfig"
fi
END
cat >"$dir/fake/id" <<END
#!/bin/sh
cat "$dir/uid"
END
chmod +x "$dir/fake/ldconfig" "$dir/fake/id"
PATH=$dir/fake:$PATH
echo "$dir/root/usr/lib" >"$dir/searched"
echo 0 >"$dir/uid"

install="${PERF_DEFER_MAKE:-make} DESTDIR=$dir/root PREFIX=/usr"
eval "$install install" >"$dir/log" 2>&1 || die "make install: $(cat "$dir/log")"
[ ! -e "$dir/ldconfig" ] || die "ldconfig was run though there is a DESTDIR"

for file in bin/perf-defer lib/libperf-defer.a lib/libperf-defer.so lib/libperf-defer.so.0 \
	lib/pkgconfig/libperf-defer.pc include/perf/defer.h \
	libexec/perf-defer/tests/shell/cli.sh; do
	[ -s "$dir/root/usr/$file" ] || die "$file is not installed"
done
for page in tools/perf/Documentation/*.[13]; do
	[ -e "$page" ] || continue
	[ -s "$dir/root/usr/share/man/man${page##*.}/$(basename "$page")" ] || die "$page is not installed"
done

version=$("$dir/root/usr/bin/perf-defer" --version) || die "what is installed does not run"

# Its tests find what they share. What needs more is not installed, or says in one wording what is missing.
installed_test() {
	env -u PERF_DEFER -u PERF_DEFER_TESTS_DIR -u PERF_DEFER_TEST_DATA "$dir/root/usr/bin/perf-defer" test "$@" \
		>"$dir/log" 2>&1
}
for suite in inject install manual upstream vm-record; do
	[ ! -e "$dir/root/usr/libexec/perf-defer/tests/shell/$suite.sh" ] || die "$suite is installed, and cannot run there"
done
installed_test -s record-cli cli resolve chart entries pipeline symbol-elf annotate session ||
	die "the installed tests:"
grep -qE '^ *[0-9]+: cli +: Ok$' "$dir/log" || die "the installed test of the command line is not Ok:"
[ "$(grep -oE ': Skip.*' "$dir/log" | sort -u)" = ': Skip (the test data is not there)' ] ||
	die "an installed test skips in other words:"

# In a new shell, which reads what is in the folder; elsewhere than /usr and /usr/local it is the user's.
completion=$dir/root/etc/bash_completion.d/perf-defer
[ -s "$completion" ] || die "the completion is not installed"
PERF_DEFER=$dir/root/usr/bin/perf-defer PERF_DEFER_COMPLETION=$completion \
	tools/perf/tests/shell/completion.sh >"$dir/log" 2>&1
[ $? != 1 ] || die "the completion that is installed: $(cat "$dir/log")"

# No trace of where it was built.
if grep -qF "$top" "$dir/root/usr/bin/perf-defer" "$dir/root/usr/lib/libperf-defer.so.0"; then
	die "an installed file has the path of the build in it"
fi

# The loader learns of a library that is installed to be used, or the user learns how.
# loader SEARCHED UID: what `make install` says and does then.
loader() {
	echo "$1" >"$dir/searched"
	echo "$2" >"$dir/uid"
	rm -f "$dir/ldconfig"
	eval "${PERF_DEFER_MAKE:-make} PREFIX=$dir/prefix install" >"$dir/log" 2>&1 ||
		die "make install: $(cat "$dir/log")"
}

loader "$dir/prefix/lib" 0
[ "$(cat "$dir/ldconfig" 2>&1)" = 'ran ' ] || die "root installed it, but ldconfig did not run"
! grep -qi 'programs' "$dir/log" || die "make install gives needless advice: $(cat "$dir/log")"
loader "$dir/prefix/lib" 1000
[ ! -e "$dir/ldconfig" ] || die "ldconfig ran without root"
grep -q 'sudo ldconfig$' "$dir/log" || die "make install does not say ldconfig: $(cat "$dir/log")"
loader /usr/lib 0
[ ! -e "$dir/ldconfig" ] || die "ldconfig ran for a folder that the loader does not search"
advice=$(sed -n 's/.*: export //p' "$dir/log")
[ "$advice" = "LD_LIBRARY_PATH=$dir/prefix/lib" ] || die "wrong advice: $(cat "$dir/log")"
case ${PERF_DEFER_MAKE:-} in
*SANITIZE=[a-z]*) ;;
*)
	gcc -o "$dir/example" tools/lib/perf/examples/stitch-file.c -I"$dir/prefix/include" \
		-L"$dir/prefix/lib" -lperf-defer || die "the example does not link"
	env "$advice" "$dir/example" </dev/null >"$dir/log" 2>&1
	grep -q 'empty' "$dir/log" || die "the example does not start: $(cat "$dir/log")"
	;;
esac

# A program that knows nothing but the package's name.
cat >"$dir/user.c" <<'END'
#include <perf/defer.h>
#include <stdio.h>

int main(void)
{
	struct defer_error err = DEFER_ERROR_INIT;

	puts(defer_error__name(defer_error__set_at(&err, DEFER_ERR_CORRUPT, 8, "x")));
	return err.offset != 8;
}
END
PKG_CONFIG_SYSROOT_DIR=$dir/root
PKG_CONFIG_LIBDIR=$dir/root/usr/lib/pkgconfig
export PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_LIBDIR
flags=$(pkg-config --cflags --libs libperf-defer) || die "pkg-config does not know it"
case ${PERF_DEFER_MAKE:-} in
*SANITIZE=[a-z]*) ;; # a sanitizer's library needs a sanitizer's program
*)
	gcc -Wall -Werror -o "$dir/user" "$dir/user.c" $flags || die "does not link: $flags"
	said=$(LD_LIBRARY_PATH=$dir/root/usr/lib "$dir/user") || die "the program failed"
	[ "$said" = corrupt ] || die "the program said '$said'"
	gcc -static -o "$dir/user" "$dir/user.c" $flags || die "does not link statically"
	"$dir/user" >/dev/null || die "the static program failed"
	;;
esac

# The library shows what its headers declare, all of it and nothing else.
nm -D --defined-only "$dir/root/usr/lib/libperf-defer.so.0" |
	awk '$2 == "T" { sub(/@.*/, "", $3); print $3 }' | sort >"$dir/shown"
[ -s "$dir/shown" ] || die "the library exports nothing"
(cd "$dir/root/usr/include/perf" && printf '#include <perf/%s>\n' *) |
	gcc -E -P -I"$dir/root/usr/include" - 2>/dev/null | tr '\n' ' ' |
	sed -E ':bodies; s/\{[^{}]*\}/;/; tbodies' | tr ';' '\n' |
	grep -v 'static' | grep -oE '\bdefer_[a-z0-9_]*__[a-z0-9_]+ *\(' | tr -d ' (' | sort -u \
	>"$dir/declared"
differ=$(comm -3 "$dir/shown" "$dir/declared")
[ -z "$differ" ] || die "exported or declared, but not both: $differ"

# The verb of the system's own perf.
if has_perf; then
	said=$(PATH=$dir/root/usr/bin:$PATH perf defer --version) || die "perf defer does not run"
	[ "$said" = "$version" ] || die "perf defer --version says '$said', not '$version'"
	PATH=$dir/root/usr/bin:$PATH perf defer tset >"$dir/log" 2>&1
	status=$?
	[ "$status" = 129 ] || die "perf defer tset: status $status, not 129"
	perf=tested
fi

eval "$install uninstall" >"$dir/log" 2>&1 || die "make uninstall: $(cat "$dir/log")"
left=$(find "$dir/root" ! -type d)
[ -z "$left" ] || die "make uninstall leaves $left"

if [ -z "${perf:-}" ]; then
	skip "all but perf itself: it is not installed"
fi
verdict
