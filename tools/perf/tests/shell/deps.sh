#!/bin/sh
# A machine without packages: what to type is said at once, the library needs none of them
# SPDX-License-Identifier: GPL-2.0-only
set -u

top=$(cd "$(dirname "$0")/../../../.." && pwd)
if [ ! -f "$top/tools/scripts/deps.sh" ]; then
	echo "no source tree to build from"
	exit 2
fi
cd "$top" || exit 1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES OUT

fail() {
	echo "$*" >&2
	sed 's/^/    /' "$tmp/log" >&2
	exit 1
}

# tools FOLDER NAME...: a PATH that has these and nothing else.
tools() {
	folder=$tmp/$1
	mkdir -p "$folder"
	shift
	for name in "$@"; do
		ln -s "$(whereis_ "$name")" "$folder/$name"
	done
}

# Where an executable is, also of what the shell has built in; ccache would look further itself.
whereis_() {
	echo "$PATH" | tr : '\n' | grep -v ccache | while read -r at; do
		if [ -x "$at/$1" ]; then
			echo "$at/$1"
			break
		fi
	done
}

# ---- without root ----

tools user sh awk ls sort tail head cat env rm mktemp dirname make nproc
cat >"$tmp/user/dpkg-query" <<'END'
#!/bin/sh
echo 'installed gcc'
END
cat >"$tmp/user/apt-get" <<END
#!/bin/sh
echo "\$*" >>"$tmp/apt"
END
cat >"$tmp/user/id" <<'END'
#!/bin/sh
echo 1000
END
cp "$tmp/user/apt-get" "$tmp/user/apt-cache"
chmod +x "$tmp"/user/*

# refuses HOW: all that make says, in four lines: what is missing and the command.
refuses() {
	! PATH=$tmp/user make BUILD="$tmp/build" all >"$tmp/log" 2>&1 || fail "it built without packages"
	[ ! -e "$tmp/apt" ] || fail "apt-get was tried without root: $(cat "$tmp/apt")"
	grep -qE "^ +$1 'apt-get update && apt-get install .* libelf-dev .*'\$" "$tmp/log" ||
		fail "make does not say how to install packages with $1:"
	! grep -q ' gcc ' "$tmp/log" || fail "a package that is installed is named:"
	[ "$(wc -l <"$tmp/log")" -le 4 ] || fail "more than a message and make's own line:"
}

refuses 'su -c'
cat >"$tmp/user/sudo" <<'END'
#!/bin/sh
exit 1
END
chmod +x "$tmp/user/sudo"
refuses 'sudo sh -c'

# ---- with what sudo allows ----

cat >"$tmp/user/sudo" <<END
#!/bin/sh
[ "\$1" = -v ] || echo "\$*" >>"$tmp/sudo.log"
END
PATH=$tmp/user tools/scripts/deps.sh build >"$tmp/log" 2>&1 || fail "sudo is not enough:"
grep -q 'apt-get .* install .*libelf-dev' "$tmp/sudo.log" || fail "sudo does not install:"

# ---- the library ----

# No pkg-config, no apt, no dpkg.
tools bare sh make gcc as ld ar cat sed mkdir cmp mv rm ln dirname printf nproc install id
case ${PERF_DEFER_MAKE:-} in
*SANITIZE=[a-z]*) ;; # as it is in a build without
*)
	PATH=$tmp/bare CC=gcc make BUILD="$tmp/lib" lib >"$tmp/log" 2>&1 ||
		fail "the library needs more than a compiler:"
	for file in libperf-defer.a libperf-defer.so.0 examples/stitch-file; do
		[ -s "$tmp/lib/$file" ] || fail "make lib makes no $file:"
	done
	! "$tmp/lib/examples/stitch-file" </dev/null 2>"$tmp/log" || fail "the example takes nothing"
	grep -q empty "$tmp/log" || fail "the example does not start:"
	needs=$(objdump -p "$tmp/lib/libperf-defer.so.0" | awk '$1 == "NEEDED" { print $2 }')
	[ "$needs" = libc.so.6 ] || fail "the library needs $needs"
	;;
esac
