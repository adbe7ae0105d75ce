# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# Queries the packages of Debian's suites through a separate apt state; to be sourced. Packages come
# from the mirror that this machine's apt uses. Nothing is installed, the machine's sources and lists
# do not change, and it needs no root.
#
# The caller sets $state, the folder of that state, $log, a file for apt's messages, and $url, the
# mirror (mirror.sh).

# Makes an empty state: no list, no installed package.
new_state() {
	rm -rf "${state:?}"
	mkdir -p "$state/lists/partial" "$state/archives/partial"
	: >"$state/status"
}

# apt_ COMMAND...: runs apt-get or apt-cache with the suites in use, and no installed package.
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

# use_suites SUITE...: fetches the package lists of these suites; fails if that fails.
use_suites() {
	keyring=/usr/share/keyrings/debian-archive-keyring.gpg
	[ ! -e "$keyring" ] || signed="signed-by=$keyring"
	for name in "$@"; do
		echo "deb [arch=amd64 ${signed:-}] ${url:?} $name main"
	done >"$state/sources.list"
	apt_ apt-get -qq --error-on=any update >>"${log:?}" 2>&1
}
