// SPDX-License-Identifier: GPL-2.0-only
/* Reads the buffers, and the counts of what could not be written to them. */
#include <linux/perf_event.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "util/record/backward.h"
#include "util/record/rings-priv.h"

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

static size_t rings__read_forward(struct rings *rings, struct perf_mmap *map, uint64_t max,
				  struct ring_data *data)
{
	const uint8_t *base = (const uint8_t *)map->base + rings->page_size;
	uint64_t mask = map->mask, from = map->prev & mask;

	map->end = perf_mmap__read_head(map);
	if (map->end - map->prev > max)
		map->end = ring__end(base, mask, map->prev, map->end, max);
	data->a = base + from;
	data->a_size = map->end - map->prev;
	data->b = base;
	if (from + data->a_size > mask + 1) {
		data->b_size = from + data->a_size - (mask + 1);
		data->a_size -= data->b_size;
	}
	return data->a_size;
}

/* Buffers of newcomers come in groups of one for each set, in the order of the sets. */
bool rings__is_tracking(const struct rings *rings, uint32_t i)
{
	if (rings->shared)
		return false;
	return i < rings->nr_first ? i < rings->sets[SET_TRACKING].nr
				   : (i - rings->nr_first) % 2 == SET_TRACKING;
}

uint64_t rings__bytes(const struct rings *rings, uint32_t i)
{
	struct perf_mmap *map = rings->buffers[i];

	return map->overwrite ? 0 : perf_mmap__read_head(map) - map->prev;
}

int rings__read(struct rings *rings, uint32_t i, uint64_t max, struct ring_data *data)
{
	struct perf_mmap *map = rings->buffers[i];

	*data = (struct ring_data){
		.cpu = map->cpu.cpu,
		.tracking = rings__is_tracking(rings, i),
		.a = rings->in_order,
	};
	if (!map->overwrite)
		return rings__read_forward(rings, map, max, data) ? 1 : 0;
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

const struct ring_id *rings__ids(const struct rings *rings, uint32_t event, uint32_t *nr)
{
	*nr = rings__nr_first_ids(rings, event) + rings->more[event].nr;
	return rings->ids[event];
}
