# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# What the comparisons of two recorders share: how runs in pairs are judged. To be sourced.
#
# The runs of a pair follow each other, so what else the machine does comes to both. A recorder is
# worse only if the pairs show it: Wilcoxon's signed-rank test, one-sided and exact, of the
# differences as they are printed, says how likely pairs as bad as these are of two recorders that
# are alike. Up to 5 % is too unlikely. Where runs are too few to be so, all of them have to be worse.

# median COLUMN FILE: the middle one; of an even number the lower.
median() {
	awk -v col="$1" '{ print $col }' "$2" | sort -n |
		awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

# judge_pairs FORMAT SIGN: reads lines "OURS OTHER", numbers that FORMAT prints; SIGN is 1 where more
# is better, -1 where less is. Prints "VERDICT MEDIAN WORSE BETTER PAIRS P": "worse" or "no-worse", the
# median of the differences, ours less the other's, and how many are worse and better for us.
judge_pairs() {
	awk -v format="$1" -v sign="$2" '
		function sort(a, n,   i, j, v) {
			for (i = 2; i <= n; i++) {
				v = a[i]
				for (j = i - 1; j > 0 && a[j] > v; j--)
					a[j + 1] = a[j]
				a[j + 1] = v
			}
		}
		# Twice the rank of @v in sorted @a: those that are equal share theirs.
		function rank(a, n, v,   i, first, last) {
			for (i = 1; i <= n; i++)
				if (a[i] == v) {
					if (!first)
						first = i
					last = i
				}
			return first + last
		}
		{
			# A difference of printed numbers has no digits behind theirs.
			d = sprintf("%.6f", sprintf(format, $1) - sprintf(format, $2)) + 0
			all[++pairs] = d
			if (!d)
				next
			diff[++n] = d * sign
			size[n] = d < 0 ? -d : d
		}
		END {
			if (!pairs)
				exit 1
			sort(all, pairs)
			sort(size, n)
			# How many of the 2^n choices of signs give each sum of ranks that are better.
			ways[0] = total = 1
			for (i = 1; i <= n; i++) {
				v = diff[i] < 0 ? -diff[i] : diff[i]
				r = rank(size, n, v)
				sum += r
				for (s = sum; s >= r; s--)
					ways[s] += ways[s - r]
				total *= 2
				if (diff[i] > 0) {
					better++
					seen += r
				} else {
					worse++
				}
			}
			for (s = 0; s <= seen; s++)
				as_bad += ways[s]
			p = as_bad / total
			for (limit = 1; pairs_left++ < pairs; limit /= 2)
				;
			if (limit < 0.05)
				limit = 0.05
			middle = (all[int((pairs + 1) / 2)] + all[int(pairs / 2) + 1]) / 2
			printf "%s " format " %d %d %d %.3f\n",
				middle * sign < 0 && p <= limit ? "worse" : "no-worse",
				middle, worse, better, pairs, p
		}'
}

# no_worse WHAT UNIT FORMAT SIGN: the same lines, and says how they were judged. 1: worse.
no_worse() {
	read -r judged median worse better pairs p <<-END
		$(judge_pairs "$3" "$4")
	END
	echo "    $1: $median $2 in the median of $pairs pairs, worse in $worse, better in $better (p $p)"
	[ "$judged" = no-worse ] && return
	echo "    FAILED: $1"
	return 1
}
