// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include <perf/defer-evlist.h>
#include <perf/defer-header.h>
#include <perf/defer-record.h>

#include "tests/builder.h"
#include "tests/tests.h"
#include "util/base/array.h"

#define HOSTNAME 3
#define ARCH	 6
#define LAST	 63

static const uint64_t first_ids[] = {10, 11, 12};
static const uint64_t second_ids[] = {20};

/* Two events and two features, 64 bytes of data. */
static void build(struct builder *b, bool big, uint32_t attr_size)
{
	struct builder_event events[] = {
		{{.size = attr_size, .config = 1, .sample_type = DEFER_SAMPLE_IDENTIFIER},
		 first_ids,
		 3},
		{{.size = attr_size, .config = 2, .sample_type = DEFER_SAMPLE_IDENTIFIER},
		 second_ids,
		 1},
	};

	builder__init(b, big);
	builder__begin_file(b, events, 2);
	builder__zeros(b, 64);
	builder__feature_str(b, HOSTNAME, "host");
	builder__feature(b, ARCH, "abc", 3);
	builder__feature(b, LAST, "", 0);
	builder__end_file(b);
}

static int read_header(struct builder *b, struct defer_header *hdr, struct defer_error *err)
{
	return defer_header__read(hdr, builder__pread, b, err);
}

static int read_attrs(struct builder *b, struct defer_evlist **evlist, struct defer_error *err)
{
	struct defer_header hdr;
	int ret;

	*evlist = defer_evlist__new();
	ret = read_header(b, &hdr, err);
	return ret ? ret : defer_header__read_attrs(&hdr, builder__pread, b, *evlist, err);
}

static int round_trip(bool big, uint32_t attr_size)
{
	struct defer_section section;
	struct defer_evlist *evlist;
	struct defer_header hdr;
	struct builder b;

	build(&b, big, attr_size);
	T_EQ(read_header(&b, &hdr, NULL), 0);
	T_EQ(hdr.swap, builder__swap(&b));
	T_CHECK(!hdr.pipe);
	T_EQ(hdr.size, 104);
	T_EQ(hdr.attr_size, attr_size + 16);
	T_EQ(hdr.data.offset, b.stream);
	T_EQ(hdr.data.size, 64);
	T_CHECK(defer_header__has_feature(&hdr, HOSTNAME));
	T_CHECK(!defer_header__has_feature(&hdr, HOSTNAME + 1));
	T_CHECK(defer_header__has_feature(&hdr, LAST));
	T_CHECK(!defer_header__has_feature(&hdr, 256));

	T_EQ(read_attrs(&b, &evlist, NULL), 0);
	T_EQ(defer_evlist__nr(evlist), 2);
	T_EQ(defer_evlist__evsel(evlist, 0)->nr_ids, 3);
	T_EQ(defer_evlist__find(evlist, 11)->attr.config, 1);
	T_EQ(defer_evlist__find(evlist, 20)->attr.config, 2);
	defer_evlist__delete(evlist);

	T_EQ(defer_header__feature_section(&hdr, ARCH, builder__pread, &b, &section, NULL), 1);
	T_EQ(section.size, 3);
	T_CHECK(!memcmp(b.data + section.offset, "abc", 3));
	T_EQ(defer_header__feature_section(&hdr, LAST, builder__pread, &b, &section, NULL), 1);
	T_EQ(section.size, 0);
	T_EQ(section.offset, b.size);
	T_EQ(defer_header__feature_section(&hdr, ARCH + 1, builder__pread, &b, &section, NULL), 0);
	builder__exit(&b);
	return TEST_OK;
}

static int test_round_trip(void)
{
	static const uint32_t sizes[] = {64, 72, 96, 112, 120, 136, 144, 200};

	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		T_RUN(round_trip(false, sizes[i]));
		T_RUN(round_trip(true, sizes[i]));
	}
	return TEST_OK;
}

/* The attr's own size may be smaller than its place, or 0 as the first recorders left it. */
static int own_size(uint32_t size, int want)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_evlist *evlist;
	struct builder b;

	build(&b, false, 112);
	builder__poke_u32(&b, 104 + 4 * 8 + 4, size);
	T_EQ(read_attrs(&b, &evlist, &err), want);
	T_EQ(err.code, want);
	if (!want)
		T_EQ(defer_evlist__find(evlist, 20)->attr.config, 2);
	defer_evlist__delete(evlist);
	builder__exit(&b);
	return TEST_OK;
}

static int test_own_size(void)
{
	T_RUN(own_size(0, 0));
	T_RUN(own_size(64, 0));
	T_RUN(own_size(104, 0));
	T_RUN(own_size(1, DEFER_ERR_CORRUPT));
	T_RUN(own_size(63, DEFER_ERR_CORRUPT));
	T_RUN(own_size(113, DEFER_ERR_CORRUPT));
	T_RUN(own_size(UINT32_MAX, DEFER_ERR_CORRUPT));
	return TEST_OK;
}

static int pipe(bool big)
{
	struct builder_event event = {{.size = 144, .config = 5}, first_ids, 3};
	struct defer_evlist *evlist = defer_evlist__new();
	struct defer_header hdr;
	struct defer_record rec;
	struct builder b;

	builder__init(&b, big);
	builder__begin_pipe(&b, &event, 1);
	T_EQ(read_header(&b, &hdr, NULL), 0);
	T_CHECK(hdr.pipe);
	T_EQ(hdr.swap, builder__swap(&b));
	T_EQ(hdr.size, 16);
	T_EQ(defer_header__read_attrs(&hdr, builder__pread, &b, evlist, NULL), 0);
	T_EQ(defer_evlist__nr(evlist), 0);

	T_EQ(defer_record__decode(&rec, b.data + 16, b.size - 16, 16, hdr.swap, NULL), 0);
	T_EQ(defer_header__read_attr_record(&rec, evlist, NULL), 0);
	T_EQ(defer_evlist__nr(evlist), 1);
	T_EQ(defer_evlist__find(evlist, 12)->attr.config, 5);
	T_EQ(defer_evlist__evsel(evlist, 0)->nr_ids, 3);
	defer_evlist__delete(evlist);
	builder__exit(&b);
	return TEST_OK;
}

static int test_pipe(void)
{
	T_RUN(pipe(false));
	T_RUN(pipe(true));
	return TEST_OK;
}

/* A HEADER_ATTR record of @size bytes whose attr says @says. */
static int attr_record(size_t size, uint32_t says)
{
	struct defer_evlist *evlist = defer_evlist__new();
	struct defer_record rec;
	struct builder b;
	int ret;

	builder__init(&b, false);
	builder__begin(&b, DEFER_RECORD_HEADER_ATTR, 0);
	builder__zeros(&b, size - 8);
	builder__end(&b);
	if (size >= 16)
		builder__poke_u32(&b, 12, says);
	ret = defer_record__decode(&rec, b.data, b.size, 0, builder__swap(&b), NULL);
	if (!ret)
		ret = defer_header__read_attr_record(&rec, evlist, NULL);
	defer_evlist__delete(evlist);
	builder__exit(&b);
	return ret;
}

static int test_attr_record_lies(void)
{
	T_EQ(attr_record(8 + 64, 64), 0);
	T_EQ(attr_record(8 + 64, 0), 0);
	T_EQ(attr_record(8 + 64 + 24, 0), 0);
	T_EQ(attr_record(8, 64), DEFER_ERR_CORRUPT);
	T_EQ(attr_record(12, 64), DEFER_ERR_CORRUPT);
	T_EQ(attr_record(16, 8), DEFER_ERR_CORRUPT);
	T_EQ(attr_record(8 + 56, 0), DEFER_ERR_CORRUPT);
	T_EQ(attr_record(8 + 64, 72), DEFER_ERR_CORRUPT);
	T_EQ(attr_record(8 + 64, 63), DEFER_ERR_CORRUPT);
	T_EQ(attr_record(8 + 64, UINT32_MAX), DEFER_ERR_CORRUPT);
	T_EQ(attr_record(8 + 64 + 4, 64), DEFER_ERR_CORRUPT);
	return TEST_OK;
}

/* ---- older and other files ---- */

static int first_version(bool big)
{
	struct defer_evlist *evlist;
	struct defer_header hdr;
	struct builder b;

	build(&b, big, 64);
	memcpy(b.data, "PERFFILE", 8);
	T_EQ(read_header(&b, &hdr, NULL), 0);
	T_EQ(hdr.swap, builder__swap(&b));
	T_EQ(read_attrs(&b, &evlist, NULL), 0);
	T_EQ(defer_evlist__nr(evlist), 2);
	defer_evlist__delete(evlist);
	builder__exit(&b);
	return TEST_OK;
}

static int test_first_version(void)
{
	T_RUN(first_version(false));
	T_RUN(first_version(true));
	return TEST_OK;
}

static int test_old_header(void)
{
	struct defer_header hdr;
	struct builder b;

	build(&b, false, 64);
	builder__poke_u64(&b, BUILDER_HEADER_SIZE, 72);
	T_EQ(read_header(&b, &hdr, NULL), 0);
	T_CHECK(!defer_header__has_feature(&hdr, HOSTNAME));
	T_EQ(hdr.data.size, 64);
	builder__exit(&b);
	return TEST_OK;
}

/* A big-endian recorder of 32 bits wrote the bitmap as u32s. */
static int test_features_32_bit(void)
{
	struct defer_header hdr;
	struct builder b;

	build(&b, true, 64);
	builder__poke_u64(&b, BUILDER_FEATURES, 0);
	builder__poke_u32(&b, BUILDER_FEATURES, 1 << HOSTNAME | 1 << ARCH);
	builder__poke_u32(&b, BUILDER_FEATURES + 8, 1 << 2);
	T_EQ(read_header(&b, &hdr, NULL), 0);
	T_CHECK(defer_header__has_feature(&hdr, HOSTNAME));
	T_CHECK(defer_header__has_feature(&hdr, ARCH));
	T_CHECK(!defer_header__has_feature(&hdr, 32 + HOSTNAME));
	T_CHECK(defer_header__has_feature(&hdr, 66));
	builder__exit(&b);
	return TEST_OK;
}

static int not_perf(const char *bytes, size_t size, int want, const char *hint)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_header hdr;
	struct builder b;

	builder__init(&b, false);
	builder__bytes(&b, bytes, size);
	T_EQ(read_header(&b, &hdr, &err), want);
	T_EQ(err.code, want);
	T_CHECK(strstr(err.text, hint));
	builder__exit(&b);
	return TEST_OK;
}

static int test_not_perf(void)
{
	const int no = DEFER_ERR_UNSUPPORTED;

	T_RUN(not_perf("", 0, DEFER_ERR_TRUNCATED, "empty"));
	T_RUN(not_perf("\177ELF\2\1\1\0\0\0\0\0\0\0\0\0", 16, no, "ELF"));
	T_RUN(not_perf("\x28\xb5\x2f\xfd", 4, no, "zstd"));
	T_RUN(not_perf("\x1f\x8b\x08", 3, no, "gzip"));
	T_RUN(not_perf("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16, no, "zeros"));
	T_RUN(not_perf("{\"samples\": 1}", 14, no, "JSON"));
	T_RUN(not_perf("PERFILE3________", 16, no, "does not begin"));
	T_RUN(not_perf("P", 1, no, "does not begin"));
	return TEST_OK;
}

/* ---- lies ---- */

static int test_every_prefix(void)
{
	struct defer_section section;
	struct defer_evlist *evlist;
	struct defer_header hdr;
	struct builder b;
	size_t whole, attrs_end;

	build(&b, false, 144);
	whole = b.size;
	attrs_end = b.stream;
	for (b.size = 0; b.size < whole; b.size++) {
		struct defer_error err = DEFER_ERROR_INIT;
		int ret = read_attrs(&b, &evlist, &err);

		if (b.size >= attrs_end)
			T_EQ(ret, 0);
		else if (b.size >= 8)
			T_EQ(ret, DEFER_ERR_TRUNCATED);
		else
			T_CHECK(ret < 0);
		T_CHECK(!ret == !err.code);
		defer_evlist__delete(evlist);
		if (b.size < 104)
			continue;
		T_EQ(read_header(&b, &hdr, NULL), 0);
		ret = defer_header__feature_section(&hdr, LAST, builder__pread, &b, &section, NULL);
		T_EQ(ret, b.size < attrs_end + 64 + 48 ? DEFER_ERR_TRUNCATED : 1);
	}
	b.size = whole;
	builder__exit(&b);
	return TEST_OK;
}

/* Returns the error of reading header and attrs with @value as the u64 at offset @at. */
static int header_lie(size_t at, uint64_t value, int want)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_evlist *evlist;
	struct builder b;

	build(&b, true, 144);
	builder__poke_u64(&b, at, value);
	T_EQ(read_attrs(&b, &evlist, &err), want);
	T_EQ(err.code, want);
	T_CHECK(err.text[0]);
	defer_evlist__delete(evlist);
	builder__exit(&b);
	return TEST_OK;
}

static int test_header_size(void)
{
	T_RUN(header_lie(BUILDER_HEADER_SIZE, 0, DEFER_ERR_CORRUPT));
	T_RUN(header_lie(BUILDER_HEADER_SIZE, 17, DEFER_ERR_CORRUPT));
	T_RUN(header_lie(BUILDER_HEADER_SIZE, 103, DEFER_ERR_CORRUPT));
	T_RUN(header_lie(BUILDER_HEADER_SIZE, UINT64_MAX, DEFER_ERR_CORRUPT));
	return TEST_OK;
}

static int test_attr_size(void)
{
	T_RUN(header_lie(BUILDER_ATTR_SIZE, 0, DEFER_ERR_CORRUPT));
	T_RUN(header_lie(BUILDER_ATTR_SIZE, 79, DEFER_ERR_CORRUPT));
	T_RUN(header_lie(BUILDER_ATTR_SIZE, 168, DEFER_ERR_CORRUPT));
	T_RUN(header_lie(BUILDER_ATTR_SIZE, 1ULL << 40, DEFER_ERR_CORRUPT));
	T_RUN(header_lie(BUILDER_ATTR_SIZE, UINT64_MAX, DEFER_ERR_CORRUPT));
	return TEST_OK;
}

static int test_attrs_section(void)
{
	T_RUN(header_lie(BUILDER_ATTRS_SIZE, 0, DEFER_ERR_CORRUPT));
	T_RUN(header_lie(BUILDER_ATTRS_SIZE, 161, DEFER_ERR_CORRUPT));
	T_RUN(header_lie(BUILDER_ATTRS_SIZE, 160ULL * 65537, DEFER_ERR_CORRUPT));
	T_RUN(header_lie(BUILDER_ATTRS_SIZE, UINT64_MAX / 160 * 160, DEFER_ERR_CORRUPT));
	T_RUN(header_lie(BUILDER_ATTRS_OFFSET, 1ULL << 40, DEFER_ERR_TRUNCATED));
	T_RUN(header_lie(BUILDER_ATTRS_OFFSET, UINT64_MAX - 320, DEFER_ERR_TRUNCATED));
	T_RUN(header_lie(BUILDER_ATTRS_OFFSET, UINT64_MAX - 100, DEFER_ERR_CORRUPT));
	T_RUN(header_lie(BUILDER_ATTRS_OFFSET, UINT64_MAX, DEFER_ERR_CORRUPT));
	return TEST_OK;
}

static int test_ids_section(void)
{
	const size_t ids = 104 + 4 * 8 + 144;

	T_RUN(header_lie(ids + 8, 25, DEFER_ERR_CORRUPT));
	T_RUN(header_lie(ids + 8, 8ULL << 25, DEFER_ERR_CORRUPT));
	T_RUN(header_lie(ids + 8, UINT64_MAX - 7, DEFER_ERR_CORRUPT));
	T_RUN(header_lie(ids + 8, 8ULL << 24, DEFER_ERR_TRUNCATED));
	T_RUN(header_lie(ids, 1ULL << 50, DEFER_ERR_TRUNCATED));
	T_RUN(header_lie(ids, UINT64_MAX, DEFER_ERR_CORRUPT));
	T_RUN(header_lie(ids, UINT64_MAX - 24, DEFER_ERR_TRUNCATED));
	return TEST_OK;
}

/* The events before the bad one have been added. */
static int test_second_event_bad(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_evlist *evlist;
	const size_t second = 104 + 4 * 8 + 160;
	struct builder b;

	build(&b, false, 144);
	builder__poke_u64(&b, second + 24, 1ULL << 33);
	T_EQ(read_attrs(&b, &evlist, &err), DEFER_ERR_UNSUPPORTED);
	T_EQ(defer_evlist__nr(evlist), 1);
	defer_evlist__delete(evlist);
	builder__exit(&b);
	return TEST_OK;
}

static int test_features_past_end(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_section section;
	struct defer_header hdr;
	struct builder b;

	build(&b, false, 144);
	builder__poke_u64(&b, BUILDER_DATA_SIZE, UINT64_MAX - 8);
	T_EQ(read_header(&b, &hdr, NULL), 0);
	T_EQ(defer_header__feature_section(&hdr, ARCH, builder__pread, &b, &section, &err),
	     DEFER_ERR_CORRUPT);
	builder__poke_u64(&b, BUILDER_DATA_SIZE, UINT64_MAX - b.stream - 20);
	T_EQ(read_header(&b, &hdr, NULL), 0);
	T_EQ(defer_header__feature_section(&hdr, LAST, builder__pread, &b, &section, NULL),
	     DEFER_ERR_CORRUPT);
	builder__poke_u64(&b, BUILDER_DATA_SIZE, 1ULL << 40);
	T_EQ(read_header(&b, &hdr, NULL), 0);
	T_EQ(defer_header__feature_section(&hdr, ARCH, builder__pread, &b, &section, NULL),
	     DEFER_ERR_TRUNCATED);
	builder__poke_u64(&b, BUILDER_DATA_SIZE, 0);
	T_EQ(read_header(&b, &hdr, NULL), 0);
	T_EQ(defer_header__feature_section(&hdr, ARCH, builder__pread, &b, &section, NULL), 0);
	builder__exit(&b);
	return TEST_OK;
}

static int64_t failing_pread(void *ctx, void *buf, size_t size, uint64_t offset,
			     struct defer_error *err)
{
	(void)ctx;
	(void)buf;
	(void)size;
	return defer_error__set_at(err, DEFER_ERR_IO, offset, "The disk is on fire");
}

static int test_io_error(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_header hdr;

	T_EQ(defer_header__read(&hdr, failing_pread, NULL, &err), DEFER_ERR_IO);
	T_STREQ(err.text, "The disk is on fire");
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"attrs of several sizes, ids and features in both byte orders", test_round_trip},
	{"an attr's own size, smaller and larger than its place", test_own_size},
	{"a pipe in both byte orders", test_pipe},
	{"HEADER_ATTR sizes that lie", test_attr_record_lies},
	{"the first version's magic", test_first_version},
	{"a header without features", test_old_header},
	{"features of a 32-bit big-endian recorder", test_features_32_bit},
	{"files that are something else", test_not_perf},
	{"every prefix of a file", test_every_prefix},
	{"header sizes that lie", test_header_size},
	{"attr entry sizes that lie", test_attr_size},
	{"attrs past the end, none, or too many", test_attrs_section},
	{"ids past the end, cut, or giant", test_ids_section},
	{"a second event that is bad", test_second_event_bad},
	{"a table of features past the end", test_features_past_end},
	{"a file that cannot be read", test_io_error},
	{0},
};

const struct test_suite suite__header = {"header", "The start of perf.data files and pipes", cases};
