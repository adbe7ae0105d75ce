/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * jitdumps: places the code of JITs in time. A process that dumps its code maps the file, so that a
 * trace names it; the file tells when code was written where. These become entries of a log, which is
 * replayed with those of the trace:
 *
 *   logs of the workers --> paths of jitdumps --> files --> another log --> machine__new()
 */
#ifndef PERF_DEFER_UTIL_MACHINE_JITDUMPS_H
#define PERF_DEFER_UTIL_MACHINE_JITDUMPS_H

#include "util/machine/machine.h"

struct budget;
struct defer_evlist;
struct env;
struct symbol_conf;

struct jitdumps_opts {
	const struct symbol_conf *conf; /* where files are, and whose */
	const struct defer_evlist *evlist;
	const struct env *env; /* has the conversion of the CPU's counter to times */
	struct budget *budget; /* grows with the files that are read */
};

/* What became of the files. */
struct jitdumps {
	uint32_t nr;		/* of all files that the trace names */
	uint32_t refused;	/* of those that were not read, or not to their ends */
	struct defer_error why; /* the reason for the first of these */
};

/*
 * Reads the files that the maps of the @nr @logs name, and adds their code to @to. The logs must
 * outlive @to. A file that cannot be read, or whose times are of another clock than the trace's, is
 * refused; of one with a fault what is before it counts. Returns 0 or DEFER_ERR_NOMEM.
 */
int jitdumps__read(struct jitdumps *dumps, struct machine_log *to, struct machine_log *const *logs,
		   unsigned int nr, const struct jitdumps_opts *opts, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_MACHINE_JITDUMPS_H */
