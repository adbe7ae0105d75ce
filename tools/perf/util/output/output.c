// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/output/deflate.h"
#include "util/output/output-priv.h"

/* Staged records are written once they have this many bytes. */
#define STAGE_SIZE 65536

int output__write_header(struct output *output, struct defer_error *err)
{
	struct byte_buf bytes = {0};
	int ret;

	header_writer__header(&bytes, output->opts.events, output->opts.nr_events, &output->state);
	ret = byte_buf__check(&bytes, "the header", err);
	if (!ret)
		ret = output_sink__overwrite(&output->sink, bytes.data, bytes.size, 0, err);
	byte_buf__exit(&bytes);
	return ret;
}

/* Copies @size bytes at @pos of the joined pieces. Returns false past their end. */
static bool pieces__read(const struct iovec *pieces, int nr, size_t pos, void *buf, size_t size)
{
	for (int i = 0; i < nr && size; i++) {
		size_t part;

		if (pos >= pieces[i].iov_len) {
			pos -= pieces[i].iov_len;
			continue;
		}
		part = pieces[i].iov_len - pos < size ? pieces[i].iov_len - pos : size;
		memcpy(buf, (const char *)pieces[i].iov_base + pos, part);
		buf = (char *)buf + part;
		size -= part;
		pos = 0;
	}
	return !size;
}

struct record_header {
	uint32_t type;
	uint16_t misc, size;
};

/* Returns the end of the last record that is whole within the first @max bytes. */
static uint64_t pieces__whole(const struct iovec *pieces, int nr, uint64_t max)
{
	struct record_header header;
	uint64_t pos = 0;

	while (pieces__read(pieces, nr, pos, &header, sizeof(header)) &&
	       header.size >= sizeof(header) && pos + header.size <= max)
		pos += header.size;
	return pos;
}

/* Returns the number of samples among the whole records of the first @max bytes. */
static uint64_t pieces__samples(const struct iovec *pieces, int nr, uint64_t max)
{
	struct record_header header;
	uint64_t samples = 0;

	for (uint64_t pos = 0; pieces__read(pieces, nr, pos, &header, sizeof(header)) &&
			       header.size >= sizeof(header) && pos + header.size <= max;
	     pos += header.size)
		samples += header.type == DEFER_RECORD_SAMPLE;
	return samples;
}

static uint64_t pieces__size(const struct iovec *pieces, int nr)
{
	uint64_t size = 0;

	for (int i = 0; i < nr; i++)
		size += pieces[i].iov_len;
	return size;
}

static void pieces__cut(struct iovec *pieces, int nr, uint64_t size)
{
	for (int i = 0; i < nr; i++) {
		if (pieces[i].iov_len > size)
			pieces[i].iov_len = size;
		size -= pieces[i].iov_len;
	}
}

/* Returns the number of bytes after the data while a file grows. */
static uint64_t output__tail(const struct output *output)
{
	return output->nr_early ? EARLY_TABLE_SIZE : 0;
}

/*
 * Returns where to cut if only @max bytes of all pieces fit. Data compressed in one call are not
 * cut: inside, only their ends are sure to be ends of records.
 */
static uint64_t output__whole(const struct output *output, const struct iovec *pieces, int nr,
			      uint64_t max)
{
	uint64_t tail = output__tail(output), whole;

	whole = pieces__whole(pieces, nr, max > tail ? max - tail : 0);
	if (output->deflate && whole > pieces[0].iov_len)
		return pieces[0].iov_len;
	return whole;
}

/* Turns the former table into a record, since data now follow it. */
static int output__bury_table(struct output *output, struct defer_error *err)
{
	const struct record_header header = {
		.type = DEFER_RECORD_HEADER_EVENT_TYPE,
		.size = EARLY_TABLE_SIZE,
	};

	return output_sink__overwrite(&output->sink, &header, sizeof(header),
				      output->state.data_offset + output->state.data_size, err);
}

static int output__add_table(struct output *output, struct defer_error *err)
{
	struct byte_buf bytes = {0};
	struct iovec piece;
	int ret;

	output__early_table(output, &bytes);
	ret = byte_buf__check(&bytes, "the table of features", err);
	piece = (struct iovec){bytes.data, bytes.size};
	if (!ret)
		ret = output_sink__append(&output->sink, &piece, 1, err);
	byte_buf__exit(&bytes);
	return ret;
}

/*
 * Updates the data size in the header. With a table after the data this takes two more writes; a
 * kill between them loses the table, and nothing else.
 */
static int output__update_header(struct output *output, struct defer_error *err)
{
	uint64_t size = output->sink.size - output->state.data_offset;
	int ret = 0;

	if (output->sink.is_stream || size == output->state.data_size + output__tail(output))
		return 0;
	if (output->nr_early)
		ret = output__add_table(output, err);
	if (!ret && output->nr_early)
		ret = output__bury_table(output, err);
	if (ret)
		return ret;
	output->state.data_size = size;
	ret = output_sink__overwrite(&output->sink, &size, sizeof(size), HEADER_WRITER_DATA_SIZE,
				     err);
	if (!ret)
		output->flushed_samples = output->samples;
	return ret;
}

/*
 * Keeps the whole records up to @end after a failed write. If the table no longer fits, cuts at
 * safe_end instead, but never before the last flush.
 */
static void output__save(struct output *output, uint64_t end)
{
	uint64_t flushed =
		output->state.data_offset + output->state.data_size + output__tail(output);

	output->failed = true;
	if (output->sink.is_stream)
		return;
	if (!output_sink__truncate(&output->sink, end, NULL)) {
		if (!output__update_header(output, NULL))
			return;
		end = output->safe_end > flushed ? output->safe_end : flushed;
		if (output->safe_end > flushed)
			output->samples = output->safe_samples;
		else
			output->samples = output->flushed_samples;
		if (!output_sink__truncate(&output->sink, end, NULL) &&
		    !output__update_header(output, NULL))
			return;
	}
	output->samples = output->flushed_samples;
}

static void output__note_end(struct output *output)
{
	if (output->sink.size < output->next_safe_end + output__tail(output))
		return;
	output->safe_end = output->next_safe_end;
	output->safe_samples = output->next_safe_samples;
	output->next_safe_end = output->sink.size;
	output->next_safe_samples = output->samples;
}

static void output__before_cut(const struct output *output)
{
	if (output->opts.cut.before)
		output->opts.cut.before(output->opts.cut.ctx);
}

/* Appends @pieces, the first of which are staged records. */
static int output__append(struct output *output, struct iovec *pieces, int nr,
			  struct defer_error *err)
{
	uint64_t start = output->sink.size, kept;
	uint64_t max = output->opts.max_size ? output->opts.max_size : UINT64_MAX;
	uint64_t room = max > start ? max - start : 0;
	int ret;

	if (output->failed)
		return defer_error__set(err, DEFER_ERR_IO, "%s was closed by an earlier error",
					output->opts.path);
	output->full = pieces__size(pieces, nr) + output__tail(output) > room;
	if (output->full)
		pieces__cut(pieces, nr, output__whole(output, pieces, nr, room));
	kept = pieces__size(pieces, nr);
	ret = output_sink__append(&output->sink, pieces, nr, err);
	if (ret)
		kept = output__whole(output, pieces, nr, output->sink.size - start);
	else if (output->full)
		ret = defer_error__set(err, DEFER_ERR_IO,
				       "%s has reached its limit of %llu bytes (--max-size)",
				       output->opts.path, (unsigned long long)max);
	if (ret)
		output__before_cut(output);
	/* Data compressed in one call are kept as a whole or not at all. */
	if (!ret)
		output->samples += output->coming;
	else if (!output->deflate)
		output->samples += pieces__samples(pieces, nr, kept);
	output->coming = 0;
	if (ret)
		output__save(output, start + kept);
	else
		output__note_end(output);
	byte_buf__clear(&output->staged);
	return ret;
}

/* Adds the DSO of one record, which is whole in @data, if it has one. */
static int output__see_record(struct output *output, const struct record_header *header,
			      const void *data, struct defer_error *err)
{
	if (header->type != DEFER_RECORD_MMAP && header->type != DEFER_RECORD_MMAP2)
		return 0;
	return output_dsos__see(&output->dsos, data, header->size, err);
}

/* Scans the records that are whole in one piece. Leaves *@pos at the first byte after them. */
static int output__scan_piece(struct output *output, const struct iovec *piece, uint64_t *pos,
			      struct defer_error *err)
{
	const uint8_t *data = piece->iov_base;
	struct record_header header;
	int ret = 0;

	for (; !ret && *pos + sizeof(header) <= piece->iov_len; *pos += header.size) {
		memcpy(&header, data + *pos, sizeof(header));
		if (header.size < sizeof(header) || header.size > piece->iov_len - *pos)
			return 0;
		ret = output__see_record(output, &header, data + *pos, err);
	}
	return ret;
}

/* Scans whole records for DSOs. One record may continue from the first piece to the second. */
static int output__scan(struct output *output, const struct iovec pieces[2],
			struct defer_error *err)
{
	uint64_t pos = 0, size = pieces__size(pieces, 2);
	struct record_header header;
	int ret = output__scan_piece(output, &pieces[0], &pos, err);

	if (!ret && pos < pieces[0].iov_len &&
	    pieces__read(pieces, 2, pos, &header, sizeof(header)) &&
	    header.size >= sizeof(header) && header.size <= size - pos) {
		pieces__read(pieces, 2, pos, output->scratch, header.size);
		ret = output__see_record(output, &header, output->scratch, err);
		pos += header.size;
	}
	if (!ret && pos >= pieces[0].iov_len) {
		pos -= pieces[0].iov_len;
		ret = output__scan_piece(output, &pieces[1], &pos, err);
		pos += pieces[0].iov_len;
	}
	if (!ret && pos != size)
		return defer_error__set(err, DEFER_ERR_CORRUPT,
					"the kernel returned half a record");
	return ret;
}

static int output__deflate(struct output *output, struct iovec *pieces, struct defer_error *err)
{
	int ret;

	byte_buf__clear(&output->packed);
	ret = deflate__add(output->deflate, pieces[0].iov_base, pieces[0].iov_len, &output->packed,
			   err);
	if (!ret)
		ret = deflate__add(output->deflate, pieces[1].iov_base, pieces[1].iov_len,
				   &output->packed, err);
	output->deflated += pieces__size(pieces, 2);
	output->packed_bytes += output->packed.size;
	pieces[0] = (struct iovec){output->packed.data, output->packed.size};
	pieces[1] = (struct iovec){0};
	return ret;
}

int output__write(struct output *output, const void *a, size_t a_size, const void *b, size_t b_size,
		  struct defer_error *err)
{
	struct iovec pieces[] = {
		{output->staged.data, output->staged.size},
		{(void *)a, a_size},
		{(void *)b, b_size},
	};
	int ret = 0;

	if (!output->opts.no_buildid)
		ret = output__scan(output, pieces + 1, err);
	output->raw_bytes += a_size + b_size;
	if (!ret && output->deflate && !output->failed)
		ret = output__deflate(output, pieces + 1, err);
	return ret ? ret : output__append(output, pieces, 3, err);
}

bool output__can_read_back(const struct output *output)
{
	return !output->sink.is_stream && !output->deflate && !output->failed;
}

int output__copy(struct output *output, const void *a, size_t a_size, const void *b, size_t b_size,
		 struct defer_error *err)
{
	struct iovec pieces[] = {
		{output->staged.data, output->staged.size},
		{(void *)a, a_size},
		{(void *)b, b_size},
	};

	output->coming = 0;
	output->raw_bytes += a_size + b_size;
	return output__append(output, pieces, 3, err);
}

int output__read_back(struct output *output, uint64_t at, void *data, size_t size,
		      struct defer_error *err)
{
	return output_sink__read_back(&output->sink, data, size, at, err);
}

/* The ends up to which samples are counted lie between writes, so each range is on one side. */
int output__see(struct output *output, uint64_t at, const void *data, size_t size, uint64_t samples,
		struct defer_error *err)
{
	struct iovec pieces[] = {{(void *)data, size}, {0}};

	output->samples += samples;
	if (at < output->state.data_offset + output->state.data_size)
		output->flushed_samples += samples;
	if (at < output->safe_end)
		output->safe_samples += samples;
	if (at < output->next_safe_end)
		output->next_safe_samples += samples;
	return output->opts.no_buildid ? 0 : output__scan(output, pieces, err);
}

static int output__drain(struct output *output, struct defer_error *err)
{
	struct iovec piece = {output->staged.data, output->staged.size};

	return output->staged.size ? output__append(output, &piece, 1, err) : 0;
}

int output__write_record(struct output *output, const void *rec, size_t size,
			 struct defer_error *err)
{
	struct iovec pieces[] = {{(void *)rec, size}, {0}};
	int ret = 0;

	if (!output->opts.no_buildid)
		ret = output__scan(output, pieces, err);
	if (ret)
		return ret;
	output->raw_bytes += size;
	byte_buf__add(&output->staged, rec, size);
	ret = byte_buf__check(&output->staged, "records", err);
	if (!ret && output->staged.size >= STAGE_SIZE)
		ret = output__drain(output, err);
	return ret;
}

int output__flush(struct output *output, struct defer_error *err)
{
	int ret = output__drain(output, err);
	uint64_t end = output->sink.size;

	if (ret)
		return ret;
	ret = output__update_header(output, err);
	if (ret) {
		output__before_cut(output);
		output__save(output, end);
	}
	return ret;
}

void output__see_time(struct output *output, uint64_t time)
{
	if (time < output->first_time)
		output->first_time = time;
	if (time > output->last_time)
		output->last_time = time;
}

bool output__reached_max_size(const struct output *output)
{
	return output->full;
}

void output__expect_samples(struct output *output, uint64_t nr)
{
	output->coming = nr;
}

uint64_t output__samples(const struct output *output)
{
	return output->samples;
}

const char *output__why_ended(const struct output *output)
{
	if (output->full)
		return "--max-size";
	return output->failed ? output->sink.why : NULL;
}

uint64_t output__bytes(const struct output *output)
{
	return output->sink.size + output->staged.size;
}

void output__delete(struct output *output)
{
	if (!output)
		return;
	if (output->sink.fd >= 0)
		close(output->sink.fd);
	deflate__delete(output->deflate);
	output_dsos__exit(&output->dsos);
	byte_buf__exit(&output->staged);
	byte_buf__exit(&output->packed);
	free(output->scratch);
	free(output);
}

int output__finish(struct output *output, struct defer_error *err)
{
	int ret = output->failed ? 0 : output__flush(output, err);

	if (!ret && !output->sink.is_stream) {
		ret = output__write_features(output, err);
		if (!ret)
			ret = output__write_header(output, err);
	}
	output__delete(output);
	return ret;
}

void output__abandon(struct output *output)
{
	output__delete(output);
}
