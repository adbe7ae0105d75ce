/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * repairs: which samples have a user stack that can be repaired, and the step from a sample to
 * util/unwind/repair.h. A stack is touched only if the sample's registers and the record are of one
 * moment: Documentation/unwind.md lists what speaks against that.
 */
#ifndef PERF_DEFER_UTIL_SESSION_REPAIRS_H
#define PERF_DEFER_UTIL_SESSION_REPAIRS_H

#include "util/dso/kernel-funcs.h"
#include "util/session/session.h"
#include "util/unwind/repair.h"

struct defer_evlist;
struct defer_evsel;
struct unwind_thread;

/* What a trace has for all its samples. */
struct repairs {
	uint32_t max_bytes;	  /* of each dump that are used; 0: all */
	bool is_x86;		  /* of the recording machine, its 64-bit tasks */
	bool knows_kernel;	  /* its kernel has symbols */
	struct func_set replaced; /* kernel functions that change the registers of the task */
	struct func_set entry;	  /* kernel code that has yet to store them */
};

/* Returns true if samples of @evsel have a callchain, and beside it registers and a dump. */
bool repairs__is_recorded(const struct defer_evsel *evsel);
/* Returns true if those of any event have. */
bool repairs__any(const struct defer_evlist *evlist);

/*
 * Makes what the samples of @session need, which has been gathered otherwise; NULL if no event is
 * recorded for it, or if nobody wants it.
 */
int repairs__new(struct repairs **repairs, const struct session *session, struct defer_error *err);
void repairs__delete(struct repairs *repairs);

/*
 * Returns REPAIR_NONE if the stack of @sample may be repaired, else why not. Registers are not looked
 * at. Sets what the join has to know of the sample in @in.
 */
enum repair_outcome repairs__guard(const struct repairs *repairs, const struct stitched *sample,
				   struct repair_input *in);

/*
 * Repairs the user half of @sample, which has a class, halves and maps, by @thread, and notes what
 * became of it. The new half is valid until the next call with @buf.
 */
int repairs__apply(const struct repairs *repairs, struct unwind_thread *thread,
		   struct repair_buf *buf, struct stitched *sample, struct repair *repair,
		   struct defer_error *err);

#endif /* PERF_DEFER_UTIL_SESSION_REPAIRS_H */
