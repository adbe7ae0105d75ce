/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * demerge: restores the trace from which inject made one with a reversal, byte by byte. Either it
 * restores exactly that, which checksums prove, or it fails. AUX area data have no checksum.
 */
#ifndef PERF_DEFER_UTIL_INJECT_DEMERGE_H
#define PERF_DEFER_UTIL_INJECT_DEMERGE_H

#include "util/output/output-sink.h"
#include "util/session/session.h"

/*
 * Writes the old trace to @path, "-" is stdout. @session is open and not gathered. @bytes is the
 * size of what was restored.
 */
int demerge__run(struct session *session, const char *path, const struct output_end *end,
		 uint64_t *bytes, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_INJECT_DEMERGE_H */
