/* SPDX-License-Identifier: GPL-2.0-only */
/* build_id: identifies one build of a file or kernel. */
#ifndef PERF_DEFER_UTIL_DSO_BUILD_ID_H
#define PERF_DEFER_UTIL_DSO_BUILD_ID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BUILD_ID_SIZE  20
#define SBUILD_ID_SIZE (2 * BUILD_ID_SIZE + 1)

/* The identity that a linker gives its output (NT_GNU_BUILD_ID). Size 0: unknown. */
struct build_id {
	uint8_t data[BUILD_ID_SIZE];
	uint8_t size;
};

/* Copies @size bytes; truncates a longer id to BUILD_ID_SIZE. */
void build_id__init(struct build_id *bid, const void *data, size_t size);

static inline bool build_id__known(const struct build_id *bid)
{
	return bid->size != 0;
}

/*
 * Returns true if all bytes of the longer id are equal, counting a missing byte as 0: perf pads
 * short ids to 20 bytes in PERF_RECORD_HEADER_BUILD_ID. An unknown id equals none.
 */
bool build_id__equal(const struct build_id *a, const struct build_id *b);

/* Writes the id in lower-case hex without separators. Returns the length. */
int build_id__snprintf(const struct build_id *bid, char buf[static SBUILD_ID_SIZE]);

/*
 * Finds NT_GNU_BUILD_ID among the ELF notes of a file: @notes of @size bytes, each part padded to
 * @align (4 or 8), with numbers in this machine's byte order. Returns false if there is none.
 */
bool build_id__from_notes(struct build_id *bid, const void *notes, size_t size, size_t align);

/* Reads the first NT_GNU_BUILD_ID of a file that contains only notes, as in /sys. */
bool build_id__from_file(struct build_id *bid, const char *path);

/* Reads the running kernel's id from /sys/kernel/notes. */
bool build_id__running_kernel(struct build_id *bid);

#endif /* PERF_DEFER_UTIL_DSO_BUILD_ID_H */
