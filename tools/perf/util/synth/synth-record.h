/* SPDX-License-Identifier: GPL-2.0-only */
/* synth_record: builds one synthesized record. */
#ifndef PERF_DEFER_UTIL_SYNTH_SYNTH_RECORD_H
#define PERF_DEFER_UTIL_SYNTH_SYNTH_RECORD_H

#include "util/dso/build-id.h"
#include "util/base/byte-buf.h"
#include "util/synth/synth.h"

/* Largest multiple of 8 that fits the size field of a record. */
#define SYNTH_RECORD_MAX 65528

struct synth_record {
	const struct synth_opts *opts;
	uint32_t type;
	struct byte_buf bytes; /* reused for the next record */
};

void synth_record__begin(struct synth_record *rec, uint32_t type, uint16_t misc);
/* Appends @str with its NUL, padded with NULs to a multiple of 8. */
void synth_record__str(struct synth_record *rec, const char *str);
/* Passes the record to opts->fn. Records of the kernel's types get a sample_id. */
int synth_record__end(struct synth_record *rec, struct defer_error *err);

/* Appends a record to a struct byte_buf. A synth_fn. */
int synth_record__append(void *bytes, const void *rec, size_t size, struct defer_error *err);

struct synth_map {
	int32_t pid, tid;
	uint16_t misc; /* cpumode, and the flag of a data map */
	uint64_t start, len, pgoff;
	uint32_t prot, flags, maj, min;
	uint64_t ino;
	struct build_id bid; /* if known, it replaces maj, min and ino */
	const char *name;
};

int synth_record__mmap2(struct synth_record *rec, const struct synth_map *map,
			struct defer_error *err);

#endif /* PERF_DEFER_UTIL_SYNTH_SYNTH_RECORD_H */
