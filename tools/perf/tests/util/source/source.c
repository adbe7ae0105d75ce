// SPDX-License-Identifier: GPL-2.0-only
/* The same records come out of a source whatever way they were written down. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <perf/defer-sample.h>

#include "tests/builder.h"
#include "tests/tests.h"
#include "util/base/progress.h"
#include "util/source/source.h"

#define NR_ROUNDS  400
#define PER_ROUND  50
#define NR_RECORDS (NR_ROUNDS * PER_ROUND)

static const struct builder_event event = {
	.attr = {.type = DEFER_TYPE_SOFTWARE,
		 .size = 144,
		 .sample_type = DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME},
};

/* The records that a pass saw, and their order. */
struct seen {
	uint64_t records, rounds, sum, chunks, damage, damage_offset, streamed;
	char text[232];
};

static void write_records(struct builder *b, unsigned int from, unsigned int to)
{
	unsigned int i;

	for (i = from; i < to; i++) {
		struct defer_sample sample = {
			.ip = 0x400000 + i, .pid = 1, .tid = 1, .time = i, .cpumode = 2};

		builder__sample(b, &event.attr, &sample);
		if (i % PER_ROUND == PER_ROUND - 1) {
			builder__begin(b, DEFER_RECORD_FINISHED_ROUND, 0);
			builder__end(b);
		}
	}
}

static void see(struct seen *seen, const struct defer_record *rec)
{
	uint32_t i;

	if (rec->type == DEFER_RECORD_FINISHED_ROUND)
		seen->rounds++;
	if (rec->type != DEFER_RECORD_SAMPLE)
		return;
	seen->records++;
	for (i = 0; i < rec->size; i++)
		seen->sum = seen->sum * 31 + rec->data[i];
}

static int see_pass(struct source *source, struct seen *seen)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_record rec;
	struct chunk chunk;
	size_t pos;
	int ret;

	memset(seen, 0, sizeof(*seen));
	chunk__init(&chunk);
	while ((ret = source__next(source, &chunk, &err)) > 0) {
		T_EQ(chunk.idx, seen->chunks++);
		for (pos = 0; pos < chunk.size; pos += rec.size) {
			T_EQ(chunk__record(&chunk, pos, &rec, &err), 0);
			see(seen, &rec);
		}
	}
	chunk__exit(&chunk);
	source__rewind(source);
	T_EQ(ret, 0);
	return TEST_OK;
}

/* Two passes and one from a seekable copy see the same. */
static int see_path(const char *path, struct seen *seen)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct damage damage;
	struct progress progress = {0};
	const struct source_opts opts = {.progress = &progress};
	struct source *source;
	struct seen again;

	damage__init(&damage);
	T_EQ(source__open(&source, path, &damage, &opts, &err), 0);
	T_EQ(source__offset_of(source, 0), DEFER_NO_OFFSET); /* nothing was read yet */
	T_RUN(see_pass(source, seen));
	T_RUN(see_pass(source, &again));
	T_EQ(again.sum, seen->sum);
	T_EQ(again.chunks, seen->chunks);
	T_EQ(source__make_seekable(source, &err), 0);
	T_RUN(see_pass(source, &again));
	T_EQ(again.sum, seen->sum);
	T_EQ(again.chunks, seen->chunks);
	damage__sort(&damage);
	seen->streamed = progress.done;
	seen->damage = damage.nr;
	if (damage.nr) {
		seen->damage_offset = damage.kept[0].offset;
		snprintf(seen->text, sizeof(seen->text), "%s", damage.kept[0].text);
	}
	source__close(source);
	damage__exit(&damage);
	return TEST_OK;
}

static int see_built(const struct builder *b, struct seen *seen)
{
	char path[] = "/tmp/perf-defer-source-XXXXXX";
	int fd = mkstemp(path), ret;

	T_CHECK(fd >= 0);
	close(fd);
	builder__write(b, path);
	ret = see_path(path, seen);
	unlink(path);
	return ret;
}

static int see_plain(struct seen *seen)
{
	struct builder b;
	int ret;

	builder__init(&b, false);
	builder__begin_file(&b, &event, 1);
	write_records(&b, 0, NR_RECORDS);
	builder__end_file(&b);
	ret = see_built(&b, seen);
	builder__exit(&b);
	return ret;
}

static int test_plain(void)
{
	struct seen seen;

	T_RUN(see_plain(&seen));
	T_EQ(seen.records, NR_RECORDS);
	T_EQ(seen.rounds, NR_ROUNDS);
	T_EQ(seen.damage, 0);
	return TEST_OK;
}

static bool is_third(const void *ctx, uint32_t idx)
{
	(void)ctx;
	return idx % 3 == 2;
}

/* A pass over chunks that are wanted, and the next one over all. */
static int check_wanted(struct source *source)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct seen all, again;
	struct chunk chunk;
	uint32_t nr = 0;

	T_RUN(see_pass(source, &all));
	T_CHECK(all.chunks > 6);
	chunk__init(&chunk);
	source__want(source, is_third, NULL);
	while (source__next(source, &chunk, &err) > 0)
		T_EQ(chunk.idx, 3 * nr++ + 2);
	chunk__exit(&chunk);
	T_EQ(nr, all.chunks / 3);
	source__rewind(source);
	T_RUN(see_pass(source, &again));
	T_EQ(again.sum, all.sum);
	return TEST_OK;
}

static int test_wanted(void)
{
	char path[] = "/tmp/perf-defer-source-XXXXXX";
	const struct source_opts opts = {.chunk_size = 2048};
	struct defer_error err = DEFER_ERROR_INIT;
	struct damage damage;
	struct source *source;
	struct builder b;
	int fd = mkstemp(path), ret;

	T_CHECK(fd >= 0);
	close(fd);
	builder__init(&b, false);
	builder__begin_file(&b, &event, 1);
	write_records(&b, 0, NR_RECORDS);
	builder__end_file(&b);
	builder__write(&b, path);
	builder__exit(&b);
	damage__init(&damage);
	T_EQ(source__open(&source, path, &damage, &opts, &err), 0);
	unlink(path);
	ret = check_wanted(source);
	source__close(source);
	damage__exit(&damage);
	return ret;
}

static int compressed(uint32_t type, size_t piece)
{
	struct seen seen, plain;
	struct builder b;
	size_t from;

	builder__init(&b, false);
	builder__begin_file(&b, &event, 1);
	from = b.size;
	write_records(&b, 0, NR_RECORDS / 2);
	builder__compress(&b, from, type, piece);
	/* A file may end with records that are plain. */
	write_records(&b, NR_RECORDS / 2, NR_RECORDS);
	builder__end_file(&b);
	T_RUN(see_built(&b, &seen));
	T_EQ(seen.streamed, 0);
	builder__exit(&b);
	T_RUN(see_plain(&plain));
	T_EQ(seen.records, NR_RECORDS);
	T_EQ(seen.sum, plain.sum);
	T_EQ(seen.damage, 0);
	return TEST_OK;
}

static int test_compressed(void)
{
	T_RUN(compressed(DEFER_RECORD_COMPRESSED, 60000));
	T_RUN(compressed(DEFER_RECORD_COMPRESSED, 8));
	T_RUN(compressed(DEFER_RECORD_COMPRESSED2, 60000));
	T_RUN(compressed(DEFER_RECORD_COMPRESSED2, 13));
	return TEST_OK;
}

static void build_pipe(struct builder *b)
{
	builder__init(b, false);
	builder__begin_pipe(b, &event, 1);
	write_records(b, 0, NR_RECORDS);
	builder__end_file(b);
}

static int test_stream_file(void)
{
	struct seen seen, plain;
	struct builder b;

	build_pipe(&b);
	T_RUN(see_built(&b, &seen));
	builder__exit(&b);
	T_RUN(see_plain(&plain));
	T_EQ(seen.sum, plain.sum);
	T_EQ(seen.damage, 0);
	return TEST_OK;
}

/* A pipe cannot be read twice, and gives its bytes in pieces. */
static int test_stream_stdin(void)
{
	struct seen seen, plain;
	struct builder b;
	int fds[2];

	T_RUN(see_plain(&plain));
	T_EQ(pipe(fds), 0);
	build_pipe(&b);
	if (!fork()) {
		size_t pos = 0;

		close(fds[0]);
		while (pos < b.size) {
			size_t n = b.size - pos < 1001 ? b.size - pos : 1001;
			ssize_t put = write(fds[1], b.data + pos, n);

			if (put < 0)
				_exit(1);
			pos += put;
		}
		_exit(0);
	}
	close(fds[1]);
	T_CHECK(dup2(fds[0], STDIN_FILENO) >= 0);
	close(fds[0]);
	T_RUN(see_path("-", &seen));
	T_EQ(seen.streamed, b.size);
	builder__exit(&b);
	T_EQ(seen.sum, plain.sum);
	T_EQ(seen.damage, 0);
	return TEST_OK;
}

/* Reads what @text repeated without end comes to, after @start, and how much of it was taken. */
static int see_endless(const void *start, size_t size, const void *text, size_t nr,
		       struct seen *seen, struct defer_error *err)
{
	struct progress progress = {0};
	const struct source_opts opts = {.progress = &progress};
	struct damage damage;
	struct source *source;
	int fds[2], ret;
	pid_t pid;

	T_EQ(pipe(fds), 0);
	pid = fork();
	if (!pid) {
		close(fds[0]);
		ret = write(fds[1], start, size);
		while (write(fds[1], text, nr) == (ssize_t)nr)
			;
		_exit(ret < 0);
	}
	close(fds[1]);
	T_CHECK(dup2(fds[0], STDIN_FILENO) >= 0);
	close(fds[0]);
	damage__init(&damage);
	ret = source__open(&source, "-", &damage, &opts, err);
	seen->streamed = progress.done;
	if (!ret)
		source__close(source);
	damage__exit(&damage);
	/* The writer ends when there is no reader. */
	T_CHECK(dup2(STDERR_FILENO, STDIN_FILENO) >= 0);
	waitpid(pid, NULL, 0);
	return ret;
}

/* What is no trace is not copied, and what ceases to be one only up to there. */
static int test_stream_endless(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct seen seen;
	struct builder b;

	T_EQ(see_endless("", 0, "endless!", 8, &seen, &err), DEFER_ERR_UNSUPPORTED);
	T_CHECK(strstr(err.text, "not a perf.data file"));
	/* It may take two reads to see the first 16. */
	T_CHECK(seen.streamed < 16);
	build_pipe(&b);
	T_EQ(see_endless(b.data, b.size, "\0\0\0\0\0\0\0\0", 8, &seen, NULL), 0);
	T_EQ(seen.streamed, b.size + 8);
	builder__exit(&b);
	return TEST_OK;
}

/* perf record --threads writes records beside the file that has the header. */
static int test_directory(void)
{
	char dir[] = "/tmp/perf-defer-source-XXXXXX", path[128];
	struct seen seen, plain;
	struct builder b;
	unsigned int i;

	T_CHECK(mkdtemp(dir));
	builder__init(&b, false);
	builder__begin_file(&b, &event, 1);
	write_records(&b, 0, NR_RECORDS / 4);
	builder__end_file(&b);
	snprintf(path, sizeof(path), "%s/data", dir);
	builder__write(&b, path);
	builder__exit(&b);
	for (i = 1; i < 4; i++) {
		builder__init(&b, false);
		write_records(&b, i * NR_RECORDS / 4, (i + 1) * NR_RECORDS / 4);
		/* In the order of numbers: data.9 comes before data.10. */
		snprintf(path, sizeof(path), "%s/data.%u", dir, 7 + i);
		builder__write(&b, path);
		builder__exit(&b);
	}
	T_RUN(see_path(dir, &seen));
	T_RUN(see_plain(&plain));
	T_EQ(seen.sum, plain.sum);
	T_EQ(seen.damage, 0);
	for (i = 1; i < 4; i++) {
		snprintf(path, sizeof(path), "%s/data.%u", dir, 7 + i);
		unlink(path);
	}
	snprintf(path, sizeof(path), "%s/data", dir);
	unlink(path);
	T_EQ(rmdir(dir), 0);
	return TEST_OK;
}

static int test_not_finished(void)
{
	struct seen seen;
	struct builder b;

	builder__init(&b, false);
	builder__begin_file(&b, &event, 1);
	write_records(&b, 0, NR_RECORDS);
	b.size -= 11;
	T_RUN(see_built(&b, &seen));
	/* The last FINISHED_ROUND is gone, and the sample before it is cut. */
	T_EQ(seen.records, NR_RECORDS - 1);
	T_EQ(seen.rounds, NR_ROUNDS - 1);
	T_EQ(seen.damage, 2);
	builder__exit(&b);
	return TEST_OK;
}

/* A record of no size can not be stepped over: what stands before it is kept. */
static int test_size_zero(void)
{
	struct seen seen;
	struct builder b;
	size_t at;

	builder__init(&b, false);
	builder__begin_file(&b, &event, 1);
	write_records(&b, 0, 70);
	at = b.size;
	write_records(&b, 70, NR_RECORDS);
	builder__end_file(&b);
	builder__poke_u16(&b, at + 6, 0);
	T_RUN(see_built(&b, &seen));
	T_EQ(seen.records, 70);
	T_EQ(seen.damage, 1);
	T_EQ(seen.damage_offset, at);
	builder__exit(&b);
	return TEST_OK;
}

static int test_shrinks(void)
{
	char path[] = "/tmp/perf-defer-source-XXXXXX";
	struct defer_error err = DEFER_ERROR_INIT;
	struct damage damage;
	struct source *source;
	struct chunk chunk;
	struct builder b;
	int fd = mkstemp(path), ret;

	T_CHECK(fd >= 0);
	builder__init(&b, false);
	builder__begin_file(&b, &event, 1);
	write_records(&b, 0, 4 * NR_RECORDS);
	builder__end_file(&b);
	builder__write(&b, path);
	damage__init(&damage);
	T_EQ(source__open(&source, path, &damage, NULL, &err), 0);
	chunk__init(&chunk);
	T_EQ(source__next(source, &chunk, &err), 1);
	T_EQ(ftruncate(fd, b.size / 2), 0);
	while ((ret = source__next(source, &chunk, &err)) > 0)
		;
	T_EQ(ret, 0);
	T_CHECK(damage.nr);
	T_CHECK(strstr(damage.kept[0].text, "shrank"));
	T_EQ(damage.kept[0].offset, b.size / 2);
	chunk__exit(&chunk);
	source__close(source);
	damage__exit(&damage);
	builder__exit(&b);
	close(fd);
	unlink(path);
	return TEST_OK;
}

/* A few bytes that inflate to gigabytes are refused at the recorder's own limit. */
static int test_bomb(void)
{
	char path[] = "/tmp/perf-defer-source-XXXXXX";
	struct defer_error err = DEFER_ERROR_INIT;
	struct damage damage;
	struct source *source;
	struct builder b;
	struct seen seen;
	size_t from;
	int fd = mkstemp(path);

	T_CHECK(fd >= 0);
	close(fd);
	builder__init(&b, false);
	builder__begin_file(&b, &event, 1);
	from = b.size;
	write_records(&b, 0, NR_RECORDS);
	builder__compress(&b, from, DEFER_RECORD_COMPRESSED, 65000);
	builder__end_file(&b);
	builder__write(&b, path);
	damage__init(&damage);
	T_EQ(source__open(&source, path, &damage, NULL, &err), 0);
	source__set_inflate_limit(source, 4096);
	T_RUN(see_pass(source, &seen));
	T_CHECK(seen.records < NR_RECORDS);
	T_EQ(damage.nr, 1);
	T_CHECK(strstr(damage.kept[0].text, "decompresses to more than"));
	T_EQ(damage.kept[0].offset, from);
	source__close(source);
	damage__exit(&damage);
	builder__exit(&b);
	unlink(path);
	return TEST_OK;
}

/* Compressed bytes that stop inside a record are not a record. */
static int test_compressed_cut(void)
{
	struct seen seen;
	struct builder b;
	size_t from;

	builder__init(&b, false);
	builder__begin_file(&b, &event, 1);
	from = b.size;
	write_records(&b, 0, 100);
	b.size -= 8 + 3;
	builder__compress(&b, from, DEFER_RECORD_COMPRESSED, 65000);
	builder__end_file(&b);
	T_RUN(see_built(&b, &seen));
	T_EQ(seen.records, 99);
	T_EQ(seen.damage, 1);
	T_CHECK(strstr(seen.text, "within a record"));
	builder__exit(&b);
	return TEST_OK;
}

/* No recorder compresses twice: data that inflate to compressed records are corrupt. */
static int test_compressed_twice(void)
{
	struct seen seen;
	struct builder b;
	size_t from;

	builder__init(&b, false);
	builder__begin_file(&b, &event, 1);
	from = b.size;
	write_records(&b, 0, 100);
	builder__compress(&b, from, DEFER_RECORD_COMPRESSED2, 65000);
	builder__compress(&b, from, DEFER_RECORD_COMPRESSED2, 65000);
	builder__end_file(&b);
	T_RUN(see_built(&b, &seen));
	T_EQ(seen.records, 0);
	T_EQ(seen.damage, 1);
	T_EQ(seen.damage_offset, from);
	T_CHECK(strstr(seen.text, "holds another compressed record"));
	builder__exit(&b);
	return TEST_OK;
}

static int aux_data(const uint8_t *aux, size_t size)
{
	struct seen seen, plain;
	struct builder b;

	builder__init(&b, false);
	builder__begin_file(&b, &event, 1);
	write_records(&b, 0, NR_RECORDS / 2);
	builder__auxtrace(&b, size);
	builder__bytes(&b, aux, size);
	write_records(&b, NR_RECORDS / 2, NR_RECORDS);
	builder__end_file(&b);
	T_RUN(see_built(&b, &seen));
	builder__exit(&b);
	T_RUN(see_plain(&plain));
	T_EQ(seen.sum, plain.sum);
	T_EQ(seen.damage, 0);
	return TEST_OK;
}

/* AUX area data stands between records. It looks like none, or like a sample of its size. */
static int test_aux_data(void)
{
	static const uint8_t other[4096] = {0xff, 0xfe};
	static const uint8_t sample[4096] = {DEFER_RECORD_SAMPLE, [7] = sizeof(sample) >> 8};

	T_RUN(aux_data(other, sizeof(other)));
	return aux_data(sample, sizeof(sample));
}

/*
 * A chunk of a file that shrank ends before places that were kept of it. What its buffer still holds
 * there, whole records of the chunk before it, are no records of this one.
 */
static int test_beyond_chunk(void)
{
	struct builder b;
	struct chunk chunk;
	struct defer_record rec;

	for (int big = 0; big < 2; big++) {
		builder__init(&b, big);
		for (int i = 0; i < 4; i++) {
			builder__begin(&b, DEFER_RECORD_FINISHED_ROUND, 0);
			builder__end(&b);
		}
		chunk = (struct chunk){
			.data = b.data, .size = 8, .order = 100, .swap = builder__swap(&b)};
		T_EQ(chunk__record(&chunk, 0, &rec, NULL), 0);
		T_EQ(rec.order, 100);
		T_EQ(chunk__record(&chunk, 8, &rec, NULL), DEFER_ERR_TRUNCATED);
		T_EQ(chunk__record(&chunk, 16, &rec, NULL), DEFER_ERR_TRUNCATED);
		T_EQ(chunk__record(&chunk, 24, &rec, NULL), DEFER_ERR_TRUNCATED);
		chunk.size = 12;
		T_EQ(chunk__record(&chunk, 8, &rec, NULL), DEFER_ERR_TRUNCATED);
		builder__exit(&b);
	}
	return TEST_OK;
}

/* A size that reads the same in both byte orders: all of the header counts, not only its size. */
static int test_other_byte_order(void)
{
	struct defer_record rec;
	struct builder b;

	builder__init(&b, true);
	builder__begin(&b, DEFER_RECORD_FINISHED_ROUND, 0);
	builder__zeros(&b, 0x0808 - DEFER_RECORD_HEADER_SIZE);
	builder__end(&b);
	T_EQ(chunk__record(&(struct chunk){.data = b.data, .size = b.size, .swap = true}, 0, &rec,
			   NULL),
	     0);
	T_EQ(rec.type, DEFER_RECORD_FINISHED_ROUND);
	T_EQ(rec.size, 0x0808);
	T_CHECK(rec.swap);
	builder__exit(&b);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"plain records of a file, in every pass", test_plain},
	{"a pass over the chunks that are wanted", test_wanted},
	{"compressed records of both kinds, cut anywhere", test_compressed},
	{"a stream in a file", test_stream_file},
	{"a stream on stdin", test_stream_stdin},
	{"a stream without end", test_stream_endless},
	{"a directory of files", test_directory},
	{"AUX area data is stepped over", test_aux_data},
	{"a recording that was not finished", test_not_finished},
	{"a record of size zero", test_size_zero},
	{"a file that shrinks while it is read", test_shrinks},
	{"a place beyond the end of a chunk", test_beyond_chunk},
	{"a chunk in the other byte order", test_other_byte_order},
	{"a compressed record that inflates without end", test_bomb},
	{"compressed records that end inside a record", test_compressed_cut},
	{"compressed records inside compressed records", test_compressed_twice},
	{0},
};

const struct test_suite suite__source = {"source", "Bytes of a trace, from wherever", cases};
