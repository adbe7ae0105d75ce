// SPDX-License-Identifier: GPL-2.0-only
/* The features of an output: a table behind the data, or records at the start of a stream. */
#include "util/record/output-priv.h"

void output__facts(const struct output *output, struct feature_facts *facts)
{
	*facts = (struct feature_facts){
		.opts = &output->opts,
		.dsos = output->opts.no_buildid ? NULL : &output->dsos,
		.first_time = output->first_time,
		.last_time = output->last_time,
		.raw_bytes = output->deflated,
		.packed_bytes = output->packed_bytes,
		.tod_ns = output->tod_ns,
		.clockid_ns = output->clockid_ns,
	};
}

/* Feature @id at the end of @bytes. False if there is none: @bytes is then as before. */
static bool write_feature(const struct feature_facts *facts, unsigned int id,
			  struct output_bytes *bytes)
{
	feature_write_fn write = feature__writer(id);
	struct output_bytes feature = {0};
	bool there;

	if (!write)
		return false;
	there = write(facts, &feature);
	if (there) {
		output_bytes__add(bytes, feature.data, feature.size);
		bytes->no_memory |= feature.no_memory;
	}
	output_bytes__exit(&feature);
	return there;
}

/* All features into @bytes, and where they are there into @sections: how many there are. */
static uint32_t write_all(const struct output *output, struct output_bytes *bytes,
			  struct defer_section *sections, uint64_t *bits)
{
	struct feature_facts facts;
	uint32_t id, nr = 0;
	size_t at;

	output__facts(output, &facts);
	for (id = 0; id < FEATURE_NR_KNOWN; id++) {
		at = bytes->size;
		if (!write_feature(&facts, id, bytes))
			continue;
		sections[nr++] = (struct defer_section){at, bytes->size - at};
		bits[id / 64] |= 1ULL << id % 64;
		output_bytes__align(bytes, 8);
	}
	return nr;
}

int output__write_features(struct output *output, struct defer_error *err)
{
	uint64_t bits[DEFER_NR_FEATURE_BITS / 64] = {0}, end = output->sink.size, start;
	struct defer_section sections[FEATURE_NR_KNOWN];
	struct output_bytes bytes = {0};
	struct iovec pieces[2];
	uint32_t i, nr;
	int ret;

	nr = write_all(output, &bytes, sections, bits);
	start = end + nr * sizeof(*sections);
	for (i = 0; i < nr; i++)
		sections[i].offset += start;
	pieces[0] = (struct iovec){sections, nr * sizeof(*sections)};
	pieces[1] = (struct iovec){bytes.data, bytes.size};
	ret = output_bytes__check(&bytes, "features", err);
	if (!ret)
		ret = output_sink__append(&output->sink, pieces, 2, err);
	if (!ret) {
		memcpy(output->state.features, bits, sizeof(bits));
		ret = output__write_header(output, err);
	} else {
		output_sink__truncate(&output->sink, end, NULL);
	}
	output_bytes__exit(&bytes);
	return ret;
}

static void add_feature_record(struct output_bytes *bytes, uint32_t id,
			       const struct output_bytes *feature)
{
	size_t size = DEFER_RECORD_HEADER_SIZE + sizeof(uint64_t) + feature->size;

	output_bytes__header(bytes, DEFER_RECORD_HEADER_FEATURE, 0, size);
	output_bytes__u64(bytes, id);
	output_bytes__add(bytes, feature->data, feature->size);
}

void output__feature_records(const struct output *output, struct output_bytes *bytes)
{
	const size_t most = UINT16_MAX - DEFER_RECORD_HEADER_SIZE - sizeof(uint64_t);
	const struct output_bytes none = {0};
	struct output_bytes feature = {0};
	struct feature_facts facts;
	uint32_t id;

	output__facts(output, &facts);
	for (id = 0; id < FEATURE_NR_KNOWN; id++) {
		output_bytes__clear(&feature);
		if (!feature__is_streamed(id) || !write_feature(&facts, id, &feature))
			continue;
		output_bytes__align(&feature, 8);
		/* One that is too long for a record is left out: no reader needs it. */
		if (feature.size <= most)
			add_feature_record(bytes, id, &feature);
		bytes->no_memory |= feature.no_memory;
	}
	output_bytes__exit(&feature);
	/* What comes after this is no feature. */
	add_feature_record(bytes, FEATURE_NR_KNOWN, &none);
}
