# bash completion of perf-defer, and of "perf defer" beside perf's own
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash

# Completes the words from $1 on, the first after the command; the rest is the command, which is asked
# for its verbs and options.
_perf_defer_words()
{
	local first=$1 cur=${COMP_WORDS[COMP_CWORD]} words='' verb i
	shift
	verb=${COMP_WORDS[first]}
	COMPREPLY=()
	for ((i = first; i < COMP_CWORD; i++)); do
		# The rest belongs to the command that is recorded or to the script.
		[ "${COMP_WORDS[i]}" != -- ] || return
		case $verb:${COMP_WORDS[i - 1]} in
		script:-s | script:--script) return ;;
		esac
	done
	((COMP_CWORD == first)) || ! _perf_defer_list "$verb" "$@" || return 0
	if ((COMP_CWORD == first)); then
		case $cur in
		-*) words=$("$@" --list-opts 2>/dev/null) ;;
		*) words=$("$@" --list-cmds 2>/dev/null) ;;
		esac
	elif [ "$verb" = help ]; then
		words=$("$@" --list-cmds 2>/dev/null)
	elif [ "$verb" = script ] && [ "${COMP_WORDS[first + 1]}" = report ]; then
		((COMP_CWORD > first + 2)) ||
			words=$("$@" script -l 2>/dev/null | awk '/^  / { print $1 }')
	elif [ "$verb" = bench ]; then
		_perf_defer_bench_words "$first" "$@"
	elif [[ $cur == -* ]]; then
		words="$("$@" "$verb" --list-opts 2>/dev/null) --help"
	fi
	[ -z "$words" ] || mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}

# Prints the words of a list that the help of verb $1 ends the text $2 with; the command is behind them.
_perf_defer_help_list()
{
	local verb=$1 text=$2
	shift 2
	"$@" "$verb" -h 2>&1 | sed -n "s/.*$text: \\([a-z_0-9 ,]*\\).*/\\1/p" | tr , ' '
}

# Completes the last name in a list of events, keys or fields. Fails if none is being typed. $1 is the verb,
# the rest the command. The line tells what was typed: bash splits words at ":" and "=".
_perf_defer_list()
{
	local verb=$1 line=${COMP_LINE:0:COMP_POINT} option value part words
	shift
	value=${line##* }
	option=${line%"$value"}
	option=${option%"${option##*[! ]}"}
	option=${option##* }
	if [[ $value == --*=* ]]; then
		option=${value%%=*}
		value=${value#*=}
	fi
	part=${value##*[,+\{]}
	case "$verb $option $line" in
	'record -e '* | 'record --event '*) words=$("$@" record --list-events 2>/dev/null) ;;
	'report -s '*' --entries '* | 'report --sort '*' --entries '*)
		words=$(_perf_defer_help_list report 'sorts by' "$@")
		;;
	'report -s '*' --each-sample '* | 'report --sort '*' --each-sample '*)
		words=$(_perf_defer_help_list report 'sorts by one of' "$@")
		;;
	'report --by '*) words='kind,caller site state gap' ;;
	'report -s '* | 'report --sort '*) words=$(_perf_defer_help_list report 'sort by key(s)' "$@") ;;
	'report -F '* | 'report --fields '*)
		words=$(_perf_defer_help_list report 'field(s)' "$@" &&
			_perf_defer_help_list report 'sort by key(s)' "$@")
		;;
	'export -f '* | 'export --format '* | 'report --export '*)
		words=$("$@" export --list 2>/dev/null | awk '{ print $1 }')
		;;
	'script -F '* | 'script --fields '*) words=$(_perf_defer_help_list script Fields "$@") ;;
	*) return 1 ;;
	esac
	mapfile -t COMPREPLY < <(compgen -P "${value%"$part"}" -W "$words" -- "$part")
	# What bash takes for words before this one stays in the line. perf's own completion changes which.
	part=${value%"${value##*[${COMP_WORDBREAKS:- }]}"}
	COMPREPLY=("${COMPREPLY[@]#"$part"}")
}

# Sets $words for the words after bench, which is word $1: options, a suite, that suite's options.
_perf_defer_bench_words()
{
	local i=$(($1 + 1)) suite=
	shift
	for (( ; i < COMP_CWORD; i++)); do
		case ${COMP_WORDS[i]} in
		-f | --format | -r | --repeat | --workers) ((i++)) || : ;;
		-*) ;;
		*) suite=${COMP_WORDS[i]} && break ;;
		esac
	done
	if [[ -z $suite && $cur != -* ]]; then
		words=$("$@" bench --list-cmds 2>/dev/null)
	elif [ -z "$suite" ]; then
		words="$("$@" bench --list-opts 2>/dev/null) --help"
	elif [[ $cur == -* ]]; then
		words=$("$@" bench "$suite" --list-opts 2>/dev/null)
	fi
}

_perf_defer()
{
	_perf_defer_words 1 "$1"
}

# What completes perf without us: its function, or nothing.
_perf_defer_find_perfs()
{
	local was file=/usr/share/bash-completion/completions/perf
	was=$(complete -p perf 2>/dev/null)
	complete -r perf 2>/dev/null
	# By the loader of bash-completion, of any of its versions.
	{ _comp_load perf || __load_completion perf || _completion_loader perf; } &>/dev/null
	if ! complete -p perf &>/dev/null && [ -r "$file" ]; then
		# shellcheck source=/dev/null # perf's, which may be absent here
		. "$file" &>/dev/null
	fi
	_perf_defer_perfs=$(complete -p perf 2>/dev/null | sed -n 's/.* -F \([^ ]*\) .*/\1/p')
	[ "$_perf_defer_perfs" != _perf_defer_or_perf ] || _perf_defer_perfs=
	eval "$was"
}

_perf_defer_or_perf()
{
	if ((COMP_CWORD > 1)) && [ "${COMP_WORDS[1]}" = defer ]; then
		compopt +o nospace 2>/dev/null
		_perf_defer_words 2 "$1" defer
		return
	fi
	[ -n "${_perf_defer_perfs+set}" ] || _perf_defer_find_perfs
	COMPREPLY=()
	[ -z "$_perf_defer_perfs" ] || "$_perf_defer_perfs" "$@"
	# A package that was removed leaves this file until it is purged: defer is offered if perf finds it.
	if ((COMP_CWORD == 1)) && [[ -n ${COMP_WORDS[1]} && defer == "${COMP_WORDS[1]}"* ]] &&
		"$1" defer --list-cmds &>/dev/null; then
		COMPREPLY+=(defer)
	fi
}

# A completion of perf that is there already is the one that is asked.
_perf_defer_found=$(complete -p perf 2>/dev/null | sed -n 's/.* -F \([^ ]*\) .*/\1/p')
if [ -n "$_perf_defer_found" ] && [ "$_perf_defer_found" != _perf_defer_or_perf ]; then
	_perf_defer_perfs=$_perf_defer_found
fi
unset _perf_defer_found

complete -o bashdefault -o default -F _perf_defer perf-defer
# perf's own options of complete.
complete -o bashdefault -o default -o nospace -F _perf_defer_or_perf perf
