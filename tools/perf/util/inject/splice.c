// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include <perf/defer-attr.h>
#include <perf/defer-event.h>
#include <perf/defer-evlist.h>

#include "util/dso/dso.h"
#include "util/inject/splice.h"
#include "util/inject/stack-dump.h"
#include "util/synth/sample-id.h"
#include "util/synth/synth-record.h"
#include "util/unwind/repair-outcome.h"

#define ENTRY_SIZE sizeof(uint64_t)

/*
 * Returns how many entries of a chain stay whose user half is in a dump. It has only a kernel half, but
 * for entries without a mark in user mode, which no kernel writes.
 */
static uint64_t nr_beside_dump(const struct defer_sample *sample)
{
	const struct defer_chain *chain = &sample->chain;
	const bool user_mode =
		sample->cpumode == DEFER_MISC_USER || sample->cpumode == DEFER_MISC_GUEST_USER;

	if (chain->nr && user_mode && !half__is_mark(defer_chain__ip(chain, 0)))
		return 0;
	return chain->nr;
}

bool splice__converts(const struct splice *splice)
{
	const enum defer_class cls = splice->sample->cls;

	return splice->dump.size &&
	       (cls == DEFER_NOT_UNWOUND || (cls >= DEFER_UNWOUND && cls <= DEFER_TOO_DEEP));
}

/* Returns how many entries of a chain stay that has its user half in place, and last. */
static uint64_t nr_before_user(const struct defer_chain *chain)
{
	uint64_t nr = 0;

	while (nr < chain->nr && defer_chain__ip(chain, nr) != DEFER_CONTEXT_USER)
		nr++;
	return nr;
}

void splice__convert(struct splice *splice)
{
	const struct stitched *sample = splice->sample;
	const struct defer_attr *attr = &sample->evsel->attr;

	if (!stack_dump__is_in(attr->sample_type, attr->branch_sample_type))
		return;
	splice->dump = stack_dump__bytes(sample->sample);
	if (splice__converts(splice)) {
		splice->nr_kept = nr_beside_dump(sample->sample);
		splice->nr_user = sample->user.nr;
	} else if (!sample->cookie && repair__is_made(sample->repair)) {
		splice->nr_kept = nr_before_user(&sample->sample->chain);
		splice->nr_user = sample->user.nr;
	}
}

void splice__keep_chain(struct splice *splice)
{
	splice->nr_kept = splice->sample->sample->chain.nr;
	splice->nr_user = 0;
}

static uint64_t nr_added(const struct splice *splice)
{
	const uint64_t nr = (uint64_t)splice->nr_user + (splice->mark ? 1 : 0);

	return nr ? 1 + nr : 0;
}

uint64_t splice__size(const struct splice *splice)
{
	const struct stitched *sample = splice->sample;
	const uint64_t nr = splice->nr_kept + nr_added(splice);

	return sample->rec->size + (nr - sample->sample->chain.nr) * ENTRY_SIZE - splice->dump.size;
}

bool splice__cut(struct splice *splice, bool extended)
{
	const uint32_t nr_user = splice->nr_user;

	while (splice->dump.size && splice->nr_user &&
	       splice__size(splice) > splice->sample->rec->size &&
	       !splice__fits(splice__size(splice), extended))
		splice->nr_user--;
	return splice->nr_user != nr_user;
}

bool splice__fits(uint64_t size, bool extended)
{
	return size <= UINT16_MAX * (extended ? 8ULL : 1ULL);
}

/* The bytes of one record while they are filled. */
struct splice_out {
	uint8_t *at;
	bool swap;
};

static void put(struct splice_out *out, const void *data, size_t size)
{
	out->at = mempcpy(out->at, data, size);
}

static void put_u64(struct splice_out *out, uint64_t v)
{
	v = out->swap ? __builtin_bswap64(v) : v;
	put(out, &v, sizeof(v));
}

static void put_words(struct splice_out *out, const uint64_t *words, uint64_t nr)
{
	/* A sample that gets a mark may have no words, and so no address of them. */
	if (!out->swap && nr) {
		put(out, words, nr * sizeof(*words));
		return;
	}
	for (uint64_t i = 0; i < nr; i++)
		put_u64(out, words[i]);
}

static void put_header(struct splice_out *out, const struct defer_record *rec, uint64_t size)
{
	const bool is_plain = size <= UINT16_MAX;
	uint32_t type = is_plain ? rec->type : rec->type | DEFER_EXT_SIZE_X8 << 16;
	uint16_t misc = is_plain ? rec->misc : rec->misc | DEFER_MISC_EXT_RESERVED;
	uint16_t units = is_plain ? size : size / 8;

	if (out->swap) {
		type = __builtin_bswap32(type);
		misc = __builtin_bswap16(misc);
		units = __builtin_bswap16(units);
	}
	put(out, &type, sizeof(type));
	put(out, &misc, sizeof(misc));
	put(out, &units, sizeof(units));
}

/* Writes what follows the chain in the old record. */
static void put_rest(struct splice_out *out, const struct splice *splice)
{
	const struct defer_record *rec = splice->sample->rec;
	const struct defer_chain *chain = &splice->sample->sample->chain;
	const struct defer_blob *dump = &splice->dump;
	const uint8_t *rest = chain->ips + chain->nr * ENTRY_SIZE;

	if (dump->size) {
		put(out, rest, dump->data - rest);
		rest = dump->data + dump->size;
	}
	if (rest < rec->data + rec->size)
		put(out, rest, rec->data + rec->size - rest);
}

void splice__add(struct byte_buf *bytes, const struct splice *splice)
{
	const struct stitched *sample = splice->sample;
	const struct defer_record *rec = sample->rec;
	const uint64_t size = splice__size(splice), kept = splice->nr_kept,
		       added = nr_added(splice);
	const size_t nr_at = sample->sample->chain.ips - ENTRY_SIZE - rec->data;
	uint8_t *to = byte_buf__room(bytes, size);
	struct splice_out out = {.at = to, .swap = bytes->swap};

	if (!to)
		return;
	/* All up to the entries that stay, in one piece; then what changes in it. */
	put(&out, rec->data, nr_at + ENTRY_SIZE + kept * ENTRY_SIZE);
	put_header(&(struct splice_out){.at = to, .swap = out.swap}, rec, size);
	put_u64(&(struct splice_out){.at = to + nr_at, .swap = out.swap}, kept + added);
	if (added) {
		put_u64(&out, DEFER_CONTEXT_USER);
		put_words(&out, sample->user.ips, splice->nr_user);
	}
	if (splice->mark)
		put_u64(&out, splice->mark);
	put_rest(&out, splice);
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
	const struct map *next = maps__next(maps, start);

	return !next || next->start >= end;
}

void splice__add_map(struct byte_buf *bytes, const struct stitched *sample,
		     const struct synth_map *map)
{
	const struct defer_sample *s = sample->sample;
	const struct defer_sample_id of_sample = {
		.pid = s->pid,
		.tid = s->tid,
		.cpu = s->cpu,
		.time = s->time,
		.id = s->id,
		.stream_id = s->stream_id,
	};
	struct byte_buf id = {.swap = bytes->swap};
	struct synth_opts opts = {
		.swap = bytes->swap,
		.fn = synth_record__append,
		.ctx = bytes,
	};
	struct synth_record rec = {.opts = &opts};

	sample_id__append(&id, &sample->evsel->layout, &of_sample);
	opts.id = id.data;
	opts.id_size = id.size;
	if (id.no_memory || synth_record__mmap2(&rec, map, NULL))
		bytes->no_memory = true;
	byte_buf__exit(&rec.bytes);
	byte_buf__exit(&id);
}

static void add_map(struct byte_buf *bytes, const struct stitched *sample, const struct map *map)
{
	const struct synth_map synth = {
		.pid = sample->task.pid,
		.tid = sample->task.tid,
		.misc = DEFER_MISC_USER,
		.start = map->start,
		.len = map->end - map->start,
		.pgoff = map->pgoff,
		.prot = map->prot,
		.flags = map->flags,
		.bid = map->dso->bid,
		.name = map->dso->long_name,
	};

	splice__add_map(bytes, sample, &synth);
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
		/* The trace has no maps of code in a jitdump. */
		if (map && map->dso->kind == DSO_JITDUMP)
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
