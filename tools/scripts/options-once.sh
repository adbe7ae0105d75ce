#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Checks that an option of report stands in one struct: the one that the table of options fills, and
# that the stages get by a pointer. A struct with a member of its name and type would be a copy.
set -eu

opts=tools/perf/verbs/report-opts

# Other verbs have options of their own.
headers() {
	find tools/perf/util tools/perf/ui "$opts.h" -name '*.h' | grep -v -E \
		'/(plan|events|record|output|inject|generate|synth|script)/' | sort
}

# Prints the members of structs of options: "struct member type". Pointers to structs and
# arrays are no copies.
members() {
	headers | xargs awk '
		/^struct [a-z_]+_(opts|conf|print) {/ { name = $2; next }
		/^}/ { name = "" }
		!name || !/;/ { next }
		{
			sub(/;.*/, "")
			gsub(/\[[^]]*\]/, "")
			n = split($0, parts, ",")
			type = parts[1]
			sub(/[ \t*]*[a-z_0-9]+$/, "", type)
			gsub(/[ \t]/, "", type)
			for (i = 1; i <= n; i++) {
				member = parts[i]
				stars = gsub(/\*/, " ", member)
				sub(/.* /, "", member)
				sub(/.*\t/, "", member)
				if (stars < 2 && !(stars && type ~ /struct/))
					print name, member, type stars
			}
		}'
}

# Prints the names of members that options fill: by their cells in the tables, or all of a struct.
filled() {
	grep -o '&opts->[a-z_.]*' "$opts.c" | sed 's/.*[.>]//'
	members | awk '$1 == "show_opts" || $1 == "hist_print" { print $2 }'
}

filled | sort -u | {
	nr=0
	status=0
	while read -r member; do
		nr=$((nr + 1))
		twice=$(members | awk -v member="$member" '
			$2 == member && ++nr[$3] > 1 { print first[$3], $1 }
			$2 == member { first[$3] = $1 }')
		[ -z "$twice" ] && continue
		echo "the option $member stands in several structs: $twice"
		status=1
	done
	[ "$nr" -ge 60 ] || { echo "only $nr options were found in $opts.c"; status=1; }
	exit "$status"
}
