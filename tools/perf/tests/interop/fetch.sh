#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Fetches the programs of others whose reading of our traces `make interop` compares, once, into the
# folder $1:
#
#   hotspot/run      runs hotspot-perfparser of Debian 12, the last that is a package of a stable Debian
#   node_modules/    speedscope, the Firefox Profiler for the command line, and what they need: the versions and
#                    hashes in package-lock.json
#
# Debian's packages come from the mirror that this machine's apt uses, through a separate state, and
# npm's from npm's registry. Nothing is installed, and it needs no root.
set -eu

here=tools/perf/tests/interop

die() {
	echo "interop: $*" >&2
	exit 1
}

fetch_hotspot() {
	root=$dir/hotspot/root
	[ ! -e "$dir/hotspot/.complete" ] || return 0
	echo "Fetching hotspot-perfparser" >&2
	rm -rf "$dir/hotspot"
	mkdir -p "$root"
	new_state
	use_suites bookworm || die "the list of bookworm cannot be fetched: $(tail -n 5 "$log")"
	# What perfparser loads is a small part of what hotspot's windows need.
	(cd "$state" && apt_ apt-get -qq download hotspot) >>"$log" 2>&1 &&
		apt_ apt-get -qq -y --download-only install libqt5network5 libdw1 libstdc++6 >>"$log" 2>&1 ||
		die "hotspot cannot be fetched: $(tail -n 5 "$log")"
	for package in "$state"/archives/*.deb "$state"/hotspot_*.deb; do
		dpkg -x "$package" "$root"
	done
	cat >"$dir/hotspot/run" <<-END
		#!/bin/sh
		root=\$(cd "\$(dirname "\$0")" && pwd)/root
		exec "\$root"/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2 --library-path \
			"\$root/lib/x86_64-linux-gnu:\$root/usr/lib/x86_64-linux-gnu" \
			"\$root/usr/lib/x86_64-linux-gnu/libexec/hotspot-perfparser" "\$@"
	END
	chmod +x "$dir/hotspot/run"
	"$dir/hotspot/run" --version >>"$log" 2>&1 || die "hotspot-perfparser cannot be started: $(tail -n 5 "$log")"
	rm -rf "$state"
	touch "$dir/hotspot/.complete"
}

fetch_node() {
	cmp -s $here/package-lock.json "$dir/package-lock.json" && [ -e "$dir/.npm-complete" ] && return
	echo "Fetching speedscope and profiler-cli" >&2
	rm -f "$dir/.npm-complete"
	cp $here/package.json $here/package-lock.json "$dir/"
	(cd "$dir" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error) >>"$log" 2>&1 ||
		die "npm's packages cannot be fetched: $(tail -n 5 "$log")"
	touch "$dir/.npm-complete"
}

[ "$#" = 1 ] || die "usage: fetch.sh DIR"
mkdir -p "$1"
dir=$(cd "$1" && pwd)
url=$(tools/scripts/mirror.sh)
state=$dir/apt
log=$dir/fetch.log
: >"$log"
. tools/scripts/suites.sh
fetch_hotspot
fetch_node
