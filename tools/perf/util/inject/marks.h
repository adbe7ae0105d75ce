/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * marks: the samples whose missing user half gets a named frame, such as "[user stack lost]", or whose rest does,
 * such as "[callers unknown]", and the addresses of these frames.
 *
 *   pass 1: all samples are seen ---> seal ---> pass 2 asks for each sample
 *
 * The names are the symbols of a small ELF file in perf's build-id cache, where tools find it as they find
 * any file that a trace names. It is mapped into each process at one address, by a record before the
 * process's first marked sample. See decision 0044 for the address.
 */
#ifndef PERF_DEFER_UTIL_INJECT_MARKS_H
#define PERF_DEFER_UTIL_INJECT_MARKS_H

#include <pthread.h>

#include "util/base/byte-buf.h"
#include "util/session/session.h"

/*
 * The file's name in maps and in the cache. It is a path, because hotspot takes names that begin
 * with a bracket for memory without a file.
 */
#define MARKS_FILE	"/[user stack missing]"
#define MARKS_FILE_SIZE 4096 /* of its map, bytes */
/* Its build id, whose last four bytes change with the names, so that no cache keeps old ones. */
#define MARKS_FILE_ID "perf-defer marks\x46\x3b\x4e\x42"

/* A mark stands for a class, by its number, or for the gap of a half that was repaired. */
#define MARK_GAP DEFER_NR_CLASSES

struct mark {
	uint64_t order; /* of the sample */
	uint64_t time;
	uint64_t process;  /* equal for samples of one process */
	unsigned int kind; /* enum defer_class, or MARK_GAP */
};

/* With its lock initialized and all else zeroed, it is empty. */
struct marks {
	pthread_mutex_t lock; /* in pass 1 */
	struct mark *marks;   /* by process, time and order; after seal */
	size_t nr, cap;
	uint32_t taken; /* bitmap of the ranges that the trace uses */
	uint64_t base;	/* address of the map; after seal */
};

void marks__exit(struct marks *marks);

/* Returns the name of a mark, and the offset of its symbol in the file; NULL and 0: the class has a user stack. */
const char *marks__name(unsigned int kind);
uint64_t marks__offset(unsigned int kind);

/*
 * Notes a sample in pass 1, whether it is to be marked or not: only one that @gets_user, whose user half
 * is written, can be. Any number of threads may call it.
 */
int marks__see(struct marks *marks, const struct stitched *sample, bool gets_user,
	       const struct machine *machine, struct defer_error *err);

/*
 * Chooses the address, and adds the file to the build-id cache @dir; @marks has one at least. Fails if the
 * trace uses all addresses, or if the cache cannot be written.
 */
int marks__seal(struct marks *marks, const char *dir, struct defer_error *err);

/*
 * Returns the address of the frame that @sample gets, or 0; its class need not be final. Appends to
 * @bytes the record that maps the file into its process at its time, if the sample is the first that is
 * marked there. Any number of threads may call it.
 */
uint64_t marks__ip(const struct marks *marks, const struct stitched *sample,
		   const struct machine *machine, struct byte_buf *bytes);

/* Appends the file's entry of the feature BUILD_ID. */
void marks__add_build_id(struct byte_buf *bytes);

#endif /* PERF_DEFER_UTIL_INJECT_MARKS_H */
