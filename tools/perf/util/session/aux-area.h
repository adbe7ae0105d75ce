/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * aux_area: how much AUX area data a trace holds, and of which kind.
 *
 * AUX area data is the processor's own trace of what it executed. It follows an AUXTRACE record or
 * is part of a sample. perf decodes it; this program counts its bytes and steps over it.
 */
#ifndef PERF_DEFER_UTIL_SESSION_AUX_AREA_H
#define PERF_DEFER_UTIL_SESSION_AUX_AREA_H

#include <stdint.h>

struct defer_evsel;
struct defer_record;

struct aux_area {
	uint64_t bytes;
	uint32_t kind; /* enum auxtrace_type, from AUXTRACE_INFO; 0: not given */
};

/* Takes size or kind from an AUXTRACE or AUXTRACE_INFO record; ignores all other records. */
void aux_area__add_record(struct aux_area *aux, const struct defer_record *rec);
/* Adds the AUX data inside the sample @rec of @evsel. */
void aux_area__add_sample(struct aux_area *aux, const struct defer_evsel *evsel,
			  const struct defer_record *rec);
void aux_area__merge(struct aux_area *aux, const struct aux_area *from);

/* Returns the name of the kind, such as "Intel PT", or "unknown type". Never NULL. */
const char *aux_area__kind_name(const struct aux_area *aux);

#endif /* PERF_DEFER_UTIL_SESSION_AUX_AREA_H */
