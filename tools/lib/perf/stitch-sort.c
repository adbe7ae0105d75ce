// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
#include <stdbool.h>
#include <string.h>

#include "stitch-sort.h"

#define DIGIT_BITS  11
#define NR_BUCKETS  (1U << DIGIT_BITS)
#define DIGIT_MASK  (NR_BUCKETS - 1)
#define INSERTION_N 48

static void insertion_sort(struct sort_key *keys, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		struct sort_key key = keys[i];
		size_t j = i;

		for (; j && keys[j - 1].key > key.key; j--)
			keys[j] = keys[j - 1];
		keys[j] = key;
	}
}

/* Returns true if the keys are in order. If not, sets *@bits to the bits in which they differ. */
static bool keys__in_order(const struct sort_key *keys, size_t n, uint64_t *bits)
{
	uint64_t diff = 0;
	bool in_order = true;

	for (size_t i = 1; i < n; i++) {
		diff |= keys[i].key ^ keys[0].key;
		in_order &= keys[i - 1].key <= keys[i].key;
	}
	*bits = diff;
	return in_order;
}

static void digit_pass(const struct sort_key *from, struct sort_key *to, size_t n,
		       unsigned int shift)
{
	size_t starts[NR_BUCKETS] = {0};
	size_t sum = 0;

	for (size_t i = 0; i < n; i++)
		starts[from[i].key >> shift & DIGIT_MASK]++;
	for (unsigned int b = 0; b < NR_BUCKETS; b++) {
		size_t count = starts[b];

		starts[b] = sum;
		sum += count;
	}
	for (size_t i = 0; i < n; i++)
		to[starts[from[i].key >> shift & DIGIT_MASK]++] = from[i];
}

void sort_keys__sort(struct sort_key *keys, struct sort_key *tmp, size_t n)
{
	struct sort_key *from = keys, *to = tmp;
	uint64_t bits;

	if (keys__in_order(keys, n, &bits))
		return;
	if (n <= INSERTION_N) {
		insertion_sort(keys, n);
		return;
	}
	for (unsigned int shift = 0; shift < 64; shift += DIGIT_BITS) {
		struct sort_key *swap = from;

		/* All keys have the same digit here, so this pass would only copy. */
		if (!(bits >> shift & DIGIT_MASK))
			continue;
		digit_pass(from, to, n, shift);
		from = to;
		to = swap;
	}
	if (from != keys)
		memcpy(keys, from, n * sizeof(*keys));
}
