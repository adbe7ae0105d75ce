/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * caller: what this process got from whoever started it, and changes for itself: blocked and
 * ignored signals, and how many files may be open. The recorded command gets it as it was.
 */
#ifndef PERF_DEFER_UTIL_RECORD_CALLER_H
#define PERF_DEFER_UTIL_RECORD_CALLER_H

#include <signal.h>
#include <sys/resource.h>

struct caller {
	sigset_t mask;
	struct sigaction child, pipe, file_size; /* of SIGCHLD, SIGPIPE and SIGXFSZ */
	struct rlimit nofile;
};

/* To be called before anything of that is changed. */
void caller__save(struct caller *caller);
/* For a child before its exec; calls what is safe there. */
void caller__restore(const struct caller *caller);

#endif /* PERF_DEFER_UTIL_RECORD_CALLER_H */
