# SPDX-License-Identifier: GPL-2.0-only
# Prints what the list of runs stands for: the number of the line, a tab, and the arguments, once for each trace.
BEGIN { FS = "\t" }
/^@/ {
	nr = split(substr($0, 3), traces, " ")
	next
}
/^#/ || $2 == "" { next }
!nr { print NR "\t" $2 }
{
	verb = $2
	sub(/ .*/, "", verb)
	for (i = 1; i <= nr; i++)
		print NR "\t" verb " --symfs symfs --kallsyms kallsyms-boot1" substr($2, length(verb) + 1) \
			(traces[i] == "names" ? "" : " -i " traces[i])
}
