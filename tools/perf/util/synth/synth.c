// SPDX-License-Identifier: GPL-2.0-only
/* Records that describe the recording: tasks, CPUs, IDs, clocks, events. */
#include <stdio.h>
#include <string.h>

#include <perf/defer-record.h>

#include "util/synth/proc-status.h"
#include "util/synth/synth-record.h"

/* Entries of @size bytes that fit a record after its header and one u64. */
#define MAX_ENTRIES(size) \
	((SYNTH_RECORD_MAX - DEFER_RECORD_HEADER_SIZE - sizeof(uint64_t)) / (size))

#define COMM_SIZE	  16
#define THREAD_ENTRY_SIZE (sizeof(uint64_t) + COMM_SIZE)
#define MAX_THREADS	  MAX_ENTRIES(THREAD_ENTRY_SIZE)
#define ID_ENTRY_SIZE	  (4 * sizeof(uint64_t))
#define MAX_IDS		  MAX_ENTRIES(ID_ENTRY_SIZE)

static uint32_t min_u32(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

static int write_thread_map(struct synth_record *rec, const int32_t *tids, uint32_t nr,
			    struct defer_error *err)
{
	char comm[COMM_SIZE];

	synth_record__begin(rec, DEFER_RECORD_THREAD_MAP, 0);
	byte_buf__u64(&rec->bytes, nr);
	for (uint32_t i = 0; i < nr; i++) {
		memset(comm, 0, sizeof(comm));
		if (tids[i] >= 0)
			proc__read_comm(rec->opts->procfs, tids[i], comm, sizeof(comm));
		byte_buf__u64(&rec->bytes, (int64_t)tids[i]);
		byte_buf__add(&rec->bytes, comm, sizeof(comm));
	}
	return synth_record__end(rec, err);
}

int synth__thread_map(const struct synth_opts *opts, const int32_t *tids, uint32_t nr,
		      struct defer_error *err)
{
	struct synth_record rec = {.opts = opts};
	uint32_t i, part;
	int ret = 0;

	for (i = 0; i < nr && !ret; i += part) {
		part = min_u32(nr - i, MAX_THREADS);
		ret = write_thread_map(&rec, tids + i, part, err);
	}
	byte_buf__exit(&rec.bytes);
	return ret;
}

static int write_id_index(struct synth_record *rec, const struct synth_id *ids, uint32_t nr,
			  struct defer_error *err)
{
	synth_record__begin(rec, DEFER_RECORD_ID_INDEX, 0);
	byte_buf__u64(&rec->bytes, nr);
	for (uint32_t i = 0; i < nr; i++) {
		byte_buf__u64(&rec->bytes, ids[i].id);
		byte_buf__u64(&rec->bytes, ids[i].idx);
		byte_buf__u64(&rec->bytes, ids[i].cpu);
		byte_buf__u64(&rec->bytes, ids[i].tid);
	}
	return synth_record__end(rec, err);
}

int synth__id_index(const struct synth_opts *opts, const struct synth_id *ids, uint32_t nr,
		    struct defer_error *err)
{
	struct synth_record rec = {.opts = opts};
	uint32_t i, part;
	int ret = 0;

	for (i = 0; i < nr && !ret; i += part) {
		part = min_u32(nr - i, MAX_IDS);
		ret = write_id_index(&rec, ids + i, part, err);
	}
	byte_buf__exit(&rec.bytes);
	return ret;
}

/*
 * Writes the CPUs as a list, since perf before 6.2 does not support ranges. Each CPU is a u16, -1
 * is 0xffff. CPUs beyond the capacity of a record are left out.
 */
static void write_cpus(struct byte_buf *bytes, const int32_t *cpus, uint32_t nr)
{
	const uint16_t cpus_type = 0;
	uint16_t part = min_u32(nr, 32000);

	byte_buf__add(bytes, &cpus_type, sizeof(cpus_type));
	byte_buf__add(bytes, &part, sizeof(part));
	for (uint32_t i = 0; i < part; i++) {
		uint16_t cpu = cpus[i];

		byte_buf__add(bytes, &cpu, sizeof(cpu));
	}
	byte_buf__align(bytes, 8);
}

int synth__cpu_map(const struct synth_opts *opts, const int32_t *cpus, uint32_t nr,
		   struct defer_error *err)
{
	struct synth_record rec = {.opts = opts};
	int ret;

	synth_record__begin(&rec, DEFER_RECORD_CPU_MAP, 0);
	write_cpus(&rec.bytes, cpus, nr);
	ret = synth_record__end(&rec, err);
	byte_buf__exit(&rec.bytes);
	return ret;
}

#define EVENT_UPDATE_NAME 2
#define EVENT_UPDATE_CPUS 3

static void begin_update(struct synth_record *rec, uint64_t type, uint64_t id)
{
	synth_record__begin(rec, DEFER_RECORD_EVENT_UPDATE, 0);
	byte_buf__u64(&rec->bytes, type);
	byte_buf__u64(&rec->bytes, id);
}

int synth__event_name(const struct synth_opts *opts, uint64_t id, const char *name,
		      struct defer_error *err)
{
	struct synth_record rec = {.opts = opts};
	int ret;

	begin_update(&rec, EVENT_UPDATE_NAME, id);
	synth_record__str(&rec, name);
	ret = synth_record__end(&rec, err);
	byte_buf__exit(&rec.bytes);
	return ret;
}

int synth__event_cpus(const struct synth_opts *opts, uint64_t id, const int32_t *cpus, uint32_t nr,
		      struct defer_error *err)
{
	struct synth_record rec = {.opts = opts};
	int ret;

	begin_update(&rec, EVENT_UPDATE_CPUS, id);
	write_cpus(&rec.bytes, cpus, nr);
	ret = synth_record__end(&rec, err);
	byte_buf__exit(&rec.bytes);
	return ret;
}
