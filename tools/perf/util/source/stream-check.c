// SPDX-License-Identifier: GPL-2.0-only
#include <perf/defer-header.h>
#include <perf/defer-record.h>

#include "util/source/stream-check.h"

#include <string.h>

#define STREAM_HEADER 16 /* size of a pipe's header, which is followed by records */

/* Reads from the start of the stream, as a defer_pread_fn. */
static int64_t pread_head(void *ctx, void *buf, size_t size, uint64_t offset,
			  struct defer_error *err)
{
	const struct stream_check *check = ctx;

	(void)err;
	if (offset > check->nr_head)
		return 0;
	if (size > check->nr_head - offset)
		size = check->nr_head - offset;
	memcpy(buf, check->head + offset, size);
	return size;
}

/*
 * Checks the start of the stream once it is there. A file's header is longer than that and is not
 * checked yet.
 */
static int check_start(struct stream_check *check, struct defer_error *err)
{
	struct defer_header hdr;
	int ret = defer_header__read(&hdr, pread_head, check, err);

	if (ret && ret != DEFER_ERR_TRUNCATED)
		return ret;
	defer_error__clear(err);
	check->known = true;
	check->pipe = !ret;
	check->swap = hdr.swap;
	check->nr_head = 0;
	check->want_head = DEFER_RECORD_HEADER_SIZE;
	return 0;
}

/* Handles the part of a record that was wanted: asks for more of it, or skips the rest. */
static void check_record(struct stream_check *check)
{
	struct defer_record rec;
	uint64_t tail;
	size_t want;

	if (defer_record__decode(&rec, check->head, UINT32_MAX, 0, check->swap, NULL)) {
		check->ended = true;
		return;
	}
	want = rec.size < STREAM_CHECK_HEAD ? rec.size : STREAM_CHECK_HEAD;
	if (check->nr_head < want) {
		check->want_head = want;
		return;
	}
	tail = defer_record__tail(&rec);
	check->skip = rec.size - check->nr_head;
	check->skip = tail > UINT64_MAX - check->skip ? UINT64_MAX : check->skip + tail;
	check->nr_head = 0;
	check->want_head = DEFER_RECORD_HEADER_SIZE;
}

/* Takes the wanted bytes of the current head from @data. Returns how many it took. */
static size_t take_head(struct stream_check *check, const uint8_t *data, size_t size)
{
	size_t want = check->want_head - check->nr_head;

	if (want > size)
		want = size;
	memcpy(check->head + check->nr_head, data, want);
	check->nr_head += want;
	return want;
}

int64_t stream_check__feed(struct stream_check *check, const void *data, size_t size,
			   struct defer_error *err)
{
	const uint8_t *bytes = data;
	size_t pos = 0;
	int ret;

	if (!check->known)
		check->want_head = STREAM_HEADER;
	while (pos < size && !check->ended) {
		if (check->known && !check->pipe)
			return size;
		if (check->skip) {
			uint64_t step = check->skip < size - pos ? check->skip : size - pos;

			check->skip -= step;
			pos += step;
			continue;
		}
		pos += take_head(check, bytes + pos, size - pos);
		if (check->nr_head < check->want_head)
			break;
		if (!check->known) {
			ret = check_start(check, err);
			if (ret)
				return ret;
		} else {
			check_record(check);
		}
	}
	return pos;
}
