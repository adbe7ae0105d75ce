// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
/* Decodes records that are not samples: their event, their fields and their sample_id. */
#include <inttypes.h>

#include <perf/defer.h>

#include "bytes.h"
#include "record-types.h"

/*
 * Reads the sample_id as Linux 7.2, __perf_event__output_id_sample(), writes it. The caller has
 * checked that @data holds all of its fields.
 */
static inline void read_sample_id(struct defer_sample_id *id, const uint8_t *data, uint64_t type,
				  bool swap)
{
	if (type & DEFER_SAMPLE_TID) {
		id->pid = (int32_t)bytes__u32(data, swap);
		id->tid = (int32_t)bytes__u32(data + 4, swap);
		data += 8;
	}
	if (type & DEFER_SAMPLE_TIME) {
		id->time = bytes__u64(data, swap);
		id->has_time = true;
		data += 8;
	}
	if (type & DEFER_SAMPLE_ID) {
		id->id = bytes__u64(data, swap);
		data += 8;
	}
	if (type & DEFER_SAMPLE_STREAM_ID) {
		id->stream_id = bytes__u64(data, swap);
		data += 8;
	}
	if (type & DEFER_SAMPLE_CPU) {
		id->cpu = (int32_t)bytes__u32(data, swap);
		data += 8;
	}
	if (type & DEFER_SAMPLE_IDENTIFIER)
		id->id = bytes__u64(data, swap);
}

static int say_lie(const struct defer_record *rec, const struct defer_cursor *cur,
		   struct defer_error *err)
{
	return defer_error__set_at(err, DEFER_ERR_CORRUPT, defer_cursor__offset(cur),
				   "The fields of a record of type %" PRIu32
				   " (%s) do not fit in its %" PRIu32 " bytes",
				   rec->type, defer_record__name(rec->type), rec->size);
}

static void event__init(struct defer_event *ev, const struct defer_record *rec)
{
	/* Only deferred records are many, and to clear the room for others costs more than to decode one. */
	if (rec->type == DEFER_RECORD_CALLCHAIN_DEFERRED)
		memset(&ev->deferred, 0, sizeof(ev->deferred));
	else
		memset(&ev->mmap, 0, sizeof(*ev) - offsetof(struct defer_event, mmap));
	ev->type = rec->type;
	ev->misc = rec->misc;
	ev->id = (struct defer_sample_id){.pid = -1, .tid = -1, .cpu = -1, .id = UINT64_MAX};
}

/*
 * Returns true if the build id flag of a mmap record was meant for another event. The kernel sets
 * the flag for an event that asked for build ids and does not clear it for the events after it,
 * which get device and inode (seen with Linux 6.18; kernel/events/core.c,
 * perf_event_mmap_output()). perf also writes build ids for events that did not ask, but always of
 * 16 or 20 bytes. Other events have the device's major number at the same offset, and no disk has
 * the major number 16 or 20.
 */
static bool misses_build_id(const struct defer_event *ev, const struct defer_evsel *evsel,
			    const uint8_t *body, size_t size)
{
	const size_t at = 32; /* offset after pid, tid, start, len, pgoff */

	return ev->misc & DEFER_MISC_MMAP_BUILD_ID && !(evsel->attr.flags & DEFER_ATTR_BUILD_ID) &&
	       size > at && body[at] != 16 && body[at] != DEFER_BUILD_ID_SIZE;
}

/* Reads the sample_id of a kernel record whose fields are not known: it still stands at the end. */
static void read_other_id(struct defer_event *ev, const struct defer_record *rec,
			  const struct defer_evlist *evlist)
{
	const struct defer_evsel *evsel = NULL;
	uint32_t size;

	if (rec->type < DEFER_RECORD_USER_START)
		evsel = defer_evlist__record_evsel(evlist, rec, NULL);
	size = evsel ? evsel->layout.id_all_size : 0;
	if (size && size <= rec->size - DEFER_RECORD_HEADER_SIZE)
		read_sample_id(&ev->id, rec->data + rec->size - size, evsel->layout.sample_type,
			       rec->swap);
}

/* Is a function of its own because clearing the room for a message costs more than decoding a record. */
static __attribute__((noinline)) int say_no_event(const struct defer_record *rec,
						  const struct defer_evlist *evlist,
						  struct defer_error *err)
{
	struct defer_error why = DEFER_ERROR_INIT;

	defer_evlist__record_evsel(evlist, rec, &why);
	return defer_error__set_at(err, why.code, why.offset, "%s", why.text);
}

/*
 * Decodes a deferred callchain in this machine's byte order, the most frequent of these records.
 * Returns false for any other record, and for one whose fields do not fit, which
 * defer_event__decode() reads and reports.
 */
static bool decode_deferred(struct defer_event *ev, const struct defer_record *rec,
			    const struct defer_evlist *evlist)
{
	const uint8_t *body = rec->data + DEFER_RECORD_HEADER_SIZE;
	uint64_t left = rec->size - DEFER_RECORD_HEADER_SIZE, nr;
	const struct defer_evsel *evsel;

	if (rec->type != DEFER_RECORD_CALLCHAIN_DEFERRED || rec->swap)
		return false;
	evsel = defer_evlist__record_evsel(evlist, rec, NULL);
	if (!evsel || left < evsel->layout.id_all_size + 2 * sizeof(uint64_t))
		return false;
	left -= evsel->layout.id_all_size;
	nr = bytes__u64(body + 8, false);
	if (nr > left / sizeof(uint64_t) - 2)
		return false;
	event__init(ev, rec);
	if (evsel->layout.id_all_size)
		read_sample_id(&ev->id, body + left, evsel->layout.sample_type, false);
	ev->deferred.cookie = bytes__u64(body, false);
	ev->deferred.chain = (struct defer_chain){.ips = body + 16, .nr = nr};
	return true;
}

int defer_event__decode(struct defer_event *ev, const struct defer_record *rec,
			const struct defer_evlist *evlist, struct defer_error *err)
{
	const uint8_t *body = rec->data + DEFER_RECORD_HEADER_SIZE;
	size_t size = rec->size - DEFER_RECORD_HEADER_SIZE;
	const struct record_type *type = record_type__find(rec->type);
	const struct defer_layout *layout;
	const struct defer_evsel *evsel;
	struct defer_cursor cur;

	if (decode_deferred(ev, rec, evlist))
		return 1;
	event__init(ev, rec);
	if (!type->read) {
		read_other_id(ev, rec, evlist);
		return 0;
	}

	defer_cursor__init(&cur, body, size, rec->offset + DEFER_RECORD_HEADER_SIZE, rec->swap);
	evsel = defer_evlist__record_evsel(evlist, rec, NULL);
	if (!evsel)
		return say_no_event(rec, evlist, err);
	layout = &evsel->layout;

	if (layout->id_all_size > size)
		return say_lie(rec, &cur, err);
	cur.size -= layout->id_all_size;
	if (layout->id_all_size)
		read_sample_id(&ev->id, body + cur.size, layout->sample_type, rec->swap);

	if (rec->type == DEFER_RECORD_MMAP2 && misses_build_id(ev, evsel, body, cur.size))
		ev->misc &= ~DEFER_MISC_MMAP_BUILD_ID;
	type->read(ev, &cur);
	return cur.failed ? say_lie(rec, &cur, err) : 1;
}
