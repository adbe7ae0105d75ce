/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * inject: rewrites a trace so that each sample has both halves of its stack, for tools that do not
 * know deferred callchains.
 *
 * - Records keep their places and order.
 * - The chain of a sample is completed with its user half.
 * - Deferred records merged into samples are dropped.
 * - If asked, stack dumps are replaced by the user halves that are unwound from them.
 * - If asked, a named frame stands for a user half that is missing, or for its rest: see marks.h.
 * - Attrs no longer announce deferred chains, nor stack dumps that were replaced.
 * - A file becomes a file, or a stream if the output is one; a stream stays a stream.
 * - Compressed records are inflated, and compressed anew if asked.
 * - The files of a directory become one.
 */
#ifndef PERF_DEFER_UTIL_INJECT_INJECT_H
#define PERF_DEFER_UTIL_INJECT_INJECT_H

#include "util/output/output-sink.h"
#include "util/session/session.h"

struct inject_opts {
	const char *path; /* path of the output; "-": stdout */
	/* keep the cookies of samples without a record, and records without a sample */
	bool keep_cookies;
	int compress_level;    /* of zstd, 1 to 22; 0: not compressed */
	const char *marks_dir; /* build-id cache for the names of marks; NULL: no marks */
	bool convert;	       /* replace stack dumps; the session must have been told symbols */
	bool extended;	       /* write records above 64 KiB, which only new readers understand */
	struct output_end end; /* asks for an early end; zeroed: never */
};

struct inject_stats {
	uint64_t samples;
	uint64_t classes[DEFER_NR_CLASSES]; /* samples by class, as in audit */
	uint64_t too_large;		    /* merged samples kept unmerged, with their records */
	uint64_t records, kept;		    /* deferred records, and those of them that were kept */
	uint64_t marked;		    /* samples with a named frame */
	uint64_t repaired;		    /* samples whose user stack was repaired */
	uint64_t dumps[DEFER_NR_CLASSES];   /* samples whose stack dump was converted, by class */
	uint64_t cut;	     /* those of them with frames that no record of 64 KiB has room for */
	uint64_t maps_early; /* samples that needed a map from a later time */
	uint64_t elsewhere;  /* samples with addresses at which readers see another map */
};

/* Returns how many samples had a stack dump to be converted. */
uint64_t inject_stats__dumps(const struct inject_stats *stats);

/*
 * Writes the trace of @session, which has been gathered. The output's name only appears once
 * everything was written. Damage in the input is in the session's damage. DEFER_ERR_INVAL or
 * DEFER_ERR_UNSUPPORTED: there is no stack dump to convert, or none could be unwound.
 */
int inject__run(struct session *session, const struct inject_opts *opts, struct inject_stats *stats,
		struct defer_error *err);

#endif /* PERF_DEFER_UTIL_INJECT_INJECT_H */
