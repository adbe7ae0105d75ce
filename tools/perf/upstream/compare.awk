# SPDX-License-Identifier: GPL-2.0-only
# Compares the samples that two programs print. The first file is of `perf-defer script -F
# comm,tid,time,ip,sym,dso,class`, the second of perf with the same fields but class. For each class it
# prints how many samples are equal, differ in the comm, in the name of a frame, in an address, or
# are in one file only. A mark of perf defer, such as [exec], counts as no frame. Exits with 1 if an
# address of a merged sample differs, or perf prints a cookie as an address.

BEGIN {
	RS = ""
	FS = "\n"
}

# Sets comm, tid, time, and class if it is there.
function read_header(line, with_class,    field, n) {
	n = split(line, field, " ")
	time = field[n--]
	class = with_class ? field[n--] : ""
	tid = field[n--]
	comm = field[1]
	for (i = 2; i <= n; i++)
		comm = comm " " field[i]
}

# Sets addresses and names of the frames.
function read_frames(    i, text, word) {
	addresses = names = ""
	for (i = 2; i <= NF; i++) {
		text = $i
		sub(/^[ \t]+/, "", text)
		split(text, word, " ")
		if (text ~ /^0 \[[a-z -]+\]/)
			continue
		addresses = addresses " " word[1]
		names = names "\n" text
		# The low half of a cookie is a CPU and 1, the high half is odd.
		if (!with_class && word[1] ~ /^[0-9a-f]*[13579bdf]000000[0-9a-f][0-9a-f]$/)
			cookies++
	}
}

function count(class, what) {
	classes[class]
	counts[class, what]++
	if (SHOW && what != "equal" && shown[class, what]++ < SHOW)
		printf "%s, %s: %s %s %s\n%s\nperf: %s\n%s\n\n", class, what, tid, time, key_comm,
			key_names, comm, names
}

{
	with_class = FNR == NR
	read_header($1, with_class)
	read_frames()
	key = tid SUBSEP time
}

FNR == NR {
	key = key SUBSEP ours[key]++
	class_of[key] = class
	comm_of[key] = comm
	addresses_of[key] = addresses
	names_of[key] = names
	next
}

{
	key = key SUBSEP theirs[key]++
	if (!(key in class_of)) {
		count("none", "extra")
		next
	}
	class = class_of[key]
	key_comm = comm_of[key]
	key_names = names_of[key]
	if (addresses != addresses_of[key])
		count(class, "address")
	else if (names != names_of[key])
		count(class, "name")
	else if (comm != comm_of[key])
		count(class, "comm")
	else
		count(class, "equal")
	delete class_of[key]
}

END {
	for (key in class_of)
		count(class_of[key], "missing")
	for (class in classes) {
		printf "  %-14s %6d equal", class, counts[class, "equal"]
		n = split("comm name address missing extra", field, " ")
		for (i = 1; i <= n; i++)
			if (counts[class, field[i]])
				printf ", %d %s", counts[class, field[i]], field[i]
		printf "\n"
		if (class ~ /^merged/)
			wrong += counts[class, "address"] + counts[class, "missing"]
	}
	wrong += counts["none", "extra"]
	printf "  %d cookies as addresses\n", cookies
	exit wrong || cookies ? 1 : 0
}
