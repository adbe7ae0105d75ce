# SPDX-License-Identifier: GPL-2.0-only
# Prints the instructions of the object whose path ends in -v object=, of a file that callgrind wrote:
# its own ones, without those of other objects that it calls.
#
# Lines: "ob=(number) name" begins an object, which has its name only the first time; "cob=" does so for
# an object that is called. A line of numbers is a cost, but after "calls=" it is that of a whole call.

# of(TEXT): the name of the object "(number) name" or "(number)".
function of(text, number)
{
	match(text, /^\([0-9]+\)/)
	number = substr(text, 1, RLENGTH)
	if (length(text) > RLENGTH)
		names[number] = substr(text, RLENGTH + 2)
	return names[number]
}

/^ob=/ { now = of(substr($0, 4)); next }
/^cob=/ { of(substr($0, 5)); next }
/^calls=/ { whole = 1; next }
/^[+*0-9-]/ {
	if (!whole && substr(now, length(now) - length(object) + 1) == object)
		sum += $NF
	whole = 0
}
END { printf "%.0f\n", sum }
