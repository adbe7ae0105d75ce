/* SPDX-License-Identifier: GPL-2.0-only */
/* intern_part: one thread's part of a set of byte strings. */
#ifndef PERF_DEFER_UTIL_BASE_INTERN_PART_H
#define PERF_DEFER_UTIL_BASE_INTERN_PART_H

#include "util/base/arena.h"
#include "util/base/intern.h"

#define INTERN_RECENT 4096 /* a power of two */

/*
 * What one thread has of one set: the memory of the entries that it added, and those it met last,
 * so that a key that comes often needs no full hash.
 */
struct intern_part {
	struct arena arena;
	const struct intern_entry *recent[INTERN_RECENT];
};

void intern_part__init(struct intern_part *part);
/* Frees the entries that the thread added. */
void intern_part__exit(struct intern_part *part);

/* Does what intern__add() does, with the thread's own part of @intern. */
const struct intern_entry *intern__add_to_part(struct intern *intern, struct intern_part *part,
					       const void *key, size_t size);

#endif /* PERF_DEFER_UTIL_BASE_INTERN_PART_H */
