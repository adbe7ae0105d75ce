#!/bin/bash
# Every option that perf lists is taken, or refused with a reason
# SPDX-License-Identifier: GPL-2.0-only
set -u

perf_defer=${PERF_DEFER:?}
perf=${THROUGH_PERF:-perf}
shell=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
failed=0

if ! "$perf" --version >/dev/null 2>&1; then
	echo "perf is not installed"
	exit 2
fi

# "<letter or -> <name or ->" for each option of a usage on stdin.
options()
{
	awk '/^    (-[A-Za-z]|    --[a-z])/ {
		letter = name = "-"
		if ($1 ~ /^-[A-Za-z],?$/)
			letter = substr($1, 2, 1)
		for (i = 1; i <= 2; i++)
			if ($i ~ /^--[a-z]/ && match($i, /^--[a-zA-Z0-9-]+/))
				name = substr($i, 3, RLENGTH - 2)
		print letter, name
	}' | sort -u
}

# What the verb answers to an option that it does not know, it says of none of them.
"$perf_defer" report --no-such-option >out 2>&1
[ "$(tail -n 1 out)" = "perf-defer: unknown option \`no-such-option'" ] || {
	echo "an unknown option is not said so, but: $(tail -n 1 out)"
	failed=1
}

# An option that is not there ends what takes it without a word.
for verb in record report script; do
	"$perf" $verb -h 2>&1 | options >perf
	"$perf_defer" $verb -h 2>&1 | options >ours
	[ "$(wc -l <perf)" -gt 50 ] || {
		echo "perf $verb -h lists $(wc -l <perf) options"
		failed=1
	}
	nr=0
	while read -r letter name; do
		for option in "-$letter" "--$name"; do
			[ "$option" != -- ] && [ "$option" != --- ] || continue
			if grep -qE -e "^${option#-} |^. ${option#--}$" ours; then
				continue
			fi
			nr=$((nr + 1))
			"$perf_defer" $verb "$option" --no-such-option >out 2>&1 </dev/null
			status=$?
			said=$(tail -n 1 out)
			case $said in
			*"perf $verb has it, perf defer $verb does not: "?*) [ $status = 129 ] ;;
			*"unknown option \`no-such-option'") true ;; # it was taken, and ignored
			*) false ;;
			esac || {
				echo "$verb $option: status $status, '$said'"
				failed=1
			}
		done
	done <perf
	echo "$verb: $nr are told"
	# What the verb has by now is not in the table any more.
	table=$(dirname "$shell")/../builtin-perf-options.c
	if [ -r "$table" ] && sed -n "/of_$verb\\[\\]/,/^};/s/.*{[^,]*, \"\\([^\"]*\\)\".*/- \\1/p" "$table" |
		sed 's/^- //' | grep -xF -e "$(cut -d ' ' -f 2 ours)"; then
		echo "$verb has these: the table of options that are told is old"
		failed=1
	fi
done

# A refusal names both spellings, and what to do.
"$perf_defer" report -T >out 2>&1
grep -qF -e '--threads, -T: perf report has it, perf defer report does not: use ' out || {
	cat out
	failed=1
}
# They are not offered.
for verb in record report script; do
	if "$perf_defer" $verb --list-opts | grep -E -- '--(affinity|tasks|itrace) '; then
		echo "$verb --list-opts offers what is refused"
		failed=1
	fi
done
exit $failed
