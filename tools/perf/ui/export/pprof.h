/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pprof: the profile of one event as pprof reads it: a message of protocol buffers, compressed by gzip.
 * (github.com/google/pprof, proto/profile.proto.)
 *
 * - A sample is a stack of the hist with its number of samples and their period, the innermost frame
 *   first. Its labels are comm, pid, tid and class, as far as the hist tells stacks apart by them.
 * - A location is a frame with the functions inlined there, innermost first. Stand-ins, such as
 *   "[user stack lost]", are functions without a mapping or an address.
 * - A mapping is a DSO. It says that it is symbolized, so that pprof looks for no names of its own.
 * - The comments are the ledger: the samples of each class.
 */
#ifndef PERF_DEFER_UI_EXPORT_PPROF_H
#define PERF_DEFER_UI_EXPORT_PPROF_H

#include <stdio.h>

#include <perf/defer-error.h>

struct profile_event;

int pprof__write(const struct profile_event *event, FILE *out, struct defer_error *err);

#endif /* PERF_DEFER_UI_EXPORT_PPROF_H */
