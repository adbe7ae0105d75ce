/* SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause */
/* record_type: what the library knows about each type of record. Private to the library. */
#ifndef PERF_DEFER_RECORD_TYPES_H
#define PERF_DEFER_RECORD_TYPES_H

#include <perf/defer.h>

struct record_type {
	const char *name; /* perf's name for it, without PERF_RECORD_ */
	/*
	 * Reads the fields between header and sample_id into the type's member of @ev. Leaves @cur
	 * failed if fields do not fit. NULL if struct defer_event has no member for the type.
	 */
	void (*read)(struct defer_event *ev, struct defer_cursor *cur);
};

/*
 * Returns the entry of @type, never NULL: the entry of an unknown type is named "UNKNOWN" and has
 * no reader.
 */
const struct record_type *record_type__find(uint32_t type);

#endif /* PERF_DEFER_RECORD_TYPES_H */
