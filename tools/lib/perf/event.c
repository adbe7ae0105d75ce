// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
/*
 * Records that are not samples: Linux 7.2, include/uapi/linux/perf_event.h, enum
 * perf_event_type. Fields may be added between those known here and the sample_id, so a record
 * may be longer than its fields.
 */
#include <inttypes.h>

#include <perf/defer.h>

#include "bytes.h"

static int32_t read_s32(struct defer_cursor *cur)
{
	return (int32_t)defer_cursor__u32(cur);
}

/* The rest of the record is a name, ended and padded by NULs. */
static const char *read_name(struct defer_cursor *cur)
{
	return defer_cursor__str(cur, defer_cursor__left(cur));
}

static void read_mapping(struct defer_event *ev, struct defer_cursor *cur)
{
	ev->mmap.pid = read_s32(cur);
	ev->mmap.tid = read_s32(cur);
	ev->mmap.start = defer_cursor__u64(cur);
	ev->mmap.len = defer_cursor__u64(cur);
	ev->mmap.pgoff = defer_cursor__u64(cur);
}

static void read_mmap(struct defer_event *ev, struct defer_cursor *cur)
{
	read_mapping(ev, cur);
	ev->mmap.filename = read_name(cur);
}

static void read_build_id(struct defer_event *ev, struct defer_cursor *cur)
{
	uint8_t size = defer_cursor__u8(cur);
	const void *bytes;

	defer_cursor__bytes(cur, 3);
	bytes = defer_cursor__bytes(cur, DEFER_BUILD_ID_SIZE);
	if (size > DEFER_BUILD_ID_SIZE)
		cur->failed = true;
	if (cur->failed)
		return;
	memcpy(ev->mmap.build_id, bytes, size);
	ev->mmap.build_id_size = size;
}

/*
 * The MMAP2 of Linux 3.12, which RHEL's 3.10 has too, has its name where prot and flags came to
 * stand in 3.16. No recorder writes a prot above 31 (PROT_*), and no name begins with a control
 * character, so the first byte tells in either byte order.
 */
static bool lacks_prot(const struct defer_cursor *cur)
{
	return defer_cursor__left(cur) && cur->data[cur->pos] >= ' ';
}

#define PROT_OF_DATA 1U /* PROT_READ */
#define PROT_OF_CODE 5U /* PROT_READ | PROT_EXEC */

static void read_mmap2(struct defer_event *ev, struct defer_cursor *cur)
{
	read_mapping(ev, cur);
	if (ev->misc & DEFER_MISC_MMAP_BUILD_ID) {
		read_build_id(ev, cur);
	} else {
		ev->mmap.maj = defer_cursor__u32(cur);
		ev->mmap.min = defer_cursor__u32(cur);
		ev->mmap.ino = defer_cursor__u64(cur);
		ev->mmap.ino_generation = defer_cursor__u64(cur);
	}
	if (lacks_prot(cur)) {
		ev->mmap.prot = ev->misc & DEFER_MISC_MMAP_DATA ? PROT_OF_DATA : PROT_OF_CODE;
	} else {
		ev->mmap.prot = defer_cursor__u32(cur);
		ev->mmap.flags = defer_cursor__u32(cur);
	}
	ev->mmap.filename = read_name(cur);
}

static void read_comm(struct defer_event *ev, struct defer_cursor *cur)
{
	ev->comm.pid = read_s32(cur);
	ev->comm.tid = read_s32(cur);
	ev->comm.name = read_name(cur);
	ev->comm.exec = ev->misc & DEFER_MISC_COMM_EXEC;
}

static void read_task(struct defer_event *ev, struct defer_cursor *cur)
{
	ev->task.pid = read_s32(cur);
	ev->task.ppid = read_s32(cur);
	ev->task.tid = read_s32(cur);
	ev->task.ptid = read_s32(cur);
	ev->task.time = defer_cursor__u64(cur);
}

static void read_lost(struct defer_event *ev, struct defer_cursor *cur)
{
	ev->lost.id = ev->type == DEFER_RECORD_LOST ? defer_cursor__u64(cur) : 0;
	ev->lost.lost = defer_cursor__u64(cur);
}

static void read_deferred(struct defer_event *ev, struct defer_cursor *cur)
{
	uint64_t nr;

	ev->deferred.cookie = defer_cursor__u64(cur);
	nr = defer_cursor__u64(cur);
	if (nr > defer_cursor__left(cur) / sizeof(uint64_t)) {
		cur->failed = true;
		return;
	}
	ev->deferred.chain.nr = nr;
	ev->deferred.chain.swap = cur->swap;
	ev->deferred.chain.ips = defer_cursor__bytes(cur, nr * sizeof(uint64_t));
}

static void read_ksymbol(struct defer_event *ev, struct defer_cursor *cur)
{
	ev->ksymbol.addr = defer_cursor__u64(cur);
	ev->ksymbol.len = defer_cursor__u32(cur);
	ev->ksymbol.ksym_type = defer_cursor__u16(cur);
	ev->ksymbol.flags = defer_cursor__u16(cur);
	ev->ksymbol.name = read_name(cur);
}

static void read_switch(struct defer_event *ev, struct defer_cursor *cur)
{
	bool cpu_wide = ev->type == DEFER_RECORD_SWITCH_CPU_WIDE;

	ev->context_switch.out = ev->misc & DEFER_MISC_SWITCH_OUT;
	ev->context_switch.next_prev_pid = cpu_wide ? read_s32(cur) : -1;
	ev->context_switch.next_prev_tid = cpu_wide ? read_s32(cur) : -1;
}

static void read_cgroup(struct defer_event *ev, struct defer_cursor *cur)
{
	ev->cgroup.id = defer_cursor__u64(cur);
	ev->cgroup.path = read_name(cur);
}

static void read_namespaces(struct defer_event *ev, struct defer_cursor *cur)
{
	uint64_t nr;

	ev->namespaces.pid = read_s32(cur);
	ev->namespaces.tid = read_s32(cur);
	nr = defer_cursor__u64(cur);
	if (nr > defer_cursor__left(cur) / (2 * sizeof(uint64_t))) {
		cur->failed = true;
		return;
	}
	ev->namespaces.nr = nr;
	ev->namespaces.swap = cur->swap;
	ev->namespaces.links = defer_cursor__bytes(cur, nr * 2 * sizeof(uint64_t));
}

static void read_throttle(struct defer_event *ev, struct defer_cursor *cur)
{
	ev->throttle.time = defer_cursor__u64(cur);
	ev->throttle.id = defer_cursor__u64(cur);
	ev->throttle.stream_id = defer_cursor__u64(cur);
}

typedef void (*read_fn)(struct defer_event *ev, struct defer_cursor *cur);

static const read_fn readers[] = {
	[DEFER_RECORD_MMAP] = read_mmap,
	[DEFER_RECORD_MMAP2] = read_mmap2,
	[DEFER_RECORD_COMM] = read_comm,
	[DEFER_RECORD_FORK] = read_task,
	[DEFER_RECORD_EXIT] = read_task,
	[DEFER_RECORD_LOST] = read_lost,
	[DEFER_RECORD_LOST_SAMPLES] = read_lost,
	[DEFER_RECORD_CALLCHAIN_DEFERRED] = read_deferred,
	[DEFER_RECORD_KSYMBOL] = read_ksymbol,
	[DEFER_RECORD_SWITCH] = read_switch,
	[DEFER_RECORD_SWITCH_CPU_WIDE] = read_switch,
	[DEFER_RECORD_CGROUP] = read_cgroup,
	[DEFER_RECORD_NAMESPACES] = read_namespaces,
	[DEFER_RECORD_THROTTLE] = read_throttle,
	[DEFER_RECORD_UNTHROTTLE] = read_throttle,
};

static read_fn find_reader(uint32_t type)
{
	return type < sizeof(readers) / sizeof(readers[0]) ? readers[type] : NULL;
}

/* Linux 7.2, __perf_event__output_id_sample(). The caller has seen that @data has them all. */
static void read_sample_id(struct defer_sample_id *id, const uint8_t *data, uint64_t type,
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
	return defer_error__set(err, DEFER_ERR_CORRUPT, defer_cursor__offset(cur),
				"The fields of a record of type %" PRIu32
				" (%s) do not fit in its %" PRIu32 " bytes",
				rec->type, defer_record__name(rec->type), rec->size);
}

static void event__init(struct defer_event *ev, const struct defer_record *rec)
{
	memset(ev, 0, sizeof(*ev));
	ev->type = rec->type;
	ev->misc = rec->misc;
	ev->id.pid = ev->id.tid = ev->id.cpu = -1;
	ev->id.id = UINT64_MAX;
}

/*
 * Is the flag of a build id another event's? The kernel sets it for an event that asked for build
 * ids and leaves it for those that come next, which get device and inode (seen with Linux 6.18;
 * kernel/events/core.c, perf_event_mmap_output()). perf writes build ids for events that did
 * not ask as well, all of 16 or 20 bytes. No disk has such a major number, which stands there.
 */
static bool misses_build_id(const struct defer_event *ev, const struct defer_evsel *evsel,
			    const uint8_t *body, size_t size)
{
	const size_t at = 32; /* after pid, tid, start, len, pgoff */

	return ev->misc & DEFER_MISC_MMAP_BUILD_ID && !(evsel->attr.flags & DEFER_ATTR_BUILD_ID) &&
	       size > at && body[at] != 16 && body[at] != DEFER_BUILD_ID_SIZE;
}

/* Of a kernel's record whose fields are not known the sample_id stands at its end nevertheless. */
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

int defer_event__decode(struct defer_event *ev, const struct defer_record *rec,
			const struct defer_evlist *evlist, struct defer_error *err)
{
	const uint8_t *body = rec->data + DEFER_RECORD_HEADER_SIZE;
	size_t size = rec->size - DEFER_RECORD_HEADER_SIZE;
	read_fn read = find_reader(rec->type);
	const struct defer_layout *layout;
	const struct defer_evsel *evsel;
	struct defer_error why = DEFER_ERROR_INIT;
	struct defer_cursor cur;

	event__init(ev, rec);
	if (!read) {
		read_other_id(ev, rec, evlist);
		return 0;
	}

	defer_cursor__init(&cur, body, size, rec->offset + DEFER_RECORD_HEADER_SIZE, rec->swap);
	evsel = defer_evlist__record_evsel(evlist, rec, &why);
	if (!evsel)
		return defer_error__set(err, why.code, why.offset, "%s", why.text);
	layout = &evsel->layout;

	if (layout->id_all_size > size)
		return say_lie(rec, &cur, err);
	cur.size -= layout->id_all_size;
	if (layout->id_all_size)
		read_sample_id(&ev->id, body + cur.size, layout->sample_type, rec->swap);

	if (rec->type == DEFER_RECORD_MMAP2 && misses_build_id(ev, evsel, body, cur.size))
		ev->misc &= ~DEFER_MISC_MMAP_BUILD_ID;
	read(ev, &cur);
	return cur.failed ? say_lie(rec, &cur, err) : 1;
}
