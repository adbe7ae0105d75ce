// SPDX-License-Identifier: GPL-2.0-only
/* Reads the buffers, and the counts of what could not be written to them. */
#include <linux/perf_event.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "util/record/backward.h"
#include "util/record/rings-priv.h"

/* After this many tries, callchains are written too often for marks of one moment. */
#define MARK_TRIES 16

static uint64_t rings__set_size(const struct rings *rings, int set)
{
	return rings->sets[set].evlist->mmap_len - rings->page_size;
}

uint64_t rings__buffer_size(const struct rings *rings)
{
	return rings__set_size(rings, rings->shared ? SET_TRACKING : SET_SAMPLES);
}

uint64_t rings__largest_buffer(const struct rings *rings)
{
	uint64_t samples = rings__buffer_size(rings);
	uint64_t tracking = rings__set_size(rings, SET_TRACKING);

	return tracking > samples ? tracking : samples;
}

bool rings__is_overwritten(const struct rings *rings, uint32_t i)
{
	return rings->buffers[i]->overwrite;
}

static size_t rings__read_backward(struct rings *rings, struct perf_mmap *map)
{
	ioctl(map->fd, PERF_EVENT_IOC_PAUSE_OUTPUT, 1);
	map->end = perf_mmap__read_head(map);
	return backward__copy(rings->in_order, (const uint8_t *)map->base + rings->page_size,
			      map->mask, map->end, map->prev);
}

/*
 * Returns the end of the whole records from @from on with at most @max bytes, but of at least one.
 */
static uint64_t ring__end(const uint8_t *data, uint64_t mask, uint64_t from, uint64_t head,
			  uint64_t max)
{
	struct perf_event_header header;
	uint64_t pos = from;

	while (pos < head) {
		/* Records are multiples of 8 bytes, so a header never wraps. */
		memcpy(&header, data + (pos & mask), sizeof(header));
		if (!header.size || header.size > head - pos)
			return head;
		if (pos != from && pos - from + header.size > max)
			break;
		pos += header.size;
	}
	return pos;
}

int rings__read_to_mark(struct rings *rings, uint32_t i, struct ring_data *data)
{
	const struct perf_mmap *map = rings->buffers[i];
	const uint8_t *base = (const uint8_t *)map->base + rings->page_size;
	uint64_t mask = map->mask, from = map->prev & mask;

	*data = (struct ring_data){
		.cpu = map->cpu.cpu,
		.tracking = rings__is_tracking(rings, i),
		.a = base + from,
		.a_size = map->end - map->prev,
		.b = base,
	};
	if (from + data->a_size > mask + 1) {
		data->b_size = from + data->a_size - (mask + 1);
		data->a_size -= data->b_size;
	}
	return data->a_size ? 1 : 0;
}

static int rings__read_forward(struct rings *rings, uint32_t i, uint64_t max,
			       struct ring_data *data)
{
	struct perf_mmap *map = rings->buffers[i];

	map->end = perf_mmap__read_head(map);
	if (map->end - map->prev > max)
		map->end = ring__end((const uint8_t *)map->base + rings->page_size, map->mask,
				     map->prev, map->end, max);
	return rings__read_to_mark(rings, i, data);
}

/* Buffers of newcomers come in groups of one for each set, in the order of the sets. */
bool rings__is_tracking(const struct rings *rings, uint32_t i)
{
	if (rings->shared)
		return false;
	return i < rings->nr_first ? i < rings->sets[SET_TRACKING].nr
				   : (i - rings->nr_first) % 2 == SET_TRACKING;
}

/* Marks the buffers of one kind. Returns whether any has grown since it was marked. */
static bool rings__mark_kind(struct rings *rings, bool tracking)
{
	bool grown = false;

	for (uint32_t i = 0; i < rings->nr_buffers; i++) {
		struct perf_mmap *map = rings->buffers[i];
		uint64_t end = map->end;

		if (map->overwrite || rings__is_tracking(rings, i) != tracking)
			continue;
		map->end = perf_mmap__read_head(map);
		grown |= map->end != end;
	}
	return grown;
}

/*
 * If no callchain is written while the samples are marked, all marks are of one moment. Otherwise, the
 * marks of the samples are the later ones: a sample whose callchain is in the next file is pending,
 * but one whose callchain is in the file before is lost.
 */
void rings__mark(struct rings *rings)
{
	for (int tries = 0; tries < MARK_TRIES; tries++) {
		if (!rings__mark_kind(rings, true) && tries)
			break;
		rings__mark_kind(rings, false);
	}
}

uint64_t rings__bytes(const struct rings *rings, uint32_t i)
{
	struct perf_mmap *map = rings->buffers[i];

	return map->overwrite ? 0 : perf_mmap__read_head(map) - map->prev;
}

int rings__read(struct rings *rings, uint32_t i, uint64_t max, struct ring_data *data)
{
	struct perf_mmap *map = rings->buffers[i];

	if (!map->overwrite)
		return rings__read_forward(rings, i, max, data);
	*data = (struct ring_data){
		.cpu = map->cpu.cpu,
		.tracking = rings__is_tracking(rings, i),
		.a = rings->in_order,
	};
	data->a_size = rings__read_backward(rings, map);
	if (data->a_size)
		return 1;
	rings__consume(rings, i);
	return 0;
}

void rings__leave(struct rings *rings, uint32_t i)
{
	if (rings->buffers[i]->overwrite)
		ioctl(rings->buffers[i]->fd, PERF_EVENT_IOC_PAUSE_OUTPUT, 0);
}

void rings__consume(struct rings *rings, uint32_t i)
{
	struct perf_mmap *map = rings->buffers[i];

	map->prev = map->end;
	if (map->overwrite)
		ioctl(map->fd, PERF_EVENT_IOC_PAUSE_OUTPUT, 0);
	else
		perf_mmap__consume(map);
}

/* Returns the number of IDs that @event had before newcomers. */
static uint32_t rings__nr_first_ids(const struct rings *rings, uint32_t event)
{
	const struct perf_evsel *evsel = rings->evsels[event];

	return xyarray__max_x(evsel->fd) * xyarray__max_y(evsel->fd);
}

/* Returns the value of PERF_FORMAT_LOST; for a group, the leader's. */
static uint64_t more__lost(int fd, uint64_t format)
{
	uint64_t values[PLAN_GROUP_READ_MAX / sizeof(uint64_t)];
	uint32_t pos = 1; /* offset after the value, or after the number of members */

	pos += !!(format & PERF_FORMAT_TOTAL_TIME_ENABLED);
	pos += !!(format & PERF_FORMAT_TOTAL_TIME_RUNNING);
	pos += !!(format & PERF_FORMAT_GROUP);
	pos += !!(format & PERF_FORMAT_ID);
	if (!(format & PERF_FORMAT_LOST) ||
	    read(fd, values, sizeof(values)) < (ssize_t)((pos + 1) * sizeof(*values)))
		return 0;
	return values[pos];
}

uint64_t rings__lost(const struct rings *rings, uint32_t event, uint32_t i)
{
	struct perf_evsel *evsel = rings->evsels[event];
	uint32_t nr_y = xyarray__max_y(evsel->fd), nr_first = rings__nr_first_ids(rings, event);
	struct perf_counts_values count;

	if (i >= nr_first)
		return more__lost(rings->more[event].fds[i - nr_first], evsel->attr.read_format);
	if (perf_evsel__read(evsel, i / nr_y, i % nr_y, &count))
		return 0;
	return count.lost;
}

uint64_t rings__count(const struct rings *rings, uint32_t event)
{
	struct perf_evsel *evsel = rings->evsels[event];
	uint32_t i, nr_y = xyarray__max_y(evsel->fd);
	uint64_t value[PLAN_GROUP_READ_MAX / sizeof(uint64_t)], sum = 0;
	struct perf_counts_values count;

	if (evsel->attr.read_format & PERF_FORMAT_GROUP)
		return 0;
	for (i = 0; i < rings__nr_first_ids(rings, event); i++)
		if (!perf_evsel__read(evsel, i / nr_y, i % nr_y, &count))
			sum += count.val;
	for (i = 0; i < rings->more[event].nr; i++)
		if (read(rings->more[event].fds[i], value, sizeof(value)) > 0)
			sum += value[0];
	return sum;
}

const struct ring_id *rings__ids(const struct rings *rings, uint32_t event, uint32_t *nr)
{
	*nr = rings__nr_first_ids(rings, event) + rings->more[event].nr;
	return rings->ids[event];
}
