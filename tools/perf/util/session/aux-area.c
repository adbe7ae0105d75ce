// SPDX-License-Identifier: GPL-2.0-only
#include <perf/defer-cursor.h>
#include <perf/defer-evlist.h>
#include <perf/defer-sample.h>

#include "util/base/array.h"
#include "util/session/aux-area.h"

/* The input is not trusted: a sum that would overflow stays at the maximum. */
static void add_bytes(struct aux_area *aux, uint64_t bytes)
{
	if (__builtin_add_overflow(aux->bytes, bytes, &aux->bytes))
		aux->bytes = UINT64_MAX;
}

void aux_area__add_record(struct aux_area *aux, const struct defer_record *rec)
{
	struct defer_cursor cur;

	if (rec->type == DEFER_RECORD_AUXTRACE) {
		add_bytes(aux, defer_record__tail(rec));
	} else if (rec->type == DEFER_RECORD_AUXTRACE_INFO) {
		defer_cursor__init(&cur, rec->data, rec->size, rec->offset, rec->swap);
		defer_cursor__bytes(&cur, DEFER_RECORD_HEADER_SIZE);
		aux->kind = defer_cursor__u32(&cur);
	}
}

void aux_area__add_sample(struct aux_area *aux, const struct defer_evsel *evsel,
			  const struct defer_record *rec)
{
	struct defer_sample sample;

	if (evsel->attr.sample_type & DEFER_SAMPLE_AUX &&
	    !defer_sample__decode(&sample, rec, &evsel->layout, NULL))
		add_bytes(aux, sample.aux.size);
}

void aux_area__merge(struct aux_area *aux, const struct aux_area *from)
{
	add_bytes(aux, from->bytes);
	/*
	 * A trace has one kind. If a broken one has several, the largest wins, so that the result
	 * does not depend on which worker saw which.
	 */
	if (from->kind > aux->kind)
		aux->kind = from->kind;
}

/* Linux 7.2, tools/perf/util/auxtrace.h, enum auxtrace_type. */
const char *aux_area__kind_name(const struct aux_area *aux)
{
	static const char *const names[] = {
		NULL,	   "Intel PT",	   "Intel BTS",	    "CoreSight ETM",
		"Arm SPE", "s390 CPU-MSF", "HiSilicon PTT", "PowerVM VPA DTL",
	};

	if (aux->kind && aux->kind < ARRAY_SIZE(names))
		return names[aux->kind];
	return "unknown type";
}
