/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * skim: reads records of a file without what a pass leaves out of samples. A stack dump of 32 KiB takes
 * longer to copy than everything else that is done with a sample.
 *
 *   file    |sample: head dump.................. tail|sample: head dump...
 *   reads    |----------|                       |---------------|
 *
 * It saves time only as long as the file is in memory and has nothing but whole plain records; all else is
 * left to segment__next(), which reads every byte.
 */
#ifndef PERF_DEFER_UTIL_SOURCE_SKIM_H
#define PERF_DEFER_UTIL_SOURCE_SKIM_H

#include "util/source/segment.h"

/*
 * Reads records of @segment from @offset of its file into @chunk, to where they would be if everything were read:
 * those that begin in the next @limit bytes and end in the next @end bytes. Returns how many bytes they take,
 * fewer than there are if one has to be read in another way, as it may be for the first: then 0.
 */
size_t segment__skim(const struct segment *segment, struct chunk *chunk, uint64_t offset,
		     size_t limit, uint64_t end);

/*
 * Does the same for segment__next(), before it is known where the first record of a cell begins: where it is likely.
 * The cell is the @limit bytes at @offset. Any thread may call it, while others read chunks.
 */
void segment__skim_ahead(const struct segment *segment, struct chunk *chunk, uint64_t offset,
			 size_t limit);

#endif /* PERF_DEFER_UTIL_SOURCE_SKIM_H */
