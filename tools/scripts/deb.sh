#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Builds the Debian packages of this tree in the folder $1, and prints their names and, before these, each step. The
# folder debian/ describes them; their version is that of the file VERSION. Who builds them answers for them:
# their maintainer is $DEBFULLNAME <$DEBEMAIL>, as for Debian's own tools, or the author of the last commit.
set -eu

die() {
	echo "deb: $*" >&2
	exit 1
}

# Prints the names of the tree's files, a zero byte after each: those of the commit, as they are now, and
# all but the build in a tree without git.
files() {
	if [ -e .git ] && git ls-files -z 2>/dev/null; then
		return
	fi
	find . \( -path ./.git -o -path ./build -o -path "./$build" \) -prune -o -type f -print0
}

# Prints who maintains the packages: whom debian/control names if neither variables nor git tell.
maintainer() {
	if [ -n "${DEBEMAIL:-}" ]; then
		echo "${DEBFULLNAME:-$DEBEMAIL} <$DEBEMAIL>"
	else
		git log -1 --format='%an <%ae>' 2>/dev/null || sed -n 's/^Maintainer: //p' debian/control
	fi
}

# Prints what is being done, of the messages of the build.
steps() {
	sed -unE -e 's/^   (dh_[a-z_]*).*/  DEB     \1/p' -e 's/.* -c -o ([^ ]*) .*/  CC      \1/p' \
		-e "s/^dpkg-deb: building package '([^']*)'.*/  PACK    \\1/p"
}

# Writes the changelog, whose only entry is this version, of the day of the last commit.
changelog() {
	date=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y VERSION)
	echo "perf-defer ($version) unstable; urgency=medium"
	echo
	echo "  * Build of version $version. The changes are in the log of git."
	echo
	echo " -- $(maintainer)  $(LC_ALL=C date -R -u -d "@$date")"
}

[ "$#" = 1 ] || die "usage: deb.sh DIR"
command -v dh >/dev/null || die "debhelper is not installed (\`make deb\` installs it on Debian)"
build=$1
version=$(cat VERSION)
source=$build/perf-defer-$version
rm -rf "$build"
mkdir -p "$source"
files | tar -c --null -T - | tar -x -C "$source"
changelog >"$source/debian/changelog"
awk -v maintainer="$(maintainer)" '/^Maintainer: / { $0 = "Maintainer: " maintainer } { print }' debian/control \
	>"$source/debian/control"
# The flags and jobs of the calling make must not apply there.
unset MAKEFLAGS MFLAGS MAKEOVERRIDES MAKELEVEL BUILD OUT SANITIZE EXTRA_CFLAGS DESTDIR PREFIX V CC AR PYTHON || :
# -d: any package with a kernel's source will do, not only the one that Build-Depends names. The build checks
# what else it needs.
{
	(cd "$source" && dpkg-buildpackage -d -b -us -uc) 2>&1 || : >"$build/failed"
} | tee "$build/log" | steps
if [ -e "$build/failed" ]; then
	tail -n 30 "$build/log" >&2
	die "dpkg-buildpackage failed, see $build/log"
fi
ls "$build"/*.deb
