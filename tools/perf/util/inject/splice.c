// SPDX-License-Identifier: GPL-2.0-only
#include "util/dso/dso.h"
#include "util/inject/raw.h"
#include "util/inject/splice.h"

#define ENTRY_SIZE sizeof(uint64_t)

/* Entries at the end of a deferred chain: the mark and the cookie. */
#define NR_DEFERRED 2

static uint64_t nr_kept(const struct stitched *sample)
{
	return sample->sample->chain.nr - (sample->cookie ? NR_DEFERRED : 0);
}

static uint64_t nr_added(const struct stitched *sample)
{
	return sample->cookie && sample->user.nr ? 1 + (uint64_t)sample->user.nr : 0;
}

uint64_t splice__size(const struct stitched *sample)
{
	uint64_t nr = nr_kept(sample) + nr_added(sample);

	return sample->rec->size + (nr - sample->sample->chain.nr) * ENTRY_SIZE;
}

bool splice__fits(uint64_t size, bool extended)
{
	return size <= UINT16_MAX * (extended ? 8ULL : 1ULL);
}

static void add_header(struct byte_buf *bytes, const struct defer_record *rec, uint64_t size)
{
	if (size <= UINT16_MAX)
		raw__add_header(bytes, rec->type, rec->misc, size, rec->swap);
	else
		raw__add_header(bytes, rec->type | DEFER_EXT_SIZE_X8 << 16,
				rec->misc | DEFER_MISC_EXT_RESERVED, size / 8, rec->swap);
}

void splice__add(struct byte_buf *bytes, const struct stitched *sample)
{
	const struct defer_chain *chain = &sample->sample->chain;
	const struct defer_record *rec = sample->rec;
	const uint8_t *nr_at = chain->ips - ENTRY_SIZE,
		      *from = rec->data + DEFER_RECORD_HEADER_SIZE;
	const uint8_t *rest = chain->ips + chain->nr * ENTRY_SIZE;

	add_header(bytes, rec, splice__size(sample));
	byte_buf__add(bytes, from, nr_at - from);
	raw__add_u64(bytes, nr_kept(sample) + nr_added(sample), rec->swap);
	byte_buf__add(bytes, chain->ips, nr_kept(sample) * ENTRY_SIZE);
	if (nr_added(sample)) {
		raw__add_u64(bytes, DEFER_CONTEXT_USER, rec->swap);
		for (uint32_t i = 0; i < sample->user.nr; i++)
			raw__add_u64(bytes, sample->user.ips[i], rec->swap);
	}
	byte_buf__add(bytes, rest, rec->data + rec->size - rest);
}

/* ---- maps that came between a sample and its record ---- */

static bool same_place(const struct map *a, const struct map *b, uint64_t ip)
{
	if (!a || !b)
		return a == b;
	return a->dso == b->dso && map__dso_addr(a, ip) == map__dso_addr(b, ip);
}

static bool is_free(const struct maps *maps, uint64_t start, uint64_t end)
{
	for (uint32_t i = 0; maps && i < maps__nr(maps); i++) {
		const struct map *map = maps__at(maps, i);

		if (map->start < end && start < map->end)
			return false;
	}
	return true;
}

/*
 * Appends the trailer of records other than samples. Linux 7.2, struct sample_id in perf_event.h.
 */
static void add_sample_id(struct byte_buf *bytes, const struct stitched *sample)
{
	const uint64_t type = sample->evsel->attr.sample_type;
	const struct defer_sample *s = sample->sample;
	const bool swap = sample->rec->swap;

	if (!sample->evsel->layout.sample_id_all)
		return;
	if (type & DEFER_SAMPLE_TID) {
		raw__add_u32(bytes, s->pid, swap);
		raw__add_u32(bytes, s->tid, swap);
	}
	if (type & DEFER_SAMPLE_TIME)
		raw__add_u64(bytes, s->time, swap);
	if (type & DEFER_SAMPLE_ID)
		raw__add_u64(bytes, s->id, swap);
	if (type & DEFER_SAMPLE_STREAM_ID)
		raw__add_u64(bytes, s->stream_id, swap);
	if (type & DEFER_SAMPLE_CPU) {
		raw__add_u32(bytes, s->cpu, swap);
		raw__add_u32(bytes, 0, swap);
	}
	if (type & DEFER_SAMPLE_IDENTIFIER)
		raw__add_u64(bytes, s->id, swap);
}

static void add_build_id(struct byte_buf *bytes, const struct build_id *bid)
{
	uint8_t field[24] = {bid->size}; /* size, three reserved bytes, the id */

	memcpy(field + 4, bid->data, bid->size);
	byte_buf__add(bytes, field, sizeof(field));
}

/* Appends a PERF_RECORD_MMAP2. Linux 7.2, include/uapi/linux/perf_event.h. */
static void add_map(struct byte_buf *bytes, const struct stitched *sample, const struct map *map)
{
	const bool swap = sample->rec->swap, has_id = map->dso->bid.size;
	const char *name = map->dso->long_name;
	const size_t at = bytes->size;
	uint16_t size;

	raw__add_header(bytes, DEFER_RECORD_MMAP2,
			DEFER_MISC_USER | (has_id ? DEFER_MISC_MMAP_BUILD_ID : 0), 0, swap);
	raw__add_u32(bytes, sample->task.pid, swap);
	raw__add_u32(bytes, sample->task.tid, swap);
	raw__add_u64(bytes, map->start, swap);
	raw__add_u64(bytes, map->end - map->start, swap);
	raw__add_u64(bytes, map->pgoff, swap);
	if (has_id)
		add_build_id(bytes, &map->dso->bid);
	else
		byte_buf__zeros(bytes, 24);
	raw__add_u32(bytes, map->prot, swap);
	raw__add_u32(bytes, map->flags, swap);
	byte_buf__add(bytes, name, strlen(name) + 1);
	while (!bytes->no_memory && (bytes->size - at) % 8)
		byte_buf__zeros(bytes, 1);
	add_sample_id(bytes, sample);
	if (bytes->no_memory)
		return;
	size = raw__u16(bytes->size - at, swap);
	memcpy(bytes->data + at + 6, &size, sizeof(size));
}

uint32_t splice__add_maps(struct byte_buf *bytes, const struct stitched *sample,
			  const struct machine *machine)
{
	const struct maps *now, *then;
	const struct map *added = NULL;
	uint32_t nr_elsewhere = 0;

	if (sample->user_maps_id == sample->task.maps_id)
		return 0;
	now = machine__maps(machine, sample->task.maps_id);
	then = machine__maps(machine, sample->user_maps_id);
	for (uint32_t i = 0; i < sample->user.nr; i++) {
		const uint64_t ip = sample->user.ips[i];
		const struct map *map = maps__find(then, ip);

		if (half__is_mark(ip) || map == added || same_place(maps__find(now, ip), map, ip))
			continue;
		if (map && is_free(now, map->start, map->end)) {
			add_map(bytes, sample, map);
			added = map;
		} else {
			nr_elsewhere++;
		}
	}
	return nr_elsewhere;
}
