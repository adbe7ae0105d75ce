/* SPDX-License-Identifier: GPL-2.0-only */
/* sample_id: the fields that follow those of a record that is not a sample. */
#ifndef PERF_DEFER_UTIL_SYNTH_SAMPLE_ID_H
#define PERF_DEFER_UTIL_SYNTH_SAMPLE_ID_H

#include "util/base/byte-buf.h"

struct defer_layout;
struct defer_sample_id;

/* Appends @id as @layout has it: nothing if its event has no sample_id_all. */
void sample_id__append(struct byte_buf *bytes, const struct defer_layout *layout,
		       const struct defer_sample_id *id);

#endif /* PERF_DEFER_UTIL_SYNTH_SAMPLE_ID_H */
