/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * aux_area: what a trace holds of AUX area data, the processor's own trace of what it executed,
 * which perf decodes and we step over. It follows AUXTRACE records, or is in samples.
 */
#ifndef PERF_DEFER_UTIL_SESSION_AUX_AREA_H
#define PERF_DEFER_UTIL_SESSION_AUX_AREA_H

#include <perf/defer.h>

struct aux_area {
	uint64_t bytes;
	uint32_t kind; /* as AUXTRACE_INFO tells it, 0: not told */
};

/* At an AUXTRACE or AUXTRACE_INFO record; others tell nothing. */
void aux_area__add_record(struct aux_area *aux, const struct defer_record *rec);
/* At the sample @rec of @evsel. */
void aux_area__add_sample(struct aux_area *aux, const struct defer_evsel *evsel,
			  const struct defer_record *rec);
void aux_area__merge(struct aux_area *aux, const struct aux_area *from);

/* "Intel PT" and so on; "of a kind not known here". Never NULL. */
const char *aux_area__kind_name(const struct aux_area *aux);

#endif /* PERF_DEFER_UTIL_SESSION_AUX_AREA_H */
