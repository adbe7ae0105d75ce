// SPDX-License-Identifier: GPL-2.0-only
/* Computes how large a sample of an event can be. */
#include <perf/defer-record.h>

#include "util/plan/plan.h"

/* Computed as in perf_event_read_size() of Linux 7.2, kernel/events/core.c. */
uint64_t plan__read_size(uint64_t read_format, uint32_t nr_members)
{
	uint64_t entry = sizeof(uint64_t), size = 0, nr = 1;

	if (read_format & DEFER_FORMAT_TOTAL_TIME_ENABLED)
		size += sizeof(uint64_t);
	if (read_format & DEFER_FORMAT_TOTAL_TIME_RUNNING)
		size += sizeof(uint64_t);
	if (read_format & DEFER_FORMAT_ID)
		entry += sizeof(uint64_t);
	if (read_format & DEFER_FORMAT_LOST)
		entry += sizeof(uint64_t);
	if (read_format & DEFER_FORMAT_GROUP) {
		nr = nr_members;
		size += sizeof(uint64_t);
	}
	return size + entry * nr;
}

/* Adds all fields of a sample of @attr at their smallest size, header included. */
uint64_t plan__sample_size(const struct defer_attr *attr, uint32_t nr_members)
{
	const uint64_t words =
		DEFER_SAMPLE_IDENTIFIER | DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME |
		DEFER_SAMPLE_ADDR | DEFER_SAMPLE_ID | DEFER_SAMPLE_STREAM_ID | DEFER_SAMPLE_CPU |
		DEFER_SAMPLE_PERIOD | DEFER_SAMPLE_CALLCHAIN | DEFER_SAMPLE_RAW |
		DEFER_SAMPLE_WEIGHT | DEFER_SAMPLE_WEIGHT_STRUCT | DEFER_SAMPLE_DATA_SRC |
		DEFER_SAMPLE_TRANSACTION | DEFER_SAMPLE_PHYS_ADDR | DEFER_SAMPLE_CGROUP |
		DEFER_SAMPLE_DATA_PAGE_SIZE | DEFER_SAMPLE_CODE_PAGE_SIZE;
	uint64_t size = DEFER_RECORD_HEADER_SIZE;

	size += sizeof(uint64_t) * __builtin_popcountll(attr->sample_type & words);
	if (attr->sample_type & DEFER_SAMPLE_READ)
		size += plan__read_size(attr->read_format, nr_members);
	return size;
}
