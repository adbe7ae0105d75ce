// SPDX-License-Identifier: GPL-2.0-only
/* Traces cut anywhere, and traces with bytes that are wrong anywhere: small real ones and built. */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <perf/defer-cursor.h>
#include <perf/defer-header.h>

#include "tests/recorded.h"
#include "tests/rng.h"
#include "tests/tests.h"
#include "tests/trace.h"
#include "tests/trial.h"
#include "util/base/array.h"

#define SMALL_SIZE 8000 /* bytes of records that are kept of a real trace */

/* ---- a small trace from a large one ---- */

static int read_whole(const char *name, struct builder *b)
{
	const char *dir = getenv("PERF_DEFER_TEST_DATA");
	char path[4096], bytes[4096];
	size_t size;
	FILE *file;

	T_NEED_RECORDED();
	snprintf(path, sizeof(path), "%s/%s", dir, name);
	file = fopen(path, "r");
	if (!file)
		return TEST_SKIP;
	builder__init(b, false);
	while ((size = fread(bytes, 1, sizeof(bytes), file)) > 0)
		builder__bytes(b, bytes, size);
	fclose(file);
	return TEST_OK;
}

/* Returns the end of the records in [from, to) that begin before from + SMALL_SIZE. */
static size_t first_records_end(const struct builder *b, size_t from, size_t to)
{
	struct defer_cursor cur;
	struct defer_record rec;

	defer_cursor__init(&cur, b->data + from, to - from, from, false);
	while (cur.pos < SMALL_SIZE && defer_record__next(&rec, &cur, NULL) > 0)
		;
	return from + cur.pos;
}

/* The sections of features, which stand after the table, move with it. */
static void move_features(struct builder *small, const struct defer_header *hdr, size_t table,
			  uint64_t moved)
{
	for (unsigned int i = 0; i < DEFER_NR_FEATURE_BITS; i++) {
		struct defer_section section;
		struct defer_cursor cur;

		if (!defer_header__has_feature(hdr, i))
			continue;
		defer_cursor__init(&cur, small->data + table, 16, 0, false);
		section.offset = defer_cursor__u64(&cur);
		builder__poke_u64(small, table, section.offset - moved);
		table += 16;
	}
}

/* Keeps the first records of the trace, and all else. */
static int make_small(const char *name, struct builder *small)
{
	struct defer_header hdr;
	struct builder b;
	size_t data_end, end;

	T_RUN(read_whole(name, &b));
	T_EQ(defer_header__read(&hdr, builder__pread, &b, NULL), 0);
	T_CHECK(!hdr.swap);
	builder__init(small, false);
	if (hdr.pipe) {
		builder__bytes(small, b.data, first_records_end(&b, 16, b.size));
		builder__exit(&b);
		return TEST_OK;
	}
	data_end = hdr.data.offset + hdr.data.size;
	end = first_records_end(&b, hdr.data.offset, data_end);
	builder__bytes(small, b.data, end);
	builder__bytes(small, b.data + data_end, b.size - data_end);
	builder__poke_u64(small, BUILDER_DATA_SIZE, end - hdr.data.offset);
	move_features(small, &hdr, end, data_end - end);
	builder__exit(&b);
	return TEST_OK;
}

/* ---- cut anywhere ---- */

/* Counts the whole samples in the first @size bytes. Not for compressed records. */
static uint64_t samples_within(const struct builder *b, const struct defer_header *hdr,
			       uint64_t size)
{
	uint64_t from = hdr->pipe ? hdr->size : hdr->data.offset, samples = 0;
	struct defer_cursor cur;
	struct defer_record rec;

	if (size < from)
		return 0;
	if (!hdr->pipe && size > from + hdr->data.size)
		size = from + hdr->data.size;
	defer_cursor__init(&cur, b->data + from, size - from, from, hdr->swap);
	while (defer_record__next(&rec, &cur, NULL) > 0)
		samples += rec.type == DEFER_RECORD_SAMPLE;
	return samples;
}

static int check_prefix(const struct trial *trial, const struct builder *b,
			const struct defer_header *hdr, size_t size, bool inflates)
{
	T_CHECK(trial__is_sound(trial));
	if (!inflates)
		T_EQ(trial->samples, samples_within(b, hdr, size));
	/* A stream may end after any record: nothing shows that it was longer. */
	if (size == b->size)
		T_CHECK(!trial__complains(trial));
	else if (!hdr->pipe)
		T_CHECK(trial__complains(trial));
	return TEST_OK;
}

/* Every prefix of a small trace, the longest first. */
static int all_prefixes(struct builder *b, bool inflates)
{
	const size_t step = trial__is_sanitized() ? 13 : 1;
	uint64_t samples = UINT64_MAX;
	struct defer_header hdr;
	struct trial trial;
	char path[64];
	int fd;

	T_EQ(defer_header__read(&hdr, builder__pread, b, NULL), 0);
	fd = trial__memfd(b);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	for (size_t size = b->size;; size -= step) {
		T_EQ(ftruncate(fd, size), 0);
		trial__read(&trial, path);
		if (check_prefix(&trial, b, &hdr, size, inflates))
			T_FAIL("of the first %zu bytes of %zu", size, b->size);
		T_CHECK(trial.samples <= samples);
		samples = trial.samples;
		if (size < step)
			break;
	}
	close(fd);
	builder__exit(b);
	return TEST_OK;
}

static int prefixes_of(const char *name, bool inflates)
{
	struct builder small;

	T_RUN(make_small(name, &small));
	T_RUN(all_prefixes(&small, inflates));
	return TEST_OK;
}

static int test_file(void)
{
	return prefixes_of("forky-systemwide.data", false);
}

static int test_pipe(void)
{
	return prefixes_of("burn1.pipe", false);
}

static int test_compressed(void)
{
	return prefixes_of("burn2-compressed.data", true);
}

static int test_built(void)
{
	struct trace trace;

	for (int big = 0; big < 2; big++) {
		trace__build(&trace, big, false);
		T_RUN(all_prefixes(&trace.b, false));
		trace__build(&trace, big, true);
		T_RUN(all_prefixes(&trace.b, false));
		trace__build_compressed(&trace, big);
		T_RUN(all_prefixes(&trace.b, true));
	}
	return TEST_OK;
}

/* ---- wrong anywhere ---- */

/* A number that tends to be near a limit. */
static uint64_t odd_number(uint64_t *rng)
{
	uint64_t v = rng__coin(rng) ? 0 : rng__next(rng) >> rng__below(rng, 64);

	if (rng__coin(rng))
		v += 1ULL << rng__below(rng, 64);
	return rng__coin(rng) ? v : ~v;
}

static void spoil(struct builder *b, uint64_t *rng)
{
	uint64_t nr = 1 + rng__below(rng, 4);

	for (uint64_t i = 0; i < nr; i++) {
		size_t at = rng__below(rng, b->size - 8);

		switch (rng__below(rng, 4)) {
		case 0:
			b->data[at] = (uint8_t)rng__next(rng);
			break;
		case 1:
			builder__poke_u16(b, at & ~1ULL, (uint16_t)odd_number(rng));
			break;
		case 2:
			builder__poke_u32(b, at & ~3ULL, (uint32_t)odd_number(rng));
			break;
		default:
			builder__poke_u64(b, at & ~7ULL, odd_number(rng));
		}
	}
}

static int spoil_often(struct builder *b, uint64_t seed)
{
	const int nr = trial__is_sanitized() ? 300 : 2000;
	struct builder copy;
	struct trial trial;
	uint64_t rng = seed;

	for (int i = 0; i < nr; i++) {
		builder__init(&copy, b->big);
		builder__bytes(&copy, b->data, b->size);
		spoil(&copy, &rng);
		trial__read_builder(&trial, &copy);
		if (!trial__is_sound(&trial))
			T_FAIL("try %d", i);
		builder__exit(&copy);
	}
	builder__exit(b);
	return TEST_OK;
}

static int test_spoilt_real(void)
{
	static const char *const names[] = {"forky-systemwide.data", "burn1.pipe",
					    "burn2-compressed.data"};
	struct builder small;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		T_RUN(make_small(names[i], &small));
		T_RUN(spoil_often(&small, 100 + i));
	}
	return TEST_OK;
}

static int test_spoilt_built(void)
{
	struct trace trace;

	for (int i = 0; i < 4; i++) {
		trace__build(&trace, i & 1, i & 2);
		T_RUN(spoil_often(&trace.b, 200 + (uint64_t)i));
	}
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"every prefix of built traces", test_built},
	{"every prefix of a small real file", test_file},
	{"every prefix of a small real pipe", test_pipe},
	{"every prefix of a small real compressed file", test_compressed},
	{"built traces with wrong bytes", test_spoilt_built},
	{"small real traces with wrong bytes", test_spoilt_real},
	{0},
};

const struct test_suite suite__prefix = {"prefix", "Bad input: cut anywhere, wrong anywhere",
					 cases};
