/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * seam_rows: which part of a stack rows and call graphs show, and who gets the sample. No sample is
 * left out, so all modes have the same totals. The stack "main level1 write | entry ksys_write copy",
 * hit in copy, becomes:
 *
 *   mode          the row                                  its chain
 *   SEAM_BOTH     copy                                     all of it
 *   SEAM_USER     write                                    main level1 write
 *   SEAM_KERNEL   copy                                     entry ksys_write copy
 *   SEAM_PIVOT    write -> syscall write -> ksys_write     upwards: level1 main; downwards: copy
 */
#ifndef PERF_DEFER_UTIL_PROFILE_SEAM_ROWS_H
#define PERF_DEFER_UTIL_PROFILE_SEAM_ROWS_H

#include "util/profile/entry-stack.h"
#include "util/profile/show-opts.h"

struct defer_evsel;

const char *seam_mode__name(enum seam_mode mode);
/* Returns the mode that the user calls @name, or a negative code. */
int seam_mode__find(const char *name);

/* Stand in for a half that a stack does not have. */
#define SEAM_NO_USER   "[no user stack]"
#define SEAM_NO_KERNEL "[user mode]"

/* Head the two sides of a pivot's call graph. By their names, callers are on the left in flames. */
#define SEAM_CALLERS "[callers]"
#define SEAM_CALLEES "[kernel]"

int seam_sides__init(struct seam_sides *sides, struct funcs *funcs, struct defer_error *err);

/* A sample's row and chain. */
struct seam_row {
	uint32_t hit;	/* func */
	uint32_t chain; /* node of the chain tree */
};

/*
 * Changes @row, which is that of SEAM_BOTH, to that of @mode. The sample is one of @evsel, taken in
 * @cpumode. A pivot keeps the whole chain: see seam_chain__callers() and seam_chain__callees().
 */
int seam_row__apply(struct seam_row *row, enum seam_mode mode, struct chain_tree *chains,
		    struct funcs *funcs, const struct defer_evsel *evsel, uint8_t cpumode,
		    struct defer_error *err);

/*
 * Write the funcs of a pivot's chain at @funcs_of, which has room for all of the chain: those above
 * its user code, innermost first; those below its first kernel function, outermost first. Return
 * their number.
 */
uint32_t seam_chain__callers(const struct chain_tree *chains, const struct funcs *funcs,
			     uint32_t chain, uint32_t *funcs_of);
uint32_t seam_chain__callees(const struct chain_tree *chains, const struct funcs *funcs,
			     uint32_t chain, uint32_t *funcs_of);

#endif /* PERF_DEFER_UTIL_PROFILE_SEAM_ROWS_H */
