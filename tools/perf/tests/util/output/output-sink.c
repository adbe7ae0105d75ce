// SPDX-License-Identifier: GPL-2.0-only
/* A file that takes blocks of the disk before it writes to them. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/tests.h"
#include "util/output/output-sink.h"

#define PIECE	  300007
#define NR_PIECES 20

/* A file without a name. */
struct unnamed {
	struct output_sink sink;
	bool has_blocks; /* its file system gives blocks ahead */
};

static int unnamed__open(struct unnamed *file)
{
	const struct output_end end = {0};
	char path[] = "/tmp/perf-defer-sink-XXXXXX";
	int fd = mkstemp(path);

	T_CHECK(fd >= 0 && !unlink(path));
	file->has_blocks = !fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, 1 << 20);
	T_EQ(ftruncate(fd, 0), 0);
	output_sink__init(&file->sink, fd, false, "the file", &end);
	return TEST_OK;
}

/* Returns the bytes for which the disk has blocks. */
static uint64_t unnamed__blocks(const struct unnamed *file)
{
	struct stat st;

	return fstat(file->sink.fd, &st) ? 0 : st.st_blocks * UINT64_C(512);
}

static uint8_t byte_at(uint64_t at)
{
	return at * 7 / 1000;
}

static int append(struct unnamed *file, struct defer_error *err)
{
	static uint8_t bytes[PIECE];

	for (size_t i = 0; i < PIECE; i++)
		bytes[i] = byte_at(file->sink.size + i);
	return output_sink__append_bytes(&file->sink, bytes, PIECE, err);
}

static int check_bytes(const struct unnamed *file, uint64_t size)
{
	uint8_t *bytes = malloc(size + 1);

	T_CHECK(bytes);
	T_EQ(pread(file->sink.fd, bytes, size + 1, 0), size);
	for (uint64_t i = 0; i < size; i++)
		if (bytes[i] != byte_at(i))
			T_FAIL("byte %" PRIu64 " is not the one that was written", i);
	free(bytes);
	return TEST_OK;
}

static int test_reserve(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct unnamed file;
	uint64_t ahead = 0;

	T_RUN(unnamed__open(&file));
	output_sink__reserve(&file.sink);
	for (int i = 0; i < NR_PIECES; i++) {
		T_EQ(append(&file, &err), 0);
		if (unnamed__blocks(&file) > file.sink.size + ahead)
			ahead = unnamed__blocks(&file) - file.sink.size;
	}
	if (file.has_blocks)
		T_CHECK(ahead > 2 * PIECE && ahead <= NR_PIECES * PIECE);
	T_EQ(output_sink__release(&file.sink, &err), 0);
	T_CHECK(unnamed__blocks(&file) < file.sink.size + 65536);
	T_EQ(file.sink.size, NR_PIECES * PIECE);
	T_RUN(check_bytes(&file, NR_PIECES * PIECE));
	T_EQ(output_sink__truncate(&file.sink, PIECE, &err), 0);
	T_EQ(append(&file, &err), 0);
	T_RUN(check_bytes(&file, 2 * PIECE));
	close(file.sink.fd);
	return TEST_OK;
}

/* Blocks are taken up to the limit of a file at most, and then all that fits is written. */
static int test_limit(void)
{
	const uint64_t limit = NR_PIECES / 2 * PIECE + 5;
	struct defer_error err = DEFER_ERROR_INIT;
	struct unnamed file;
	int ret = 0;

	T_RUN(unnamed__open(&file));
	file.sink.limit = limit;
	output_sink__reserve(&file.sink);
	for (int i = 0; i < NR_PIECES && !ret; i++)
		ret = append(&file, &err);
	T_EQ(ret, DEFER_ERR_IO);
	T_EQ(file.sink.size, limit);
	T_CHECK(unnamed__blocks(&file) < limit + 65536);
	T_RUN(check_bytes(&file, limit));
	close(file.sink.fd);
	return TEST_OK;
}

/* What was written is read back; where the file was cut meanwhile, the error says. */
static int test_read_back(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct unnamed file;
	uint8_t bytes[100];

	T_RUN(unnamed__open(&file));
	T_EQ(append(&file, &err), 0);
	T_EQ(output_sink__read_back(&file.sink, bytes, sizeof(bytes), 5000, &err), 0);
	for (size_t i = 0; i < sizeof(bytes); i++)
		T_EQ(bytes[i], byte_at(5000 + i));
	T_EQ(ftruncate(file.sink.fd, 5030), 0);
	T_EQ(output_sink__read_back(&file.sink, bytes, sizeof(bytes), 5000, &err), DEFER_ERR_IO);
	T_EQ(err.offset, 5030);
	T_STREQ(err.text, "cannot read the file back: it was cut meanwhile");
	close(file.sink.fd);
	return TEST_OK;
}

/* A pipe has no blocks. */
static int test_stream(void)
{
	const struct output_end end = {0};
	struct defer_error err = DEFER_ERROR_INIT;
	struct output_sink sink;
	int fds[2];
	char byte;

	T_EQ(pipe(fds), 0);
	output_sink__init(&sink, fds[1], true, "the pipe", &end);
	output_sink__reserve(&sink);
	T_EQ(output_sink__append_bytes(&sink, "x", 1, &err), 0);
	T_EQ(output_sink__release(&sink, &err), 0);
	T_EQ(read(fds[0], &byte, 1), 1);
	T_EQ(byte, 'x');
	close(fds[0]);
	close(fds[1]);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"a file takes blocks ahead, and gives back those that it did not use", test_reserve},
	{"no block beyond the limit of a file is taken", test_limit},
	{"a file is read back", test_read_back},
	{"a stream takes none", test_stream},
	{0},
};

const struct test_suite suite__output_sink = {"output-sink", "takes blocks of the disk ahead",
					      cases};
