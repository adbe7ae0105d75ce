// SPDX-License-Identifier: GPL-2.0-only
/* Workers read cells of a file before they know where chunks begin: the chunks are those of one worker. */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include <perf/defer-sample.h>

#include "tests/builder.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/base/workers.h"
#include "util/source/claims.h"
#include "util/source/segment.h"
#include "util/source/source.h"

#define MAX_CHUNKS 65536

static const struct builder_event event = {
	.attr = {.type = DEFER_TYPE_SOFTWARE,
		 .size = 144,
		 .sample_type = DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME},
};

/* The chunks of a pass, by their numbers. */
struct cut {
	struct source *source;
	struct {
		uint64_t order, size, sum;
	} chunks[MAX_CHUNKS];
	atomic_uint nr;
};

static uint64_t sum_of(const struct chunk *chunk)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < chunk->size; i++)
		sum = sum * 31 + chunk->data[i];
	return sum;
}

static int cut__run(void *ctx, unsigned int worker, struct defer_error *err)
{
	struct cut *cut = ctx;
	struct chunk chunk;
	int ret;

	(void)worker;
	chunk__init(&chunk);
	while ((ret = source__next(cut->source, &chunk, err)) > 0 && chunk.idx < MAX_CHUNKS) {
		cut->chunks[chunk.idx].order = chunk.order;
		cut->chunks[chunk.idx].size = chunk.size;
		cut->chunks[chunk.idx].sum = sum_of(&chunk);
		cut->nr++;
	}
	chunk__exit(&chunk);
	return ret;
}

/* Reads @path with so many workers. Sets *@nr to the number of damages. */
static int cut__new(struct cut **cutp, const char *path, unsigned int workers, uint32_t chunk_size,
		    uint32_t *nr)
{
	const struct source_opts opts = {.chunk_size = chunk_size};
	struct cut *cut = calloc(1, sizeof(*cut));
	struct defer_error err = DEFER_ERROR_INIT;
	struct damage damage;

	T_CHECK(cut);
	*cutp = cut;
	damage__init(&damage);
	T_EQ(source__open(&cut->source, path, &damage, &opts, &err), 0);
	T_EQ(workers__run(workers, cut__run, cut, &err), 0);
	*nr = damage.nr;
	source__close(cut->source);
	damage__exit(&damage);
	return TEST_OK;
}

static int compare(const char *path, unsigned int workers, uint32_t chunk_size)
{
	struct cut *one, *many;
	uint32_t nr_one, nr_many;

	T_RUN(cut__new(&one, path, 1, chunk_size, &nr_one));
	T_RUN(cut__new(&many, path, workers, chunk_size, &nr_many));
	T_EQ(nr_many, nr_one);
	T_CHECK(one->nr > 1);
	T_EQ(many->nr, one->nr);
	for (uint32_t i = 0; i < one->nr; i++) {
		T_EQ(many->chunks[i].order, one->chunks[i].order);
		T_EQ(many->chunks[i].size, one->chunks[i].size);
		T_EQ(many->chunks[i].sum, one->chunks[i].sum);
		T_EQ(one->chunks[i].order,
		     i ? one->chunks[i - 1].order + one->chunks[i - 1].size : 0);
	}
	free(one);
	free(many);
	return TEST_OK;
}

static int compare_all(const struct builder *b)
{
	static const uint32_t sizes[] = {8, 256, 4096, 40000, 1 << 19};
	char path[] = "/tmp/perf-defer-cells-XXXXXX";
	int fd = mkstemp(path), ret = TEST_OK;

	T_CHECK(fd >= 0);
	close(fd);
	builder__write(b, path);
	for (size_t i = 0; i < ARRAY_SIZE(sizes) && !ret; i++) {
		/* Of the smallest cells there would be too many. */
		if (b->size / sizes[i] >= MAX_CHUNKS)
			continue;
		ret = compare(path, 2, sizes[i]);
		if (!ret)
			ret = compare(path, 5, sizes[i]);
	}
	unlink(path);
	return ret;
}

static void write_sample(struct builder *b, uint64_t i)
{
	const struct defer_sample sample = {
		.ip = 0x400000 + i, .pid = 1, .tid = 1, .time = i, .cpumode = 2};

	builder__sample(b, &event.attr, &sample);
}

/* Writes a record of @size bytes, in the extended form if need be. */
static void write_long(struct builder *b, size_t size)
{
	builder__begin(b, DEFER_RECORD_FINISHED_ROUND, 0);
	builder__zeros(b, size - DEFER_RECORD_HEADER_SIZE);
	if (size > UINT16_MAX)
		builder__end_extended(b);
	else
		builder__end(b);
}

static void write_aux(struct builder *b, size_t size)
{
	builder__auxtrace(b, size);
	builder__zeros(b, size);
}

/* Compares the chunks of a file of samples, with what @more writes behind each. */
static int check(void (*more)(struct builder *b, uint64_t i))
{
	struct builder b;
	int ret;

	builder__init(&b, false);
	builder__begin_file(&b, &event, 1);
	for (uint64_t i = 0; i < 40000; i++) {
		write_sample(&b, i);
		if (more)
			more(&b, i);
	}
	builder__end_file(&b);
	ret = compare_all(&b);
	builder__exit(&b);
	return ret;
}

static int test_short(void)
{
	return check(NULL);
}

static void more_long(struct builder *b, uint64_t i)
{
	if (i % 997 == 0)
		write_long(b, 8 + 8 * (i % 8000));
	if (i % 9001 == 0)
		write_long(b, 400000);
}

static int test_long(void)
{
	return check(more_long);
}

static void more_aux(struct builder *b, uint64_t i)
{
	if (i % 3001 == 0)
		write_aux(b, 8 * i);
}

static int test_aux(void)
{
	return check(more_aux);
}

static void more_compressed(struct builder *b, uint64_t i)
{
	if (i == 20000) {
		size_t from = b->size;

		for (uint64_t j = 0; j < 20000; j++)
			write_sample(b, j);
		builder__compress(b, from, DEFER_RECORD_COMPRESSED, 30000);
	}
}

static int test_compressed(void)
{
	return check(more_compressed);
}

static void more_broken(struct builder *b, uint64_t i)
{
	if (i == 30000)
		builder__zeros(b, 8);
}

static int test_broken(void)
{
	return check(more_broken);
}

static int open_part(struct segment *segment, uint64_t first)
{
	char path[] = "/tmp/perf-defer-cells-XXXXXX";
	struct defer_error err = DEFER_ERROR_INIT;
	int fd = mkstemp(path);
	struct builder b;

	T_CHECK(fd >= 0);
	builder__init(&b, false);
	for (uint64_t i = 0; i < 1000; i++)
		write_sample(&b, first + i);
	builder__write(&b, path);
	segment__init(segment);
	T_EQ(segment__set_fd(segment, fd, true, path, &err), 0);
	segment__bound(segment, 0, b.size);
	builder__exit(&b);
	unlink(path);
	return TEST_OK;
}

/* What was read of one file is not taken for bytes of another, as when it turns out to end early. */
static int test_other_file(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct segment one, other;
	struct chunk plain, chunk;

	T_RUN(open_part(&one, 0));
	T_RUN(open_part(&other, 1000));
	chunk__init(&plain);
	chunk__init(&chunk);
	T_EQ(segment__next(&one, &plain, &err), 1);
	segment__read_ahead(&other, 0, false, &chunk);
	T_EQ(chunk.ahead.size, plain.size);
	segment__rewind(&one);
	T_EQ(segment__next(&one, &chunk, &err), 1);
	T_EQ(chunk.size, plain.size);
	T_CHECK(!memcmp(chunk.data, plain.data, plain.size));
	segment__read_ahead(&one, 0, false, &chunk);
	segment__rewind(&one);
	T_EQ(segment__next(&one, &chunk, &err), 1);
	T_CHECK(!memcmp(chunk.data, plain.data, plain.size));
	chunk__exit(&plain);
	chunk__exit(&chunk);
	segment__exit(&one);
	segment__exit(&other);
	return TEST_OK;
}

/* Claims are of one cell after the other, also those made before the place of an earlier one is known. */
static int test_claims(void)
{
	struct claims claims;
	struct claim claim[4];

	claims__init(&claims);
	for (unsigned int i = 0; i < 3; i++) {
		claims__take(&claims, &claim[i]);
		T_EQ(claim[i].nr, i);
		T_EQ(claim[i].segment, 0);
		T_EQ(claim[i].cell, i);
	}
	claims__wait(&claims, &claim[0]);
	/* The next chunk, which the second claim is for, begins in cell 7: the fourth one's in cell 9. */
	claims__end(&claims, &claim[0], 0, 7);
	claims__take(&claims, &claim[3]);
	T_EQ(claim[3].cell, 9);
	for (unsigned int i = 1; i < 4; i++) {
		claims__wait(&claims, &claim[i]);
		claims__end(&claims, &claim[i], 5, 7 + i);
	}
	claims__restart(&claims);
	claims__take(&claims, &claim[0]);
	T_EQ(claim[0].nr, 4);
	T_EQ(claim[0].segment, 0);
	T_EQ(claim[0].cell, 0);
	claims__wait(&claims, &claim[0]);
	claims__end(&claims, &claim[0], CLAIM_NO_SEGMENT, 0);
	claims__exit(&claims);
	return TEST_OK;
}

/* Returns how many bytes this process has read so far. */
static uint64_t bytes_read(void)
{
	uint64_t bytes = 0;
	FILE *io = fopen("/proc/self/io", "r");

	if (!io || fscanf(io, "rchar: %" SCNu64, &bytes) != 1)
		bytes = 0;
	if (io)
		fclose(io);
	return bytes;
}

static int read_once(const char *path, uint64_t size)
{
	const uint64_t before = bytes_read();
	uint64_t bytes;
	struct cut *cut;
	uint32_t nr;

	T_CHECK(before);
	T_RUN(cut__new(&cut, path, 3, 1 << 16, &nr));
	free(cut);
	bytes = bytes_read() - before;
	/* The file's header is read in part; the records, in full. */
	T_CHECK(bytes >= size - 4096);
	/* The rest of a record at the end of each cell, and at most 4096 bytes. */
	T_CHECK(bytes < size + size / 10);
	return TEST_OK;
}

/* The cells are the ones that chunks are in: what was read ahead is not read again. */
static int test_once(void)
{
	char path[] = "/tmp/perf-defer-cells-XXXXXX";
	int fd = mkstemp(path), ret;
	struct builder b;

	T_CHECK(fd >= 0);
	close(fd);
	builder__init(&b, false);
	builder__begin_file(&b, &event, 1);
	for (uint64_t i = 0; i < 200000; i++)
		write_sample(&b, i);
	builder__end_file(&b);
	builder__write(&b, path);
	ret = read_once(path, b.size);
	builder__exit(&b);
	unlink(path);
	return ret;
}

static const struct test_case cases[] = {
	{"short records", test_short},
	{"records that are longer than cells", test_long},
	{"AUX area data of many cells", test_aux},
	{"compressed records between plain ones", test_compressed},
	{"a record without a size", test_broken},
	{"what was read of another file", test_other_file},
	{"claims that are made before the walk", test_claims},
	{"each cell is read once", test_once},
	{0},
};

const struct test_suite suite__source_cells = {"source-cells", "Chunks of a file that many read",
					       cases};
