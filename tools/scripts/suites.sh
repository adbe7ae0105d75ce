# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh disable=SC2154
# What Debian's suites offer, through an apt state of our own; sourced. Packages come from the
# mirror that this machine's apt uses. Nothing is installed, the machine's sources and lists stay
# as they are, and it needs no root.
#
# Who sources it sets $state, the folder of that state, $log, a file for what apt says, and $url,
# the mirror (mirror.sh).

# An empty state: no list, no installed package.
new_state() {
	rm -rf "$state"
	mkdir -p "$state/lists/partial" "$state/archives/partial"
	: >"$state/status"
}

# apt_ COMMAND...: apt-get or apt-cache that knows the suites in use, and no installed package.
apt_() {
	tool=$1
	shift
	"$tool" -o Dir::State="$state" -o Dir::State::lists="$state/lists" \
		-o Dir::State::status="$state/status" -o Dir::Cache="$state" \
		-o Dir::Cache::archives="$state/archives" \
		-o Dir::Etc::sourcelist="$state/sources.list" -o Dir::Etc::sourceparts=/dev/null \
		-o Dir::Etc::preferences=/dev/null -o Dir::Etc::preferencesparts=/dev/null \
		-o APT::Architecture=amd64 -o APT::Architectures=amd64 -o APT::Sandbox::User= \
		-o APT::Install-Recommends=false -o APT::Get::List-Cleanup=false \
		-o Acquire::Languages=none -o Acquire::Retries=3 -o Acquire::http::Timeout=60 \
		-o Debug::NoLocking=true -o DPkg::Post-Invoke::= "$@"
}

# use_suites SUITE...: the package lists of these; fails if they cannot be had.
use_suites() {
	keyring=/usr/share/keyrings/debian-archive-keyring.gpg
	[ ! -e "$keyring" ] || signed="signed-by=$keyring"
	for name in "$@"; do
		echo "deb [arch=amd64 ${signed:-}] $url $name main"
	done >"$state/sources.list"
	apt_ apt-get -qq --error-on=any update >>"$log" 2>&1
}
