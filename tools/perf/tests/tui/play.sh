# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154 # the suite that sources this sets them
# Plays a script of keys in a tmux of its own: see README.md. Sourced by shell/tui.sh, which sets
# $perf_defer, $data, $work (a folder of the script's own), $gate (a library, or empty) and $update
# (not empty: write screens anew). What is pressed in which view is left in $work/pressed.

runs=0
socket=0
TRIES=3000 # of looks at the screen, 20 ms apart

# Sockets are to be in $1, an empty folder. Leaves the suite, skipped, where there is no tmux.
need_tmux()
{
	if ! command -v tmux > /dev/null; then
		skip "tmux is not installed"
	fi
	export TMUX_TMPDIR=$1
	unset TMUX
	# A sanitizer leaves the program's end by a signal to the program.
	local signals=handle_segv=0:handle_sigbus=0:handle_sigill=0:handle_sigfpe=0
	export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}$signals TSAN_OPTIONS=${TSAN_OPTIONS:+$TSAN_OPTIONS:}$signals
}

in_tmux()
{
	tmux -L "$socket" -f /dev/null "$@"
}

look()
{
	in_tmux capture-pane -p "$@" 2> /dev/null
}

broken()
{
	echo "$script:$line: $*" >&2
	echo "---- the screen ----" >&2
	look >&2 || true
	echo "--------------------" >&2
	return 1
}

# Looks again and again until the words as a command succeed.
wait_for()
{
	local try

	for ((try = 0; try < TRIES; try++)); do
		! "$@" || return 0
		sleep 0.02
	done
	return 1
}

shows()
{
	look | grep -qF -- "$1"
}

shows_not()
{
	! shows "$1"
}

# A screen that has $1 and stays as it is; sets $still to it.
is_still()
{
	still=$(look)
	[[ $still == *"$1"* ]] || return 1
	sleep 0.05
	[ "$still" = "$(look)" ]
}

# The hint stands where progress was.
is_idle()
{
	is_still 'h: help'
}

# Sets $lit to the view whose tab is lit: there the number and the name have one colour. $1 is a
# screen with its colours.
find_lit()
{
	local tabs=${1#*$'\n'}

	lit=
	[[ ! ${tabs%%$'\n'*} =~ .*\ [0-9]\ ([a-z]+) ]] || lit=${BASH_REMATCH[1]}
}

is_lit()
{
	local lit

	find_lit "$(look -e)"
	[ "${lit:-summary}" = "$1" ] # its tab may have no room
}

pid_of_tui()
{
	local pane

	pane=$(in_tmux list-panes -F '#{pane_pid}')
	awk '{ print $1 }' "/proc/$pane/task/$pane/children"
}

is_dead()
{
	[ ! -d "/proc/$1" ] || grep -q '^State:.Z' "/proc/$1/status"
}

# kernel_list: a list of the kernel's symbols with sigreturn where no task was. Samples in sigreturn have tests of
# their own; here they would be one more row in many screens.
kernel_list()
{
	[ -e "$work/kallsyms" ] ||
		awk '$3 ~ /sys_(rt_)?sigreturn$/ { $1 = "fffffffffff00000" } { print }' \
			"$data/kallsyms-boot1" >"$work/kallsyms"
	echo "$work/kallsyms"
}

# The command that shows a trace, for the shell in the terminal.
write_command()
{
	printf '[tui]\n\tfirst-page = false\n' > "$work/perfconfig"
	cat > "$work/command" <<- END
		cd "$work/traces"
		export PERF_CONFIG=$work/perfconfig PERF_BUILDID_DIR=/nonexistent LC_ALL=C.UTF-8
		export COLORFGBG='15;0'
		unset DEBUGINFOD_URLS NO_COLOR COLORTERM
		PS1='$ '
		report()
		{
			env ${environment[*]:-TUI=1} "$perf_defer" report --kallsyms "$(kernel_list)" \\
				--symfs symfs "\$@"
		}
	END
}

start()
{
	write_command
	view=symbols
	in_tmux kill-server 2> /dev/null || true
	socket=$name-$((++runs)) # the server that was killed may hold on to its own a while
	ENV=$work/command in_tmux new-session -d -x "${size%x*}" -y "${size#*x}" "$1"
	in_tmux set-option -g status off
	in_tmux set-option -s set-clipboard on
	in_tmux resize-window -x "${size%x*}" -y "${size#*x}"
}

# Keys and the mouse in the view that is shown, as the help names them.
note()
{
	printf '%s\n' "$@" | sed "s/Escape/Esc/; s/BSpace/BkSp/; s/PageUp/PgUp/; s/PageDown/PgDn/
		s/BTab/S-Tab/; s/^C-\(.\)/^\U\1/; s/^/$view /" >> "$work/pressed"
}

# What tmux does not know as a name it would type, character by character.
send_keys()
{
	local key

	for key; do
		case $key in
		? | C-? | F[0-9] | Enter | Escape | BSpace | Tab | BTab | Space) ;;
		Up | Down | Left | Right | Home | End | PageUp | PageDown) ;;
		*) broken "no key is called '$key'" || return 1 ;;
		esac
	done
	in_tmux send-keys "$@"
}

note_mouse()
{
	case $1 in
	press) note Click ;;
	drag) note Drag ;;
	right) note Right-button ;;
	up | down) note Wheel ;;
	esac
}

send_mouse()
{
	local button=0 last=M

	case $1 in
	press) ;;
	release) last=m ;;
	drag) button=32 ;;
	right) button=2 ;;
	up) button=64 ;;
	down) button=65 ;;
	*) broken "no mouse does '$1'" || return 1 ;;
	esac
	note_mouse "$1"
	in_tmux send-keys -l "$(printf '\033[<%d;%d;%d%s' "$button" "$3" "$2" "$last")"
}

# A fifo $1 through which file $2 of the data comes: $3 bytes of it, and the rest after a release.
feed()
{
	local fifo=$work/traces/$1 from=$data/$2

	[ -e "$from" ] || from=$2
	rm -f "$fifo" "$fifo.go"
	mkfifo "$fifo"
	(
		exec > "$fifo" 2> /dev/null
		head -c "$3" "$from"
		until [ -e "$fifo.go" ]; do
			sleep 0.02
		done
		tail -c +$(($3 + 1)) "$from"
	) &
	feeders+=($!)
}

# Stands in for the source file $1, as those that this machine has may be others: $2 lines, each
# of which is its number and what else there is.
write_source()
{
	local file=$work/traces/symfs$1

	mkdir -p "$(dirname "$file")"
	awk -v nr="$2" -v text="${*:3}" 'BEGIN { for (i = 1; i <= nr; i++) print i, text }' > "$file"
}

# A copy $2 of the trace $1, the byte at $3 of which is $4, and so on in pairs.
poke()
{
	local copy=$work/traces/$2

	cp "$data/$1" "$copy"
	for (( ; $# > 3; )); do
		printf '%b' "\\x$(printf %x "$4")" |
			dd of="$copy" bs=1 seek="$3" conv=notrunc status=none
		set -- "$1" "$2" "${@:5}"
	done
}

# What not every build has: if not, $why it is so.
has()
{
	case $1 in
	assembly)
		why="perf-defer has no libcapstone"
		! grep -aqF 'built without libcapstone' "$perf_defer"
		;;
	gate) # sanitizers want to come first
		why="there is no compiler for gate.c, or perf-defer is built with a sanitizer"
		[ -n "$gate" ] && ! grep -aqE '__(asan|tsan|msan)_init' "$perf_defer"
		;;
	*)
		why="nobody knows what '$1' is"
		return 1
		;;
	esac
}

check_colors()
{
	local codes

	codes=$(look -e)
	case $1 in
	256) grep -q '38;5;' <<< "$codes" ;;
	8) ! grep -q '38;5;' <<< "$codes" && grep -q $'\033\\[[0-9;]*3[0-7]' <<< "$codes" ;;
	none) ! grep -qE $'\033\\[[0-9;]*([34][0-7]|[34]8)[;m]' <<< "$codes" ;;
	*) false ;;
	esac
}

# The screen that is known by that name, of $wanted.
known_screen()
{
	awk -v head="==== $1" '$0 ~ /^==== / { on = $0 == head; next } on' "$wanted"
}

is_known()
{
	cmp -s "$work/known" <(look)
}

# It stays as it is for a while.
is_settled()
{
	local before try

	before=$(look)
	for ((try = 0; try < 8; try++)); do
		sleep 0.05
		[ "$before" = "$(look)" ] || return 1
	done
}

# Keys shall count for the view that they were pressed in; $1 is the screen with its colours.
check_view()
{
	local lit

	find_lit "$1"
	[ -z "$lit" ] || [ "$lit" = "$view" ] || broken "this is $lit, the script says $view"
}

# A busy machine may take its time until it shows what it should.
do_screen()
{
	if [ -n "$update" ]; then
		wait_for is_settled || broken "there is no end to it" || return 1
		{ echo "==== $1"; look; } >> "$work/screens"
		return
	fi
	known_screen "$1" > "$work/known"
	echo "==== $1" >> "$work/screens"
	[ -s "$work/known" ] || broken "no screen '$1' is known"
	wait_for is_known && return
	look | diff -u --label "$1" --label "on the screen" "$work/known" - >&2 || true
	echo "$script:$line: another screen" >&2
	return 1
}

# ---- expectations ----

# Line $1 has the cursor, and $want in its colour; what a search found beside it counts as well.
is_under_cursor()
{
	awk -v at="$1" '
	{
		nr = split($0, part, "\033\\[")
		lit = 0
		text = ""
		for (i = 1; i <= nr; i++) {
			if (i > 1) {
				code = part[i]
				sub(/m.*/, "", code)
				sub(/^[0-9;]*m/, "", part[i])
				if (code !~ /^3/)
					color = code
			}
			if (i == 1 && part[i] == "")
				continue
			lit += color == "48;5;221"
			if (color == "48;5;221" || color == "48;5;114")
				text = text part[i]
		}
	}
	NR == at { exit }
	END { exit NR < at || !lit || ENVIRON["want"] != "" && !index(text, ENVIRON["want"]) }'
}

# What has the colour that a script calls $1, a word or more in each line.
in_color()
{
	local code

	case $1 in
	top) code='38;5;203' ;;
	medium) code='38;5;34' ;;
	more) code='38;5;203' ;;
	less) code='38;5;75' ;;
	noise) code='38;5;247' ;;
	kernel) code='38;5;208' ;;
	kernel-light) code='38;5;94' ;;
	kernel-any) code='38;5;131' ;;
	kernel-true) code='38;2;255;135;0' ;;
	blue) code='34' ;;
	user) code='38;5;74' ;;
	seam) code='38;5;176' ;;
	missing) code='38;5;205' ;;
	match) code='48;5;114' ;;
	error) code='48;5;160' ;;
	flame-kernel) code='48;5;(208|215|172|223)' ;;
	flame-user) code='48;5;(75|117|74|153)' ;;
	flame-more) code='48;5;(217|203)' ;;
	flame-less) code='48;5;(153|75)' ;;
	flame-noise) code='48;5;250' ;;
	*) return 1 ;;
	esac
	grep -oE $'\033\\[([0-9;]*;)?'"$code"$'m[^\033]*' | sed $'s/^\033[^m]*m//'
}

# Sets $row to the line $1 of the screen, which counts from the end if it is negative.
get_line()
{
	local at=$1

	((at > 0)) || at=$((${#rows[@]} + 1 + at))
	row=${rows[at - 1]-}
}

# Sets $row to the line $1 of the box that is open.
get_item()
{
	local text nr=0 on=

	row=
	for text in "${rows[@]}"; do
		case $text in
		*┌─*) on=1 ;;
		*└─*) on= ;;
		*)
			if [ "$on" ] && ((++nr == $1)); then
				text=${text#*│}
				text=${text%│*}
				row=${text#"${text%%[![:space:]]*}"}
			fi
			;;
		esac
	done
}

# Nothing is expected of an empty line but that it is one.
begins_with()
{
	if [ -n "$2" ]; then
		[[ $1 == "$2"* ]]
	else
		[ -z "$1" ]
	fi
}

# Does the screen of $codes do what one expectation says? $shown and $rows are it without colours.
holds()
{
	local verb=$1 first=${2%% *} text=${2#* } row

	[ "$text" != "$2" ] || text=
	case $verb in
	expect) [[ $shown == *"$2"* ]] ;;
	not) [[ $shown != *"$2"* ]] ;;
	line) get_line "$first" && begins_with "$row" "$text" ;;
	item) get_item "$first" && begins_with "$row" "$text" ;;
	at) [[ ${rows[-1]} == *" $2" ]] ;;
	cursor) want=$text is_under_cursor "$first" <<< "$codes" ;;
	color) [[ $(in_color "$first" <<< "$codes") == *"$text"* ]] ;;
	esac
}

# All of $expected holds in one look at the screen, or $failed is the first that does not.
all_hold()
{
	local shown rows nr verb rest

	codes=$(look -e)
	shown=$(sed $'s/\033\\[[0-9;]*m//g; s/ *$//' <<< "$codes")
	mapfile -t rows <<< "$shown"
	for failed in "${expected[@]}"; do
		read -r nr verb rest <<< "$failed"
		holds "$verb" "$rest" || return 1
	done
}

# What stands together in a script must be there together, in the view that the script says.
check_expected()
{
	local failed codes

	[ ${#expected[@]} -gt 0 ] || return 0
	if ! wait_for all_hold; then
		line=${failed%% *}
		broken "this does not hold: ${failed#* }"
		return 1
	fi
	expected=()
	check_view "$codes"
}

# A pattern of files as $1 may match several.
is_in_file()
{
	grep -sqF -- "$2" "$work/traces/"$1
}

has_lines()
{
	[ "$(wc -l < "$work/traces/$1")" -eq "$2" ]
}

# The terminal takes the text after the program has sent it, and maybe after it shows its next screen.
is_in_clipboard()
{
	[ "$(in_tmux show-buffer 2> /dev/null)" = "$1" ]
}

is_remembered()
{
	[ "$(look)" = "${remembered[$1]}" ]
}

# One line of a script.
do_verb()
{
	local verb=$1 rest=$2 pid still

	case $verb in
	env) read -ra environment <<< "${rest//\$gate/$gate}" ;;
	size) size=$rest ;;
	run) start ". '$work/command'; report $rest; echo exit: \$?; exec cat" ;;
	shell) start "exec sh -i" ;;
	key) note $rest && send_keys $rest ;;
	box) send_keys $rest ;;
	view)
		view=$rest
		wait_for is_lit "$view" || broken "the tab of $view is not lit"
		;;
	type) in_tmux send-keys -l -- "$rest" ;;
	answer) in_tmux send-keys -l -- $'\033]'"$rest"$'\033\\' ;;
	mouse) send_mouse $rest ;;
	until) wait_for shows "$rest" || broken "'$rest' does not come" ;;
	gone) wait_for shows_not "$rest" || broken "'$rest' does not go" ;;
	idle) wait_for is_idle || broken "there is no end to it" ;;
	remember)
		wait_for is_still "" || broken "there is no end to it" || return 1
		remembered[$rest]=$still
		;;
	same)
		wait_for is_remembered "$rest" && check_view "$(look -e)" && return
		look | diff -u --label "$rest" --label "on the screen" <(echo "${remembered[$rest]}") - >&2
		broken "another screen than '$rest'"
		;;
	screen) do_screen "$rest" && check_view "$(look -e)" ;;
	colors) wait_for check_colors "$rest" || broken "other colours than $rest" ;;
	resize) in_tmux resize-window -x "${rest%x*}" -y "${rest#*x}" ;;
	signal) kill -s "$rest" "$(pid_of_tui)" ;;
	hangup)
		pid=$(pid_of_tui)
		in_tmux kill-server
		wait_for is_dead "$pid" || broken "still there without a terminal"
		;;
	file) wait_for is_in_file "${rest%% *}" "${rest#* }" || broken "file without it" ;;
	clipboard) wait_for is_in_clipboard "$rest" || broken "it is not in the clipboard" ;;
	lines) wait_for has_lines $rest || broken "it has other than ${rest#* } lines" ;;
	split)
		in_tmux send-keys -l "$(printf '%b' "${rest% *}")"
		sleep 0.3 # as on a slow line: that it takes its time is the point
		in_tmux send-keys -l "$(printf '%b' "${rest#* }")"
		;;
	stdio) has_stdio_rows $rest || broken "--stdio has other rows" ;;
	source) write_source $rest ;;
	feed) feed $rest ;;
	poke) poke $rest ;;
	release) touch "$work/traces/$rest.go" ;;
	*) broken "what is '$verb'?" ;;
	esac
}

# No screen is kept that nothing leads to any more.
check_rest()
{
	local rest

	[ -z "$update" ] && [ -s "$work/screens" ] || return 0
	rest=$(grep '^==== ' "$wanted" | grep -vxFf "$work/screens") || return 0
	echo "$script: nothing leads to these screens:" >&2
	echo "$rest" >&2
	return 1
}

# The rows among the lines of input, without what marks and aligns them. Frames without a symbol are
# by their address.
only_rows()
{
	sed -n -E '/^#/d; s/^([^0-9]* )?([0-9]+\.[0-9]+% .*)/\2/; T
		s/ ([^ ]*0x)?0*([0-9a-f]*)$/ 0x\2/; s/  +/ /g; s/ $//; p'
}

# The rows that were printed to file $1 are those of --stdio with the other options, in that order.
has_stdio_rows()
{
	local printed=$work/traces/$1

	shift
	diff <(only_rows < "$printed") <(
		. "$work/command"
		environment=TUI= report --stdio --short-names "$@" 2> /dev/null | grep -vE '^ +(\||--)' | only_rows
	) | head -n 20 >&2
	[ "${PIPESTATUS[0]}" = 0 ]
}

clean_up()
{
	in_tmux kill-server 2> /dev/null
	kill "${feeders[@]}" 2> /dev/null || true
	return 0
}

# What is pressed where by a script that is not played here.
note_only()
{
	case $1 in
	run | shell) view=symbols ;;
	view) view=$2 ;;
	key) note $2 ;;
	mouse) note_mouse $2 ;;
	esac
}

play_lines()
{
	local verb rest why read_only='' expected=()
	local -A remembered=()

	while read -r -u 3 verb rest; do
		line=$((line + 1))
		case $verb in
		'' | '#'*) continue ;;
		needs)
			has "$rest" && continue
			echo "$name.keys is not played: $why"
			read_only=1
			;;
		esac
		if [ "$read_only" ]; then
			note_only "$verb" "$rest"
			continue
		fi
		case $verb in
		expect | not | line | item | at | cursor | color)
			expected+=("$line $verb $rest")
			;;
		*) check_expected && do_verb "$verb" "$rest" || return 1 ;;
		esac
	done 3< "$script"
	check_expected
}

# What else is to be done with the screen at the end of a script; for who sources this.
at_end()
{
	:
}

# Plays $1, in a folder with links to the traces, by the screens of $2, or into $work/screens.
play()
{
	local ret=0

	script=$1
	wanted=$2
	name=$(basename "$script" .keys)
	line=0
	size=80x24
	view=symbols
	environment=()
	feeders=()
	mkdir -p "$work/traces/symfs/usr/bin"
	ln -s "$data"/*.data "$work/traces"
	ln -s "$data"/symfs/usr/bin/* "$work/traces/symfs/usr/bin"
	[ ! -d "$data/symfs/tmp" ] || ln -s "$data/symfs/tmp" "$work/traces/symfs"
	: > "$work/screens"
	: > "$work/pressed"
	play_lines && check_rest && at_end || ret=1
	clean_up
	return $ret
}
