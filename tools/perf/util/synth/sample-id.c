// SPDX-License-Identifier: GPL-2.0-only
#include <perf/defer-attr.h>
#include <perf/defer-event.h>

#include "util/synth/sample-id.h"

/* The order of the fields: Linux 7.2, struct sample_id in perf_event.h. */
void sample_id__append(struct byte_buf *bytes, const struct defer_layout *layout,
		       const struct defer_sample_id *id)
{
	const uint64_t type = layout->sample_type;

	if (!layout->sample_id_all)
		return;
	if (type & DEFER_SAMPLE_TID) {
		byte_buf__u32(bytes, id->pid);
		byte_buf__u32(bytes, id->tid);
	}
	if (type & DEFER_SAMPLE_TIME)
		byte_buf__u64(bytes, id->time);
	if (type & DEFER_SAMPLE_ID)
		byte_buf__u64(bytes, id->id);
	if (type & DEFER_SAMPLE_STREAM_ID)
		byte_buf__u64(bytes, id->stream_id);
	if (type & DEFER_SAMPLE_CPU) {
		byte_buf__u32(bytes, id->cpu);
		byte_buf__u32(bytes, 0);
	}
	if (type & DEFER_SAMPLE_IDENTIFIER)
		byte_buf__u64(bytes, id->id);
}
