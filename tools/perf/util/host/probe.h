/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * probe: what this kernel does when asked, not what its version promises. Events are opened on
 * the calling thread alone, for a few milliseconds, and closed again.
 */
#ifndef PERF_DEFER_UTIL_HOST_PROBE_H
#define PERF_DEFER_UTIL_HOST_PROBE_H

#include <stdbool.h>
#include <stdint.h>

enum probe_defer {
	PROBE_DEFER_WORKS,	 /* samples had cookies, and their records came */
	PROBE_DEFER_NO_RECORD,	 /* samples had cookies, but no record came */
	PROBE_DEFER_IN_PLACE,	 /* taken, but user stacks came in the samples: no unwinder */
	PROBE_DEFER_NO_SAMPLE,	 /* taken, but the event never fired */
	PROBE_DEFER_UNKNOWN_BIT, /* the kernel does not know deferral */
	PROBE_DEFER_DENIED,	 /* no event may be opened */
	PROBE_DEFER_NO_PERF,	 /* the kernel has no perf events */
	PROBE_DEFER_FAILED,	 /* something else; @error says what */
};

struct probe {
	enum probe_defer defer;
	int error;	   /* errno of what was refused, or 0 */
	bool kernel;	   /* kernel mode may be sampled */
	bool all_cpus;	   /* other tasks of a CPU may be sampled */
	int cycles_error;  /* errno of a hardware cycles event, 0: it opens */
	uint64_t samples;  /* that the trial got */
	uint64_t deferred; /* of them with a cookie */
	uint64_t records;  /* deferred records that it got */
	uint64_t stack;	   /* addresses in the longest deferred record */
};

void probe__run(struct probe *probe);

/* Short and stable, for programs: "works", "unknown-bit" and so on. Never NULL. */
const char *probe_defer__name(enum probe_defer defer);

/*
 * What the records of a trial's buffer show, into the counts of @probe; @data holds whole records
 * of one event with sample_type PROBE_SAMPLE_TYPE and sample_id_all.
 */
void probe__read_records(struct probe *probe, const void *data, uint64_t size);

#define PROBE_SAMPLE_TYPE \
	(DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME | DEFER_SAMPLE_CALLCHAIN)

#endif /* PERF_DEFER_UTIL_HOST_PROBE_H */
