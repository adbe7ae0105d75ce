/* SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause */
/* Sorts many numbers stably, each with the index of what it stands for. */
#ifndef STITCH_SORT_H
#define STITCH_SORT_H

#include <stddef.h>
#include <stdint.h>

struct sort_key {
	uint64_t key;
	uint32_t idx;
};

/*
 * Sorts @n keys stably. @tmp has room for @n more keys. Takes O(n), and a single pass if they are
 * in order already. To sort by several fields, sort by the least significant one first.
 */
void sort_keys__sort(struct sort_key *keys, struct sort_key *tmp, size_t n);

#endif /* STITCH_SORT_H */
