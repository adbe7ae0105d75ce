# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh disable=SC2034 # suites.sh and the scripts read the variables
# Finds and downloads the kernel sources that Debian's suites offer; to be sourced after suites.sh.

# Suites on which this is built, and their successors.
debian_suites='bookworm bookworm-backports trixie trixie-backports forky sid'

# sources_init DIR SUITES: fetches the package lists of these suites. Downloads go below DIR, where
# $log is a file of apt's messages. $scripts is the folder of this file. Fails if that fails.
sources_init() {
	mkdir -p "$1"
	sources=$(cd "$1" && pwd)
	state=$sources/apt
	log=$sources/fetch.log
	url=$("${scripts:?}/mirror.sh") || return 1
	: >"$log"
	new_state
	use_suites $2
}

# sources_exit: removes the package lists; downloads stay.
sources_exit() {
	rm -rf "$state"
}

# sources_offered: prints "upstream-version package version suites" of the sources on offer, oldest
# first: the newest package of each suite, and one revision of each version.
sources_offered() {
	apt_ apt-cache pkgnames linux-source- 2>>"$log" | grep -E '^linux-source-[0-9.]+$' |
		while read -r name; do
			apt_ apt-cache madison "$name" 2>>"$log"
		done |
		awk '{ sub(/\/.*/, "", $6); print $1, $3, $6 }' | sort -V -r |
		awk '
			seen[$1, $3]++ { next }
			{
				version = $2
				sub(/-.*/, "", version)
				if (!(version in package)) {
					order[++n] = version
					package[version] = $1 " " $2
				}
				suites[version] = suites[version] " " $3
			}
			END {
				while (n) {
					print order[n], package[order[n]] suites[order[n]]
					n--
				}
			}'
}

# source_fetch UPSTREAM PACKAGE VERSION: downloads the source's tarball once.
source_fetch() {
	[ ! -e "$sources/$1/.fetched" ] || return 0
	rm -rf "${sources:?}/$1"
	mkdir -p "$sources/$1"
	(cd "$sources/$1" && apt_ apt-get -qq download "$2=$3") >>"$log" 2>&1 &&
		dpkg -x "$sources/$1/$2"_*.deb "$sources/$1" && rm "$sources/$1"/*.deb &&
		touch "$sources/$1/.fetched"
}

# source_tarball UPSTREAM: prints the path of the tarball that was downloaded.
source_tarball() {
	echo "$sources/$1"/usr/src/linux-source-*.tar.*
}

# source_unpack UPSTREAM TREE: unpacks what perf's own build needs into the folder TREE.
source_unpack() {
	rm -rf "$2"
	mkdir -p "$2"
	tar -x -f "$(source_tarball "$1")" -C "$2" --strip-components=1 \
		--wildcards --no-wildcards-match-slash 'linux-source-*/tools/perf' 'linux-source-*/tools/lib' \
		'linux-source-*/tools/build' 'linux-source-*/tools/include' 'linux-source-*/tools/scripts' \
		'linux-source-*/tools/arch' 'linux-source-*/tools/bpf' 'linux-source-*/arch/arm64/tools' \
		'linux-source-*/scripts' 'linux-source-*/Makefile'
}

# sources_choose FILE WANTED: prints the versions to take of those that sources_offered wrote to FILE: the
# words of WANTED; "all"; or if it is empty, the oldest since 6.12 and the newest.
sources_choose() {
	case $2 in
	all) awk '{ print $1 }' "$1" ;;
	'') awk '{ print $1 }' "$1" | sort -V | awk '
			{ split($1, part, ".") }
			part[1] > 6 || (part[1] == 6 && part[2] >= 12) { version[n++] = $1 }
			END { if (n) print version[0]; if (n > 1) print version[n - 1] }' ;;
	*) printf '%s\n' $2 ;;
	esac
}

# sources_get DOWNLOADS OFFERED WANTED: looks up what is on offer, lists it in the file OFFERED, and downloads
# what sources_choose takes of it. Sets $versions, and $newest, the newest of them. Calls step and die of the
# script.
sources_get() {
	step "looking up the kernel sources of $debian_suites"
	sources_init "$1" "$debian_suites" || die "no package lists: $(tail -n 5 "$log")"
	sources_offered >"$2"
	versions=$(sources_choose "$2" "$3")
	[ -n "$versions" ] || die "the suites have no linux-source since 6.12, see $log"
	newest=$(printf '%s\n' "$versions" | sort -V | tail -n 1)
	for version in $versions; do
		offer=$(grep "^$version " "$2") || die "$version is not offered"
		# The words are version, package, revision and suites.
		set -- "$1" "$2" "$3" $offer
		step "$version: download $5=$6"
		source_fetch "$4" "$5" "$6" || die "$5=$6: $(tail -n 5 "$log")"
	done
	sources_exit
}
