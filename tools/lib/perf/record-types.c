// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
/*
 * Readers for the fields of records that are not samples: Linux 7.2,
 * include/uapi/linux/perf_event.h, enum perf_event_type. A later kernel may add fields between
 * those known here and the sample_id, so a record may be longer than its known fields.
 */
#include <internal/array.h>

#include "record-types.h"

static int32_t cursor__read_s32(struct defer_cursor *cur)
{
	return (int32_t)defer_cursor__u32(cur);
}

/* Returns the rest of the record as a name, terminated and padded with NULs. */
static const char *read_name(struct defer_cursor *cur)
{
	return defer_cursor__str(cur, defer_cursor__left(cur));
}

static void read_mapping(struct defer_event *ev, struct defer_cursor *cur)
{
	ev->mmap.pid = cursor__read_s32(cur);
	ev->mmap.tid = cursor__read_s32(cur);
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
 * Returns true if an MMAP2 record has no prot and flags fields. In Linux 3.12, and in RHEL's 3.10,
 * the name stands where prot and flags are since 3.16. No recorder writes a prot above 31 (PROT_*),
 * and no name begins with a control character, so the first byte decides in either byte order.
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
	ev->comm.pid = cursor__read_s32(cur);
	ev->comm.tid = cursor__read_s32(cur);
	ev->comm.name = read_name(cur);
	ev->comm.exec = ev->misc & DEFER_MISC_COMM_EXEC;
}

static void read_task(struct defer_event *ev, struct defer_cursor *cur)
{
	ev->task.pid = cursor__read_s32(cur);
	ev->task.ppid = cursor__read_s32(cur);
	ev->task.tid = cursor__read_s32(cur);
	ev->task.ptid = cursor__read_s32(cur);
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
	ev->context_switch.next_prev_pid = cpu_wide ? cursor__read_s32(cur) : -1;
	ev->context_switch.next_prev_tid = cpu_wide ? cursor__read_s32(cur) : -1;
}

static void read_cgroup(struct defer_event *ev, struct defer_cursor *cur)
{
	ev->cgroup.id = defer_cursor__u64(cur);
	ev->cgroup.path = read_name(cur);
}

static void read_namespaces(struct defer_event *ev, struct defer_cursor *cur)
{
	uint64_t nr;

	ev->namespaces.pid = cursor__read_s32(cur);
	ev->namespaces.tid = cursor__read_s32(cur);
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

/*
 * All record types: their names, and readers for those that have a member in struct defer_event.
 * The cursor handles byte order.
 */
static const struct record_type record_types[] = {
	[DEFER_RECORD_MMAP] = {"MMAP", read_mmap},
	[DEFER_RECORD_LOST] = {"LOST", read_lost},
	[DEFER_RECORD_COMM] = {"COMM", read_comm},
	[DEFER_RECORD_EXIT] = {"EXIT", read_task},
	[DEFER_RECORD_THROTTLE] = {"THROTTLE", read_throttle},
	[DEFER_RECORD_UNTHROTTLE] = {"UNTHROTTLE", read_throttle},
	[DEFER_RECORD_FORK] = {"FORK", read_task},
	[DEFER_RECORD_READ] = {"READ", NULL},
	[DEFER_RECORD_SAMPLE] = {"SAMPLE", NULL},
	[DEFER_RECORD_MMAP2] = {"MMAP2", read_mmap2},
	[DEFER_RECORD_AUX] = {"AUX", NULL},
	[DEFER_RECORD_ITRACE_START] = {"ITRACE_START", NULL},
	[DEFER_RECORD_LOST_SAMPLES] = {"LOST_SAMPLES", read_lost},
	[DEFER_RECORD_SWITCH] = {"SWITCH", read_switch},
	[DEFER_RECORD_SWITCH_CPU_WIDE] = {"SWITCH_CPU_WIDE", read_switch},
	[DEFER_RECORD_NAMESPACES] = {"NAMESPACES", read_namespaces},
	[DEFER_RECORD_KSYMBOL] = {"KSYMBOL", read_ksymbol},
	[DEFER_RECORD_BPF_EVENT] = {"BPF_EVENT", NULL},
	[DEFER_RECORD_CGROUP] = {"CGROUP", read_cgroup},
	[DEFER_RECORD_TEXT_POKE] = {"TEXT_POKE", NULL},
	[DEFER_RECORD_AUX_OUTPUT_HW_ID] = {"AUX_OUTPUT_HW_ID", NULL},
	[DEFER_RECORD_CALLCHAIN_DEFERRED] = {"CALLCHAIN_DEFERRED", read_deferred},
	[DEFER_RECORD_HEADER_ATTR] = {"ATTR", NULL},
	[DEFER_RECORD_HEADER_EVENT_TYPE] = {"EVENT_TYPE", NULL},
	[DEFER_RECORD_HEADER_TRACING_DATA] = {"TRACING_DATA", NULL},
	[DEFER_RECORD_HEADER_BUILD_ID] = {"BUILD_ID", NULL},
	[DEFER_RECORD_FINISHED_ROUND] = {"FINISHED_ROUND", NULL},
	[DEFER_RECORD_ID_INDEX] = {"ID_INDEX", NULL},
	[DEFER_RECORD_AUXTRACE_INFO] = {"AUXTRACE_INFO", NULL},
	[DEFER_RECORD_AUXTRACE] = {"AUXTRACE", NULL},
	[DEFER_RECORD_AUXTRACE_ERROR] = {"AUXTRACE_ERROR", NULL},
	[DEFER_RECORD_THREAD_MAP] = {"THREAD_MAP", NULL},
	[DEFER_RECORD_CPU_MAP] = {"CPU_MAP", NULL},
	[DEFER_RECORD_STAT_CONFIG] = {"STAT_CONFIG", NULL},
	[DEFER_RECORD_STAT] = {"STAT", NULL},
	[DEFER_RECORD_STAT_ROUND] = {"STAT_ROUND", NULL},
	[DEFER_RECORD_EVENT_UPDATE] = {"EVENT_UPDATE", NULL},
	[DEFER_RECORD_TIME_CONV] = {"TIME_CONV", NULL},
	[DEFER_RECORD_HEADER_FEATURE] = {"FEATURE", NULL},
	[DEFER_RECORD_COMPRESSED] = {"COMPRESSED", NULL},
	[DEFER_RECORD_FINISHED_INIT] = {"FINISHED_INIT", NULL},
	[DEFER_RECORD_COMPRESSED2] = {"COMPRESSED2", NULL},
	[DEFER_RECORD_BPF_METADATA] = {"BPF_METADATA", NULL},
	[DEFER_RECORD_SCHEDSTAT_CPU] = {"SCHEDSTAT_CPU", NULL},
	[DEFER_RECORD_SCHEDSTAT_DOMAIN] = {"SCHEDSTAT_DOMAIN", NULL},
};

const struct record_type *record_type__find(uint32_t type)
{
	static const struct record_type unknown = {"UNKNOWN", NULL};

	if (type >= ARRAY_SIZE(record_types) || !record_types[type].name)
		return &unknown;
	return &record_types[type];
}

const char *defer_record__name(uint32_t type)
{
	return record_type__find(type)->name;
}
