# SPDX-License-Identifier: GPL-2.0-only
# Plays a script of keys in a tmux of its own: see README.md. Sourced by shell/tui.sh, which sets
# $perf_defer, $data, $work (a folder of its own) and $update (not empty: write screens anew).

sockets=perf-defer-tui-$$
runs=0
socket=$sockets-0
TRIES=500 # of looks at the screen, 20 ms apart

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

# The hint that stands where progress was, and a screen that stays as it is.
is_idle()
{
	local before

	before=$(look)
	grep -qF 'h: help' <<< "$before" || return 1
	sleep 0.05
	[ "$before" = "$(look)" ]
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

# The command that shows a trace, for the shell in the terminal.
write_command()
{
	cat > "$work/command" <<- END
		cd "$work/traces"
		export PERF_CONFIG=/dev/null PERF_BUILDID_DIR=/nonexistent LC_ALL=C.UTF-8
		unset DEBUGINFOD_URLS NO_COLOR
		PS1='$ '
		report()
		{
			env ${environment[*]:-TUI=1} "$perf_defer" report --kallsyms "$data/kallsyms-boot1" \\
				--symfs "$data/symfs" "\$@"
		}
	END
}

start()
{
	write_command
	in_tmux kill-server 2> /dev/null || true
	socket=$sockets-$((++runs)) # the server that was killed may hold on to its own a while
	ENV=$work/command in_tmux new-session -d -x "${size%x*}" -y "${size#*x}" "$1"
	in_tmux set-option -g status off
	in_tmux resize-window -x "${size%x*}" -y "${size#*x}"
}

send_mouse()
{
	local button=0 last=M

	case $1 in
	press) ;;
	release) last=m ;;
	right) button=2 ;;
	up) button=64 ;;
	down) button=65 ;;
	*) broken "no mouse does '$1'" ;;
	esac
	in_tmux send-keys -l "$(printf '\033[<%d;%d;%d%s' "$button" "$3" "$2" "$last")"
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

# A busy machine may take its time until it shows what it should.
do_screen()
{
	if [ -n "$update" ]; then
		sleep 0.4
		{ echo "==== $1"; look; } >> "$work/screens"
		return
	fi
	known_screen "$1" > "$work/known"
	[ -s "$work/known" ] || broken "no screen '$1' is known"
	wait_for is_known && return
	look | diff -u --label "$1" --label "on the screen" "$work/known" - >&2 || true
	echo "$script:$line: another screen" >&2
	return 1
}

# One line of a script.
do_verb()
{
	local verb=$1 rest=$2 pid

	case $verb in
	env) read -ra environment <<< "$rest" ;;
	size) size=$rest ;;
	run) start ". '$work/command'; report $rest; echo exit: \$?; exec cat" ;;
	shell) start "exec sh -i" ;;
	# shellcheck disable=SC2086 # names of keys, one a word
	key) in_tmux send-keys $rest ;;
	type) in_tmux send-keys -l -- "$rest" ;;
	# shellcheck disable=SC2086
	mouse) send_mouse $rest ;;
	until) wait_for shows "$rest" || broken "'$rest' does not come" ;;
	gone) wait_for shows_not "$rest" || broken "'$rest' does not go" ;;
	idle) wait_for is_idle || broken "there is no end to it" ;;
	screen) do_screen "$rest" ;;
	colors) wait_for check_colors "$rest" || broken "other colours than $rest" ;;
	resize) in_tmux resize-window -x "${rest%x*}" -y "${rest#*x}" ;;
	signal) kill -s "$rest" "$(pid_of_tui)" ;;
	hangup)
		pid=$(pid_of_tui)
		in_tmux kill-server
		wait_for is_dead "$pid" || broken "still there without a terminal"
		;;
	# shellcheck disable=SC2086
	file) grep -qF -- "${rest#* }" "$work/traces/"${rest%% *} || broken "file without it" ;;
	*) broken "what is '$verb'?" ;;
	esac
}

# Plays $1, in a folder with links to the traces, by the screens of $2, or into $work/screens.
play()
{
	local verb rest

	script=$1
	wanted=$2
	line=0
	size=80x24
	environment=()
	rm -rf "$work/traces" "$work/screens"
	mkdir "$work/traces"
	ln -s "$data"/*.data "$work/traces"
	: > "$work/screens"
	while read -r -u 3 verb rest; do
		line=$((line + 1))
		case $verb in
		'' | '#'*) continue ;;
		esac
		do_verb "$verb" "$rest" || return 1
	done 3< "$script"
}
