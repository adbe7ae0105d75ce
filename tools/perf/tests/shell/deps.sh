#!/bin/sh
# A machine without packages: what to type is said at once, the library needs none of them
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
need_source
evidence=log

cd "$top" || exit 1
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES OUT

# tools FOLDER NAME...: a PATH that has these and nothing else.
tools() {
	folder=$dir/$1
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
cat >"$dir/user/dpkg-query" <<'END'
#!/bin/sh
echo 'installed gcc'
END
cat >"$dir/user/apt-get" <<END
#!/bin/sh
echo "\$*" >>"$dir/apt"
END
cat >"$dir/user/id" <<'END'
#!/bin/sh
echo 1000
END
cp "$dir/user/apt-get" "$dir/user/apt-cache"
chmod +x "$dir"/user/*

# refuses HOW: all that make says, in four lines: what is missing and the command.
refuses() {
	! PATH=$dir/user make BUILD="$dir/build" all >"$dir/log" 2>&1 || die "it built without packages"
	[ ! -e "$dir/apt" ] || die "apt-get was tried without root: $(cat "$dir/apt")"
	grep -qE "^ +$1 'apt-get update && apt-get install .* libelf-dev .*'\$" "$dir/log" ||
		die "make does not say how to install packages with $1:"
	! grep -q ' gcc ' "$dir/log" || die "a package that is installed is named:"
	[ "$(wc -l <"$dir/log")" -le 4 ] || die "more than a message and make's own line:"
}

refuses 'su -c'
cat >"$dir/user/sudo" <<'END'
#!/bin/sh
exit 1
END
chmod +x "$dir/user/sudo"
refuses 'sudo sh -c'

# ---- with what sudo allows ----

cat >"$dir/user/sudo" <<END
#!/bin/sh
[ "\$1" = -v ] || echo "\$*" >>"$dir/sudo.log"
END
PATH=$dir/user tools/scripts/deps.sh build >"$dir/log" 2>&1 || die "sudo is not enough:"
grep -q 'apt-get .* install .*libelf-dev' "$dir/sudo.log" || die "sudo does not install:"

# ---- the library ----

# No pkg-config, no apt, no dpkg.
tools bare sh make gcc as ld ar cat sed mkdir cmp mv rm ln dirname printf nproc install id
case ${PERF_DEFER_MAKE:-} in
*SANITIZE=[a-z]*) ;; # as it is in a build without
*)
	PATH=$dir/bare CC=gcc make BUILD="$dir/lib" lib >"$dir/log" 2>&1 ||
		die "the library needs more than a compiler:"
	for file in libperf-defer.a libperf-defer.so.0 examples/stitch-file; do
		[ -s "$dir/lib/$file" ] || die "make lib makes no $file:"
	done
	! "$dir/lib/examples/stitch-file" </dev/null 2>"$dir/log" || die "the example takes nothing"
	grep -q empty "$dir/log" || die "the example does not start:"
	needs=$(objdump -p "$dir/lib/libperf-defer.so.0" | awk '$1 == "NEEDED" { print $2 }')
	[ "$needs" = libc.so.6 ] || die "the library needs $needs"
	;;
esac
verdict
