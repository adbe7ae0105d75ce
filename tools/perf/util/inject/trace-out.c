// SPDX-License-Identifier: GPL-2.0-only
#include <perf/defer.h>

#include "util/inject/trace-out.h"
#include "util/output/deflate.h"
#include "util/output/feature-writer.h"

/*
 * The feature's mmap_len: readers inflate each record into this many bytes and what was left of the
 * record before it. perf uses multiples of a page.
 */
#define INFLATED_MAX 65536
_Static_assert(DEFLATE_PIECE_MAX <= INFLATED_MAX, "a piece fits into the readers' buffers");

int trace_out__begin(struct trace_out *out, int level, struct defer_error *err)
{
	out->level = level;
	/* The older type, because every perf that inflates reads it. */
	return level ? deflate__new(&out->deflate, level, DEFER_RECORD_COMPRESSED, err) : 0;
}

void trace_out__exit(struct trace_out *out)
{
	deflate__delete(out->deflate);
	out->deflate = NULL;
	byte_buf__exit(&out->packed);
}

/* Returns the end of the kernel's records, or of other records, that begin at @at. */
static size_t run_end(const struct byte_buf *records, size_t at, bool *is_kernel)
{
	struct defer_record rec;
	size_t end = at;

	while (end < records->size &&
	       !defer_record__decode(&rec, records->data + end, records->size - end, end,
				     records->swap, NULL)) {
		const bool kernel = rec.type < DEFER_RECORD_USER_START;

		if (end > at && kernel != *is_kernel)
			break;
		*is_kernel = kernel;
		end += rec.size;
	}
	return end;
}

static int trace_out__pack(struct trace_out *out, const struct byte_buf *records,
			   struct defer_error *err)
{
	size_t end, before;
	bool is_kernel = false;
	int ret = 0;

	byte_buf__clear(&out->packed);
	out->packed.swap = records->swap;
	for (size_t at = 0; at < records->size && !ret; at = end) {
		end = run_end(records, at, &is_kernel);
		if (end == at)
			return defer_error__set(err, DEFER_ERR_CORRUPT, DEFER_NO_OFFSET,
						"half a record cannot be compressed");
		before = out->packed.size;
		if (!is_kernel) {
			byte_buf__add(&out->packed, records->data + at, end - at);
			continue;
		}
		ret = deflate__add(out->deflate, records->data + at, end - at, &out->packed, err);
		out->raw_bytes += end - at;
		out->packed_bytes += out->packed.size - before;
	}
	return ret ? ret : byte_buf__check(&out->packed, "compressed records", err);
}

int trace_out__add(struct trace_out *out, const struct byte_buf *records, struct defer_error *err)
{
	const struct byte_buf *bytes = records;
	int ret = 0;

	if (out->deflate) {
		ret = trace_out__pack(out, records, err);
		bytes = &out->packed;
	}
	return ret ? ret : output_sink__append_bytes(&out->sink, bytes->data, bytes->size, err);
}

void trace_out__describe(const struct trace_out *out, struct byte_buf *bytes)
{
	const struct output_opts opts = {.compress_level = out->level, .mmap_len = INFLATED_MAX};
	const struct feature_facts facts = {
		.opts = &opts,
		.raw_bytes = out->raw_bytes,
		.packed_bytes = out->packed_bytes,
	};

	feature__writer(FEATURE_COMPRESSED)(&facts, bytes);
}
