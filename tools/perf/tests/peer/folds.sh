# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh disable=SC2154 # parity.sh, which sources this, sets them
# Compares which lines of the two TUIs are folded after the same keys.

FOLD_TRIES=600 # of looks at the screen, 50 ms apart
fold_nr=0      # terminals so far: one that ends keeps its socket for a while

fold_tmux() {
	TMUX_TMPDIR=$work TMUX='' tmux -L folds-$fold_nr -f /dev/null "$@"
}

# fold_until TEXT: waits until the screen shows it.
fold_until() {
	tries=0
	until fold_tmux capture-pane -p | grep -qF -- "$1"; do
		tries=$((tries + 1))
		[ $tries -lt $FOLD_TRIES ] || {
			echo "  the screen does not show '$1':"
			fold_tmux capture-pane -p | head -n 5
			return 1
		}
		sleep 0.05
	done
}

# fold_play OUT READY KEYS COMMAND...: plays the keys to the TUI that the command starts, once its screen shows READY,
# and P. The command writes what that prints to its descriptor 3, and says "printed".
fold_play() {
	to=$1
	ready=$2
	keys=$3
	shift 3
	status=1
	fold_nr=$((fold_nr + 1))
	rm -f "$to"
	printf "'%s' " "$@" >"$work/folds.command"
	printf '3>"%s"; echo printed; read -r _\n' "$to" >>"$work/folds.command"
	if fold_tmux new-session -d -x 200 -y 300 "sh $work/folds.command" && fold_until "$ready"; then
		for key in '' Up $keys P; do
			sleep 0.3 # perf drops keys that come while it draws
			[ -z "$key" ] || fold_tmux send-keys "$key"
		done
		fold_tmux send-keys q
		fold_until printed && status=0
	fi
	fold_tmux kill-server 2>/dev/null || :
	return $status
}

# Prints the mark and the name of each line: of perf's, and of ours, which are the same but for the level of names.
fold_lines() {
	sed -E -e '/^#/d' -e '/^ *Overhead|^ *Children/d' -e 's/^ *([-+]?) */\1 /' -e 's/[0-9.]+% *//g' \
		-e 's,~~ [^~]* ~~ ,,' -e 's/\[[.k]\] //' -e 's/ +$//' -e '/^ *$/d' -e 's/ +/ /g' "$1"
}

# compare_folds TRACE KALLSYMS KEYS OPTION...: the same lines are there, open and closed, after these keys.
compare_folds() {
	trace=$1
	kallsyms=$2
	keys=$3
	work=$(cd "$out" && pwd)/parity/$trace
	shift 3

	case " ${PARITY_TRACES:-$trace} " in
	*" $trace "*) ;;
	*) return ;;
	esac
	mkdir -p "$work/folds"
	rm -f "$work/folds"/perf.hist.*
	status=1
	if fold_play "$work/perf.folds" "Samples:" "$keys" tools/scripts/peer.sh run "$peer" env TERM=screen sh -c \
		'cd /dev/shm && "$@" && cat perf.hist.0 >&3' sh perf report -f -i "/t/$trace" --kallsyms "/t/$kallsyms" \
		--tui --no-inline "$@" &&
		fold_play "$work/ours.folds" "h: help" "$keys" env LC_ALL=C sh -c \
			"cd $work/folds"' && "$@" && cat perf.hist.0 >&3' sh "$PERF_DEFER" report -i "$data/$trace" --no-short-names \
			--kallsyms "$data/$kallsyms" --symfs "$(realpath "$peer")" --tui --no-inline "$@"; then
		fold_lines "$work/perf.folds" >"$work/perf.lines"
		fold_lines "$work/ours.folds" >"$work/ours.lines"
		status=0
		cmp "$work/perf.lines" "$work/ours.lines" || status=$?
		echo "$trace, $* after $keys: $(wc -l <"$work/ours.lines") lines"
	fi
	verdict $status "$trace, $* after $keys"
}
