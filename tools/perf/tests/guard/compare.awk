# SPDX-License-Identifier: GPL-2.0-only
# Compares instruction counts: the stored ones, "compiler run instructions", with those of a file of the
# same form. Prints them side by side, and exits with 1 if a run takes -v limit= percent more than stored,
# with 2 if nothing is stored for it.
/^#/ { next }
NR == FNR { stored[$1 " " $2] = $3; next }
{
	was = stored[$1 " " $2]
	if (!was) {
		printf "  %-22s %12d   nothing is stored for %s\n", $2, $3, $1
		unknown = 1
		next
	}
	percent = ($3 - was) * 100 / was
	printf "  %-22s %12d   stored %12d   %+6.2f %%%s\n", $2, $3, was, percent,
		(percent > limit ? "   TOO MANY" : percent < -limit ? "   fewer: make bench-guard UPDATE=1" : "")
	over += percent > limit
}
END { exit over ? 1 : unknown ? 2 : 0 }
