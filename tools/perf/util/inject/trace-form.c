// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include <perf/defer-cursor.h>
#include <perf/defer-evlist.h>

#include "util/base/error.h"
#include "util/header/env.h"
#include "util/inject/attr-edit.h"
#include "util/inject/marks.h"
#include "util/inject/trace-form.h"
#include "util/output/feature-place.h"
#include "util/source/source.h"
#include "util/synth/synth-record.h"

#define SECTION_SIZE sizeof(struct defer_section)

static bool form__swap(const struct trace_form *form)
{
	return source__header(form->session->source)->swap;
}

static int form__write(struct trace_form *form, const struct byte_buf *bytes,
		       struct defer_error *err)
{
	int ret = byte_buf__check(bytes, "what stands around the records", err);

	return ret ? ret
		   : output_sink__append_bytes(&form->out->sink, bytes->data, bytes->size, err);
}

/* Reads all of @section, which the caller frees. The size in the trace may be false. */
static int form__read_section(const struct trace_form *form, const struct defer_section *section,
			      uint8_t **data, struct defer_error *err)
{
	struct source *source = form->session->source;
	int64_t got;

	*data = NULL;
	if (section->size > source__size(source))
		return defer_error__set_at(err, DEFER_ERR_CORRUPT, section->offset,
					   "a section of %llu bytes is larger than the file",
					   (unsigned long long)section->size);
	*data = malloc(section->size + 1);
	if (!*data)
		return error__no_memory(err, "for a section of %llu bytes",
					(unsigned long long)section->size);
	got = source__pread(source, *data, section->size, section->offset, err);
	if (got == (int64_t)section->size)
		return 0;
	free(*data);
	*data = NULL;
	return got < 0 ? got
		       : defer_error__set_at(err, DEFER_ERR_TRUNCATED, section->offset + got,
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

int trace_form__init(struct trace_form *form, struct session *session, struct trace_out *out,
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
	ret = form__read_section(form, &hdr->attrs, &attrs, err);
	if (ret)
		return ret;
	form->attrs.attr_size =
		keep_deferred ? stored_attr_size(hdr) : needed_attr_size(attrs, hdr);
	form->attrs.nr = form__nr_attrs(form);
	free(attrs);
	return 0;
}

static bool form__edits_attrs(const struct trace_form *form)
{
	return !form->keep_deferred || form->convert;
}

/* Appends the first @size bytes of an attr. */
static void form__add_attr(const struct trace_form *form, struct byte_buf *bytes,
			   const uint8_t *attr, size_t size)
{
	const size_t at = bytes->size;

	byte_buf__add(bytes, attr, size);
	if (bytes->no_memory)
		return;
	if (!form->keep_deferred)
		attr_edit__merge(bytes->data + at, size, form__swap(form));
	if (form->convert)
		attr_edit__convert(bytes->data + at, size, form__swap(form));
}

static void add_ids(struct byte_buf *bytes, const struct defer_evsel *evsel)
{
	for (uint64_t i = 0; i < evsel->nr_ids; i++)
		byte_buf__u64(bytes, evsel->ids[i]);
}

/* Writes room for the header, ids and attrs in perf's order. */
static int form__begin_file(struct trace_form *form, const uint8_t *attrs, struct defer_error *err)
{
	const struct defer_header *hdr = source__header(form->session->source);
	const struct defer_evlist *evlist = form->session->evlist;
	struct byte_buf bytes = {.swap = hdr->swap};
	uint64_t ids_at = HEADER_WRITER_SIZE;
	int ret;

	byte_buf__zeros(&bytes, HEADER_WRITER_SIZE);
	for (uint32_t i = 0; i < form->attrs.nr; i++)
		add_ids(&bytes, defer_evlist__evsel(evlist, i));
	form->attrs.offset = bytes.size;
	for (uint32_t i = 0; i < form->attrs.nr; i++) {
		const uint64_t ids_size = defer_evlist__evsel(evlist, i)->nr_ids * sizeof(uint64_t);

		form__add_attr(form, &bytes, attrs + i * hdr->attr_size, form->attrs.attr_size);
		byte_buf__u64(&bytes, ids_at);
		byte_buf__u64(&bytes, ids_size);
		ids_at += ids_size;
	}
	form->header.data_offset = bytes.size;
	ret = form__write(form, &bytes, err);
	byte_buf__exit(&bytes);
	return ret;
}

static int add_attr_record(const struct trace_form *form, struct byte_buf *bytes,
			   const uint8_t *attr, const struct defer_evsel *evsel,
			   struct defer_error *err)
{
	uint64_t size = DEFER_RECORD_HEADER_SIZE + form->attrs.attr_size + evsel->nr_ids * 8;

	if (size > UINT16_MAX)
		return defer_error__set(
			err, DEFER_ERR_UNSUPPORTED,
			"an event has %llu ids, more than a stream can say: write a "
			"file",
			(unsigned long long)evsel->nr_ids);
	byte_buf__header(bytes, DEFER_RECORD_HEADER_ATTR, 0, size);
	form__add_attr(form, bytes, attr, form->attrs.attr_size);
	add_ids(bytes, evsel);
	return 0;
}

/* Appends the attrs, and the names of events, which perf reads only from these records in a stream. */
static int form__add_events(const struct trace_form *form, struct byte_buf *bytes,
			    const uint8_t *attrs, struct defer_error *err)
{
	const struct synth_opts synth = {
		.swap = bytes->swap,
		.fn = synth_record__append,
		.ctx = bytes,
	};
	const struct defer_header *hdr = source__header(form->session->source);
	int ret = 0;

	for (uint32_t i = 0; i < form->attrs.nr && !ret; i++)
		ret = add_attr_record(form, bytes, attrs + i * hdr->attr_size,
				      defer_evlist__evsel(form->session->evlist, i), err);
	for (uint32_t i = 0; i < form->attrs.nr && !ret; i++) {
		const struct defer_evsel *evsel = defer_evlist__evsel(form->session->evlist, i);

		if (evsel->name && evsel->nr_ids)
			ret = synth__event_name(&synth, evsel->ids[0], evsel->name, err);
	}
	return ret;
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
	uint32_t nr, attr_size, needed;
	struct event_desc desc;
	struct defer_cursor cur;

	defer_cursor__init(&cur, data, size, 0, form__swap(form));
	nr = defer_cursor__u32(&cur);
	attr_size = defer_cursor__u32(&cur);
	if (cur.failed || attr_size < DEFER_ATTR_SIZE_VER0)
		return false;
	needed = form->keep_deferred ? attr_size : needed_in_event_desc(cur, nr, attr_size);
	byte_buf__u32(bytes, nr);
	byte_buf__u32(bytes, needed);
	for (uint32_t i = 0; i < nr; i++) {
		if (!read_event_desc(&cur, attr_size, &desc))
			return false;
		form__add_attr(form, bytes, desc.attr, needed);
		byte_buf__u32(bytes, desc.nr_ids);
		byte_buf__u32(bytes, desc.name_len);
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
	if (feature != FEATURE_EVENT_DESC || !form__edits_attrs(form)) {
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
	ret = form__read_section(form, &section, data, err);
	if (ret)
		return forgive_broken(ret, err);
	*size = section.size;
	return 1;
}

/*
 * Appends what @feature has in the new trace, of which the old one is a file. Returns 1, 0 if the
 * new trace does not have it, or a negative code.
 */
static int form__add_contents(const struct trace_form *form, struct byte_buf *bytes,
			      unsigned int feature, struct defer_error *err)
{
	uint8_t *data = NULL;
	size_t size;
	int ret;

	if (feature == FEATURE_COMPRESSED) {
		if (form->out->level)
			trace_out__describe(form->out, bytes);
		return form->out->level > 0;
	}
	ret = form__read_feature(form, feature, &data, &size, err);
	if (ret > 0)
		ret = form__add_feature(form, bytes, feature, data, size);
	free(data);
	if (ret >= 0 && feature == FEATURE_BUILD_ID && form->has_marks) {
		marks__add_build_id(bytes);
		ret = 1;
	}
	return ret;
}

/* ---- of a file into a stream ---- */

/*
 * Appends the feature's entries, which are HEADER_BUILD_ID records except for their type, and for
 * their size: perf 7.3 ends at a record of a stream whose size is not a multiple of 8.
 */
static void add_build_id_records(struct byte_buf *bytes, const struct byte_buf *contents)
{
	struct defer_record entry;
	uint32_t padding;

	for (size_t at = 0; at < contents->size; at += entry.size) {
		if (defer_record__decode(&entry, contents->data + at, contents->size - at, at,
					 bytes->swap, NULL))
			return;
		padding = -entry.size & 7;
		if (entry.size + padding > UINT16_MAX)
			continue;
		byte_buf__header(bytes, DEFER_RECORD_HEADER_BUILD_ID, entry.misc,
				 entry.size + padding);
		byte_buf__add(bytes, entry.data + DEFER_RECORD_HEADER_SIZE,
			      entry.size - DEFER_RECORD_HEADER_SIZE);
		byte_buf__zeros(bytes, padding);
	}
}

static void add_streamed(struct byte_buf *bytes, unsigned int feature,
			 const struct byte_buf *contents)
{
	if (feature == FEATURE_TRACING_DATA)
		tracing_record__add(bytes, contents);
	else if (feature == FEATURE_BUILD_ID)
		add_build_id_records(bytes, contents);
	else
		feature_record__add(bytes, feature, contents);
	bytes->no_memory |= contents->no_memory;
}

static int form__begin_stream(struct trace_form *form, const uint8_t *attrs,
			      struct defer_error *err)
{
	struct byte_buf bytes = {.swap = form__swap(form)}, contents = {.swap = bytes.swap};
	int ret;

	header_writer__pipe(&bytes);
	ret = form__add_events(form, &bytes, attrs, err);
	for (unsigned int id = 0; id < FEATURE_NR_KNOWN && ret >= 0; id++) {
		byte_buf__clear(&contents);
		ret = form__add_contents(form, &contents, id, err);
		if (ret > 0)
			add_streamed(&bytes, id, &contents);
	}
	if (ret >= 0)
		ret = form__write(form, &bytes, err);
	byte_buf__exit(&bytes);
	byte_buf__exit(&contents);
	return ret;
}

/* ---- begin and end ---- */

static int form__begin_pipe(struct trace_form *form, struct defer_error *err)
{
	struct byte_buf bytes = {.swap = form__swap(form)}, contents = {.swap = bytes.swap};
	int ret;

	header_writer__pipe(&bytes);
	if (form->out->level) {
		trace_out__describe(form->out, &contents);
		feature_record__add(&bytes, FEATURE_COMPRESSED, &contents);
	}
	byte_buf__clear(&contents);
	if (form->has_marks) {
		marks__add_build_id(&contents);
		add_build_id_records(&bytes, &contents);
	}
	ret = form__write(form, &bytes, err);
	byte_buf__exit(&bytes);
	byte_buf__exit(&contents);
	return ret;
}

int trace_form__begin(struct trace_form *form, struct defer_error *err)
{
	const struct defer_header *hdr = source__header(form->session->source);
	uint8_t *attrs;
	int ret;

	if (hdr->pipe)
		return form__begin_pipe(form, err);
	ret = form__read_section(form, &hdr->attrs, &attrs, err);
	if (ret)
		return ret;
	if (form->out->sink.is_stream)
		ret = form__begin_stream(form, attrs, err);
	else
		ret = form__begin_file(form, attrs, err);
	free(attrs);
	return ret;
}

static int form__write_header(struct trace_form *form, struct defer_error *err)
{
	struct byte_buf bytes = {.swap = form__swap(form)};
	int ret;

	header_writer__file(&bytes, &form->attrs, &form->header);
	ret = byte_buf__check(&bytes, "the header", err);
	if (!ret)
		ret = output_sink__overwrite(&form->out->sink, bytes.data, bytes.size, 0, err);
	byte_buf__exit(&bytes);
	return ret;
}

/* Appends all features to @bytes, with their offsets in @bytes in the table. */
static int form__collect_features(const struct trace_form *form, struct feature_table *table,
				  struct byte_buf *bytes, struct defer_error *err)
{
	int ret = 0;

	for (unsigned int id = 0; id < DEFER_NR_FEATURE_BITS && ret >= 0; id++) {
		const size_t at = bytes->size;

		ret = form__add_contents(form, bytes, id, err);
		if (ret > 0)
			feature_table__add(table, id, at, bytes->size - at);
	}
	return ret < 0 ? ret : byte_buf__check(bytes, "features", err);
}

static int form__write_table(struct trace_form *form, const struct feature_table *table,
			     struct defer_error *err)
{
	const uint64_t begin = form->out->sink.size + table->nr * SECTION_SIZE;
	struct byte_buf bytes = {.swap = form__swap(form)};
	int ret;

	for (uint32_t i = 0; i < table->nr; i++) {
		byte_buf__u64(&bytes, begin + table->sections[i].offset);
		byte_buf__u64(&bytes, table->sections[i].size);
	}
	ret = form__write(form, &bytes, err);
	byte_buf__exit(&bytes);
	return ret;
}

int trace_form__end(struct trace_form *form, struct defer_error *err)
{
	struct byte_buf features = {.swap = form__swap(form)};
	struct feature_table table = {0};
	int ret;

	/* A stream has all features before its records, also if the stream is in a file. */
	if (source__header(form->session->source)->pipe || form->out->sink.is_stream)
		return 0;
	form->header.data_size = form->out->sink.size - form->header.data_offset;
	ret = form__collect_features(form, &table, &features, err);
	memcpy(form->header.features, table.bits, sizeof(table.bits));
	if (!ret)
		ret = form__write_table(form, &table, err);
	if (!ret)
		ret = form__write(form, &features, err);
	if (!ret)
		ret = form__write_header(form, err);
	byte_buf__exit(&features);
	return ret;
}

/* ---- of a stream ---- */

static void add_attr_of_record(const struct trace_form *form, struct byte_buf *bytes,
			       const struct defer_record *rec)
{
	const uint8_t *attr = rec->data + DEFER_RECORD_HEADER_SIZE;
	const size_t body = rec->size - DEFER_RECORD_HEADER_SIZE;
	const uint32_t size = attr_edit__size(attr, rec->swap);
	uint32_t needed;

	/* An attr that cannot be read is copied as it is: a repair would be a guess. */
	if (size < DEFER_ATTR_SIZE_VER0 || size > body) {
		byte_buf__add(bytes, rec->data, rec->size);
		return;
	}
	needed = form->keep_deferred ? size : attr_edit__needed(attr, size);
	byte_buf__header(bytes, rec->type, rec->misc, rec->size - (size - needed));
	form__add_attr(form, bytes, attr, needed);
	byte_buf__add(bytes, attr + size, body - size);
}

static void add_feature_of_record(const struct trace_form *form, struct byte_buf *bytes,
				  const struct defer_record *rec)
{
	const uint8_t *body = rec->data + DEFER_RECORD_HEADER_SIZE;
	struct byte_buf contents = {.swap = rec->swap};
	struct defer_cursor cur;
	uint64_t feature;

	defer_cursor__init(&cur, body, sizeof(feature), 0, rec->swap);
	feature = defer_cursor__u64(&cur);
	if (feature != FEATURE_EVENT_DESC || !form__edits_attrs(form)) {
		if (feature >= DEFER_NR_FEATURE_BITS || !is_dropped(feature))
			byte_buf__add(bytes, rec->data, rec->size);
		return;
	}
	if (form__add_event_desc(form, &contents, body + sizeof(feature),
				 rec->size - DEFER_RECORD_HEADER_SIZE - sizeof(feature)))
		feature_record__add(bytes, feature, &contents);
	bytes->no_memory |= contents.no_memory;
	byte_buf__exit(&contents);
}

void trace_form__add_record(const struct trace_form *form, struct byte_buf *bytes,
			    const struct defer_record *rec)
{
	const size_t body = rec->size - DEFER_RECORD_HEADER_SIZE;

	if (rec->type == DEFER_RECORD_HEADER_ATTR && form__edits_attrs(form) &&
	    body >= DEFER_ATTR_SIZE_VER0)
		add_attr_of_record(form, bytes, rec);
	else if (rec->type == DEFER_RECORD_HEADER_FEATURE && body >= sizeof(uint64_t))
		add_feature_of_record(form, bytes, rec);
	else
		byte_buf__add(bytes, rec->data, rec->size);
}
