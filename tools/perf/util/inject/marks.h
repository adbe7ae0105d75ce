/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * marks: the samples whose missing user half gets a named frame, and the addresses of these frames.
 *
 *   pass 1: each worker sees all samples ---> seal ---> pass 2 asks for each sample
 *
 * The file of mark-elf.h is mapped into each process at one address, by a record before the process's
 * first marked sample. See decision 0044 for the address.
 */
#ifndef PERF_DEFER_UTIL_INJECT_MARKS_H
#define PERF_DEFER_UTIL_INJECT_MARKS_H

#include "util/base/byte-buf.h"
#include "util/session/session.h"

struct mark {
	uint64_t order; /* of the sample */
	uint64_t time;
	uint64_t process; /* equal for samples of one process */
	enum defer_class cls;
	bool is_first; /* the map is written before this sample */
};

/* Of one worker, or of all after seal. A zeroed one is empty. */
struct marks {
	struct mark *marks;
	size_t nr, cap;
	uint32_t taken; /* bitmap of the ranges that the trace uses */
	uint64_t base;	/* address of the map; after seal */
};

void marks__exit(struct marks *marks);

/*
 * Notes a sample in pass 1, whether it is to be marked or not: only one that @gets_user, whose user half
 * is written, can be.
 */
int marks__see(struct marks *marks, const struct stitched *sample, bool gets_user,
	       const struct machine *machine, struct defer_error *err);

/* Moves all of @from into @marks. */
int marks__merge(struct marks *marks, struct marks *from, struct defer_error *err);
/* Chooses the address. Fails if the trace uses all of them. */
int marks__seal(struct marks *marks, struct defer_error *err);

/* Returns the mark of the sample at @order, or NULL. Any number of threads may ask after seal. */
const struct mark *marks__find(const struct marks *marks, uint64_t order);
/* Returns the address of @mark's frame. */
uint64_t marks__ip(const struct marks *marks, const struct mark *mark);

/* Appends the record that maps the file into the process of @sample, at its time. */
void marks__add_map(const struct marks *marks, struct byte_buf *bytes,
		    const struct stitched *sample);
/* Appends the file's entry of the feature BUILD_ID. */
void marks__add_build_id(struct byte_buf *bytes);

#endif /* PERF_DEFER_UTIL_INJECT_MARKS_H */
