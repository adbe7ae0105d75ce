#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Checks that includes point one way: the library includes libc and itself; util/ and ui/ include the
# library and the layers before their own (tools/scripts/layers); only verbs/ includes everything.
set -eu

layers=$(dirname "$0")/layers

find tools/lib/perf tools/perf -name data -prune -o -name '*.[ch]' -print | sort |
	xargs awk -v layers="$layers" '
	function bad(why) {
		print FILENAME ":" FNR ": " why ": " $0
		failed = 1
	}

	# The line that @path stands in, by its folder or, outside of folders, by its own name; or "".
	function layer_of(path, name) {
		name = path
		sub(/^tools\/perf\//, "", name)
		sub(/\.[ch]$/, "", name)
		if (!(name in rank))
			sub(/\/[^\/]*$/, "", name)
		if (name in rank)
			return name
		print path ": is in no layer of " layers
		failed = 1
		return ""
	}

	function is_later(header, file) {
		return header != file && header != "" && file != "" && rank[header] >= rank[file]
	}

	BEGIN {
		while ((getline line < layers) > 0) {
			if (line == "" || line ~ /^#/)
				continue
			split(line, names, " ")
			rank[names[1]] = ++layer
		}
		libc = "^(assert|byteswap|ctype|endian|errno|fcntl|inttypes|limits|stdalign|stdarg|" \
			"stdatomic|stdbool|stddef|stdint|stdio|stdlib|string|time|unistd|pthread|" \
			"sys/[a-z]+|perf/defer[a-z-]*|internal/[a-z]+)\\.h$"
	}

	!/^[ \t]*#[ \t]*include[ \t]/ { next }

	{
		header = $0
		sub(/^[^<"]*[<"]/, "", header)
		sub(/[>"].*$/, "", header)
		angle = $0 ~ /</
	}

	FILENAME ~ /^tools\/perf\/[^\/]*$/ && FILENAME != "tools/perf/perf-defer.c" {
		bad("this file belongs in a folder")
	}

	FILENAME ~ /^tools\/lib\/perf\// {
		if (angle && header !~ libc)
			bad("the library needs libc only")
		if (!angle && header ~ /\//)
			bad("the library knows only itself")
	}

	FILENAME ~ /^tools\/perf\/util\// {
		if (header ~ /^(ui|tests|verbs)\//)
			bad("util/ is below it")
	}

	FILENAME ~ /^tools\/perf\/ui\// && header ~ /^(tests|verbs)\// {
		bad("ui/ is below it")
	}

	FILENAME ~ /^tools\/perf\/(util|ui)\// && header ~ /^(util|ui)\// &&
		is_later(layer_of(header), layer_of(FILENAME)) {
		bad("this layer comes later")
	}

	FILENAME ~ /^tools\/perf\/(util|ui|verbs|tests)\// && header ~ /^python\// {
		bad("python/ is above it")
	}

	FILENAME ~ /^tools\/perf\/python\// && header ~ /^(tests|verbs)\// {
		bad("python/ is a front end of its own")
	}

	# One header of the library that changes should not rebuild everything.
	FILENAME ~ /^tools\/perf\// && FILENAME !~ /\/examples\// && header == "perf/defer.h" {
		bad("name the headers that are needed")
	}

	# No other folder knows the state of the terminal UI: tui.h is what it sees.
	FILENAME ~ /^tools\/perf\// && FILENAME !~ /^tools\/perf\/(ui\/tui\/app|tests)\// &&
		header ~ /^ui\/tui\/app\// && header != "ui/tui/app/tui.h" {
		bad("is private to ui/tui/app")
	}

	FILENAME ~ /^tools\/perf\// && !angle && header !~ /^(util|ui|verbs|tests|python)\// &&
		header !~ /^version/ {
		bad("named from tools/perf/ on")
	}

	END { exit failed }'
