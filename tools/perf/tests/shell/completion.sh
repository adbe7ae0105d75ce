#!/bin/bash
# bash completes verbs and options, of perf-defer and of perf defer
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
need_source
set +u # perf's own completion does not bear it

file=${PERF_DEFER_COMPLETION:-$shell/../../perf-defer-completion.sh}

mkdir bin
ln -s "$perf_defer" bin/perf-defer
PATH=$dir/bin:$PATH
# shellcheck source=../../perf-defer-completion.sh
. "$file"

breaks=$' \t\n"\'><=;|&(:' # as in a terminal

# completes LINE WORD...: all and only these for the last word of the line; "- WORD..." these at least.
completes()
{
	local line=$1 all=1 function words
	shift
	if [ "${1:-}" = - ]; then
		all=
		shift
	fi
	read -ra COMP_WORDS <<<"$line"
	[[ $line != *' ' ]] || COMP_WORDS+=('')
	COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
	COMP_LINE=$line
	COMP_POINT=${#line}
	function=$(complete -p "${COMP_WORDS[0]}" | sed 's/.* -F \([^ ]*\) .*/\1/')
	COMPREPLY=()
	"$function" "${COMP_WORDS[0]}" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" 2>/dev/null
	words=" ${COMPREPLY[*]:-} "
	for word in "$@"; do
		if [[ $words != *" $word "* ]]; then
			fail "'$line': no '$word' in '$words'"
		fi
	done
	if [ -n "$all" ] && [ ${#COMPREPLY[@]} != $# ]; then
		fail "'$line': '$words', not '$*'"
	fi
}

commands='perf-defer'
if has_perf; then
	commands='perf-defer perf:defer'
	completes 'perf d' - defer
	completes 'perf def' defer
	mv bin/perf-defer bin/aside
	[ -n "$(type -P perf-defer)" ] || completes 'perf def'
	mv bin/aside bin/perf-defer
	# perf's own stay.
	if [ -r /usr/share/bash-completion/completions/perf ]; then
		completes 'perf re' record report
		completes 'perf report --sort' --sort
	fi
else
	leave_out "perf defer: perf is not installed"
fi
for command in $commands; do
	command=${command/:/ }
	completes "$command " annotate audit bench check diff export inject record report script test help
	completes "$command re" record report
	completes "$command --v" --version
	completes "$command help a" annotate audit
	completes "$command inject --keep" --keep-cookies
	completes "$command script --gen" --gen-script
	# The names of scripts, and nothing of what is a script's own.
	scripts=$("$perf_defer" script -l 2>/dev/null | awk '/^  / { print $1 }')
	if [ -n "$scripts" ]; then
		completes "$command script report " $scripts
		completes "$command script report ${scripts%%[[:space:]]*} --"
	fi
	completes "$command script -s x.py --"
	completes "$command script --script x.py a --"
	completes "$command audit --js" --json
	completes "$command bench --work" --workers
	completes "$command bench " audit inject report script
	completes "$command bench --workers 2 scr" script
	completes "$command bench inject --keep" --keep-cookies
	completes "$command bench -r 3 report --symbol-f" --symbol-filter
	completes "$command report --no-such"
	completes "$command report --per" --percent-limit --percentage
	completes "$command script --show-" --show-info --show-task-events --show-mmap-events \
		--show-switch-events --show-namespace-events --show-cgroup-events --show-lost-events
	completes "$command script --hel" --help
	# Lists of events, sort keys and fields, as they are where bash splits words.
	COMP_WORDBREAKS=$breaks
	completes "$command record -e cpu-cl" cpu-clock
	completes "$command record -F 99 --event=cpu-cl" cpu-clock
	completes "$command record -e {cpu-clock,page-f" "{cpu-clock,page-faults"
	completes "$command record -e cpu-clock --call-g" --call-graph
	if [ -r /sys/kernel/tracing/events/sched/sched_switch/id ]; then
		completes "$command record -e cpu-clock,sched:sched_swi" sched_switch
	fi
	completes "$command report -s comm,so" comm,socket
	completes "$command report -i x --sort=soc" socket
	completes "$command report -s +par" +parallelism +parent
	completes "$command report -F overhead_s" overhead_sys
	completes "$command report -F sample,sock" sample,socket
	completes "$command report --entries -s rem" remaining
	completes "$command report --entries --by kind,caller,ga" kind,caller,gap
	completes "$command report --each-sample -s coo" cookie
	completes "$command report -s no-such"
	completes "$command export -f fol" folded
	completes "$command report --export=spee" speedscope
	completes "$command script -F comm,sy" comm,sym comm,symoff
	completes "$command script --fields=+srcl" +srcline
	# perf's completion splits at commas, and not at colons.
	COMP_WORDBREAKS=${breaks/:/},
	completes "$command report -s comm,so" socket
	if [ -r /sys/kernel/tracing/events/sched/sched_switch/id ]; then
		completes "$command record -e cpu-clock,sched:sched_swi" sched:sched_switch
	fi
	# What is refused is not offered.
	completes "$command report --task"
	completes "$command record --aff"
	# Files are bash's, and what comes after -- is the recorded command's.
	completes "$command script /etc/pass"
	completes "$command record -- ls --a"
	# The verbs' own words are all there.
	for verb in $("$perf_defer" --list-cmds | sed 's/ help *$//'); do
		# shellcheck disable=SC2046 # a list of options
		completes "$command $verb --" - $("$perf_defer" $verb -h 2>&1 |
			sed -n 's/^ *\(-[A-Za-z], \)\{0,1\}\(--[a-z][a-z-]*\).*/\2/p')
	done
done

# In a terminal, with the key.
if command -v script >/dev/null; then
	cat >keys <<-END
		. '$file'
		PATH='$dir/bin':\$PATH
		perf-defer aud	--jso	-i nowhere.data >'$dir/typed' 2>&1
		exit
	END
	TERM=dumb script -qec 'bash --norc --noprofile -i' /dev/null <keys >screen
	if ! grep -q 'nowhere.data: No such file' typed 2>/dev/null; then
		fail "the Tab key completes nothing: $(cat screen typed)"
	fi
fi
verdict
