// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/header/env.h"
#include "util/base/error.h"
#include "util/inject/attr-edit.h"
#include "util/inject/raw.h"
#include "util/inject/trace-form.h"
#include "util/source/source.h"

/* Linux 7.2, tools/perf/util/header.h: struct perf_file_header */
#define MAGIC	     0x32454c4946524550ULL /* "PERFILE2" */
#define HEADER_SIZE  104
#define SECTION_SIZE 16
#define COPY_SIZE    (1U << 16)

static bool form__swap(const struct trace_form *form)
{
	return source__header(form->session->source)->swap;
}

static int write_bytes(struct trace_form *form, struct byte_buf *bytes, struct defer_error *err)
{
	int ret = byte_buf__check(bytes, "what stands around the records", err);

	if (!ret)
		ret = whole_file__write(form->out, bytes->data, bytes->size, err);
	byte_buf__clear(bytes);
	return ret;
}

/* Reads all of @section, which the caller frees. The size in the trace may be false. */
static int session__read_section(struct session *session, const struct defer_section *section,
				 uint8_t **data, struct defer_error *err)
{
	int64_t got;

	*data = NULL;
	if (section->size > source__size(session->source))
		return defer_error__set(err, DEFER_ERR_CORRUPT, section->offset,
					"a section of %llu bytes is larger than the file",
					(unsigned long long)section->size);
	*data = malloc(section->size + 1);
	if (!*data)
		return error__no_memory(err, "for a section of %llu bytes",
					(unsigned long long)section->size);
	got = source__pread(session->source, *data, section->size, section->offset, err);
	if (got == (int64_t)section->size)
		return 0;
	free(*data);
	*data = NULL;
	return got < 0 ? got
		       : defer_error__set(err, DEFER_ERR_TRUNCATED, section->offset + got,
					  "the file ends within a section");
}

/* ---- attrs ---- */

/* Returns the size of each attr in a file, bytes. It may be larger than the attr we know. */
static size_t stored_attr_size(const struct defer_header *hdr)
{
	return hdr->attr_size - SECTION_SIZE;
}

/* Returns the size that all attrs of the new file have, bytes. */
static size_t needed_attr_size(const uint8_t *attrs, const struct defer_header *hdr)
{
	size_t needed = 0;

	for (uint64_t at = 0; at + hdr->attr_size <= hdr->attrs.size; at += hdr->attr_size) {
		size_t size = attr_edit__needed(attrs + at, stored_attr_size(hdr));

		if (size > needed)
			needed = size;
	}
	return needed;
}

int trace_form__init(struct trace_form *form, struct session *session, struct whole_file *out,
		     bool keep_deferred, struct defer_error *err)
{
	const struct defer_header *hdr = source__header(session->source);
	uint8_t *attrs;
	int ret;

	*form = (struct trace_form){
		.session = session,
		.out = out,
		.keep_deferred = keep_deferred,
	};
	if (hdr->pipe)
		return 0;
	ret = session__read_section(session, &hdr->attrs, &attrs, err);
	if (ret)
		return ret;
	form->attr_size = keep_deferred ? stored_attr_size(hdr) : needed_attr_size(attrs, hdr);
	free(attrs);
	return 0;
}

/* Appends the first @size bytes of an attr. */
static void form__add_attr(const struct trace_form *form, struct byte_buf *bytes,
			   const uint8_t *attr, size_t size)
{
	const size_t at = bytes->size;

	byte_buf__add(bytes, attr, size);
	if (!form->keep_deferred && !bytes->no_memory)
		attr_edit__merge(bytes->data + at, size, form__swap(form));
}

/*
 * Returns the number of events in a file's attrs. Records may announce more, which are copied
 * unchanged.
 */
static uint32_t form__nr_attrs(const struct trace_form *form)
{
	const struct defer_header *hdr = source__header(form->session->source);
	const uint64_t nr = hdr->attrs.size / hdr->attr_size;
	const uint32_t nr_read = defer_evlist__nr(form->session->evlist);

	return nr < nr_read ? nr : nr_read;
}

static void add_ids(struct byte_buf *bytes, const struct defer_evsel *evsel, bool swap)
{
	for (uint64_t i = 0; i < evsel->nr_ids; i++)
		raw__add_u64(bytes, evsel->ids[i], swap);
}

/* Writes header, ids and attrs in perf's order. The header is overwritten at the end. */
static int form__begin_file(struct trace_form *form, const uint8_t *attrs, struct defer_error *err)
{
	const struct defer_header *hdr = source__header(form->session->source);
	const struct defer_evlist *evlist = form->session->evlist;
	const uint32_t nr = form__nr_attrs(form);
	struct byte_buf bytes = {0};
	uint64_t ids_at = HEADER_SIZE;
	int ret;

	byte_buf__zeros(&bytes, HEADER_SIZE);
	for (uint32_t i = 0; i < nr; i++)
		add_ids(&bytes, defer_evlist__evsel(evlist, i), hdr->swap);
	form->attrs_at = bytes.size;
	for (uint32_t i = 0; i < nr; i++) {
		const uint64_t ids_size = defer_evlist__evsel(evlist, i)->nr_ids * sizeof(uint64_t);

		form__add_attr(form, &bytes, attrs + i * hdr->attr_size, form->attr_size);
		raw__add_u64(&bytes, ids_at, hdr->swap);
		raw__add_u64(&bytes, ids_size, hdr->swap);
		ids_at += ids_size;
	}
	form->data_at = bytes.size;
	ret = write_bytes(form, &bytes, err);
	byte_buf__exit(&bytes);
	return ret;
}

static int add_attr_record(const struct trace_form *form, struct byte_buf *bytes,
			   const uint8_t *attr, const struct defer_evsel *evsel,
			   struct defer_error *err)
{
	uint64_t size = DEFER_RECORD_HEADER_SIZE + form->attr_size + evsel->nr_ids * 8;

	if (size > UINT16_MAX)
		return defer_error__set(
			err, DEFER_ERR_UNSUPPORTED, DEFER_NO_OFFSET,
			"an event has %llu ids, more than a stream can say: write a "
			"file",
			(unsigned long long)evsel->nr_ids);
	raw__add_header(bytes, DEFER_RECORD_HEADER_ATTR, 0, size, form__swap(form));
	form__add_attr(form, bytes, attr, form->attr_size);
	add_ids(bytes, evsel, form__swap(form));
	return 0;
}

/* Linux 7.2, tools/lib/perf/include/perf/event.h: struct perf_record_event_update. */
#define EVENT_UPDATE_NAME 2

/* Appends the name of an event, which perf reads only from these records in a stream. */
static void form__add_name_record(const struct trace_form *form, struct byte_buf *bytes,
				  const struct defer_evsel *evsel)
{
	const size_t fixed = DEFER_RECORD_HEADER_SIZE + 2 * sizeof(uint64_t);
	const size_t len = evsel->name ? strlen(evsel->name) + 1 : 0, room = (len + 7) & ~(size_t)7;

	if (!len || !evsel->nr_ids || fixed + room > UINT16_MAX)
		return;
	raw__add_header(bytes, DEFER_RECORD_EVENT_UPDATE, 0, fixed + room, form__swap(form));
	raw__add_u64(bytes, EVENT_UPDATE_NAME, form__swap(form));
	raw__add_u64(bytes, evsel->ids[0], form__swap(form));
	byte_buf__add(bytes, evsel->name, len);
	byte_buf__zeros(bytes, room - len);
}

/* ---- features ---- */

/*
 * Returns true for features that would be wrong in the new trace. AUX area data can be found
 * without their index.
 */
static bool is_dropped(unsigned int feature)
{
	return feature == FEATURE_COMPRESSED || feature == FEATURE_DIR_FORMAT ||
	       feature == FEATURE_AUXTRACE;
}

/*
 * EVENT_DESC repeats the attrs: their number and size, then for each an attr, number of ids, name,
 * ids. Linux 7.2, tools/perf/util/header.c, write_event_desc().
 */
struct event_desc {
	const uint8_t *attr;
	uint32_t nr_ids, name_len; /* size of the name with NUL and padding, bytes */
	const void *name, *ids;
};

static bool read_event_desc(struct defer_cursor *cur, uint32_t attr_size, struct event_desc *desc)
{
	desc->attr = defer_cursor__bytes(cur, attr_size);
	desc->nr_ids = defer_cursor__u32(cur);
	desc->name_len = defer_cursor__u32(cur);
	desc->name = defer_cursor__bytes(cur, desc->name_len);
	desc->ids = defer_cursor__bytes(cur, desc->nr_ids * sizeof(uint64_t));
	return !cur->failed;
}

/* Returns the size that all attrs of the feature need, bytes. */
static uint32_t needed_in_event_desc(struct defer_cursor cur, uint32_t nr, uint32_t attr_size)
{
	uint32_t needed = 0;
	struct event_desc desc;

	while (nr-- && read_event_desc(&cur, attr_size, &desc)) {
		uint32_t size = attr_edit__needed(desc.attr, attr_size);

		if (size > needed)
			needed = size;
	}
	return needed;
}

static bool form__add_event_desc(const struct trace_form *form, struct byte_buf *bytes,
				 const uint8_t *data, size_t size)
{
	const bool swap = form__swap(form);
	uint32_t nr, attr_size, needed;
	struct event_desc desc;
	struct defer_cursor cur;

	defer_cursor__init(&cur, data, size, 0, swap);
	nr = defer_cursor__u32(&cur);
	attr_size = defer_cursor__u32(&cur);
	if (cur.failed || attr_size < DEFER_ATTR_SIZE_VER0)
		return false;
	needed = needed_in_event_desc(cur, nr, attr_size);
	raw__add_u32(bytes, nr, swap);
	raw__add_u32(bytes, needed, swap);
	for (uint32_t i = 0; i < nr; i++) {
		if (!read_event_desc(&cur, attr_size, &desc))
			return false;
		form__add_attr(form, bytes, desc.attr, needed);
		raw__add_u32(bytes, desc.nr_ids, swap);
		raw__add_u32(bytes, desc.name_len, swap);
		byte_buf__add(bytes, desc.name, desc.name_len);
		byte_buf__add(bytes, desc.ids, desc.nr_ids * sizeof(uint64_t));
	}
	return true;
}

/* Appends the contents of a feature. Returns false if the new trace does not have it. */
static bool form__add_feature(const struct trace_form *form, struct byte_buf *bytes,
			      unsigned int feature, const uint8_t *data, size_t size)
{
	const size_t at = bytes->size;

	if (is_dropped(feature))
		return false;
	if (feature != FEATURE_EVENT_DESC || form->keep_deferred) {
		byte_buf__add(bytes, data, size);
		return true;
	}
	if (form__add_event_desc(form, bytes, data, size))
		return true;
	bytes->size = at; /* the session has reported its damage */
	return false;
}

/*
 * Clears the error of a broken feature, which costs that feature only. The session has reported it.
 */
static int forgive_broken(int ret, struct defer_error *err)
{
	if (ret == DEFER_ERR_NOMEM || ret == DEFER_ERR_IO)
		return ret;
	defer_error__clear(err);
	return 0;
}

/*
 * Reads @feature of a file into @data, which the caller frees. Returns 1, or 0 if it is missing or
 * incomplete.
 */
static int form__read_feature(const struct trace_form *form, unsigned int feature, uint8_t **data,
			      size_t *size, struct defer_error *err)
{
	struct source *source = form->session->source;
	struct defer_section section;
	int ret;

	ret = defer_header__feature_section(source__header(source), feature, source__pread, source,
					    &section, err);
	if (ret <= 0)
		return forgive_broken(ret, err);
	ret = session__read_section(form->session, &section, data, err);
	if (ret)
		return forgive_broken(ret, err);
	*size = section.size;
	return 1;
}

/* ---- of a file into a stream ---- */

static void add_feature_record(struct byte_buf *bytes, unsigned int feature,
			       const struct byte_buf *contents, bool swap)
{
	const size_t size = (DEFER_RECORD_HEADER_SIZE + 8 + contents->size + 7) & ~(size_t)7;

	/* A feature too long for a record is left out: no reader needs it. */
	if (size > UINT16_MAX)
		return;
	raw__add_header(bytes, DEFER_RECORD_HEADER_FEATURE, 0, size, swap);
	raw__add_u64(bytes, feature, swap);
	byte_buf__add(bytes, contents->data, contents->size);
	byte_buf__zeros(bytes, size - DEFER_RECORD_HEADER_SIZE - 8 - contents->size);
}

/* Appends the feature's entries, which are HEADER_BUILD_ID records except for their type. */
static void add_build_id_records(struct byte_buf *bytes, const struct byte_buf *contents, bool swap)
{
	size_t size;

	for (size_t at = 0; at + DEFER_RECORD_HEADER_SIZE <= contents->size; at += size) {
		const uint8_t *entry = contents->data + at;
		uint16_t misc, stored;

		memcpy(&misc, entry + 4, sizeof(misc));
		memcpy(&stored, entry + 6, sizeof(stored));
		size = raw__u16(stored, swap);
		if (size < DEFER_RECORD_HEADER_SIZE || size > contents->size - at)
			return;
		raw__add_header(bytes, DEFER_RECORD_HEADER_BUILD_ID, raw__u16(misc, swap), size,
				swap);
		byte_buf__add(bytes, entry + DEFER_RECORD_HEADER_SIZE,
			      size - DEFER_RECORD_HEADER_SIZE);
	}
}

/* Appends a record followed by the formats of tracepoints. */
static void add_tracing_record(struct byte_buf *bytes, const struct byte_buf *contents, bool swap)
{
	const size_t size = (contents->size + 7) & ~(size_t)7;

	raw__add_header(bytes, DEFER_RECORD_HEADER_TRACING_DATA, 0, DEFER_RECORD_HEADER_SIZE + 8,
			swap);
	raw__add_u32(bytes, size, swap);
	raw__add_u32(bytes, 0, swap);
	byte_buf__add(bytes, contents->data, contents->size);
	byte_buf__zeros(bytes, size - contents->size);
}

static void form__add_streamed(const struct trace_form *form, struct byte_buf *bytes,
			       unsigned int feature, const struct byte_buf *contents)
{
	const bool swap = form__swap(form);

	if (feature == FEATURE_TRACING_DATA)
		add_tracing_record(bytes, contents, swap);
	else if (feature == FEATURE_BUILD_ID)
		add_build_id_records(bytes, contents, swap);
	else
		add_feature_record(bytes, feature, contents, swap);
	bytes->no_memory |= contents->no_memory;
}

static int form__begin_stream(struct trace_form *form, const uint8_t *attrs,
			      struct defer_error *err)
{
	const struct defer_header *hdr = source__header(form->session->source);
	const struct defer_evlist *evlist = form->session->evlist;
	struct byte_buf bytes = {0}, contents = {0};
	int ret = 0;

	raw__add_u64(&bytes, MAGIC, hdr->swap);
	raw__add_u64(&bytes, 2 * sizeof(uint64_t), hdr->swap);
	for (uint32_t i = 0; i < form__nr_attrs(form) && !ret; i++)
		ret = add_attr_record(form, &bytes, attrs + i * hdr->attr_size,
				      defer_evlist__evsel(evlist, i), err);
	for (uint32_t i = 0; i < form__nr_attrs(form); i++)
		form__add_name_record(form, &bytes, defer_evlist__evsel(evlist, i));
	for (unsigned int id = 0; id < FEATURE_NR_KNOWN && !ret; id++) {
		uint8_t *data = NULL;
		size_t size;

		ret = form__read_feature(form, id, &data, &size, err);
		byte_buf__clear(&contents);
		if (ret > 0 && form__add_feature(form, &contents, id, data, size))
			form__add_streamed(form, &bytes, id, &contents);
		free(data);
		ret = ret < 0 ? ret : 0;
	}
	if (!ret)
		ret = write_bytes(form, &bytes, err);
	byte_buf__exit(&bytes);
	byte_buf__exit(&contents);
	return ret;
}

/* ---- begin and end ---- */

int trace_form__begin(struct trace_form *form, struct defer_error *err)
{
	const struct defer_header *hdr = source__header(form->session->source);
	const uint64_t start[2] = {raw__u64(MAGIC, hdr->swap), raw__u64(sizeof(start), hdr->swap)};
	uint8_t *attrs;
	int ret;

	if (hdr->pipe)
		return whole_file__write(form->out, start, sizeof(start), err);
	ret = session__read_section(form->session, &hdr->attrs, &attrs, err);
	if (ret)
		return ret;
	if (whole_file__is_stream(form->out))
		ret = form__begin_stream(form, attrs, err);
	else
		ret = form__begin_file(form, attrs, err);
	free(attrs);
	return ret;
}

static int form__write_header(struct trace_form *form, uint64_t data_size, const uint64_t *features,
			      struct defer_error *err)
{
	const bool swap = form__swap(form);
	const uint64_t entry = form->attr_size + SECTION_SIZE;
	struct byte_buf bytes = {0};
	int ret;

	raw__add_u64(&bytes, MAGIC, swap);
	raw__add_u64(&bytes, HEADER_SIZE, swap);
	raw__add_u64(&bytes, entry, swap);
	raw__add_u64(&bytes, form->attrs_at, swap);
	raw__add_u64(&bytes, entry * form__nr_attrs(form), swap);
	raw__add_u64(&bytes, form->data_at, swap);
	raw__add_u64(&bytes, data_size, swap);
	byte_buf__zeros(&bytes, SECTION_SIZE); /* event types, which no perf writes any more */
	for (int i = 0; i < DEFER_NR_FEATURE_BITS / 64; i++)
		raw__add_u64(&bytes, features[i], swap);
	ret = byte_buf__check(&bytes, "the header", err);
	if (!ret)
		ret = whole_file__overwrite(form->out, bytes.data, bytes.size, 0, err);
	byte_buf__exit(&bytes);
	return ret;
}

/* The features present, and their contents one after the other. */
struct features {
	uint64_t bits[DEFER_NR_FEATURE_BITS / 64];
	uint64_t sizes[DEFER_NR_FEATURE_BITS];
	struct byte_buf contents;
};

static int form__collect_features(const struct trace_form *form, struct features *features,
				  struct defer_error *err)
{
	int ret = 0;

	for (unsigned int id = 0; id < DEFER_NR_FEATURE_BITS && ret >= 0; id++) {
		const size_t at = features->contents.size;
		uint8_t *data = NULL;
		size_t size;

		ret = form__read_feature(form, id, &data, &size, err);
		if (ret > 0 && form__add_feature(form, &features->contents, id, data, size)) {
			features->bits[id / 64] |= 1ULL << id % 64;
			features->sizes[id] = features->contents.size - at;
		}
		free(data);
	}
	return ret < 0 ? ret : byte_buf__check(&features->contents, "features", err);
}

static int form__write_features(struct trace_form *form, const struct features *features,
				struct defer_error *err)
{
	struct byte_buf table = {0};
	uint64_t at = form->out->size;
	int ret;

	for (unsigned int id = 0; id < DEFER_NR_FEATURE_BITS; id++)
		at += features->bits[id / 64] >> id % 64 & 1 ? SECTION_SIZE : 0;
	for (unsigned int id = 0; id < DEFER_NR_FEATURE_BITS; id++) {
		if (!(features->bits[id / 64] >> id % 64 & 1))
			continue;
		raw__add_u64(&table, at, form__swap(form));
		raw__add_u64(&table, features->sizes[id], form__swap(form));
		at += features->sizes[id];
	}
	ret = write_bytes(form, &table, err);
	byte_buf__exit(&table);
	if (ret)
		return ret;
	return whole_file__write(form->out, features->contents.data, features->contents.size, err);
}

int trace_form__end(struct trace_form *form, struct defer_error *err)
{
	const uint64_t data_size = form->out->size - form->data_at;
	struct features features = {0};
	int ret;

	/* A stream has all features before its records, also if the stream is in a file. */
	if (source__header(form->session->source)->pipe || whole_file__is_stream(form->out))
		return 0;
	ret = form__collect_features(form, &features, err);
	if (!ret)
		ret = form__write_features(form, &features, err);
	if (!ret)
		ret = form__write_header(form, data_size, features.bits, err);
	byte_buf__exit(&features.contents);
	return ret;
}

/* ---- of a stream ---- */

static void add_attr_of_record(const struct trace_form *form, struct byte_buf *bytes,
			       const struct defer_record *rec)
{
	const uint8_t *attr = rec->data + DEFER_RECORD_HEADER_SIZE;
	const size_t body = rec->size - DEFER_RECORD_HEADER_SIZE;
	uint32_t size, needed;

	memcpy(&size, attr + 4, sizeof(size));
	size = raw__u32(size, rec->swap);
	/* An attr that cannot be read is copied as it is: a repair would be a guess. */
	if (size < DEFER_ATTR_SIZE_VER0 || size > body) {
		byte_buf__add(bytes, rec->data, rec->size);
		return;
	}
	needed = attr_edit__needed(attr, size);
	raw__add_header(bytes, rec->type, rec->misc, rec->size - (size - needed), rec->swap);
	form__add_attr(form, bytes, attr, needed);
	byte_buf__add(bytes, attr + size, body - size);
}

static void add_feature_of_record(const struct trace_form *form, struct byte_buf *bytes,
				  const struct defer_record *rec)
{
	const uint8_t *body = rec->data + DEFER_RECORD_HEADER_SIZE;
	struct byte_buf contents = {0};
	uint64_t feature;

	memcpy(&feature, body, sizeof(feature));
	feature = raw__u64(feature, rec->swap);
	if (feature != FEATURE_EVENT_DESC || form->keep_deferred) {
		if (feature >= DEFER_NR_FEATURE_BITS || !is_dropped(feature))
			byte_buf__add(bytes, rec->data, rec->size);
		return;
	}
	if (form__add_event_desc(form, &contents, body + sizeof(feature),
				 rec->size - DEFER_RECORD_HEADER_SIZE - sizeof(feature)))
		add_feature_record(bytes, feature, &contents, rec->swap);
	bytes->no_memory |= contents.no_memory;
	byte_buf__exit(&contents);
}

void trace_form__add_record(const struct trace_form *form, struct byte_buf *bytes,
			    const struct defer_record *rec)
{
	const size_t body = rec->size - DEFER_RECORD_HEADER_SIZE;

	if (rec->type == DEFER_RECORD_HEADER_ATTR && !form->keep_deferred &&
	    body >= DEFER_ATTR_SIZE_VER0)
		add_attr_of_record(form, bytes, rec);
	else if (rec->type == DEFER_RECORD_HEADER_FEATURE && body >= sizeof(uint64_t))
		add_feature_of_record(form, bytes, rec);
	else
		byte_buf__add(bytes, rec->data, rec->size);
}
