// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
/*
 * The format is documented in Linux 7.2, tools/perf/Documentation/perf.data-file-format.txt and
 * tools/perf/util/header.h.
 */
#include <inttypes.h>
#include <stdlib.h>

#include <internal/array.h>
#include <perf/defer.h>

#include "bytes.h"

#define PIPE_HEADER_SIZE     16
#define OLD_FILE_HEADER_SIZE 72 /* without the bitmap of features */
#define FILE_HEADER_SIZE     104
#define SECTION_SIZE	     16

#define FEATURE_HOSTNAME 3

/* Larger counts are refused as false, as perf does. */
#define MAX_ATTRS     65536
#define MAX_ATTR_SIZE 65536

/* Bytes read at once from a section whose size is not yet trusted. */
#define PIECE_SIZE 65536

/* The input file, and where its reader reports errors. */
struct file {
	defer_pread_fn pread;
	void *ctx;
	bool swap;
	struct defer_error *err;
};

static int read_exact(const struct file *file, void *buf, size_t size, uint64_t offset,
		      const char *what)
{
	int64_t ret;

	if (offset > UINT64_MAX - size)
		return defer_error__set(file->err, DEFER_ERR_CORRUPT,
					"The offset of %s is beyond any file: %" PRIu64, what,
					offset);
	ret = file->pread(file->ctx, buf, size, offset, file->err);
	if (ret < 0)
		return (int)ret;
	if ((uint64_t)ret != size)
		return defer_error__set_at(file->err, DEFER_ERR_TRUNCATED, offset,
					   "The file ends within %s: %zu bytes expected, %" PRId64
					   " found",
					   what, size, ret);
	return DEFER_OK;
}

struct magic {
	const char *bytes;
	size_t size;
	const char *what;
};

static const struct magic others[] = {
	{"\177ELF", 4, "an ELF file"},
	{"\x1f\x8b", 2, "compressed with gzip: unpack it first"},
	{"\x28\xb5\x2f\xfd", 4, "compressed with zstd: unpack it first (zstd -d)"},
	{"\xfd"
	 "7zXZ",
	 5, "compressed with xz: unpack it first (xz -d)"},
	{"BZh", 3, "compressed with bzip2: unpack it first (bzip2 -d)"},
	{"PK\3\4", 4, "a zip archive"},
	{"# =====", 7, "the text of perf report --header, not the recording"},
	{"{", 1, "JSON text"},
	{"\0\0\0\0\0\0\0\0", 8, "all zeros: the recording stopped before its header was written"},
};

static int say_not_perf(const uint8_t *start, size_t size, struct defer_error *err)
{
	if (!size)
		return defer_error__set_at(err, DEFER_ERR_TRUNCATED, 0, "The file is empty");
	for (size_t i = 0; i < ARRAY_SIZE(others); i++) {
		if (size < others[i].size || memcmp(start, others[i].bytes, others[i].size))
			continue;
		return defer_error__set_at(err, DEFER_ERR_UNSUPPORTED, 0,
					   "This is not a perf.data file: it is %s",
					   others[i].what);
	}
	return defer_error__set_at(err, DEFER_ERR_UNSUPPORTED, 0,
				   "This is not a perf.data file: it does not begin with PERFILE2");
}

/*
 * Reads magic and header size. The first version's magic reads the same in both byte orders; there,
 * the header size that follows is small only in the right one.
 */
static bool read_magic(struct defer_header *hdr, const uint8_t *start)
{
	static const uint64_t version2 = 0x32454c4946524550ULL; /* "PERFILE2", little-endian */
	uint64_t magic = bytes__u64(start, false);

	if (!memcmp(start, "PERFFILE", 8)) {
		hdr->swap = bytes__u64(start + 8, false) > UINT32_MAX;
		return true;
	}
	hdr->swap = magic == __builtin_bswap64(version2);
	return hdr->swap || magic == version2;
}

/*
 * Reads the feature bitmap. It is an array of the recorder's unsigned long, so a 32-bit big-endian
 * recorder swaps the halves of each u64. HOSTNAME, which every perf since 3.0 sets, shows which
 * layout it is.
 */
static void read_features(struct defer_header *hdr, struct defer_cursor *cur)
{
	uint64_t *map = hdr->features;

	for (int i = 0; i < DEFER_NR_FEATURE_BITS / 64; i++)
		map[i] = defer_cursor__u64(cur);

	if (!bytes__big_endian(hdr->swap) || map[0] >> FEATURE_HOSTNAME & 1 ||
	    !(map[0] >> (FEATURE_HOSTNAME + 32) & 1))
		return;
	for (int i = 0; i < DEFER_NR_FEATURE_BITS / 64; i++)
		map[i] = map[i] >> 32 | map[i] << 32;
}

static void read_section(struct defer_section *section, struct defer_cursor *cur)
{
	section->offset = defer_cursor__u64(cur);
	section->size = defer_cursor__u64(cur);
}

static int read_file_header(struct defer_header *hdr, const struct file *file)
{
	uint8_t bytes[FILE_HEADER_SIZE];
	struct defer_section event_types;
	struct defer_cursor cur;
	size_t size = FILE_HEADER_SIZE;
	int ret;

	if (hdr->size == OLD_FILE_HEADER_SIZE)
		size = OLD_FILE_HEADER_SIZE;
	else if (hdr->size < FILE_HEADER_SIZE || hdr->size > UINT16_MAX)
		return defer_error__set_at(file->err, DEFER_ERR_CORRUPT, 8,
					   "The size of the file header is %" PRIu64 ", not 16, 72 "
					   "or 104",
					   hdr->size);
	ret = read_exact(file, bytes, size, 0, "the header");
	if (ret)
		return ret;

	defer_cursor__init(&cur, bytes, size, 0, hdr->swap);
	defer_cursor__bytes(&cur, PIPE_HEADER_SIZE);
	hdr->attr_size = defer_cursor__u64(&cur);
	read_section(&hdr->attrs, &cur);
	read_section(&hdr->data, &cur);
	read_section(&event_types, &cur);
	if (size == FILE_HEADER_SIZE)
		read_features(hdr, &cur);
	return DEFER_OK;
}

int defer_header__read(struct defer_header *hdr, defer_pread_fn pread, void *ctx,
		       struct defer_error *err)
{
	struct file file = {.pread = pread, .ctx = ctx, .err = err};
	uint8_t start[PIPE_HEADER_SIZE];
	int64_t size;

	memset(hdr, 0, sizeof(*hdr));
	size = pread(ctx, start, sizeof(start), 0, err);
	if (size < 0)
		return (int)size;
	if (size < 8 || !read_magic(hdr, start))
		return say_not_perf(start, (size_t)size, err);
	if (size < PIPE_HEADER_SIZE)
		return defer_error__set_at(
			err, DEFER_ERR_TRUNCATED, 8,
			"The file ends within the header, after %" PRId64 " bytes", size);

	hdr->size = bytes__u64(start + 8, hdr->swap);
	hdr->pipe = hdr->size == PIPE_HEADER_SIZE;
	return hdr->pipe ? DEFER_OK : read_file_header(hdr, &file);
}

/*
 * Reads the ids at @section in pieces, so that memory grows with the bytes present, not with the
 * size claimed.
 */
static int read_ids(const struct file *file, const struct defer_section *section, uint64_t **idsp)
{
	uint64_t done = 0, *ids = NULL;
	int ret = DEFER_OK;

	while (done < section->size && !ret) {
		uint64_t left = section->size - done;
		size_t size = left < PIECE_SIZE ? left : PIECE_SIZE;
		uint64_t *more = realloc(ids, done + size);

		if (!more) {
			ret = defer_error__set_at(file->err, DEFER_ERR_NOMEM, section->offset,
						  "Not enough memory for %" PRIu64 " bytes of ids",
						  section->size);
			break;
		}
		ids = more;
		ret = read_exact(file, (uint8_t *)ids + done, size, section->offset + done,
				 "an event's ids");
		done += size;
	}
	if (ret) {
		free(ids);
		return ret;
	}
	for (uint64_t i = 0; i < done / sizeof(*ids); i++)
		ids[i] = bytes__u64((const uint8_t *)&ids[i], file->swap);
	*idsp = ids;
	return DEFER_OK;
}

static int check_ids(const struct defer_section *ids, uint64_t offset, struct defer_error *err)
{
	if (ids->size % sizeof(uint64_t))
		return defer_error__set_at(err, DEFER_ERR_CORRUPT, offset,
					   "The ids of an event take %" PRIu64 " bytes, which is "
					   "not a multiple of 8",
					   ids->size);
	if (ids->size / sizeof(uint64_t) > DEFER_MAX_IDS)
		return defer_error__set_at(err, DEFER_ERR_CORRUPT, offset,
					   "An event has %" PRIu64
					   " ids, more than the limit of %u",
					   ids->size / sizeof(uint64_t), DEFER_MAX_IDS);
	if (ids->offset > UINT64_MAX - ids->size)
		return defer_error__set_at(err, DEFER_ERR_CORRUPT, offset,
					   "The ids of an event end beyond any file: %" PRIu64 " "
					   "bytes at %" PRIu64,
					   ids->size, ids->offset);
	return DEFER_OK;
}

/* Adds an event. If it is refused, the error gives the offset of its attr. */
static int evlist__add_event(struct defer_evlist *evlist, const struct defer_attr *attr,
			     const uint64_t *ids, uint64_t nr_ids, uint64_t offset,
			     struct defer_error *err)
{
	struct defer_error why = DEFER_ERROR_INIT;
	int ret = defer_evlist__add(evlist, attr, ids, nr_ids, &why);

	return ret ? defer_error__set_at(err, ret, offset, "%s", why.text) : DEFER_OK;
}

/* Adds the event of the attr entry at @cur. The cursor's offset is the entry's file offset. */
static int read_entry(const struct file *file, struct defer_cursor *cur,
		      struct defer_evlist *evlist)
{
	uint64_t offset = defer_cursor__offset(cur);
	struct defer_section section;
	struct defer_attr attr;
	uint64_t *ids = NULL;
	int ret;

	ret = defer_attr__read(&attr, cur, cur->size - SECTION_SIZE, file->err);
	if (ret)
		return ret;
	read_section(&section, cur);
	ret = check_ids(&section, offset + cur->size - SECTION_SIZE, file->err);
	if (ret)
		return ret;

	ret = read_ids(file, &section, &ids);
	if (ret)
		return ret;
	ret = evlist__add_event(evlist, &attr, ids, section.size / sizeof(*ids), offset, file->err);
	free(ids);
	return ret;
}

static int check_attrs(const struct defer_header *hdr, struct defer_error *err)
{
	if (hdr->attr_size < DEFER_ATTR_SIZE_VER0 + SECTION_SIZE || hdr->attr_size > MAX_ATTR_SIZE)
		return defer_error__set_at(err, DEFER_ERR_CORRUPT, 16,
					   "The size of an attr entry is %" PRIu64
					   ", which is not between 80 and %d",
					   hdr->attr_size, MAX_ATTR_SIZE);
	if (!hdr->attrs.size || hdr->attrs.size % hdr->attr_size ||
	    hdr->attrs.size / hdr->attr_size > MAX_ATTRS)
		return defer_error__set_at(err, DEFER_ERR_CORRUPT, 32,
					   "The attrs take %" PRIu64 " bytes, which is not between "
					   "1 and %d entries of %" PRIu64,
					   hdr->attrs.size, MAX_ATTRS, hdr->attr_size);
	if (hdr->attrs.offset > UINT64_MAX - hdr->attrs.size)
		return defer_error__set_at(err, DEFER_ERR_CORRUPT, 24,
					   "The attrs end beyond any file: %" PRIu64
					   " bytes at %" PRIu64,
					   hdr->attrs.size, hdr->attrs.offset);
	return DEFER_OK;
}

int defer_header__read_attrs(const struct defer_header *hdr, defer_pread_fn pread, void *ctx,
			     struct defer_evlist *evlist, struct defer_error *err)
{
	struct file file = {.pread = pread, .ctx = ctx, .swap = hdr->swap, .err = err};
	uint64_t end, offset = hdr->attrs.offset;
	struct defer_cursor cur;
	uint8_t *bytes;
	int ret;

	if (hdr->pipe)
		return DEFER_OK;
	ret = check_attrs(hdr, err);
	if (ret)
		return ret;
	bytes = malloc(hdr->attr_size);
	if (!bytes)
		return defer_error__set_at(err, DEFER_ERR_NOMEM, offset,
					   "Not enough memory for an attr entry");

	for (end = offset + hdr->attrs.size; offset < end && !ret; offset += hdr->attr_size) {
		ret = read_exact(&file, bytes, hdr->attr_size, offset, "the attrs");
		defer_cursor__init(&cur, bytes, hdr->attr_size, offset, hdr->swap);
		if (!ret)
			ret = read_entry(&file, &cur, evlist);
	}
	free(bytes);
	return ret;
}

/* Returns how many bytes of the record at @cur belong to its attr, by the attr's own size field. */
static size_t attr_size_at(const struct defer_cursor *cur)
{
	struct defer_cursor peek = *cur;
	uint32_t size;

	defer_cursor__u32(&peek);
	size = defer_cursor__u32(&peek);
	return size ? size : DEFER_ATTR_SIZE_VER0;
}

int defer_header__read_attr_record(const struct defer_record *rec, struct defer_evlist *evlist,
				   struct defer_error *err)
{
	uint64_t nr_ids, *ids = NULL;
	struct defer_cursor cur;
	struct defer_attr attr;
	size_t size;
	int ret;

	defer_cursor__init(&cur, rec->data, rec->size, rec->offset, rec->swap);
	defer_cursor__bytes(&cur, DEFER_RECORD_HEADER_SIZE);
	size = attr_size_at(&cur);
	if (size > defer_cursor__left(&cur) || (defer_cursor__left(&cur) - size) % sizeof(*ids))
		return defer_error__set_at(err, DEFER_ERR_CORRUPT, rec->offset,
					   "An attr of %zu bytes and its ids do not fill a record "
					   "of type 64 (ATTR) of %" PRIu32 " bytes",
					   size, rec->size);
	ret = defer_attr__read(&attr, &cur, size, err);
	if (ret)
		return ret;

	nr_ids = defer_cursor__left(&cur) / sizeof(*ids);
	if (nr_ids) {
		ids = malloc(nr_ids * sizeof(*ids));
		if (!ids)
			return defer_error__set_at(err, DEFER_ERR_NOMEM, rec->offset,
						   "Not enough memory for %" PRIu64 " ids", nr_ids);
	}
	for (uint64_t i = 0; i < nr_ids; i++)
		ids[i] = defer_cursor__u64(&cur);
	ret = evlist__add_event(evlist, &attr, ids, nr_ids, rec->offset, err);
	free(ids);
	return ret;
}

static unsigned int nr_features_before(const struct defer_header *hdr, unsigned int feature)
{
	unsigned int nr = 0;

	for (unsigned int i = 0; i < feature; i++)
		nr += defer_header__has_feature(hdr, i);
	return nr;
}

int defer_header__feature_section(const struct defer_header *hdr, unsigned int feature,
				  defer_pread_fn pread, void *ctx, struct defer_section *section,
				  struct defer_error *err)
{
	struct file file = {.pread = pread, .ctx = ctx, .swap = hdr->swap, .err = err};
	uint64_t table, before = nr_features_before(hdr, feature) * SECTION_SIZE;
	uint8_t bytes[SECTION_SIZE];
	struct defer_cursor cur;
	int ret;

	if (hdr->pipe || !hdr->data.size || !defer_header__has_feature(hdr, feature))
		return 0;
	if (__builtin_add_overflow(hdr->data.offset, hdr->data.size, &table) ||
	    table > UINT64_MAX - before - SECTION_SIZE)
		return defer_error__set_at(err, DEFER_ERR_CORRUPT, 40,
					   "The data ends beyond any file: %" PRIu64
					   " bytes at %" PRIu64,
					   hdr->data.size, hdr->data.offset);

	ret = read_exact(&file, bytes, sizeof(bytes), table + before, "the table of features");
	if (ret)
		return ret;
	defer_cursor__init(&cur, bytes, sizeof(bytes), table + before, hdr->swap);
	read_section(section, &cur);
	return 1;
}
