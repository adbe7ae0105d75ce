// SPDX-License-Identifier: GPL-2.0-only
/* The header of a file, its events and the table of its features, byte by byte. */
#include <stdlib.h>

#include <perf/defer-abi.h>
#include <perf/defer-evlist.h>
#include <perf/defer-header.h>
#include <perf/defer-record.h>

#include "tests/builder.h"
#include "tests/tests.h"
#include "util/base/array.h"

#define IS_BIG (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)

static int read_header(const struct builder *b, struct defer_header *hdr, struct defer_error *err)
{
	defer_error__clear(err);
	return defer_header__read(hdr, builder__pread, (void *)b, err);
}

/* Checks that the bytes are refused with @code at @offset, for a reason that has @why in it. */
static int check_refused(const struct builder *b, int code, uint64_t offset, const char *why)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_header hdr;

	T_EQ(read_header(b, &hdr, &err), code);
	T_EQ(err.code, code);
	T_EQ(err.offset, offset);
	if (!strstr(err.text, why))
		T_FAIL("'%s' is not in '%s'", why, err.text);
	return TEST_OK;
}

/* ---- the first bytes ------------------------------------------------------------------ */

/* The first bytes, all of them, tell what people give in place of a recording. */
static int test_others(void)
{
	static const struct {
		const char *bytes;
		size_t size;
		const char *what;
	} known[] = {
		{"\177ELF", 4, "it is an ELF file"},
		{"\x1f\x8b", 2, "gzip: unpack it first"},
		{"\x28\xb5\x2f\xfd", 4, "(zstd -d)"},
		{"\xfd"
		 "7zXZ",
		 5, "(xz -d)"},
		{"BZh", 3, "(bzip2 -d)"},
		{"PK\3\4", 4, "a zip archive"},
		{"# =====", 7, "the text of perf report --header"},
		{"{", 1, "JSON text"},
		{"\0\0\0\0\0\0\0\0", 8, "all zeros"},
	};
	static const char none[] = "it does not begin with PERFILE2";

	for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
		for (int form = 0; form < 4; form++) {
			const char *what = form < 2 ? known[i].what : none;
			struct builder b;

			builder__init(&b, false);
			builder__bytes(&b, known[i].bytes, known[i].size);
			if (form == 1) /* and more */
				builder__bytes(&b, "abcdefghijklmnopqrst", 20);
			if (form == 2) /* the last byte is another one */
				b.data[known[i].size - 1] ^= 0x40;
			if (form == 3)
				b.size--;
			if (b.size)
				T_RUN(check_refused(&b, DEFER_ERR_UNSUPPORTED, 0, what));
			else
				T_RUN(check_refused(&b, DEFER_ERR_TRUNCATED, 0, "is empty"));
			builder__exit(&b);
		}
	}
	return TEST_OK;
}

/* Both magics, in both byte orders; the header is that of a stream, or cut. */
static int test_magics(void)
{
	for (int form = 0; form < 4; form++) {
		const bool is_first = form & 1, big = form & 2;
		struct defer_error err = DEFER_ERROR_INIT;
		struct defer_header hdr;
		struct builder b;

		builder__init(&b, big);
		if (is_first)
			builder__bytes(&b, "PERFFILE", 8);
		else
			builder__bytes(&b, big ? "2ELIFREP" : "PERFILE2", 8);
		builder__u64(&b, 16);
		T_EQ(read_header(&b, &hdr, &err), 0);
		T_EQ(hdr.swap, big != IS_BIG);
		T_CHECK(hdr.pipe);
		T_EQ(hdr.size, 16);
		T_EQ(hdr.attrs.size, 0);
		for (; b.size > 8; b.size--) {
			if (b.size < 16)
				T_RUN(check_refused(&b, DEFER_ERR_TRUNCATED, 8,
						    "ends within the header"));
		}
		T_RUN(check_refused(&b, DEFER_ERR_TRUNCATED, 8, "after 8 bytes"));
		b.size--;
		T_RUN(check_refused(&b, DEFER_ERR_UNSUPPORTED, 0, "PERFILE2"));
		builder__exit(&b);
	}
	return TEST_OK;
}

/* ---- the rest of the header ----------------------------------------------------------- */

/* Writes a header of @size bytes, whose numbers are 1, 2, 3 and so on behind the size. */
static void write_header(struct builder *b, bool big, uint64_t size, uint64_t bytes)
{
	builder__init(b, big);
	builder__u64(b, 0x32454c4946524550ULL);
	builder__u64(b, size);
	for (uint64_t i = 1; b->size < bytes; i++)
		builder__u64(b, i);
}

static int check_fields(bool big, uint64_t size, uint64_t bytes)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_header hdr;
	struct builder b;

	write_header(&b, big, size, bytes);
	T_EQ(read_header(&b, &hdr, &err), 0);
	T_EQ(hdr.swap, big != IS_BIG);
	T_CHECK(!hdr.pipe);
	T_EQ(hdr.size, size);
	T_EQ(hdr.attr_size, 1);
	T_EQ(hdr.attrs.offset, 2);
	T_EQ(hdr.attrs.size, 3);
	T_EQ(hdr.data.offset, 4);
	T_EQ(hdr.data.size, 5);
	for (int i = 0; i < 4; i++)
		T_EQ(hdr.features[i], size == 72 ? 0 : 8 + i);
	while (--b.size >= 16)
		T_RUN(check_refused(&b, DEFER_ERR_TRUNCATED, 0, "ends within the header"));
	builder__exit(&b);
	return TEST_OK;
}

static int test_fields(void)
{
	for (int big = 0; big < 2; big++) {
		T_RUN(check_fields(big, 72, 72));
		T_RUN(check_fields(big, 104, 104));
		T_RUN(check_fields(big, 112, 104));
		T_RUN(check_fields(big, 65535, 104));
	}
	return TEST_OK;
}

static int test_sizes(void)
{
	static const uint64_t sizes[] = {0, 15, 17, 71, 73, 103, 65536, UINT64_MAX};

	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		struct builder b;

		write_header(&b, false, sizes[i], 104);
		T_RUN(check_refused(&b, DEFER_ERR_CORRUPT, 8, "not 16, 72 or 104"));
		builder__exit(&b);
	}
	return TEST_OK;
}

/* A 32-bit recorder of a big-endian machine writes the halves of each number the other way round. */
static int test_feature_order(void)
{
	static const struct {
		bool big;
		uint64_t written, read; /* the first of the four */
		bool swaps;
	} known[] = {
		{true, 1ULL << 3, 1ULL << 3, false},
		{true, 1ULL << 35, 1ULL << 3, true},
		{true, 1ULL << 35 | 5, 1ULL << 3 | 5ULL << 32, true},
		{true, 1ULL << 35 | 1ULL << 3, 1ULL << 35 | 1ULL << 3, false},
		{true, 1ULL << 34, 1ULL << 34, false},
		{false, 1ULL << 35, 1ULL << 35, false},
	};

	for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
		struct defer_error err = DEFER_ERROR_INIT;
		struct defer_header hdr;
		struct builder b;

		write_header(&b, known[i].big, 104, 104);
		builder__poke_u64(&b, 72, known[i].written);
		T_EQ(read_header(&b, &hdr, &err), 0);
		T_CHECK(hdr.features[0] == known[i].read);
		T_CHECK(hdr.features[3] == (known[i].swaps ? 11ULL << 32 : 11));
		builder__exit(&b);
	}
	return TEST_OK;
}

/* ---- events --------------------------------------------------------------------------- */

static const struct defer_attr attr = {
	.type = 1,
	.size = 64,
	.sample_type = DEFER_SAMPLE_IP | DEFER_SAMPLE_TID,
};

/* A file of two events, of which the first has @nr_ids ids, from 1000 on; the second has none. */
static void write_events(struct builder *b, bool big, uint64_t nr_ids)
{
	uint64_t *ids = calloc(nr_ids + 1, sizeof(*ids));
	struct builder_event events[] = {{attr, ids, nr_ids}, {attr, NULL, 0}};

	if (!ids)
		abort();
	for (uint64_t i = 0; i < nr_ids; i++)
		ids[i] = 1000 + i;
	events[1].attr.type = 2;
	builder__init(b, big);
	builder__begin_file(b, events, 2);
	free(ids);
}

static int read_events(const struct builder *b, struct defer_evlist **evlist,
		       struct defer_error *err)
{
	struct defer_header hdr;

	*evlist = defer_evlist__new();
	T_CHECK(*evlist);
	T_EQ(read_header(b, &hdr, err), 0);
	return defer_header__read_attrs(&hdr, builder__pread, (void *)b, *evlist, err);
}

/* More ids than are read at once are those that were written. */
static int test_events(void)
{
	static const uint64_t nrs[] = {0, 1, 8191, 8192, 8193, 20000};

	for (size_t i = 0; i < 2 * ARRAY_SIZE(nrs); i++) {
		const uint64_t nr = nrs[i / 2];
		struct defer_error err = DEFER_ERROR_INIT;
		const struct defer_evsel *evsel;
		struct defer_evlist *evlist;
		struct builder b;

		write_events(&b, i % 2, nr);
		T_EQ(read_events(&b, &evlist, &err), 0);
		T_EQ(defer_evlist__nr(evlist), 2);
		evsel = defer_evlist__evsel(evlist, 0);
		T_EQ(evsel->attr.type, 1);
		T_EQ(evsel->attr.sample_type, attr.sample_type);
		T_EQ(evsel->nr_ids, nr);
		for (uint64_t id = 0; id < nr; id++)
			T_EQ(evsel->ids[id], 1000 + id);
		evsel = defer_evlist__evsel(evlist, 1);
		T_EQ(evsel->attr.type, 2);
		T_EQ(evsel->nr_ids, 0);
		defer_evlist__delete(evlist);
		builder__exit(&b);
	}
	return TEST_OK;
}

/* A number of the header, or of the first event, that cannot be: where it stands is told. */
static int test_bad_events(void)
{
	const uint64_t ids_at = 104 + 8, size_at = ids_at + 64, entry = 64 + 16;
	const struct {
		uint64_t at, value;
		int code;
		uint64_t offset;
		const char *why;
	} known[] = {
		{16, 79, DEFER_ERR_CORRUPT, 16, "not between 80 and 65536"},
		{16, 65537, DEFER_ERR_CORRUPT, 16, "not between 80 and 65536"},
		{16, 0, DEFER_ERR_CORRUPT, 16, "an attr entry is 0"},
		{32, 0, DEFER_ERR_CORRUPT, 32, "The attrs take 0 bytes"},
		{32, 2 * entry - 1, DEFER_ERR_CORRUPT, 32, "The attrs take 159 bytes"},
		{32, 2 * entry + 1, DEFER_ERR_CORRUPT, 32, "The attrs take 161 bytes"},
		{32, 65537 * entry, DEFER_ERR_CORRUPT, 32, "1 and 65536 entries of 80"},
		{32, 3 * entry, DEFER_ERR_TRUNCATED, ids_at + 2 * entry, "within the attrs: 80"},
		{24, UINT64_MAX - 2 * entry + 1, DEFER_ERR_CORRUPT, 24,
		 "attrs end beyond any file"},
		{24, UINT64_MAX - 2 * entry, DEFER_ERR_TRUNCATED, UINT64_MAX - 2 * entry,
		 "within the attrs"},
		{24, ids_at + 2 * entry, DEFER_ERR_TRUNCATED, ids_at + 2 * entry, "0 found"},
		{size_at + 8, 7, DEFER_ERR_CORRUPT, size_at, "ids of an event take 7 bytes"},
		{size_at + 8, (DEFER_MAX_IDS + 1ULL) * 8, DEFER_ERR_CORRUPT, size_at,
		 "has 16777217 ids"},
		{size_at + 8, 1ULL << 20, DEFER_ERR_TRUNCATED, 104, "within an event's ids: 65536"},
		{size_at, UINT64_MAX - 7, DEFER_ERR_CORRUPT, size_at, "end beyond any file"},
		{size_at, UINT64_MAX - 8, DEFER_ERR_TRUNCATED, UINT64_MAX - 8, "an event's ids"},
	};

	for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
		struct defer_error err = DEFER_ERROR_INIT;
		struct defer_evlist *evlist;
		struct builder b;

		write_events(&b, i % 2, 1);
		builder__poke_u64(&b, known[i].at, known[i].value);
		if (read_events(&b, &evlist, &err) != known[i].code ||
		    err.offset != known[i].offset || !strstr(err.text, known[i].why))
			T_FAIL("%zu: %d at %" PRIu64 ": %s", i, err.code, err.offset, err.text);
		defer_evlist__delete(evlist);
		builder__exit(&b);
	}
	return TEST_OK;
}

/* An event that cannot be used is told by the place of its entry; those before it are there. */
static int test_refused_event(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_evlist *evlist;
	struct builder b;

	write_events(&b, false, 0);
	builder__poke_u64(&b, 104 + 80 + 24, UINT64_MAX); /* its sample_type */
	T_CHECK(read_events(&b, &evlist, &err) < 0);
	T_EQ(err.offset, 104 + 80);
	T_EQ(defer_evlist__nr(evlist), 1);
	defer_evlist__delete(evlist);
	builder__exit(&b);
	return TEST_OK;
}

/* ---- events of streams ---------------------------------------------------------------- */

static int add_record(const struct builder *b, struct defer_evlist *evlist, struct defer_error *err)
{
	struct defer_record rec;

	defer_error__clear(err);
	T_EQ(defer_record__decode(&rec, b->data, b->size, 500, builder__swap(b), NULL), 0);
	return defer_header__read_attr_record(&rec, evlist, err);
}

/* A record has the attr, by its own size, and behind it ids to the end. */
static int test_attr_record(void)
{
	static const uint64_t ids[] = {7, 8, 9};

	for (int form = 0; form < 8; form++) {
		const bool big = form & 1, is_silent = form & 2;
		const uint64_t nr = form & 4 ? 3 : 0;
		struct defer_evlist *evlist = defer_evlist__new();
		struct defer_error err = DEFER_ERROR_INIT;
		const struct defer_evsel *evsel;
		struct builder b;

		T_CHECK(evlist);
		builder__init(&b, big);
		builder__attr_record(&b, &attr, ids, nr);
		/* A size of 0 is that of the first version. */
		if (is_silent)
			builder__poke_u32(&b, 8 + 4, 0);
		T_EQ(add_record(&b, evlist, &err), 0);
		evsel = defer_evlist__evsel(evlist, 0);
		T_EQ(evsel->attr.sample_type, attr.sample_type);
		T_EQ(evsel->nr_ids, nr);
		for (uint64_t i = 0; i < nr; i++)
			T_EQ(evsel->ids[i], ids[i]);
		/* Larger than the record, or so that the rest is no number of ids. */
		builder__poke_u32(&b, 8 + 4, b.size - 8 + 1);
		T_EQ(add_record(&b, evlist, &err), DEFER_ERR_CORRUPT);
		T_EQ(err.offset, 500);
		T_CHECK(strstr(err.text, "do not fill a record"));
		builder__poke_u32(&b, 8 + 4, 65);
		T_EQ(add_record(&b, evlist, &err), DEFER_ERR_CORRUPT);
		T_EQ(defer_evlist__nr(evlist), 1);
		defer_evlist__delete(evlist);
		builder__exit(&b);
	}
	return TEST_OK;
}

/* ---- features ------------------------------------------------------------------------- */

/* The table behind the data has a section for each feature of the header, in their order. */
static int test_feature_sections(void)
{
	static const unsigned int features[] = {0, 3, 63, 64, 130, 255};

	for (int big = 0; big < 2; big++) {
		struct defer_error err = DEFER_ERROR_INIT;
		struct defer_section section = {1, 2};
		struct defer_header hdr;
		struct builder b;

		write_header(&b, big, 104, 104);
		builder__poke_u64(&b, 40, 104);
		builder__poke_u64(&b, 48, 16);
		for (int i = 0; i < 4; i++)
			builder__poke_u64(&b, 72 + 8 * i, 0);
		builder__zeros(&b, 16);
		for (size_t i = 0; i < ARRAY_SIZE(features); i++) {
			builder__u64(&b, 5000 + i);
			builder__u64(&b, 70 + i);
		}
		T_EQ(read_header(&b, &hdr, &err), 0);
		for (size_t i = 0; i < ARRAY_SIZE(features); i++)
			hdr.features[features[i] / 64] |= 1ULL << features[i] % 64;
		for (unsigned int f = 0, i = 0; f < 260; f++) {
			const bool has = i < ARRAY_SIZE(features) && features[i] == f;

			T_EQ(defer_header__has_feature(&hdr, f), has);
			T_EQ(defer_header__feature_section(&hdr, f, builder__pread, &b, &section,
							   &err),
			     has);
			if (!has)
				continue;
			T_EQ(section.offset, 5000 + i);
			T_EQ(section.size, 70 + i);
			i++;
		}
		b.size--;
		T_EQ(defer_header__feature_section(&hdr, 255, builder__pread, &b, &section, &err),
		     DEFER_ERR_TRUNCATED);
		T_EQ(err.offset, 104 + 16 + 5 * 16);
		T_EQ(defer_header__feature_section(&hdr, 130, builder__pread, &b, &section, NULL),
		     1);

		/* Neither an unfinished file nor a stream has any; nor is there one beyond all files. */
		defer_error__clear(&err);
		hdr.data.size = UINT64_MAX - hdr.data.offset - 16;
		T_EQ(defer_header__feature_section(&hdr, 0, builder__pread, &b, &section, &err),
		     DEFER_ERR_TRUNCATED);
		defer_error__clear(&err);
		T_EQ(defer_header__feature_section(&hdr, 3, builder__pread, &b, &section, &err),
		     DEFER_ERR_CORRUPT);
		T_EQ(err.offset, 40);
		defer_error__clear(&err);
		hdr.data.size = UINT64_MAX;
		T_EQ(defer_header__feature_section(&hdr, 0, builder__pread, &b, &section, &err),
		     DEFER_ERR_CORRUPT);
		hdr.data.size = 0;
		T_EQ(defer_header__feature_section(&hdr, 0, builder__pread, &b, &section, &err), 0);
		hdr.data.size = 16;
		hdr.pipe = true;
		T_EQ(defer_header__feature_section(&hdr, 0, builder__pread, &b, &section, &err), 0);
		builder__exit(&b);
	}
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"what is no recording", test_others},
	{"both magics, in both byte orders", test_magics},
	{"each number of a header", test_fields},
	{"sizes that no header has", test_sizes},
	{"features of 32-bit recorders", test_feature_order},
	{"events and their ids", test_events},
	{"numbers of events that cannot be", test_bad_events},
	{"an event that is refused", test_refused_event},
	{"events of streams", test_attr_record},
	{"the table of features", test_feature_sections},
	{0},
};

const struct test_suite suite__file_header = {
	.name = "file-header",
	.desc = "headers of files, their events and features",
	.cases = cases,
};
