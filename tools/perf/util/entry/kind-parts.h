/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kind_parts: the entries of kinds by call site, by state, and by the function before their longest gap.
 *
 * A gap is a time without a sample that is longer than two samples stand for. The function on top of the sample before
 * it is where the entry waited, if it did: the state tells that, as far as switches were recorded.
 */
#ifndef PERF_DEFER_UTIL_ENTRY_KIND_PARTS_H
#define PERF_DEFER_UTIL_ENTRY_KIND_PARTS_H

#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

struct entry_kinds;

enum part_by {
	PART_SITE,  /* the chain of user functions that made the call */
	PART_STATE, /* enum entry_state */
	PART_GAP,   /* func that came before a long time without a sample; PART_NO_GAP */
	PART_NR,
};

#define PART_ALL    ((1U << PART_NR) - 1) /* bits of all */
#define PART_NO_GAP UINT32_MAX

const char *part_by__name(enum part_by by);

struct kind_part {
	enum part_by by;
	uint32_t kind;	/* index of kinds->kinds */
	uint32_t id;	/* node of the chain tree, func, or state */
	uint32_t stack; /* of one of its entries */
	uint32_t rest;	/* parts that it is the sum of, each below the limit; 0: it is one part */
	uint64_t nr;	/* entries */
	uint64_t ns;	/* the sum of their times, as far as these are known */
};

struct kind_parts {
	const struct entry_kinds *kinds;
	struct kind_part
		*parts; /* by kind, then by part_by, then the greatest sum first, the rest last */
	uint32_t *rows; /* all parts, in this order */
	size_t nr, cap;
};

/*
 * Divides @nr kinds from number @first on by those of @which, bits 1 << enum part_by. Parts below @percent of the time
 * of their kind, or of its entries if no time is known, become one. Gaps need a list that was made from samples, which
 * are read once for all kinds. The caller exits it, after an error as well.
 */
int kind_parts__init(struct kind_parts *parts, const struct entry_kinds *kinds, uint32_t first,
		     uint32_t nr, unsigned int which, double percent, struct defer_error *err);
void kind_parts__exit(struct kind_parts *parts);

#endif /* PERF_DEFER_UTIL_ENTRY_KIND_PARTS_H */
