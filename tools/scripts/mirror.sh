#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Prints the Debian mirror that this machine's apt uses: the first in its sources, of either form.
set -eu

url=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list \
	/etc/apt/sources.list.d/*.sources 2>/dev/null |
	awk '
		/^[[:space:]]*#/ { next }
		$1 == "deb" {
			for (i = 2; i <= NF; i++)
				if ($i ~ /^[a-z+]+:\//)
					print $i
		}
		$1 == "URIs:" { for (i = 2; i <= NF; i++) print $i }' |
	grep -E '/debian/?$' | head -n 1)
if [ -z "$url" ]; then
	echo "no Debian mirror in this machine's apt sources" >&2
	exit 1
fi
echo "$url"
