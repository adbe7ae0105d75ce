// SPDX-License-Identifier: GPL-2.0-only
#include <perf/defer-record.h>

#include "util/events/attr-kernel.h"
#include "util/output/header-writer.h"

/* "PERFILE2" in native byte order, from which readers detect the byte order. */
#define MAGIC 0x32454c4946524550ULL

#define ATTR_SIZE_5_13 128
/* Size of an entry: an attr, and the section of its IDs. */
#define ENTRY_SIZE(attr_size) ((attr_size) + sizeof(struct defer_section))

uint32_t header_writer__attr_size(const struct output_event *events, uint32_t nr_events)
{
	for (uint32_t i = 0; i < nr_events; i++) {
		const struct defer_attr *attr = &events[i].attr;

		if (attr->config3 || attr->config4 ||
		    attr->flags & (DEFER_ATTR_DEFER_CALLCHAIN | DEFER_ATTR_DEFER_OUTPUT))
			return ATTR_KERNEL_SIZE;
	}
	return ATTR_SIZE_5_13;
}

static uint64_t ids_size(const struct output_event *events, uint32_t nr_events)
{
	uint64_t size = 0;

	for (uint32_t i = 0; i < nr_events; i++)
		size += events[i].nr_ids * sizeof(uint64_t);
	return size;
}

void header_writer__file(struct byte_buf *bytes, const struct header_attrs *attrs,
			 const struct header_state *state)
{
	uint64_t entry = ENTRY_SIZE(attrs->attr_size);

	byte_buf__u64(bytes, MAGIC);
	byte_buf__u64(bytes, HEADER_WRITER_SIZE);
	byte_buf__u64(bytes, entry);
	byte_buf__u64(bytes, attrs->offset);
	byte_buf__u64(bytes, attrs->nr * entry);
	byte_buf__u64(bytes, state->data_offset);
	byte_buf__u64(bytes, state->data_size);
	byte_buf__zeros(bytes, 2 * sizeof(uint64_t)); /* event types, no longer used */
	for (int i = 0; i < DEFER_NR_FEATURE_BITS / 64; i++)
		byte_buf__u64(bytes, state->features[i]);
}

void header_writer__header(struct byte_buf *bytes, const struct output_event *events,
			   uint32_t nr_events, const struct header_state *state)
{
	const struct header_attrs attrs = {
		.offset = HEADER_WRITER_SIZE + ids_size(events, nr_events),
		.attr_size = header_writer__attr_size(events, nr_events),
		.nr = nr_events,
	};

	header_writer__file(bytes, &attrs, state);
}

static int write_attr(struct byte_buf *bytes, const struct defer_attr *attr, uint32_t size,
		      struct defer_error *err)
{
	uint8_t native[ATTR_KERNEL_SIZE];
	int ret;

	ret = attr__to_kernel(attr, native, size, err);
	if (!ret)
		byte_buf__add(bytes, native, size);
	return ret;
}

int header_writer__attrs(struct byte_buf *bytes, const struct output_event *events,
			 uint32_t nr_events, struct defer_error *err)
{
	uint32_t attr_size = header_writer__attr_size(events, nr_events), i;
	uint64_t offset = HEADER_WRITER_SIZE;
	int ret;

	for (i = 0; i < nr_events; i++)
		byte_buf__add(bytes, events[i].ids, events[i].nr_ids * sizeof(uint64_t));
	for (i = 0; i < nr_events; i++) {
		ret = write_attr(bytes, &events[i].attr, attr_size, err);
		if (ret)
			return ret;
		byte_buf__u64(bytes, offset);
		byte_buf__u64(bytes, events[i].nr_ids * sizeof(uint64_t));
		offset += events[i].nr_ids * sizeof(uint64_t);
	}
	return 0;
}

void header_writer__pipe(struct byte_buf *bytes)
{
	byte_buf__u64(bytes, MAGIC);
	byte_buf__u64(bytes, 2 * sizeof(uint64_t));
}

int header_writer__attr_records(struct byte_buf *bytes, const struct output_event *events,
				uint32_t nr_events, struct defer_error *err)
{
	const uint32_t attr_size = header_writer__attr_size(events, nr_events);
	const uint32_t fixed = DEFER_RECORD_HEADER_SIZE + attr_size;
	const uint32_t max_ids = (UINT16_MAX - fixed) / sizeof(uint64_t);
	uint32_t i;
	int ret;

	for (i = 0; i < nr_events; i++) {
		const struct output_event *event = &events[i];
		uint64_t size = fixed + event->nr_ids * sizeof(uint64_t);

		if (event->nr_ids > max_ids)
			return defer_error__set(
				err, DEFER_ERR_INVAL,
				"a stream can hold %u ids per event, but %s has %u: write to a "
				"file",
				max_ids, event->name, event->nr_ids);
		byte_buf__header(bytes, DEFER_RECORD_HEADER_ATTR, 0, size);
		ret = write_attr(bytes, &event->attr, attr_size, err);
		if (ret)
			return ret;
		byte_buf__add(bytes, event->ids, event->nr_ids * sizeof(uint64_t));
	}
	return 0;
}
