/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * caller: state that this process inherited and changes for itself: blocked and ignored signals,
 * and the limit of open files. The recorded command gets it unchanged.
 */
#ifndef PERF_DEFER_UTIL_RECORD_CALLER_H
#define PERF_DEFER_UTIL_RECORD_CALLER_H

#include <signal.h>
#include <sys/resource.h>

struct caller {
	sigset_t mask;
	struct sigaction child, pipe, file_size; /* SIGCHLD, SIGPIPE and SIGXFSZ */
	struct rlimit nofile;
};

/* Saves the state. To be called before any of it is changed. */
void caller__save(struct caller *caller);
/* Restores the state, in a child before exec. Async-signal-safe. */
void caller__restore(const struct caller *caller);

#endif /* PERF_DEFER_UTIL_RECORD_CALLER_H */
