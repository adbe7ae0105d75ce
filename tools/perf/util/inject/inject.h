/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * inject: a trace rewritten so that every sample has both halves of its stack, for tools that know
 * nothing of deferred callchains.
 *
 * Records stay in their places and order. A sample's chain is spliced; the deferred records, which are
 * in the samples now, go; attrs say no more that chains are deferred. A file becomes a file, or a
 * stream if the output is one; a stream stays a stream. Compressed records are inflated, files of a
 * directory become one.
 */
#ifndef PERF_DEFER_UTIL_INJECT_INJECT_H
#define PERF_DEFER_UTIL_INJECT_INJECT_H

#include "util/session/session.h"

struct inject_opts {
	const char *path; /* of the output; "-": stdout */
	bool keep_cookies; /* samples without a record keep theirs, and records without a sample stay */
	bool extended;	   /* records past 64 KiB are written, which only new readers understand */
	bool (*is_asked_to_end)(void *ctx); /* or NULL */
	void *ctx;
};

struct inject_stats {
	uint64_t samples;
	uint64_t classes[DEFER_NR_CLASSES]; /* of the samples, as audit has them */
	uint64_t too_large;	/* of the merged ones: kept unmerged, with their records */
	uint64_t records, kept; /* deferred records, and those of them that stay */
	uint64_t maps_early;	/* samples before which a map is told that came later */
	uint64_t elsewhere;	/* samples with addresses where readers see another map */
};

/*
 * Writes the trace that @session, which has gathered, was opened on. Nothing appears under the
 * output's name unless all could be written. What could not be read is in the session's damage.
 */
int inject__run(struct session *session, const struct inject_opts *opts, struct inject_stats *stats,
		struct defer_error *err);

#endif /* PERF_DEFER_UTIL_INJECT_INJECT_H */
