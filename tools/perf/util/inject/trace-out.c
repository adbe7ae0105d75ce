// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/error.h"
#include "util/inject/trace-out.h"
#include "util/output/deflate.h"
#include "util/output/feature-writer.h"
#include "util/output/output-place.h"
#include "util/source/source.h"

#define TAIL_BUF (1U << 20)

/*
 * The feature's mmap_len: readers inflate each record into this many bytes and what was left of the
 * record before it. perf uses multiples of a page.
 */
#define INFLATED_MAX 65536
_Static_assert(DEFLATE_PIECE_MAX <= INFLATED_MAX, "a piece fits into the readers' buffers");

/* ---- the file ---- */

int trace_out__open(struct trace_out *out, const char *path, const struct output_end *end,
		    int level, const struct source *source, struct defer_error *err)
{
	const struct output_opts opts = {.path = path, .end = *end};
	struct output_place place = {.fd = -1};
	int ret = output_place__refuse_input(path, source__path(source), err);

	*out = (struct trace_out){.path = path, .level = level, .sink.fd = -1};
	if (!ret)
		ret = output_place__open(&place, &out->tmp, &opts, err);
	if (ret)
		return ret;
	output_sink__init(&out->sink, place.fd, place.is_stream, path, end);
	output_sink__reserve(&out->sink);
	/* The older type, because every perf that inflates reads it. */
	return level ? deflate__new(&out->deflate, level, DEFER_RECORD_COMPRESSED, err) : 0;
}

int trace_out__commit(struct trace_out *out, struct defer_error *err)
{
	const struct output_opts opts = {.path = out->path};
	int ret = output_sink__release(&out->sink, err), fd = out->sink.fd;

	if (ret)
		return ret;
	out->sink.fd = -1;
	/* Some file systems report a full disk only here. */
	if (close(fd))
		return defer_error__set(err, DEFER_ERR_IO, "cannot write %s: %s", out->path,
					strerror(errno));
	if (!out->tmp)
		return 0;
	ret = output_place__commit(out->tmp, &opts, err);
	if (ret)
		return ret;
	free(out->tmp);
	out->tmp = NULL;
	return 0;
}

void trace_out__exit(struct trace_out *out)
{
	if (out->sink.fd >= 0)
		close(out->sink.fd);
	out->sink.fd = -1;
	if (out->tmp)
		unlink(out->tmp);
	free(out->tmp);
	out->tmp = NULL;
	deflate__delete(out->deflate);
	out->deflate = NULL;
	byte_buf__exit(&out->packed);
}

/* ---- records ---- */

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
			return defer_error__set(err, DEFER_ERR_CORRUPT,
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

int trace_out__add_tail(struct trace_out *out, struct source *source, struct defer_section tail,
			struct defer_error *err)
{
	uint8_t *buf;
	int ret = 0;

	if (!tail.size)
		return 0;
	if (source__is_directory(source))
		return defer_error__set_at(err, DEFER_ERR_UNSUPPORTED, tail.offset,
					   "AUX area data of a directory cannot be rewritten");
	buf = malloc(TAIL_BUF);
	if (!buf)
		return error__no_memory(err, "for AUX area data");
	while (tail.size && !ret) {
		int64_t got = source__pread(
			source, buf, tail.size < TAIL_BUF ? tail.size : TAIL_BUF, tail.offset, err);

		if (!got) /* the source has reported that the file ends here */
			break;
		ret = got < 0 ? got : output_sink__append_bytes(&out->sink, buf, got, err);
		tail.offset += got;
		tail.size -= got;
	}
	free(buf);
	return ret;
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
