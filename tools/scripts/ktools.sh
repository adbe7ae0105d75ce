#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Builds libsubcmd and libperf from the distribution's kernel source package into the build
# folder $1: linux-src/ (the parts of the tree that they need), subcmd/libsubcmd.a,
# include/subcmd/, libapi/libapi.a, libperf/libperf.a, libperf/cflags.
#
#   LINUX_SOURCE=   the tarball to take instead of the newest in /usr/src
#   CROSS_COMPILE=  prefix of the tools that build for another machine
#   LINUX_TREE=     the unpacked tree to take instead of a tarball; nothing is written to it
set -eu

given=$1
mkdir -p "$given"
build=$(cd "$given" && pwd)

src=$build/linux-src
if [ -n "${LINUX_TREE:-}" ]; then
	tarball=$LINUX_TREE
	[ -L "$src" ] || rm -rf "$src"
	ln -sfn "$LINUX_TREE" "$src"
else
	tarball=${LINUX_SOURCE:-$(ls /usr/src/linux-source-[0-9]*.tar.* 2>/dev/null | sort -V | tail -n 1)}
	if [ -z "$tarball" ]; then
		echo "no /usr/src/linux-source-*.tar.*: \`make deps\` installs the package" >&2
		exit 1
	fi
fi
if [ -z "${LINUX_TREE:-}" ] && [ "$(cat "$src/.from" 2>/dev/null)" != "$tarball" ]; then
	# Objects of other sources may be newer than the files of these.
	rm -rf "$src" "$build/subcmd" "$build/libapi" "$build/libperf"
	mkdir -p "$src"
	case $tarball in
	*.xz) unpack='xz -T0 -dc' ;;
	*) unpack='bzip2 -dc' ;;
	esac
	$unpack "$tarball" | tar -x -C "$src" --strip-components=1 --wildcards \
		'linux-source-*/tools/lib/*' 'linux-source-*/tools/build/*' \
		'linux-source-*/tools/include/*' 'linux-source-*/tools/scripts/*' \
		'linux-source-*/tools/arch/*/include/*'
	echo "$tarball" >"$src/.from"
fi

# The flags and jobs of the calling make must not apply here.
unset MAKEFLAGS MFLAGS MAKEOVERRIDES OUT SANITIZE EXTRA_CFLAGS DESTDIR PREFIX prefix V AR LD || :
# Installed files must not contain the path of the build.
nowhere="-ffile-prefix-map=$build/= -ffile-prefix-map=$PWD=."

cc=${CROSS_COMPILE:-}gcc
ar=${CROSS_COMPILE:-}ar
# The kernel's name of the machine that $cc builds for.
arch=$($cc -dumpmachine | sed 's/^x86_64.*/x86/; s/^i.86.*/x86/; s/^aarch64.*/arm64/; s/^s390.*/s390/; s/^riscv.*/riscv/; s/-.*//')

# build_lib NAME LIBRARY FOLDER: builds tools/lib/NAME of the tree in the build folder's FOLDER.
build_lib() {
	out=$build/$3
	mkdir -p "$out"
	if ! make -C "$src/tools/lib/$1" O="$out/" ARCH="$arch" CC="$cc" AR="$ar" \
		LD="${CROSS_COMPILE:-}ld" WERROR=0 EXTRA_CFLAGS="$nowhere" \
		"$out/$2" >"$out/build.log" 2>&1; then
		cat "$out/build.log" >&2
		exit 1
	fi
}

# compiles FLAGS EXPRESSION: returns whether it compiles with libperf's headers.
compiles() {
	printf '#include <%s>\n' linux/perf_event.h internal/evlist.h internal/evsel.h perf/cpumap.h |
		{ cat && echo "void *probe(struct perf_evsel *evsel) { return $2; }"; } |
		$cc -D_GNU_SOURCE $1 -Wno-unused -Werror=implicit-function-declaration \
			-Werror=int-conversion -fsyntax-only -x c - 2>>"$build/libperf/build.log"
}

# Prints the flags of a program that uses libperf's internals: its own uapi headers, and today's names
# where earlier kernels have others. Distributions mix versions, so each name is tried.
libperf_cflags() {
	flags=
	for folder in include "arch/$arch/include" lib/perf/include lib include/uapi; do
		# As the caller names it: a sanitizer keeps the names of headers.
		flags="$flags -isystem $given/linux-src/tools/$folder"
	done
	names=
	while read -r today before expression; do
		if compiles "$flags" "$expression"; then
			continue
		fi
		if ! compiles "$flags -D$today=$before" "$expression"; then
			tail -n 20 "$build/libperf/build.log" >&2
			echo "libperf of $tarball has neither $today nor $before" >&2
			return 1
		fi
		names="$names -D$today=$before"
	done <<-END
		pmu_cpus own_cpus evsel->pmu_cpus
		perf_cpu_map__new_any_cpu perf_cpu_map__dummy_new perf_cpu_map__new_any_cpu()
	END
	echo "$flags$names"
}

rm -f "$build/subcmd/libsubcmd.a" "$build/libapi/libapi.a" "$build/libperf/libperf.a" \
	"$build/libperf/cflags"
build_lib subcmd libsubcmd.a subcmd
build_lib api libapi.a libapi
build_lib perf libperf.a libperf
libperf_cflags >"$build/libperf/cflags"
mkdir -p "$build/include/subcmd"
for name in exec-cmd help pager parse-options run-command; do
	cmp -s "$src/tools/lib/subcmd/$name.h" "$build/include/subcmd/$name.h" ||
		cp "$src/tools/lib/subcmd/$name.h" "$build/include/subcmd/"
done

# libsubcmd expects the program to define these; perf takes them from the same tree.
for name in string ctype str_error_r zalloc; do
	$cc -O2 -g $nowhere -D_GNU_SOURCE -I"$src/tools/include" -c "$src/tools/lib/$name.c" \
		-o "$build/subcmd/$name.o"
	$ar rs "$build/subcmd/libsubcmd.a" "$build/subcmd/$name.o" 2>/dev/null
done
