#!/bin/bash
# Every option that perf lists is taken, or refused with a reason
# SPDX-License-Identifier: GPL-2.0-only
#
# Compares with the perf that is installed, and with the newest, whose options stand in
# tests/data/perf-options. That list is made by
#
#   perf-options.sh --list COMMAND... >tests/data/perf-options
#
# where COMMAND runs the perf to ask, such as tools/scripts/peer.sh run build/peer/trixie perf.
set -u

# The options of a usage that libsubcmd prints: "<letter or -> <name or -> <none, value or optional>".
options()
{
	awk '/^    (-[A-Za-z]|    --[A-Za-z])/ {
		letter = name = "-"
		kind = "none"
		line = substr($0, 5)
		if (line ~ /^-[A-Za-z]/)
			letter = substr(line, 2, 1)
		sub(/^(-[A-Za-z],? *| +)/, "", line)
		if (match(line, /^--[A-Za-z0-9-]+/)) {
			name = substr(line, 3, RLENGTH - 2)
			line = substr(line, RLENGTH + 1)
		}
		# Without a word for the value there are dots.
		if (line ~ /^\[(=?<|=?\.\.\.)/)
			kind = "optional"
		else if (line ~ /^ ?<|^ \.\.\./)
			kind = "value"
		print letter, name, kind
	}' | LC_ALL=C sort -u
}

# list_of VERB COMMAND...: what that perf has, those that its -h does not show as "- <name> hidden".
list_of()
{
	local verb=$1 shown
	shift
	shown=$("$@" "$verb" -h 2>&1 </dev/null | options)
	echo "$shown"
	"$@" "$verb" --list-opts 2>/dev/null </dev/null | tr ' ' '\n' | sed -n 's/^--//p' | LC_ALL=C sort -u |
		while read -r name; do
			grep -q "^. $name " <<<"$shown" || echo "- $name hidden"
		done
}

verbs='annotate diff inject record report script'

if [ "${1:-}" = --list ]; then
	shift
	echo "# Options of $("$@" --version): the verb, the letter, the name, and if it takes a value"
	echo '# Made by tests/shell/perf-options.sh --list, not by hand.'
	for verb in $verbs; do
		list_of "$verb" "$@" | sed "s/^/$verb /"
	done
	exit
fi

. "$(dirname "$0")/lib/test.sh"
need_source
perf=${THROUGH_PERF:-perf}
stored=$shell/../data/perf-options
"$perf" --version >/dev/null 2>&1 || skip "perf is not installed"

# What the verb answers to an option that it does not know, it says of none of them.
"$perf_defer" report --no-such-option >out 2>&1
[ "$(tail -n 1 out)" = "perf-defer: unknown option \`no-such-option'" ] ||
	fail "an unknown option is not said so, but: $(tail -n 1 out)"

# has VERB LETTER NAME KIND: is it among ours, in ours.all, with the same letter and the same kind of value?
has()
{
	case $4 in
	hidden) grep -q "^. $3 " ours.all ;;
	# Older perfs have fewer letters.
	*) grep -qx -e "$2 $3 $4" ours.all || { [ "$2" = - ] && grep -qx ". $3 $4" ours.all; } ;;
	esac
}

# complain TEXT...: of an option that the newest perf has as well, or that this one alone has.
complain()
{
	if grep -qxF -e "$letter $name $kind" newest; then
		fail "$@"
	else
		unlike_perf "$@"
	fi
}

# An option that is not there ends what takes it without a word.
told()
{
	local verb=$1 option=$2 said status page
	"$perf_defer" "$verb" "$option" --no-such-option >out 2>&1 </dev/null
	status=$?
	said=$(tail -n 1 out)
	case $said in
	*"perf $verb has it, perf defer $verb does not: "?*)
		[ $status = 129 ] && [ "$(grep -c '^perf-defer: ' out)" = 1 ] && return
		;;
	*"unknown option \`no-such-option'") # it was taken, and ignored: the page says so
		page=$shell/../../Documentation/perf-defer-$verb.1
		[ -r "$page" ] || return
		! sed 's/\\-/-/g' "$page" | grep -qF -e "$option" || return
		said="taken, and its page does not say that it changes nothing"
		;;
	esac
	complain "$verb $option: status $status, '$said'"
}

# As many as perf 6.1 has, nearly: fewer are a list that was not understood.
declare -A least=([annotate]=25 [diff]=20 [inject]=15 [record]=60 [report]=60 [script]=50)
compared=0
for verb in $verbs; do
	list_of "$verb" "$perf" >perf
	[ "$(wc -l <perf)" -ge "${least[$verb]}" ] || unlike_perf "perf $verb -h lists $(wc -l <perf) options"
	sed -n "s/^$verb //p" "$stored" >newest
	[ "$(wc -l <newest)" -ge "${least[$verb]}" ] || fail "the list of the newest perf has $(wc -l <newest) of $verb"
	# The list is that perf's, where it is the one that is installed.
	if [ "$(sed -n '1s/^# Options of \(.*\): .*/\1/p' "$stored")" = "$("$perf" --version)" ]; then
		diff newest perf || fail "$stored is not what perf $verb lists"
		compared=1
	fi

	"$perf_defer" "$verb" --help-all 2>&1 | options >ours.all
	"$perf_defer" "$verb" -h 2>&1 | options >ours
	nr=0
	while read -r letter name kind; do
		if ! has "$verb" "$letter" "$name" "$kind"; then
			complain "$verb: perf has '$letter $name $kind', and here it is '$(grep -e "^. $name " ours.all)'"
			continue
		fi
		# A hidden one is another name of one that is shown.
		[ "$kind" != hidden ] || continue
		for option in "-$letter" "--$name"; do
			[ "$option" != -- ] && [ "$option" != --- ] || continue
			! grep -qE -e "^${option#-} |^. ${option#--} " ours || continue
			nr=$((nr + 1))
			told "$verb" "$option"
		done
	done < <(cat perf newest | LC_ALL=C sort -u)
	echo "$verb: $nr are told"
	# What the verb has by now is not in the table any more.
	table=$shell/../../verbs/perf-options.c
	if [ -r "$table" ] && sed -n "/of_$verb\\[\\]/,/^};/s/.*{[^,]*, \"\\([^\"]*\\)\".*/\\1/p" "$table" |
		grep -xF -e "$(cut -d ' ' -f 2 ours | grep -vx -e -)"; then
		fail "$verb has these: the table of options that are told is old"
	fi
done
[ $compared = 0 ] || echo "the list is that of $("$perf" --version)"

# A refusal names both spellings, and what to do.
"$perf_defer" report -m >out 2>&1
grep -qF -e '--modules, -m: perf report has it, perf defer report does not: modules ' out || fail "$(cat out)"
# They are not offered.
for verb in $verbs; do
	"$perf_defer" "$verb" --list-opts | tr ' ' '\n' | sed -n 's/^--//p' | LC_ALL=C sort -u >offered
	"$perf_defer" "$verb" -h 2>&1 | options | cut -d ' ' -f 2 | grep -vx -e - | LC_ALL=C sort -u >shown
	diff shown offered || fail "$verb -h and $verb --list-opts, which completion asks, differ"
	! "$perf_defer" "$verb" --list-opts | grep -E -- '--(tasks|itrace|mmap-flush) ' ||
		fail "$verb --list-opts offers what is refused"
done
verdict
