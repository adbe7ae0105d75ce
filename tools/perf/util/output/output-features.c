// SPDX-License-Identifier: GPL-2.0-only
/* Features of an output: a table after the data, or records at the start of a pipe. */
#include "util/output/feature-place.h"
#include "util/output/output-priv.h"

static void output__facts(const struct output *output, struct feature_facts *facts)
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

/* Appends feature @id to @bytes. Returns false and leaves @bytes unchanged if there is none. */
static bool write_feature(const struct feature_facts *facts, unsigned int id,
			  struct byte_buf *bytes)
{
	feature_write_fn write = feature__writer(id);
	struct byte_buf feature = {0};
	bool there;

	if (!write)
		return false;
	there = write(facts, &feature);
	if (there) {
		byte_buf__add(bytes, feature.data, feature.size);
		bytes->no_memory |= feature.no_memory;
	}
	byte_buf__exit(&feature);
	return there;
}

void output__write_early(struct output *output, struct byte_buf *bytes)
{
	static const uint32_t ids[MAX_EARLY_FEATURES] = {
		FEATURE_TRACING_DATA, FEATURE_OSRELEASE,  FEATURE_ARCH,
		FEATURE_NRCPUS,	      FEATURE_COMPRESSED,
	};
	struct feature_facts facts;
	bool needed = false;

	output__facts(output, &facts);
	for (int i = 0; i < MAX_EARLY_FEATURES; i++) {
		size_t at = bytes->size;

		if (!write_feature(&facts, ids[i], bytes))
			continue;
		needed |= ids[i] == FEATURE_TRACING_DATA || ids[i] == FEATURE_COMPRESSED;
		output->early[output->nr_early++] =
			(struct early_feature){ids[i], {at, bytes->size - at}};
		output->state.features[ids[i] / 64] |= 1ULL << ids[i] % 64;
		byte_buf__align(bytes, 8);
	}
	if (needed)
		return;
	output->nr_early = 0;
	memset(output->state.features, 0, sizeof(output->state.features));
}

void output__early_table(const struct output *output, struct byte_buf *bytes)
{
	size_t start = bytes->size;

	for (uint32_t i = 0; i < output->nr_early; i++)
		byte_buf__add(bytes, &output->early[i].section, sizeof(struct defer_section));
	if (output->nr_early)
		byte_buf__zeros(bytes, start + EARLY_TABLE_SIZE - bytes->size);
}

/*
 * Appends all features to @bytes, with their offsets in @bytes in the table. Skips the formats of
 * tracepoints, which are in the file already and cannot have changed.
 */
static void write_all(const struct output *output, struct byte_buf *bytes,
		      struct feature_table *table)
{
	struct feature_facts facts;
	uint32_t id;
	size_t at;

	output__facts(output, &facts);
	for (id = FEATURE_TRACING_DATA + 1; id < FEATURE_NR_KNOWN; id++) {
		at = bytes->size;
		if (!write_feature(&facts, id, bytes))
			continue;
		feature_table__add(table, id, at, bytes->size - at);
		byte_buf__align(bytes, 8);
	}
}

static const struct early_feature *output__tracing_data(const struct output *output)
{
	if (output->nr_early && output->early[0].id == FEATURE_TRACING_DATA)
		return &output->early[0];
	return NULL;
}

/*
 * Writes the table at the end of the data, in place of the early one, followed by the features.
 * Until the header is rewritten, readers see the state before.
 */
static int output__place_features(struct output *output, struct feature_table *table,
				  const struct byte_buf *bytes, struct defer_error *err)
{
	uint64_t start = output->state.data_offset + output->state.data_size;
	uint64_t size = table->nr * sizeof(*table->sections), early = output->sink.size - start;
	uint64_t gap = size > early ? size - early : 0;
	uint8_t zeros[sizeof(table->sections)] = {0};
	const struct iovec pieces[] = {{zeros, gap}, {bytes->data, bytes->size}};
	int ret;

	for (uint32_t i = 0; i < table->nr; i++)
		table->sections[i].offset += output->sink.size + gap;
	if (output__tracing_data(output))
		table->sections[0] = output__tracing_data(output)->section;
	ret = output_sink__append(&output->sink, pieces, 2, err);
	if (ret) {
		output_sink__truncate(&output->sink, start + early, NULL);
		return ret;
	}
	ret = output_sink__overwrite(&output->sink, table->sections, size, start, err);
	if (!ret)
		memcpy(output->state.features, table->bits, sizeof(table->bits));
	return ret;
}

int output__write_features(struct output *output, struct defer_error *err)
{
	struct feature_table table = {0};
	struct byte_buf bytes = {0};
	int ret;

	if (output__tracing_data(output))
		feature_table__add(&table, FEATURE_TRACING_DATA, 0, 0);
	write_all(output, &bytes, &table);
	ret = byte_buf__check(&bytes, "features", err);
	if (!ret)
		ret = output__place_features(output, &table, &bytes, err);
	byte_buf__exit(&bytes);
	return ret;
}

static void add_tracing_record(const struct feature_facts *facts, struct byte_buf *bytes)
{
	struct byte_buf formats = {0};

	if (write_feature(facts, FEATURE_TRACING_DATA, &formats))
		tracing_record__add(bytes, &formats);
	byte_buf__exit(&formats);
}

void output__feature_records(const struct output *output, struct byte_buf *bytes)
{
	struct byte_buf feature = {0};
	struct feature_facts facts;
	uint32_t id;

	output__facts(output, &facts);
	for (id = 0; id < FEATURE_NR_KNOWN; id++) {
		byte_buf__clear(&feature);
		if (!feature__is_streamed(id) || !write_feature(&facts, id, &feature))
			continue;
		feature_record__add(bytes, id, &feature);
	}
	byte_buf__exit(&feature);
	add_tracing_record(&facts, bytes);
}
