#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Makes the library $2, just installed in the folder $1, known to the loader, or says how to do that.
set -eu

libdir=$1
name=$2
# An ordinary user's PATH lacks the folder of ldconfig.
PATH=$PATH:/usr/sbin:/sbin

# Returns whether the loader searches the folder, which it may know by another path.
is_searched() {
	real=$(cd "$libdir" && pwd -P)
	for folder in $(ldconfig -v -N -X 2>/dev/null | sed -n 's|^\(/[^:]*\):.*|\1|p'); do
		[ "$(cd "$folder" 2>/dev/null && pwd -P)" = "$real" ] && return 0
	done
	return 1
}

if ! command -v ldconfig >/dev/null; then
	exit 0 # another libc has no cache to write
fi
if ! is_searched; then
	echo "Programs that use $name find it with: export LD_LIBRARY_PATH=$libdir"
elif [ "$(id -u)" = 0 ]; then
	ldconfig
else
	echo "Programs that use $name find it after: sudo ldconfig"
fi
