// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads the records that the recorder writes: at once, from the buffers, or later, from the file.
 * While buffers fill faster than they are read, their contents are only copied, as perf does.
 */
#include <stdlib.h>

#include "util/base/error.h"
#include "util/record/recorder-priv.h"

/*
 * The recorder is behind if more than this part of a sample buffer was full when it was read, and for
 * BEHIND_NS after that. poll() returns at half a buffer.
 */
#define MUCH(size) ((size) / 8 * 5)
#define BEHIND_NS  200000000ULL
/* Bounds of what waits to be read: some hundred thousand records. */
#define MAX_BYTES  (64ULL << 20)
#define MAX_RANGES 65536
/* Bytes that are read from the file between two rounds over the buffers. */
#define STEP_BYTES (256ULL << 10)
/* Bytes of one read of the file; more than the largest record. */
#define CHUNK_BYTES (128ULL << 10)

int recorder__look(struct recorder *rec, const struct ring_data *data, struct defer_error *err)
{
	const struct recorder_buffer from = {.cpu = data->cpu, .tracking = data->tracking};
	uint64_t samples = rec->stats->samples, records = rec->stats->records;
	int ret;

	ret = pending__see(&rec->pending, data->a, data->a_size, data->b, data->b_size, &from,
			   rec->stats, err);
	recorder_stats__add_read(rec->stats, &from, rec->stats->records - records,
				 data->a_size + data->b_size, rings__buffer_size(rec->rings));
	output__expect_samples(rec->output, rec->stats->samples - samples);
	return ret;
}

static bool recorder__looks_later(const struct recorder *rec)
{
	if (!output__can_read_back(rec->output))
		return false;
	/* Records are looked at in the order in which they are read. */
	return backlog__first(&rec->backlog) ||
	       ((rec->behind || rec->filled) && !attach__is_in_doubt(&rec->attach));
}

static int recorder__reserve(struct recorder *rec, struct defer_error *err)
{
	if (!rec->chunk)
		rec->chunk = malloc(CHUNK_BYTES);
	if (!rec->chunk)
		return error__no_memory(err, "for reading the file back");
	return backlog__reserve(&rec->backlog, err);
}

static int recorder__copy(struct recorder *rec, const struct ring_data *data,
			  struct defer_error *err)
{
	const struct recorder_buffer from = {.cpu = data->cpu, .tracking = data->tracking};
	struct defer_error other = DEFER_ERROR_INIT;
	uint64_t at = output__bytes(rec->output);
	int ret = recorder__reserve(rec, err);

	if (ret)
		return ret;
	ret = output__copy(rec->output, data->a, data->a_size, data->b, data->b_size, err);
	if (!ret)
		backlog__add(&rec->backlog, at, data->a_size + data->b_size, &from);
	else
		recorder__look(rec, data, &other);
	return ret;
}

int recorder__write(struct recorder *rec, const struct ring_data *data, struct defer_error *err)
{
	int ret;

	if (!data->tracking && data->a_size + data->b_size > MUCH(rings__buffer_size(rec->rings)))
		rec->filled = true;
	if (recorder__looks_later(rec))
		return recorder__copy(rec, data, err);
	ret = recorder__look(rec, data, err);
	if (ret)
		return ret;
	return output__write(rec->output, data->a, data->a_size, data->b, data->b_size, err);
}

/* Tells pending of the rounds before the oldest range. */
static void recorder__pass_rounds(struct recorder *rec)
{
	for (uint32_t nr = backlog__take_rounds(&rec->backlog); nr; nr--)
		pending__next_round(&rec->pending);
}

void recorder__end_round(struct recorder *rec)
{
	backlog__next_round(&rec->backlog);
	recorder__pass_rounds(rec);
}

/* Looks at the whole records of @size bytes at @at of the file. Returns their size. */
static int64_t recorder__look_at(struct recorder *rec, uint64_t at, size_t size,
				 const struct recorder_buffer *from, struct defer_error *err)
{
	uint64_t samples = rec->stats->samples;
	int64_t seen;
	int ret;

	ret = output__read_back(rec->output, at, rec->chunk, size, err);
	if (ret)
		return ret;
	seen = pending__see_part(&rec->pending, rec->chunk, size, from, rec->stats, err);
	if (seen < 0)
		return seen;
	/* The output says so if this is half a record. */
	if (!seen)
		seen = size;
	ret = output__see(rec->output, at, rec->chunk, seen, rec->stats->samples - samples, err);
	return ret ? ret : seen;
}

static int recorder__look_at_range(struct recorder *rec, const struct backlog_range *range,
				   struct defer_error *err)
{
	uint64_t records = rec->stats->records, pos;
	int64_t seen = 0;

	for (pos = 0; pos < range->size && seen >= 0; pos += seen) {
		uint64_t left = range->size - pos;

		seen = recorder__look_at(rec, range->at + pos,
					 left < CHUNK_BYTES ? left : CHUNK_BYTES, &range->from,
					 err);
	}
	recorder_stats__add_read(rec->stats, &range->from, rec->stats->records - records,
				 range->size, rings__buffer_size(rec->rings));
	return seen < 0 ? (int)seen : 0;
}

/* Looks at the oldest ranges, of at least @bytes together. */
static int recorder__look_back(struct recorder *rec, uint64_t bytes, struct defer_error *err)
{
	const struct backlog_range *range;
	uint64_t seen = 0;
	int ret = 0;

	while (!ret && seen < bytes && (range = backlog__first(&rec->backlog))) {
		recorder__pass_rounds(rec);
		seen += range->size;
		ret = recorder__look_at_range(rec, range, err);
		backlog__take(&rec->backlog);
	}
	if (!backlog__first(&rec->backlog))
		recorder__pass_rounds(rec);
	return ret;
}

int recorder__look_all(struct recorder *rec, struct defer_error *err)
{
	struct defer_error other = DEFER_ERROR_INIT;
	int ret = recorder__look_back(rec, UINT64_MAX, err);

	while (backlog__first(&rec->backlog))
		recorder__look_back(rec, UINT64_MAX, &other);
	return ret;
}

int recorder__look_step(struct recorder *rec, struct defer_error *err)
{
	return recorder__look_back(rec, STEP_BYTES, err);
}

int recorder__catch_up(struct recorder *rec, uint64_t now, struct defer_error *err)
{
	struct backlog *backlog = &rec->backlog;
	int ret = 0;

	if (rec->filled)
		rec->behind_until_ns = now + BEHIND_NS;
	rec->filled = false;
	rec->behind = now < rec->behind_until_ns;
	if (!rec->behind)
		ret = recorder__look_step(rec, err);
	while (!ret && (backlog->bytes > MAX_BYTES || backlog->nr > MAX_RANGES))
		ret = recorder__look_step(rec, err);
	return ret;
}
