#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Checks, in a second and without a build, that each mutant of the lists still applies.
#
#   mutants-check.sh LIST...
#
# The form of a list is in tools/perf/tests/mutants/README.md. It prints LIST:LINE and each fault to stderr:
# a missing file, a missing suite, a change that matches no place or more than one, a mutant that
# changes nothing. It fails if there is any fault.
set -eu

# Prints the names of all suites: those that C files define, and the scripts.
suites() {
	find tools/perf/tests -name data -prune -o -name '*.c' -exec awk '
	/^const struct test_suite suite__/ { open = 1 }
	open && match($0, /"[^"]+"/) { print substr($0, RSTART + 1, RLENGTH - 2); open = 0 }' {} +
	for script in tools/perf/tests/shell/*.sh; do
		basename "$script" .sh
	done
}

[ "$#" -ge 1 ] || {
	echo "usage: mutants-check.sh LIST..." >&2
	exit 1
}
suites | awk '
function wrong(where, text) {
	print where ": " text >"/dev/stderr"
	failed = 1
}

# Reads the lines of the file that the next mutants change.
function load(name, line) {
	delete lines
	nr_lines = 0
	while ((getline line <name) > 0)
		lines[++nr_lines] = line
	close(name)
	if (!nr_lines)
		wrong(FILENAME ":" FNR, "the file " name " does not exist or is empty")
}

# Counts the places that the lines of change c match.
function places(c, at, j, nr) {
	for (at = 1; at <= nr_lines; at++) {
		for (j = 0; j < nr_old[c] && lines[at + j] == old[c, j]; j++)
			;
		nr += j == nr_old[c]
	}
	return nr + 0
}

# Checks the mutant that was read.
function end_mutant(c, j, text, nr) {
	if (title != "" && !nr_changes)
		wrong(begin, "\"" title "\" has no change")
	for (c = 1; c <= nr_changes; c++) {
		nr = places(c)
		if (nr != 1)
			wrong(begin, "\"" title "\" finds " (nr ? nr : "no") " places in " file ": " old[c, 0])
		text = ""
		for (j = 0; j < nr_old[c]; j++)
			text = text old[c, j] "\n"
		if (text == new[c])
			wrong(begin, "\"" title "\" changes nothing")
	}
	title = last = ""
	nr_changes = 0
}

function end_file() {
	end_mutant()
	if (file != "" && !nr_mutants)
		wrong(begin, "there is no mutant of " file)
	nr_mutants = 0
}

FILENAME == "-" { known[$0] = 1; next }
FNR == 1 { end_file(); file = "" }
/^@ / {
	end_file()
	begin = FILENAME ":" FNR
	load(file = substr($0, 3))
	next
}
/^! / {
	for (i = 2; i <= NF; i++)
		if (!($i in known))
			wrong(FILENAME ":" FNR, "the suite " $i " does not exist")
	next
}
/^# / {
	end_mutant()
	if (file != "") {
		begin = FILENAME ":" FNR
		title = substr($0, 3)
		nr_mutants++
		nr_all++
	}
	next
}
/^-/ {
	if (last != "-") {
		nr_old[++nr_changes] = 0
		new[nr_changes] = ""
	}
	old[nr_changes, nr_old[nr_changes]++] = substr($0, 2)
	last = "-"
	next
}
/^\+/ {
	if (last == "")
		wrong(FILENAME ":" FNR, "a mutant begins with the lines that it takes away")
	new[nr_changes] = new[nr_changes] substr($0, 2) "\n"
	last = "+"
	next
}
/./ { wrong(FILENAME ":" FNR, "no line of a list: " $0) }
END {
	end_file()
	if (!failed)
		printf "%d mutants apply\n", nr_all
	exit failed
}' - "$@"
