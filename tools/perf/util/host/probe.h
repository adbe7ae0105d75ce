/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * probe: tests what this kernel does, instead of trusting its version. Opens events on the calling
 * thread alone, for a few milliseconds.
 */
#ifndef PERF_DEFER_UTIL_HOST_PROBE_H
#define PERF_DEFER_UTIL_HOST_PROBE_H

#include <stdbool.h>
#include <stdint.h>

#include <perf/defer-abi.h>

enum probe_defer {
	PROBE_DEFER_WORKS,	 /* samples had cookies, and their deferred records arrived */
	PROBE_DEFER_NO_RECORD,	 /* samples had cookies, but no deferred record arrived */
	PROBE_DEFER_IN_PLACE,	 /* accepted, but samples had the user stacks: no unwinder */
	PROBE_DEFER_NO_SAMPLE,	 /* accepted, but the event never fired */
	PROBE_DEFER_UNKNOWN_BIT, /* the kernel does not know deferral */
	PROBE_DEFER_DENIED,	 /* no event may be opened */
	PROBE_DEFER_NO_PERF,	 /* the kernel has no perf events */
	PROBE_DEFER_FAILED,	 /* another failure; @error has it */
};

struct probe {
	enum probe_defer defer;
	int error;	   /* errno of the refusal, or 0 */
	bool kernel;	   /* kernel mode may be sampled */
	bool all_cpus;	   /* other tasks of a CPU may be sampled */
	int cycles_error;  /* errno of opening a hardware cycles event; 0: it opens */
	uint64_t samples;  /* samples in the trial */
	uint64_t deferred; /* samples with a cookie */
	uint64_t records;  /* deferred records in the trial */
	uint64_t stack;	   /* addresses in the longest deferred record */
};

void probe__run(struct probe *probe);

/* Returns a short and stable name, for scripts: "works", "unknown-bit" and so on. Never NULL. */
const char *probe_defer__name(enum probe_defer defer);

/*
 * Counts the records of a trial's buffer in @probe. @data holds whole records of one event with
 * sample_type PROBE_SAMPLE_TYPE and sample_id_all.
 */
void probe__read_records(struct probe *probe, const void *data, uint64_t size);

#define PROBE_SAMPLE_TYPE \
	(DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME | DEFER_SAMPLE_CALLCHAIN)

#endif /* PERF_DEFER_UTIL_HOST_PROBE_H */
