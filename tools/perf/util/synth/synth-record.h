/* SPDX-License-Identifier: GPL-2.0-only */
/* synth_record: one synthesized record being put together. */
#ifndef PERF_DEFER_UTIL_SYNTH_SYNTH_RECORD_H
#define PERF_DEFER_UTIL_SYNTH_SYNTH_RECORD_H

#include "util/dso/build-id.h"
#include "util/base/byte-buf.h"
#include "util/synth/synth.h"

/* The largest multiple of 8 that a record's size can be. */
#define SYNTH_RECORD_MAX 65528

struct synth_record {
	const struct synth_opts *opts;
	struct byte_buf bytes; /* used again for the next one */
};

void synth_record__begin(struct synth_record *rec, uint32_t type, uint16_t misc);
/* With its NUL, and NULs up to a multiple of 8. */
void synth_record__str(struct synth_record *rec, const char *str);
/* Hands it out; one of the kernel's types gets its sample_id. */
int synth_record__end(struct synth_record *rec, struct defer_error *err);

struct synth_map {
	int32_t pid, tid;
	uint16_t misc; /* cpumode, and whether it is a map of data */
	uint64_t start, len, pgoff;
	uint32_t prot, flags, maj, min;
	uint64_t ino;
	struct build_id bid; /* known: it takes the place of maj, min and ino */
	const char *name;
};

int synth_record__mmap2(struct synth_record *rec, const struct synth_map *map,
			struct defer_error *err);

#endif /* PERF_DEFER_UTIL_SYNTH_SYNTH_RECORD_H */
