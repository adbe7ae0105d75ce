# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# Functions that judge pairs of runs of two recorders; to be sourced.
#
# The runs of a pair follow each other, so that other work of the machine affects both. A recorder is worse only
# if the pairs prove it by Wilcoxon's signed-rank test, one-sided and exact, of the differences as they are
# printed. The test gives the probability p of pairs as bad as these if the recorders are equal. The limit is
# p <= 0.05. With fewer than five pairs, no p is that low, so all of them must be worse.

# median COLUMN FILE: prints the median; the lower middle one of an even number.
median() {
	awk -v col="$1" '{ print $col }' "$2" | sort -n |
		awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

# judge_pairs FORMAT SIGN: reads lines "OURS OTHER", two numbers that FORMAT prints; SIGN is 1 if more is
# better, and -1 if less is. Prints "VERDICT MEDIAN WORSE BETTER PAIRS P": "worse" or "no-worse", the
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
		# Returns twice the rank of @v in sorted @a. Equal values share the mean of their ranks.
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
			# Rounds away the digits that only the subtraction has added.
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
			# ways[s]: the number of the 2^n choices of signs whose better ranks have the sum s.
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

# no_worse WHAT UNIT FORMAT SIGN: judges the same lines and prints the result. Fails if ours is worse.
no_worse() {
	read -r judged median worse better pairs p <<-END
		$(judge_pairs "$3" "$4")
	END
	echo "    $1: $median $2 in the median of $pairs pairs, worse in $worse, better in $better (p $p)"
	[ "$judged" = no-worse ] && return
	echo "    FAILED: $1"
	return 1
}
