/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sequels: the further files of a recording that record --switch-output cut into several.
 *
 * Each file begins with a list of all tasks and maps, whose records have no time. That of a sequel is true
 * from the sequel's first sample on:
 *
 *      first file                     sequel
 *     | list | records ... last sample | list | first sample ... records |
 *       time 0                           time of the first sample
 *
 * A file may be missing between two others: if there is more than SEQUEL_GAP between their samples, the
 * stitcher takes records between them for lost.
 */
#ifndef PERF_DEFER_UTIL_SESSION_SEQUELS_H
#define PERF_DEFER_UTIL_SESSION_SEQUELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct defer_error;
struct machine_list;
struct session;

/* ns; within one recording, some task or other is nearly always sampled. */
#define SEQUEL_GAP 100000000

/* What was seen of one file. */
struct file_span {
	uint64_t order;	      /* of its first byte in the stream */
	uint64_t first, last; /* times of samples, ns; UINT64_MAX and 0: none */
};

/*
 * Reads the headers of the sequels. Returns an error if one has other events than the first file: it is of
 * another recording.
 */
int session__read_sequels(struct session *session, struct defer_error *err);
void session__drop_sequels(struct session *session);

/* Returns @nr empty spans, which the caller frees, or NULL if out of memory. */
struct file_span *file_spans__new(size_t nr);
void file_spans__merge(struct file_span *spans, const struct file_span *from, size_t nr);
/* Returns the index of a file whose samples are not later than those before it, or 0. */
size_t file_spans__misplaced(const struct file_span *spans, size_t nr);
/* Gives files without records, or without samples, the order of the next and the time of the last. */
void file_spans__fill(struct file_span *spans, size_t nr);
/* Returns the lists of all @nr files but the first, which the caller frees, or NULL if out of memory. */
struct machine_list *file_spans__lists(const struct file_span *spans, size_t nr);
/* Returns true if a file may be missing between that of @span and the next. */
bool file_spans__gap(const struct file_span *span);

static inline void file_span__begin(struct file_span *span, uint64_t order)
{
	if (order < span->order)
		span->order = order;
}

static inline void file_span__see(struct file_span *span, uint64_t time)
{
	if (time < span->first)
		span->first = time;
	if (time > span->last)
		span->last = time;
}

#endif /* PERF_DEFER_UTIL_SESSION_SEQUELS_H */
