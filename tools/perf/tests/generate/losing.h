/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * losing: chooses samples and deferred records that are lost, some in a row on one CPU as when its
 * buffer overruns. A LOST record precedes the CPU's next record, as the kernel writes it.
 */
#ifndef PERF_DEFER_TESTS_GENERATE_LOSING_H
#define PERF_DEFER_TESTS_GENERATE_LOSING_H

#include "util/base/byte-buf.h"
#include "tests/generate/template.h"

#define LOSING_MAX_PERCENT 90

/* The random numbers of a run, the same for the same seed. */
struct chance {
	uint64_t state;
};

static inline uint64_t chance__next(struct chance *chance)
{
	uint64_t x = chance->state += 0x9e3779b97f4a7c15ULL;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ULL;
	x = (x ^ x >> 27) * 0x94d049bb133111ebULL;
	return x ^ x >> 31;
}

struct losing_cpu {
	uint32_t left;			    /* further records to lose */
	uint64_t lost;			    /* not told yet */
	const struct template_record *last; /* that was lost */
};

struct losing {
	uint64_t threshold; /* of a random number, below which a loss begins; 0: nothing is lost */
	struct losing_cpu cpus[TEMPLATE_NR_CPUS];
	uint64_t nr; /* all that were lost */
};

void losing__init(struct losing *losing, double percent);

/* Returns true if @rec is lost. */
bool losing__takes(struct losing *losing, const struct template_record *rec, struct chance *chance);

/*
 * Appends LOST if records were lost on @rec's CPU since its last record. @now is the time of the
 * copy of @rec.
 */
void losing__tell(struct losing *losing, const struct template_record *rec, uint64_t now,
		  struct byte_buf *bytes);

/* Appends what is not told yet, at the end. */
void losing__end(struct losing *losing, uint64_t now, struct byte_buf *bytes);

#endif /* PERF_DEFER_TESTS_GENERATE_LOSING_H */
